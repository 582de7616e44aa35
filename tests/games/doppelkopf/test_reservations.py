"""Contracts and the bidding with reservations: clauses DOKO-5 and 6."""

import itertools
from typing import Any

import pytest

from tests.aloud import legal, play, take, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    CONTRA,
    KINDS,
    RE,
    SOLOS,
    asked,
    bid,
    cards_open,
    contract,
    contract_by,
    course,
    normal,
    parties,
    plain_hand,
    reserving,
    table,
    trump_hand,
    verbs,
)
from torite import Match

POOR = plain_hand("D9 DK D10", but="H")
OTHER_POOR = plain_hand("DJ DA", without=POOR)
ANSWERS = {"yes", "no"}


def reserved(*seats: int, hands: tuple[str, ...] = (), **how: Any) -> Match:
    """A table where these seats reserve and the others pass; seat 0 is forehand."""
    return reserving(table(*hands, **how), *seats)


@clause("DOKO-6.1")
@pytest.mark.parametrize("words", list(itertools.product(["pass", "reserve"], repeat=4)))
def test_everybody_says_one_word_from_forehand(words: tuple[str, ...]) -> None:
    """Whatever was said before, each player in turn has the same two words."""
    m = table(dealer=1)
    for seat, word in zip((2, 3, 0, 1), words, strict=True):
        assert (seat, {"pass", "reserve"}) == (turn(m), legal(m))
        assert all(() == m.actions(other) for other in range(4) if other != seat)
        m.act(seat, word)
    reservers = [seat for seat, word in zip((2, 3, 0, 1), words, strict=True) if word == "reserve"]
    if not reservers:
        assert "normal" == contract(m)
    elif len(reservers) == 1:
        assert reservers[0] == turn(m)
        assert legal(m) >= SOLOS
    else:
        assert (reservers[0], "solo") == asked(m)


@clause("DOKO-6.2")
@pytest.mark.parametrize("hand", ["CQ CQ", POOR, trump_hand()])
def test_reservation_gives_no_reason(hand: str) -> None:
    """The others hear the word and see nothing else change."""
    m = take(table(hand, plain_hand(without=POOR)), "reserve")
    for viewer in (1, 2, 3):
        assert ("reserve", ()) == (m.history(viewer)[-1].code, m.history(viewer)[-1].notes)
        assert [] == m.game.pack.listed(m.view(viewer).hand[0])
        assert ("none", -1) == (contract(m), m.view(viewer).declarer)


@clause("DOKO-6.5", "DOKO-6.6", "DOKO-6.16")
@pytest.mark.parametrize("reservers", [c for n in (2, 3, 4) for c in itertools.combinations(range(4), n)])
@pytest.mark.parametrize("dealer", [3, 1])
def test_three_questions_to_all_reservers(reservers: tuple[int, ...], dealer: int) -> None:
    """Solo, then poverty, then marriage, each put to every reserver and nobody else, from forehand clockwise."""
    order = [seat for i in range(1, 5) if (seat := (dealer + i) % 4) in reservers]
    m = reserved(*reservers, dealer=dealer)
    assert [(question, seat) for question in ("solo", "poverty", "marriage") for seat in order] == course(m)


@clause("DOKO-6.6", "DOKO-6.8", "DOKO-6.9")
@pytest.mark.parametrize("winner", [0, 1, 2])
def test_first_yes_to_solo_ends_the_bidding(winner: int) -> None:
    """The earliest reserver who says yes names his solo, whatever later ones have; nobody else is asked."""
    m = reserved(0, 1, 2, hands=("", "", "CQ CQ"))
    for _ in range(winner):
        m.act(turn(m), "no")
    m.act(turn(m), "yes")
    assert (winner, SOLOS) == (turn(m), legal(m))
    assert "none" == contract(m)
    bid(m, "solo-hearts")
    assert ("solo-hearts", winner, 0, {"play"}) == (contract(m), m.public.declarer, turn(m), verbs(m))


@clause("DOKO-6.7")
@pytest.mark.parametrize(
    ("hand", "entitled"),
    [
        (trump_hand("CQ"), {"solo"}),
        (POOR, {"solo", "poverty"}),
        ("CQ CQ HJ DJ", {"solo", "marriage"}),
        (plain_hand("CQ CQ D9"), {"solo", "poverty", "marriage"}),
    ],
)
def test_yes_only_to_what_the_hand_entitles_to(hand: str, entitled: set[str]) -> None:
    """To solo everybody may say yes; to poverty and marriage only with the cards for it. No is always open."""
    m = reserved(0, 3, hands=(hand,))
    found = {}
    while "no" in legal(m):
        if turn(m) == 0:
            found[asked(m)[1]] = legal(m)
        m.act(turn(m), "no")
    questions = ("solo", "poverty", "marriage")
    assert {question: ANSWERS if question in entitled else {"no"} for question in questions} == found


@clause("DOKO-6.7", "DOKO-5.3", "DOKO-5.4")
def test_refused_yes_says_why() -> None:
    """A yes without the cards is refused with the clause of the contract."""
    m = bid(reserved(0, 3, hands=(trump_hand("CQ"), "CQ")), "no no")
    found = [m.why(0, "yes")]
    bid(m, "no no")
    found.append(m.why(0, "yes"))
    assert ["DOKO-5.4", "DOKO-5.3"] == [why[1] for why in found if why]


@clause("DOKO-6.9", "DOKO-6.6")
def test_earlier_of_two_poor_hands_wins() -> None:
    """Of two entitled to poverty the earlier seat has it; if he declines, the later one."""
    hands = ("", POOR, OTHER_POOR)
    m = bid(reserved(1, 2, hands=hands), "no no yes")
    assert ("poverty", 1, {"offer"}) == (contract(m), turn(m), verbs(m))
    m = bid(reserved(1, 2, hands=hands), "no no no yes")
    assert ("poverty", 2, {"offer"}) == (contract(m), turn(m), verbs(m))


@clause("DOKO-6.9", "DOKO-6.8")
def test_solo_outranks_poverty_and_marriage_of_earlier_seats() -> None:
    """The last reserver's solo comes before the poverty of the first and the marriage of the second."""
    m = bid(reserved(0, 1, 2, hands=(POOR, "CQ CQ")), "no no yes")
    assert (2, SOLOS) == (turn(m), legal(m))


@clause("DOKO-6.9")
def test_poverty_outranks_an_earlier_marriage() -> None:
    """A marriage of forehand gives way to a later poverty, and comes about when that is declined."""
    m = bid(reserved(0, 1, hands=("CQ CQ", POOR)), "no no no yes")
    assert ("poverty", 1) == (contract(m), m.public.declarer)
    m = bid(reserved(0, 1, hands=("CQ CQ", POOR)), "no no no no yes")
    assert ("marriage", 0, {"play"}) == (contract(m), m.public.declarer, verbs(m))


@clause("EX-DOKO-6", "DOKO-6.5", "DOKO-6.9")
@pytest.mark.parametrize("solo", [True, False])
def test_example_reservations(solo: bool) -> None:
    """Dealer A; B passes, C (marriage), D (poverty) and A reserve: A's solo, or else D's poverty."""
    m = table("", "", "CQ CQ", POOR, dealer=0)
    found = []
    for word in ("pass", "reserve", "reserve", "reserve"):
        found.append(turn(m))
        m.act(turn(m), word)
    assert [1, 2, 3, 0] == found
    for seat, answer in ((2, "no"), (3, "no"), (0, "yes" if solo else "no")):
        assert (seat, "solo") == asked(m)
        m.act(seat, answer)
    if solo:
        bid(m, "solo-jacks")
        assert ("solo-jacks", 0) == (contract(m), m.public.declarer)
    else:
        assert (2, "poverty") == asked(m)
        bid(m, "no")
        assert (3, "poverty") == asked(m)
        bid(m, "yes")
        assert ("poverty", 3) == (contract(m), m.public.declarer)


@clause("DOKO-6.11")
@pytest.mark.parametrize("reservers", [(0, 1), (1, 3), (0, 1, 2, 3)])
def test_all_decline_is_a_normal_game(reservers: tuple[int, ...]) -> None:
    """By default a reservation does not bind: without a yes a normal game is played, forehand leading."""
    m = reserved(*reservers, hands=("CQ", "CQ"))
    course(m)
    assert ("normal", -1, 0, {"play"}) == (contract(m), m.public.declarer, turn(m), verbs(m))
    assert [0, 0, 0, 0] == parties(m)
    assert "announce re" in legal(m, 1)


@clause("DOKO-6.11", "DOKO-6.17")
@pytest.mark.parametrize(("reservers", "bound"), [((0, 1), 0), ((1, 3), 1), ((2, 3), 2), ((0, 1, 2, 3), 0)])
@pytest.mark.parametrize("kind", KINDS)
def test_first_reserver_may_be_bound_to_a_solo(reservers: tuple[int, ...], bound: int, kind: str) -> None:
    """With `first_must_solo` the first reserver from forehand names any kind of solo, and nothing else."""
    m = reserved(*reservers, hands=("CQ CQ", "", POOR), all_reservers_pass="first_must_solo")
    course(m)
    assert (bound, SOLOS) == (turn(m), legal(m))
    bid(m, f"solo-{kind}")
    assert (f"solo-{kind}", bound, 0) == (contract(m), m.public.declarer, turn(m))
    assert (0, 0) == (m.public.compulsory, m.public.forced)


@clause("DOKO-6.11")
def test_first_must_solo_leaves_four_passes_alone() -> None:
    """Who reserved nothing is bound to nothing, and a yes is still a yes."""
    assert "normal" == contract(normal(all_reservers_pass="first_must_solo"))
    m = bid(reserved(0, 1, hands=("CQ CQ",), variant="doppelkopf-ddv"), "no no yes")
    assert "marriage" == contract(m)
    m = reserved(0, 1, variant="doppelkopf-ddv")
    course(m)
    assert (0, SOLOS) == (turn(m), legal(m))


@clause("DOKO-6.12")
def test_reserver_never_tells_what_he_had_in_mind() -> None:
    """After the contract is fixed no question follows, and no view of another shows his reason."""
    m = bid(reserved(1, 2, hands=("", "", "CQ CQ")), "yes solo-jacks")
    assert {"play"} == verbs(m)
    for viewer in (0, 1, 3):
        assert [] == m.game.pack.listed(m.view(viewer).hand[2])
        assert ["reserve"] == [seen.code for seen in m.history(viewer) if seen.seat == 2]
        place = m.game.layout.place("hand", 2)
        assert (0, 0) == (m.view(viewer).required[place], m.view(viewer).barred[place])


@clause("DOKO-6.13", "DOKO-8.7")
def test_both_queens_mean_nothing_in_a_solo_of_another() -> None:
    """Their holder is Contra like the others, before and after he plays them."""
    m = contract_by(1, "solo-jacks", "CQ CQ")
    assert [CONTRA, RE, CONTRA, CONTRA] == parties(m)
    assert {"announce contra"} == {code for code in legal(m, 0) if code in ("announce re", "announce contra")}
    play(m, "CQ")
    assert [CONTRA, RE, CONTRA, CONTRA] == parties(m)


@clause("DOKO-6.13", "DOKO-8.6")
def test_both_queens_mean_nothing_in_a_poverty_of_others() -> None:
    """Poor and rich are Re; the holder of both ♣Q is Contra and stays so."""
    m = contract_by(3, "poverty", "CQ CQ", "", "", POOR)
    take(m, "offer D9 DK D10", "refuse", "accept", "return D9 DK D10")
    assert [CONTRA, RE, CONTRA, RE] == parties(m)
    assert "announce re" not in legal(m, 0)
    play(m, "CQ")
    assert [CONTRA, RE, CONTRA, RE] == parties(m)


@clause("DOKO-6.15")
@pytest.mark.parametrize("rule", ["normal_game", "first_must_solo"])
def test_lone_reserver_cannot_take_it_back(rule: str) -> None:
    """Neither pass nor no is open to him."""
    m = reserved(2, hands=("", "", "CQ CQ"), all_reservers_pass=rule)
    assert SOLOS | {"bid marriage"} == legal(m)
    assert None not in (m.why(2, "pass"), m.why(2, "no"))


@clause("DOKO-6.16")
@pytest.mark.parametrize(
    ("poverty", "questions"), [("yes", ["solo", "poverty", "marriage"]), ("no", ["solo", "marriage"])]
)
def test_questions_do_not_depend_on_cards(poverty: str, questions: list[str]) -> None:
    """Whatever the reservers hold, the same questions come in the same order."""
    for hands in ((POOR, "CQ CQ"), ("CQ CQ", trump_hand()), (trump_hand(without=POOR), POOR, "CQ CQ")):
        m = reserved(0, 1, hands=hands, poverty_allowed=poverty)
        assert [(question, seat) for question in questions for seat in (0, 1)] == course(m)


@clause("DOKO-6.6", "DOKO-5.3")
def test_marriage_is_played_by_the_one_who_says_yes() -> None:
    """The marriage needs no naming: forehand leads."""
    m = bid(reserved(1, 2, hands=("", "", "CQ CQ")), "no no no no no yes")
    assert ("marriage", 2, 0, {"play"}) == (contract(m), m.public.declarer, turn(m), verbs(m))
    assert {*m.cards(0)} == cards_open(m)

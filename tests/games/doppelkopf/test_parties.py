"""Who belongs to which party, and when it becomes public: clauses DOKO-8 and invariant 11."""

import itertools
import random

import pytest

from tests.aloud import legal, play, take, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    CONTRA,
    KINDS,
    RE,
    announce,
    bid,
    cards_open,
    contract_by,
    normal,
    parties,
    party,
    plain_hand,
    play_any,
    table,
)
from tests.games.doppelkopf.naive import ORDERS, following, taker
from torite import Match
from torite.worlds.sampler import Sampler

# trumps enough for four rounds of trump, seat 0 with both ♥10
TENS = ("H10 H10 D9 DK", "CQ HJ D9 DK", "CQ SJ D10 DA", "SQ DJ D10 DA")


def may_say(m: Match, seat: int) -> set[str]:
    """Which of Re and Contra a seat may announce now."""
    return {level for level in ("re", "contra") if f"announce {level}" in legal(m, seat)}


def worlds(m: Match, viewer: int, number: int = 8) -> list[list[list[str]]]:
    """Some hands that the viewer's knowledge allows, by seat."""
    found = []
    sampler = Sampler(m.game, m.view(viewer), viewer, 1, compiled=False)
    for _ in range(number):
        hands = sampler.world().hand
        found.append([[m.game.pack.codes[kind] for kind in m.game.pack.listed(hand)] for hand in hands[: m.seats]])
    return found


@clause("DOKO-8.1")
@pytest.mark.parametrize("holders", list(itertools.combinations(range(4), 2)))
def test_holders_of_the_queens_of_clubs_are_re(holders: tuple[int, int]) -> None:
    """In a normal game each of them may say Re, the others Contra, and nothing else."""
    m = normal(*["CQ" if seat in holders else "" for seat in range(4)])
    assert [{"re"} if seat in holders else {"contra"} for seat in range(4)] == [may_say(m, seat) for seat in range(4)]


@clause("DOKO-8.1")
def test_queen_stays_with_its_first_holder() -> None:
    """Who has played his ♣Q is Re as before."""
    m = play(normal("CQ", "CQ"), "CQ")
    assert [{"re"}, {"re"}, {"contra"}, {"contra"}] == [may_say(m, seat) for seat in range(4)]


@clause("DOKO-8.2", "DOKO-5.6")
@pytest.mark.parametrize("seat", range(4))
def test_both_queens_in_one_hand_are_alone(seat: int) -> None:
    """The holder of both is Re, the three others are Contra."""
    m = normal(*["CQ CQ" if one == seat else "" for one in range(4)])
    assert [{"re"} if one == seat else {"contra"} for one in range(4)] == [may_say(m, one) for one in range(4)]


@clause("DOKO-8.3", "DOKO-8.4")
@pytest.mark.parametrize(("opening", "partner"), [("D9 D10 SQ D10", 2), ("CA H10 C9 C9", 1), ("CK CA C10 C9", 1)])
def test_first_trick_of_another_finds_the_partner(opening: str, partner: int) -> None:
    """The winner of the first trick, trump or plain, becomes the partner at its fourth card."""
    hands = ["CQ CQ D9 CA CK S9", "H10 D10 CA SQ", "C9 C10 SQ SJ", "D10 C9 HJ"]
    if opening.startswith("CA"):
        hands[1] = plain_hand("H10 D10 SA SA SK", without="S9", but="C")
    m = contract_by(0, "marriage", *hands)
    play(m, opening.rsplit(" ", 1)[0])
    assert ([RE, 0, 0, 0], -1) == (parties(m), m.public.partner)
    play(m, opening.rsplit(" ", 1)[1])
    assert partner == m.public.partner
    assert [RE if seat in (0, partner) else CONTRA for seat in range(4)] == parties(m)


@clause("DOKO-8.3", "DOKO-8.4")
def test_trick_led_by_another_decides_too() -> None:
    """The deciding trick may be led by anybody: here by the partner himself."""
    m = play(contract_by(2, "marriage", "CA", "C9", "CQ CQ CK", "C10"), "CA C9 CK C10")
    assert (0, [RE, CONTRA, RE, CONTRA]) == (m.public.partner, parties(m))


def ladder(tricks: int, seat: int = 0) -> Match:
    """A marriage of forehand, who wins that many tricks with ♥10, ♥10 and ♣Q; then he leads ♦9."""
    hands = ["CQ CQ H10 H10 D9 DK", "SQ D9 D10 DJ", "SQ D10 DK DJ", "HQ DA DA HJ"]
    m = contract_by(0, "marriage", *hands)
    return play(m, " ".join(["H10 D9 DK DA", "H10 D10 D10 DA", "CQ DJ DJ HJ"][:tricks]))


@clause("DOKO-8.3")
@pytest.mark.parametrize("tricks", [0, 1, 2])
def test_partner_may_be_found_in_trick_one_to_three(tricks: int) -> None:
    """Until he is found nobody is; then all parties are public and stay."""
    m = ladder(tricks)
    assert [RE, 0, 0, 0] == parties(m)
    play(m, "DK SQ SQ HQ" if tricks == 2 else "D9 SQ SQ HQ")
    assert (1, [RE, RE, CONTRA, CONTRA]) == (m.public.partner, parties(m))
    play_any(m)
    assert [RE, RE, CONTRA, CONTRA] == parties(m)


@clause("DOKO-8.5", "DOKO-8.3")
def test_marrying_player_is_alone_after_three_tricks() -> None:
    """He wins tricks 1, 2 and 3: the others are Contra, and a later trick of another changes nothing."""
    m = ladder(3)
    assert (-1, [RE, CONTRA, CONTRA, CONTRA]) == (m.public.partner, parties(m))
    play(m, "D9 SQ SQ HQ")
    assert (-1, [RE, CONTRA, CONTRA, CONTRA], 1) == (m.public.partner, parties(m), turn(m))


@clause("DOKO-8.5")
def test_marriage_alone_keeps_trumps_and_ranks() -> None:
    """After trick 3 every card is followed and every trick won as in a normal game."""
    m, order, chooser = ladder(3), ORDERS["normal"], random.Random(1)
    while not m.log.deal_over:
        leader, trick = turn(m), [chooser.choice(m.cards(turn(m)))]
        m.act(leader, f"play {trick[0]}")
        for _ in range(3):
            may = following(order, trick[0], m.cards(turn(m)))
            assert set(may) == cards_open(m)
            trick.append(chooser.choice(may))
            m.act(turn(m), f"play {trick[-1]}")
        assert m.log.deal_over or (leader + taker(order, trick)) % 4 == turn(m)


@clause("DOKO-8.7", "DOKO-8.9")
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_soloist_is_alone_from_the_naming_on(seat: int, kind: str) -> None:
    """Wherever the ♣Q are, he is Re and the others are Contra, and all know it."""
    m = table("CQ CQ")
    for _ in range(4):
        m.act(turn(m), "reserve" if turn(m) == seat else "pass")
    assert [0, 0, 0, 0] == parties(m)
    bid(m, f"solo-{kind}")
    assert [RE if one == seat else CONTRA for one in range(4)] == parties(m)
    assert [{"re"} if one == seat else {"contra"} for one in range(4)] == [may_say(m, one) for one in range(4)]


@clause("DOKO-8.8", "DOKO-8.9")
def test_party_is_hidden_in_a_normal_game() -> None:
    """Before a ♣Q or an announcement no party is public, and only the own one is known."""
    m = play(normal("CQ C9", "CQ CK", "CA", "C10"), "C9 CK CA C10")
    assert [0, 0, 0, 0] == parties(m)
    own = [RE, RE, CONTRA, CONTRA]
    for viewer in range(4):
        view = m.view(viewer)
        assert [own[seat] if seat == viewer else 0 for seat in range(4)] == list(view.knows[viewer][:4])
        assert all(view.side[seat] == -2 for seat in range(4) if seat != viewer)


@clause("DOKO-8.9")
def test_playing_a_queen_of_clubs_shows_the_party() -> None:
    """The first shows its player, the second everybody."""
    m = play(normal(*TENS), "H10 CQ")
    assert [0, RE, 0, 0] == parties(m)
    play(m, "D10 SQ")
    assert [0, RE, 0, 0] == parties(m)
    play(m, "H10 HJ CQ")
    assert [CONTRA, RE, RE, CONTRA] == parties(m)


@clause("DOKO-8.9", "DOKO-8.2")
def test_second_queen_of_the_same_hand_shows_all() -> None:
    """A silent solo is public when the second ♣Q is played, not before."""
    m = normal("CQ CQ D9 DK", "D9 H10 DK", "D10 DA", "D10 DA")
    play(m, "CQ D9 D10 D10")
    assert [RE, 0, 0, 0] == parties(m)
    assert {"contra"} == may_say(m, 1)
    play(m, "CQ")
    assert [RE, CONTRA, CONTRA, CONTRA] == parties(m)


@clause("DOKO-8.9", "DOKO-10.6")
@pytest.mark.parametrize(("call", "seat", "side"), [("1 re", 1, RE), ("0 contra", 0, CONTRA), ("3 90", 3, CONTRA)])
def test_announcing_shows_the_party(call: str, seat: int, side: int) -> None:
    """Who announces is known at once, and nobody else by it."""
    m = announce(normal(*TENS), call)
    assert [side if one == seat else 0 for one in range(4)] == parties(m)


@clause("DOKO-8.9")
def test_deductions_are_left_to_the_players() -> None:
    """Two Contra players, or two Re players by announcement, make nobody else public."""
    m = announce(normal(*TENS), "0 contra", "3 90")
    assert [CONTRA, 0, 0, CONTRA] == parties(m)
    m = announce(normal(*TENS), "1 re", "2 90")
    assert [0, RE, RE, 0] == parties(m)
    play(m, "H10 CQ")
    assert [0, RE, RE, 0] == parties(m)


@clause("DOKO-8.9")
def test_marrying_player_is_public_at_once() -> None:
    """The others are not before the deciding trick is complete."""
    m = contract_by(1, "marriage", "CA C9", "CQ CQ")
    assert [0, RE, 0, 0] == parties(m)


@clause("DOKO-8.9")
def test_marriage_shows_both_queens_to_all() -> None:
    """Everybody knows that the marrying player holds both ♣Q: every world has them there."""
    m = contract_by(1, "marriage", "CA C9", "CQ CQ")
    for viewer in (0, 2, 3):
        assert all(2 == hands[1].count("CQ") for hands in worlds(m, viewer))
    silent = normal("CA C9", "CQ CQ")
    assert any(2 > hands[1].count("CQ") for hands in worlds(silent, 0, 20))


@clause("DOKO-8.9")
def test_announcement_tells_who_may_hold_a_queen_of_clubs() -> None:
    """Every world gives a ♣Q to who said Re, and none to who said Contra."""
    m = announce(normal(*TENS), "1 re", "0 contra")
    for viewer in (2, 3):
        assert all(hands[1].count("CQ") and not hands[0].count("CQ") for hands in worlds(m, viewer))


@clause("DOKO-26.11", "DOKO-8.9")
@pytest.mark.parametrize("seed", range(6))
def test_public_party_never_changes(seed: int) -> None:
    """Once public a party stays, and is that of the deal's end."""
    m = normal(seed=seed) if seed % 2 else contract_by(0, "marriage", "CQ CQ", seed=seed)
    before = parties(m)
    while not m.log.deal_over:
        play_any(m, 1)
        after = parties(m)
        assert all(old in (0, new) for old, new in zip(before, after, strict=True))
        before = after
    assert before.count(RE) in (1, 2)
    assert 0 not in before


@clause("DOKO-8.6")
@pytest.mark.parametrize("queens", [("CQ CQ", "", ""), ("CQ", "", "CQ"), ("", "CQ CQ", "")])
def test_queens_do_not_matter_in_a_poverty(queens: tuple[str, ...]) -> None:
    """Poor and rich are Re whoever holds or plays the ♣Q."""
    m = contract_by(3, "poverty", *queens, plain_hand("D9 DK D10"))
    take(m, "offer D9 DK D10", "accept", "return D9 DK D10")
    assert [RE, CONTRA, CONTRA, RE] == parties(m)
    assert [{"re"}, {"contra"}, {"contra"}, {"re"}] == [may_say(m, seat) for seat in range(4)]
    play_any(m)
    assert [RE, CONTRA, CONTRA, RE] == parties(m)


@clause("DOKO-8.3")
@pytest.mark.parametrize("partner", [1, 2, 3])
def test_partner_of_a_marriage_may_sit_anywhere(partner: int) -> None:
    """Who wins the first trick is Re with the marrying player."""
    hands = ["CQ CQ D9", "DK", "D10", "DA"]
    hands[partner] = hands[partner] + " H10"
    m = contract_by(0, "marriage", *hands)
    m.act(0, "play D9")
    for seat in (1, 2, 3):
        m.act(seat, "play H10" if seat == partner else f"play {hands[seat].split()[0]}")
    assert (partner, RE) == (m.public.partner, party(m, partner))


@clause("DOKO-8.3", "DOKO-8.9", "DOKO-8.5")
def test_both_queens_on_the_table_tell_no_party_of_a_marriage() -> None:
    """The marrying player wins two tricks with his ♣Q: the others' parties are open until the deciding trick."""
    hands = ["CQ CQ D9", "D9 DJ SJ", "DK DJ DQ", "DA D10 H10"]
    m = play(contract_by(0, "marriage", *hands), "CQ D9 DK DA CQ DJ DJ D10")
    assert ([RE, 0, 0, 0], -1) == (parties(m), m.public.partner)
    play(m, "D9 SJ DQ H10")
    assert ([RE, CONTRA, CONTRA, RE], 3) == (parties(m), m.public.partner)


@clause("DOKO-8.9", "DOKO-1.3")
@pytest.mark.parametrize("name", ["normal", "solo-queens", "marriage", "poverty"])
@pytest.mark.parametrize("dealer", [4, 2])
def test_idle_dealer_has_no_party(name: str, dealer: int) -> None:
    """Of five, two or one are Re and the other active ones Contra; the dealer is neither."""
    first = (dealer + 1) % 5
    hands = [""] * 5
    hands[first] = plain_hand("CQ CQ D9") if name == "poverty" else "CQ CQ"
    if name == "normal":
        m = normal(*hands, seats=5, dealer=dealer)
    else:
        m = contract_by(first, name, *hands, seats=5, dealer=dealer)
    if name == "poverty":
        take(m, "offer CQ CQ D9", "accept", "return CQ CQ D9")
    play_any(m)
    found = parties(m)
    assert (0, RE) == (found.pop(dealer), party(m, first))
    assert (found.count(RE), found.count(CONTRA)) in ((1, 3), (2, 2))

"""Variation 2, overcalling a solo: clauses DOKO-17 and the bidding of the worked examples 19 and 26."""

import itertools
from typing import Any

import pytest

from tests.aloud import legal, play, turn
from tests.clauses import clause
from tests.games.doppelkopf.builders import (
    CONTRA,
    RE,
    SOLOS,
    asked,
    bid,
    contract,
    parties,
    plain_hand,
    play_any,
    refuses,
    reserving,
    table,
    verbs,
)
from torite import Match

LEVELS = ["90", "60", "30", "schwarz"]
FIRM = ("DK D9", "DA D10 C9", "D10 D9", "CA CA C10 C10 SA SA S10 S10 HA HA H10 H10")
CALLS = [f"call {level}" for level in LEVELS]


def solo_question(*reservers: int, hands: tuple[str, ...] = (), **how: Any) -> Match:
    """The solo question among these reservers, with overcalling; seat 0 is forehand."""
    return reserving(table(*hands, solo_overcall="yes", **how), *reservers)


def above(level: int) -> set[str]:
    """What a challenger may say when that level is held: 0 plain to 4 Schwarz."""
    return {"pass", *CALLS[level:]}


def says(m: Match, seat: int) -> set[str]:
    """What a seat may announce."""
    return {code.removeprefix("announce ") for code in legal(m, seat) if code.startswith("announce")}


@clause("DOKO-17.1", "DOKO-6.6")
@pytest.mark.parametrize(("option", "seat"), [("no", 0), ("yes", 1)])
def test_first_yes_does_not_end_the_question(option: str, seat: int) -> None:
    """With the option the later reserver is asked; without it the first yes names his solo."""
    m = table(solo_overcall=option)
    bid(m, "reserve reserve pass pass yes")
    assert (seat, SOLOS if option == "no" else above(0)) == (turn(m), legal(m))


@clause("DOKO-17.1", "DOKO-17.9")
def test_later_player_passes_or_calls() -> None:
    """He is not asked yes or no; who said no before is not asked again, nor who passed in the first round."""
    m = bid(solo_question(0, 1, 3), "no yes")
    assert (3, above(0), 1, 0) == (turn(m), legal(m), m.public.holder, m.public.level)
    bid(m, "pass")
    assert (1, SOLOS) == (turn(m), legal(m))


@clause("DOKO-17.2", "DOKO-17.3")
@pytest.mark.parametrize("level", range(1, 5))
def test_earlier_player_holds_or_passes(level: int) -> None:
    """After a call he has these two words; passing leaves the solo to the later one at that level."""
    m = bid(solo_question(1, 3), f"yes {LEVELS[level - 1]}")
    assert (1, {"hold", "pass"}) == (turn(m), legal(m))
    bid(m, "pass")
    assert (3, SOLOS, level) == (turn(m), legal(m), m.public.level)
    bid(m, "solo-queens")
    assert (3, level + 1) == (m.public.declarer, m.public.called[RE])


@clause("DOKO-17.2", "DOKO-17.3", "DOKO-17.4")
@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(range(4), 2)))
def test_levels_rise_strictly_and_may_be_skipped(first: int, second: int) -> None:
    """After a hold the challenger goes above it or passes; the holder needs only to equal."""
    m = bid(solo_question(1, 3), f"yes {LEVELS[first]}")
    bid(m, "hold")
    assert (3, above(first + 1), first + 1) == (turn(m), legal(m), m.public.level)
    assert all(m.why(3, call) is not None for call in CALLS[: first + 1])
    bid(m, f"{LEVELS[second]} hold")
    if second < 3:
        assert (3, above(second + 1)) == (turn(m), legal(m))
        bid(m, "pass")
    assert (1, SOLOS, second + 1) == (turn(m), legal(m), m.public.level)


@clause("DOKO-17.4")
def test_refused_call_says_why() -> None:
    """A call not above the level held is refused by the clause."""
    m = bid(solo_question(1, 3), "yes 60 hold")
    refusals = [m.why(3, call) for call in ("call 90", "call 60")]
    assert ["DOKO-17.4", "DOKO-17.4"] == [refusal[1] for refusal in refusals if refusal]


@clause("DOKO-17.5", "DOKO-17.9")
@pytest.mark.parametrize("winner", ["earlier", "later"])
def test_survivor_faces_the_next_reserver(winner: str) -> None:
    """The one who passed is out; the other is the earlier player for the next, at the level he has."""
    m = bid(solo_question(0, 1, 2, 3), "yes 60")
    bid(m, "hold pass" if winner == "earlier" else "pass")
    survivor = 0 if winner == "earlier" else 1
    assert (2, above(2), survivor, 2) == (turn(m), legal(m), m.public.holder, m.public.level)
    bid(m, "30")
    assert (survivor, {"hold", "pass"}) == (turn(m), legal(m))
    bid(m, "pass")
    assert (3, above(3), 2) == (turn(m), legal(m), m.public.holder)
    bid(m, "pass")
    assert (2, SOLOS) == (turn(m), legal(m))


@clause("DOKO-17.5")
def test_survivor_at_level_0_stays_there() -> None:
    """A reserver who passes without a call changes nothing for the next one."""
    m = bid(solo_question(0, 1, 2, 3), "yes pass pass")
    assert (3, above(0), 0) == (turn(m), legal(m), m.public.holder)
    bid(m, "90 pass")
    assert (3, SOLOS, 1) == (turn(m), legal(m), m.public.level)


@clause("DOKO-17.9")
@pytest.mark.parametrize(("answer", "winner"), [("hold", 0), ("pass", 1)])
def test_nobody_is_asked_above_schwarz(answer: str, winner: int) -> None:
    """With Schwarz taken on by either of the two the solo is named at once."""
    m = bid(solo_question(0, 1, 2, 3), f"yes schwarz {answer}")
    assert (winner, SOLOS) == (turn(m), legal(m))
    bid(m, "solo-notrump")
    assert ("solo-notrump", 5) == (contract(m), m.public.called[RE])


@clause("DOKO-17.9", "DOKO-17.7")
@pytest.mark.parametrize("reservers", [(0, 1), (0, 1, 2, 3), (1, 2)])
def test_first_yes_plays_plain_if_nobody_overcalls(reservers: tuple[int, ...]) -> None:
    """All later reservers pass: level 0, nothing announced."""
    m = bid(solo_question(*reservers), "yes" + " pass" * (len(reservers) - 1))
    assert (reservers[0], SOLOS) == (turn(m), legal(m))
    bid(m, "solo-jacks")
    assert (reservers[0], 0) == (m.public.declarer, m.public.called[RE])


@clause("DOKO-17.9", "DOKO-6.5")
def test_without_a_yes_the_other_questions_follow() -> None:
    """All say no to the solo question; poverty and marriage are asked as ever."""
    m = bid(solo_question(1, 3, hands=("", "CQ CQ")), "no no")
    assert (1, "poverty") == asked(m)
    bid(m, "no no yes")
    assert "marriage" == contract(m)


@clause("DOKO-17.1", "DOKO-6.9")
def test_solo_of_the_question_still_outranks_poverty_and_marriage() -> None:
    """A poor reserver may only overcall, not claim his poverty."""
    m = bid(solo_question(1, 3, hands=("", "", "", plain_hand("D9 DK D10"))), "yes")
    assert (3, above(0)) == (turn(m), legal(m))


@clause("DOKO-17.6")
@pytest.mark.parametrize("kind", ["clubs", "diamonds", "queens", "notrump"])
def test_kind_is_named_after_the_auction(kind: str) -> None:
    """Any kind, by the winner; nothing is fixed before."""
    m = bid(solo_question(0, 2), "yes 90 hold 60 pass")
    assert (2, SOLOS, "none") == (turn(m), legal(m), contract(m))
    assert [0, 0, 0, 0] == parties(m)
    bid(m, f"solo-{kind}")
    assert (f"solo-{kind}", 2, 0, {"play"}) == (contract(m), m.public.declarer, turn(m), verbs(m))


@clause("DOKO-17.7")
@pytest.mark.parametrize("level", range(1, 5))
def test_level_counts_as_announced_with_the_whole_hand(level: int) -> None:
    """Re and all levels up to it are made; only higher ones are left to the soloist."""
    m = bid(solo_question(0, 2), f"yes {LEVELS[level - 1]} hold")
    bid(m, "solo-queens" if level == 4 else "pass solo-queens")
    assert set(LEVELS[level:]) == says(m, 0)
    assert (level + 1, 0) == (m.public.called[RE], m.public.called[CONTRA])
    assert [RE, CONTRA, CONTRA, CONTRA] == parties(m)


@clause("DOKO-17.7")
def test_level_opens_the_replies() -> None:
    """After 90 by the auction Contra may be said with 9 cards; after a plain solo with 11 at least."""
    overcalled = bid(solo_question(0, 2), "yes 90 hold pass solo-notrump")
    plain = bid(solo_question(0, 2), "yes pass solo-notrump")
    assert "contra" in says(overcalled, 1) & says(plain, 1)
    allowed = []
    for m in (overcalled, plain):
        found = []
        for _ in range(5):
            found.append("contra" in says(m, 1))
            held = len(m.cards(1))
            while len(m.cards(1)) == held:
                play_any(m, 1)
        allowed.append(found)
    assert [[True, True, True, True, False], [True, True, False, False, False]] == allowed


@clause("EX-DOKO-19", "DOKO-17.2", "DOKO-17.3", "DOKO-17.7")
def test_example_overcall() -> None:
    """B solo, D 90, B holds, D 60, B passes: D plays as if he had announced Re, 90, 60."""
    m = bid(solo_question(1, 3, dealer=0), "yes 90 hold 60")
    assert (1, {"hold", "pass"}) == (turn(m), legal(m))
    bid(m, "pass")
    assert 3 == turn(m)
    bid(m, "solo-queens")
    assert (3, 1, 3) == (m.public.declarer, turn(m), m.public.called[RE])
    assert {"30", "schwarz"} == says(m, 3)


@clause("EX-DOKO-19", "DOKO-17.7")
def test_example_overcall_scored() -> None:
    """With 185 : 55 he wins 1 + 1 + 1 + 2 + 1 + 1 = 7: +21, the others −7."""
    m = bid(solo_question(1, 3, dealer=0, hands=FIRM), "yes 90 hold 60 pass solo-notrump")
    play(m, "DA D10 H10 DK D10 D9 C10 D9 C9")  # 55 for B; after that D has nothing but the highest of each suit
    play_any(m)
    assert (185, [-7, -7, -7, 21]) == (m.public.points[3], m.scores)


@clause("DOKO-17.7")
@pytest.mark.parametrize(
    ("level", "scores"), [("90", [-6, -6, -6, 18]), ("30", [6, 6, 6, -18]), ("schwarz", [8, 8, 8, -24])]
)
def test_level_binds_the_soloist(level: str, scores: list[int]) -> None:
    """The same 185 : 55 after other levels: 90 is kept, 30 and Schwarz fail and lose, 55 beating Schwarz by 30."""
    m = bid(solo_question(1, 3, dealer=0, hands=FIRM), f"yes {level} pass solo-notrump")
    play_any(play(m, "DA D10 H10 DK D10 D9 C10 D9 C9"))
    assert scores == m.scores


@clause("EX-DOKO-26", "DOKO-17.7")
@pytest.mark.parametrize("alone", [True, False])
def test_example_uncontested_solo(alone: bool) -> None:
    """Only B says solo: nothing counts as announced; he may still say Re with 11 cards, not with 10."""
    m = solo_question(1, dealer=0) if alone else bid(solo_question(1, 2, dealer=0), "yes pass")
    bid(m, "solo-notrump")
    assert (0, 0) == (m.public.called[RE], m.public.called[CONTRA])
    assert "re" in says(m, 1)
    play_any(m, 1)
    assert (11, True) == (len(m.cards(1)), "re" in says(m, 1))
    while len(m.cards(1)) == 11:
        play_any(m, 1)
    assert set() == says(m, 1)


@clause("DOKO-17.8")
def test_compulsory_solos_compete_among_themselves() -> None:
    """In a tournament only debtors overcall a compulsory solo; the loser still owes his."""
    given = {"owes": [1, 0, 1, 1]}
    m = solo_question(0, 1, 2, tournament="yes", initial=given)
    assert (0, "compulsory") == asked(m)
    bid(m, "yes")
    assert (2, above(0)) == (turn(m), legal(m))
    bid(m, "90 pass")
    assert (2, SOLOS) == (turn(m), legal(m))
    bid(m, "solo-jacks")
    assert (2, 1, 2, 2) == (turn(m), m.public.compulsory, m.public.declarer, m.public.called[RE])
    play_any(m)
    assert [1, 0, 0, 1] == list(m.public.owes[:4])


@clause("DOKO-17.8")
def test_voluntary_solos_compete_among_themselves() -> None:
    """When no debtor wants his, the others bid against one another, and no debtor joins in."""
    m = solo_question(0, 1, 2, 3, tournament="yes", initial={"owes": [1, 0, 1, 0]})
    bid(m, "no no")
    assert (1, "solo") == asked(m)
    bid(m, "yes")
    assert (3, above(0)) == (turn(m), legal(m))
    bid(m, "pass")
    assert (1, SOLOS) == (turn(m), legal(m))
    bid(m, "solo-queens")
    assert (0, 0) == (m.public.compulsory, turn(m))


@clause("DOKO-17.1", "DOKO-18.10")
def test_overcalling_is_for_the_big_pack() -> None:
    """With 40 cards the auction takes its place."""
    assert [False, True, True] == [
        refuses(solo_overcall="yes"),
        refuses("doppelkopf-40", solo_overcall="yes"),
        refuses(deck=40, solo_overcall="yes"),
    ]


@clause("DOKO-17.7", "DOKO-6.17")
def test_bound_solo_is_plain() -> None:
    """Who is bound by `first_must_solo` after all declined has announced nothing."""
    m = bid(solo_question(0, 1, all_reservers_pass="first_must_solo"), "no no no no no no solo-queens")
    assert (0, 0) == (m.public.declarer, m.public.called[RE])
    play(m, m.cards(0)[0])


@clause("DOKO-17.5", "DOKO-17.9")
@pytest.mark.parametrize("viewer", range(4))
def test_auction_is_seen_by_all(viewer: int) -> None:
    """Everybody hears every word and knows who has the solo at which level."""
    m = bid(solo_question(0, 2), "yes 60 hold")
    view = m.view(viewer)
    assert (0, 2) == (view.holder, view.level)
    heard = [seen.code for seen in m.history(viewer) if seen.seat >= 0]
    assert ["reserve", "pass", "reserve", "pass", "yes", "call 60", "hold"] == heard

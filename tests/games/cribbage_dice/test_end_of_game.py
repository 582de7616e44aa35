"""The end with `first`: CDICE-4.1, 4.5 to 4.8 and 6.10, and what the totals do until then."""

from __future__ import annotations

from fractions import Fraction

import pytest

import torite
from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.cribbage_dice.builders import (
    EXTRA,
    LAST_ROLL,
    NOTHING,
    SEED,
    cribs_counted,
    hands_counted,
    keep_all,
    places,
    plain,
    refused,
    shares,
    table,
    told,
    wanted,
    winners,
)

TWO = "12 2 4 8 8"  # with the first as the starter, a pair and nothing else
PLAIN_31, STARTER_1 = "2 9 10 12", "1 2 9 10 12"  # count nothing with a starter of 1, and make 31


@clause("CDICE-4.1", "CDICE-10.5")
@pytest.mark.parametrize(("before", "over"), [(87, False), (88, True), (89, True)])
def test_ninety_wins_at_once(before: int, over: bool) -> None:
    """After the hand is scored, in the middle of a round; 89 is not enough."""
    m = take(table(TWO, NOTHING, seats=3, scores=[before, 50, 89]), "keep")
    assert (over, [before + 2, 50, 89]) == (m.over, m.scores)
    assert ([0] if over else []) == winners(m)
    if over:
        assert ([1, 3, 2], [Fraction(1), 0, 0]) == (places(m), shares(m))
        assert [("wins", 0, before + 2)] == told(m, "wins")
        assert (0, ()) == (wanted(m), m.actors)
        with pytest.raises(torite.MatchOver):
            m.act(1, "keep")


@clause("CDICE-4.1")
@pytest.mark.parametrize("target", [1, 2, 30, 999])
def test_other_targets(target: int) -> None:
    """The points that win can be agreed."""
    m = take(table(TWO, NOTHING, scores=[max(0, target - 3), 0], target=target), "keep")
    assert (target < 3) == m.over
    m = take(table(TWO, NOTHING, scores=[max(0, target - 2), 0], target=target), "keep")
    assert m.over


@clause("CDICE-4.1", "CDICE-4.2")
def test_without_equal_turns_nobody_has_another_turn() -> None:
    """The others do not play on, however close they are."""
    m = take(table(TWO, "12 12 12 12", scores=[88, 89]), "keep")
    assert (True, [90, 89], [(0, 2)]) == (m.over, m.scores, hands_counted(m))


@clause("CDICE-4.7")
def test_whole_hand_is_added() -> None:
    """A final total may pass the target."""
    m = take(table("5 5 5 5 5", scores=[89, 0]), "keep")
    assert (True, [129, 0]) == (m.over, m.scores)


@clause("CDICE-4.7")
def test_whole_crib_is_added() -> None:
    """All of it, although its first points were enough."""
    m = table("5 5 5 1 2 4 8", "5 5 1 2 4 11", variant=EXTRA, scores=[0, 70])
    take(m, "crib 5 5", "keep", "crib 5 5", "keep")
    assert [(1, 40)] == cribs_counted(m)
    assert (True, 70 + 40 + dict(hands_counted(m))[1]) == (m.over, m.scores[1])


@clause("CDICE-4.6", "EX-CDICE-20", "CDICE-5.5")
def test_example_of_a_hand_that_wins_without_the_crib() -> None:
    """The dealer's hand brings 91: the game ends at 74 : 91."""
    m = table("5 1 2 5 5 9 12", "3 3 6 7 8 10", variant=EXTRA, scores=[60, 83])
    take(m, "crib 1 2", "keep", "crib 3 10", "keep")
    assert (True, [74, 91], [1], []) == (m.over, m.scores, winners(m), cribs_counted(m))


@clause("CDICE-4.6")
def test_first_player_who_wins_leaves_the_crib_uncounted() -> None:
    """The dealer has no turn and no crib."""
    m = take(table("5 1 2 5 5 9 12", variant=EXTRA, scores=[76, 89]), "crib 1 2", "keep")
    assert (True, [90, 89], [0], []) == (m.over, m.scores, winners(m), cribs_counted(m))


@clause("CDICE-4.6", "CDICE-5.5")
@pytest.mark.parametrize(("before", "over"), [(83, False), (84, True)])
def test_crib_comes_before_the_settlement(before: int, over: bool) -> None:
    """The dealer's crib of 6 wins, and nothing is settled; or it does not, and the first player gets the point."""
    m = table("12 3 3 2 4 6 8", "3 4 2 4 6 8", variant=EXTRA, scores=[89, before], last_roll_31=True)
    take(m, "crib 3 3", "keep", "crib 3 4", "keep")
    assert ([(0, 0), (1, 0)], [(1, 6)]) == (hands_counted(m), cribs_counted(m))
    assert (True, [1 if over else 0]) == (m.over, winners(m))
    assert ([89, 90] if over else [90, 89]) == m.scores
    assert over == (not told(m, "last_roll", "closest"))


@clause("CDICE-6.10", "EX-CDICE-23")
def test_example_of_a_settlement_that_brings_both_there() -> None:
    """90 : 90; the first in turn order wins, whoever that is."""
    for dealer in (0, 1):
        m = table(STARTER_1, PLAIN_31, dealer=dealer, variant=LAST_ROLL, scores=[89, 89])
        take(m, "keep", "keep")
        assert (True, [90, 90], [1 - dealer]) == (m.over, m.scores, winners(m))
        assert sorted([1, 2]) == sorted(places(m))


@clause("CDICE-6.10")
@pytest.mark.parametrize(("scores", "winner"), [([88, 89, 89], 1), ([89, 88, 89], 0), ([88, 88, 89], 2)])
def test_earliest_in_turn_order_of_those_at_ninety(scores: list[int], winner: int) -> None:
    """All three have 31 and get one point; a total of 89 has not won."""
    m = take(table(STARTER_1, PLAIN_31, PLAIN_31, seats=3, variant=LAST_ROLL, scores=scores), *["keep"] * 3)
    assert (True, [score + 1 for score in scores], [winner]) == (m.over, m.scores, winners(m))


@clause("CDICE-6.10", "CDICE-4.1")
def test_no_settlement_after_a_win() -> None:
    """The last player wins by the hand: nobody gets points for 31."""
    m = table(STARTER_1, "2 2 7 9", variant=LAST_ROLL, scores=[89, 88])
    take(m, "keep", "keep")
    assert (True, [89, 90], [1], []) == (m.over, m.scores, winners(m), told(m, "last_roll", "only_31"))


@clause("CDICE-6.10", "CDICE-4.1")
def test_settlement_may_win() -> None:
    """Two points for 31 alone, at the end of the round."""
    m = take(table(STARTER_1, "2 6 10 12", variant=LAST_ROLL, scores=[88, 89]), "keep")
    assert not m.over
    take(m, "keep")
    assert (True, [90, 89], [0]) == (m.over, m.scores, winners(m))


@clause("CDICE-10.5")
@pytest.mark.parametrize("variant", [SEED, EXTRA, LAST_ROLL])
def test_totals_never_fall(variant: str) -> None:
    """To the end of a match; it stops at the first total of 90, and the winner alone has so many."""
    m, last = table(variant=variant, seats=3), [0, 0, 0]
    while not m.over:
        while m.actors:
            take(m, plain(m))
            assert all(now >= was for now, was in zip(m.scores, last, strict=True))
            assert m.over or max(m.scores) < 90
            last = m.scores
        m.go_on()
    assert [seat for seat in range(3) if m.scores[seat] >= 90] == winners(m)


@clause("CDICE-4.5", "CDICE-4.8")
@pytest.mark.parametrize("tie", ["share", "playoff"])
def test_tie_option_has_no_effect_with_first(tie: str) -> None:
    """The settlement's tie is decided by turn order."""
    m = take(table(STARTER_1, PLAIN_31, variant=LAST_ROLL, scores=[89, 89], tie=tie), "keep", "keep")
    assert (True, [0]) == (m.over, winners(m))
    assert (0, ()) == (wanted(m), m.actors)


@clause("CDICE-4.1", "CDICE-1.2")
def test_match_goes_on_round_after_round() -> None:
    """Nobody has 90, so the next round begins; a score is carried on."""
    m = keep_all(table(f"12 {NOTHING}", NOTHING, TWO, "2 4 8 8"))
    assert (True, False) == (m.log.deal_over, m.over)
    m.go_on()
    assert (1, 0) == (turn(m), m.public.dealer)
    keep_all(m)
    assert ([2, 2], 4) == (m.scores, len(hands_counted(m)))
    assert refused(m, "keep", 0)

"""Equal turns and play-offs: CDICE-4.2 to 4.5, 4.8 and 4.9."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.cribbage_dice.builders import (
    EQUAL,
    EXTRA,
    bare,
    cribs_counted,
    dice_fall,
    hands_counted,
    places,
    shares,
    starter,
    table,
    told,
    wanted,
    winners,
)
from torite import Match

ZERO, TWO, FOUR, SIX = "2 4 6 8", "2 4 8 8", "2 2 8 8", "2 8 8 8"  # what four dice count with a starter of 12


def equal(*hands: str, seats: int = 3, scores: list[int] | None = None, dealer: int = -1, **options: Any) -> Match:
    """Play these hands one after the other, as they fall, with a starter of 12."""
    rolls = [f"12 {hands[0]}", *hands[1:]]
    m = table(*rolls, seats=seats, dealer=dealer, scores=scores or [], variant=EQUAL, **options)
    return take(m, *["keep"] * len(hands))


def order(m: Match) -> list[int]:
    """Whose hands were counted, in order."""
    return [seat for seat, _ in hands_counted(m)]


@clause("CDICE-4.2", "CDICE-4.3", "EX-CDICE-17")
def test_example_of_equal_turns() -> None:
    """B reaches 92; C plays the normal turn, A one additional turn with the same starter; then the highest wins."""
    m = equal(ZERO, FOUR, scores=[85, 88, 80])
    assert ([85, 92, 80], 2, False) == (m.scores, turn(m), m.over)
    take(m, "keep")
    assert (0, 12, False) == (turn(m), starter(m), m.over)
    take(m, "keep")
    assert (True, [0, 1, 2, 0]) == (m.over, order(m))
    assert [max(m.scores)] == [m.scores[seat] for seat in winners(m)]


@clause("CDICE-4.2", "CDICE-4.3")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_other_player_has_exactly_one_turn_more(seats: int) -> None:
    """Whoever reaches the target, the others follow clockwise, each once, with the starter that lies there."""
    for reaching in range(seats):
        scores = [88 if seat == reaching else 0 for seat in range(seats)]
        m = equal(*[ZERO] * reaching, TWO, *[ZERO] * (seats - 1), seats=seats, scores=scores)
        assert (True, [reaching], 90) == (m.over, winners(m), m.scores[reaching])
        after = [(reaching + 1 + i) % seats for i in range(seats - 1)]
        assert [*range(reaching + 1), *after] == order(m)
        assert [("reaches", reaching, 90)] == told(m, "reaches")
        assert [seat for seat in after if seat < reaching] == [seat for _, seat, _ in told(m, "one_more")]


@clause("CDICE-4.3")
@pytest.mark.parametrize(("starters", "dice"), [("shared", 4), ("per_turn", 5)])
def test_additional_turn_has_rerolls_and_the_starter_of_the_round(starters: str, dice: int) -> None:
    """Four dice are rolled, and they may be rolled again as often as ever; no dealer is needed for it."""
    m = bare(2, EQUAL, starter=starters, target=2)
    dice_fall(dice_fall(m, "1 2"), f"12 {ZERO}")
    take(m, "keep")
    dice_fall(m, f"12 {TWO}" if dice == 5 else TWO)
    take(m, "keep")
    assert (dice, 1) == (wanted(m), m.public.dealer)
    dice_fall(m, f"12 {ZERO}" if dice == 5 else ZERO)
    assert (0, 12, 3) == (turn(m), starter(m), m.public.rerolls)
    for left in (2, 1, 0):
        assert left + 1 == m.public.rerolls
        dice_fall(take(m, "roll 8"), "8")
    assert (True, [0, 2], [1]) == (m.over, m.scores, winners(m))


@clause("CDICE-4.2")
def test_highest_total_wins_not_the_first_there() -> None:
    """A has 90, C passes it."""
    m = equal(TWO, FOUR, SIX, scores=[88, 80, 85])
    assert (True, [90, 84, 91], [2]) == (m.over, m.scores, winners(m))


@clause("CDICE-4.4")
def test_ninety_in_an_extra_turn_starts_no_more_turns() -> None:
    """Neither in a turn of the round nor in an additional one."""
    m = equal(ZERO, TWO, SIX, SIX, scores=[85, 88, 88])
    assert (True, [0, 1, 2, 0], [91, 90, 94], [2]) == (m.over, order(m), m.scores, winners(m))
    assert 1 == len(told(m, "reaches"))


@clause("CDICE-4.5")
def test_tied_players_share_the_win() -> None:
    """Two of three, or all."""
    m = equal(TWO, ZERO, FOUR, scores=[88, 80, 86])
    assert (True, [Fraction(1, 2), 0, Fraction(1, 2)]) == (m.over, shares(m))
    assert [1, 3, 1] == places(m)
    m = equal(TWO, TWO, TWO, scores=[88, 88, 88])
    assert (True, [0, 1, 2], [Fraction(1, 3)] * 3) == (m.over, winners(m), shares(m))


@clause("CDICE-4.8", "EX-CDICE-22")
def test_example_of_a_play_off() -> None:
    """A and C have 94; C first, then A, still with starter 7; A wins with 96."""
    rolls = ("7 7 8 1 3", "2 4 9 12", "7 8 1 3", "1 3 9 12", "1 3 9 9")
    m = table(*rolls, seats=3, scores=[86, 80, 86], variant=EQUAL, tie="playoff")
    take(m, "keep", "keep", "keep")
    assert ([94, 82, 94], False, 2, 7) == (m.scores, m.over, turn(m), starter(m))
    assert [("playoff", 2)] == [(key, amount) for key, _, amount in told(m, "playoff")]
    take(m, "keep")
    assert (0, 7, False) == (turn(m), starter(m), m.over)
    take(m, "keep")
    assert (True, [96, 82, 94], [0]) == (m.over, m.scores, winners(m))
    assert [(0, 8), (1, 2), (2, 8), (2, 0), (0, 2)] == hands_counted(m)


@clause("CDICE-4.8")
@pytest.mark.parametrize("reaching", [0, 1, 2])
def test_play_off_goes_clockwise_from_after_the_first_there(reaching: int) -> None:
    """The one who first reached 90 is last; as often as needed, each time with those who are still level."""
    level = [*[ZERO] * reaching, *[TWO] * 3]  # all have 90 after the additional turns
    second, third = (reaching + 1) % 3, (reaching + 2) % 3
    m = equal(*level, ZERO, TWO, TWO, ZERO, ZERO, TWO, ZERO, scores=[88, 88, 88], tie="playoff")
    assert [second, third, reaching, third, reaching, third, reaching] == order(m)[len(level) :]
    totals = {second: 90, third: 94, reaching: 92}
    assert (True, [third], [totals[seat] for seat in range(3)]) == (m.over, winners(m), m.scores)
    assert [3, 2, 2] == [amount for _, _, amount in told(m, "playoff")]


@clause("CDICE-4.8")
def test_play_off_is_among_the_tied_alone() -> None:
    """B, behind, has no turn, though B could have passed them."""
    m = equal(TWO, ZERO, TWO, ZERO, TWO, scores=[88, 89, 88], tie="playoff")
    assert (True, [92, 89, 90], [0]) == (m.over, m.scores, winners(m))
    assert [0, 1, 2, 2, 0] == order(m)


@clause("CDICE-4.8")
def test_no_crib_in_a_play_off() -> None:
    """Four dice, also for the dealer; the crib was scored in the round."""
    m = bare(2, EXTRA, end_rule="equal_turns", tie="playoff", target=2)
    dice_fall(dice_fall(m, "1 2"), "12 2 2 2 4 8 8")
    take(m, "crib 2 2", "keep")
    dice_fall(m, "4 6 2 4 6 8")
    take(m, "crib 4 6", "keep")
    for seat in (1, 0, 1):
        assert ([(1, 2)], 4, False) == (cribs_counted(m), wanted(m), m.over)
        dice_fall(m, TWO)
        assert (seat, 12) == (turn(m), starter(m))
        take(m, "keep")


@clause("CDICE-4.9", "EX-CDICE-21")
def test_example_of_equal_turns_with_the_last_roll() -> None:
    """A reaches 90 by the settlement; B has one additional turn, not settled, and wins 92 : 90."""
    rolls = ("1 2 9 10 12", "2 4 6 6", "1 1 2 2")
    m = take(table(*rolls, scores=[88, 80], variant=EQUAL, last_roll_31=True), "keep", "keep")
    assert ([90, 84], False, 1, 1) == (m.scores, m.over, turn(m), starter(m))
    settled = len(told(m, "last_roll"))
    take(m, "keep")
    assert (True, [90, 92], [1]) == (m.over, m.scores, winners(m))
    assert (2, 2) == (settled, len(told(m, "last_roll")))


@clause("CDICE-4.9")
def test_round_is_settled_before_additional_turns() -> None:
    """B reaches 90; C plays, the round is settled, then A has the additional turn, which is not settled."""
    m = equal("2 8 9 11", TWO, "2 4 6 8", scores=[80, 88, 70], last_roll_31=True)
    assert 3 == len(told(m, "last_roll"))
    before = list(m.scores)
    assert (0, False) == (turn(m), m.over)
    assert [("closest", 0, 1)] == told(m, "closest")
    take(m, "keep")
    assert (True, 3) == (m.over, len(told(m, "last_roll")))
    assert before[1:] == m.scores[1:]


@clause("CDICE-4.9")
def test_settlement_brings_several_to_the_target() -> None:
    """The earliest in turn order counts as the one who reached it; all others, those too, have a turn more."""
    rolls = ("1 2 9 10 12", "2 9 10 12", "2 9 10 12")
    m = table(*rolls, seats=3, scores=[50, 89, 89], variant=EQUAL, last_roll_31=True)
    take(m, "keep", "keep", "keep")
    assert ([51, 90, 90], [("reaches", 1, 90)]) == (m.scores, told(m, "reaches"))
    after = []
    while not m.over:
        after.append(turn(m))
        take(m, "keep")
    assert [2, 0] == after
    assert 3 == len(told(m, "last_roll"))


@clause("CDICE-4.9")
def test_settlement_after_somebody_has_reached_the_target_changes_nothing_of_the_order() -> None:
    """B was the first at 90 by a hand; C comes to 90 by the settlement, and only A has an additional turn."""
    m = table("1 2 6 10 11", "2 2 7 9", "2 9 10 12", seats=3, scores=[0, 88, 88], variant=EQUAL, last_roll_31=True)
    take(m, "keep", "keep", "keep")
    assert ([0, 90, 90], 0, [("reaches", 1, 90)]) == (m.scores, turn(m), told(m, "reaches"))
    take(m, "keep")
    assert (True, [0, 1, 2, 0]) == (m.over, order(m))


@clause("CDICE-5.11")
def test_no_crib_in_additional_turns() -> None:
    """The dealer reaches the target and still scores the crib; the other has four dice more, and no crib."""
    m = bare(2, EXTRA, end_rule="equal_turns", target=2)
    dice_fall(dice_fall(m, "1 2"), "12 2 2 2 4 6 8")
    take(m, "crib 2 2", "keep")
    dice_fall(m, "4 6 2 4 8 8")
    take(m, "crib 4 6", "keep")
    assert ([(1, 2)], [0, 4], 4, False) == (cribs_counted(m), m.scores, wanted(m), m.over)
    dice_fall(m, SIX)
    assert 0 == turn(m)
    take(m, "keep")
    assert (True, [6, 4], 1) == (m.over, m.scores, len(cribs_counted(m)))


@clause("CDICE-5.11", "CDICE-4.3")
def test_dealer_uses_the_turn_of_the_round_with_its_crib() -> None:
    """The other has reached the target: the dealer still rolls six, puts two aside and scores the crib, once."""
    m = bare(2, EXTRA, end_rule="equal_turns", target=2)
    dice_fall(dice_fall(m, "1 2"), "12 2 2 2 4 8 8")
    take(m, "crib 2 2", "keep")
    assert 6 == wanted(m)
    dice_fall(m, "4 6 2 4 6 8")
    take(m, "crib 4 6", "keep")
    assert ([(1, 2)], True) == (cribs_counted(m), m.over)

"""Rolling again and stopping: CDICE-2.4 to 2.8 and 2.10, whole and part by part."""

from __future__ import annotations

from itertools import combinations

import pytest

import torite
from tests.aloud import take, turn
from tests.clauses import clause
from tests.games.cribbage_dice.builders import (
    DESIGNER,
    EXTRA,
    NOTHING,
    SEED,
    dice_of,
    hands_counted,
    legal,
    refused,
    table,
    told,
)
from tests.strategies import differing
from torite import Match


def in_turn(dice: str = "2 5 5 9", *rolls: str, variant: str = SEED) -> Match:
    """Seat 0 has rolled these dice with a starter of 12; then these dice fall."""
    return table(f"12 {dice}", *rolls, variant=variant)


@clause("CDICE-2.4", "CDICE-2.8", "CDICE-10.2")
@pytest.mark.parametrize(("variant", "most"), [(SEED, 3), (DESIGNER, 2)])
def test_so_many_rerolls_then_the_hand_is_scored(variant: str, most: int) -> None:
    """After the last allowed re-roll there is nothing to choose: the hand counts and the next player rolls."""
    m = in_turn(NOTHING, *["12"] * most, variant=variant)
    for number in range(most):
        assert (0, most - number, []) == (turn(m), m.public.rerolls, hands_counted(m))
        take(m, "roll 2" if number == 0 else "roll 12")
    assert ([(0, 2)], 1, most) == (hands_counted(m), turn(m), m.public.rerolls)


@clause("CDICE-2.4")
@pytest.mark.parametrize("most", [3, 2])
def test_number_of_rerolls_can_be_agreed(most: int) -> None:
    """Whatever the variant says."""
    for variant in (SEED, DESIGNER):
        m = table(variant=variant, max_rerolls=most)
        seat, rolled = turn(m), 0
        while turn(m) == seat:
            take(m, f"roll {dice_of(m, seat)[0]}")
            rolled += 1
        assert most == rolled


@clause("CDICE-2.5")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_any_one_to_four_dice_may_be_rolled_again(number: int) -> None:
    """Every subset of the four, and only those dice change."""
    for chosen in combinations([2, 5, 7, 9], number):
        m = in_turn("2 5 7 9", " ".join(["11"] * number))
        take(m, "roll " + " ".join(map(str, chosen)))
        assert sorted([11] * number + [face for face in (2, 5, 7, 9) if face not in chosen]) == dice_of(m, 0)
        assert 2 == m.public.rerolls


@clause("CDICE-2.5")
def test_none_or_five_dice_are_not_rolled_again() -> None:
    """A re-roll takes at least one die, and at most the four."""
    m = in_turn()
    for code in ("roll", "roll 2 5 5 9 12", "roll 2 5 5 9 9", "done"):
        assert refused(m, code).code == "illegal-move"


@clause("CDICE-2.6")
def test_kept_die_may_be_rolled_again_later() -> None:
    """The 9 stays twice and goes in the third re-roll."""
    m = in_turn("1 3 6 9", "2", "4", "10")
    take(m, "roll 1", "roll 2")
    assert {"keep", "roll 3", "roll 4", "roll 6", "roll 9"} == legal(m)
    take(m, "roll 9")
    assert [3, 4, 6, 10] == dice_of(m, 0)


@clause("CDICE-2.7")
@pytest.mark.parametrize("rolled", [0, 1, 2])
def test_player_may_stop_at_any_time(rolled: int) -> None:
    """At once, or with re-rolls left; the hand is scored then and not before."""
    m = in_turn(NOTHING, *["2"] * rolled)
    for _ in range(rolled):
        take(m, "roll 2")
    assert ([], [0, 0]) == (hands_counted(m), m.scores)
    assert "keep" in legal(m)
    take(m, "keep")
    assert ([(0, 0)], 1) == (hands_counted(m), turn(m))


@clause("EX-CDICE-14", "CDICE-2.4", "CDICE-2.8")
def test_example_of_a_turn() -> None:
    """Three re-rolls around 5 and 12, with starter 10."""
    m = table("10 2 5 9 12", "3 7", "10 4", "11")
    take(m, "roll 2 9", "roll 3 7", "roll 4")
    assert ([(0, 16)], [16, 0], 1) == (hands_counted(m), m.scores, turn(m))
    note = next(note for note in m.score_sheet.account or m.score_sheet.last_scored if note.line.key == "hand_count")
    assert (4, 9, 9, 10, 11) == note.pieces


# equal dice


@clause("CDICE-2.10")
def test_equal_dice_are_interchangeable() -> None:
    """`roll 5 5` takes exactly two of three fives."""
    m = take(in_turn("5 5 5 9", "1 12"), "roll 5 5")
    assert [1, 5, 9, 12] == dice_of(m, 0)
    assert {"keep", "roll 1", "roll 5", "roll 9", "roll 12"} == legal(m)


@clause("CDICE-2.10")
@pytest.mark.parametrize(("named", "left"), [("5", [3, 5, 5, 9]), ("5 5", [3, 3, 5, 9]), ("5 5 5", [3, 3, 3, 9])])
def test_as_many_of_the_equal_dice_as_are_named(named: str, left: list[int]) -> None:
    """One, two or all three of the fives."""
    m = take(in_turn("5 5 5 9", " ".join(["3"] * len(named.split()))), f"roll {named}")
    assert left == dice_of(m, 0)


@clause("CDICE-2.10")
@pytest.mark.parametrize(
    "codes",
    [
        ["roll 5 5 9", "roll 5 9 5", "roll 9 5 5"],
        ["roll 5 2", "roll 2 5"],
        ["roll 9 2 5 5", "roll 2 5 5 9", "roll 5 2 9 5"],
    ],
)
def test_order_in_which_dice_are_named_says_nothing(codes: list[str]) -> None:
    """The same set of numbers leads to the same state and the same record."""
    new = " ".join(["1", "7", "12", "12"][: len(codes[0].split()) - 1])
    matches = [take(in_turn("2 5 5 9", new), code) for code in codes]
    for m in matches[1:]:
        assert [] == differing(matches[0].log.state, m.log.state)
        assert torite.write(matches[0]) == torite.write(m)


@clause("CDICE-2.10")
def test_order_in_which_dice_fell_says_nothing() -> None:
    """Which of the fives goes does not show: what lies there and what may be done is the same."""
    first, second = (take(in_turn(dice, "1 3"), "roll 5 9") for dice in ("5 9 5 2", "2 5 5 9"))
    assert (dice_of(first, 0), legal(first)) == (dice_of(second, 0), legal(second))
    assert [1, 2, 3, 5] == dice_of(first, 0)


# part by part


def by_parts(m: Match, *parts: str) -> Match:
    """Give the parts one at a time; nobody has acted before the last."""
    seat = turn(m)
    for part in parts[:-1]:
        log = len(m.log)
        m.act(seat, part)
        assert (log, seat) == (len(m.log), turn(m))
    m.act(seat, parts[-1])
    return m


@clause("CDICE-2.5", "CDICE-2.10")
@pytest.mark.parametrize(
    ("code", "parts"),
    [
        ("roll 2", ["roll 2 +", "done"]),
        ("roll 2 9", ["roll 2 +", "roll 9 +", "done"]),
        ("roll 2 9", ["roll 9 +", "roll 2"]),
        ("roll 5 5", ["roll 5 +", "roll 5 +", "done"]),
        ("roll 2 5 5", ["roll 5 2 +", "roll 5 +", "done"]),
        ("roll 2 5 5 9", ["roll 5 +", "roll 9 +", "roll 5 +", "roll 2"]),
    ],
)
def test_dice_taken_one_at_a_time(code: str, parts: list[str]) -> None:
    """The same as the whole code, which is what the record has."""
    new = " ".join(["10", "1", "6", "6"][: len(code.split()) - 1])
    whole, piecemeal = take(in_turn("2 5 5 9", new), code), by_parts(in_turn("2 5 5 9", new), *parts)
    assert [] == differing(whole.log.state, piecemeal.log.state)
    assert torite.write(whole) == torite.write(piecemeal)
    assert f"0: {code}" in torite.write(whole).splitlines()


@clause("CDICE-2.5", "CDICE-2.10")
def test_draft_of_a_reroll() -> None:
    """It may be complete after any die, and has room for those that are left, each as often as it lies there."""
    m = in_turn("2 5 5 9")
    for parts, may in (
        (["roll 5"], ["roll 2", "roll 5", "roll 9"]),
        (["roll 5", "roll 5"], ["roll 2", "roll 9"]),
        (["roll 5", "roll 2", "roll 5"], ["roll 9"]),
        (["roll 2 5 5 9"], []),
    ):
        draft = m.gestures.draft(0, parts)
        assert (True, may) == (draft["complete"], draft["may"])
    assert "roll 2 5 5" == m.gestures.draft(0, ["roll 5", "roll 2", "roll 5"])["parts"]
    m.act(0, "roll 5 +")
    assert {"done", "roll 2", "roll 5", "roll 9"} == legal(m)
    for code in ("keep", "roll 3", "roll 12", "roll 5 5"):
        assert "illegal-move" == refused(m, code).code
    m.undo(0)
    assert {"keep", "roll 2", "roll 5", "roll 9"} == legal(m)


@clause("CDICE-5.7")
@pytest.mark.parametrize("parts", [["crib 3", "crib 9"], ["crib 9", "crib 3"], ["crib 9 3"]])
def test_crib_dice_one_at_a_time(parts: list[str]) -> None:
    """Two dice, no more and no fewer: the second closes the gesture."""
    whole, piecemeal = (table("12 1 3 3 6 9 9", variant=EXTRA) for _ in range(2))
    draft = piecemeal.gestures.draft(0, ["crib 9"])
    assert (False, ["crib 1", "crib 3", "crib 6", "crib 9"]) == (draft["complete"], draft["may"])
    assert piecemeal.gestures.draft(0, ["crib 9", "crib 9"])["complete"]
    take(whole, "crib 3 9")
    by_parts(piecemeal, *parts)
    assert [] == differing(whole.log.state, piecemeal.log.state)
    assert torite.write(whole) == torite.write(piecemeal)
    assert [1, 3, 6, 9] == dice_of(whole, 0)


# taking back


@clause("CDICE-2.5")
def test_roll_stands_once_the_dice_have_fallen() -> None:
    """Before, it may be taken back; after, only in a lesson."""
    m = table(f"12 {NOTHING}", "5", manual=True)
    m.go_on()
    m.go_on()
    take(m, "roll 2")
    assert (1, True) == (m.log.ask and m.log.ask.n, m.may_undo(0))
    m.undo(0)
    take(m, "roll 2")
    m.go_on()
    assert [4, 5, 6, 8] == dice_of(m, 0)
    assert (False, False, True) == (m.may_undo(0), m.may_undo(1), m.may_undo(0, free=True))
    with pytest.raises(torite.IllegalMove):
        m.undo(0)
    assert [4, 5, 6, 8] == dice_of(m, 0)


@clause("CDICE-2.5")
def test_rerolled_dice_are_told() -> None:
    """What came up is noted with its faces."""
    m = take(in_turn("2 5 5 9", "1 12"), "roll 5 5")
    assert [("rolls_again", 0, 2)] == told(m, "rolls_again")
    assert (0, 11) == m.log[-1].notes[0].pieces

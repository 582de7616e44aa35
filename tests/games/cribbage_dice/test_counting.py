"""What a hand counts: section 3, its worked examples, and every hand of five dice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

import pytest

from tests.clauses import clause
from tests.games.cribbage_dice.builders import hand_told, points, split_points
from tests.games.cribbage_dice.naive import KINDS, count, groups, worth

Told = list[tuple[str, int, tuple[int, ...]]]
HANDS = list(combinations_with_replacement(range(1, 13), 5))
IMPOSSIBLE = {1, 19, 25, 26, 27, 29, *range(30, 40)}
EXAMPLES = [
    ("2 3 5 11 12", (8, 0, 0)),
    ("6 6 6 6 12", (0, 12, 0)),
    ("9 9 10 10 11", (0, 4, 12)),
    ("2 6 6 8 9", (4, 2, 0)),
    ("4 4 4 7 9", (6, 6, 0)),
    ("3 4 5 9 11", (2, 0, 3)),
    ("9 9 9 10 11", (0, 6, 9)),
    ("3 4 4 5 9", (0, 2, 6)),
    ("9 10 11 12 1", (0, 0, 4)),
    ("11 12 1 2 3", (4, 0, 3)),
    ("1 2 4 8 12", (4, 0, 0)),
    ("5 5 5 5 10", (16, 12, 0)),
    ("5 5 5 5 5", (20, 20, 0)),
    ("5 10 11 12 12", (8, 2, 6)),
    ("7 7 7 7 7", (0, 20, 0)),
    ("1 1 2 3 3", (0, 4, 12)),
    ("5 10 11 12 10", (8, 2, 6)),
]


@cache
def every_hand() -> dict[tuple[int, ...], Told]:
    """What the rules tell of each of the 4,368 hands; the die that is the starter differs from hand to hand."""
    chooser = random.Random(1)
    found: dict[tuple[int, ...], Told] = {}
    for five in HANDS:
        first, *four = chooser.sample(five, 5)
        found[five] = hand_told(first, four)
    return found


@clause(
    "EX-CDICE-1", "EX-CDICE-2", "EX-CDICE-3", "EX-CDICE-4", "EX-CDICE-5", "EX-CDICE-6", "EX-CDICE-7", "EX-CDICE-8",
    "EX-CDICE-9", "EX-CDICE-10", "EX-CDICE-11", "EX-CDICE-12", "EX-CDICE-13", "EX-CDICE-14",
)  # fmt: skip
@pytest.mark.parametrize(("hand", "split"), EXAMPLES)
def test_worked_examples(hand: str, split: tuple[int, int, int]) -> None:
    """Fifteens, kinds and runs, and their sum."""
    assert (split, sum(split)) == (split_points(hand), points(hand))


@clause(
    "CDICE-3.1", "CDICE-3.2", "CDICE-3.3", "CDICE-3.4", "CDICE-3.5", "CDICE-3.6", "CDICE-3.7", "CDICE-3.8",
    "CDICE-10.1",
)  # fmt: skip
def test_every_hand_counts_what_the_clauses_say() -> None:
    """All 4,368 hands, against a count by numbers of each face and against a list of all that counts."""
    told = every_hand()
    assert 4368 == len(told)
    for five in HANDS:
        assert count(five) == sum(points for _, points, _ in groups(five)) == told[five][0][1], five


@clause("CDICE-10.3")
def test_totals_that_no_hand_has() -> None:
    """0 to 40, but for the impossible ones; all others occur."""
    assert set(range(41)) - IMPOSSIBLE == {told[0][1] for told in every_hand().values()}
    assert [(5, 5, 5, 5, 5)] == [five for five, told in every_hand().items() if told[0][1] == 40]


@clause("CDICE-3.1", "CDICE-3.3", "CDICE-3.5")
def test_notes_of_every_hand() -> None:
    """The groups told are exactly those that count: they sum to the heading, and are what they are called."""
    for five, ((heading, total, dice), *rest) in every_hand().items():
        assert ("hand_count", five, total) == (heading, dice, sum(amount for _, amount, _ in rest))
        assert Counter(groups(five)) == Counter(rest)
        for key, amount, faces in rest:
            assert not Counter(faces) - Counter(five)
            assert amount == real_worth(key, faces), (five, key, faces)


def real_worth(key: str, faces: Sequence[int]) -> int:
    """What a group told is worth, if it is what it is called; else -1."""
    if key == "fifteen":
        return 2 if sum(map(worth, faces)) == 15 and len(faces) > 1 else -1
    if key == "run":
        first = min(faces)
        return len(faces) if sorted(faces) == list(range(first, first + len(faces))) and len(faces) > 2 else -1
    name, amount = KINDS[len(faces)]
    return amount if name == key and len(set(faces)) == 1 else -1


@clause("CDICE-10.4")
def test_neither_order_nor_the_choice_of_the_starter_matters() -> None:
    """Every third hand, with each of its dice as the starter and the rest in another order."""
    chooser = random.Random(2)
    for five in HANDS[::3]:
        for first in set(five):
            four = list(five)
            four.remove(first)
            chooser.shuffle(four)
            assert Counter(every_hand()[five]) == Counter(hand_told(first, four))


@clause("CDICE-3.1")
@pytest.mark.parametrize(
    ("hand", "fifteens"),
    [
        ("7 8 1 3 12", 1), ("2 6 7 9 11", 2), ("1 2 3 4 5", 1), ("5 5 5 2 9", 1), ("3 3 9 6 12", 2), ("8 8 7 7 1", 5),
        ("2 4 6 8 12", 0),
    ],
)  # fmt: skip
def test_fifteens_of_two_to_five_dice(hand: str, fifteens: int) -> None:
    """Every combination of dice that sums to exactly 15 counts two."""
    assert 2 * fifteens == split_points(hand)[0]


@clause("CDICE-3.2")
@pytest.mark.parametrize("face", [10, 11, 12])
def test_eleven_and_twelve_count_ten_for_fifteens(face: int) -> None:
    """With 5 they make fifteen, with 4 or 3 they do not."""
    assert 2 == points(f"5 1 1 1 {face}") - 6
    assert 0 == split_points(f"4 4 4 4 {face}")[0]
    assert 0 == split_points(f"3 3 3 3 {face}")[0]


@clause("CDICE-3.3")
@pytest.mark.parametrize("face", range(1, 13))
def test_kinds(face: int) -> None:
    """Two, three, four and five of a kind; each number counts once, at its highest kind."""
    others = [other for other in (1, 4, 9, 12) if other != face][:3]
    for number, amount in ((1, 0), (2, 2), (3, 6), (4, 12), (5, 20)):
        hand = [face] * number + others[: 5 - number]
        assert amount == split_points(" ".join(map(str, [*hand, 6 if face != 6 else 2][:5])))[1]


@clause("CDICE-3.3")
def test_two_kinds_count_both() -> None:
    """Two pairs 4, a pair and three of a kind 8."""
    assert [4, 8] == [split_points(hand)[1] for hand in ("2 2 9 9 12", "2 2 9 9 9")]


@clause("CDICE-3.4")
def test_eleven_and_twelve_are_themselves_for_kinds_and_runs() -> None:
    """10, 11 and 12 are no three of a kind, but a run."""
    assert (0, 0, 3) == split_points("10 11 12 1 2")
    assert (0, 0, 0) == split_points("10 11 1 2 7")
    assert (0, 6, 0) == split_points("12 12 12 2 4")


@clause("CDICE-3.5")
@pytest.mark.parametrize(
    ("hand", "runs"),
    [
        ("1 2 3 7 9", 3), ("1 2 3 4 7", 4), ("8 9 10 11 12", 5), ("1 2 3 3 7", 6), ("1 2 3 4 4", 8), ("1 2 2 3 3", 12),
        ("1 2 2 2 3", 9), ("1 2 4 5 7", 0), ("6 6 7 7 9", 0),
    ],
)  # fmt: skip
def test_runs(hand: str, runs: int) -> None:
    """A point per die, for every way of choosing the dice."""
    assert runs == split_points(hand)[2]


@clause("CDICE-3.6")
@pytest.mark.parametrize(("hand", "runs"), [("4 5 6 7 12", 4), ("3 4 5 6 7", 5), ("4 5 6 7 7", 8), ("3 3 4 5 6", 8)])
def test_only_the_longest_run_counts(hand: str, runs: int) -> None:
    """No run of three inside one of four or five."""
    assert runs == split_points(hand)[2]


@clause("CDICE-3.7")
@pytest.mark.parametrize("hand", ["11 12 1 4 7", "12 1 2 6 9", "11 12 1 2 6"])
def test_runs_do_not_wrap_round(hand: str) -> None:
    """After 12 comes nothing."""
    assert 0 == split_points(hand)[2]


@clause("CDICE-3.8")
def test_nothing_else_counts() -> None:
    """All even, all odd, all low, or a die equal to the starter's neighbour: nothing."""
    assert [0, 0, 0] == [points(hand) for hand in ("2 4 6 8 12", "1 3 7 9 12", "1 2 9 11 8")]
    assert {"hand_count", "fifteen", "run", *(name for name, _ in KINDS.values())} == {
        key for told in every_hand().values() for key, _, _ in told
    }

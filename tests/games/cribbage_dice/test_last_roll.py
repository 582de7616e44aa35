"""The option "31 last roll": section 6."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest

from tests.aloud import take
from tests.clauses import clause
from tests.games.cribbage_dice.builders import EXTRA, LAST_ROLL, bare, dice_fall, table, told
from tests.games.cribbage_dice.naive import count, last_roll, total_of
from torite import Match

PAYING = ("only_31", "shared_31", "only_under", "closest")


@cache
def dice_for(total: int) -> tuple[tuple[int, ...], ...]:
    """All ways for four dice to have this total."""
    return tuple(four for four in combinations_with_replacement(range(1, 13), 4) if total_of(four) == total)


def settled(*totals: int, first: int = 0, **options: Any) -> list[int]:
    """What the players get who have these totals, in turn order."""
    m = round_of([dice_for(total)[-1] for total in totals], first, **options)
    return [gained(m, (first + i) % len(totals)) for i in range(len(totals))]


def round_of(hands: list[tuple[int, ...]], first: int = 0, variant: str = LAST_ROLL, **options: Any) -> Match:
    """Play a round in which these dice are kept, in turn order."""
    rolls = [" ".join(map(str, hand)) for hand in hands]
    m = table(f"1 {rolls[0]}", *rolls[1:], dealer=first - 1, seats=len(hands), variant=variant, target=999, **options)
    return take(m, *["keep"] * len(hands))


def gained(m: Match, seat: int) -> int:
    """What a seat has beside what its hands and cribs counted."""
    return m.scores[seat] - sum(amount for _, owner, amount in told(m, "hand_count", "crib_count") if owner == seat)


@pytest.mark.long
@clause(
    "CDICE-6.1", "CDICE-6.2", "CDICE-6.3", "CDICE-6.4", "CDICE-6.5", "CDICE-6.6", "CDICE-6.7", "CDICE-6.8",
    "CDICE-6.9", "CDICE-10.7",
)  # fmt: skip
@pytest.mark.parametrize("closeness", ["absolute", "not_over"])
@pytest.mark.parametrize("seats", range(2, 7))
def test_random_totals_against_the_clauses_told_again(seats: int, closeness: str) -> None:
    """Hundreds of rounds of each number of players, by the rules alone; the notes tell what is paid, and to whom."""
    chooser = random.Random(f"{seats} {closeness}")
    m = dice_fall(bare(seats, LAST_ROLL, target=999, last_roll_closeness=closeness), "12 " + "1 " * (seats - 1))
    game, fresh, keep = m.game, m.log.trial(), m.game.verbs.parse("keep")[0]
    seen = set()
    for _ in range(300):
        hands = [chooser.choice(dice_for(wanted_total(chooser))) for _ in range(seats)]
        state, first, points = fresh.copy(), chooser.randint(1, 12), []
        for i, hand in enumerate(hands):
            state.note_count = 0
            game.rules.settle(state, [first, *hand] if i == 0 else list(hand))
            game.rules.act(state, (1 + i) % seats, keep)
            points.append(count([*hand, first]))
        paid = last_roll([total_of(hand) for hand in hands], closeness)
        told_of = [(game.notes.listed[line].key, seat, amount) for line, seat, amount, _ in state.noted()]
        assert [point + more for point, more in zip(points, paid, strict=True)] == [
            state.score[(1 + i) % seats] for i in range(seats)
        ], [total_of(hand) for hand in hands]
        assert sorted(((1 + i) % seats, more) for i, more in enumerate(paid) if more) == sorted(
            (seat, amount) for key, seat, amount in told_of if key in PAYING
        )
        assert sorted(((1 + i) % seats, total_of(hand)) for i, hand in enumerate(hands)) == sorted(
            (seat, amount) for key, seat, amount in told_of if key == "last_roll"
        )
        assert pays_little(paid)
        seen |= {key for key, _, _ in told_of}
    assert {"only_31", "shared_31", "all_over", "only_under", "closest"} <= seen


def wanted_total(chooser: random.Random) -> int:
    """A total, such that every case of the settlement comes up."""
    kind = chooser.random()
    return 31 if kind < 0.1 else chooser.randint(32, 40) if kind < 0.5 else chooser.randint(4, 30)


def pays_little(paid: list[int]) -> bool:
    """Two points to one, or one to some."""
    return set(paid) <= {0, 1} or (sum(paid) == 2 == max(paid))


@clause("EX-CDICE-15", "CDICE-6.6")
@pytest.mark.parametrize("first", range(4))
def test_example_of_running_sums(first: int) -> None:
    """20, B skipped, 28, 40: C has the point; whoever sits where."""
    assert [0, 0, 1, 0] == settled(20, 32, 8, 12, first=first)


@clause("EX-CDICE-16")
@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ((31, 28), [2, 0]), ((31, 31, 20), [1, 1, 0]), ((32, 36), [0, 0]), ((33, 12), [0, 1]), ((25, 22), [1, 0]),
        ((10, 18), [0, 1]), ((20, 14), [0, 1]), ((25, 10), [1, 0]),
    ],
)  # fmt: skip
def test_examples_of_the_settlement(totals: tuple[int, ...], points: list[int]) -> None:
    """Each as it is written, and seen from another seat."""
    for first in range(len(totals)):
        assert points == settled(*totals, first=first)


@clause("EX-CDICE-16", "CDICE-6.8")
@pytest.mark.parametrize(("closeness", "points"), [("absolute", [0, 1]), ("not_over", [1, 0])])
def test_closest_also_above_thirty_or_not(closeness: str, points: list[int]) -> None:
    """20 and 34: the sum of 34 is closer, but over."""
    assert points == settled(20, 14, last_roll_closeness=closeness)


@clause("CDICE-6.1")
@pytest.mark.parametrize(
    ("hand", "total"), [((1, 9, 10, 11), 30), ((2, 11, 12, 12), 32), ((12,) * 4, 40), ((1,) * 4, 4)]
)
def test_total_is_of_four_dice_with_eleven_and_twelve_as_ten(hand: tuple[int, ...], total: int) -> None:
    """Without the starter."""
    m = round_of([hand, (12, 12, 12, 12)])
    assert [("last_roll", 0, total), ("last_roll", 1, 40)] == told(m, "last_roll")


@clause("CDICE-6.2")
@pytest.mark.parametrize("others", [(4,), (30,), (32,), (30, 32), (40, 40, 40), (4, 30, 29, 40, 32)])
def test_thirty_one_alone(others: tuple[int, ...]) -> None:
    """Two points, whatever the others have."""
    for at in range(len(others) + 1):
        assert [2 if i == at else 0 for i in range(len(others) + 1)] == settled(*others[:at], 31, *others[at:])


@clause("CDICE-6.3")
@pytest.mark.parametrize("totals", [(31, 31), (31, 31, 31), (31, 40, 31), (30, 31, 32, 31, 31, 31)])
def test_several_thirty_ones(totals: tuple[int, ...]) -> None:
    """One point each, and nothing to anybody else."""
    assert [1 if total == 31 else 0 for total in totals] == settled(*totals)


@clause("CDICE-6.4")
@pytest.mark.parametrize("totals", [(32, 32), (40, 33, 32), (32, 33, 34, 35, 36, 37)])
def test_all_over(totals: tuple[int, ...]) -> None:
    """Nobody scores, and that is told."""
    assert [0] * len(totals) == settled(*totals)
    m = round_of([dice_for(total)[0] for total in totals])
    assert 1 == len(told(m, "all_over"))


@clause("CDICE-6.5")
@pytest.mark.parametrize("totals", [(30, 32), (32, 4), (40, 40, 29), (33, 4, 33, 33)])
def test_one_alone_is_under(totals: tuple[int, ...]) -> None:
    """One point to whoever has 30 or less."""
    assert [1 if total <= 30 else 0 for total in totals] == settled(*totals)


@clause("CDICE-6.6", "CDICE-6.7")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_addition_begins_with_the_first_player_of_the_round(first: int) -> None:
    """Whoever sits there: with these totals it would come out otherwise from any other player."""
    assert [0, 1, 0] == settled(12, 16, 20, first=first)
    assert [0, 1, 0] == settled(20, 12, 16, first=first)
    assert [0, 1, 0] == settled(16, 20, 12, first=first)
    assert [1, 0, 0] == settled(28, 16, 20, first=first)


@clause("CDICE-6.9", "CDICE-6.8")
@pytest.mark.parametrize(("totals", "points"), [((25, 10), [1, 0]), ((20, 20), [1, 0]), ((12, 14, 8), [0, 1, 0])])
def test_earlier_of_equal_distances(totals: tuple[int, ...], points: list[int]) -> None:
    """The point is first reached there."""
    assert points == settled(*totals)


@clause("CDICE-6.11")
def test_crib_dice_do_not_count() -> None:
    """The total is of the four dice scored in the own hand, after re-rolls."""
    m = table("1 10 10 2 9 10 11", "12", "12 12 2 6 10 11", variant=EXTRA, last_roll_31=True)
    take(m, "crib 10 10", "roll 11", "keep", "crib 12 12", "keep")
    assert [("last_roll", 0, 31), ("last_roll", 1, 28)] == told(m, "last_roll")
    assert (2, 0) == (gained(m, 0), gained(m, 1))


@clause("CDICE-6.2", "CDICE-6.6")
def test_settled_after_all_turns_of_every_round() -> None:
    """Not before the dealer has played; and only if it is agreed."""
    m = table("1 2 9 10 12", "2 6 10 11", "1 2 6 10 11", "2 9 10 12", variant=LAST_ROLL)
    take(m, "keep")
    assert [] == told(m, "last_roll", *PAYING)
    take(m, "keep")
    assert ([2, 0], [("only_31", 0, 2)]) == (m.scores, told(m, *PAYING))
    m.go_on()
    take(m, "keep", "keep")
    assert [4, 0] == m.scores
    m = take(table("1 2 9 10 12", "2 6 10 11"), "keep", "keep")
    assert ([0, 0], []) == (m.scores, told(m, "last_roll", *PAYING))

"""The best play of a turn, solved exactly and stored: `python -m torite.games.cribbage_dice.solving` writes the file.

With so many re-rolls left, keeping a set of dice and rolling the others again is worth the mean of what the new hands
are worth; a hand is worth the best of what it counts and of what may be kept of it. Expectations are calculated in
whole numbers, as multiples of 1/12⁴ for each re-roll, and stored in millionths of a point.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

from .faces import DICE, FACES, points_of
from .hands import BELOW, HANDS, KEPT, index_of, sets

FILE = Path(__file__).parent / "solved.bin"
UNIT = 1_000_000  # of what is stored: millionths
MOST_REROLLS = 3
COUNTS = 41  # points of a hand: 0 to 40
ROLLS = FACES**DICE


@cache
def counts(starter: int) -> list[int]:
    """Count every hand of four dice with a starter, by index."""
    return [points_of(list(hand), DICE, starter) for hand in sets(DICE)]


@cache
def kept_of() -> list[list[int]]:
    """List, for each hand of four dice, the indices of what may be kept of it, fewer than all."""
    return [
        sorted({index_of(list(kept), size) for size in range(DICE) for kept in combinations(hand, size)})
        for hand in sets(DICE)
    ]


@cache
def one_more() -> list[list[int]]:
    """List, for each set of fewer than four dice, the indices of that set and one more die."""
    return [[index_of([*kept, face], size + 1) for face in range(FACES)] for size in range(DICE) for kept in sets(size)]


@cache
def worth_of_keeping(starter: int, rerolls: int) -> list[int]:
    """Return what each set of fewer than four dice is worth, in units of 1 / 12⁴ to the power of *rerolls*.

    Args:
        starter: the starter's kind.
        rerolls: re-rolls left, 1 or more: one of them is made now.
    """
    worth = [0] * KEPT + best_of_hands(starter, rerolls - 1)
    for index in range(KEPT - 1, -1, -1):
        worth[index] = sum(worth[more] for more in one_more()[index])
    # A set of n dice has been summed over 12 to the power of 4 − n rolls: bring all to the same unit.
    for size in range(DICE):
        for index in range(BELOW[size], BELOW[size + 1]):
            worth[index] *= FACES**size
    return worth[:KEPT]


@cache
def best_of_hands(starter: int, rerolls: int) -> list[int]:
    """Return what each hand is worth with so many re-rolls left, in units of 1 / 12⁴ to the power of *rerolls*."""
    if rerolls == 0:
        return counts(starter)
    kept, stays = worth_of_keeping(starter, rerolls), ROLLS**rerolls
    return [
        max(counted * stays, *(kept[index] for index in indices))
        for counted, indices in zip(counts(starter), kept_of(), strict=True)
    ]


def turn(rerolls: int) -> Fraction:
    """Return what a turn of so many re-rolls is worth before the starter is rolled."""
    total = sum(worth_of_keeping(starter, rerolls + 1)[0] for starter in range(FACES))
    return Fraction(total, FACES * ROLLS ** (rerolls + 1))


def spread(rerolls: int) -> list[float]:
    """Return how likely a turn of so many re-rolls, played for the most points, counts 0 to 40."""
    chances = [0.0] * COUNTS
    for starter in range(FACES):
        for points, chance in enumerate(spread_of(starter, rerolls + 1)):
            chances[points] += chance / FACES
    return chances


def spread_of(starter: int, rolls: int) -> list[float]:
    """Return the spread of the counts when all four dice are rolled, and then as often again as is left."""
    hands: list[list[float]] = [[float(points == counted) for points in range(COUNTS)] for counted in counts(starter)]
    for rerolls in range(rolls):
        all_kept = [*([[0.0] * COUNTS] * KEPT), *hands]
        for index in range(KEPT - 1, -1, -1):
            parts = [all_kept[more] for more in one_more()[index]]
            all_kept[index] = [sum(column) / FACES for column in zip(*parts, strict=True)]
        if rerolls == rolls - 1:
            return all_kept[0]
        worth, stays = worth_of_keeping(starter, rerolls + 1), ROLLS ** (rerolls + 1)
        hands = [
            _spread_of_best(counted * stays, indices, worth, all_kept, hand)
            for counted, indices, hand in zip(counts(starter), kept_of(), _stopped(starter), strict=True)
        ]
    return hands[0]


def _stopped(starter: int) -> list[list[float]]:
    return [[float(points == counted) for points in range(COUNTS)] for counted in counts(starter)]


def _spread_of_best(
    stays: int, indices: Sequence[int], worth: Sequence[int], spreads: Sequence[list[float]], stopped: list[float]
) -> list[float]:
    best = max(indices, key=lambda index: worth[index])
    return spreads[best] if worth[best] > stays else stopped


def solved() -> bytes:
    """Solve all, as it is stored: what keeping is worth, the spreads with two and three re-rolls, the counts."""
    worth = [
        round(Fraction(value * UNIT, ROLLS**rerolls))
        for rerolls in range(1, MOST_REROLLS + 1)
        for starter in range(FACES)
        for value in worth_of_keeping(starter, rerolls)
    ]
    spreads = [round(chance * UNIT) for rerolls in (2, 3) for chance in spread(rerolls)]
    words = worth + spreads
    return struct.pack(f"<{len(words)}i", *words) + bytes(
        count for starter in range(FACES) for count in counts(starter)
    )


def stored() -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Read the file: what keeping is worth, by re-rolls, starter and set; the spreads; the counts by starter."""
    data = FILE.read_bytes()
    first, second = MOST_REROLLS * FACES * KEPT, 2 * COUNTS
    words = struct.unpack(f"<{first + second}i", data[: 4 * (first + second)])
    return words[:first], words[first:], tuple(data[4 * (first + second) :])


if __name__ == "__main__":
    FILE.write_bytes(solved())
    print(f"{FILE.name}: {FILE.stat().st_size} bytes; a turn is worth {float(turn(3)):.6f} points ({HANDS} hands)")

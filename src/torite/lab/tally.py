"""What comes of many matches, added up: whole numbers, so that parts come to the same in whatever order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from torite.lab.loops import CHOICES, DEALS, OF_SEAT, PAY, SHARE, WIN

TWO_SIDED = 1.96  #: standard errors to each side of a 95 % interval


class Tally(Struct, forbid_unknown_fields=True):
    """The sums of some matches.

    Attributes:
        matches: how many they were.
        deals, choices: in all.
        totals: of each seat, the sum of each measure; shares of a win in parts of it, WIN to the whole.
        squares: the same of their squares.
        lowest: of each seat, how often nobody was placed behind it, or nobody's payoff was lower in a deal.
    """

    matches: int
    deals: int
    choices: int
    totals: list[list[int]]
    squares: list[list[int]]
    lowest: list[int]

    def __add__(self, other: Tally) -> Tally:
        """Add the sums of other matches of the same table."""
        return Tally(
            self.matches + other.matches, self.deals + other.deals, self.choices + other.choices,
            added(self.totals, other.totals), added(self.squares, other.squares),
            [one + more for one, more in zip(self.lowest, other.lowest, strict=True)],
        )  # fmt: skip

    def mean(self, seat: int, measure: int) -> tuple[float, float]:
        """Return the mean of a measure and the half-width of its 95 % interval."""
        unit = WIN if measure == SHARE else 1
        return interval(self.totals[seat][measure], self.squares[seat][measure], self.matches, unit)


def nothing(seats: int) -> Tally:
    """Return the sums of no match."""
    return Tally(0, 0, 0, [[0] * OF_SEAT] * seats, [[0] * OF_SEAT] * seats, [0] * seats)


def measured(whole: bool) -> tuple[str, str, str]:
    """Name what is measured of a seat, in the order of the columns: a match is worth its place, a deal its payoff."""
    return ("score", "place" if whole else "payoff", "share")


def tallied(seats: Any, matches: Any, whole: bool) -> Tally:
    """Add up what came of some matches.

    Args:
        seats: int64[matches, seats, OF_SEAT].
        matches: int64[matches, OF_MATCH].
        whole: whether they are whole matches.
    """
    pay = -seats[:, :, PAY] if whole else seats[:, :, PAY]
    return Tally(
        len(matches), int(matches[:, DEALS].sum()), int(matches[:, CHOICES].sum()),
        seats.sum(axis=0).tolist(), (seats * seats).sum(axis=0).tolist(),
        (pay == pay.min(axis=1, keepdims=True)).sum(axis=0).tolist(),
    )  # fmt: skip


def interval(total: int, squares: int, n: int, unit: int = 1) -> tuple[float, float]:
    """Return a mean and the half-width of its 95 % interval.

    Args:
        total: the sum of n values, in parts of a unit.
        squares: the sum of their squares.
        n: how many, 1 or more.
        unit: parts to the unit.
    """
    mean = Fraction(total, n)
    variance = float(Fraction(squares, n) - mean * mean) / unit**2
    return float(mean / unit), TWO_SIDED * math.sqrt(variance / n)


def added(one: Sequence[Sequence[int]], more: Sequence[Sequence[int]]) -> list[list[int]]:
    """Add numbers of each seat and measure."""
    return [[a + b for a, b in zip(left, right, strict=True)] for left, right in zip(one, more, strict=True)]

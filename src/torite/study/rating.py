"""Ratings by Glicko (Glickman 1999): what somebody is rated who solves puzzles, and how sure that is.

The page calculates the same: an example of each formula is shared by the tests of both.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, pi, sqrt

LEAST = 60.0  #: deviation
OF_PUZZLE = 100.0  #: deviation: puzzles have three ratings only, what they are worth is as rough
Q = log(10) / 400
PULL = 1 / sqrt(1 + 3 * (Q * OF_PUZZLE) ** 2 / pi**2)


@dataclass(frozen=True)
class Rating:
    """What somebody is rated; of whom nothing is known, by default.

    Attributes:
        rating: that.
        deviation: how sure it is, as a standard deviation.
    """

    rating: float = 1300.0
    deviation: float = 350.0


NEW = Rating()
EACH_DAY = (NEW.deviation**2 - LEAST**2) / 365  #: in a year without a puzzle all that was known is lost


def chance(rating: float, puzzle: float) -> float:
    """Return how likely somebody solves a puzzle of a rating."""
    return 1 / (1 + 10 ** (-PULL * (rating - puzzle) / 400))


def since(before: Rating, days: int) -> Rating:
    """Return what is left of a rating after some days: it is less sure."""
    deviation = sqrt(before.deviation**2 + EACH_DAY * max(0, days))
    return Rating(before.rating, min(NEW.deviation, deviation))


def changed(before: Rating, puzzle: float, solved: bool) -> Rating:
    """Return what somebody is rated after a puzzle of a rating."""
    expected = chance(before.rating, puzzle)
    sure = 1 / before.deviation**2 + (Q * PULL) ** 2 * expected * (1 - expected)
    rating = before.rating + Q * PULL / sure * (solved - expected)
    return Rating(rating, max(LEAST, 1 / sqrt(sure)))


def half(rating: Rating) -> float:
    """Return half of the interval that holds in 95 of 100 cases."""
    return 1.96 * rating.deviation

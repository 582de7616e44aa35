"""Two bots on the same deals: how they change seats, and what comes of it, added up deal by deal.

A deal is played once for each of some *lines*, which say who sits where. In all lines together each of the two sits in
each seat equally often, so what the cards do and what a seat is worth go out of the difference; two that play alike
have none, to the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import log, sqrt
from statistics import NormalDist
from typing import Any

from msgspec import Struct

from torite.lab.loops import OF_SEAT, PAY, SHARE
from torite.lab.tally import TWO_SIDED, interval
from torite.match import Match
from torite.worlds import SPECTATOR, glimpse

MOST_LINES = 6  #: up to which every line is played in which both have as many sides; else one, turned around the table
AHEAD, LEVEL, BEHIND = "+", "=", "-"  #: what a deal came to for the first of two
ALPHA = 0.05  #: how often an interval may miss
NEAR = 200  #: deals at which an interval that may be looked at any time is the narrowest that it can be there


Signs = tuple[tuple[int, ...], ...]


def sides_of(match: Match) -> list[int]:
    """Return for each seat the number of its side: a team where it is known before the first deal, else itself."""
    public, team = glimpse(match.game, match.log.state, SPECTATOR), match.game.display.team
    masks = [team(public, seat) for seat in range(match.seats)]
    order = list(dict.fromkeys(masks))
    return [order.index(mask) for mask in masks]


def lines_of(sides: Sequence[int]) -> list[tuple[int, ...]]:
    """List who sits where, line by line: 0 for one of two bots, 1 for the other.

    Args:
        sides: of each seat its side; both play for as many sides, or for one more in as many lines as for one less.
    """
    n = max(sides) + 1
    even = [line for line in product((0, 1), repeat=n) if abs(n - 2 * sum(line)) < 2] if n <= MOST_LINES else []
    if not 0 < len(even) <= MOST_LINES:
        first = (0,) * (n // 2) + (1,) * (n - n // 2)
        turned = [first[-i:] + first[:-i] for i in range(n)]
        even = list(dict.fromkeys([*turned, *(tuple(1 - one for one in line) for line in turned)]))
    return [tuple(line[side] for side in sides) for line in even]


def signs_of(lines: Sequence[Sequence[int]]) -> Signs:
    """Return what the payoff of each line and seat counts in the difference between the two: 1 or -1."""
    return tuple(tuple(1 - 2 * one for one in line) for line in lines)


class Duel(Struct, forbid_unknown_fields=True):
    """What came of two bots on some deals.

    Attributes:
        totals: of each measure, the sum of what the first got more than the other, over deals, lines and seats.
        squares: of the same deal by deal, their squares.
        course: of each deal, whether it went better for the first: AHEAD, LEVEL or BEHIND.
    """

    totals: list[int]
    squares: list[int]
    course: str

    def __add__(self, other: Duel) -> Duel:
        """Add what came of the deals that follow."""
        totals = [one + more for one, more in zip(self.totals, other.totals, strict=True)]
        squares = [one + more for one, more in zip(self.squares, other.squares, strict=True)]
        return Duel(totals, squares, self.course + other.course)


def none_fought() -> Duel:
    """Return what comes of no deal."""
    return Duel([0] * OF_SEAT, [0] * OF_SEAT, "")


def fought(results: Sequence[Any], signs: Sequence[Sequence[int]], worth: int) -> Duel:
    """Add up what came of some deals.

    Args:
        results: of each line int64[deals, seats, OF_SEAT].
        signs: see `signs_of`.
        worth: the measure by which a deal goes better or worse; less of a place is better.
    """
    import numpy

    each = [(of * numpy.array(line)[None, :, None]).sum(axis=1) for of, line in zip(results, signs, strict=True)]
    more: Any = numpy.sum(each, axis=0)
    marks = numpy.sign(more[:, abs(worth)] * (-1 if worth < 0 else 1))
    course = "".join((LEVEL, AHEAD, BEHIND)[mark] for mark in marks)
    return Duel(more.sum(axis=0).tolist(), (more * more).sum(axis=0).tolist(), course)


def worth_of(whole: bool, seats: int) -> int:
    """Return the measure that a deal, or a match, is worth; negative where less of it is better.

    A deal is worth its payoff and a match its place, as everywhere in the lab; alone one wins it or not.
    """
    return PAY if not whole else SHARE if seats == 1 else -PAY


def scale_of(lines: Sequence[Sequence[int]]) -> int:
    """Return by what the sum of a deal is divided: what is left is of a seat and deal."""
    return len(lines) * len(lines[0]) // 2


def half_width(total: int, squares: int, n: int, unit: int, any_time: bool, among: int = 1) -> float:
    """Return the half-width of the 95 % interval of a mean.

    Args:
        total, squares, n, unit: see `torite.lab.tally.interval`.
        any_time: whether it holds however often it is looked at meanwhile: the asymptotic confidence sequence of
            Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic
            confidence sequences", 2024, theorem 2.2; from Robbins' normal mixture, 1970.
        among: how many intervals must all hold together (Bonferroni).
    """
    _, usual = interval(total, squares, n, unit)
    alpha = ALPHA / among
    if not any_time:
        return usual if among == 1 else usual / TWO_SIDED * NormalDist().inv_cdf(1 - alpha / 2)
    mixed = (log(log(alpha**-2) + 1) + log(alpha**-2)) / NEAR * n
    return usual / TWO_SIDED * sqrt(2 * (mixed + 1) / mixed * log(sqrt(mixed + 1) / alpha))

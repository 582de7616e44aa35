"""Luck and skill: the same deals, with the better player at each seat in turn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any, cast

from torite.errors import BadOptions
from torite.lab.loops import PAY, SHARE, WIN
from torite.lab.run import Progress, Run
from torite.lab.simulate import check_wanted
from torite.lab.table import Table
from torite.lab.tally import TWO_SIDED
from torite.lab.told import LuckTold
from torite.lab.work import MatchSums, work_of

ONE_SIDED = 1.645  #: standard errors that leave 5 % on one side


@dataclass(frozen=True)
class Luck:
    """What the deal makes of what a seat gets, and what the player does: a deal's payoff, a match's share of the win.

    Attributes:
        better, worse: the two levels.
        unit: "match" or "deal".
        deals: on how many.
        hand: the part of the variance that the deal explains, whoever plays it; None where nothing varies.
        edge: how much more the better one gets from the same hands, a match or deal.
        edge_error: the half-width of its 95 % interval, or more: seats are taken to go together.
        spread: the standard deviation of what the better one gets.
        needed: after how many it has more, in 95 of 100 cases, than the worse one would have on average; None where no
            edge is seen.
    """

    better: str
    worse: str
    unit: str
    deals: int
    hand: float | None
    edge: float
    edge_error: float
    spread: float
    needed: int | None

    def to_json(self) -> LuckTold:
        """Return it as plain values."""
        return cast(LuckTold, dict(vars(self)))


def luck(
    game: str,
    deals: int,
    bots: Sequence[str] = ("simple", "random"),
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    unit: str = "deal",
    progress: Progress | None = None,
    seconds: float = 0.05,
    jobs: int = 1,
    executor: Executor | None = None,
) -> Luck:
    """Play the same deals as often as there are seats, one level at one seat of them and another at all others.

    Args:
        game, seats, options, seed, progress, seconds, jobs, executor: see `torite.lab.simulate`.
        deals: how many deals (or matches), 1 or more.
        bots: the level that moves from seat to seat, and the level of the others.
        unit: "deal" for first deals, "match" for whole matches, whose later deals are the same only in part.

    Raises:
        UnknownName, BadOptions: for what does not exist or is not allowed.
        WorkerFails: when some of it cannot be played where it was to be.
    """
    whole = check_wanted(deals, unit)
    if len(bots) != 2 or bots[0] == bots[1]:
        raise BadOptions("error.two_levels", given=", ".join(bots))
    better, worse = bots
    size = Table(game, seats, options, [worse], seed).seats
    if size > 1:
        lines = [[better if seat == at else worse for seat in range(size)] for at in range(size)]
    else:
        lines = [[better], [worse]]
    run = Run(work_of([Table(game, size, options, line, seed) for line in lines], whole, seconds))
    run.go_on(deals, progress, jobs, executor)
    return _weighed(run.sums, lines, better, worse, unit)


def _weighed(sums: MatchSums, lines: Sequence[Sequence[str]], better: str, worse: str, unit: str) -> Luck:
    """Weigh what came of the same deals at tables on which the levels sit otherwise."""
    column, scale = (PAY, 1) if unit == "deal" else (SHARE, WIN)
    n, tables, seats = sums.matches, range(len(lines)), range(len(lines[0]))
    means = [[side.totals[seat][column] / scale / n for seat in seats] for side in sums.sides]
    at = {pair: number for number, pair in enumerate(combinations(tables, 2))}

    def together(a: int, b: int, seat: int) -> float:
        """Return the covariance of what a seat gets at two tables; at one, their variance."""
        if a == b:
            return sums.sides[a].squares[seat][column] / scale**2 / n - means[a][seat] ** 2
        product = sums.products[at[min(a, b), max(a, b)]][seat][column]
        return product / scale**2 / n - means[a][seat] * means[b][seat]

    edges, errors, spreads = [], [], []
    for seat in seats:
        weights = _weights(lines, seat, better)
        edges.append(sum(weight * means[a][seat] for a, weight in weights.items()))
        varied = sum(x * y * together(a, b, seat) for a, x in weights.items() for b, y in weights.items())
        errors.append(TWO_SIDED * math.sqrt(max(0.0, varied) / n))
        spreads += [together(a, a, seat) for a in tables if lines[a][seat] == better]
    edge, error, spread = fmean(edges), fmean(errors), math.sqrt(fmean(spreads))
    whole = fmean(together(a, a, seat) for a in tables for seat in seats)
    shared = fmean(together(a, b, seat) for a, b in at for seat in seats)
    needed = math.ceil((ONE_SIDED * spread / edge) ** 2) if edge > error else None
    return Luck(better, worse, unit, n, shared / whole if whole else None, edge, error, spread, needed)


def _weights(lines: Sequence[Sequence[str]], seat: int, better: str) -> dict[int, float]:
    """Return for each table what a seat gets there counts in what the better one gets more at that seat."""
    with_it = [a for a, line in enumerate(lines) if line[seat] == better]
    return {a: 1 / len(with_it) if a in with_it else -1 / (len(lines) - len(with_it)) for a in range(len(lines))}

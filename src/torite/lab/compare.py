"""Two tables on the same deals: what is different between them, and what of that is no chance."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torite.errors import BadOptions
from torite.lab.loops import SHARE, WIN
from torite.lab.run import Outcome, Progress, Run
from torite.lab.simulate import check_wanted, went_on
from torite.lab.table import Table
from torite.lab.tally import MEASURES, interval
from torite.lab.work import Sums, work_of


@dataclass(frozen=True)
class Comparison(Outcome):
    """What came of two tables on the same deals.

    Attributes:
        rows: for each seat the bots, and of each measure the mean at `one`, at the `other`, the `difference` (other
            less one), the half-width of its 95 % interval (`error`), and whether that leaves out zero (`real`).
        deals, choices: in all, at one and at the other.
    """

    deals: tuple[int, int]
    choices: tuple[int, int]


def compare(
    one: Table,
    other: Table,
    matches: int,
    unit: str = "match",
    progress: Progress | None = None,
    seconds: float = 0.05,
    jobs: int = 1,
    executor: Executor | None = None,
    file: Path | None = None,
    stoppable: bool = False,
    first: int = 0,
) -> Comparison:
    """Play the same deals at two tables, and compare them seat by seat.

    Match i draws its chance from the same stream at both, so the cards are the same for as long as both draw alike, and
    what is different then comes of the rules or the bots. Intervals are those of the differences, match by match.

    Args:
        one, other: the tables; of as many seats and the same seed.
        matches, unit, progress, seconds, jobs, executor, file, stoppable, first: see `torite.lab.simulate`.

    Raises:
        UnknownName, BadOptions: for what does not exist, is not allowed, or cannot be compared.
        BadRun: for a file of something else, or that cannot be read or written.
        WorkerFails: when some of it cannot be played where it was to be.
    """
    whole = check_wanted(matches, unit)
    if one.seats != other.seats:
        raise BadOptions("error.other_seats", one=one.seats, other=other.seats)
    if one.seed != other.seed:
        raise BadOptions("error.other_seed", one=one.seed, other=other.seed)
    run = Run(work_of([one, other], whole, seconds, first), file)
    stopped = went_on(run, matches, progress, jobs, executor, stoppable)
    sides = run.sums.sides
    rows = [_row(run.sums, seat, (one.bots[seat], other.bots[seat])) for seat in range(one.seats)]
    deals, choices = (sides[0].deals, sides[1].deals), (sides[0].choices, sides[1].choices)
    return Comparison(unit, run.matches, run.seconds, stopped, rows, deals, choices)


def _row(sums: Sums, seat: int, bots: tuple[str, str]) -> dict[str, Any]:
    one, other = sums.sides
    row: dict[str, Any] = {"seat": seat, "bots": list(bots)}
    for measure, name in enumerate(MEASURES):
        squares = one.squares[seat][measure] + other.squares[seat][measure] - 2 * sums.products[0][seat][measure]
        total = other.totals[seat][measure] - one.totals[seat][measure]
        difference, error = interval(total, squares, one.matches, WIN if measure == SHARE else 1)
        row[name] = {
            "one": one.mean(seat, measure)[0],
            "other": other.mean(seat, measure)[0],
            "difference": difference,
            "error": error,
            "real": abs(difference) > error,
        }
    return row

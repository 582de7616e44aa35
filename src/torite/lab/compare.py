"""Tables on the same deals: what is different between them, and what of that is no chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torite.errors import BadOptions
from torite.lab.loops import SHARE, WIN
from torite.lab.measures import came_up, differences, measures
from torite.lab.run import Progress, Run, RunOutcome
from torite.lab.simulate import check_wanted, went_on
from torite.lab.table import Table
from torite.lab.tally import interval, measured
from torite.lab.told import CameUp, Cell, LuckTold, Measures
from torite.lab.work import MatchSums, work_of

MOST_TABLES = 20  #: that are played side by side


@dataclass(frozen=True)
class Comparison(RunOutcome):
    """What came of tables on the same deals.

    Attributes:
        rows: for each seat, and of each measure for each table: the `mean` and the half-width of its 95 % interval
            (`error`), the `difference` (the table less the first one) with its own (`difference_error`), and whether
            that leaves out zero (`real`).
        option: what is different from table to table, where that was asked for; else empty.
        deals, choices: in all, at each table.
        measures: of single matches, at each table, and how they differ from those at the first; None where none were
            looked at (`torite.lab.measures`).
        came_up: what of the rules came up in these at each table, and how often.
        luck: how much the deal does and how much the player at each table, if that was asked for (`torite.lab.luck`).
    """

    option: str
    deals: list[int]
    choices: list[int]
    measures: list[Measures] | None = None
    came_up: Sequence[Sequence[CameUp]] = ()
    luck: list[LuckTold] | None = None


def compare(
    tables: Sequence[Table],
    matches: int,
    unit: str = "match",
    progress: Progress | None = None,
    seconds: float = 0.05,
    jobs: int = 1,
    executor: Executor | None = None,
    file: Path | None = None,
    stoppable: bool = False,
    first: int = 0,
    option: str = "",
    observed: int = 0,
) -> Comparison:
    """Play the same deals at several tables, and compare each with the first, seat by seat.

    Match i draws its chance from the same stream at all, so the cards are the same for as long as all draw alike, and
    what is different then comes of the rules or the bots. Intervals are those of the differences, match by match.

    Args:
        tables: two or more; of as many seats and the same seed.
        matches, unit, progress, seconds, jobs, executor, file, stoppable, first, observed: see
            `torite.lab.simulate`.
        option: what is different between them, where it is one option; it is told with what came of it.

    Raises:
        UnknownName, BadOptions: for what does not exist, is not allowed, or cannot be compared.
        BadRun: for a file of something else, or that cannot be read or written.
        WorkerFails: when some of it cannot be played where it was to be.
    """
    whole = check_wanted(matches, unit)
    check_tables(tables)
    run = Run(work_of(tables, whole, seconds, first, observed), file)
    stopped = went_on(run, matches, progress, jobs, executor, stoppable)
    return comparison(tables, run, unit, first, stopped, option)


def check_tables(tables: Sequence[Table]) -> None:
    """Check that tables can be compared.

    Raises:
        BadOptions: when they cannot.
    """
    if not 2 <= len(tables) <= MOST_TABLES:
        raise BadOptions("error.tables", most=MOST_TABLES, wanted=len(tables))
    one = tables[0]
    for other in tables[1:]:
        if one.seats != other.seats:
            raise BadOptions("error.other_seats", one=one.seats, other=other.seats)
        if one.seed != other.seed:
            raise BadOptions("error.other_seed", one=one.seed, other=other.seed)


def comparison(tables: Sequence[Table], run: Run, unit: str, first: int, stopped: bool, option: str) -> Comparison:
    """Write down what came of tables, as far as they are played."""
    one, sums, whole = tables[0], run.sums, unit == "match"
    rows = [_row(sums, seat, measured(whole)) for seat in range(one.seats)]
    described = [table.described for table in tables]
    deals, choices = [side.deals for side in sums.sides], [side.choices for side in sums.sides]
    return Comparison(
        unit, run.matches, run.seconds, stopped, rows, described, one.seed, first, option, deals, choices,
        _measured(sums, one.seats, whole),
        [came_up(table.game, seen) for table, seen in zip(tables, sums.seen, strict=False) if seen.matches],
    )  # fmt: skip


def sweep(
    game: str,
    option: str,
    values: Sequence[Any],
    matches: int,
    bots: Sequence[str] = (),
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    **how: Any,
) -> Comparison:
    """Play the same deals with each of some values of an option, and compare each with the first.

    Args:
        game, matches, bots, seats, options, seed: see `torite.lab.simulate`.
        option: what is different from table to table.
        values: what it is at each; two or more, all different.
        how: see `compare`.

    Raises:
        UnknownName, BadOptions, BadRun: as `compare` does, and for a value twice.
    """
    if not 2 <= len(values) <= MOST_TABLES:
        raise BadOptions("error.tables", most=MOST_TABLES, wanted=len(values))
    tables = [Table(game, seats, {**(options or {}), option: value}, bots, seed) for value in values]
    texts = [table.options.texts()[option] for table in tables]
    for at, text in enumerate(texts):
        if text in texts[:at]:
            raise BadOptions("error.value_twice", name=option, value=text)
    return compare(tables, matches, option=option, **how)


def _measured(sums: MatchSums, seats: int, whole: bool) -> list[Measures] | None:
    """Write down the measures of single matches at each table; None where none were looked at."""
    if not any(seen.matches for seen in sums.seen):
        return None
    found = [measures(seen, seats, whole) for seen in sums.seen]
    for at, beside in enumerate(sums.beside, 1):
        differences(sums.seen[0], sums.seen[at], beside, found[at])
    return found


def _row(sums: MatchSums, seat: int, names: Sequence[str]) -> dict[str, Any]:
    return {"seat": seat} | {
        name: [_cell(sums, at, seat, measure) for at in range(len(sums.sides))] for measure, name in enumerate(names)
    }


def _cell(sums: MatchSums, at: int, seat: int, measure: int) -> Cell:
    """Write down a measure of a seat at a table, and how it differs from that at the first."""
    one, other = sums.sides[0], sums.sides[at]
    mean, error = other.mean(seat, measure)
    cell: Cell = {"mean": mean, "error": error, "difference": 0.0, "difference_error": 0.0, "real": False}
    if at:
        product = sums.products[at - 1][seat][measure]  # the first pairs are those of the first table
        squares = one.squares[seat][measure] + other.squares[seat][measure] - 2 * product
        total = other.totals[seat][measure] - one.totals[seat][measure]
        difference, apart = interval(total, squares, one.matches, WIN if measure == SHARE else 1)
        cell |= {"difference": difference, "difference_error": apart, "real": abs(difference) > apart}
    return cell

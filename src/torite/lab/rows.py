"""What came of a run as rows: one for each table, seat and measure; what reports, sentences and files are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from torite.lab.compare import Comparison
from torite.lab.simulate import Report
from torite.lab.tally import measured

Unit = Literal["points", "places", "share"]
LOWEST = "lowest"  #: the measure of how often nobody was placed behind a seat, or had less of a deal
UNITS: dict[str, Unit] = {"score": "points", "payoff": "points", "place": "places", "share": "share", LOWEST: "share"}


@dataclass(frozen=True)
class Row:
    """A measure of a seat at a table.

    Attributes:
        table: which, from 0.
        variant: what is played there.
        options: the options chosen there, as name=value with blanks between.
        seat: which, from 0.
        bot: the level that plays there.
        measure: the "score" at the end, the "share" of the win, of matches the "place" and of deals the "payoff", or
            "lowest": how often nobody was placed behind, or had less of the deal.
        unit: "points", "places" (1 is the first), or "share" of all matches, from 0 to 1.
        n: how many matches, or deals.
        mean: of the measure.
        half_width: of the mean's 95 % interval.
        difference: of the mean from that of the first table; None where nothing is compared, or at the first.
        difference_half_width: of the difference's 95 % interval, from the differences match by match.
        real: whether that leaves out zero.
    """

    table: int
    variant: str
    options: str
    seat: int
    bot: str
    measure: str
    unit: Unit
    n: int
    mean: float
    half_width: float
    difference: float | None = None
    difference_half_width: float | None = None
    real: bool | None = None


def rows_of(outcome: Report | Comparison) -> list[Row]:
    """Write down what came of a run, row by row: by measure, table and seat."""
    return list(_of_report(outcome) if isinstance(outcome, Report) else _of_comparison(outcome))


def measures_of(outcome: Report | Comparison) -> tuple[str, str, str]:
    """Name what is measured of each seat: its score, what it is worth, its share of the win."""
    return measured(outcome.unit == "match")


def shown_measures(outcome: Report | Comparison) -> list[str]:
    """List what is shown: what it is worth where nobody wins and it is not just the score, the last of many."""
    score, worth, share = measures_of(outcome)
    rows = rows_of(outcome)
    means = [[(row.table, row.seat, abs(row.mean)) for row in rows if row.measure == of] for of in (worth, score)]
    won = any(row.mean for row in rows if row.measure == share)
    first = [share] if won else [worth] if means[0] != means[1] else []
    lowest = [LOWEST] if len(outcome.rows) > 1 and isinstance(outcome, Report) else []
    return [*first, score, *lowest]


def called(measure: str, outcome: Report | Comparison) -> str:
    """Name a measure as its words are named: what is the least of a match is another thing than of a deal."""
    return f"{measure}_{outcome.unit}" if measure == LOWEST else measure


def _of_report(report: Report) -> Iterator[Row]:
    for measure in (*measures_of(report), LOWEST):
        key = "lowest_share" if measure == LOWEST else f"mean_{measure}"
        for row in report.rows:
            yield _row(report, 0, row["seat"], measure, row[key], row[f"{key}_error"])


def _of_comparison(found: Comparison) -> Iterator[Row]:
    for measure in measures_of(found):
        for table in range(len(found.tables)):
            for row in found.rows:
                cell = row[measure][table]
                apart = (cell["difference"], cell["difference_error"], cell["real"]) if table else (None, None, None)
                yield _row(found, table, row["seat"], measure, cell["mean"], cell["error"], *apart)


def _row(
    outcome: Report | Comparison, table: int, seat: int, measure: str, mean: float, half_width: float,
    difference: float | None = None, apart: float | None = None, real: bool | None = None,
) -> Row:  # fmt: skip
    of = outcome.tables[table]
    options = " ".join(f"{name}={value}" for name, value in of["options"].items())
    return Row(
        table, of["variant"], options, seat, of["bots"][seat], measure, UNITS[measure], outcome.matches,
        mean, half_width, difference, apart, real,
    )  # fmt: skip

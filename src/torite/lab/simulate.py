"""Simulation by whole matches or by deals, in constant memory; any of its matches can be written down."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torite.errors import BadOptions, UnknownName
from torite.lab.loops import CHOICES
from torite.lab.measures import came_up, measures
from torite.lab.run import Progress, Run, RunOutcome
from torite.lab.table import Table
from torite.lab.tally import TWO_SIDED, measured
from torite.lab.told import CameUp, LuckTold, Measures
from torite.lab.work import SLICE, work_of

UNITS = ("match", "deal")


@dataclass(frozen=True)
class Report(RunOutcome):
    """What came of a simulation.

    Attributes:
        rows: for each seat its bot, means and half-widths of 95 % intervals of score, share of the win and what it is
            worth (of a match its place, of a deal its payoff), and how often nobody had less of that.
        variant: the variant's name.
        deals: deals in all.
        choices: choices made in all.
        measures: of single matches, of those that were looked at; None where none were (`torite.lab.measures`).
        came_up: what of the rules came up in these, and how often.
        luck: how much the deal does and how much the player, if that was asked for (`torite.lab.luck`).
    """

    variant: str
    deals: int
    choices: int
    measures: Measures | None = None
    came_up: Sequence[CameUp] = ()
    luck: LuckTold | None = None


def simulate(
    game: str,
    matches: int,
    bots: Sequence[str] = (),
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    unit: str = "match",
    progress: Progress | None = None,
    seconds: float = 0.05,
    jobs: int = 1,
    executor: Executor | None = None,
    file: Path | None = None,
    stoppable: bool = False,
    first: int = 0,
    observed: int = 0,
) -> Report:
    """Play many matches between bots.

    What comes of it does not depend on where it is played, nor in which order: sums are whole numbers.

    Args:
        game: a name in the catalogue.
        matches: how many, 1 or more.
        bots: a level for each seat, repeated from the first where there are fewer; "random" if none is given.
        seats: number of seats.
        options: options that differ from the variant's.
        seed: makes it repeatable (except for bots that think by the clock).
        unit: "match" for whole matches, "deal" for first deals only.
        progress: called now and then with matches done and wanted.
        seconds: thinking time of a decision, for search.
        jobs: played in so many processes, where it takes longer than they take to start.
        executor: where it is played instead; any that can call a function of a module with values that can be sent.
        file: from which it goes on where that is there, and in which it is kept.
        stoppable: report what is done where it is interrupted, instead of raising KeyboardInterrupt.
        first: the first match, from 0.
        observed: so many of them are looked at choice by choice, which takes some hundred times as long.

    Raises:
        UnknownName, BadOptions: for what does not exist or is not allowed.
        BadRun: for a file of something else, or that cannot be read or written.
        WorkerFails: when some of it cannot be played where it was to be.
    """
    whole = check_wanted(matches, unit)
    table = Table(game, seats, options, bots, seed)
    run = Run(work_of([table], whole, seconds, first, observed), file)
    stopped = went_on(run, matches, progress, jobs, executor, stoppable)
    return report(table, run, unit, first, stopped)


def check_wanted(matches: int, unit: str) -> bool:
    """Check what is wanted; tell whether it is whole matches.

    Raises:
        UnknownName, BadOptions: for what does not exist or is not allowed.
    """
    if isinstance(matches, bool) or not isinstance(matches, int) or matches < 1:
        raise BadOptions("error.at_least_one", value=matches)
    if unit not in UNITS:
        raise UnknownName("error.unit", name=unit)
    return unit == "match"


def went_on(
    run: Run, matches: int, progress: Progress | None, jobs: int, executor: Executor | None, stoppable: bool
) -> bool:
    """Play what is wanted; tell whether that was interrupted."""
    try:
        run.go_on(matches, progress, jobs, executor)
    except KeyboardInterrupt:
        if not stoppable or not run.matches:
            raise
        return True
    return False


def report(table: Table, run: Run, unit: str, first: int, stopped: bool) -> Report:
    """Write down what came of a table, as far as it is played."""
    sums = run.sums
    rows, tally, whole = [], sums.sides[0], unit == "match"
    seen = next((one for one in sums.seen if one.matches), None)
    for seat, level in enumerate(table.bots):
        lost = tally.lowest[seat] / tally.matches
        row: dict[str, Any] = {"seat": seat, "bot": level, "matches": tally.matches}
        for measure, name in enumerate(measured(whole)):
            row[f"mean_{name}"], row[f"mean_{name}_error"] = tally.mean(seat, measure)
        row["lowest_share"] = lost
        row["lowest_share_error"] = TWO_SIDED * math.sqrt(lost * (1 - lost) / tally.matches)
        rows.append(row)
    return Report(
        unit, tally.matches, run.seconds, stopped, rows, [table.described], table.seed, first,
        table.variant.name, tally.deals, tally.choices,
        measures(seen, table.seats, whole) if seen else None, came_up(table.game, seen) if seen else [],
    )  # fmt: skip


def speed(game: str, seconds: float = 1.0, seats: int | None = None) -> float:
    """Measure random play: choices a second, dealing and scoring included."""
    table = Table(game, seats, None, ["random"], 1)
    table.get_ready()
    first, choices, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        choices += int(table.results(first, SLICE, placed=False)[1][:, CHOICES].sum())
        first += SLICE
    return choices / (time.perf_counter() - began)

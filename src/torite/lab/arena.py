"""An arena: any bots on the same deals, each two with seats changed; who does better, and by how much beyond chance."""

from __future__ import annotations

import os
import platform
import shlex
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from math import ceil, sqrt
from pathlib import Path
from typing import Any

from torite import __version__
from torite.commas import listed
from torite.errors import BadOptions
from torite.lab.contestants import contestant
from torite.lab.duel import AHEAD, BEHIND, LEVEL, half_width, lines_of, scale_of, sides_of, signs_of
from torite.lab.loops import SCORE, SHARE, WIN
from torite.lab.ratings import rated
from torite.lab.run import BadRun, Progress, Run
from torite.lab.simulate import check_wanted
from torite.lab.table import Table
from torite.lab.tally import TWO_SIDED, interval, measured
from torite.lab.told import Pair, RatedBot
from torite.lab.work import work_of

MOST_BOTS = 8
MOST_DEALS = 1_000_000
FEWEST = 30  #: deals, of fewer than which nothing is said; the first look is after so many
FURTHER = 1.25  #: as many times as many are at each further look
SECONDS = 0.05  #: thinking time of a decision, for search that has no setting


@dataclass(frozen=True)
class Arena:
    """What came of an arena.

    Attributes:
        unit: "match" or "deal".
        matches: deals, or matches, of those two that played the fewest.
        wanted: how many were, of each two.
        seconds: how long it took, without compiling.
        stopped: whether it was interrupted before that.
        variant, seats, options, rules, seed, first: what was played; `options` are those that were chosen.
        until: half the width at which an interval was narrow enough; None for none.
        measure: what a deal, or a match, is worth: "payoff", "place" or "share" (of the win).
        lines: who sits where, line by line: 0 for one of two bots, 1 for the other.
        bots: of each who it is (`bot`; `label` where the same plays twice), its `rating` with the half-width of its
            95 % interval (`rating_error`), its `choices` and how many `milliseconds` one took on average; None for
            compiled loops.
        pairs: of each two (`one`, `other`) the `deals`, the `difference` (how much better the one did, a seat and deal)
            with the half-width of its 95 % interval (`difference_error`), whether that leaves out zero (`real`) and
            whether it does so for all pairs together (`sure`; neither of fewer than FEWEST deals), the standard
            deviation from deal to deal (`spread`), the parts of the deals that went better (`ahead`), alike (`level`)
            and worse (`behind`), and how the mean `score` and `share` of the win differ.
        machine, version: where it was played, and by which Torite.
    """

    unit: str
    matches: int
    wanted: int
    seconds: float
    stopped: bool
    variant: str
    seats: int
    options: dict[str, str]
    rules: str
    seed: int
    first: int
    until: float | None
    measure: str
    lines: list[list[int]]
    bots: list[RatedBot]
    pairs: list[Pair]
    machine: str
    version: str

    def to_json(self) -> dict[str, Any]:
        """Return it as plain dictionaries and lists, with the command that comes to the same."""
        return {**vars(self), "command": self.command}

    @property
    def command(self) -> str:
        """The command that comes to the same, but for bots that think by the clock."""
        what = listed([self.variant, *(f"{name}={value}" for name, value in self.options.items())])
        words = ["torite", "arena", what, *(bot["bot"] for bot in self.bots), "-n", str(self.wanted)]
        words += ["--deals"] if self.unit == "deal" else []
        words += ["--until", str(self.until)] if self.until is not None else []
        words += ["--first", str(self.first)] if self.first else []
        return shlex.join([*words, "--seats", str(self.seats), "--seed", str(self.seed)])


def arena(
    game: str,
    bots: Sequence[str],
    deals: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    unit: str = "deal",
    until: float | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    folder: Path | None = None,
    stoppable: bool = False,
    first: int = 0,
) -> Arena:
    """Let each two of some bots play the same deals, changing seats.

    Args:
        game, seats, options, seed, progress, jobs, executor, first: see `torite.lab.simulate`.
        bots: two or more; see `torite.lab.contestants.contestant`.
        deals: how many deals (or matches) each two of them play at the most, each deal once for every line.
        unit: "deal" for first deals, "match" for whole matches, whose later deals are the same only in part.
        until: two bots stop when the half-width of the interval of their difference is no more than this; the interval
            then holds however often it was looked at.
        folder: where what is done is kept, and gone on from.
        stoppable: report what is done where it is interrupted, instead of raising KeyboardInterrupt.

    Raises:
        UnknownName, BadOptions: for what does not exist or is not allowed.
        BotFails: when an engine cannot be made, raises, or answers what is not allowed.
        BadRun: for a folder of something else, or that cannot be read or written.
        NotInstalled: without openskill.
        WorkerFails: when some of it cannot be played where it was to be.
    """
    whole = check_wanted(deals, unit)
    if not 2 <= len(bots) <= MOST_BOTS:
        raise BadOptions("error.arena_bots", given=len(bots), most=MOST_BOTS)
    if deals > MOST_DEALS:
        raise BadOptions("error.arena_deals", given=deals, most=f"{MOST_DEALS:,}")
    if until is not None and not 0 < until < float("inf"):
        raise BadOptions("error.arena_until", given=until)
    hall = _Hall(game, bots, seats, options, seed, whole, first, folder)
    stopped = False
    try:
        hall.play(deals, until, progress, jobs, executor)
    except KeyboardInterrupt:
        if not stoppable or not hall.played:
            raise
        stopped = True
    return hall.told(deals, until, stopped)


class _Hall:
    """The runs of an arena, one for each two bots."""

    def __init__(
        self, game: str, bots: Sequence[str], seats: int | None, options: Mapping[str, Any] | None, seed: int,
        whole: bool, first: int, folder: Path | None,
    ) -> None:  # fmt: skip
        self.bots = [contestant(text) for text in bots]
        self.whole, self.first = whole, first
        self.table = Table(game, seats, options, [str(self.bots[0])], seed)
        self.lines = lines_of(sides_of(self.table.match(0)))
        if folder is not None:
            _make(folder)
        self.runs: dict[tuple[int, int], Run] = {}
        for pair in combinations(range(len(bots)), 2):
            seated = [[str(self.bots[pair[one]]) for one in line] for line in self.lines]
            tables = [Table(game, self.table.seats, options, line, seed) for line in seated]
            work = work_of(tables, whole, SECONDS, first, signs=signs_of(self.lines))
            self.worth = work.worth
            self.runs[pair] = Run(work, folder / f"{pair[0]}-{pair[1]}.run" if folder is not None else None)

    @property
    def played(self) -> dict[tuple[int, int], Run]:
        """The runs of which some deals are done."""
        return {pair: run for pair, run in self.runs.items() if run.matches}

    def play(
        self, deals: int, until: float | None, progress: Progress | None, jobs: int, executor: Executor | None
    ) -> None:
        """Play; where it is looked how narrow intervals are, all as far as a look, then those that it leaves."""
        for wanted in looks(deals) if until is not None else [deals]:
            for run in self.runs.values():
                if run.matches < wanted and not self._narrow(run, until):
                    run.go_on(wanted, self._counted(run, progress, deals), jobs, executor)

    def _counted(self, run: Run, progress: Progress | None, deals: int) -> Progress | None:
        """Tell how far all runs are whenever one goes on."""
        before = sum(other.matches for other in self.runs.values() if other is not run)
        return progress and (lambda done, _: progress(before + done, deals * len(self.runs)))

    def _narrow(self, run: Run, until: float | None) -> bool:
        """Tell whether an interval is as narrow as it should be; of few deals it is not asked."""
        return until is not None and run.matches >= FEWEST and self._interval(run, self.worth, True)[1] <= until

    def _interval(self, run: Run, measure: int, any_time: bool, among: int = 1) -> tuple[float, float]:
        """Return how much better the first of two did, and the half-width of its interval."""
        total, squares = run.sums.duel[0].totals[abs(measure)], run.sums.duel[0].squares[abs(measure)]
        unit = scale_of(self.lines) * (WIN if measure == SHARE else 1)
        mean, _ = interval(total, squares, run.matches, unit)
        return (-mean if measure < 0 else mean), half_width(total, squares, run.matches, unit, any_time, among)

    def told(self, deals: int, until: float | None, stopped: bool) -> Arena:
        """Write down what came of it."""
        runs, table = self.played, self.table
        names = _labels([bot.called for bot in self.bots])
        described = table.described
        return Arena(
            "match" if self.whole else "deal", min(run.matches for run in runs.values()), deals,
            sum(run.seconds for run in runs.values()), stopped, table.variant.name, table.seats, described["options"],
            described["rules"], table.seed, self.first, until, measured(self.whole)[abs(self.worth)],
            [[*line] for line in self.lines], [*self._rated(names)],
            [self._pair(run, names[one], names[other], until) for (one, other), run in runs.items()],
            f"{platform.machine()}, {os.cpu_count()} × {platform.system()}, Python {platform.python_version()}",
            __version__,
        )  # fmt: skip

    def _pair(self, run: Run, one: str, other: str, until: float | None) -> Pair:
        any_time, n, duel = until is not None, run.matches, run.sums.duel[0]
        mean, error = self._interval(run, self.worth, any_time)
        _, together = self._interval(run, self.worth, any_time, len(self.runs))
        usual = self._interval(run, self.worth, False)[1]
        (score, score_error), (share, share_error) = (self._interval(run, at, any_time) for at in (SCORE, SHARE))
        ahead, level, behind = (duel.course.count(mark) / n for mark in (AHEAD, LEVEL, BEHIND))
        enough = n >= FEWEST
        return {
            "one": one, "other": other, "deals": n, "difference": mean, "difference_error": error,
            "real": enough and abs(mean) > error, "sure": enough and abs(mean) > together,
            "spread": usual / TWO_SIDED * sqrt(n), "ahead": ahead, "level": level, "behind": behind,
            "score": score, "score_error": score_error, "share": share, "share_error": share_error,
        }  # fmt: skip

    def _rated(self, names: Sequence[str]) -> Iterator[RatedBot]:
        found = rated(len(names), {pair: run.sums.duel[0].course for pair, run in self.played.items()})
        for bot, name, (rating, deviation) in zip(self.bots, names, found, strict=True):
            spent = [run.sums.clocks.get(str(bot), [0, 0]) for run in self.runs.values()]
            choices, nanoseconds = (sum(column) for column in zip(*spent, strict=True))
            yield {
                "bot": bot.called, "label": name, "rating": rating, "rating_error": TWO_SIDED * deviation,
                "choices": choices, "milliseconds": nanoseconds / choices / 1e6 if choices else None,
            }  # fmt: skip


def looks(deals: int) -> Iterator[int]:
    """Tell after how many deals it is looked whether more are wanted; the last time after all."""
    at = FEWEST
    while at < deals:
        yield at
        at = ceil(at * FURTHER)
    yield deals


def _labels(names: Sequence[str]) -> list[str]:
    """Tell the same bots apart, where one plays against itself."""
    return [f"{name} ({names[: at + 1].count(name)})" if name in names[:at] else name for at, name in enumerate(names)]


def _make(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as fault:
        raise BadRun("error.run_unkept", file=folder, why=fault.strerror or fault) from None

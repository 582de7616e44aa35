"""`torite simulate` and `torite bench`: many matches, and how fast they run; what all commands of the lab share."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from torite import records
from torite.terminal import INTERRUPTED, guides, measures, saves
from torite.terminal.measures import Seen
from torite.terminal.outputs import Outputs
from torite.terminal.play import agreed
from torite.terminal.saves import BadInput, ToldExitCode
from torite.terminal.text_layout import Ink, columns, pad, terminal_ink
from torite.terminal.wording import sentences

if TYPE_CHECKING:
    from torite.lab import Arena, Comparison, Report

MOST_MATCHES, MOST_JOBS = 1_000_000_000, 1024
BAR = 24


@dataclass(frozen=True)
class Many:
    """How many matches are wanted, and how they are played.

    Attributes:
        matches: how many matches, or deals.
        seats: number of seats; the variant's usual one if None.
        seed: makes it repeatable.
        deals: count deals instead of matches.
        jobs: in how many processes; as many as there are cores if None.
        resume: a file from which it goes on, and in which it is kept; empty for none.
        outputs: how it is told when it is done, or stopped.
        first: the first of them, from 0.
        cluster: the address of a Dask scheduler, where they are played instead; empty for none.
        executor: the name of what makes an executor, where they are played instead; empty for none.
        measures: whether some are looked at choice by choice, and luck told from skill.
        folder: where an arena is kept; empty for nowhere.

    Raises:
        ToriteError: for too few or too many, more than one place to play them, and files that cannot be written.
    """

    matches: int
    seats: int | None = None
    seed: int = 0
    deals: bool = False
    jobs: int | None = None
    resume: str = ""
    outputs: Outputs = field(default_factory=Outputs)
    first: int = 0
    cluster: str = ""
    executor: str = ""
    measures: bool = False
    folder: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.matches <= MOST_MATCHES:
            raise BadInput("input.count", given=self.matches, most=f"{MOST_MATCHES:,}")
        if not 0 <= self.first <= MOST_MATCHES:
            raise BadInput("input.first", given=self.first, most=f"{MOST_MATCHES:,}")
        if self.jobs is not None and not 1 <= self.jobs <= MOST_JOBS:
            raise BadInput("input.jobs", given=self.jobs, most=f"{MOST_JOBS:,}")
        if sum(map(bool, (self.jobs, self.cluster, self.executor))) > 1:
            raise BadInput("input.places")
        self.outputs.check(self.resume)

    def played(self, play: Callable[..., Seen]) -> Seen:
        """Play them where that is wanted, with a bar where somebody looks on.

        Args:
            play: a function of the lab that wants nothing more than how it is played.

        Raises:
            ToriteError: where there is nothing that would play, or it fails.
        """
        seen = measures.OBSERVED if self.measures else 0
        with self.places() as places, self.progress() as progress:
            outcome = play(
                unit="deal" if self.deals else "match", first=self.first, progress=progress, observed=seen,
                file=Path(self.resume) if self.resume else None, stoppable=True, **places,
            )  # fmt: skip
            return measures.with_luck(outcome, progress=progress, **places)

    @contextlib.contextmanager
    def places(self) -> Iterator[dict[str, Any]]:
        """Have what plays them ready, and let go afterwards."""
        from torite.lab.cluster import brought, cluster

        if not (self.cluster or self.executor):
            yield {"jobs": self.jobs or os.cpu_count() or 1}
            return
        sys.path.append(str(Path.cwd()))  # what somebody brings lies where they are
        with cluster(self.cluster) if self.cluster else brought(self.executor) as executor:
            yield {"executor": executor}

    @contextlib.contextmanager
    def progress(self) -> Iterator[Any]:
        """Show how far it is, within, where somebody looks on."""
        if not sys.stderr.isatty():
            yield None
            return
        print(sentences(self.outputs.language)("simulate.ready"), end="", file=sys.stderr, flush=True)
        try:
            yield _bar(self.outputs.language)
        finally:
            print("\r\x1b[K", end="", file=sys.stderr)

    def shown(
        self, outcome: Report | Comparison | Arena, told: Callable[[str], Iterator[str]],
        kept: Callable[[str], Iterator[str]] = lambda language: iter(()),
    ) -> int:  # fmt: skip
        """Print what came of it, then write what is wanted of it; return the exit code.

        Args:
            outcome: what came of it.
            told: writes it in lines, in a language.
            kept: writes a file more, and says so.
        """
        from torite.lab import Arena

        language, as_json = self.outputs.language, self.outputs.json
        for line in [json.dumps(outcome.to_json(), indent=1, ensure_ascii=False)] if as_json else told(language):
            print(line)
        for line in kept(language):
            if not as_json:
                print(line)
        if not isinstance(outcome, Arena):
            self.outputs.write(outcome)
        if not outcome.stopped:
            return 0
        if as_json:
            return INTERRUPTED
        where, done = self.resume or self.folder, f"{outcome.matches:,}"
        key = "simulate.stopped_kept" if where else "simulate.stopped"
        print(sentences(language)(key, done=done, wanted=f"{self.matches:,}", path=where), file=sys.stderr)
        return ToldExitCode(INTERRUPTED)


@dataclass(frozen=True)
class SimulationPlan:
    """What is to be simulated.

    Attributes:
        name: a variant's name.
        many: how many matches, and how.
        bots: the bots' names by seat; the last one fills the rest.
        options: what is agreed otherwise, as name=value.
        record: a file to which one match is written; empty for none.
        number: which match that is, from 0.
    """

    name: str
    many: Many
    bots: Sequence[str] = ()
    options: Sequence[str] = ()
    record: str = ""
    number: int = 0


def simulate(plan: SimulationPlan) -> int:
    """Simulate and print a table by seat; return the exit code.

    Raises:
        ToriteError: when something cannot be simulated.
    """
    from torite import lab
    from torite.games import find
    from torite.lab.table import POLICIES
    from torite.terminal.bots import named

    many = plan.many
    if plan.record and not many.first <= plan.number < many.first + many.matches:
        raise BadInput("input.number", given=plan.number, least=many.first, most=many.first + many.matches - 1)
    game, variant = find(plan.name)
    seats = variant.default_seats if many.seats is None else many.seats
    options = agreed(plan.options)
    game.options(variant.name, options, seats)
    bots = named(plan.bots, "random", seats)
    if plan.record and not set(bots) <= POLICIES.keys():
        raise BadInput("input.no_record")
    many.outputs.check(many.resume, plan.record)
    report = many.played(partial(lab.simulate, variant.name, many.matches, bots, seats, options, many.seed))

    def told(language: str) -> Iterator[str]:
        from torite.lab.findings import findings

        say, title = sentences(language), guides.title(game, variant, language)
        yield say("simulate.done", matches=f"{report.matches:,}", title=title, seconds=f"{report.seconds:.2f}")
        yield results(report.rows, report.unit, language, terminal_ink())
        if many.measures:
            yield from findings(report, language)
        yield from measures.looked_at(report, language, terminal_ink())

    def recorded(language: str) -> Iterator[str]:
        if plan.record and not report.stopped:
            match = lab.match_of(variant.name, plan.number, bots, seats, options, many.seed)
            try:
                saves.write(Path(plan.record), records.write(match))
            except OSError as fault:
                raise BadInput("file.unwritable", path=plan.record, why=fault.strerror or fault) from None
            yield sentences(language)("simulate.recorded", number=plan.number, path=plan.record)

    return many.shown(report, told, recorded)


def results(rows: Sequence[dict[str, Any]], unit: str, language: str, ink: Ink) -> str:
    """Write results by seat, each with its confidence interval of 95 %; one who is alone is the last of nobody."""
    say = sentences(language)
    names = ("seat", "bot", "score", "share", f"last_{unit}")[: 4 if len(rows) == 1 else 5]
    heads = [say(f"simulate.{name}") for name in names]
    lines = [heads] + [
        [
            str(row["seat"]),
            say(f"level.{row['bot']}"),
            say.interval(row["mean_score"], row["mean_score_error"], ".2f"),
            say.interval(row["mean_share"], row["mean_share_error"], ".1%"),
            say.interval(row["lowest_share"], row["lowest_share_error"], ".1%"),
        ][: len(names)]
        for row in rows
    ]
    return columns(lines, ink)


def _bar(language: str) -> Any:
    word = sentences(language)("simulate.progress")

    def progress(done: int, total: int) -> None:
        full = BAR * done // max(1, total)
        bar = "━" * full + "─" * (BAR - full)
        print(f"\r\x1b[K{word} {bar} {done:,}/{total:,}", end="", file=sys.stderr, flush=True)

    return progress


def bench(language: str) -> int:
    """Run the benchmarks that the working directory has, else a small measure; return the exit code."""
    say = sentences(language)
    for folder in (Path.cwd(), *Path.cwd().parents):
        script = folder / "benchmarks" / "__main__.py"
        if script.exists() and (folder / "pyproject.toml").exists():
            print(say("bench.running", path=script.parent), flush=True)
            return subprocess.run([sys.executable, "-m", "benchmarks"], cwd=folder, check=False).returncode
    from torite import lab
    from torite.games import catalogue

    print(say("bench.head"))
    for name, (_, variant) in catalogue().items():
        if variant.guide in ("", name):
            print(f"  {pad(name, 24)}{lab.speed(name):>14,.0f}", flush=True)
    return 0

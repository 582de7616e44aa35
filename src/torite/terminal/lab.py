"""`torite simulate` and `torite bench`: many matches, and how fast they run; what all commands of the lab share."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.cells import cell_len

from torite import records
from torite.terminal import guides, saves
from torite.terminal.outputs import Outputs
from torite.terminal.play import agreed
from torite.terminal.saves import BadInput
from torite.terminal.text_layout import Ink, pad, terminal_ink
from torite.terminal.wording import sentences

MOST_MATCHES = 1_000_000_000
BAR = 24
INTERRUPTED = 130  #: the exit code of a command that was interrupted


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
        outputs: the files that are written when it is done, or stopped.

    Raises:
        ToriteError: for too few or too many, and files that cannot be written.
    """

    matches: int
    seats: int | None = None
    seed: int = 0
    deals: bool = False
    jobs: int | None = None
    resume: str = ""
    outputs: Outputs = field(default_factory=Outputs)

    def __post_init__(self) -> None:
        if not 1 <= self.matches <= MOST_MATCHES:
            raise BadInput("input.count", given=self.matches, most=f"{MOST_MATCHES:,}")
        self.outputs.check(self.resume)

    @property
    def how(self) -> dict[str, Any]:
        """What the lab is told of it."""
        file = Path(self.resume) if self.resume else None
        unit = "deal" if self.deals else "match"
        return {"unit": unit, "jobs": self.jobs or os.cpu_count() or 1, "file": file, "stoppable": True}


@dataclass(frozen=True)
class Plan:
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


def simulate(plan: Plan, language: str, as_json: bool) -> int:
    """Simulate and print a table by seat; return the exit code.

    Raises:
        ToriteError: when something cannot be simulated.
    """
    from torite import lab
    from torite.games import find
    from torite.terminal.bots import named

    many = plan.many
    if plan.record and not 0 <= plan.number < many.matches:
        raise BadInput("input.number", given=plan.number, most=many.matches)
    game, variant = find(plan.name)
    seats = variant.default_seats if many.seats is None else many.seats
    options = agreed(plan.options)
    game.options(variant.name, options, seats)
    bots = named(plan.bots, "easy", seats)
    if plan.record and "search" in bots:
        raise BadInput("input.no_record")
    with progress(language) as told:
        report = lab.simulate(variant.name, many.matches, bots, seats, options, many.seed, progress=told, **many.how)
    if plan.record and not report.stopped:
        match = lab.match_of(variant.name, plan.number, bots, seats, options, many.seed)
        try:
            saves.write(Path(plan.record), records.write(match))
        except OSError as fault:
            raise BadInput("file.unwritable", path=plan.record, why=fault.strerror or fault) from None
    many.outputs.write(report, language)
    if as_json:
        print(json.dumps(report.to_json(), indent=1, ensure_ascii=False))
        return INTERRUPTED if report.stopped else 0
    say = sentences(language)
    title = guides.title(game, variant, language)
    print(say("simulate.done", matches=f"{report.matches:,}", title=title, seconds=f"{report.seconds:.2f}"))
    print(results(report.rows, language, terminal_ink()))
    if report.stopped:
        return stopped(report.matches, many, language)
    if plan.record:
        print(say("simulate.recorded", number=plan.number, path=plan.record))
    return 0


def stopped(done: int, many: Many, language: str) -> int:
    """Say how far it came, and whether it is kept; return the exit code."""
    key = "simulate.stopped_kept" if many.resume else "simulate.stopped"
    print(sentences(language)(key, done=f"{done:,}", wanted=f"{many.matches:,}", path=many.resume), file=sys.stderr)
    return INTERRUPTED


def results(rows: Sequence[dict[str, Any]], language: str, ink: Ink) -> str:
    """Write results by seat, each with its confidence interval of 95 %; one who is alone has the least of nobody."""
    say = sentences(language)
    names = ("seat", "bot", "score", "share", "lost")[: 4 if len(rows) == 1 else 5]
    heads = [say(f"simulate.{name}") for name in names]
    lines = [heads] + [
        [
            str(row["seat"]),
            say(f"level.{row['bot']}"),
            f"{row['mean_score']:.2f} ±{row['mean_score_error']:.2f}",
            _percent(row, "mean_share"),
            _percent(row, "lowest_share"),
        ][: len(names)]
        for row in rows
    ]
    return columns(lines, ink)


def columns(lines: Sequence[Sequence[str]], ink: Ink) -> str:
    """Write lines of cells in columns, the first of them the heads."""
    widths = [max(cell_len(line[column]) for line in lines) for column in range(len(lines[0]))]
    written = []
    for number, line in enumerate(lines):
        cells = [pad(text, width) for text, width in zip(line, widths, strict=True)]
        written.append(ink.row([("  ".join(cells), "" if number else "dim")]))
    return "\n".join(written)


def _percent(row: dict[str, Any], name: str) -> str:
    return f"{row[name]:.1%} ±{row[name + '_error']:.1%}"


@contextlib.contextmanager
def progress(language: str) -> Iterator[Any]:
    """Show how far it is, within, where somebody looks on."""
    if not sys.stderr.isatty():
        yield None
        return
    print(sentences(language)("simulate.ready"), end="", file=sys.stderr, flush=True)
    try:
        yield _bar(language)
    finally:
        print("\r\x1b[K", end="", file=sys.stderr)


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

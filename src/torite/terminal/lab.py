"""`torite simulate` and `torite bench`: many matches, and how fast they run."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.cells import cell_len

from torite import records
from torite.terminal import guides, saves
from torite.terminal.play import agreed
from torite.terminal.saves import BadInput
from torite.terminal.text_layout import Ink, pad, terminal_ink
from torite.terminal.wording import sentences

MOST_MATCHES = 1_000_000_000
BAR = 24


@dataclass(frozen=True)
class Plan:
    """What is to be simulated.

    Attributes:
        name: a variant's name.
        matches: how many matches, or deals.
        bots: the bots' names by seat; the last one fills the rest.
        seats: number of seats; the variant's usual one if None.
        options: what is agreed otherwise, as name=value.
        seed: makes it repeatable.
        deals: count deals instead of matches.
        record: a file to which one match is written; empty for none.
        number: which match that is, from 0.
    """

    name: str
    matches: int
    bots: Sequence[str] = ()
    seats: int | None = None
    options: Sequence[str] = ()
    seed: int = 0
    deals: bool = False
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

    if not 1 <= plan.matches <= MOST_MATCHES:
        raise BadInput("input.count", given=plan.matches, most=f"{MOST_MATCHES:,}")
    if plan.record and not 0 <= plan.number < plan.matches:
        raise BadInput("input.number", given=plan.number, most=plan.matches)
    game, variant = find(plan.name)
    seats = variant.default_seats if plan.seats is None else plan.seats
    options = agreed(plan.options)
    game.options(variant.name, options, seats)
    bots = named(plan.bots, "easy", seats)
    if plan.record and "search" in bots:
        raise BadInput("input.no_record")
    progress = _bar(language) if sys.stderr.isatty() else None
    if progress:
        print(sentences(language)("simulate.ready"), end="", file=sys.stderr, flush=True)
    unit = "deal" if plan.deals else "match"
    report = lab.simulate(
        variant.name, plan.matches, bots=bots, seats=seats, options=options, seed=plan.seed, unit=unit,
        progress=progress,
    )  # fmt: skip
    if progress:
        print("\r\x1b[K", end="", file=sys.stderr)
    if plan.record:
        match = lab.match_of(variant.name, plan.number, bots, seats, options, plan.seed)
        try:
            saves.write(Path(plan.record), records.write(match))
        except OSError as fault:
            raise BadInput("file.unwritable", path=plan.record, why=fault.strerror or fault) from None
    if as_json:
        print(json.dumps(report.to_json(), indent=1, ensure_ascii=False))
        return 0
    say = sentences(language)
    title = guides.title(game, variant, language)
    print(say("simulate.done", matches=f"{plan.matches:,}", title=title, seconds=f"{report.seconds:.2f}"))
    print(results(report.rows, language, terminal_ink()))
    if plan.record:
        print(say("simulate.recorded", number=plan.number, path=plan.record))
    return 0


def results(rows: Sequence[dict[str, Any]], language: str, ink: Ink) -> str:
    """Write results by seat, each with its confidence interval of 95 %; one who is alone has the least of nobody."""
    say = sentences(language)
    columns = ("seat", "bot", "score", "share", "lost")[: 4 if len(rows) == 1 else 5]
    heads = [say(f"simulate.{name}") for name in columns]
    lines = [heads] + [
        [
            str(row["seat"]),
            say(f"level.{row['bot']}"),
            f"{row['mean_score']:.2f} ±{row['mean_score_error']:.2f}",
            _percent(row, "mean_share"),
            _percent(row, "lowest_share"),
        ][: len(columns)]
        for row in rows
    ]
    widths = [max(cell_len(line[column]) for line in lines) for column in range(len(heads))]
    written = []
    for line in lines:
        cells = [pad(text, width) for text, width in zip(line, widths, strict=True)]
        written.append(ink.row([("  ".join(cells), "dim" if line is heads else "")]))
    return "\n".join(written)


def _percent(row: dict[str, Any], name: str) -> str:
    return f"{row[name]:.1%} ±{row[name + '_error']:.1%}"


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

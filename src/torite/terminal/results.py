"""`torite stats`: results of games played alone, one a line of a file among the player's data."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.cells import cell_len

from torite.errors import UnknownName
from torite.games import find
from torite.records.results import MOST_BYTES, SoloResult, check_possible, read_results, result_of, unknown, written
from torite.records.statistics import Figures, figures
from torite.terminal import guides, saves
from torite.terminal.saves import BadInput
from torite.terminal.text_layout import Ink, pad, terminal_ink
from torite.terminal.wording import sentences
from torite.words import numeral

if TYPE_CHECKING:
    from torite.match import Match

LONGEST_BAR = 40
ID_LETTERS = 40  #: of the key's hash; so a match that is finished again from a copy of its save is known


def file() -> Path:
    """Return where results are kept."""
    return saves.folder("results.jsonl")


def kept() -> list[SoloResult]:
    """Read the results kept, in the order in which they came; a line that was cut off is left out."""
    try:
        lines = file().read_bytes().splitlines()
    except OSError:
        return []
    rows = []
    for line in lines:
        try:
            rows.append(msgspec.json.decode(line, type=SoloResult))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
    return unknown(rows, [])


def keep(match: Match, at: float) -> None:
    """Add how a scored match ended; one that is known already is not doubled.

    Raises:
        OSError: when it cannot be written.
    """
    _add(unknown([result_of(match, match.chance.key_hash[:ID_LETTERS], at)], kept()))


def of_day(variant: str, day: str) -> SoloResult | None:
    """Return how the deal of a day ended; None if it has not been finished."""
    return next((row for row in kept() if row.daily == day and row.variant == variant), None)


def _add(rows: Sequence[SoloResult]) -> None:
    if not rows:
        return
    file().parent.mkdir(parents=True, exist_ok=True)
    text = b"\n".join([b"", *map(msgspec.json.encode, rows)]) + b"\n"  # whatever was cut off before stays alone
    with file().open("ab") as home:
        home.write(text)
        home.flush()
        os.fsync(home.fileno())


def stats(export: Path | None, taken: Path | None, language: str) -> int:
    """Print the figures, or carry results to and from a file; return the exit code.

    Raises:
        ToriteError: for a file that cannot be used; nothing has changed then.
    """
    say = sentences(language)
    if taken is not None:
        given = read_results(_bytes(taken))
        check_possible(given, time.time())
        new = unknown(given, kept())
        with _writing(file()):
            _add(new)
        print(say("stats.taken", new=len(new), known=len(given) - len(new)))
    if export is not None:
        rows = kept()
        with _writing(export):
            saves.write(export, written(rows).decode())
        print(say("stats.exported", n=len(rows), path=export))
    if taken is None and export is None:
        print("\n".join(_told(figures(kept(), date.today()), terminal_ink(), language)) or say("stats.none"))
    return 0


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as given:
            return given.read(MOST_BYTES + 1)
    except OSError as fault:
        raise BadInput("file.unreadable", path=path, why=fault.strerror or fault) from None


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise BadInput("file.unwritable", path=path, why=fault.strerror or fault) from None


def _told(listed: Sequence[Figures], ink: Ink, language: str) -> Iterator[str]:
    say = sentences(language)
    for number, one in enumerate(listed):
        if number:
            yield ""
        title = _title(one.variant, language)
        yield ink.write([(title if one.usual else say("stats.other_rules", title=title), "strong")])
        told = [say("stats.games", n=one.games)]
        if one.daily:
            told.append(say("stats.daily", n=one.daily))
        if one.wins is not None:
            told.append(say("stats.won", n=one.wins, part=f"{100 * one.wins / one.games:.1f}"))
        yield ink.write([(say("stats.scores", told=say.join(told), best=one.best, mean=numeral(one.mean, ".1f")), "")])
        for name, streak in (("wins", one.won), ("days", one.days)):
            if streak is not None:
                yield ink.write([(say(f"stats.{name}", now=streak.now, longest=streak.longest), "")])
        yield from _bars(one, ink)


def _title(variant: str, language: str) -> str:
    """Name a variant by its title; by its own name where it is not here."""
    try:
        return guides.title(*find(variant), language)
    except UnknownName:
        return variant


def _bars(one: Figures, ink: Ink) -> Iterator[str]:
    """Draw a bar for each score or a few of them, with the number of games."""
    names = [str(bar.least) if bar.least == bar.most else f"{bar.least} … {bar.most}" for bar in one.bars]
    width, most = max(map(cell_len, names)), max(bar.games for bar in one.bars)
    longest = max(8, min(LONGEST_BAR, ink.width - width - 12))
    for name, bar in zip(names, one.bars, strict=True):
        length = -(-bar.games * longest // most)
        yield ink.row([(f"  {pad(name, width)}  ", ""), ("█" * length, "accent"), (f" {bar.games}", "")])

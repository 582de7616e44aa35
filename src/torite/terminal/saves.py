"""Saved matches: the record with its key, and beside it who plays; written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from torite import records
from torite.errors import BadRecord, ToriteError
from torite.terminal.wording import sentences

if TYPE_CHECKING:
    from torite.match import Match

ENDING = ".torite"
MOST_BYTES = 1 << 20


class ToldExitCode(int):
    """An exit code of which it was told already what it says."""


class BadInput(ToriteError):
    """Something given to the command line that cannot be used."""

    code = "bad-input"

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key, sentences, **facts)


@dataclass(frozen=True)
class Seating:
    """Who sits where.

    Attributes:
        seat: the person's seat.
        bots: the bots' names by seat.
        seed: what their choices are drawn from.
        seconds: how long a bot that searches may think, in seconds.
        scored: whether nothing is taken back, and how the match ends is kept.
    """

    seat: int = 0
    bots: Mapping[int, str] = field(default_factory=dict)
    seed: int = 0
    seconds: float = 0.5
    scored: bool = False


def folder(name: str = "saves") -> Path:
    """Return a folder of the player's data: `saves` for open matches, `records` for ended ones."""
    from platformdirs import user_data_path

    return user_data_path("torite") / name


def new_name(variant: str) -> str:
    """Name a new match: the variant and the time, and the process, so that two never meet."""
    return f"{variant}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}{ENDING}"


def daily_name(variant: str, day: str) -> str:
    """Name the match of a day's deal, of which there is one."""
    return f"{variant}-daily-{day}{ENDING}"


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all: a crash leaves the old one.

    Raises:
        OSError: when it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def beside(path: Path) -> Path:
    """Return where a save's seating stands."""
    return path.with_name(path.name + ".json")


def save(match: Match, path: Path, seating: Seating) -> None:
    """Save an open match; the seating, which never changes, is written first.

    Raises:
        OSError: when it cannot be written.
    """
    if not beside(path).exists():
        write(beside(path), json.dumps(asdict(seating)) + "\n")
    write(path, records.write(match, with_key=True))


@dataclass
class Save:
    """The save of an open match at one terminal; what another has written there meanwhile is left alone.

    Attributes:
        path: where it lies; elsewhere from when another was found to have played the match on.
        seating: who sits where.
    """

    path: Path
    seating: Seating
    _text: bytes = b""

    def keep(self, match: Match) -> bool:
        """Save the match; tell whether it lies elsewhere from now on.

        Raises:
            OSError: when it cannot be written.
        """
        taken = bool(self._text) and self.path.exists() and self.path.read_bytes() != self._text
        if taken:
            self.path, self._text = self.path.with_name(new_name(match.variant.name)), b""
        save(match, self.path, self.seating)
        self._text = self.path.read_bytes()
        return taken


def finish(match: Match, path: Path) -> Path:
    """Put an ended match among the records and take its save away; return where it lies.

    Raises:
        OSError: when it cannot be written.
    """
    home = folder("records") / path.name if path.parent == folder() else path
    write(home, records.write(match))
    beside(path).unlink(missing_ok=True)
    if home != path:
        path.unlink(missing_ok=True)
    return home


def read_text(path: Path) -> str:
    """Read a text file.

    Raises:
        BadInput: when it is not there, cannot be read, is too long or is no text.
    """
    try:
        if path.is_dir():
            raise BadInput("file.folder", path=path)
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as fault:
        raise BadInput("file.unreadable", path=path, why=fault.strerror or str(fault)) from None
    if len(data) > MOST_BYTES:
        raise BadRecord("error.record_long", line=0, most=MOST_BYTES)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("file.no_text", path=path) from None


def newest() -> Path:
    """Find the open match that was saved last.

    Raises:
        BadInput: when there is none.
    """
    saved = sorted(folder().glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime_ns)
    if not saved:
        raise BadInput("file.no_save", folder=folder())
    return saved[-1]


def load(path: Path) -> tuple[Match, Seating | None]:
    """Open a saved match; its seating is None where nothing readable stands beside it.

    Raises:
        ToriteError: when it cannot be read, or does not tell the key that the next deal needs.
    """

    match = records.read(read_text(path))
    if match.chance.key is None and not match.over:
        raise BadRecord("error.no_key", line=0)
    return match, _seating(path, match.seats)


def _seating(path: Path, seats: int) -> Seating | None:
    try:
        told = json.loads(read_text(beside(path)))
        bots = {int(seat): str(name) for seat, name in told["bots"].items()}
        seating = Seating(
            int(told["seat"]), bots, int(told["seed"]), float(told["seconds"]), told.get("scored") is True
        )
    except (ToriteError, ValueError, KeyError, TypeError, AttributeError):
        return None
    from torite.bots import LEVELS

    everybody = {seating.seat, *seating.bots} == set(range(seats))
    return seating if everybody and set(bots.values()) <= set(LEVELS) else None

"""How puzzles were answered at the terminal, one a line of a file among the player's data, and what that is rated."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from torite.study.rating import NEW, Rating, changed, since
from torite.terminal import saves

if TYPE_CHECKING:
    from torite.study import Puzzle

MOST_BYTES = 1 << 24  #: of the file that are read


class Answer(Struct, frozen=True):
    """How a puzzle was answered.

    Attributes:
        variant, puzzle: of which.
        rating: what the puzzle is rated.
        good: whether the best was chosen.
        day: when.
    """

    variant: str
    puzzle: str
    rating: Annotated[int, Meta(ge=0, le=4000)]
    good: bool
    day: date


@dataclass(frozen=True)
class Rated:
    """What somebody is rated with the puzzles of a variant.

    Attributes:
        now: that.
        change: by how much the last answer changed it; 0 where it was not the first to its puzzle.
        solved: the puzzles answered, the latest last.
    """

    now: Rating = NEW
    change: float = 0.0
    solved: tuple[str, ...] = ()


def file() -> Path:
    """Return where answers are kept."""
    return saves.folder("puzzles.jsonl")


def kept() -> list[Answer]:
    """Read the answers kept, in the order in which they came; a line that was cut off is left out."""
    try:
        with file().open("rb") as home:
            lines = home.read(MOST_BYTES).splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        try:
            found.append(msgspec.json.decode(line, type=Answer))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
    return found


def answer(puzzle: Puzzle, good: bool, day: date) -> Answer:
    """Return how a puzzle was answered."""
    return Answer(puzzle.variant, puzzle.name, puzzle.rating, good, day)


def keep(answered: Answer) -> None:
    """Add how a puzzle was answered.

    Raises:
        OSError: when it cannot be written.
    """
    file().parent.mkdir(parents=True, exist_ok=True)
    with file().open("ab") as home:
        home.write(b"\n" + msgspec.json.encode(answered) + b"\n")  # whatever was cut off before stays alone
        home.flush()
        os.fsync(home.fileno())


def rated(answers: Sequence[Answer], variant: str) -> Rated:
    """Return what somebody is rated with the puzzles of a variant: the first answer to each counts."""
    now, change, day = NEW, 0.0, None
    solved: dict[str, None] = {}
    for one in answers:
        if one.variant != variant:
            continue
        change, again = 0.0, one.puzzle in solved
        solved.pop(one.puzzle, None)
        solved[one.puzzle] = None
        if again:
            continue
        before = now
        now = changed(since(before, (one.day - day).days if day else 0), one.rating, one.good)
        change, day = now.rating - before.rating, one.day
    return Rated(now, change, tuple(solved))

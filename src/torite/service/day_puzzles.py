"""What the settings of a table call the puzzle that is solved there, where they would name a lesson."""

from __future__ import annotations

from torite.games import find
from torite.study.puzzles import Puzzle, of_game

BEGIN = "puzzle:"  #: no lesson is called so


def called(puzzle: Puzzle, day: str) -> str:
    """Write what settings call a puzzle: that of a day, or of none."""
    return f"{BEGIN}{day}:{puzzle.name}"


def is_called(name: str) -> bool:
    """Tell whether settings name a puzzle."""
    return name.startswith(BEGIN)


def day_of(name: str) -> str:
    """Return the day whose puzzle settings name; empty for one that is of none."""
    return name.split(":")[1]


def named(variant: str, name: str) -> Puzzle | None:
    """Return the puzzle that settings name; None for none, or one that is not there any more."""
    known = of_game(find(variant)[0]) if is_called(name) else ()
    return next((one for one in known if called(one, day_of(name)) == name), None)

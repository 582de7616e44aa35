"""How a game stands on the shelf, and the picture of what is odd about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

How = Literal["plain", "raised", "low"]  #: how something stands in a picture

_ITEM = re.compile(
    r"(?:(?P<times>[1-9]\d?)\*)?(?P<how>[\^_]?)"
    r"(?:\((?P<chip>\d{1,3})\)|(?P<arrow>>)|(?P<code>[A-Za-z0-9?-]+)(?:~(?P<stands>[A-Za-z0-9-]+))?)"
    r"(?:=(?P<number>\d{1,3}))?"
)
_HOW: dict[str, How] = {"": "plain", "^": "raised", "_": "low"}
_FACE_DOWN = "?"


class Drawn(NamedTuple):
    """Something in a picture.

    Attributes:
        what: a `piece`, a `chip` with a number, or an `arrow` to what follows.
        code: of a piece; empty where it lies face down.
        how: as it is, `raised` where it counts, `low` and dimmed where it is let go.
        number: what it is worth, written on it; of a chip its number; empty for none.
        stands: code of the piece that it stands for; empty for none.
    """

    what: Literal["piece", "chip", "arrow"]
    code: str
    how: How
    number: str
    stands: str


Picture = list[list[list[Drawn]]]  #: groups side by side, each of rows of what is drawn


def picture(text: str) -> Picture:
    """Read the picture of a game.

    Args:
        text: codes from left to right, `?` for a piece that lies face down. `6*?` is six of them, `^SK` one that is
            raised, `_D4` one that is let go, `SK=13` one with a number on it, `D6~HA` one that stands for another;
            `(31)` is a chip, `>` an arrow. ` / ` begins another row, ` | ` another group.

    Raises:
        ValueError: for what cannot be read so.
    """
    return [[_row(row) for row in group.split("/")] for group in text.split("|")]


def _row(text: str) -> list[Drawn]:
    drawn: list[Drawn] = []
    for item in text.split():
        found = _ITEM.fullmatch(item)
        if found is None:
            raise ValueError(f"{item!r} is nothing that a picture can have")
        drawn += [_drawn(found)] * int(found["times"] or 1)
    if not drawn:
        raise ValueError(f"{text!r} has nothing to draw")
    return drawn


def _drawn(found: re.Match[str]) -> Drawn:
    how, number = _HOW[found["how"]], found["number"] or ""
    if found["chip"]:
        return Drawn("chip", "", how, found["chip"], "")
    if found["arrow"]:
        return Drawn("arrow", "", how, number, "")
    code = "" if found["code"] == _FACE_DOWN else found["code"]
    return Drawn("piece", code, how, number, found["stands"] or "")


@dataclass(frozen=True)
class Shelf:
    """How a game stands on the shelf.

    Attributes:
        kind: what it is about: `avoid` tricks, `take` tricks, `partners`, `tiles`, `dice` or `alone`.
        minutes: how long a match takes among people.
        difficulty: 1 easy, 2 some thought, 3 hard.
        pieces: its picture, of what is odd about it, as `picture` reads it.
        colour: of its picture: `indigo`, `vermilion`, `moss`, `plum`, `ochre` or `teal`.
    """

    kind: str = "take"
    minutes: int = 20
    difficulty: int = 2
    pieces: str = ""
    colour: str = "indigo"

    @cached_property
    def picture(self) -> Picture:
        """Return what its picture shows; nothing where none is declared."""
        return picture(self.pieces) if self.pieces else []

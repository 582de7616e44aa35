"""What HTTP answers about the shelf; the rest is in `answers.py`."""

from __future__ import annotations

from typing import Literal

from torite.kit.shelf import How
from torite.scenes.schema import Form
from torite.scenes.schema_base import Part


class TitledVariant(Part, frozen=True):
    """A variant on the shelf: the fewest and the most seats, and how many sit down if nobody says."""

    name: str
    title: str
    line: str
    seats: tuple[int, int]
    usual: int


class TitledLesson(Part, frozen=True):
    """A lesson of a game: the variant by whose rules it is played, its name, and its idea in a few words."""

    variant: str
    name: str
    title: str


class Drawn(Part, frozen=True):
    """Something in a game's picture.

    Attributes:
        code: of a piece; empty where it lies face down.
        how: as it is, raised where it counts, or let go.
        number: written on it; empty for none.
        stands: code of the piece that it stands for; empty for none.
    """

    what: Literal["piece", "chip", "arrow"]
    code: str
    how: How
    number: str
    stands: str


class Like(Part, frozen=True):
    """Why somebody who likes a game that many know may like this one.

    Attributes:
        name: of that other game.
        variant: what to begin with.
    """

    name: str
    title: str
    why: str
    variant: str


class Tile(Part, frozen=True):
    """The variants of a game that share a guide.

    Attributes:
        game: the family that it belongs to.
        kind: what it is about, for the filter.
        difficulty: 1 easy to 3 hard.
        picture: groups side by side, each of rows of what is drawn.
        puzzles: whether it has a puzzle of the day.
        found_by: all that it is called, in every language.
    """

    game: str
    guide: str
    title: str
    line: str
    kind: str
    form: Form
    seats: tuple[int, int]
    minutes: int
    difficulty: int
    picture: list[list[list[Drawn]]]
    colour: str
    variants: list[TitledVariant]
    lessons: list[TitledLesson]
    puzzles: bool
    found_by: list[str]
    likes: list[Like]


class Family(Part, frozen=True):
    """A game of several tiles."""

    game: str
    title: str
    line: str

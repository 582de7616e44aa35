"""What a viewer may do, as a scene has it: a word, a piece, several, a number, or what a piece stands for."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from torite.scenes.schema_base import Part, Worded


class Choice(Part, tag_field="kind", kw_only=True, frozen=True):
    """Something that the viewer may do.

    Attributes:
        offer: it may be taken out of turn, and need not.
        codes: of the actions, one for each piece or number.
        family: verbs that differ in their last word, and what they are called together.
        sign: a suit's glyph or a rank, by which it differs from others of its family.
    """

    verb: str
    text: str
    offer: bool
    codes: list[str]
    family: Worded | UnsetType = UNSET
    sign: str | UnsetType = UNSET


class Press(Choice, tag="press", kw_only=True, frozen=True):
    """A word.

    Attributes:
        about: what comes of it, in a few words.
        confirm: a question to be answered before it is said: it cannot be taken back.
    """

    about: str | UnsetType = UNSET
    confirm: str | UnsetType = UNSET


class Tap(Choice, tag="tap", kw_only=True, frozen=True):
    """One piece.

    Attributes:
        doubtful: those of them that are asked about first, for they cost something.
        about: what comes of those, so short that it is written on them.
        confirm: what is asked then.
    """

    pieces: list[str]
    doubtful: list[str] | UnsetType = UNSET
    about: str | UnsetType = UNSET
    confirm: str | UnsetType = UNSET


class Pick(Choice, tag="pick", frozen=True):
    """Several pieces.

    Attributes:
        parts: the pieces that have been picked.
        complete: those are enough.
        to: the seat that gets the pieces; null where they are for nobody, or it is not told.
    """

    pieces: list[str]
    least: int
    most: int
    parts: list[str]
    complete: bool
    to: int | None


class NumberChoice(Choice, tag="number", frozen=True):
    """A number.

    Attributes:
        numbers: those that may be taken; not always in a row.
        named: what each of them stands for, where the game says so.
        stations: they are stations of the road.
        piece: it begins with this piece.
    """

    least: int
    most: int
    numbers: list[int]
    named: list[str] | None
    stations: bool
    piece: str | None


class Stand(Choice, tag="stand", frozen=True):
    """What a piece stands for.

    Attributes:
        stem: the choice beside which it says so: it is done with that choice's pieces.
        piece: the piece that stands for another.
        pieces: what it may stand for.
        sensible: the few worth offering first.
        gesture: it is a part of a gesture, as a pick is.
    """

    stem: str
    piece: str
    pieces: list[str]
    sensible: list[str]
    gesture: bool
    parts: list[str]


AnyChoice = Press | Tap | Pick | NumberChoice | Stand

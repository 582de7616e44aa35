"""State declarations: an annotated class becomes a flat record of int64 fields with a visibility each.

    class State(TrickState, seats=7, pack=PACK):
        turned_up: Public      # kind: the dealer's card that names trump (SUECA-3)
        is_re: HiddenPerSeat   # 1 if the seat plays for Re (DOKO-8)
        best: ForTrick[Public] = -1  # kind that takes the trick so far, -1 before the lead

A field keeps what it holds for the match, or for a deal or a trick: when the next one begins, `reset_deal` and
`reset_trick`, which are made from the declaration, put it back to what it was at first.

What becomes of them is `torite.kernel.declared`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Annotated, Any, TypeVar

from torite.pieces.cards import NO_SUIT

EMPTY = -1  #: a place of a sequence that holds nothing
UNKNOWN = -2  #: a value that the viewer cannot know


class See(Enum):
    """Who sees a field."""

    ALL = "everybody"
    OWNER = "the seat it belongs to"
    VIEWER = "the seat of its row"  # [viewer, owner]: what the viewer knows about the owner
    NOBODY = "nobody"
    RULE = "whom the game's sees() names"


class Span(Enum):
    """How long a field keeps what it holds; a deal's end is the end of its last trick too."""

    MATCH = "match"
    DEAL = "deal"
    TRICK = "trick"


class Names(Enum):
    """What the numbers of a field name, where they are no amounts; a negative one names nothing."""

    SEAT = "a seat, or a chair"
    KIND = "a kind of piece"
    KINDS = "a mask of kinds, of one block"


@dataclass(frozen=True)
class Bits:
    """What the numbers of a field are: masks of so many things that are no kinds of pieces."""

    size: int


@dataclass(frozen=True)
class OneOf:
    """What the numbers of a field are: one of so many such things each; a negative one is none of them."""

    size: int


@dataclass(frozen=True)
class UpTo:
    """What the numbers of a field are: amounts from 0 to a size of the game, "chairs" or "pack", as in a shape."""

    size: str


Values = Names | Bits | OneOf | UpTo | type[IntEnum] | range  #: what the numbers of a field can be


@dataclass(frozen=True)
class Spec:
    """What an annotation declares about a field.

    Attributes:
        shape: sizes in order; "seats" is the game's largest number of seats, "chairs" that and its figures, "pack" all
            pieces of the pack.
        see: who sees it.
        holds: "number", "pieces" (a multiset), "sequence" (kinds in order, EMPTY where there is none), "options" (a
            frozen dataclass of ints, shared by copies).
        place: whether the pieces in it lie there; False for a list of pieces that lie elsewhere.
        constant: whether it cannot change in a deal (options and the like).
        beside: whether it lies beside the state: knowledge and notes, which playouts do without.
        follows: whether it is no secret of its own: `complete` finds it from the places, or it is only ever told.
        span: how long it keeps what it holds.
        of_trick: whether it tells how the trick in play stands: nothing where none lies, nor over a deal's account.
        first: what each of its words is at first, and again when its span begins anew; None for 0, or for EMPTY in a
            sequence.
        values: what its numbers can be: what they name, bits, one of some things, the members of an enumeration, or a
            range; None where that is not said. In a layout `UpTo` is its range.
    """

    shape: tuple[int | str, ...] = ()
    see: See = See.ALL
    holds: str = "number"
    place: bool = True
    constant: bool = False
    beside: bool = False
    follows: bool = False
    span: Span = Span.MATCH
    of_trick: bool = False
    first: int | None = None
    values: Values | None = None


Row = list[int]  #: a multiset of pieces, so many words as the pack needs

Public = Annotated[int, Spec()]
Constant = Annotated[int, Spec(constant=True)]
Hidden = Annotated[int, Spec(see=See.NOBODY)]
PerSeat = Annotated[list[int], Spec(("seats",))]
OwnPerSeat = Annotated[list[int], Spec(("seats",), See.OWNER)]
HiddenPerSeat = Annotated[list[int], Spec(("seats",), See.NOBODY)]
SeatBySeat = Annotated[list[list[int]], Spec(("seats", "seats"), See.VIEWER)]
Pieces = Annotated[Row, Spec(holds="pieces")]
PiecesPerSeat = Annotated[list[Row], Spec(("seats",), holds="pieces")]
OwnPiecesPerSeat = Annotated[list[Row], Spec(("seats",), See.OWNER, "pieces")]
PerChair = Annotated[list[int], Spec(("chairs",))]
PiecesPerChair = Annotated[list[Row], Spec(("chairs",), holds="pieces")]
NamedPieces = Annotated[Row, Spec(holds="pieces", place=False)]  #: pieces that lie elsewhere
NamedPerSeat = Annotated[list[Row], Spec(("seats",), holds="pieces", place=False)]
NamedPerChair = Annotated[list[Row], Spec(("chairs",), holds="pieces", place=False)]
HiddenPieces = Annotated[Row, Spec(see=See.NOBODY, holds="pieces")]
Stock = Annotated[list[int], Spec(("pack",), See.NOBODY, "sequence")]  #: pieces face down in order; `draw` takes one

T = TypeVar("T")
ForDeal = Annotated[T, Span.DEAL]  #: a field that is as at first when a deal begins: `ForDeal[PerSeat]`
ForTrick = Annotated[T, Span.TRICK]  #: one that is as at first when a trick begins, or a deal
IN_PLAY = "of the trick in play"
OfTrick = Annotated[T, IN_PLAY]  #: one that says of seats how the trick in play stands: `best_seat: OfTrick[Public]`
SeatIn = Annotated[T, Names.SEAT]  #: one that names a seat, or a chair: `leader: SeatIn[Public]`; negative for none
KindIn = Annotated[T, Names.KIND]  #: one that names a kind, negative for none
KindsIn = Annotated[T, Names.KINDS]  #: one that is a mask of kinds
SuitIn = Annotated[T, OneOf(NO_SUIT + 1)]  #: one that is a suit, an index of "CSHD", or 4 for trumps; else negative
YesNo = Annotated[T, range(2)]  #: one that is 0 or 1


def each(first: int) -> Any:
    """Declare what every number of a field is at first: `factor: ForDeal[PerSeat] = each(1)`."""
    return first

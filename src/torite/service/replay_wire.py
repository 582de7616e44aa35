"""What is sent to replays: notes at their steps, moves tried at their positions, tables that go on from them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from torite.bots import Level
from torite.service.wire import MOST_NOTE, MOST_STEP, Code
from torite.study.analysis import TIMES

Step = Annotated[int, Meta(ge=0, le=MOST_STEP)]
Seat = Annotated[int, Meta(ge=0, le=63)]
Score = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Viewing = Annotated[int, Meta(ge=-2, le=63)]  #: a seat, or whoever looks on, or all hands
Variation = Annotated[int, Meta(ge=0, le=64)]  #: by its number; 0 is the match
Link = Annotated[str, Meta(max_length=40, pattern=r"^[^\x00]*\Z")]  #: the code in a link to somebody's notes


class WriteNote(Struct, forbid_unknown_fields=True):
    """A note at a step of a replay; an empty one takes the one before away."""

    step: Step
    text: Annotated[str, Meta(max_length=MOST_NOTE)]


class ReadStudy(Struct, forbid_unknown_fields=True):
    """Variations at a replay are read: mine, or those of whoever gave out a link."""

    viewer: Viewing
    code: Link = ""


class StudyScenes(Struct, forbid_unknown_fields=True):
    """Positions of a variation are looked at."""

    of: Variation
    first: Step
    last: Step
    viewer: Viewing
    code: Link = ""


class JudgeThere(Struct, forbid_unknown_fields=True):
    """The choices at a position are to be weighed more often than they were when they were told last."""

    of: Variation
    step: Step
    told: Annotated[int, Meta(ge=0, lt=TIMES)] = 0
    code: Link = ""


class TryMove(Struct, forbid_unknown_fields=True):
    """A move is tried at a position of a replay, or of a variation of mine."""

    of: Variation
    step: Step
    seat: Seat
    act: Code
    viewer: Viewing


class AskMove(Struct, forbid_unknown_fields=True):
    """At such a position it is asked what may be added to parts of a gesture, or why an action is not allowed."""

    of: Variation
    step: Step
    seat: Seat
    parts: Annotated[list[Code], Meta(max_length=64)] = []
    why: Code = ""


class SayThere(Struct, forbid_unknown_fields=True):
    """A comment at a position of a variation of mine; an empty one takes the one before away."""

    of: Variation
    step: Step
    text: Annotated[str, Meta(max_length=MOST_NOTE)]
    viewer: Viewing


class CutThere(Struct, forbid_unknown_fields=True):
    """What leads to a position of a variation of mine is taken away, and all that follows."""

    of: Variation
    step: Step
    viewer: Viewing


class ShareNotes(Struct, forbid_unknown_fields=True):
    """My notes at a replay are to be read by whoever has their link, or not any more."""

    on: bool


class SharedNotes(Struct, forbid_unknown_fields=True):
    """Somebody with the link to notes."""

    code: Link


class PlayOn(Struct, forbid_unknown_fields=True):
    """A step of a replay from which somebody plays on, on a seat, against bots."""

    step: Step
    seat: Seat
    bot: Level = "simple"


class ArrangedPlace(Struct, forbid_unknown_fields=True):
    """Pieces that are to lie in a place; of several owners, with whom."""

    name: Annotated[str, Meta(max_length=40)]
    owner: Seat
    pieces: Annotated[list[Code], Meta(min_length=1, max_length=500)]


class ArrangedDeal(Struct, forbid_unknown_fields=True):
    """A deal that somebody arranges; what is not placed is dealt at random."""

    seats: Annotated[int, Meta(ge=1, le=64)]
    places: Annotated[list[ArrangedPlace], Meta(max_length=200)] = []
    dealer: Seat | None = None
    scores: Annotated[list[Score], Meta(max_length=64)] = []

"""What comes over a table's connection, checked; what a table says is in `messages.py`.

Every message carries a number of its sender's, `cid`; the answer carries it back. Unknown fields, wrong types and
frames of more than MOST_BYTES are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from torite.bots import Level
from torite.records.writing import MOST_LINES
from torite.words import LanguageCode

MOST_BYTES = 8192
OFTEN = 4408  #: the code with which a connection ends that sends too much
MOST_CID = (1 << 53) - 1  #: the largest whole number that every client can say

MOST_NOTE = 1000  #: letters of a note
MOST_STEP = MOST_LINES  #: of a replay: each has a line at least

Cid = Annotated[int, Meta(ge=0, le=MOST_CID)]
Number = Annotated[int, Meta(ge=0, le=1 << 30)]
Code = Annotated[str, Meta(max_length=1000)]


class Message(Struct, forbid_unknown_fields=True, tag_field="type"):
    """Base of what a page may say."""

    cid: Cid


class Act(Message, tag="act"):
    """Take an action, answering the scene of this number."""

    number: Number
    code: Code


class Why(Message, tag="why"):
    """Ask why an action is not allowed."""

    code: Code


class Draft(Message, tag="draft"):
    """Ask what may be added to some parts of a gesture."""

    parts: Annotated[list[Code], Meta(max_length=64)]


class Hint(Message, tag="hint"):
    """Ask what to do."""


class Lesson(Message, tag="lesson"):
    """Ask what there is to decide, and why.

    Attributes:
        knows: I have been told what the game is about; else that is told at my first decision, at once and alone.
    """

    knows: bool = False


class Undo(Message, tag="undo"):
    """Take back my last action."""

    number: Number


class Ready(Message, tag="ready"):
    """I have seen how the deal ended."""


class Say(Message, tag="say"):
    """Say something to the table."""

    text: Annotated[str, Meta(max_length=200)]


class Phrase(Message, tag="phrase"):
    """Say one of the ready phrases."""

    phrase: Annotated[str, Meta(max_length=40)]


class Rest(Message, tag="rest"):
    """The rest of the deal does not matter."""

    number: Number


class StandIn(Message, tag="stand_in"):
    """Let a bot play on for me until the deal ends, or not any more."""

    on: bool


class Forced(Message, tag="forced"):
    """Play my forced cards for me, or not any more."""

    on: bool


WatchedAt = Literal["usual", "fast", "end"]  #: how the rest of a match is shown: as ever, soon, or its end at once


class Watch(Message, tag="watch"):
    """I am out of the match: show me the rest so, where nobody else plays either."""

    at: WatchedAt


class Sit(Message, tag="sit"):
    """Change who sits on a seat, before the match."""

    seat: Annotated[int, Meta(ge=0, le=63)]
    kind: Literal["open", "bot"]
    bot: Level | None = None


class AddWords(Message, tag="words"):
    """Add words to the key of the match, before it starts."""

    text: Annotated[str, Meta(max_length=80)]


class Start(Message, tag="start"):
    """Begin the match."""


class Leave(Message, tag="leave"):
    """Leave the table."""


class Rematch(Message, tag="rematch"):
    """Play again, the deal passed on."""


class Language(Message, tag="language"):
    """Read on in another language."""

    language: LanguageCode


class Again(Message, tag="again"):
    """Send everything afresh."""


class Ping(Message, tag="ping"):
    """Are you there?"""


ClientMessage = (
    Act | Why | Draft | Hint | Lesson | Undo | Ready | Say | Phrase | Rest | StandIn | Forced | Watch | Sit | AddWords
    | Start | Leave | Rematch | Language | Again | Ping
)  # fmt: skip

Seen = Annotated[int, Meta(ge=-2, le=63)]  #: by whom: a seat, -1 an onlooker, -2 with all hands open


class GoTo(Message, tag="go"):
    """I lead, and am at a step now, seen through some eyes."""

    step: Annotated[int, Meta(ge=0, le=MOST_STEP)]
    eyes: Seen


class Lead(Message, tag="lead"):
    """I lead from now on, as nobody does."""


class HandOver(Message, tag="hand"):
    """I lead no longer, but who has this number."""

    to: Annotated[int, Meta(ge=1, le=1 << 30)]


RoomMessage = GoTo | Lead | HandOver | Ping

Decoded = TypeVar("Decoded")
_in_room: msgspec.json.Decoder[RoomMessage] = msgspec.json.Decoder(RoomMessage)
_decoder = msgspec.json.Decoder(ClientMessage)
encode = msgspec.json.Encoder().encode


def decode(frame: str | bytes) -> Any:
    """Read a message.

    Raises:
        ValueError: for anything but one of the messages above.
    """
    return _decoded(_decoder, frame)


def decode_in_room(frame: str | bytes) -> RoomMessage:
    """Read a message of somebody who looks back together with others.

    Raises:
        ValueError: for anything but one of these messages.
    """
    return _decoded(_in_room, frame)


def _decoded(decoder: msgspec.json.Decoder[Decoded], frame: str | bytes) -> Decoded:
    if len(frame) > MOST_BYTES:
        raise ValueError("too long")
    try:
        return in_whole_letters(decoder.decode, frame.encode() if isinstance(frame, str) else frame)
    except RecursionError:
        raise ValueError("too deep") from None


MOST_MENDED = 1 << 16  #: bytes of JSON in which halves of letters are looked for
#: What is escaped in JSON: both halves of a letter, one half alone, anything else.
ESCAPED = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)


def in_whole_letters(decode: Callable[[bytes], Decoded], data: bytes) -> Decoded:
    """Decode JSON; what is left of letters that were cut in two, half an emoji, is left out: no text can hold it.

    Raises:
        msgspec.MsgspecError: when it is something else.
    """
    try:
        return decode(data)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        whole = ESCAPED.sub(lambda found: b"" if found[1] else found[0], data) if len(data) <= MOST_MENDED else data
        if whole == data:
            raise
        return decode(whole)


class Seat(Struct, forbid_unknown_fields=True):
    """A seat of a table that is to be set."""

    kind: Literal["me", "open", "bot"]
    bot: Level | None = None


class Settings(Struct, forbid_unknown_fields=True, frozen=True):
    """What is agreed of a table beside the rules.

    Attributes:
        spectators: whether whoever has the link may watch.
        move_time: seconds for a move; 0 for as long as one likes.
        undo: whether actions may be taken back.
        grace: seconds after which a bot sits in for somebody who has gone; never where one plays alone.
        scored: of a game for one: what is done is done, and how it ends is kept; else undo is free. None as is usual:
            the first game of a variant is for practice.
        bots_bluff: of a game with phrases of its own: whether what bots say of their hands may be false.
        lesson: the lesson or the puzzle that is played; empty for none. Only `NewLesson` and `NewPuzzle` set one.
        rules: what whoever set the table calls its rules; empty for nothing of its own.
    """

    spectators: bool = True
    move_time: Annotated[int, Meta(ge=0, le=86_400)] = 0
    undo: bool = True
    grace: Annotated[int, Meta(ge=1, le=86_400)] = 60
    scored: bool | None = None
    bots_bluff: bool = False
    lesson: Annotated[str, Meta(max_length=40)] = ""
    rules: Annotated[str, Meta(max_length=200)] = ""


class NewTable(Struct, forbid_unknown_fields=True):
    """A table that is to be set."""

    variant: Annotated[str, Meta(max_length=80)]
    seats: Annotated[list[Seat], Meta(min_length=1, max_length=64)]
    options: dict[Annotated[str, Meta(max_length=80)], Annotated[str, Meta(max_length=200)]] = {}
    settings: Settings = Settings()
    start: bool = False


class NewLesson(Struct, forbid_unknown_fields=True):
    """A lesson that is to be played.

    Attributes:
        again: from its beginning, also where it was begun.
    """

    variant: Annotated[str, Meta(max_length=80)]
    name: Annotated[str, Meta(max_length=40)]
    again: bool = False


class NewPuzzle(Struct, forbid_unknown_fields=True):
    """A variant's puzzle that is to be solved: that of a day, or one for somebody of a rating.

    Attributes:
        date: the day; empty for one by rating.
        rating: theirs.
        solved: the names of those that they have solved, or tried, the latest last.
    """

    variant: Annotated[str, Meta(max_length=80)]
    date: Annotated[str, Meta(max_length=10)]
    rating: Annotated[int, Meta(ge=-10_000, le=10_000)] = 0
    solved: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=200)] = []


class NewDaily(Struct, forbid_unknown_fields=True):
    """A daily deal that is to be played."""

    variant: Annotated[str, Meta(max_length=80)]
    date: Annotated[str, Meta(max_length=10)]


class Join(Struct, forbid_unknown_fields=True):
    """Somebody with the link."""

    secret: Annotated[str, Meta(max_length=80)]
    name: Annotated[str, Meta(max_length=80)] = ""
    watch: bool = False


class Peek(Struct, forbid_unknown_fields=True):
    """Somebody with the link who looks first."""

    secret: Annotated[str, Meta(max_length=80)]


class Me(Struct, forbid_unknown_fields=True):
    """What is remembered of somebody."""

    name: Annotated[str, Meta(max_length=80)] | None = None
    language: LanguageCode | None = None


class Restrict(Struct, forbid_unknown_fields=True):
    """What somebody may no longer do at a table, or may again; None as before.

    Attributes:
        who: as the table names them to its host.
    """

    who: Annotated[str, Meta(max_length=40)]
    removed: bool | None = None
    muted: bool | None = None


class Rotate(Struct, forbid_unknown_fields=True):
    """This browser is to have another token.

    Attributes:
        nonce: 128 random bits of its own, in hexadecimal; whoever repeats them gets the same answer for some seconds.
    """

    nonce: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


class LogOut(Struct, forbid_unknown_fields=True):
    """This browser, or all others of the same person, are to be theirs no longer."""

    others: bool = False


class Device(Struct, forbid_unknown_fields=True):
    """A code that was shown by another browser.

    Attributes:
        code: the code.
        replace: be that person also where this browser was somebody else.
    """

    code: Annotated[str, Meta(max_length=40)]
    replace: bool = False


class Delete(Struct, forbid_unknown_fields=True):
    """What is kept of me is to be deleted."""

    sure: Literal[True]


class Record(Struct, forbid_unknown_fields=True):
    """A record that is to be read."""

    record: str


class NewExperiment(Struct, forbid_unknown_fields=True):
    """An experiment that is to be played.

    Attributes:
        name: by which it is called; empty for none.
        experiment: what is wanted, as JSON of `torite.lab.experiment.Experiment`.
    """

    experiment: msgspec.Raw
    name: Annotated[str, Meta(max_length=200)] = ""


class KeepRules(Struct, forbid_unknown_fields=True):
    """Rules of one's own that are to be kept, in place of those of the same name."""

    name: Annotated[str, Meta(max_length=200)]
    variant: Annotated[str, Meta(max_length=80)]
    options: dict[Annotated[str, Meta(max_length=80)], Annotated[str, Meta(max_length=200)]]


class Nothing(Struct, forbid_unknown_fields=True):
    """A body without anything in it."""

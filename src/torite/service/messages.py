"""What a table says over a connection; what comes from the page is in `wire.py`.

The page's types are written from both by `python -m tools.protocol`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from torite.bots import Level
from torite.scenes.schema import Scene
from torite.scenes.schema_base import Part, Worded
from torite.service.wire import Settings, WatchedAt


class Phrase(Worded, frozen=True):
    """A ready phrase that may be said.

    Attributes:
        group: the game's own stand in groups: ask, tell, advise.
    """

    group: str


Stage = Literal["open", "playing", "over"]  #: of a table
#: Who sits on a seat; `open`: whoever has the link may sit down.
OccupantKind = Literal["person", "bot", "open"]
#: Why a bot sits in: the person is away too long, asked it to play the rest of the deal, or was removed by the host.
StandInFor = Literal["away", "rest", "removed"]


class TableSeat(Part, frozen=True):
    """A seat of a table.

    Attributes:
        kind: `open`: whoever has the link may sit down.
        here: a person is connected.
        standin: why a bot sits in: the person is `away` too long, asked it to play the `rest` of the deal, or was
            `removed` by the host; empty where none does.
        ready: for the next deal.
    """

    seat: int
    kind: OccupantKind
    name: str
    bot: Level | None
    here: bool
    standin: StandInFor | Literal[""]
    ready: bool


class Attendant(Part, frozen=True):
    """Somebody else at a table, as its host is told.

    Attributes:
        who: names them at this table.
        seat: -1 for whoever watches.
    """

    who: str
    name: str
    seat: int
    removed: bool
    muted: bool


class ChosenOption(Part, frozen=True):
    """An option that differs from the variant's own."""

    name: str
    text: str
    value: str
    clause: str


class Message(Part, tag_field="type", frozen=True):
    """Base of what a table says."""


class Teaching(Part, frozen=True):
    """The lesson of a table, or its puzzle.

    Attributes:
        name, title: its name, and its idea in a few words.
        puzzle: the name of the puzzle; empty for a lesson.
        day: the day whose puzzle it is; empty for none.
        rating: what the puzzle is rated; 0 for a lesson.
        number, of: the how-manieth it is, of how many.
        before: what is told before the deal.
        told: what is told of what I did; empty before that.
        good: whether the idea was seen.
        done: whether the choice that matters has been made.
        next: the name of the next lesson; empty after the last.
    """

    name: str
    title: str
    puzzle: str
    day: str
    rating: int
    number: int
    of: int
    before: str
    told: str
    good: bool
    done: bool
    next: str


class TableState(Message, tag="table", frozen=True):
    """A table; sent whole whenever anything of it changes.

    Attributes:
        you: my seat, -1 for a spectator.
        host: I set the table, or was left it: I may change seats, start, remove people, and close it.
        options: those that differ from the variant's own.
        key_hash: commits to all chance of the match before the first outcome.
        words: what players added to the key, by seat; fixed when the match starts.
        replay: the replay of a match that is over.
        rematch: the next table, when a rematch has been asked for.
        left: seconds left to whoever must act, when this was sent; null without a limit.
        pieces: the names of pieces for ears, by code: `ten of hearts`.
        forced: forced cards are played for me.
        forced_after: how many of my choices must still be known before that can begin; others could tell a forced card
            else.
        daily: the day whose deal is played; empty for none.
        talk: who hears what I say: everybody, my team, or nobody talks.
        people: everybody else who is here or sits here, or may not any more; told to the host alone.
        share: the line that tells others how a scored game for one ended; empty before.
        lesson: the lesson that is played here, told to its learner; null where none is.
        practice: I play alone and nothing is counted: I may ask where hidden pieces may lie.
        watched: how I, who am out of the match, am shown the rest; null where I am not, or somebody else plays.
    """

    id: str
    game: str
    variant: str
    title: str
    state: Stage
    you: int
    host: bool
    seats: list[TableSeat]
    settings: Settings
    options: list[ChosenOption]
    key_hash: str
    words: dict[int, str]
    spectators: int
    replay: str
    rematch: str
    left: float | None
    pieces: dict[str, str]
    forced: bool
    forced_after: int
    daily: str
    talk: Literal["all", "team", "none"]
    phrases: list[Phrase]
    people: list[Attendant]
    share: str
    watched: WatchedAt | None
    lesson: Teaching | None
    practice: bool


class SceneMessage(Message, tag="scene", frozen=True):
    """How it looks now; the whole log after a connection, or when the page asks for it.

    Attributes:
        fresh: anything before it is to be forgotten: nothing is animated from the scene before.
    """

    scene: Scene
    fresh: bool


class ChatLine(Message, tag="said", frozen=True):
    """What somebody said.

    Attributes:
        seat: -1 for the table itself.
        team: my team alone hears it.
    """

    number: int
    seat: int
    name: str
    text: str
    team: bool


class Done(Message, tag="done", frozen=True):
    """It has been done."""

    cid: int


class Refusal(Message, tag="refused", frozen=True):
    """It has not been done.

    Attributes:
        code: a stable name: not-your-turn, illegal-move, stale, …
        late: somebody else was first.
    """

    cid: int
    code: str
    say: str
    clause: str
    late: bool | UnsetType = UNSET


class Reason(Message, tag="why", frozen=True):
    """Why an action is not open, as a sentence that teaches; empty where it is."""

    cid: int
    say: str
    clause: str


class DraftState(Message, tag="draft", frozen=True):
    """A gesture that has been begun.

    Attributes:
        may: the codes (`exchange H5`) that may be added.
    """

    cid: int
    parts: str
    may: list[str]
    complete: bool


class Weighed(Part, frozen=True):
    """A choice, with what it is worth.

    Attributes:
        less: how much less than the best it is worth, 0 for the best.
        worth: its own worth, in words; how much less it is, where that is no points.
    """

    code: str
    text: str
    less: float
    worth: str | None


class Hint(Message, tag="hint", frozen=True):
    """What to do; the best choice first."""

    cid: int
    choices: list[Weighed]
    say: str


class Lesson(Message, tag="lesson", frozen=True):
    """The guided first deal: what there is to decide, and why.

    Attributes:
        goal: what the game is about, when the match is over and who wins it; empty but at my first decision.
        sentences: the first says what is advised, or what may be done; none where nothing can be chosen.
        section: the section of the guide that matters; empty for none.
        whole: that is all; else only the goal is told, and the rest is there to be asked for.
    """

    cid: int
    number: int
    goal: str
    sentences: list[str]
    section: str
    whole: bool = True


class Rest(Message, tag="rest", frozen=True):
    """Whether the rest of the deal matters, as far as my seat can know."""

    number: int
    settled: bool


class Pong(Message, tag="pong", frozen=True):
    """I am here."""

    cid: int


class Beat(Message, tag="beat", frozen=True):
    """I am still here: said again before so many seconds have gone by, and when that is not so I am not."""

    within: float


#: Why a connection is closed for good.
FarewellReason = Literal["closed", "removed", "banned", "logged_out", "deleted", "aside", "no_seat"]


class Farewell(Message, tag="farewell", frozen=True):
    """Said before the connection is closed for good."""

    why: FarewellReason
    say: str


class InRoom(Part, frozen=True):
    """Somebody who looks at a replay together with others; without a name who gave none."""

    number: int
    name: str


class Room(Message, tag="room", frozen=True):
    """Who looks at a replay together, and where their leader is.

    Attributes:
        you: my number.
        leader: who leads; 0 for nobody.
        step: where the leader is; null before anybody has led.
        eyes: whose they are: a seat, -1 an onlooker, -2 with all hands open.
    """

    you: int
    leader: int
    people: list[InRoom]
    step: int | None
    eyes: int


class Led(Message, tag="led", frozen=True):
    """Where the leader has gone; as in `Room`."""

    step: int
    eyes: int


RoomAnswer = Room | Led | Done | Refusal | Pong | Farewell

ServerMessage = (
    TableState | SceneMessage | ChatLine | Done | Refusal | Reason | DraftState | Hint | Lesson | Rest | Pong | Farewell
    | Beat
)  # fmt: skip

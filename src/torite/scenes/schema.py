"""What a scene is made of: everything that a page or a terminal draws of a match, and nothing else.

The page's types are written from these classes by `python -m tools.protocol`. Seats are numbered from 0, clockwise; a
figure has the number of its chair, which goes on after the seats. Pieces and actions are written as codes.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from torite.scenes.choice_schema import AnyChoice
from torite.scenes.schema_base import Part, Worded
from torite.words import LanguageCode

#: What the pieces of a game are, which says how a code is drawn, and the back of one unseen.
Form = Literal["card", "domino", "d6", "d12"]


class Piece(Part, kw_only=True, frozen=True):
    """A piece as it is drawn.

    Attributes:
        stands: the piece for which it stands.
    """

    code: str
    glyph: str
    stands: Piece | UnsetType = UNSET


class Placed(Piece, kw_only=True, frozen=True):
    """A piece that lies somewhere.

    Attributes:
        seat: who played it, where several play in a row.
        caption: what is written under it.
        about: a sentence on the caption.
    """

    seat: int | UnsetType = UNSET
    caption: str | UnsetType = UNSET
    about: str | UnsetType = UNSET


class Explained(Worded, kw_only=True, frozen=True):
    """Something of which a newcomer may ask what it means.

    Attributes:
        about: a sentence that says it.
    """

    about: str | UnsetType = UNSET


class Fact(Explained, frozen=True):
    """A number of the table or of a seat, in words where there are some.

    Attributes:
        deal: of the table: it is of this deal, or of this trick, as what is trump is.
        pieces: those that it speaks of, the strongest first.
        means: a sentence that says what its value means.
    """

    value: str | int
    deal: bool | UnsetType = UNSET
    pieces: list[Piece] | UnsetType = UNSET
    means: str | UnsetType = UNSET


class Gauge(Explained, frozen=True):
    """A number that goes towards something: many are drawn as a bar, few as pips.

    Attributes:
        half: the fact of the seat that says how many of them weigh less.
    """

    value: int
    most: int
    half: str | UnsetType = UNSET


class SceneSeat(Part, frozen=True):
    """A seat, or a figure.

    Attributes:
        you: it is the viewer's.
        acts: it must act now.
        held: how many pieces it holds.
        marks: `dealer`, `leader`, `best_seat` (winning the trick), `gains` (gets what the trick is worth), `passed` (in
            the trick), `won`, `struck` (its name is struck out), and the game's own.
        team: the seats of its side, itself among them, where everybody knows that it has partners; else empty.
    """

    seat: int
    name: str
    you: bool
    acts: bool
    score: int
    held: int
    out: bool
    marks: list[Explained]
    facts: list[Fact]
    gauges: list[Gauge]
    team: list[int]


class Zone(Explained, frozen=True):
    """A place of pieces.

    `hand`, `trick`, `line` and `starter` are drawn in places of their own; any other where there is room: open pieces
    called `shown` whole, for they are played from there, those called `used_…` as put aside.

    Attributes:
        seat: -1 when it belongs to nobody.
        pieces: null for one unseen. A trick's zones come in the order of play; a piece of a `line` tells who played it.
        at_stake: played for, or bid: it lies in the middle.
        named: it names pieces of mine that lie elsewhere, all that I have to choose from now: it takes the place of my
            hand.
        groups: codes of the seen ones that go together; one may be in several groups.
    """

    seat: int
    count: int
    pieces: list[Placed | None]
    at_stake: bool | UnsetType = UNSET
    named: bool | UnsetType = UNSET
    groups: list[list[str]] | UnsetType = UNSET


class LogLine(Part, frozen=True):
    """An entry of the log, in words.

    Attributes:
        seat: -1 for chance.
    """

    number: int
    seat: int
    text: str


class AccountLine(Part, frozen=True):
    """A line by which a deal was scored.

    Attributes:
        pieces: a drawn group that scores; empty where there is none.
        heading: it sums up those that follow, or that came before.
    """

    text: str
    clause: str
    seat: int
    amount: int
    pieces: list[Piece]
    heading: bool


class Peg(Part, frozen=True):
    """A seat's pegs: the front one at its score, the other where that one was before."""

    seat: int
    front: int
    back: int


class Track(Part, frozen=True):
    """A board on which pegs keep the score."""

    text: str
    target: int
    pegs: list[Peg]


class Station(Part, frozen=True):
    """A place on the road: what lies there, and how many of something it demands.

    Attributes:
        number: counted from 1.
        have: how many of them I have; null where I am not.
    """

    number: int
    piece: Piece | None
    state: Literal["open", "here", "won", "lost"]
    text: str
    demand: int
    have: int | None


class Road(Part, frozen=True):
    """Stations that are visited one by one."""

    text: str
    stations: list[Station]


class Way(Part, frozen=True):
    """A word that is said of an element, with what it is called there."""

    verb: str
    text: str


class Element(Worded, frozen=True):
    """Something that can be bet on by itself.

    Attributes:
        proposed: its worth if the bet on it that waits for an answer is held; null where none waits.
        asks: who asks for an answer.
        may: seats that may bet on it, as far as everybody knows.
        told: how it stands, in a sentence.
        by: the seats of the side that has it.
    """

    worth: int
    proposed: int | None
    asks: int | None
    may: list[int]
    told: str | None
    over: bool
    by: list[int]
    ways: list[Way]


class SheetRow(Part, frozen=True):
    """A deal on the score sheet.

    Attributes:
        deal: counted from 1; 0 for a deal that was not scored.
        text: what it was, where the game says so.
    """

    deal: int
    text: str | None
    changes: list[int]
    scores: list[int]


class Laid(Part, frozen=True):
    """What a seat, or a figure, laid down."""

    seat: int
    pieces: list[Piece]


class Revealed(Part, frozen=True):
    """Sealed choices that were just turned over, in the order of choosing; who was told last, and what of them."""

    laid: list[Laid]
    seat: int
    text: str


class Result(Part, frozen=True):
    """How the match ended: each seat's place, 1 for the winners, and the seats that won."""

    places: list[int]
    winners: list[int]
    text: str


class Scene(Part, frozen=True):
    """One look of a viewer at a match.

    Attributes:
        viewer: my seat; -1 for a spectator, -2 for a replay that shows all hands.
        number: how many entries the match's log has: an action is sent with the number it answers.
        status: sentences on the state of the deal.
        figures: players whom nobody plays.
        facts: those called `worth`, of the trick as it lies, and `combination`, what it is, are told beside it.
        log: the latest entries in words (on the wire: those since the scene before).
        account: the lines of the deal that was scored last.
        counted: the lines scored last in the deal that is in progress; empty if there are none.
        elements: what can be bet on; empty where a game has no such.
        sheet: the score sheet; told where it has changed, and to whoever comes.
        last_taker: the side that took the last trick; -1 where that is not told.
        deal_over: a deal has ended and the next has not begun.
    """

    game: str
    variant: str
    form: Form
    title: str
    language: LanguageCode
    viewer: int
    number: int
    phase: Worded
    prompt: str
    seats: list[SceneSeat]
    figures: list[SceneSeat]
    zones: list[Zone]
    status: list[str]
    facts: list[Fact]
    choices: list[AnyChoice]
    log: list[LogLine]
    account: list[AccountLine]
    counted: list[AccountLine]
    track: Track | None
    road: Road | None
    elements: list[Element]
    sheet: list[SheetRow] | None
    last_trick: list[Laid] | None
    last_taker: int
    revealed: Revealed | None
    scores: list[int]
    deal_over: bool
    over: bool
    result: Result | None

"""What HTTP answers about replays; the rest is in `answers.py`."""

from __future__ import annotations

from typing import Literal

from torite.scenes.schema import Form
from torite.scenes.schema_base import Part

What = Literal["number", "shuffle", "dice"]  #: of chance
Unit = Literal["points", "match", "win", "success"]  #: points, with the win of the match counted in; or per cent


class Outcome(Part, frozen=True):
    """What chance settled, as the key must give it.

    Attributes:
        pieces: what was shuffled, in its order before.
        agreed: it was agreed upon beforehand, not drawn.
    """

    name: str
    what: What
    n: int
    faces: int
    pieces: list[str]
    outcome: list[str | int]
    agreed: bool


class Replay(Part, frozen=True):
    """GET /api/replays/<id>?language=.

    GET /api/replays/<id>/steps?from=&to=&viewer=&language= → {steps: Scene[]}; viewer -2 shows all hands.
    GET /api/replays/<id>/record → the record as text. POST /api/replays {record} → {id}.
    POST /api/replays/<id>/verify → {fair, say}; /play {step, seat, bot} → Made, a table that goes on from a step.

    Attributes:
        daily: the day whose deal was played; empty for none.
        glyphs: the codes of pieces by the signs with which sentences draw them.
        steps: how many positions there are: after each entry that stands, and the start.
        deals, tricks: steps at which a deal begins, and at which a trick is complete.
        leads: steps at which the first piece of a trick lies.
        key: empty when the record does not tell it.
        unplayed: its deal was arranged and nobody has played it, so that its choices may be weighed.
    """

    id: str
    title: str
    game: str
    variant: str
    daily: str
    names: list[str]
    form: Form
    pieces: dict[str, str]
    glyphs: dict[str, str]
    over: bool
    steps: int
    deals: list[int]
    tricks: list[int]
    leads: list[int]
    scores: list[int]
    key_hash: str
    key: str
    words: list[str]
    arranged: bool
    unplayed: bool
    outcomes: list[Outcome]


class ArrangedRoom(Part, frozen=True):
    """A place that a deal fills.

    Attributes:
        field, owner: what names it.
        name: whose it is; empty for the table's.
        text: what it is.
        most: how many pieces it is dealt.
    """

    field: str
    owner: int
    name: str
    text: str
    most: int


class ArrangedPiece(Part, frozen=True):
    """A kind of piece that is dealt, and how often it is in the pack."""

    code: str
    name: str
    copies: int


class Arranging(Part, frozen=True):
    """GET /api/arranged/<variant>?seats=&language=: what may be arranged of its first deal.

    POST /api/arranged/<variant> {seats, dealer, scores: int[], places: {name, owner, pieces}[]} → {id} of a replay that
    nobody played.

    Attributes:
        least, most: how many may play.
        names: of the seats.
        dealer: whether it may be said who deals.
        rooms: the places that the deal fills; none where nothing is dealt.
        pieces: what is dealt.
    """

    variant: str
    title: str
    form: Form
    least: int
    most: int
    names: list[str]
    dealer: bool
    rooms: list[ArrangedRoom]
    pieces: list[ArrangedPiece]


class Moves(Part, frozen=True):
    """GET /api/replays/<id>/moves?viewer=&language=: what happened, as a viewer read it.

    Attributes:
        moves: of each step but the first, which nothing led to.
    """

    moves: list[str]


class Note(Part, frozen=True):
    """What somebody has written at a step of a replay."""

    step: int
    text: str


class OwnNotes(Part, frozen=True):
    """GET /api/replays/<id>/notes: what I have written; POST {step, text} → Note keeps one, an empty one is none.

    Attributes:
        code: of the link that shows them; empty while I have given none out.
    """

    notes: list[Note]
    code: str


class NotesCode(Part, frozen=True):
    """POST /api/replays/<id>/notes/share {on}: the code that stands in the link to my notes; empty for none."""

    code: str


class SharedNotes(Part, frozen=True):
    """POST /api/replays/<id>/notes/shared {code}: what somebody has written who gave out a link to it."""

    name: str
    notes: list[Note]


class Branch(Part, frozen=True):
    """A variation: what might have been played from a position.

    Attributes:
        number: counted from 1.
        step: the position with which it begins.
        of: the variation in which that is; 0 for the match.
        moves: what happens in it, as a viewer reads it; each leads a step further.
        notes: what is said of its positions, that with which it begins among them.
    """

    number: int
    step: int
    of: int
    moves: list[str]
    notes: list[Note]


class Branches(Part, frozen=True):
    """POST /api/replays/<id>/study {viewer, code}: the variations; my own, or those to which a link's code leads.

    POST …/study/play {of, step, seat, act, viewer}, /say {of, step, text, viewer} and /cut {of, step, viewer} change
    mine, and tell them. POST …/study/scenes {of, first, last, viewer, code} → {steps: Scene[]}. GET …/study/record →
    the record with them and my notes, as text.

    Attributes:
        branches: all of them; one that begins in another comes after it.
        of, step: the position to which the change leads.
    """

    branches: list[Branch]
    of: int
    step: int


class Tried(Part, frozen=True):
    """POST /api/replays/<id>/study/ask {of, step, seat, parts, why}: what may be added to a gesture; or why not.

    Attributes:
        may: the codes that may be added.
        complete: it may be taken as it is.
        say, clause: why an action is not allowed.
    """

    parts: str
    may: list[str]
    complete: bool
    say: str
    clause: str


class Judged(Part, frozen=True):
    """A decision of a match that is over, judged from what its seat knew.

    Attributes:
        step: the position in which it was taken.
        deal: which deal, from 1.
        taken, best: the action, or the part of one, in words; the best with those that are equal to it, if another was
            taken.
        cost: what the best was worth more than what was taken.
        error: half the width of the cost's 95 % interval.
        exact: it was calculated.
        bot: a bot took it for the person whose seat it was.
        mistake: the interval lies above 0.
        why: what speaks for the best, in a sentence; empty where nothing is sure, and where it was no mistake.
        reasons: what made the difference, in sentences, from worlds in which both were tried; of a mistake alone.
    """

    step: int
    deal: int
    seat: int
    taken: str
    best: str
    cost: float
    error: float
    unit: Unit
    exact: bool
    bot: bool
    mistake: bool
    why: str
    reasons: list[str]


class JudgedChoice(Part, frozen=True):
    """A choice at a position.

    Attributes:
        text: the action, or the part of one, in words.
        loss: what it is worth less than the best; 0 for that.
        error: half the width of the loss's 95 % interval.
        taken: it is what is played there.
    """

    text: str
    loss: float
    error: float
    taken: bool


class JudgedChoices(Part, frozen=True):
    """What a seat may choose at a position, judged from what it knows there.

    Attributes:
        choices: the best first.
        exact: it was calculated.
        why: what speaks for the best, in a sentence; empty where nothing is sure.
    """

    seat: int
    choices: list[JudgedChoice]
    unit: Unit
    exact: bool
    why: str


class JudgedPosition(Part, frozen=True):
    """POST /api/replays/<id>/study/judged {of, step, told, code}: what the choices at a position are worth.

    Attributes:
        decisions: of each part of what is played there; at the end of a line, of all who are to act.
        times: how often they were weighed: more often than those `told` before, but where it is not done yet.
        all: how often they are weighed at most.
    """

    decisions: list[JudgedChoices]
    times: int
    all: int


class SeatOfDeal(Part, frozen=True):
    """What a deal was worth to a seat, and what was made of it; errors are halves of 95 % intervals.

    Attributes:
        average: what other deals were worth.
        luck: what this one was worth more.
        played: what came of it beyond that.
        paid: what came of it: the sum of the three.
    """

    average: float
    luck: float
    luck_error: float
    played: float
    played_error: float
    paid: float


class JudgedDeal(Part, frozen=True):
    """Luck and skill in a deal of a match that is over.

    Attributes:
        step: the position of its first choice.
        deal: which deal, from 1.
    """

    step: int
    deal: int
    unit: Unit
    seats: list[SeatOfDeal]


class HiddenPlace(Part, frozen=True):
    """A place of which a seat did not know all.

    Attributes:
        name: whose it is; empty for the table's.
        text: what it is called.
        pieces: how many lie there that the seat did not know.
    """

    name: str
    text: str
    pieces: int


class HiddenPieces(Part, frozen=True):
    """Pieces that a seat did not see and that are as likely in each place.

    Attributes:
        codes: their kinds.
        copies: of each kind, how many were not seen.
        shares: how likely one of them is in each place.
    """

    codes: list[str]
    copies: list[int]
    shares: list[float]


class Hidden(Part, frozen=True):
    """GET /api/replays/<id>/places?at=&seat=&language=: where the pieces may have lain that a seat did not see.

    GET /api/tables/<id>/places?language=: the same of my own seat now, in practice.

    Attributes:
        step: the position.
        exact: all worlds that the seat could not tell apart were counted; else so many were drawn.
        worlds: how many; of those counted at most one more than a million is told.
        error: half the width of the widest 95 % interval of a share; 0 where it is exact.
    """

    step: int
    seat: int
    places: list[HiddenPlace]
    pieces: list[HiddenPieces]
    exact: bool
    worlds: int
    error: float


class JudgedPart(Part, frozen=True):
    """GET /api/replays/<id>/judged?from=&language=: what decisions cost, those of a few entries at a time.

    Attributes:
        decisions: those with a choice, in order.
        deals: those with their first choice among these entries.
        following: what is asked for next: -1 after the last part, this one again where it is not judged yet.
        all: how many entries there are.
    """

    decisions: list[Judged]
    deals: list[JudgedDeal]
    following: int
    all: int

"""How a game is shown: plain functions of a view, and the values that they return.

Sentences are named by their keys in the game's message files. All functions have defaults, so whoever shows a game
calls them without asking whether it has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Literal, NamedTuple

from torite.kit.parts import S

Facts = Mapping[str, Any]  #: what fills a sentence, by the names in its braces
NO_FACTS: Facts = {}


class Sentence(NamedTuple):
    """A sentence of the message files.

    Attributes:
        key: its key, without the family (`status.`, `waiting.`) in which it is looked up.
        facts: what fills it.
    """

    key: str
    facts: Facts = NO_FACTS


class Mark(NamedTuple):
    """What is said of some seats, or figures, beside the fields that say it by themselves.

    Attributes:
        name: key of its words, `mark.…`.
        seats: of whom it is said.
    """

    name: str
    seats: Sequence[int]


class Gauge(NamedTuple):
    """Numbers of the seats on the way to something: a slam, the end.

    Attributes:
        name: key of its words, `gauge.…`.
        values: one a seat.
        most: the number at which it is reached.
        half: the field that says how many of them weigh less, in words beside it (`seat_fact.…`).
    """

    name: str
    values: Sequence[int]
    most: int
    half: str = ""


class Station(NamedTuple):
    """A station of a road.

    Attributes:
        kind: the piece that lies there, -1 for none.
        state: what became of it.
        demand: what it demands.
        have: how much of that there is; None where nobody is there.
        text: its sentence, `station.…`.
    """

    kind: int
    state: Literal["open", "here", "won", "lost"]
    demand: int
    have: int | None
    text: Sentence


@dataclass(frozen=True, kw_only=True)
class Element:
    """Something that is contested and may be bet on by itself.

    Attributes:
        name: key of its words, `element.…`; the verbs that bet on it end so.
        worth: what it is worth now.
        may: the seats that may bet on it.
        told: what is said of it, `element_told.…`; None for nothing.
        over: whether it is settled.
        by: a seat of the side that has it; None for nobody.
        proposed: of an open bet, its worth if held.
        asks: of an open bet, the seat that bets.
    """

    name: str
    worth: int
    may: Sequence[int]
    told: Sentence | None = None
    over: bool = False
    by: int | None = None
    proposed: int | None = None
    asks: int | None = None


class Pegs(NamedTuple):
    """Where a seat's two pegs stand on a board: `front` at the score, `back` where that was before."""

    front: int
    back: int


class Track(NamedTuple):
    """A board for keeping score.

    Attributes:
        target: its length.
        pegs: of each seat.
    """

    target: int
    pegs: Sequence[Pegs]


class Phrase(NamedTuple):
    """Something ready to say at the table.

    Attributes:
        key: key of its words, `phrase.…`.
        facts: what fills them.
        is_true: whether the seat's hand bears it out; None where that does not arise.
    """

    key: str
    facts: Facts
    is_true: bool | None


class ZoneName(StrEnum):
    """Names of fields of pieces that a table lays out in a place of their own.

    A field of another name lies before its owner, or among the places in the middle.
    """

    HAND = "hand"
    """What a seat holds, and plays from."""
    TRICK = "trick"
    """What lies on the trick, in the order of play."""
    TAKEN = "taken"
    """The tricks that a seat took, in a heap."""
    LINE = "line"
    """A row of pieces that several seats play, in the middle."""
    TURNED = "turned"
    """What was turned up, beside the stock."""
    STOCK = "stock"
    """Pieces not dealt."""
    STARTER = "starter"
    """What counts with every hand, in the middle."""
    CRIB = "crib"
    """What is put aside for the dealer."""
    SHOWN = "shown"
    """What a seat or a figure has laid open; a figure's cards are played from there."""
    CLOSED = "closed"
    """A figure's hand, face down."""
    USED = "used_"
    """What such a name begins with is put aside."""


class TrickFields(NamedTuple):
    """The names of the fields that tell of tricks; empty where a game has none of that meaning.

    Attributes:
        trick: what each seat, or chair, put on the trick.
        leader: the seat that led it.
        length: seats that have played to it.
        played: tricks complete in this deal.
        last: the trick before, kept where the next lead is nobody's choice.
    """

    trick: str = ZoneName.TRICK
    leader: str = "leader"
    length: str = "trick_len"
    played: str = "tricks_played"
    last: str = ""


class Line(NamedTuple):
    """The names of the fields of pieces that several seats play in a row, in order, and of who played each."""

    pieces: str
    seats: str


def _no_facts(view: Any, seat: int) -> Facts:
    return NO_FACTS


def _nothing(view: Any) -> set[str]:
    return set()


def _no_marks(view: Any) -> Sequence[Mark]:
    return ()


def _no_groups(view: Any, seat: int) -> Mapping[str, Sequence[Sequence[int]]]:
    return {}


def _no_kinds(view: Any) -> Sequence[int]:
    return ()


def _no_gauges(view: Any) -> Sequence[Gauge]:
    return ()


def _no_road(view: Any) -> Sequence[Station]:
    return ()


def _no_elements(view: Any) -> Sequence[Element]:
    return ()


def _no_captions(view: Any) -> Mapping[int, str]:
    return {}


def _no_number(view: Any) -> int:
    return 0


def _no_meanings(view: Any) -> Mapping[int, int]:
    return {}


def _no_track(view: Any) -> Track | None:
    return None


def _no_reason(view: Any) -> Sentence | None:
    return None


def _nothing_sure(view: Any, seat: int, action: int) -> Sentence | None:
    return None


def _no_status(view: Any, seat: int) -> Sequence[Sentence]:
    return ()


def _no_labels(view: Any, seat: int) -> Mapping[str, Mapping[int, Sentence]]:
    return {}


def _no_phrases(view: Any, seat: int) -> Sequence[Phrase]:
    return ()


def _any_meaning(view: Any, seat: int, kind: int) -> Sequence[int] | None:
    return None


def _by_kind(view: Any, kind: int) -> int:
    return kind


def _by_score(s: Any, seat: int) -> Any:
    return -s.score[seat]


def _alone(view: Any, seat: int) -> int:
    return 1 << seat


def _never_out(view: Any, seat: int) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Display(Generic[S]):
    """What people are shown and told of a game, beyond its public fields that have words."""

    prompts: Sequence[str] = ()
    """The keys of `prompt.…` that `facts` may name."""
    says: Sequence[str] = ()
    """The other sentences that these functions may name, with their families: `status.goals`."""
    facts: Callable[[S, int], Facts] = _no_facts
    """Collect what fills prompts, refusals and the end: `facts(view, seat)`, always the same ones.

    Its `prompt` and its `ending` name the sentences; its `to` says to whom a gesture gives its pieces.
    """
    hidden_facts: Callable[[S], set[str]] = _nothing
    """Name the facts and marks (fields, options) that say nothing now: `hidden_facts(view)`."""
    unseen_zones: Callable[[S], set[str]] = _nothing
    """Name the fields of pieces that may not be looked at again: `unseen_zones(view)`; also `last_trick`."""
    at_stake: Callable[[S], set[str]] = _nothing
    """Name the fields of pieces that are played for or bid: `at_stake(view)`; they lie in the middle."""
    status: Callable[[S, int], Sequence[Sentence]] = _no_status
    """Tell how the deal stands, `status.…`: `status(view, seat)`; the seat is -1 for an onlooker."""
    ends: Callable[[S], Sentence | None] = _no_reason
    """Say when the match is over and who wins it, as was agreed, `ends.…`: `ends(view)`; None where nothing is told.

    All its sentences have the same facts.
    """
    because: Callable[[S, int, int], Sentence | None] = _nothing_sure
    """Say what speaks for an action that is advised, as far as it is sure, `because.…`: `because(view, seat, action)`.

    None where nothing is; it is then told who takes the trick, if the action completes one.
    """
    alike: Callable[[S, int], Any] = _by_kind
    """Return all that the rules tell a piece by, `alike(view, kind)`: pieces with the same are equal in every rule.

    They are for the whole match. By default each kind is its own; the sentence `alike` says why some are not.
    """
    waiting: Callable[[S], Sentence | None] = _no_reason
    """Say why the table waits, `waiting.…`: `waiting(view)`; None where that needs no words."""
    sort_key: Callable[[S, int], Any] = _by_kind
    """Order the pieces of a hand, low first: `sort_key(view, kind)`."""
    rank_key: Callable[[S, int], Any] = _by_score
    """Rank the seats that did not win, less is better: `rank_key(s, seat)`; by default the higher score."""
    is_out: Callable[[S, int], bool] = _never_out
    """Tell whether a seat is no longer in the match: `is_out(view, seat)`."""
    team: Callable[[S, int], int] = _alone
    """Return the mask of the seats of a seat's side, itself among them: `team(view, seat)`; by default itself alone."""
    phrases: Callable[[S, int], Sequence[Phrase]] = _no_phrases
    """List what is ready to be said at the table: `phrases(view, seat)`."""
    captions: Callable[[S], Mapping[int, str]] = _no_captions
    """Name what is written under a piece wherever it lies, `caption.…` by kind: `captions(view)`."""
    marks: Callable[[S], Sequence[Mark]] = _no_marks
    """Say of seats what follows from the state and is no field of it: `marks(view)`."""
    gauges: Callable[[S], Sequence[Gauge]] = _no_gauges
    """List the numbers that go towards something: `gauges(view)`."""
    number_labels: Callable[[S, int], Mapping[str, Mapping[int, Sentence]]] = _no_labels
    """Say what the numbers of a verb stand for, by verb and number: `number_labels(view, seat)`."""
    road: Callable[[S], Sequence[Station]] = _no_road
    """List the stations that are visited one by one, in order: `road(view)`; empty while there are none."""
    track: Callable[[S], Track | None] = _no_track
    """Show a board for keeping score: `track(view)`."""
    elements: Callable[[S], Sequence[Element]] = _no_elements
    """List what can be bet on by itself, in order: `elements(view)`."""
    standing_for: Callable[[S], Mapping[int, int]] = _no_meanings
    """Name the pieces that stand for others wherever they lie, kind by kind: `standing_for(view)`."""
    groups: Callable[[S, int], Mapping[str, Sequence[Sequence[int]]]] = _no_groups
    """Say which pieces that lie before a seat go together, by field and kind: `groups(view, seat)`."""
    trumps: Callable[[S], Sequence[int]] = _no_kinds
    """List the trumps by kind, the strongest first: `trumps(view)`; empty where there are none, or none yet."""
    tricks_in_all: Callable[[S], int] = _no_number
    """Say how many tricks this deal has: `tricks_in_all(view)`; 0 where that is not fixed."""
    suggested_meanings: Callable[[S, int, int], Sequence[int] | None] = _any_meaning
    """List what a piece is best used as, best first: `suggested_meanings(view, seat, kind)`; None for all alike."""
    hand: str = ZoneName.HAND
    """The field of what a seat holds."""
    tricks: TrickFields | None = None
    """The fields that tell of tricks; those of `TrickState` where the state is one."""
    line: Line | None = None
    """The fields of a row of pieces that several seats play."""

    @property
    def has_equals(self) -> bool:
        """Whether some pieces of different kinds may be equal."""
        return self.alike is not _by_kind

    @property
    def talks(self) -> bool:
        """Whether there is something ready to be said."""
        return self.phrases is not _no_phrases

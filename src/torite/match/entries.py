"""What a match is made of: actions, entries of the log, and what is told of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from torite.kit.sentences import Line


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat may take now.

    Attributes:
        code: its text; ends with `+` when it begins a gesture that may already be complete.
        number: the action's number in the rules.
        offer: whether anybody may take it and nobody need.
        partial: whether more parts must or may follow.
    """

    code: str
    number: int
    offer: bool = False
    partial: bool = False

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat is asked next.

    Attributes:
        seat: who is asked.
        actions: what it may take.
        offer: whether it may let all of them pass.
    """

    seat: int
    actions: tuple[Action, ...]
    offer: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence of the rules about what happened.

    Attributes:
        line: which sentence.
        seat: whom it is about, -1 for nobody.
        amount: a number in it.
        pieces: the kinds that it is about, in pack order.
    """

    line: Line
    seat: int
    amount: int
    pieces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log.

    Attributes:
        number: its place in the log, from 0.
        seat: who acted; -1 for chance.
        actions: the parts of the action; empty for chance and for an undo.
        chance: the name of what chance settled; empty for an action.
        outcome: what it settled.
        what: whether that is a number, a shuffle or dice (`torite.kit.chances`).
        undo: the number of the entry that is taken back; -1 for none.
        notes: what the rules said of it.
        bot: whether a bot took the action for the person whose seat it is.
    """

    number: int
    seat: int
    actions: tuple[int, ...] = ()
    chance: str = ""
    outcome: tuple[int, ...] = ()
    what: int = 0
    undo: int = -1
    notes: tuple[Note, ...] = ()
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """An entry as a seat saw it.

    Attributes:
        number: the entry's number.
        seat: who acted; -1 for chance.
        code: the code as far as it was shown (`exchange 3` for three cards unseen); the name, for chance.
        notes: what the rules said of it, which everybody hears.
        outcome: the outcome of chance, where it is public as such (who deals, a roll).
        bot: whether a bot took the action for the person whose seat it is.
    """

    number: int
    seat: int
    code: str
    notes: tuple[Note, ...]
    outcome: tuple[int, ...] = ()
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """Something a viewer could notice in an entry: a field of the view that changed.

    Attributes:
        number: the entry's number.
        field: the field's name.
        owner: the seat it belongs to, -1 for none.
        gained: codes of pieces that came to lie there as far as they are seen; None for one unseen.
        lost: codes of pieces that left.
        before, after: the values, for a number.
    """

    number: int
    field: str
    owner: int
    gained: tuple[str | None, ...] = ()
    lost: tuple[str | None, ...] = ()
    before: int = 0
    after: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended.

    Attributes:
        places: each seat's place, 1 for the winners; equal scores share a place.
        shares: each seat's share of the win.
        scores: the final scores.
        account: the last deal's lines.
    """

    places: tuple[int, ...]
    shares: tuple[Fraction, ...]
    scores: tuple[int, ...]
    account: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal on the score sheet.

    Attributes:
        number: counted from 1; 0 for a deal that was not scored.
        scores: the running scores after it.
        changes: what it changed them by.
        notes: the notes that say what it was.
    """

    number: int
    scores: tuple[int, ...]
    changes: tuple[int, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class DealEnd:
    """What the log remembers of a deal that has ended.

    Attributes:
        played: how many deals were scored by then.
        scores: the running scores after it.
        notes: the notes that say what it was.
    """

    played: int
    scores: tuple[int, ...]
    notes: tuple[Note, ...]

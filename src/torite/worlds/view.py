"""Views: the state with what a seat cannot know blanked, by the fields' declarations alone.

A blanked number is UNKNOWN. What the viewer alone knows not to lie in a place stands in `barred`. A blanked place of
pieces keeps those that the viewer knows there, and its `count`. A blanked sequence keeps which of its places are
EMPTY.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import or_
from typing import Any

from torite.kernel.fields import EMPTY, UNKNOWN, See
from torite.kernel.layout import Field, Layout
from torite.kit.game import Game
from torite.kit.state import BaseState

SPECTATOR = -1  #: the viewer who holds no seat
EVERYTHING = -2  #: the viewer who sees all: for matches that are over


def view(game: Game, state: BaseState, viewer: int) -> Any:
    """Return what a viewer knows of a state, as a state.

    Args:
        game: the game.
        state: the true state; it is not changed, nor shared with the view.
        viewer: a seat, SPECTATOR or EVERYTHING.
    """
    return glimpse(game, state, viewer).copy()


def glimpse(game: Game, state: BaseState, viewer: int, public: Any = None) -> Any:
    """Return a view to be read only: what everybody sees in it is the state's own.

    Args:
        game: the game.
        state: the true state.
        viewer: a seat, SPECTATOR or EVERYTHING.
        public: a spectator's glimpse of the same state, if there is one: what a viewer sees no better is taken from it.
    """
    seen: Any = object.__new__(type(state))
    parts = seen.__dict__
    parts.update((public or state).__dict__)
    if public is None:
        nothing = [[0] * state.layout.pack.words] * len(state.layout.places)
        parts["known"] = [nothing] * len(state.known)
        parts["barred_for"] = [[0] * len(state.layout.places)] * len(state.barred_for)
        parts["count"] = [count for field in state.layout.hidden if field.is_place for count in _counts(state, field)]
    if viewer >= 0:
        parts["known"] = parts["known"].copy()
        parts["known"][viewer] = state.known[viewer]
        parts["barred"] = list(map(or_, state.barred, state.barred_for[viewer]))
    sees = game.worlds.sees
    for part in _parts(state.layout, state.seats):
        value = state.__dict__[part.name]
        if public is None or (part.see is See.RULE and part.seen(state, SPECTATOR, sees)):
            parts[part.name] = part.blanked(value)
        if part.known_from >= 0 and viewer >= 0:
            parts[part.name] = part.known(value, state.known[viewer])
        owners = part.seen(state, viewer, sees)
        if owners:
            parts[part.name] = part.unveiled(value, parts[part.name], owners)
    return seen


@dataclass(frozen=True)
class _Part:
    """A field that not everybody sees, at a table of some seats.

    Attributes:
        name, see, holds, offset: of its declaration.
        whole: whether it is seen as a whole or not at all; else each owner's part is.
        taken: how many owners are there: nobody sits on the other seats, so nothing is there to hide.
        known_from: number of the first of its places of which viewers may know some pieces; -1 for none.
    """

    name: str
    see: See
    holds: str
    offset: int
    whole: bool
    taken: int
    known_from: int

    def seen(self, state: Any, viewer: int, sees: Callable[..., bool]) -> Sequence[int]:
        """List the owners whose parts a viewer sees."""
        if viewer == EVERYTHING:
            return range(self.taken)
        if self.see is See.RULE:
            return [owner for owner in range(self.taken) if sees(state, viewer, owner, self.offset)]
        return (viewer,) if self.see in (See.OWNER, See.VIEWER) and 0 <= viewer < self.taken else ()

    def blanked(self, value: Any) -> Any:
        """Blank all of it."""
        if self.whole:
            return self._blank(value)
        return [self._blank(one) for one in value[: self.taken]] + value[self.taken :]

    def _blank(self, value: Any) -> Any:
        if self.holds == "pieces":
            return [0] * len(value)
        if isinstance(value, list):
            return [item if item == EMPTY and self.holds == "sequence" else UNKNOWN for item in value]
        return UNKNOWN

    def known(self, value: Any, rows: list[list[int]]) -> Any:
        """Return the pieces that a viewer knows there."""
        if self.whole:
            return rows[self.known_from]
        return rows[self.known_from : self.known_from + self.taken] + value[self.taken :]

    def unveiled(self, value: Any, blanked: Any, owners: Sequence[int]) -> Any:
        """Put in what some owners have."""
        if self.whole:
            return value
        shown = blanked.copy()
        for owner in owners:
            shown[owner] = value[owner]
        return shown


@cache
def _parts(layout: Layout, seats: int) -> tuple[_Part, ...]:
    return tuple(_part(layout, field, seats) for field in layout.hidden)


def _part(layout: Layout, field: Field, seats: int) -> _Part:
    spec = field.spec
    whole = not field.is_parted
    taken = 1 if whole else seats if spec.shape[0] == "seats" else field.shape[0]
    known_from = layout.place(field.name) if spec.holds == "pieces" and field.is_place else -1
    return _Part(field.name, spec.see, spec.holds, field.offset, whole, taken, known_from)


def _counts(state: Any, field: Field) -> list[int]:
    """Count the pieces in each of a field's places; seats that nobody sits on hold nothing."""
    value = getattr(state, field.name)
    parts = value if field.is_parted else [value]
    if field.spec.holds == "sequence":
        return [len(part) - part.count(EMPTY) for part in parts]
    taken = state.seats if field.spec.shape == ("seats",) else len(parts)
    return [sum(map(int.bit_count, part)) for part in parts[:taken]] + [0] * (len(parts) - taken)

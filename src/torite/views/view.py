"""Views: the state with what a seat cannot know blanked, by the fields' declarations alone.

A blanked number is UNKNOWN. A blanked place of pieces keeps those that the viewer knows there, and its `count`. A
blanked sequence keeps which of its places are EMPTY.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torite.kernel.declare import EMPTY, UNKNOWN, Field, See
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


def glimpse(game: Game, state: BaseState, viewer: int) -> Any:
    """Return a view to be read only: what everybody sees in it is the state's own."""
    layout = state.layout
    seen: Any = object.__new__(type(state))
    parts = seen.__dict__
    parts.update(state.__dict__)
    sees = getattr(game.rules, "sees", None)
    nothing = [[0] * layout.pack.words] * len(layout.places)
    parts["known"] = [rows if owner == viewer else nothing for owner, rows in enumerate(state.known)]
    for field in layout.hidden:
        parts[field.name] = _blank(seen, state, field, viewer, sees)
    parts["count"] = [count for field in layout.hidden if field.is_place for count in _counts(state, field)]
    return seen


def _blank(seen: Any, state: Any, field: Field, viewer: int, sees: Callable[..., bool] | None) -> Any:
    value = getattr(state, field.name)
    if not field.shape or (field.owners == 1 and field.spec.holds != "number"):
        return value if _visible(state, field, viewer, 0, sees) else _blanked(value, seen, field, viewer, 0)
    taken = state.seats if field.spec.shape[0] == "seats" else len(value)
    blanked = [
        part if _visible(state, field, viewer, owner, sees) else _blanked(part, seen, field, viewer, owner)
        for owner, part in enumerate(value[:taken])
    ]
    return blanked + value[taken:]  # nobody sits there, so nothing is there to hide


def _visible(state: Any, field: Field, viewer: int, owner: int, sees: Callable[..., bool] | None) -> bool:
    if viewer == EVERYTHING:
        return True
    if field.spec.see in (See.OWNER, See.VIEWER):
        return owner == viewer
    if field.spec.see is See.RULE and sees is not None:
        return sees(state, viewer, owner, field.offset)
    return False


def _blanked(value: Any, seen: Any, field: Field, viewer: int, owner: int) -> Any:
    if field.spec.holds == "pieces":
        if field.is_place and viewer >= 0:
            return seen.known[viewer][seen.layout.place(field.name, owner)]
        return [0] * len(value)
    if isinstance(value, list):
        return [item if item == EMPTY and field.spec.holds == "sequence" else UNKNOWN for item in value]
    return UNKNOWN


def _counts(state: Any, field: Field) -> list[int]:
    """Count the pieces in each of a field's places; seats that nobody sits on hold nothing."""
    value = getattr(state, field.name)
    parts = value if field.owners > 1 else [value]
    if field.spec.holds == "sequence":
        return [len(part) - part.count(EMPTY) for part in parts]
    taken = state.seats if field.spec.shape == ("seats",) else len(parts)
    return [sum(map(int.bit_count, part)) for part in parts[:taken]] + [0] * (len(parts) - taken)

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


def view(game: Game, state: BaseState, viewer: int) -> Any:
    """Return what a viewer knows of a state, as a state.

    Args:
        game: the game.
        state: the true state; it is not changed, nor shared with the view.
        viewer: a seat, or SPECTATOR.
    """
    seen = state.copy()
    sees = getattr(game.rules, "sees", None)
    for field in state.layout.fields:
        if field.spec.see is not See.ALL and not field.spec.beside:
            _blank(seen, state, field, viewer, sees)
    for other in range(state.layout.seats):
        if other != viewer:
            for row in seen.known[other]:
                row[:] = [0] * len(row)
    for index, place in enumerate(state.layout.places):
        seen.count[index] = _pieces_in(_part(getattr(state, place.field.name), place.owner, place.field), place.field)
    return seen


def _blank(seen: Any, state: Any, field: Field, viewer: int, sees: Callable[..., bool] | None) -> None:
    value = getattr(seen, field.name)
    if not field.shape:
        if not _visible(state, field, viewer, 0, sees):
            setattr(seen, field.name, UNKNOWN)
        return
    if field.owners == 1 and field.spec.holds != "number":
        if not _visible(state, field, viewer, 0, sees):
            setattr(seen, field.name, _blanked(value, seen, field, viewer, 0))
        return
    for owner in range(len(value)):
        if not _visible(state, field, viewer, owner, sees):
            value[owner] = _blanked(value[owner], seen, field, viewer, owner)


def _visible(state: Any, field: Field, viewer: int, owner: int, sees: Callable[..., bool] | None) -> bool:
    if field.spec.see in (See.OWNER, See.VIEWER):
        return owner == viewer
    if field.spec.see is See.RULE and sees is not None:
        return sees(state, viewer, owner, field.offset)
    return False


def _blanked(value: Any, seen: Any, field: Field, viewer: int, owner: int) -> Any:
    if field.spec.holds == "pieces":
        if field.is_place and viewer >= 0:
            return list(seen.known[viewer][seen.layout.place(field.name, owner)])
        return [0] * len(value)
    if isinstance(value, list):
        return [item if item == EMPTY and field.spec.holds == "sequence" else UNKNOWN for item in value]
    return UNKNOWN


def _part(value: Any, owner: int, field: Field) -> Any:
    return value[owner] if field.owners > 1 else value


def _pieces_in(part: Any, field: Field) -> int:
    if field.spec.holds == "sequence":
        return sum(kind != EMPTY for kind in part)
    return sum(int(word).bit_count() for word in part)

"""Zones: what lies where, as a viewer sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from torite.kernel.fields import EMPTY
from torite.scenes.labels import ShownField
from torite.scenes.position import PublicPosition
from torite.scenes.schema import Placed, Zone

if TYPE_CHECKING:
    from torite.match import Match

_NOTHING: Mapping[int, Zone] = {}


def laid_out(
    at: PublicPosition, drawn: Sequence[Placed], view: Any, zone: ShownField, known: Mapping[int, Zone] = _NOTHING
) -> dict[int, Zone]:
    """Lay out a field's places by owner.

    Args:
        at: the position.
        drawn: the pieces by kind, as they lie.
        view: what the viewer sees.
        zone: the field.
        known: its places as everybody sees them, from which those are taken of which the viewer knows nothing more.
    """
    value, found = getattr(view, zone.name), {}
    at_stake = True if zone.name in at.at_stake else UNSET
    named = True if zone.named else UNSET
    for owner in _owners(at.match, view, zone):
        part = value[owner] if zone.owners > 1 or zone.of_seats else value
        if owner in known and not (zone.sequence or any(part)):
            found[owner] = known[owner]
            continue
        pieces = _pieces(at.match, drawn, view, zone, owner, part)
        if pieces or not zone.of_seats:
            seat = owner if zone.of_seats else -1
            groups = _groups(at, view, zone.name, seat) or UNSET
            found[owner] = Zone(
                zone.name, zone.text, seat, len(pieces), pieces, at_stake, named, groups, about=zone.about
            )
    return found


def _groups(at: PublicPosition, view: Any, name: str, seat: int) -> list[list[str]]:
    """List what goes together of the pieces that lie before a seat, as a viewer sees them."""
    together = at.display.groups(view, seat).get(name, ()) if seat >= 0 else ()
    return [[at.legend.pieces[kind].code for kind in group] for group in together]


def _owners(match: Match, view: Any, zone: ShownField) -> list[int]:
    """List a field's places; a trick's in the order of play."""
    if not zone.of_seats:
        return list(range(zone.owners))
    tricks = match.game.tricks
    first = getattr(view, tricks.leader) if tricks and zone.name == tricks.trick else 0
    seats = zone.owners if zone.of_chairs else match.seats
    return [(first + i) % seats for i in range(seats)]


def _pieces(
    match: Match, drawn: Sequence[Placed], view: Any, zone: ShownField, owner: int, part: list[int]
) -> list[Placed | None]:
    """List the pieces of a place as they are seen, drawn by kind, None for one that is not."""
    if zone.sequence:
        line = match.game.display.line
        by = getattr(view, line.seats) if line and zone.name == line.pieces else None
        return [
            None if kind < 0 else replace(drawn[kind], seat=by[at]) if by else drawn[kind]
            for at, kind in enumerate(part)
            if kind != EMPTY
        ]
    count = -1 if zone.place < 0 else view.count[zone.place + owner]
    if not any(part):
        return [None] * max(0, count)
    kinds = match.game.pack.listed(part)
    if len(kinds) > 1:
        key = match.game.display.sort_key
        kinds.sort(key=lambda kind: (key(view, kind), kind))
    return [drawn[kind] for kind in kinds] + [None] * (count - len(kinds))

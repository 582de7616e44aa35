"""What the host of a table may do about it and about those who come: close it, make its link anew, remove, mute."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import AsyncIterator
from typing import Any

import sqlalchemy as sql
from starlette.requests import Request
from starlette.routing import Route

from torite.service import schema, storage, wire
from torite.service.audit import Event, audit
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.http import asked_by, body
from torite.service.presence import CLOSED, FORBIDDEN, send_away
from torite.service.restrictions import restrictions
from torite.service.table import Table
from torite.service.table_setup import Restricted
from torite.service.users import Person

#: What is written down of it, by what it is and whether it is so from now on.
EVENTS: dict[tuple[str, bool], Event] = {
    ("removed", True): "removed",
    ("removed", False): "readmitted",
    ("muted", True): "muted",
    ("muted", False): "unmuted",
}


def routes() -> list[Route]:
    """List the routes."""
    return [
        Route("/api/tables/{table}/close", asked_by(close), methods=["POST"]),
        Route("/api/tables/{table}/invite", asked_by(make_invitation), methods=["POST"]),
        Route("/api/tables/{table}/people", asked_by(restrict), methods=["POST"]),
    ]


@contextlib.asynccontextmanager
async def _hosted(service: Service, request: Request, person: Person | None) -> AsyncIterator[Table]:
    """Hold a table for its host.

    Raises:
        Refused: for everybody else, and where there is no such table.
    """
    found = await service.registry.admitted(request.path_params["table"], person) if person else None
    if found is None or person is None:
        raise Refused("none", "none")
    table, _ = found
    async with table.lock:
        if table.setup.state == "closed":
            raise Refused("none", "none")
        if table.setup.host != person.id:
            raise Refused("not_host")
        yield table


async def close(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Close a table before its match is over; nothing of what lies hidden there is ever told."""
    async with _hosted(service, request, person) as table:
        at, own = table.setup, schema.sitting
        if at.state == "over":
            raise Refused("over")
        if at.daily:
            raise Refused("daily_stays")
        closed = sql.update(own).where(own.c.id == at.id).values(state="closed", changed_at=storage.now())
        await service.resources.kept.write((closed, []))
        at.state = "closed"
        send_home(service, table)
        audit("table-closed", person=at.host, table=at.id, why="host")
    return {}


def send_home(service: Service, table: Table) -> None:
    """Send everybody home from a table that is no more."""
    for viewer in list(table.viewers):
        send_away(viewer, "closed", CLOSED)
    table.close()
    service.registry.tables.pop(table.setup.id, None)


async def make_invitation(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Make the link of a table anew: the one before opens nothing any more; who has come may stay."""

    def change() -> None:
        at.invitation += 1

    async with _hosted(service, request, person) as table:
        at = table.setup
        await table.change(change)
        audit("invitation-revoked", person=at.host, table=at.id)
        return {"secret": service.registry.secret(at.id, at.invitation)}


async def restrict(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Remove or mute somebody, or take that back; the link is made anew when somebody is removed."""
    wanted = await body(request, wire.Restrict)
    async with _hosted(service, request, person) as table:
        known = {table.setup.handle(one): one for one in _about(table)}
        if wanted.who not in known:
            raise Refused("nobody")
        somebody = known[wanted.who]
        if somebody == table.setup.host:
            raise Refused("yourself")
        if wanted.removed and table.setup.state == "over" and table.setup.seat_of(somebody) >= 0:
            raise Refused("played_it")
        before = table.restricted.get(somebody, Restricted(_name(table, somebody), frozenset()))
        asked = {"removed": wanted.removed, "muted": wanted.muted}
        what = (before.what | {one for one in asked if asked[one]}) - {one for one in asked if asked[one] is False}
        if what != before.what:
            await _restrict(table, somebody, Restricted(before.name, what))
            _carry_out(table, somebody, "removed" in before.what)
            for one in sorted(what ^ before.what):
                audit(EVENTS[one, one in what], person=table.setup.host, table=table.setup.id, other=somebody)
        return {"secret": service.registry.secret(table.setup.id, table.setup.invitation)}


def _about(table: Table) -> set[int]:
    """Find everybody about whom a host may decide."""
    seated = {occupant.person for occupant in table.setup.occupants if occupant.person is not None}
    return seated | {viewer.person for viewer in table.viewers} | set(table.restricted)


def _name(table: Table, person: int) -> str:
    seat = table.setup.seat_of(person)
    if seat >= 0:
        return table.setup.occupants[seat].name
    return next((viewer.name for viewer in table.viewers if viewer.person == person), "")


async def _restrict(table: Table, person: int, limited: Restricted) -> None:
    """Keep what somebody may not do; before the match the seat of who is removed opens.

    Whoever is neither muted nor removed any more is called as they have wished meanwhile.
    """
    at, own = table.setup, schema.restriction
    seat = at.seat_of(person)
    removed = "removed" in limited.what and not table.is_removed(person)
    waited = person in table.restricted and not limited.what and seat >= 0 and at.state != "over"
    name = at.name_for(await _name_now(table, person), seat) if waited else ""

    def change() -> None:
        table.restricted.pop(person, None)
        if limited.what:
            table.restricted[person] = limited
        if removed and seat >= 0 and not at.begun:
            at.occupy(seat, "open")
        if waited:
            at.occupants[seat] = dataclasses.replace(at.occupants[seat], name=name)
        at.invitation += removed  # who has the old link could come back by it as somebody else

    await table.change(
        change,
        (sql.delete(own).where(own.c.sitting == at.id, own.c.person == person), []),
        *restrictions(at.id, {person: limited}),
    )
    if waited:
        table.rename(seat, name)


async def _name_now(table: Table, person: int) -> str:
    """Read how somebody wants to be called, who may have said so while they were muted."""
    own = schema.person
    rows = await table.resources.kept.rows(sql.select(own.c.name).where(own.c.id == person))
    return str(rows[0]["name"]) if rows else ""


def _carry_out(table: Table, person: int, was_removed: bool) -> None:
    """Send away who was removed, and have a bot play for them; leave the seat to who may come back."""
    seat, playing = table.setup.seat_of(person), table.setup.state == "playing"
    if table.is_removed(person):
        for viewer in [viewer for viewer in table.viewers if viewer.person == person]:
            table.viewers.discard(viewer)
            viewer.seat = -1
            send_away(viewer, "removed", FORBIDDEN)
        if seat >= 0 and playing:
            table.not_missed(seat)
            table.forced.discard(seat)
            table.give_over(seat, "removed")
    elif was_removed and seat >= 0 and playing:
        table.standin[seat] = "away"
    table.unseat_all()

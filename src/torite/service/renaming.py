"""Somebody is called otherwise from now on: at every table that is not over, for everybody there, at once.

Where they are muted or removed they are called so when that is over. What was said, and how finished matches are
written down, keeps the name of then. A log has seats and no names, so the record of a match in progress is the same
whatever its players are called.

A table that another process serves is not taken from it: the name is written down, and that process, told of it, calls
them so. What it writes of seats before it has heard of the name it writes again then; a match that ends meanwhile is
written down with the names that are kept (`table_setup.call_as_kept`).
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import sqlalchemy as sql

from torite.service import restrictions, schema, table_setup
from torite.service.audit import audit
from torite.service.context import Service
from torite.service.new_tables import UNBEGUN_OR_PLAYING
from torite.service.storage import Unkept, Unread
from torite.service.table import Table
from torite.service.table_setup import TableSetup, Unreadable
from torite.service.users import Person, cleaned


async def call(service: Service, person: Person, name: str | None, language: str | None = None) -> None:
    """Remember another name or language of somebody, and call them so wherever they are.

    Args:
        service: the service.
        person: who it is.
        name: as it was given; None for the one of before.
        language: None for the one of before.

    Raises:
        Refused: when they are called otherwise too often.
        Unkept: when not all of it could be kept; asked for again, the rest is done.
    """
    before = person.name
    if name is not None and cleaned(name) != before:
        service.resources.quotas.spend("names", person.id)
    await service.people.change(person, name, language)
    if name is None:
        return
    if person.name != before:
        audit("renamed", person=person.id)
    _call_viewers(service, person)
    try:
        for table in await _called_otherwise(service, person):
            async with service.registry.holding([table], others=False) as held:
                await _rename(service, table, held.get(table), person)
            await asyncio.sleep(0)  # everybody else has a turn between
    finally:
        await service.notifications.tell("person", [person.id])  # last: who opens one later reads what was written
    _tell_hosts(service, person.id)


async def heard(service: Service, number: int) -> None:
    """Call somebody here as they have told another process that they are called."""
    person = await service.people.looked_up(number)
    if person is not None:
        _call_viewers(service, person)
        _tell_hosts(service, number)
    service.resources.run(_heard_at_tables(service, number))


async def _heard_at_tables(service: Service, number: int) -> None:
    """Call somebody so at the tables that are open here, or are being opened by what was kept a moment ago."""
    own = schema.person
    for table in service.registry.tables_of(number):
        with contextlib.suppress(Unread, Unkept):  # it is read when the table is opened again, or its match ends
            async with service.registry.holding([table], others=False) as held:
                rows = await service.kept.rows(sql.select(own).where(own.c.id == number))
                if rows and table in held:
                    await _rename(service, table, held[table], Person(number, rows[0]["name"], rows[0]["language"]))


def _call_viewers(service: Service, person: Person) -> None:
    for viewer in service.presence.viewers:
        if viewer.person == person.id:
            viewer.name = person.name
    service.rooms.tell_of(person.id)


def _tell_hosts(service: Service, person: int) -> None:
    """Tell the tables where somebody is how they stand: a host is told of those who watch."""
    for table in list(service.registry.tables.values()):
        if any(viewer.person == person for viewer in table.viewers):
            table.tell_table()


async def _called_otherwise(service: Service, person: Person) -> list[str]:
    """List the tables that are not over at which somebody has another name than their own."""
    own, seat = schema.sitting, schema.seat
    query = sql.select(own.c.id).join(seat, seat.c.sitting == own.c.id).order_by(own.c.changed_at.desc())
    wished = person.name or table_setup.GUEST
    rows = await service.kept.rows(
        query.where(seat.c.person == person.id, seat.c.name != wished, own.c.state.in_(UNBEGUN_OR_PLAYING))
    )
    return [row["id"] for row in rows]


async def _rename(service: Service, name: str, table: Table | None, person: Person) -> None:
    try:
        at: TableSetup | None = table.setup if table else await table_setup.agreed(service.kept, name)
    except Unreadable:
        return  # it is set aside when somebody comes
    seat = at.seat_of(person.id) if at else -1
    if at is None or seat < 0 or at.state not in UNBEGUN_OR_PLAYING:
        return
    limited = table.restricted if table else await restrictions.restricted(service.kept, name)
    if person.id in limited:
        return  # they are called so when the host lets them talk, and come, again
    called = at.name_for(person.name, seat)
    if called == at.occupants[seat].name:
        return
    own, somebody = schema.seat, schema.person
    still = sql.exists().where(somebody.c.id == person.id, somebody.c.name == person.name)  # else who changed it writes
    change: Any = sql.update(own).where(own.c.sitting == name, own.c.seat == seat, own.c.person == person.id, still)
    await service.kept.write((change.values(name=called), []))
    if table is not None:
        table.rename(seat, called)

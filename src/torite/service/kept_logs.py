"""The logs of tables as they are kept."""

from __future__ import annotations

from typing import TypedDict, cast

import sqlalchemy as sql

from torite.service import schema
from torite.service.storage import Storage

AT_A_TIME = 1000  #: entries read with one question


class EntryRow(TypedDict):
    """An entry of a table's log as it is kept: its line of the record, and the message that it answers."""

    sitting: str
    number: int
    line: str
    cid: str
    at: float


async def log(kept: Storage, table: str) -> list[EntryRow]:
    """Read the entries of a table's log in their order, so many at a time that nobody waits for long."""
    own = schema.entry
    query = sql.select(own).where(own.c.sitting == table).order_by(own.c.number).limit(AT_A_TIME)
    part = await kept.rows(query)
    found = [*part]
    while len(part) == AT_A_TIME:
        part = await kept.rows(query.where(own.c.number > part[-1]["number"]))
        found += part
    return cast(list[EntryRow], found)

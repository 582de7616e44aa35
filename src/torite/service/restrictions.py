"""Who may no longer do something at a table, as it is kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sql

from torite.service import schema
from torite.service.storage import Statement, Storage
from torite.service.table_setup import Restricted


async def restricted(kept: Storage, table: str) -> dict[int, Restricted]:
    """Read who may no longer do something at a table."""
    return limits_of(await kept.rows(limits([table])))


def limits(tables: Collection[str]) -> Any:
    """Make the question who may no longer do something at tables."""
    own, person = schema.restriction, schema.person
    return sql.select(own, person.c.name).join(person, person.c.id == own.c.person).where(own.c.sitting.in_(tables))


def limits_of(rows: Sequence[dict[str, Any]]) -> dict[int, Restricted]:
    """Tell who may no longer do something at one table, by what was found."""
    found: dict[int, Restricted] = {}
    for row in rows:
        before = found.get(row["person"], Restricted(row["name"], frozenset()))
        found[row["person"]] = Restricted(before.name, before.what | {row["what"]})
    return found


def restrictions(table: str, people: dict[int, Restricted]) -> list[Statement]:
    """Say how it is written who may no longer do something at a new table."""
    rows = [
        {"sitting": table, "person": person, "what": what}
        for person, limited in people.items()
        for what in sorted(limited.what)
    ]
    return [(sql.insert(schema.restriction), rows)] if rows else []

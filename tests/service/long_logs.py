"""Tables whose logs are long: somebody plays a card and takes it back, again and again, as one may."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from torite.service import statements
from torite.service.bot_workers import BotWorkers
from torite.service.config import Limits
from torite.service.new_tables import set_table
from torite.service.quotas import Quotas
from torite.service.resources import Resources
from torite.service.storage import Storage
from torite.service.table_registry import TableRegistry
from torite.service.users import People, Person
from torite.service.wire import NewTable, Seat, Settings


@asynccontextmanager
async def tables(data: Path) -> AsyncIterator[tuple[TableRegistry, Person]]:
    """Have all tables of a service without its doors, and somebody who sets some."""
    kept = await Storage.open(data / "torite.db")
    registry = TableRegistry(Resources(kept, BotWorkers(0), Quotas(Limits()), (0.001, 0.002)), b"k" * 32)
    try:
        yield registry, (await People(kept).welcome("Ada"))[0]
    finally:
        await registry.close()
        await kept.close()


async def with_entries(registry: TableRegistry, person: Person, entries: int) -> str:
    """Set a table whose log has so many entries, an even number of them after the deal; return its id, not open."""
    seats, settings = [Seat("me"), Seat("bot", "random")], Settings(undo=True)
    table = await set_table(registry, person, NewTable("agurk", seats, settings=settings, start=True), "here")
    async with table.lock:
        await table.begin()
    match, name = table.match, table.setup.id
    assert match is not None
    seat, first = match.actors[0], len(match.log)
    lines = [f"{seat}: {match.actions(seat)[0].code}", ""]
    own = {"sitting": name, "epoch": 0, "cid": "", "at": 1.0}
    rows = [
        own | {"number": n, "line": lines[(n - first) % 2] or f"{seat}: undo {n - 1}"} for n in range(first, entries)
    ]
    for part in range(0, len(rows), 10_000):
        await registry.kept.write((statements.INSERT_ENTRY, rows[part : part + 10_000]))
        await asyncio.sleep(0)
    registry.forget([name])
    return name

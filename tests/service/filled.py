"""A service's database filled by hand: tables, people and replays of any age."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from torite.service import schema, statements, storage
from torite.service.storage import Storage
from torite.service.table_setup import Occupant, TableSetup
from torite.service.wire import Settings

DAY = 24 * 3600.0


def with_storage(path: Path, work: Callable[[Storage], Awaitable[Any]]) -> Any:
    """Do something with a database of its own."""

    async def run() -> Any:
        kept = await Storage.open(path / "torite.db")
        try:
            return await work(kept)
        finally:
            await kept.close()

    return asyncio.run(run())


async def person(kept: Storage, number: int, days: float = 0.0, **more: Any) -> int:
    """Add somebody who came last so many days ago."""
    at = storage.now() - days * DAY
    row = {"id": number, "name": f"P{number}", "language": "en", "seen_at": at, "banned_until": 0.0, **more}
    token = {"hash": f"{number:064}", "person": number, "made_at": at}
    await kept.write((sql.insert(schema.person), [row]), (sql.insert(schema.token), [token]))
    return number


async def table(
    kept: Storage, name: str, host: int, state: str, days: float, entries: int = 0, played: float | None = None
) -> str:
    """Add a table that was changed so many days ago, and played at a while ago."""
    made = TableSetup(
        name, "agurk", {}, Settings(), host, [Occupant("person", "Ada", host), Occupant("bot", "Gen", None, "simple")]
    )
    made.state = state
    await kept.write(*made.made())
    now = storage.now()
    own = schema.sitting
    changed = sql.update(own).where(own.c.id == name).values(changed_at=now - days * DAY)
    at = now - (days if played is None else played) * DAY
    rows = [{"sitting": name, "number": n, "line": f"0: play C{n}", "cid": "", "at": at} for n in range(entries)]
    said = {"sitting": name, "number": 0, "seat": 0, "name": "Ada", "phrase": "hello", "text": "", "heard_by": -1,
            "cid": ""}  # fmt: skip
    await kept.write(
        (changed, []), (sql.insert(schema.said), [said]), *([(sql.insert(schema.entry), rows)] if rows else [])
    )
    return name


async def replay(kept: Storage, name: str, days: float, by: int = 0, record: str = "r" * 1000, of: str = "") -> str:
    """Add a replay that was looked at so many days ago, of a table or not."""
    at = storage.now() - days * DAY
    await kept.write(
        (statements.INSERT_REPLAY, [{"id": name, "record": record, "made_at": at, "seen_at": at, "person": by}])
    )
    if of:
        own = schema.sitting
        await kept.write((sql.update(own).where(own.c.id == of).values(replay=name), []))
    return name


async def results(kept: Storage, number: int, count: int) -> None:
    """Add results of somebody, as from a file."""
    row = {"person": number, "game": "emissary", "variant": "emissary", "usual": True, "score": 1, "finished_at": 1.0}
    await kept.write((schema.result.insert(), [{**row, "sitting": f"of-{number}-{n}"} for n in range(count)]))


async def notes(kept: Storage, replay: str, number: int, count: int) -> None:
    """Add notes of somebody at the first steps of a replay, and a link to them."""
    here = {"replay": replay, "person": number}
    rows = [{**here, "step": step, "text": f"note {step}", "at": 1.0} for step in range(count)]
    await kept.write(
        (schema.note.insert(), rows), (schema.shared_notes.insert(), [{**here, "code": f"code-{number}-{replay}"}])
    )


async def names(kept: Storage, kind: sql.Table, column: str = "id") -> set[Any]:
    """List what there is of a kind."""
    return {row[column] for row in await kept.rows(sql.select(kind))}

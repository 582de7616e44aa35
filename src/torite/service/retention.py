"""What is old is deleted, as a host has set it: tables, replays, people of whom nothing is kept, codes that have ended.

A table is first marked and left by everybody, so that it is no table any more; then its log goes row by row, in batches
with pauses between them, so that play waits for one batch at most. Whatever is cut off half-way is ended the next time.

How old something is tells the wall clock, and that may be wrong: while it is doubted (`wall_clock.py`), nothing is
deleted.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql
import structlog

from torite.service import notes, schema, storage
from torite.service.audit import audit
from torite.service.config import Retention
from torite.service.storage import DELETING, Statement, Storage
from torite.service.wall_clock import WallClock

if TYPE_CHECKING:
    from torite.service.table_registry import TableRegistry

DAY = 24 * 3600.0
FIRST = 60.0  #: seconds from the start of a service until it first deletes something
LOOK = 60.0  #: seconds between two looks at the clock
TABLES = 20  #: tables deleted together
REPLAYS = 10  #: replays deleted together; each may be large
FREED = 64  #: pages given back to the disk in one go
LEFT_FREE = 256  #: pages that stay free for what comes
WHAT = ("tables", "entries", "talk", "replays", "people", "codes", "pages")
STATES = {"unbegun": ("open", "set"), "unfinished": ("playing", "aside"), "finished": ("over", "closed")}
log = structlog.get_logger()


async def keep_deleting(kept: Storage, retention: Retention, registry: TableRegistry) -> None:
    """Delete what is old, now and then, as long as the service runs and its clock is believed."""
    if not retention.every:
        return
    clock, due = WallClock(kept), 0.0
    await asyncio.sleep(FIRST)
    while True:
        try:
            if await clock.is_believed() and time.monotonic() >= due:
                due = time.monotonic() + retention.every * 3600
                done = await Deleting(kept, retention, registry.is_used, registry.drop).run()
                if done.total():
                    log.info("what was old was deleted", **done)
                for what in ("tables", "replays", "people"):
                    if done[what]:
                        audit("swept", what=what, count=done[what])
        except Exception:
            log.exception("what is old could not be deleted")
        await asyncio.sleep(min(LOOK, retention.every * 3600))


class Deleting:
    """One time of deleting.

    Args:
        kept: where things are kept.
        retention: how long.
        used: tells whether a table is in use.
        drop: forgets a table that is no more.

    Attributes:
        done: how much was deleted of what.
    """

    def __init__(
        self,
        kept: Storage,
        retention: Retention,
        used: Callable[[str], bool] = lambda table: False,
        drop: Callable[[str], None] = lambda table: None,
    ) -> None:
        self.kept = kept
        self.retention = retention
        self.done: Counter[str] = Counter(dict.fromkeys(WHAT, 0))
        self._used = used
        self._drop = drop
        self._now = storage.now()

    async def run(self) -> Counter[str]:
        """Delete what is old, and give the room back; return how much of what.

        Raises:
            Unkept: when something could not be deleted; what was before it stays deleted.
        """
        await self.end(await self._ids(_marked()))
        for kind in STATES:
            async for names in self._old_tables(kind):
                await self._tables(names)
        await self._replays()
        await self._people()
        await self._codes()
        await self.free()
        return self.done

    async def count(self) -> Counter[str]:
        """Tell how much of what is old, without deleting it."""
        found: Counter[str] = Counter(dict.fromkeys(WHAT[:-1], 0))
        entry, said = schema.entry, schema.said
        for kind in STATES:
            async for names in self._old_tables(kind):
                found["tables"] += len(names)
                found["entries"] += await self._number(sql.select(entry.c.number).where(entry.c.sitting.in_(names)))
                found["talk"] += await self._number(sql.select(said.c.number).where(said.c.sitting.in_(names)))
        replays, people = self._old_replays(), self._old_people()
        found["replays"] = 0 if replays is None else await self._number(replays)
        found["people"] = 0 if people is None else await self._number(people)
        found["codes"] = await self._number(self._old_codes())
        return found

    # tables

    async def _old_tables(self, kind: str) -> AsyncIterator[list[str]]:
        """Run through the tables of a kind that nobody has touched for long and nobody uses, some at a time."""
        days = getattr(self.retention, kind)
        own, entry = schema.sitting, schema.entry
        last = sql.select(entry.c.at).where(entry.c.sitting == own.c.id).order_by(entry.c.number.desc()).limit(1)
        cut = self._now - days * DAY
        old = (
            sql.select(own.c.id, own.c.changed_at)
            .where(own.c.state.in_(STATES[kind]), own.c.changed_at < cut)
            .where(sql.func.coalesce(last.scalar_subquery(), 0.0) < cut)
            .order_by(own.c.changed_at, own.c.id)
            .limit(TABLES)
        )
        after: tuple[float, str] = (-1.0, "")
        while days:
            later = sql.tuple_(own.c.changed_at, own.c.id) > sql.tuple_(*map(sql.literal, after))
            rows = await self.kept.rows(old.where(later))
            if not rows:
                return
            after = rows[-1]["changed_at"], rows[-1]["id"]
            names = [row["id"] for row in rows if not self._used(row["id"])]
            if names:
                yield names

    async def _tables(self, names: Sequence[str]) -> None:
        """Delete tables."""
        await self._write(*marked(names))
        for name in names:
            self._drop(name)
        await self.end(names)

    async def end(self, names: Sequence[str]) -> Counter[str]:
        """Delete what is left of tables that are marked; return how much of what."""
        own = schema.sitting
        for first in range(0, len(names), TABLES):
            part = names[first : first + TABLES]
            for table, what in ((schema.entry, "entries"), (schema.said, "talk")):
                await self._rows_of(table, part, what)
            await self._write(*_left(part), (sql.delete(own).where(own.c.id.in_(part), own.c.state == DELETING), []))
            self.done["tables"] += len(part)
        return self.done

    async def _rows_of(self, table: sql.Table, names: Sequence[str], what: str) -> None:
        keys = table.c.sitting, table.c.number
        some = sql.select(*keys).where(table.c.sitting.in_(names)).limit(self.retention.batch)
        while rows := await self.kept.rows(some):
            listed = [(row["sitting"], row["number"]) for row in rows]
            await self._write((sql.delete(table).where(sql.tuple_(*keys).in_(listed)), []))
            self.done[what] += len(rows)

    # the rest

    def _old_replays(self) -> sql.Select[Any] | None:
        """Ask for the replays that nobody has looked at for long and that belong to no table that is kept."""
        if not self.retention.replays:
            return None
        own, sitting = schema.replay, schema.sitting
        cut = self._now - self.retention.replays * DAY
        played = sql.exists().where(sitting.c.replay == own.c.id)
        return sql.select(own.c.id).where(own.c.seen_at < cut, own.c.made_at < cut, ~played)

    async def _replays(self) -> None:
        old = self._old_replays()
        while old is not None and (names := await self._ids(old.limit(REPLAYS))):
            own = schema.replay
            still = old.where(own.c.id.in_(names))
            await self._write(*notes.forgotten(still), (sql.delete(own).where(own.c.id.in_(still)), []))
            self.done["replays"] += len(names)

    def _old_people(self) -> sql.Select[Any] | None:
        """Ask for the people who have not come for long and of whom nothing is kept; bans are kept to their end."""
        if not self.retention.people:
            return None
        own = schema.person
        cut = self._now - self.retention.people * DAY
        holders = (schema.sitting.c.host, schema.seat.c.person, schema.watcher.c.person, schema.result.c.person,
                   schema.note.c.person, schema.shared_notes.c.person)  # fmt: skip
        kept = [sql.exists().where(column == own.c.id) for column in (*holders, schema.replay.c.person)]
        return sql.select(own.c.id).where(own.c.seen_at < cut, own.c.banned_until < self._now, *[~one for one in kept])

    async def _people(self) -> None:
        old, own = self._old_people(), schema.person
        while old is not None and (names := await self._ids(old.limit(max(1, self.retention.batch // 4)))):
            still = old.where(own.c.id.in_(names))
            held = (schema.token, schema.device_code, schema.restriction)
            parts: list[Statement] = [(sql.delete(table).where(table.c.person.in_(still)), []) for table in held]
            await self._write(*parts, (sql.delete(own).where(own.c.id.in_(still)), []))
            self.done["people"] += len(names)

    def _old_codes(self) -> sql.Select[Any]:
        own = schema.device_code
        return sql.select(own.c.hash).where(own.c.ends_at < self._now)

    async def _codes(self) -> None:
        own = schema.device_code
        while rows := await self.kept.rows(self._old_codes().limit(self.retention.batch)):
            names = [row["hash"] for row in rows]
            await self._write((sql.delete(own).where(own.c.hash.in_(names)), []))
            self.done["codes"] += len(names)

    async def free(self) -> None:
        """Give free pages back to the disk, where that is possible and worth it."""
        free = await self.kept.free_pages()
        while free > LEFT_FREE:
            began = time.monotonic()
            await self.kept.free(min(FREED, free - LEFT_FREE))
            before, free = free, await self.kept.free_pages()
            self.done["pages"] += max(0, before - free)
            await self._rest(time.monotonic() - began)
            if free >= before:
                return

    # how

    async def _write(self, *statements: Statement) -> None:
        """Write a batch, and leave the database to others for a while."""
        began = time.monotonic()
        await self.kept.write(*statements)
        await self._rest(time.monotonic() - began)

    async def _rest(self, taken: float) -> None:
        await asyncio.sleep(taken * (1 / self.retention.share - 1))

    async def _ids(self, query: sql.Select[Any]) -> list[Any]:
        return [row["id"] for row in await self.kept.rows(query)]

    async def _number(self, query: sql.Select[Any]) -> int:
        rows = await self.kept.rows(sql.select(sql.func.count().label("n")).select_from(query.subquery()))
        return int(rows[0]["n"])


def marked(names: Sequence[str]) -> list[Statement]:
    """Say how it is written that tables are no more: nobody is at them, and what is left of them is deleted later."""
    own = schema.sitting
    mark = sql.update(own).where(own.c.id.in_(names)).values(state=DELETING, daily="", replay="")
    return [(mark, []), *_left(names)]


def _left(names: Sequence[str]) -> list[Statement]:
    around = (schema.seat, schema.watcher, schema.restriction)
    return [(sql.delete(table).where(table.c.sitting.in_(names)), []) for table in around]


def _marked() -> sql.Select[Any]:
    return sql.select(schema.sitting.c.id).where(schema.sitting.c.state == DELETING)

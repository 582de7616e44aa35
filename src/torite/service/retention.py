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
from torite.service.experiments import WAITING
from torite.service.statements import DELETING
from torite.service.storage import Statement, Storage, Unkept, Unread
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
WHAT = ("tables", "entries", "talk", "replays", "results", "experiments", "people", "codes", "pages")
STATES = {"unbegun": ("open", "set"), "unfinished": ("playing", "aside"), "finished": ("over", "closed")}
NONE = sql.select(schema.sitting.c.id).where(sql.false())  #: no tables and no replays
SERVING = sql.select(schema.process.c.id)  #: those that may have a table open
NEVER = -1.0  #: before anything happened
log = structlog.get_logger()


async def keep_deleting(kept: Storage, retention: Retention, registry: TableRegistry) -> None:
    """Delete what is old, now and then, as long as the service runs and its clock is believed.

    What the clock says is kept also where nothing is deleted by itself: `torite admin retention` asks for it.
    """
    clock, due = WallClock(kept), time.monotonic() + FIRST  # what the clock says is kept from the start
    while True:
        try:
            if not await registry.leases.is_first():  # another process does it for all
                due = max(due, time.monotonic() + FIRST)
            elif (at := await clock.believed()) and retention.every and time.monotonic() >= due:
                due = time.monotonic() + retention.every * 3600
                done = await Deleting(kept, retention, registry.is_used, registry.drop, at).run()
                if done.total():
                    log.info("what was old was deleted", **done)
                for what in ("tables", "replays", "results", "people"):
                    if done[what]:
                        audit("swept", what=what, count=done[what])
        except (Unkept, Unread):
            log.warning("what is old could not be deleted now")
        except Exception:
            log.exception("what is old could not be deleted")
        await asyncio.sleep(min(LOOK, retention.every * 3600 or LOOK))


class Deleting:
    """One time of deleting.

    Args:
        kept: where things are kept.
        retention: how long.
        used: tells whether a table is in use.
        drop: forgets a table that is no more.
        at: the time by which things are old; now, if none is given.

    Attributes:
        done: how much was deleted of what.
    """

    def __init__(
        self,
        kept: Storage,
        retention: Retention,
        used: Callable[[str], bool] = lambda table: False,
        drop: Callable[[str], None] = lambda table: None,
        at: float | None = None,
    ) -> None:
        self.kept = kept
        self.retention = retention
        self.done: Counter[str] = Counter(dict.fromkeys(WHAT, 0))
        self._used = used
        self._drop = drop
        self._now = storage.now() if at is None else at

    async def run(self) -> Counter[str]:
        """Delete what is old, and give the room back; return how much of what.

        Raises:
            Unkept: when something could not be deleted; what was before it stays deleted.
        """
        await self.end(await self._ids(_marked()))
        for kind in STATES:
            async for names in self._old_tables(kind):
                await self._tables(names)
        async for names in self._surplus_tables():
            await self._tables(names)
        await self._replays()
        await self._experiments()
        await self._people()
        await self._codes()
        await self.free()
        return self.done

    async def count(self) -> Counter[str]:
        """Tell how much of what is old, also what falls due as its tables and replays go, without deleting it."""
        found: Counter[str] = Counter(dict.fromkeys(WHAT[:-1], 0))
        entry, said = schema.entry, schema.said
        known: set[str] = set()
        for listed in (*map(self._old_tables, STATES), self._surplus_tables()):
            async for old in listed:
                names = [name for name in old if name not in known]
                known.update(names)
                found["tables"] += len(names)
                found["entries"] += await self._number(sql.select(entry.c.number).where(entry.c.sitting.in_(names)))
                found["talk"] += await self._number(sql.select(said.c.number).where(said.c.sitting.in_(names)))
        tables = sql.union(*(self._old_of(kind) for kind in STATES), self._surplus())
        replays = self._old_replays(tables)
        people = self._old_people(tables, replays, self._old_experiments())
        found["replays"] = await self._number(replays)
        found["experiments"] = await self._number(self._old_experiments())
        found["people"] = await self._number(people)
        found["results"] = await self._number(
            sql.select(schema.result.c.sitting).where(schema.result.c.person.in_(people))
        )
        found["codes"] = await self._number(self._old_codes())
        return found

    # tables

    async def _old_tables(self, kind: str) -> AsyncIterator[list[str]]:
        """Run through the tables of a kind that nobody has touched for long and nobody uses, some at a time."""
        own = schema.sitting
        old = self._old_of(kind).add_columns(own.c.changed_at).order_by(own.c.changed_at, own.c.id).limit(TABLES)
        after: tuple[float, str] = (-1.0, "")
        while getattr(self.retention, kind):
            later = sql.tuple_(own.c.changed_at, own.c.id) > sql.tuple_(*map(sql.literal, after))
            rows = await self.kept.rows(old.where(later))
            if not rows:
                return
            after = rows[-1]["changed_at"], rows[-1]["id"]
            names = [row["id"] for row in rows if not self._used(row["id"])]
            if names:
                yield names

    def _old_of(self, kind: str) -> sql.Select[Any]:
        """Ask for the tables of a kind that nobody has touched for long."""
        own, entry = schema.sitting, schema.entry
        last = sql.select(entry.c.at).where(entry.c.sitting == own.c.id).order_by(entry.c.number.desc()).limit(1)
        cut = self._before(getattr(self.retention, kind))
        return (
            sql.select(own.c.id)
            .where(own.c.state.in_(STATES[kind]), own.c.changed_at < cut, own.c.owner.not_in(SERVING))
            .where(sql.func.coalesce(last.scalar_subquery(), 0.0) < cut)
        )

    async def _surplus_tables(self) -> AsyncIterator[list[str]]:
        """Run through the tables beyond those that are kept of one host and that nobody uses, some at a time."""
        if not self.retention.most_finished:
            return
        own, names = schema.sitting, await self._ids(self._surplus())
        for first in range(0, len(names), TABLES):  # somebody may have come to one since they were listed
            unserved = sql.select(own.c.id).where(
                own.c.id.in_(names[first : first + TABLES]), own.c.owner.not_in(SERVING)
            )
            if some := [name for name in await self._ids(unserved) if not self._used(name)]:
                yield some

    def _surplus(self) -> sql.Select[Any]:
        """Ask for the tables that are over beyond those that are kept of one host, which were changed last."""
        own, most = schema.sitting, self.retention.most_finished
        if not most:
            return NONE
        over = own.c.state.in_(STATES["finished"])
        many = sql.select(own.c.host).where(over).group_by(own.c.host).having(sql.func.count() > most)
        place = sql.func.row_number().over(partition_by=own.c.host, order_by=(own.c.changed_at.desc(), own.c.id))
        placed = sql.select(own.c.id, own.c.owner, place.label("place")).where(over, own.c.host.in_(many)).subquery()
        return sql.select(placed.c.id).where(placed.c.place > most, placed.c.owner.not_in(SERVING))

    def _before(self, days: float) -> float:
        """Return before when something happened that is older than so many days; never for 0."""
        return self._now - days * DAY if days else NEVER

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

    def _old_replays(self, gone: sql.SelectBase = NONE) -> sql.Select[Any]:
        """Ask for the replays that nobody has looked at for long and that belong to no table that is kept.

        Args:
            gone: tables that count as deleted.
        """
        own, sitting = schema.replay, schema.sitting
        cut = self._before(self.retention.replays)
        played = sql.exists().where(sitting.c.replay == own.c.id, sitting.c.id.not_in(gone))
        return sql.select(own.c.id).where(own.c.seen_at < cut, own.c.made_at < cut, ~played)

    async def _replays(self) -> None:
        old = self._old_replays()
        while names := await self._ids(old.limit(REPLAYS)):
            own = schema.replay
            still = old.where(own.c.id.in_(names))
            await self._write(*notes.forgotten(still), (sql.delete(own).where(own.c.id.in_(still)), []))
            self.done["replays"] += len(names)

    def _old_experiments(self) -> sql.Select[Any]:
        """Ask for the experiments that are over and were begun long ago."""
        own = schema.experiment
        return sql.select(own.c.id).where(
            own.c.made_at < self._before(self.retention.experiments), own.c.state != WAITING
        )

    async def _experiments(self) -> None:
        own = schema.experiment
        while names := await self._ids(self._old_experiments().limit(self.retention.batch)):
            await self._write((sql.delete(own).where(own.c.id.in_(names)), []))
            self.done["experiments"] += len(names)

    def _old_people(
        self, gone: sql.SelectBase = NONE, gone_replays: sql.SelectBase = NONE, gone_experiments: sql.SelectBase = NONE
    ) -> sql.Select[Any]:
        """Ask for the people who have not come for long and of whom nothing, or only results and rules, is kept.

        Bans are kept to their end.

        Args:
            gone: tables that count as deleted.
            gone_replays: replays that do.
            gone_experiments: experiments that do.
        """
        own, sitting, seat, watcher = schema.person, schema.sitting, schema.seat, schema.watcher
        replay, tried = schema.replay, schema.experiment
        written = schema.note, schema.variations, schema.shared_notes
        played = sql.or_(
            *(sql.exists().where(table.c.person == own.c.id) for table in (schema.result, schema.house_rules))
        )
        kinds = [(~played, self.retention.people), (played, self.retention.results)]
        old = [sql.and_(kind, own.c.seen_at < self._before(days)) for kind, days in kinds]
        held = [
            *((table.c.person, table.c.sitting, gone) for table in (seat, watcher)),
            (sitting.c.host, sitting.c.id, gone),
            *((table.c.person, table.c.replay, gone_replays) for table in written),
            (replay.c.person, replay.c.id, gone_replays),
            (tried.c.person, tried.c.id, gone_experiments),
        ]
        kept = [sql.exists().where(person == own.c.id, of.not_in(ended)) for person, of, ended in held]
        return sql.select(own.c.id).where(sql.or_(*old), own.c.banned_until < self._now, *[~one for one in kept])

    async def _people(self) -> None:
        old, own = self._old_people(), schema.person
        while names := await self._ids(old.limit(max(1, self.retention.batch // 4))):
            still = old.where(own.c.id.in_(names))
            await self._results_of(still)
            names = await self._ids(still)
            held = (schema.token, schema.device_code, schema.restriction, schema.house_rules)
            parts: list[Statement] = [(sql.delete(table).where(table.c.person.in_(still)), []) for table in held]
            await self._write(*parts, (sql.delete(own).where(own.c.id.in_(still)), []))
            self.done["people"] += len(names)

    async def _results_of(self, people: sql.Select[Any]) -> None:
        own = schema.result
        keys = own.c.person, own.c.sitting
        some = sql.select(*keys).where(own.c.person.in_(people)).limit(self.retention.batch)
        while rows := await self.kept.rows(some):
            listed = [(row["person"], row["sitting"]) for row in rows]
            await self._write((sql.delete(own).where(sql.tuple_(*keys).in_(listed)), []))
            self.done["results"] += len(rows)

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

"""The registry: all tables of a service, opened when somebody comes and closed when nobody is there."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Collection, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import sqlalchemy as sql
import structlog

from torite.match import Match
from torite.service import kept_logs, schema
from torite.service.audit import audit
from torite.service.errors import Refused
from torite.service.jobs import Jobs
from torite.service.kept_logs import EntryRow
from torite.service.kept_tables import KeptTable, KeptTables
from torite.service.leases import Elsewhere, Leases
from torite.service.lengths import LONG
from torite.service.quarantine import ASIDE, Aside, SetAside, replayed, set_aside, state_before, write_state
from torite.service.questions import Away, Stopping
from torite.service.resources import Resources
from torite.service.statements import CLOSED, DELETING
from torite.service.storage import Unread
from torite.service.table import Table
from torite.service.table_setup import Occupant, TableSetup, Unreadable
from torite.service.users import Person

IDLE = 300.0  #: seconds after which a table without viewers is closed
SWEEP = 30.0
OPENERS = 2  #: tables opened at a time
MOST_LISTED = 50
SOON = 1.0  #: seconds for which somebody waits until it is known whose the tables are
ASIDES_KEPT = 1000  #: tables that cannot be opened, of which this is remembered
AT_A_TIME = 500  #: tables looked up with one question
GIVEN, PARTS = 4, 20  #: tables that a process which ends gives away together, and in so many parts at most
APART = 0.25  #: seconds from one of them to the next: others open them meanwhile
log = structlog.get_logger()


class TableRegistry:
    """All tables.

    Args:
        resources: what they share.
        key: makes the secrets of invitations.
        leases: which of them are this process's, where several share a database.

    Attributes:
        tables: the open tables by id.
        aside: the tables that could not be opened, by id.
    """

    def __init__(self, resources: Resources, key: bytes, leases: Leases | None = None) -> None:
        self.resources = resources
        self.kept = resources.kept
        self.tables: dict[str, Table] = {}
        self.aside: OrderedDict[str, Aside] = OrderedDict()
        self._key = key
        self.leases = leases or Leases()
        self._kept_tables = KeptTables(resources.kept, self.leases)
        self._left = False
        self._adrift = False  # whether others may have what is open here, as nobody can be asked
        self._asking: asyncio.Task[list[str]] | None = None  # which tables others have
        self._opening: dict[str, asyncio.Task[Table | None]] = {}
        self._held: dict[str, asyncio.Event] = {}  # tables that are not to be opened until something is done
        self._openers = ThreadPoolExecutor(OPENERS, "opening")  # of its own: nothing else is waited for
        self._turns = Jobs(OPENERS)
        self._long = Jobs(OPENERS - 1)  # of those that take long: one opener at least is for the others

    # tables

    async def table(self, name: str, who: Hashable = "") -> Table | None:
        """Return a table, opened if it is not; None when there is none.

        Args:
            name: its id.
            who: asks for it: those who open many wait for themselves.

        Raises:
            SetAside: when it cannot be opened.
            Elsewhere: when another process serves it.
            Stopping: when all are being left and no other process lives.
            Unread: when nobody can say whose they are.
        """
        while name in self._held:
            await self._held[name].wait()
        if self._left and name not in self.tables:
            raise Elsewhere(other) if (other := self.leases.other(name)) else Stopping
        if self._adrift:
            await self._find_out()
        if name in self.aside:
            raise SetAside(self.aside[name])
        if name in self.tables and self.tables[name].closed:
            self.forget([name])
        if name in self.tables:
            self.tables[name].used_at = time.monotonic()
            return self.tables[name]
        if name not in self._opening:
            self._opening[name] = self.resources.run(self._open(name, who))
            self._opening[name].add_done_callback(lambda _: self._opening.pop(name, None))
        return await asyncio.shield(self._opening[name])

    async def _find_out(self) -> None:
        """Ask which tables others have by now, once for all who come meanwhile.

        Raises:
            Away: when nobody says so soon.
        """
        if self._asking is None or self._asking.done():
            self._asking = self.resources.run(self.leases.lost(self.epochs))
            self._asking.add_done_callback(lambda asked: asked.cancelled() or asked.exception())  # whoever still waits
        try:
            async with asyncio.timeout(SOON):
                self.lost(await asyncio.shield(self._asking))
        except TimeoutError:
            raise Away from None

    @contextlib.asynccontextmanager
    async def holding(self, names: Collection[str], others: bool = True) -> AsyncIterator[dict[str, Table]]:
        """Keep tables as they are: the open ones, which it yields, are locked, and no other is opened meanwhile.

        Args:
            names: their ids.
            others: whether those that other processes serve are taken from them for it; else they go on there.
        """
        done = asyncio.Event()
        async with contextlib.AsyncExitStack() as stack:
            stack.callback(done.set)
            for name in sorted(names):  # always in one order, so that two never wait for each other
                await self._hold(name, done, stack)
            self.forget(await self.leases.lost({name: one for name, one in self.epochs.items() if name in names}))
            seized = await self.leases.seize([name for name in names if others and name not in self.tables])
            stack.push_async_callback(self.leases.release, seized)
            yield {name: self.tables[name] for name in names if name in self.tables}

    async def _hold(self, name: str, done: asyncio.Event, stack: contextlib.AsyncExitStack) -> None:
        while name in self._held:
            await self._held[name].wait()
        self._held[name] = done
        stack.callback(self._held.pop, name)
        if name in self._opening:
            await asyncio.wait([self._opening[name]])
        if name in self.tables:
            await stack.enter_async_context(self.tables[name].lock)

    def tables_of(self, person: int) -> list[str]:
        """List the tables here at which somebody sits, and those that are just being opened, whoever sits there."""
        return [*self._opening, *(name for name, table in self.tables.items() if table.setup.seat_of(person) >= 0)]

    async def _open(self, name: str, who: Hashable) -> Table | None:
        found = await self._kept_tables.table(name)
        epoch = found.epoch
        try:
            opened = await self._replayed(found, who)
        except BaseException as fault:
            await self.leases.release({name: epoch})
            if not isinstance(fault, Unreadable):
                raise
            self.aside[name] = await set_aside(self.kept, name, fault)
            while len(self.aside) > ASIDES_KEPT:
                self.aside.popitem(last=False)
            raise SetAside(self.aside[name]) from None
        if opened is None:
            await self.leases.release({name: epoch})
            return None
        setup, match, taken = opened
        table = self.tables[name] = Table(self.resources, setup, match, taken, found.talk, found.restricted)
        if match is not None and not table.goes_on and setup.state != "over":
            await table.finish(match)
        table.wake()
        if match is not None and table.goes_on:
            self.resources.thinkers.warm(match.variant.name)
        return table

    async def _replayed(
        self, found: KeptTable, who: Hashable
    ) -> tuple[TableSetup, Match | None, dict[str, int]] | None:
        """Play the log of a table, with the numbers of the entries that messages led to; None when there is none.

        One that was set aside may be read again by now.
        """
        setup, many = found.setup, found.many
        if found.fault is not None:
            raise found.fault
        if setup is None:
            return None
        was_aside = setup.state == ASIDE
        if was_aside:
            setup.state = state_before(setup, many)

        async def read() -> tuple[Match | None, dict[str, int]]:
            log = await kept_logs.log(self.kept, setup.id) if found.entries is None else found.entries
            return await asyncio.get_running_loop().run_in_executor(self._openers, _read, setup, log)

        in_turn = partial(self._turns.do, who, read)
        match, taken = await (self._long.do(who, in_turn) if many > LONG else in_turn())
        if was_aside:
            log.info("a table opens again", table=setup.id[:6])
            await write_state(self.kept, setup.id, setup.state)
        return setup, match, taken

    async def join(self, table: Table, person: Person, watch: bool, secret: str) -> int:
        """Give somebody a seat, or let them watch; return the seat.

        Raises:
            Refused: when all seats are taken and nobody may watch, they were removed, the table was closed meanwhile
                or its invitation revoked.
        """
        async with table.lock:
            setup = table.setup
            if table.is_removed(person.id):
                raise Refused("removed")
            if setup.state == "closed":
                raise Refused("none", "none")
            seat = setup.seat_of(person.id)
            if seat >= 0:
                return seat
            if not hmac.compare_digest(self.secret(setup.id, setup.invitation).encode(), secret.encode()):
                raise Refused("none", "none")
            free = [number for number, occupant in enumerate(setup.occupants) if occupant.kind == "open"]
            if not setup.begun and free and not watch:
                # Who is muted may have come back by another name: none of theirs is shown until that is over.
                called = "" if table.is_muted(person.id) else person.name
                await table.change(lambda: self._sit_down(setup, free[0], person.id, called))
                table.unseat_all()
                audit("joined", person=person.id, table=setup.id, seat=free[0])
                return free[0]
            if not setup.settings.spectators:
                raise Refused("unwatched" if watch else "full")
            await self._admit(setup.id, person)
            return -1

    def _sit_down(self, setup: TableSetup, seat: int, person: int, name: str) -> None:
        setup.occupants[seat] = Occupant("person", setup.name_for(name, seat), person)

    async def _admit(self, table: str, person: Person) -> None:
        if not await self._watches(table, person):
            await self.kept.write((sql.insert(schema.watcher), [{"sitting": table, "person": person.id}]))
            audit("watches", person=person.id, table=table)

    async def _watches(self, table: str, person: Person) -> bool:
        watcher = schema.watcher
        query = sql.select(watcher).where(watcher.c.sitting == table, watcher.c.person == person.id)
        return bool(await self.kept.rows(query))

    async def admitted(self, name: str, person: Person) -> tuple[Table, int] | None:
        """Return a table and where somebody sits there (-1: watches); None when it is not theirs to see.

        Raises:
            SetAside: when it is, and cannot be opened.
        """
        try:
            table = await self.table(name, person.id)
        except SetAside as fault:
            if person.id in fault.people:
                raise
            return None
        if table is None or table.is_removed(person.id):
            return None
        seat = table.setup.seat_of(person.id)
        may_watch = person.id == table.setup.host or await self._watches(name, person)
        return (table, seat) if seat >= 0 or may_watch else None

    def secret(self, table: str, invitation: int = 0) -> str:
        """Return the secret of a table's invitation; it is kept nowhere.

        Args:
            table: the table's id.
            invitation: how often it was made anew.
        """
        named = f"{table} {invitation}" if invitation else table
        return hmac.digest(self._key, named.encode(), hashlib.sha256).hex()

    async def invited(self, table: str, secret: str) -> bool:
        """Tell whether somebody holds the invitation that counts."""
        own = schema.sitting
        rows = await self.kept.rows(sql.select(own.c.invitation).where(own.c.id == table, own.c.state != "closed"))
        expected = self.secret(table, rows[0]["invitation"] if rows else 0)
        return hmac.compare_digest(expected.encode(), secret.encode()) and bool(rows)

    async def listed(self, person: Person) -> list[dict[str, Any]]:
        """List the tables of somebody, the latest first."""
        seat, own, limit = schema.seat, schema.sitting, schema.restriction
        removed = sql.exists().where(
            limit.c.sitting == own.c.id, limit.c.person == person.id, limit.c.what == "removed"
        )
        query = (
            sql.select(own, seat.c.seat)
            .join(seat, seat.c.sitting == own.c.id)
            .where(seat.c.person == person.id, own.c.state.not_in((CLOSED, DELETING)), ~removed)
            .order_by(own.c.changed_at.desc())
            .limit(MOST_LISTED)
        )
        rows = await self.kept.rows(query)
        ids = [row["id"] for row in rows]
        occupants = await self.kept.rows(sql.select(seat).where(seat.c.sitting.in_(ids)).order_by(seat.c.seat))
        return [
            {**row, "seats": [occupant["name"] for occupant in occupants if occupant["sitting"] == row["id"]]}
            for row in rows
        ]

    async def sweep(self) -> None:
        """Close tables that nobody is at, now and then, and those that were closed or deleted from elsewhere."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.drop_ended()
            except Unread:
                pass  # it is looked up the next time
            except Exception:
                log.exception("it could not be looked up which tables have ended")
            for name, table in list(self.tables.items()):
                if not table.viewers and not table.lock.locked() and time.monotonic() - table.used_at > IDLE:
                    table.close()
                    epoch = self.tables.pop(name).setup.epoch
                    await self.leases.release({name: epoch})

    async def drop_ended(self) -> None:
        """Close the tables that another process has closed or deleted."""
        own, names = schema.sitting, list(self.tables)
        for first in range(0, len(names), AT_A_TIME):
            asked = names[first : first + AT_A_TIME]
            going_on = sql.select(own.c.id).where(own.c.id.in_(asked), own.c.state.not_in((DELETING, CLOSED)))
            counted = await self.kept.rows(sql.select(sql.func.count().label("n")).select_from(going_on.subquery()))
            if counted[0]["n"] < len(asked):  # seldom; to read a row for each would keep the loop waiting
                left = {row["id"] for row in await self.kept.rows(going_on)}
                for name in asked:
                    if name not in left:
                        self.drop(name)

    def drop(self, name: str) -> None:
        """Forget a table that is no more; who is there is told so, and sent away."""
        table = self.tables.pop(name, None)
        if table is not None:
            table.end()

    def lost(self, names: Collection[str] | None) -> None:
        """Leave tables that other processes have; where nobody can be asked (None) keep them, and let nobody be here.

        Who has gone and finds no other process comes back to them, as they stand.
        """
        self._adrift = names is None
        self.forget(names or ())
        if names is None:
            for table in self.tables.values():
                table.send_away()

    def forget(self, names: Collection[str]) -> None:
        """Have tables no longer; who is there comes back to them, wherever they are."""
        for name in names:
            table = self.tables.pop(name, None)
            if table is not None and not table.closed:
                table.close()

    @property
    def epochs(self) -> dict[str, int]:
        """In which epoch each open table was opened."""
        return {name: table.setup.epoch for name, table in self.tables.items()}

    def is_used(self, name: str) -> bool:
        """Tell whether somebody is at a table, or comes to it now."""
        return name in self._opening or (name in self.tables and bool(self.tables[name].viewers))

    async def close(self) -> None:
        """Close all tables; what was begun is finished."""
        await self.hand_over()
        self._openers.shutdown()

    async def hand_over(self) -> None:
        """Leave all tables to other processes, a few at a time; what was begun is finished.

        Those at which people wait come first, and are played at until then: whoever takes them has each at once.
        """
        self._left = True
        names = sorted(self.tables, key=lambda name: not self.tables[name].viewers)
        each = max(GIVEN, -(-len(names) // PARTS))
        parts = [names[first : first + each] for first in range(0, len(names), each)] if self.leases.name else []
        for number, part in enumerate(parts):
            await asyncio.sleep(APART if number else 0)
            await self._give(part)
        for table in self.tables.values():
            table.halt()
        await self.resources.finish()
        await self.leases.end()
        for table in self.tables.values():
            table.close()

    async def _give(self, names: Sequence[str]) -> None:
        """Leave tables to other processes, and send who is there after them."""
        given = [table for name in names if (table := self.tables.get(name)) and not table.closed]
        for table in given:
            table.halt()
            async with table.lock:
                pass
        await self.leases.release({table.setup.id: table.setup.epoch for table in given})
        for table in given:
            self.tables.pop(table.setup.id, None)
            table.close()


def _read(setup: TableSetup, entries: list[EntryRow]) -> tuple[Match | None, dict[str, int]]:
    """Play a log; tell also to which entry each message led, the first of them."""
    taken = {entry["cid"]: entry["number"] for entry in reversed(entries) if entry["cid"]}
    return replayed(setup, entries), taken

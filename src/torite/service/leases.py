"""Which process serves which table, where several share a database: each table is one process's at a time.

A process says again and again that it lives, until a moment on the database's clock. Who opens a table takes it, if
nobody has it, or only a process whose moment has passed, and counts its epoch on by one. Whatever is written at a table
is written under the epoch in which it was opened, and only while that is the table's (`statements.goes_on`): a process
that was stopped for a while and wakes can add nothing. Nothing else keeps two of them apart, and nothing else needs to.

While old processes are replaced by new ones whose rules are not the same, a match that began under the old ones is left
to those who have them, as long as one of them lives.

Where one process has its database to itself, every table is its own: `Leases` says so. `SharedLeases` is the rest.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import secrets
import time
from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any

import sqlalchemy as sql
import structlog

from torite.errors import ToriteError
from torite.service import schema
from torite.service.page_messages import page_words
from torite.service.postgres import BadDatabase
from torite.service.storage import Storage, Unread

BEAT = 1.0  #: seconds between two times that a process says that it lives
LASTS = 4.0  #: seconds for which it counts as living then
SOON = 0.1  #: seconds after that in which it sends its people elsewhere, where it could not say so again
REFUSED = 8.0  #: seconds after which it sends its people elsewhere though the database is away for all, as it seems
ANSWERS = 30.0  #: seconds for which a process that starts waits for the database
FORGOTTEN = 60.0  #: seconds after which a process that does not is no longer listed
ONE_OF_A_NAME = 0x746F7270  #: the locks under which one process at a time takes a name
NOW: Any = sql.cast(sql.func.extract("epoch", sql.func.clock_timestamp()), sql.Float)  #: the database's clock
#: The names of the processes that live.
LIVING = sql.select(schema.process.c.name).where(schema.process.c.until > NOW).order_by(schema.process.c.name)
log = structlog.get_logger()


class Elsewhere(ToriteError):
    """A table that another process serves.

    Attributes:
        process: that process's name, by which it is reached.
        lives: seconds for which it counts as living, unless it says so again; without end where that matters nothing.
    """

    code = "elsewhere"

    def __init__(self, process: str, lives: float = math.inf) -> None:
        super().__init__("service.elsewhere", page_words, process=process)
        self.process = process
        self.lives = lives


class Leases:
    """The tables of a process that has its database to itself: all of them.

    Attributes:
        id: what tables say of their owner.
        name: by which the process is reached from outside; empty where there is no other.
        first: the epoch of a table that is set here.
    """

    id = ""
    name = ""
    first = 0

    async def begin(self) -> None:
        """Be known as a process that lives."""

    async def take(self, table: str) -> int:
        """Take a table to serve it; return the epoch in which that is done.

        Raises:
            Elsewhere: when another process that lives serves it.
        """
        found = (await self.take_all([table]))[table]
        if isinstance(found, Elsewhere):
            raise found
        return found

    async def take_all(self, tables: Collection[str]) -> dict[str, int | Elsewhere]:
        """Take tables; return the epoch of each, or who else serves it."""
        return dict.fromkeys(tables, 0)

    async def seize(self, tables: Collection[str]) -> dict[str, int]:
        """Take tables that are not this process's, to change them; return their epochs."""
        return {}

    async def lost(self, epochs: Mapping[str, int]) -> list[str]:
        """List the tables that were opened here in these epochs and are another's, or were meanwhile."""
        return []

    async def release(self, tables: Mapping[str, int]) -> None:
        """Leave tables to whoever is asked for them next, unless they have been taken again since these epochs."""

    async def is_first(self) -> bool:
        """Whether this process is the one that does what is to be done once."""
        return True

    async def living(self) -> list[str]:
        """List the processes that live, by their names."""
        return [self.name]

    def keeper(self, what: str) -> str:
        """Return which process has something that is kept nowhere."""
        return self.name

    def other(self, what: str) -> str:
        """Return which process is to be asked for something that this one leaves; empty where there is no other."""
        return ""

    def has_ended(self, owner: Any) -> Any:
        """Say that an owner is no process that lives."""
        return sql.false()

    async def watch(
        self,
        lost: Callable[[Collection[str] | None], None],
        epochs: Callable[[], dict[str, int]],
        beaten: Callable[[], None],
    ) -> None:
        """Go on living.

        Args:
            lost: told which tables other processes have, also where none; None while nobody can be asked.
            epochs: of the tables that are open here.
            beaten: called when it is known anew which processes live.
        """

    async def end(self) -> None:
        """Leave everything to the others."""


class SharedLeases(Leases):
    """The tables of one of several processes.

    Args:
        kept: the database.
        name: by which the process is reached from outside.
        rules: the digests of the rules with which it plays.
    """

    def __init__(self, kept: Storage, name: str, rules: Collection[str] = ()) -> None:
        self.first = 1
        self.id = f"{name[:20]} {secrets.token_urlsafe(12)}"  # one that is started anew is another
        self.name = name
        self._kept = kept
        self._rules = sorted(rules)
        self._beaten_at = time.monotonic()
        self._names = [name]
        self._ended = False

    async def begin(self) -> None:
        """Be known as a process that lives; one of the same name that says so no more is waited for, until it does not.

        So is a database that has just come up again, or has much to do. What this process has said itself, and heard no
        answer, stands in nobody's way.

        Of several that begin in one instant one has the name.

        Raises:
            BadDatabase: when another process has the name, and goes on saying so.
            TimeoutError: when the database does not answer.
            DBAPIError: when it says that it cannot.
        """
        own, answers_by = schema.process, time.monotonic() + ANSWERS
        same_name = sql.select(own.c.id, own.c.until).where(own.c.name == self.name, own.c.id != self.id)
        met: dict[str, tuple[float, float]] = {}  # of each, as it was met: until when it lives, and is waited for
        while True:
            try:
                others = {row["id"]: row["until"] for row in await self._kept.rows(same_name.where(own.c.until > NOW))}
                for other, until in others.items():
                    met.setdefault(other, (until, time.monotonic() + LASTS + BEAT))
                    if until > met[other][0] + LASTS:  # it has not only been heard late, once
                        raise BadDatabase("name_taken", process=self.name)
                # By a clock that was set back somebody who has ended lives for long.
                waited = time.monotonic()
                if all(until == met[other][0] and waited > met[other][1] for other, until in others.items()):
                    alone = ~sql.exists(same_name.where(own.c.until > NOW, own.c.id.not_in(others)))
                    lock = sql.select(sql.func.pg_advisory_xact_lock(ONE_OF_A_NAME, sql.func.hashtext(self.name)))
                    if await self._beat(lock, sql.delete(own).where(own.c.id.in_(others)), if_=alone):
                        return
            except Unread as fault:
                if fault.told is not None:
                    raise fault.told from None
                if time.monotonic() > answers_by:
                    raise TimeoutError(f"no answer in {ANSWERS:.0f} s") from None
            await asyncio.sleep(BEAT / 4)

    async def take_all(self, tables: Collection[str]) -> dict[str, int | Elsewhere]:
        """Take tables; return the epoch of each, 0 where there is no such table, or who else serves it.

        Another process that lives does, or is to, as it has the rules and this one has not. They are locked in one
        order, so that two who take the same never wait for each other.

        Raises:
            Unread: when that cannot be known.
        """
        own, other = schema.sitting, schema.process.alias()
        begun_with = sql.func.split_part(own.c.rules, " ", 2)
        has_them = sql.and_(other.c.until > NOW, sql.func.strpos(other.c.rules, begun_with) > 0)
        not_here = begun_with.not_in(["", *self._rules])
        free = sql.or_(own.c.owner.in_(("", self.id)), self.has_ended(own.c.owner))
        left = sql.and_(not_here, sql.exists().where(has_them))
        held = sql.select(own.c.id).where(own.c.id.in_(tables), free, ~left).order_by(own.c.id).with_for_update(of=own)
        taken = sql.update(own).where(own.c.id.in_(held)).values(owner=self.id, epoch=schema.COUNTED_ON)
        rows = await self._kept.changed(taken.returning(own.c.id, own.c.epoch), again=True)
        found: dict[str, int | Elsewhere] = dict.fromkeys(tables, 0) | {row["id"]: row["epoch"] for row in rows}
        if others := [table for table, epoch in found.items() if not epoch]:
            serves, lives = own.c.owner == other.c.id, sql.func.max(other.c.until - NOW)
            asked = sql.select(own.c.id, sql.func.min(other.c.name).label("name"), lives.filter(serves).label("lives"))
            whose = sql.or_(serves, sql.and_(not_here, has_them, free))
            for row in await self._kept.rows(asked.where(own.c.id.in_(others), whose).group_by(own.c.id)):
                found[row["id"]] = Elsewhere(row["name"], math.inf if row["lives"] is None else row["lives"])
        return found

    async def seize(self, tables: Collection[str]) -> dict[str, int]:
        """Take tables that are not this process's, whoever serves them; return their epochs.

        Nobody else opens one of them before it is left again.

        Raises:
            Unread: when that cannot be known.
        """
        own = schema.sitting
        theirs = own.c.id.in_(tables), own.c.owner != self.id
        taken = sql.update(own).where(*theirs).values(owner=self.id, epoch=schema.COUNTED_ON)
        rows = await self._kept.changed(taken.returning(own.c.id, own.c.epoch)) if tables else []
        return {row["id"]: row["epoch"] for row in rows}

    async def release(self, tables: Mapping[str, int]) -> None:
        """Leave tables to others; where that cannot be kept they wait until this process ends."""
        own = schema.sitting
        held = sql.tuple_(own.c.id, own.c.epoch).in_(list(tables.items()))
        free = sql.update(own).where(held, own.c.owner == self.id).values(owner="")
        try:
            if tables:
                await self._kept.changed(free, again=True)
        except Unread:
            log.warning("tables were not given back", tables=len(tables))

    async def is_first(self) -> bool:
        """Whether this process is the first of those that live."""
        own = schema.process
        rows = await self._kept.rows(sql.select(own.c.id).where(own.c.until > NOW).order_by(own.c.id).limit(1))
        return bool(rows) and rows[0]["id"] == self.id

    async def living(self) -> list[str]:
        """List the processes that live, by their names."""
        return [row["name"] for row in await self._kept.rows(LIVING)]

    def keeper(self, what: str) -> str:
        """Return which of the processes that live has something that is kept nowhere: all of them say the same one."""
        return _one_of(self._names, what)

    def other(self, what: str) -> str:
        """Return which of the other processes that live is to be asked for something that this one leaves."""
        return _one_of([name for name in self._names if name != self.name], what)

    def has_ended(self, owner: Any) -> Any:
        """Say that an owner is no process that lives."""
        return ~self._serves(owner)

    async def watch(
        self,
        lost: Callable[[Collection[str] | None], None],
        epochs: Callable[[], dict[str, int]],
        beaten: Callable[[], None],
    ) -> None:
        """Say again and again that this process lives, and find out what others have taken meanwhile."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                left = self._beaten_at + LASTS - time.monotonic()
                taken = await _within(max(BEAT, left + SOON), self._say_and_look(epochs, beaten))
                if taken:
                    log.warning("other processes serve what was served here", tables=len(taken))
                lost(taken)
            except (Unread, TimeoutError) as fault:
                # Others have them by now, or will: nobody is to wait here for what cannot be kept. Where it is refused
                # and not silent, it is so to the others too, as long as a database takes to start.
                refused = isinstance(fault, Unread) and fault.refused
                if time.monotonic() - self._beaten_at > (REFUSED if refused else LASTS):
                    lost(None)
            except Exception:
                log.exception("this process could not say that it lives")

    async def _say_and_look(self, epochs: Callable[[], dict[str, int]], beaten: Callable[[], None]) -> list[str]:
        """Say that this process lives; return which tables others have taken."""
        await self._beat()
        self._names = await self.living() or [self.name]
        beaten()
        return await self.lost(epochs())

    async def end(self) -> None:
        """Leave everything to the others, at once."""
        self._ended = True
        own, other = schema.sitting, schema.process
        try:
            await self._kept.changed(
                sql.update(own).where(own.c.owner == self.id).values(owner=""),
                sql.delete(other).where(other.c.id == self.id),
            )
        except Unread:
            log.warning("what was served here is free in a moment only", seconds=LASTS)

    def _serves(self, owner: Any) -> Any:
        """Say that an owner is a process that lives."""
        own = schema.process
        return sql.exists().where(own.c.id == owner, own.c.until > NOW)

    async def _beat(self, *first: Any, if_: Any = None) -> bool:
        """Say that this process lives, and that others do not which have said nothing for long enough.

        Where the database's clock was set back those who have ended would live for as long: whoever lives says so anew.

        Args:
            first: what is done before, with it.
            if_: what must be so.

        Returns:
            Whether it was said.
        """
        from sqlalchemy.dialects.postgresql import insert

        if self._ended:
            return False
        own = schema.process
        lives = sql.select(
            sql.literal(self.id), sql.literal(self.name), NOW + LASTS, sql.literal(" ".join(self._rules))
        )
        says = insert(own).from_select(["id", "name", "until", "rules"], lives if if_ is None else lives.where(if_))
        beat = says.on_conflict_do_update(index_elements=["id"], set_={"until": NOW + LASTS}).returning(own.c.id)
        late = sql.select(own.c.id).where(own.c.until > NOW + LASTS + BEAT, own.c.id != self.id)
        # Who says so at this moment is not waited for: two would wait for each other.
        level = sql.update(own).where(own.c.id.in_(late.with_for_update(skip_locked=True))).values(until=NOW + LASTS)
        began = time.monotonic()
        gone = sql.delete(own).where(own.c.until < NOW - FORGOTTEN)
        said = await self._kept.changed(*first, gone, level, beat)
        self._beaten_at = began
        return bool(said)

    async def lost(self, epochs: Mapping[str, int]) -> list[str]:
        """List the tables that are open here and are another's, or were meanwhile.

        Epochs that this process has counted on since it was asked are later than these.

        Raises:
            Unread: when that cannot be known.
        """
        if not epochs:
            return []
        own = schema.sitting
        rows = await self._kept.rows(sql.select(own.c.id, own.c.epoch).where(own.c.owner == self.id))
        held = {row["id"]: row["epoch"] for row in rows}
        return [table for table, epoch in epochs.items() if held.get(table, -1) < epoch]


def _one_of(names: Collection[str], what: str) -> str:
    """Return which of several names stands for something: the same wherever that is asked; empty for none."""
    return max(names, key=lambda name: hashlib.blake2b(f"{name} {what}".encode()).digest(), default="")


async def _within(seconds: float, work: Coroutine[Any, Any, list[str]]) -> list[str]:
    """Return what is found within a time; what takes longer is given up, and its end not waited for.

    A line that has fallen silent is closed as politely as any, which takes seconds.

    Raises:
        TimeoutError: when it takes longer.
    """
    asked = asyncio.create_task(work)
    asked.add_done_callback(lambda one: one.cancelled() or one.exception())
    try:
        await asyncio.wait([asked], timeout=seconds)
        if not asked.done():
            raise TimeoutError
        return asked.result()
    finally:
        asked.cancel()

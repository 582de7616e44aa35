"""Keeping what a service holds: people, tables, the log of each match, talk, records and results.

Statements are SQLAlchemy Core, the same for SQLite, which one process has to itself, and for PostgreSQL, which many
may share. What is written is on disk when `write` returns: both write ahead and wait for the disk (SQLite with
`synchronous = FULL`). What comes together shares one transaction.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakSet

import sqlalchemy as sql
import structlog
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from torite.errors import ToriteError
from torite.service import metrics, postgres, schema
from torite.service.damaged import read_json
from torite.service.migrations import migrate
from torite.service.page_messages import page_words
from torite.service.questions import READ_WITHIN, Questions
from torite.service.questions import Unread as Unread
from torite.service.statements import ALL_OF_IT
from torite.service.vacuum import emptied, incremental_vacuum, make_reclaimable

Statement = tuple[Any, Sequence[dict[str, Any]]]  #: a statement and the rows to run it with
log = structlog.get_logger()
AT_A_TIME = 500  #: rows of one statement that are written in one go
FOREIGN_KEY = "23503"  #: as PostgreSQL calls a row that tells of one that there is not
NEEDS_ROOM = 16_384  #: bytes that no page of a table has left
BUSY = 1.0  #: seconds until the log is tried to be emptied again, where somebody reads in it
GIVES_WAY = 5.0  #: seconds at a stop in which a question has to give way


class Unkept(ToriteError):
    """Something that could not be written down, and so was not done."""

    code = "unkept"

    def __init__(self) -> None:
        super().__init__("service.unkept", page_words)


class Unreached(Unkept):
    """Something that could not be written down, for the database is away."""

    code = "away"

    def __init__(self) -> None:
        ToriteError.__init__(self, "service.away", page_words)


class Unsure(Unkept):
    """Something of which nobody knows whether it was written down: the database was lost meanwhile."""

    def __init__(self) -> None:
        ToriteError.__init__(self, "service.unsure", page_words)


class Ended(Unkept):
    """Something at a table that has been closed or deleted from elsewhere: nothing of it is kept."""

    code = "none"

    def __init__(self) -> None:
        ToriteError.__init__(self, "service.ended", page_words)


class Gone(Unkept):
    """Something that tells of what has been deleted elsewhere meanwhile, or the other way round: nothing was done."""

    code = "none"

    def __init__(self) -> None:
        ToriteError.__init__(self, "service.deleted", page_words)


class Storage(Questions):
    """The database of one service.

    Args:
        engine: SQLAlchemy's, for the database.

    Attributes:
        successes: how often something was written.
        is_full: whether the server's disk had no room for something, and has not been seen to have any since.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self.successes = 0
        self.is_full = False
        self._waiting: list[tuple[Sequence[Statement], asyncio.Future[None]]] = []
        self._more = asyncio.Event()
        self._turn = asyncio.Lock()
        self._writing = False
        self._writer: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self._emptying: asyncio.Task[None] | None = None
        self._lines: WeakSet[Any] = WeakSet()  # SQLite's connections

    @classmethod
    async def open(cls, path: Path) -> Storage:
        """Open a file's database, brought up to date.

        Raises:
            BadFolder, OSError, sqlalchemy.exc.SQLAlchemyError: when it cannot be opened or is not ours.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        await asyncio.to_thread(migrate, path)
        await asyncio.to_thread(make_reclaimable, path)
        return await cls.beside(path)

    @classmethod
    async def at(cls, url: sql.URL) -> tuple[Storage, bytes]:
        """Open a PostgreSQL database, brought up to date; return the key that makes invitations with it.

        Raises:
            BadDatabase: when it cannot be opened or is not ours.
        """
        key = await postgres.prepare(url)
        engine = postgres.engine_of(url, READ_WITHIN, json_deserializer=read_json)
        try:
            with postgres.explained(url):
                return await cls._begun(engine), key
        except BaseException:
            await engine.dispose()
            raise

    @classmethod
    async def beside(cls, path: Path) -> Storage:
        """Open a file's database that is up to date, also beside a service that has it open."""
        engine = create_async_engine(
            sql.URL.create("sqlite+aiosqlite", database=str(path)),
            pool_size=4,
            pool_timeout=READ_WITHIN,
            hide_parameters=True,
            json_deserializer=read_json,
        )
        lines: WeakSet[Any] = WeakSet()
        sql.event.listen(engine.sync_engine, "connect", _careful)
        sql.event.listen(engine.sync_engine, "connect", lambda line, _: lines.add(line.driver_connection))
        storage = await cls._begun(engine)
        storage._lines = lines
        return storage

    @classmethod
    async def _begun(cls, engine: AsyncEngine) -> Storage:
        storage = cls(engine)
        storage._connection = await engine.connect()
        storage._writer = asyncio.create_task(storage._write())
        return storage

    async def close(self) -> None:
        """Write what waits, and close; a question that is still being answered is given up."""
        if self._emptying is not None:
            self._emptying.cancel()  # SQLite does it itself when the last connection is closed
            await asyncio.gather(self._emptying, return_exceptions=True)
        if self._writer is not None:
            while self._waiting or self._writing:
                await asyncio.sleep(0.005)
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        await self._give_up_questions()
        if self._connection is not None:
            await self._connection.close()
        await self.engine.dispose()

    async def _give_up_questions(self) -> None:
        """Interrupt what SQLite is still being asked: who has gone would be waited for, if need be for ever."""
        until, pool = time.monotonic() + GIVES_WAY, self.engine.sync_engine.pool
        while len(self._lines) and isinstance(pool, sql.QueuePool) and time.monotonic() < until:
            if pool.checkedout() <= (self._connection is not None):
                return
            for line in list(self._lines):
                with contextlib.suppress(ValueError):  # it is closed
                    await line.interrupt()
            await asyncio.sleep(0.01)

    async def write(self, *statements: Statement) -> None:
        """Do all of it or nothing; when this returns it is on disk.

        Raises:
            Ended: when a table that it is of goes on no longer, or no longer here; nothing of it was done.
            Gone: when what it tells of is kept no longer, or something else tells of what it deletes; nothing was done.
            Unsure: when the database was lost, and all of it may have been done, or nothing.
            Unkept: when nothing of it was done.
        """
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((statements, done))
        self._more.set()
        try:
            await done
        except Unkept:
            raise
        except Exception as fault:
            if _tells_of_nothing(fault):
                raise Gone from None
            log.error("nothing was kept", fault=str(fault).partition("\n")[0][:200])
            self.is_full = self.is_full or postgres.state_of(fault) == postgres.FULL
            raise (Unreached if not self.is_sqlite and postgres.is_away(fault) else Unkept) from None

    async def find_room(self) -> None:
        """Where the server's disk was full, find out whether it still is, by what needs room and is taken back.

        Raises:
            Unkept: when it is.
        """
        if not self.is_full:
            return
        line = secrets.token_hex(NEEDS_ROOM // 2)
        entry = sql.insert(schema.entry).values(sitting="", number=0, line=line, at=0.0)
        try:
            async with self.engine.connect() as connection:
                await connection.execute(entry)
        except Exception as fault:  # that it is of no table is said once it lies there
            if postgres.state_of(fault) != FOREIGN_KEY:
                raise Unkept from None
        self.is_full = False

    def empty_log(self) -> None:
        """Have what was deleted vanish from the log that SQLite writes ahead, soon; nobody waits for it."""
        if self.is_sqlite:
            again = self._emptying is not None and not self._emptying.done()
            before = self._emptying if again else None
            self._emptying = asyncio.create_task(self._empty_log(before))

    async def _empty_log(self, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            before.cancel()  # this one does all that that one would have done
            await asyncio.gather(before, return_exceptions=True)
        while True:
            try:
                if await asyncio.to_thread(emptied, str(self.engine.url.database)):
                    return
            except sqlite3.Error as fault:
                log.warning("the log that is written ahead could not be emptied", fault=str(fault))
            await asyncio.sleep(BUSY)

    async def free(self, pages: int) -> None:
        """Give pages that hold nothing any more back to the disk."""
        if not self.is_sqlite or self._connection is None:
            return
        async with self._turn:
            await incremental_vacuum(self._connection, pages)

    async def free_pages(self) -> int:
        """Return how many pages hold nothing and can be given back to the disk."""
        if not self.is_sqlite:
            return 0
        count = await self.rows(
            sql.text("SELECT freelist_count AS n FROM pragma_freelist_count, pragma_auto_vacuum WHERE auto_vacuum = 2")
        )
        return int(count[0]["n"]) if count else 0

    async def _write(self) -> None:
        while True:
            await self._more.wait()
            self._more.clear()
            waiting, self._waiting = self._waiting, []
            self._writing = True
            await self._write_down(waiting)
            self._writing = False

    async def _write_down(self, waiting: Sequence[tuple[Sequence[Statement], asyncio.Future[None]]]) -> None:
        try:
            await self._together(waiting)
        except Exception as fault:
            if isinstance(fault, Unkept) and not isinstance(fault, Ended):
                for _, done in waiting:
                    _settle(done, fault)
                return
            # One of them is at fault: each for itself, so that only that one fails.
            for one in waiting:
                try:
                    await self._together([one])
                except Exception as own:
                    _settle(one[1], own)
                    continue
                _settle(one[1])
            return
        for _, done in waiting:
            _settle(done)

    async def _together(self, waiting: Sequence[tuple[Sequence[Statement], Any]]) -> None:
        """Do it in one transaction; where the line turns out to be lost before the end of it, once more on a new one.

        Raises:
            Unsure: when the database was lost while it was told to keep it.
            Unreached: when it was lost before, so nothing was done.
        """
        began = time.perf_counter()
        statements = _joined([part for statements, _ in waiting for part in statements])
        if not await self._done(statements) and not await self._done(statements):
            raise Unreached
        self.successes += 1
        metrics.written(time.perf_counter() - began, len(waiting))

    async def _done(self, statements: Sequence[tuple[Any, list[dict[str, Any]]]]) -> bool:
        """Do it in one transaction; return whether that was done, and not the database lost before the end of it."""
        assert self._connection is not None
        told = False
        try:
            async with self._turn, self._connection.begin():
                for statement, rows in statements:
                    await self._do(self._connection, statement, rows)
                told = True  # as its end is; a line that the disk refused this to serves the next again
        except Exception as fault:
            if self.is_sqlite or isinstance(fault, Ended) or postgres.is_settled(fault):
                raise
            log.error("the database was lost", fault=str(fault).partition("\n")[0][:200])
            await self._renew()
            if told:
                raise Unsure from None
            return False
        return True

    async def _do(self, connection: AsyncConnection, statement: Any, rows: list[dict[str, Any]]) -> None:
        """Do one statement with its rows.

        Raises:
            Ended: when it is one without whose rows nothing counts, and one of them came to nothing.
        """
        if not statement.get_execution_options().get(ALL_OF_IT):
            await connection.execute(statement, rows or None)
            return
        # PostgreSQL's driver does not count the rows of what is done with many at once.
        parts = [rows] if self.is_sqlite else [[row] for row in rows] or [[]]
        done = [(await connection.execute(statement, part or None)).rowcount for part in parts]
        if sum(done) < max(1, len(rows)):
            raise Ended

    async def _renew(self) -> None:
        """Have another connection for what is written next."""
        assert self._connection is not None
        with contextlib.suppress(Exception):
            await self._connection.invalidate()
        with contextlib.suppress(Exception):
            await self._connection.rollback()  # which is said to nobody by then: the next begins anew


def _tells_of_nothing(fault: Exception) -> bool:
    """Tell whether something was to be kept of what is not, or deleted of which something is: others were faster."""
    if not isinstance(fault, IntegrityError):
        return False
    return postgres.state_of(fault) == FOREIGN_KEY or "FOREIGN KEY" in str(fault.orig)


def _settle(done: asyncio.Future[None], fault: Exception | None = None) -> None:
    if done.done():
        return
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)


def _joined(parts: Sequence[Statement]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """Run neighbouring rows of one statement together, so many that nobody else waits for long."""
    joined: list[tuple[Any, list[dict[str, Any]]]] = []
    for statement, rows in parts:
        if joined and rows and joined[-1][0] is statement and len(joined[-1][1]) + len(rows) <= AT_A_TIME:
            joined[-1][1].extend(rows)
        else:
            joined.append((statement, list(rows)))
    return joined


def _careful(connection: Any, _: Any) -> None:
    connection.driver_connection.text_factory = partial(str, encoding="utf-8", errors="replace")  # damaged, or not
    cursor = connection.cursor()
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "busy_timeout = 5000",
        "secure_delete = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def now() -> float:
    """Return the time as it is kept: seconds since 1970."""
    return time.time()

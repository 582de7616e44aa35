"""What is kept: people, tables, the log of each match, talk, records and results, in SQLite.

Statements are SQLAlchemy Core and fit other databases too. What is written is on disk when `write` returns: SQLite
writes ahead and waits for the disk (`synchronous = FULL`). What comes together shares one transaction.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sql
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from torite.errors import ToriteError
from torite.records.results import Result
from torite.service import metrics
from torite.service.migrations import migrate
from torite.service.page_messages import page_words
from torite.service.vacuum import incremental_vacuum, make_reclaimable

metadata = sql.MetaData()

person = sql.Table(
    "person",
    metadata,
    sql.Column("id", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("name", sql.String(80), nullable=False, server_default=""),
    sql.Column("language", sql.String(8), nullable=False, server_default=""),
    sql.Column("seen_at", sql.Float, nullable=False, index=True),
    sql.Column("banned_until", sql.Float, nullable=False, server_default="0"),
)

#: What a browser of somebody's holds, as its hash.
token = sql.Table(
    "token",
    metadata,
    sql.Column("hash", sql.String(64), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), nullable=False, index=True),
    sql.Column("made_at", sql.Float, nullable=False),
)

#: One-time codes by which somebody comes to another device, as their hashes.
device_code = sql.Table(
    "device_code",
    metadata,
    sql.Column("hash", sql.String(64), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), nullable=False, index=True),
    sql.Column("ends_at", sql.Float, nullable=False),
)

sitting = sql.Table(
    "sitting",
    metadata,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("variant", sql.String(80), nullable=False),
    sql.Column("options", sql.JSON, nullable=False),
    sql.Column("settings", sql.JSON, nullable=False),
    sql.Column("agreed", sql.JSON, nullable=False),
    sql.Column("words", sql.JSON, nullable=False),
    sql.Column("key", sql.LargeBinary(64), nullable=False),
    sql.Column("host", sql.BigInteger, sql.ForeignKey("person.id"), nullable=False, index=True),
    sql.Column("state", sql.String(8), nullable=False),
    sql.Column("replay", sql.String(40), nullable=False, server_default="", index=True),
    sql.Column("rematch", sql.String(40), nullable=False, server_default=""),
    sql.Column("changed_at", sql.Float, nullable=False, index=True),
    sql.Column("daily", sql.String(10), nullable=False, server_default=""),
    sql.Column("rules", sql.String(80), nullable=False, server_default=""),
    sql.Column("invitation", sql.Integer, nullable=False, server_default="0"),
)
_of_days = sitting.c.daily != ""
sql.Index(
    "ix_sitting_daily", sitting.c.host, sitting.c.variant, sitting.c.daily,
    unique=True, sqlite_where=_of_days, postgresql_where=_of_days,
)  # fmt: skip

seat = sql.Table(
    "seat",
    metadata,
    sql.Column("sitting", sql.ForeignKey("sitting.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(8), nullable=False),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), nullable=True, index=True),
    sql.Column("bot", sql.String(8), nullable=True),
    sql.Column("name", sql.String(80), nullable=False),
)

watcher = sql.Table(
    "watcher",
    metadata,
    sql.Column("sitting", sql.ForeignKey("sitting.id"), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), primary_key=True, index=True),
)

#: Who may no longer do something at a table: `removed` from it, or `muted`.
restriction = sql.Table(
    "restriction",
    metadata,
    sql.Column("sitting", sql.ForeignKey("sitting.id"), primary_key=True),
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), primary_key=True, index=True),
    sql.Column("what", sql.String(8), primary_key=True),
)

entry = sql.Table(
    "entry",
    metadata,
    sql.Column("sitting", sql.ForeignKey("sitting.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("line", sql.Text, nullable=False),
    sql.Column("cid", sql.String(40), nullable=False, server_default=""),
    sql.Column("at", sql.Float, nullable=False),
)

said = sql.Table(
    "said",
    metadata,
    sql.Column("sitting", sql.ForeignKey("sitting.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("phrase", sql.String(40), nullable=False, server_default=""),
    sql.Column("text", sql.Text, nullable=False, server_default=""),
    sql.Column("heard_by", sql.BigInteger, nullable=False, server_default="-1"),
    sql.Column("cid", sql.String(40), nullable=False, server_default=""),
    sql.Index("ix_said_cid", "sitting", "cid"),
)

replay = sql.Table(
    "replay",
    metadata,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("record", sql.Text, nullable=False),
    sql.Column("made_at", sql.Float, nullable=False),
    sql.Column("seen_at", sql.Float, nullable=False, server_default="0", index=True),
    sql.Column("person", sql.BigInteger, nullable=False, server_default="0", index=True),
)

#: How games played alone ended. A sitting of another service has come with a file; so it refers to nothing.
result = sql.Table(
    "result",
    metadata,
    sql.Column("person", sql.BigInteger, sql.ForeignKey("person.id"), primary_key=True),
    sql.Column("sitting", sql.String(40), primary_key=True),
    sql.Column("game", sql.String(80), nullable=False),
    sql.Column("variant", sql.String(80), nullable=False),
    sql.Column("usual", sql.Boolean, nullable=False),
    sql.Column("daily", sql.String(10), nullable=False, server_default=""),
    sql.Column("score", sql.Integer, nullable=False),
    sql.Column("won", sql.Boolean, nullable=True),
    sql.Column("finished_at", sql.Float, nullable=False),
)
sql.Index("ix_result_daily", result.c.person, result.c.variant, result.c.daily)

#: One row that is written again and again, to find out whether anything can be.
heartbeat = sql.Table(
    "heartbeat",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("at", sql.Float, nullable=False),
)

Statement = tuple[Any, Sequence[dict[str, Any]]]  #: a statement and the rows to run it with
log = structlog.get_logger()
READ_WITHIN = 10.0  #: seconds that a question may wait for its turn at the database


class Unkept(ToriteError):
    """Something that could not be written down, and so was not done."""

    code = "unkept"

    def __init__(self) -> None:
        super().__init__("service.unkept", page_words)


class Unread(ToriteError):
    """Something that could not be read in time, for so much else was to be read."""

    code = "busy"

    def __init__(self) -> None:
        super().__init__("service.unread", page_words)


class Storage:
    """The database of one service.

    Args:
        engine: SQLAlchemy's, for the database.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._waiting: list[tuple[Sequence[Statement], asyncio.Future[None]]] = []
        self._more = asyncio.Event()
        self._turn = asyncio.Lock()
        self._writing = False
        self._writer: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None

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
    async def beside(cls, path: Path) -> Storage:
        """Open a file's database that is up to date, also beside a service that has it open."""
        engine = create_async_engine(
            sql.URL.create("sqlite+aiosqlite", database=str(path)),
            pool_size=4,
            pool_timeout=READ_WITHIN,
            hide_parameters=True,
        )
        sql.event.listen(engine.sync_engine, "connect", _careful)
        storage = cls(engine)
        storage._connection = await engine.connect()
        storage._writer = asyncio.create_task(storage._write())
        return storage

    async def close(self) -> None:
        """Write what waits, and close."""
        if self._writer is not None:
            while self._waiting or self._writing:
                await asyncio.sleep(0.005)
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()
        await self.engine.dispose()

    async def write(self, *statements: Statement) -> None:
        """Do all of it or nothing; when this returns it is on disk.

        Raises:
            Unkept: when nothing of it was done.
        """
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((statements, done))
        self._more.set()
        try:
            await done
        except Exception as fault:
            log.error("nothing was kept", fault=str(fault).partition("\n")[0][:200])
            raise Unkept from None

    async def free(self, pages: int) -> None:
        """Give pages that hold nothing any more back to the disk."""
        if self.engine.dialect.name != "sqlite" or self._connection is None:
            return
        async with self._turn:
            await incremental_vacuum(self._connection, pages)

    async def free_pages(self) -> int:
        """Return how many pages hold nothing and can be given back to the disk."""
        if self.engine.dialect.name != "sqlite":
            return 0
        count = await self.rows(
            sql.text("SELECT freelist_count AS n FROM pragma_freelist_count, pragma_auto_vacuum WHERE auto_vacuum = 2")
        )
        return int(count[0]["n"]) if count else 0

    async def rows(self, query: Any) -> list[dict[str, Any]]:
        """Read.

        Raises:
            Unread: when so much is read at once that this is not in its turn within READ_WITHIN.
        """
        try:
            async with self.engine.connect() as connection:
                found = await connection.execute(query)
                return [dict(row) for row in found.mappings()]
        except sql.exc.TimeoutError:
            raise Unread from None

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
        except Exception:
            # One of them is at fault: each for itself, so that only that one fails.
            for one in waiting:
                try:
                    await self._together([one])
                except Exception as fault:
                    _settle(one[1], fault)
                    continue
                _settle(one[1])
            return
        for _, done in waiting:
            _settle(done)

    async def _together(self, waiting: Sequence[tuple[Sequence[Statement], Any]]) -> None:
        assert self._connection is not None
        began = time.perf_counter()
        async with self._turn, self._connection.begin():
            for statement, rows in _joined([part for statements, _ in waiting for part in statements]):
                await self._connection.execute(statement, rows or None)
        metrics.written(time.perf_counter() - began, len(waiting))


def _settle(done: asyncio.Future[None], fault: Exception | None = None) -> None:
    if done.done():
        return
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)


def _joined(parts: Sequence[Statement]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """Run neighbouring rows of one statement together."""
    joined: list[tuple[Any, list[dict[str, Any]]]] = []
    for statement, rows in parts:
        if joined and rows and joined[-1][0] is statement:
            joined[-1][1].extend(rows)
        else:
            joined.append((statement, list(rows)))
    return joined


def _careful(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


INSERT_ENTRY = sql.insert(entry)
INSERT_SAID = sql.insert(said)
INSERT_REPLAY = sql.insert(replay)


def _insert_result() -> Any:
    """Insert a result, unless it is known: the same sitting, or a daily deal that has been played elsewhere."""
    new = {column.name: sql.bindparam(f"new_{column.name}", type_=column.type) for column in result.c}
    known = result.alias()
    own = known.c.person == new["person"]
    same = sql.exists().where(own, known.c.sitting == new["sitting"])
    day = sql.exists().where(own, known.c.variant == new["variant"], known.c.daily == new["daily"], known.c.daily != "")
    return sql.insert(result).from_select([*new], sql.select(*new.values()).where(~same, ~day))


INSERT_RESULT = _insert_result()


def result_row(person: int, row: Result) -> dict[str, Any]:
    """Return what INSERT_RESULT takes of somebody's result."""
    own = {"person": person, "sitting": row.id}
    rest = {name: getattr(row, name) for name in ("game", "variant", "usual", "daily", "score", "won", "finished_at")}
    return {f"new_{name}": value for name, value in (own | rest).items()}


def now() -> float:
    """Return the time as it is kept: seconds since 1970."""
    return time.time()

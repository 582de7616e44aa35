"""What is asked of a database, and changed there at once, beside what waits to be written down.

A line may have been lost since it was used last, as when a database was started anew. To ask each time whether it is
still there would be three more ways there and back; so what comes to nothing for that is asked once more on another.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sql
import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from torite.errors import ToriteError
from torite.service import postgres
from torite.service.page_messages import page_words

Found = TypeVar("Found")
Rows = list[dict[str, Any]]
READ_WITHIN = 10.0  #: seconds that a question may wait for its turn at the database
log = structlog.get_logger()


class Unread(ToriteError):
    """Something that could not be read, or changed beside what waits, in time, for so much else was to be.

    Attributes:
        refused: whether the database refuses to be spoken to, as it does to all while it starts, and is not silent.
        told: what the database says that it lacks; None where it says nothing, or will be there in a moment.
    """

    code = "busy"
    sentence = "unread"

    def __init__(self, refused: bool = False, told: Exception | None = None) -> None:
        super().__init__(f"service.{self.sentence}", page_words)
        self.refused = refused
        self.told = told


class Away(Unread):
    """Something that could not be asked, for the database is away, or lets this process no more in."""

    code = sentence = "away"


class Full(Unread):
    """Something that could not be changed, for the database's disk has no room for it."""

    code = sentence = "unkept"


class Stopping(Unread):
    """Something that is not begun any more, for the service ends."""

    sentence = "stops"


class Questions:
    """The questions to one database.

    Args:
        engine: SQLAlchemy's, for the database.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        # One question needs no transaction around it, which is two more ways there and back.
        self._asked = engine if self.is_sqlite else engine.execution_options(isolation_level="AUTOCOMMIT")
        self._is_away = False  # as it was found last: who waits for a line in vain then waits for no others

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file that one process has to itself."""
        return self.engine.dialect.name == "sqlite"

    async def rows(self, query: Any) -> Rows:
        """Read.

        Raises:
            Unread: when so much is read at once that this is not in its turn within READ_WITHIN, or the database is
                away.
        """
        return (await self.all_rows(query))[0]

    async def all_rows(self, *queries: Any) -> list[Rows]:
        """Read by several questions, one after the other on one line; return the rows of each.

        Raises:
            Unread: as `rows` does.
        """

        async def ask(connection: AsyncConnection) -> list[Rows]:
            return [[dict(row) for row in (await connection.execute(query)).mappings()] for query in queries]

        return await self._twice(self._asked, ask)

    async def packed(self, query: Any) -> bytes:
        """Read many rows, packed as they come from the database, which is a tenth of the work of `rows`.

        Raises:
            Unread: as `rows` does.
        """

        async def ask(connection: AsyncConnection) -> bytes:
            found = (await connection.execute(query)).cursor.fetchall()
            return await asyncio.to_thread(_packed, found)

        return await self._twice(self._asked, ask)

    async def changed(self, *statements: Any, again: bool = False) -> Rows:
        """Change something at once, beside what waits to be written; return the rows of the last statement.

        Args:
            statements: what is done, in one transaction.
            again: whether it is one statement that comes to the same if it is done twice; it needs no transaction.

        Raises:
            Unread: when that could not be, or nobody knows.
        """

        async def change(connection: AsyncConnection) -> Rows:
            for statement in statements:
                found = await connection.execute(statement)
            return [dict(row) for row in found.mappings()] if found.returns_rows else []

        if again and not self.is_sqlite:
            return await self._twice(self._asked, change)
        return await self._twice(self.engine, change, keep=True)

    async def _twice(
        self, engine: AsyncEngine, do: Callable[[AsyncConnection], Awaitable[Found]], keep: bool = False
    ) -> Found:
        """Do something, and once more where the line proves to have been lost before anything of it was kept.

        Raises:
            Unread: when that could not be, or nobody knows.
        """
        told = False
        try:
            async with self._line(engine) as connection:
                found = await do(connection)
                if told := keep:
                    await connection.commit()
                return found
        except Unread as fault:
            if told or not fault.refused:
                raise
        async with self._line(engine) as connection:
            found = await do(connection)
            if keep:
                await connection.commit()
            return found

    @contextlib.asynccontextmanager
    async def listening(self, channel: str, woken: Callable[[], None]) -> AsyncIterator[Callable[[], bool]]:
        """Be woken by others' notices of PostgreSQL's within; it yields what tells whether the line is still there.

        Raises:
            Unread: when the database is away, or the line was.
        """
        import asyncpg

        async with self._line(self.engine) as connection:
            await connection.execute(sql.select(sql.literal(1)))
            await connection.rollback()
            raw: Any = (await connection.get_raw_connection()).driver_connection
            raw.add_termination_listener(lambda *_: woken())
            try:
                await raw.add_listener(channel, lambda *_: woken())
            except (asyncpg.PostgresError, asyncpg.InterfaceError) as fault:  # the driver's own, which none has wrapped
                raise DBAPIError("LISTEN", None, fault) from fault
            try:
                yield lambda: not raw.is_closed()
            finally:
                await connection.invalidate()  # it listens, and so serves nobody else

    @contextlib.asynccontextmanager
    async def _line(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        try:
            async with engine.connect() as connection:
                yield connection
            self._is_away = False
        except sql.exc.TimeoutError:
            raise (Away if self._is_away else Unread) from None
        except (OSError, DBAPIError) as fault:
            if self.is_sqlite or postgres.is_wrong(fault):
                raise
            log.warning("the database is away", fault=type(fault).__name__, state=postgres.state_of(fault))
            told = fault if postgres.is_settled(fault) else None
            self._is_away = postgres.is_away(fault)
            kind = Away if self._is_away else Full if postgres.state_of(fault) == postgres.FULL else Unread
            raise kind(refused=not isinstance(fault, TimeoutError), told=told) from None


def _packed(rows: Sequence[Any]) -> bytes:
    return msgspec.msgpack.encode([tuple(row) for row in rows])

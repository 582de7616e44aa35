"""Moving what is kept from a folder of data to a PostgreSQL database, or back: all of it, or nothing.

Nobody may serve either meanwhile, and nothing else writes there: the folder is locked, the database's tables are, and
what is moved from is left as it was. Rows go table by table, each after those that it refers to, and what has arrived
is read again: each row is as it was, its types included. A database gets everything in one transaction; a folder gets
its name when everything is in it and on disk (`DataFolder.replacing`). Whatever is cut off leaves nothing to begin on.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from torite.errors import ToriteError
from torite.service import bad_folder, postgres, schema
from torite.service.data_folder import DataFolder, only_ours
from torite.service.leases import LIVING
from torite.service.migrations import migrate, step_of
from torite.service.page_messages import page_words
from torite.service.vacuum import make_reclaimable

#: What only processes that live tell one another, and the key, which is a file in a folder.
NOT_ROWS = (schema.process, schema.notification, schema.shared_key)
MOVED = [table for table in schema.metadata.sorted_tables if table not in NOT_ROWS]
BEGUN_WITH = (schema.heartbeat, schema.clock)  #: tables that have a row before anybody comes
NOBODY = {"owner": "", "epoch": 0}  #: what is kept of who serves something, where nobody does
AT_A_TIME = 500  #: rows that are written in one go
MOST_LETTERS = 4 << 20  #: about so many letters of them, and a row more
READ = 50  #: rows that are read in one go
SECRET = "hash"  #: the column of what is told nobody


class BadMove(ToriteError):
    """Data that cannot be moved as was asked for; its sentence says what to do."""

    code = "bad-input"

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(f"move.{key}", page_words, **facts)


@dataclass
class Sum:
    """What rows come to, in whatever order: as many, and of each the same values of the same types.

    Attributes:
        rows: how many.
        digest: the sum of their hashes.
    """

    rows: int = 0
    digest: int = 0

    def add(self, row: Sequence[Any]) -> int:
        """Add a row; return how many letters it takes to write."""
        # SQLite keeps no zero below zero: it is the same number.
        written = repr([value + 0.0 if isinstance(value, float) else value for value in row])
        self.rows += 1
        digest = hashlib.blake2b(written.encode(errors="surrogatepass"), digest_size=32).digest()
        self.digest = (self.digest + int.from_bytes(digest)) % (1 << 256)
        return len(written)


@dataclass(frozen=True)
class Source:
    """What is moved from.

    Attributes:
        connection: by which it is read.
        key: that makes invitations.
        explained: makes a sentence of what is refused within.
    """

    connection: AsyncConnection
    key: bytes
    explained: Callable[[], contextlib.AbstractContextManager[None]]


#: From where to where, as it may be told, and how many rows of what.
Moved = TypedDict("Moved", {"from": str, "to": str, "rows": dict[str, int]})


def move(source: str, target: str) -> Moved:
    """Move everything from one place to the other; return the places as they may be told, and how many rows of what.

    Args:
        source: a folder of data, or the address of a PostgreSQL database.
        target: the other one, with nothing in it.

    Raises:
        BadMove, BadFolder, BadDatabase: when it cannot be; the target is as before then.
    """
    from_there, to_there = place_of(source), place_of(target)
    read: AbstractAsyncContextManager[Source]
    write: Callable[[bytes], AbstractAsyncContextManager[AsyncConnection]]
    if isinstance(from_there, Path) and isinstance(to_there, sql.URL):
        read, write = _folder_read(from_there), lambda key: _database_written(to_there, key)
    elif isinstance(from_there, sql.URL) and isinstance(to_there, Path):
        read, write = _database_read(from_there), lambda key: _folder_written(to_there, key)
    else:
        raise BadMove("two_alike")

    async def run() -> dict[str, int]:
        async with read as source, write(source.key) as target:
            return {table.name: await _moved(table, source, target) for table in MOVED}

    return {"from": told(from_there), "to": told(to_there), "rows": asyncio.run(run())}


def place_of(text: str) -> Path | sql.URL:
    """Read what is named: a folder, or a database by its address.

    Raises:
        BadDatabase: for an address of something else.
    """
    return postgres.url_of(text) if "://" in text else Path(text)


def told(place: Path | sql.URL) -> str:
    """Write a place, without a password."""
    return str(place) if isinstance(place, Path) else postgres.spoken(place)


# rows


async def _moved(table: sql.Table, source: Source, target: AsyncConnection) -> int:
    """Move a table; return how many rows it has.

    Raises:
        BadMove: when a row cannot be kept there, or something else arrives than was sent.
    """
    sent, arrived = Sum(), Sum()
    try:
        async for rows in _batches(table, source, sent):
            await _put(target, table, rows)
    except ValueError as fault:  # as of JSON that is none
        raise BadMove("unread", table=table.name, why=fault) from fault
    found = await target.stream(sql.select(*schema.as_kept(table)))
    async for part in found.partitions(READ):
        for row in part:
            arrived.add(row)
    if arrived != sent:
        raise BadMove("differs", table=table.name)
    return sent.rows


async def _batches(table: sql.Table, source: Source, sent: Sum) -> AsyncIterator[list[dict[str, Any]]]:
    """Read rows, some at a time, as they are to be kept: served by nobody."""
    nobody = {name: value for name, value in NOBODY.items() if name in table.c}
    batch: list[dict[str, Any]] = []
    letters = 0
    with source.explained():
        found = await source.connection.stream(sql.select(*schema.as_kept(table)))
        async for part in found.partitions(READ):
            for row in part:
                batch.append({**row._mapping, **nobody})
                letters += sent.add([*batch[-1].values()])
            if len(batch) >= AT_A_TIME or letters > MOST_LETTERS:
                yield batch
                batch, letters = [], 0
        if batch:
            yield batch


async def _put(target: AsyncConnection, table: sql.Table, rows: list[dict[str, Any]]) -> None:
    """Write rows.

    Raises:
        BadMove: when one of them cannot be kept there; it is named.
    """
    part = await target.begin_nested()
    try:
        await target.execute(sql.insert(table), rows)
    except DBAPIError as fault:
        if not _is_of_a_row(fault):
            raise  # all is undone then; where a disk is full SQLite has done so, and to undo this part would fail
        await part.rollback()
        if len(rows) > 1:
            half = len(rows) // 2
            await _put(target, table, rows[:half])
            await _put(target, table, rows[half:])
            return
        name = "/".join(str(rows[0][column.name]) for column in table.primary_key if column.name != SECRET)
        raise BadMove("unfit", table=table.name, row=ascii(name)[1:-1], why=postgres.reason(fault)) from fault
    await part.commit()


def _is_of_a_row(fault: DBAPIError) -> bool:
    """Tell whether it is a value that was refused, as one that is too long, or refers to what is not there."""
    refused = isinstance(getattr(fault.orig, "__cause__", None), ValueError)  # before it was sent
    return isinstance(fault, IntegrityError) or postgres.state_of(fault).startswith(("22", "23")) or refused


# a folder


@contextlib.asynccontextmanager
async def _folder_read(path: Path) -> AsyncIterator[Source]:
    folder = DataFolder(path)

    def explained() -> contextlib.AbstractContextManager[None]:
        return bad_folder.explained(path, folder.database)

    with explained():
        there = path.is_dir()
    if not there:
        raise BadMove("nothing", place=path)
    with _alone(folder):
        if not folder.database.is_file():
            raise BadMove("nothing", place=path)
        folder.prepare()
        with explained():
            async with _file(folder.database, "BEGIN IMMEDIATE") as connection:
                yield Source(connection, folder.secret(), explained)


@contextlib.asynccontextmanager
async def _folder_written(path: Path, key: bytes) -> AsyncIterator[AsyncConnection]:
    folder = DataFolder(path)
    folder.make()
    was_unfinished = folder.is_unfinished
    with _alone(folder):
        if was_unfinished:
            raise BadMove("finished", folder=path)
        if folder.database.exists() or folder.key.exists():
            raise BadMove("folder_used", folder=path)
        with bad_folder.explained(path, folder.database), folder.replacing() as place:
            file = place / folder.database.name
            migrate(file)
            make_reclaimable(file)
            # Until it has its name nothing of it counts, so that nothing is waited for before the end.
            async with _file(file, "BEGIN", "journal_mode = MEMORY", "synchronous = OFF") as connection:
                await _begun_anew(connection)
                yield connection
                await connection.commit()
            with only_ours(place / folder.key.name) as out:
                out.write(key)
            for made in place.iterdir():
                with made.open("rb") as kept:
                    os.fsync(kept.fileno())


@contextlib.contextmanager
def _alone(folder: DataFolder) -> Iterator[None]:
    """Have a folder to oneself, with what was to be put back there put back."""
    if folder.is_locked():
        raise BadMove("folder_served", folder=folder.path)
    with folder.lock():
        yield


@contextlib.asynccontextmanager
async def _file(file: Path, begin: str, *pragmas: str) -> AsyncIterator[AsyncConnection]:
    """Open a file's database within a transaction, which is undone unless it is kept."""
    address = sql.URL.create("sqlite+aiosqlite", database=str(file))
    engine = create_async_engine(address, poolclass=sql.pool.NullPool, hide_parameters=True)
    try:
        async with engine.connect() as connection:
            for pragma in (*pragmas, "foreign_keys = ON"):
                await connection.exec_driver_sql(f"PRAGMA {pragma}")
            await connection.exec_driver_sql(begin)
            yield connection
    finally:
        await engine.dispose()


# a database


@contextlib.asynccontextmanager
async def _database_read(url: sql.URL) -> AsyncIterator[Source]:
    async with _database(url) as connection:
        if not await connection.run_sync(step_of):
            raise BadMove("nothing", place=postgres.spoken(url))
        await _lock(connection)
        yield Source(connection, await postgres.key_of(connection), lambda: postgres.explained(url))


@contextlib.asynccontextmanager
async def _database_written(url: sql.URL, key: bytes) -> AsyncIterator[AsyncConnection]:
    async with _database(url) as connection:
        await _lock(connection)
        for table in MOVED:
            there = await connection.execute(sql.select(sql.literal(1)).select_from(table).limit(1))
            if table not in BEGUN_WITH and there.first():
                raise BadMove("database_used", database=postgres.spoken(url), table=table.name)
        await _begun_anew(connection)
        await connection.execute(sql.insert(schema.shared_key).values(id=1, value=key))
        yield connection
        await connection.commit()


@contextlib.asynccontextmanager
async def _database(url: sql.URL) -> AsyncIterator[AsyncConnection]:
    """Open a database within a transaction, which is undone unless it is kept."""
    engine = postgres.engine_of(url, patient=True)
    try:
        with postgres.explained(url):
            async with engine.connect() as connection:
                yield connection
    finally:
        await engine.dispose()


async def _lock(connection: AsyncConnection) -> None:
    """Bring a database up to date, and keep everybody else from writing there, until the transaction ends.

    Raises:
        BadMove: when processes serve it.
    """
    await postgres.bring_up_in_turn(connection)
    await _check_unserved(connection)
    quote = connection.dialect.identifier_preparer.quote
    names = ", ".join(quote(name) for name in sorted(schema.metadata.tables))
    await connection.exec_driver_sql(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
    await _check_unserved(connection)  # one may have begun until then


async def _check_unserved(connection: AsyncConnection) -> None:
    if names := ", ".join((await connection.execute(LIVING)).scalars()):
        raise BadMove("database_served", database=postgres.spoken(connection.engine.url), processes=names)


async def _begun_anew(target: AsyncConnection) -> None:
    """Take away what is in a new database, and what processes that have ended have left there."""
    for table in (*BEGUN_WITH, *NOT_ROWS):
        await target.execute(sql.delete(table))

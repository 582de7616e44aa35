"""The data that `torite admin` works on: a folder's database, or one that several processes share."""

from __future__ import annotations

import asyncio
import contextlib
import math
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sql

from torite.errors import ToriteError
from torite.service import personal_data, postgres
from torite.service.admin_told import Sizes, Vacuumed
from torite.service.bad_folder import BadFolder, explained
from torite.service.config import Retention
from torite.service.data_folder import DataFolder
from torite.service.leases import LIVING
from torite.service.migrations import STEPS, step_of
from torite.service.page_messages import page_words
from torite.service.retention import Deleting
from torite.service.storage import Storage
from torite.service.vacuum import free_pages, scratch_folder, vacuum

T = TypeVar("T")


class BadRequest(ToriteError):
    """Something that cannot be done with a service's database."""

    code = "bad-input"

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(f"admin.{key}", page_words, **facts)


class FolderData:
    """The database in a folder, which one service may have open.

    Args:
        path: the folder.

    Raises:
        BadRequest, BadFolder: as `Admin` does.
    """

    def __init__(self, path: Path) -> None:
        self.folder = DataFolder(path)
        self.folder.settle()
        with explained(path, self.folder.database):
            there = self.folder.database.is_file()
        if not there:
            raise BadRequest("nothing", folder=path)
        if not self.running:
            self.folder.check_log()
        self._check_step()

    def _check_step(self) -> None:
        try:
            with closing(self._opened()) as database:
                step = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        except (sqlite3.Error, TypeError) as fault:
            raise BadRequest("unreadable", file=self.folder.database, why=fault) from None
        _check_newest(step)

    def _opened(self) -> sqlite3.Connection:
        uri = f"{self.folder.database.absolute().as_uri()}?mode=rw"
        return sqlite3.connect(uri, uri=True, timeout=5, isolation_level=None)

    @property
    def running(self) -> bool:
        """Whether a service runs on it."""
        return self.folder.is_locked()

    def run(self, work: Callable[[Storage], Awaitable[T]]) -> T:
        """Do something with the database."""
        return asyncio.run(_done(Storage.beside(self.folder.database), work))

    def sizes(self) -> Sizes:
        """Tell how much of the disk it takes, and how much of that is free."""
        with closing(self._opened()) as database:
            free = free_pages(database) * int(database.execute("PRAGMA page_size").fetchone()[0])
        names = [self.folder.database.with_name(f"{self.folder.database.name}{end}") for end in ("", "-wal", "-shm")]
        return {"bytes": sum(file.stat().st_size for file in names if file.exists()), "free_bytes": free}

    def check_may_go(self, person: int) -> None:
        """Check that nothing of somebody is what a running service may have open.

        Raises:
            BadRequest: when something is.
        """
        self.run(lambda kept: self._check_at_no_table(kept, person))

    async def _check_at_no_table(self, kept: Storage, person: int) -> None:
        if await personal_data.concerned(kept, person):
            raise BadRequest("at_tables", name=person)

    def forget(self, person: int, language: str, beside: bool) -> None:
        """Delete all that is kept of somebody.

        Raises:
            BadRequest: when a running service has something of theirs open by now.
        """

        async def forget(kept: Storage) -> None:
            if beside:
                await self._check_at_no_table(kept, person)
            await personal_data.delete_kept(kept, person, language)

        with contextlib.nullcontext() if beside else self.folder.lock():
            self.run(forget)
        with closing(self._opened()) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # else it could be read in the log for a while

    def vacuum(self, retention: Retention) -> Vacuumed:
        """Give room back, as `Admin` does."""
        before = self.folder.database.stat().st_size
        whole = not self.running
        with self._in_room(whole), explained(self.folder.path, self.folder.database):
            if whole:
                with self.folder.lock(), closing(self._opened()) as database:
                    vacuum(database)
            else:
                self.run(lambda kept: Deleting(kept, retention).free())
                with closing(self._opened()) as database:
                    database.execute("PRAGMA wal_checkpoint(PASSIVE)")
        return {"whole": whole, "before": before, "after": self.folder.database.stat().st_size}

    @contextlib.contextmanager
    def _in_room(self, whole: bool) -> Iterator[None]:
        """Say of which disk there is too little: what is written anew lies in SQLite's folder for a while."""
        try:
            yield
        except BadFolder as fault:
            if fault.key != "folder.full":
                raise
            size = math.ceil(self.folder.database.stat().st_size / 1_000_000)
            key = "no_room" if whole else "no_room_beside"
            raise BadRequest(key, folder=self.folder.path, other=scratch_folder(), size=size) from fault


class SharedData:
    """A PostgreSQL database, which several processes may serve.

    Args:
        url: where it is.

    Raises:
        BadRequest, BadDatabase: as `Admin` does.
    """

    def __init__(self, url: sql.URL) -> None:
        self.url = url
        step = asyncio.run(self._step())
        if not step:
            raise BadRequest("nothing_shared", database=postgres.spoken(url))
        _check_newest(step)

    async def _step(self) -> str:
        engine = postgres.engine_of(self.url)
        try:
            with postgres.explained(self.url):
                async with engine.connect() as connection:
                    return await connection.run_sync(step_of)
        finally:
            await engine.dispose()

    @property
    def running(self) -> bool:
        """Whether a process serves it."""
        return bool(self.run(_living))

    def run(self, work: Callable[[Storage], Awaitable[T]]) -> T:
        """Do something with the database."""

        async def opened() -> Storage:
            return (await Storage.at(self.url))[0]

        with postgres.explained(self.url):
            return asyncio.run(_done(opened(), work))

    def sizes(self) -> Sizes:
        """Tell how much of the disk it takes, and who serves it; room that is free in it is used again by itself."""
        size = sql.select(sql.func.pg_database_size(sql.func.current_database()).label("n"))

        async def read(kept: Storage) -> Sizes:
            return {"bytes": (await kept.rows(size))[0]["n"], "free_bytes": 0, "processes": await _living(kept)}

        return self.run(read)

    def check_may_go(self, person: int) -> None:
        """Let anybody go: their tables are taken from the processes that serve them."""

    def forget(self, person: int, language: str, beside: bool) -> None:
        """Delete all that is kept of somebody.

        Raises:
            Unkept: when it could not be done; nothing was done then.
        """
        self.run(lambda kept: personal_data.delete_shared(kept, person, language))

    def vacuum(self, retention: Retention) -> Vacuumed:
        """Refuse what nobody need do.

        Raises:
            BadRequest: always.
        """
        raise BadRequest("by_itself", database=postgres.spoken(self.url))


async def _living(kept: Storage) -> list[str]:
    """List the processes that live, by their names."""
    return [row["name"] for row in await kept.rows(LIVING)]


async def _done(opening: Awaitable[Storage], work: Callable[[Storage], Awaitable[T]]) -> T:
    kept = await opening
    try:
        return await work(kept)
    finally:
        await kept.close()


def _check_newest(step: str) -> None:
    """Check that a database is up to date.

    Raises:
        BadRequest: when it is not.
    """
    if step != STEPS[-1]:
        raise BadRequest("other_step", step=step, newest=STEPS[-1])

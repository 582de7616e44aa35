"""Whether a database is one that this version can work with: ours, not newer, and not damaged."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import structlog

from torite.service.bad_folder import BadFolder
from torite.service.migrations import STEPS

CHECKED = 10.0  #: seconds that looking for damage may take: about 600 MB of a slow disk, several GB in memory
FIRST = {"person", "replay", "sitting", "entry", "said", "seat", "watcher"}  #: tables of the first version
log = structlog.get_logger()


def holds_something(file: Path) -> bool:
    """Tell whether there is a database with anything in it; an empty file is not opened, for what lies beside it.

    Raises:
        OSError, sqlite3.Error: when it cannot be read.
    """
    if not file.exists() or not file.stat().st_size:
        return False
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as database:
        return bool(database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


def is_used(file: Path) -> bool:
    """Tell whether there are people or tables in a database.

    Raises:
        OSError, sqlite3.Error: when it cannot be read.
    """
    if not holds_something(file):
        return False
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as database:
        made = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        tables = made & {"person", "sitting"}
        return any(database.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in sorted(tables))


def check_database(file: Path, seconds: float = CHECKED) -> None:
    """Check a database, without changing it; one that is not there, or holds nothing yet, is a good beginning.

    Whether a row refers to one that is missing is not asked: every connection has SQLite watch over that. A database
    too large to be looked through in the time is used, with a line in the log.

    Args:
        file: the database.
        seconds: how long looking for damage may take.

    Raises:
        BadFolder: when it is not ours, newer, or damaged.
        OSError, sqlite3.Error: when it cannot be read.
    """
    if not file.exists() or not file.stat().st_size:
        return
    # Not read-only: what a killed service left half-written can only be put right by who may write.
    address = f"{file.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, check_same_thread=False)) as database:
        _check_ours(database, file)
        _check_whole(database, file, seconds)


def _check_ours(database: sqlite3.Connection, file: Path) -> None:
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return
    # Steps were once not all or nothing: a killed first start left some of the first tables, and no step.
    found = (
        database.execute("SELECT version_num FROM alembic_version").fetchall() if "alembic_version" in tables else []
    )
    step = str(found[0][0]) if found else ""
    ours = tables >= {"person", "sitting"}
    if ours and step.isdecimal() and len(step) == len(STEPS[-1]) and step > STEPS[-1]:
        raise BadFolder("newer", file=file)
    begun = not found and "alembic_version" in tables and tables <= FIRST | {"alembic_version"}
    if not begun and not (ours and step in STEPS):
        raise BadFolder("foreign", file=file)


def _check_whole(database: sqlite3.Connection, file: Path, seconds: float) -> None:
    try:
        with _interrupted_after(database, seconds):
            found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        log.warning("the database is too large to be looked through at a start", seconds=seconds)
        return
    if found != "ok":
        raise BadFolder("damaged", file=file, why=" ".join(str(found).split())[:200])


@contextmanager
def _interrupted_after(database: sqlite3.Connection, seconds: float) -> Iterator[None]:
    """Interrupt what is asked within; SQLite looks at its own progress handler too seldom here."""
    timer = threading.Timer(seconds, database.interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()

"""Room that deleted rows leave in a SQLite database, given back to the disk in small portions.

SQLite can do that where a database keeps account of its pages (`auto_vacuum = INCREMENTAL`), which is settled when its
first table is made, or when all of it is written anew. A new database, and one that is small, gets it when a service
starts; a large one by `torite admin vacuum` while none runs. Another database does it by itself.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

SMALL = 64 << 20  #: bytes of a database that is written anew at the start of a service
INCREMENTAL = 2
WAIT = 5.0  #: seconds
BRIEFLY = 0.05  #: seconds for which others may be kept from writing


def make_reclaimable(path: Path, most: int = SMALL) -> bool:
    """Write a database anew if it cannot give back room yet; tell whether it can now.

    Args:
        path: of the database; nobody else writes in it now.
        most: bytes; a larger one is left alone.
    """
    with closing(sqlite3.connect(path, timeout=WAIT, isolation_level=None)) as database:
        if _number(database, "auto_vacuum") == INCREMENTAL:
            return True
        if _number(database, "page_count") * _number(database, "page_size") > most:
            return False
        vacuum(database)
    return True


def vacuum(database: sqlite3.Connection) -> None:
    """Write a database anew, without the room that is free; it can give back room from then on."""
    database.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
    database.execute("VACUUM")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def scratch_folder() -> Path:
    """Return where SQLite keeps what it writes anew, until that is whole."""
    named = (os.environ.get(name, "") for name in ("SQLITE_TMPDIR", "TMPDIR"))
    folders = [Path(name) for name in (*named, "/var/tmp", "/usr/tmp", "/tmp") if name]
    return next((folder for folder in folders if folder.is_dir() and os.access(folder, os.W_OK)), Path())


def emptied(database: str) -> bool:
    """Empty the log that SQLite writes ahead; tell whether nobody stood in the way.

    Most of it goes over into the database while others write; they wait for the rest alone, and that waits for nobody.
    """
    with closing(sqlite3.connect(database, timeout=BRIEFLY, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not busy


async def incremental_vacuum(connection: Any, pages: int) -> None:
    """Give some free pages back to the disk over SQLAlchemy's connection, outside of any transaction."""
    raw = await connection.get_raw_connection()
    # A script, as each page is a row of the answer, which `execute` would not fetch.
    await raw.driver_connection.executescript(f"PRAGMA incremental_vacuum({int(pages)})")


def free_pages(database: sqlite3.Connection) -> int:
    """Return how many pages hold nothing."""
    return _number(database, "freelist_count")


def _number(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])

"""Folders of data that cannot be used as they are: what is wrong with one, and what to do."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from torite.errors import ToriteError
from torite.service.page_messages import page_words

FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))

#: Sentences by SQLite's primary result code.
CAUSES = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "foreign",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_READONLY: "unusable",
    sqlite3.SQLITE_CANTOPEN: "unusable",
    sqlite3.SQLITE_PERM: "unusable",
}


class BadFolder(ToriteError):
    """A folder of data that cannot be used as it is; its sentence says what to do."""

    code = "bad-folder"

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(f"folder.{key}", page_words, **facts)


def check_plain(file: Path) -> None:
    """Check that what has a file's name is a file, or nothing; nothing is opened, for opening a pipe may never end.

    Raises:
        BadFolder: when it is a folder, a link that leads nowhere, or a pipe and the like.
        OSError: when it cannot be looked at.
    """
    if not os.path.lexists(file):
        return
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        raise BadFolder("strange_link", file=file) from None
    if not stat.S_ISREG(mode):
        raise BadFolder("strange_folder" if stat.S_ISDIR(mode) else "strange_other", file=file)


@contextlib.contextmanager
def explained(folder: Path, file: Path) -> Iterator[None]:
    """Say in one sentence what the system and the database refuse within.

    Args:
        folder: the folder of data.
        file: its database.

    Raises:
        BadFolder: for whatever they raise.
    """
    try:
        yield
    except (OSError, sqlite3.Error, SQLAlchemyError, UnicodeDecodeError) as fault:
        key = "not_folder" if folder.exists() and not folder.is_dir() else cause(fault)
        raise BadFolder(key, folder=folder, file=file, why=_reason(fault)) from fault


def cause(fault: Exception) -> str:
    """Return the key of the sentence for what the system or the database raised."""
    if isinstance(fault, OSError):
        return "full" if fault.errno in FULL else "read_only" if fault.errno == errno.EROFS else "unusable"
    if isinstance(fault, UnicodeDecodeError):
        return "damaged"  # so much that what SQLite says of it is no text
    inner = fault.orig if isinstance(fault, DBAPIError) else fault
    # Whatever else a step of the upgrade meets is a database that is not as one of its versions made it.
    return CAUSES.get(getattr(inner, "sqlite_errorcode", 0) & 0xFF, "mixed")


def _reason(fault: Exception) -> str:
    if isinstance(fault, OSError):
        return fault.strerror or str(fault)
    inner = fault.orig if isinstance(fault, DBAPIError) else fault
    return " ".join(str(inner).split())[:200]

"""The folder that a service keeps everything in: its database, its key, and the lock that makes it one service's."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

KEY_BYTES = 32


class DataFolder:
    """A folder of data.

    Args:
        path: the folder.

    Attributes:
        path: the folder.
        database: the file of its database; SQLite has others beside it (`-wal`, `-shm`, `-journal`).
        key: the file of the key that makes invitations.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / "torite.db"
        self.key = path / "key"
        self._lock = path / "lock"

    def is_locked(self) -> bool:
        """Tell whether a service runs on the folder."""
        try:
            with self.lock():
                return False
        except BlockingIOError:
            return True

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Have the folder to oneself within.

        Raises:
            BlockingIOError: when a service has it.
        """
        descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        finally:
            os.close(descriptor)

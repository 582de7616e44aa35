"""A lock between processes: a file that one of them holds, until it lets go or ends, however it ends."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

PATIENCE = 1.0  #: seconds that a lock is waited for; whoever only asks whether it is held has it for an instant

if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 30  #: the byte locked there: nobody could read a locked one, and the others tell who holds it

    def _seize(descriptor: int) -> None:
        os.lseek(descriptor, FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)
else:
    import fcntl

    def _seize(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Held(Exception):
    """The lock is another process's.

    Attributes:
        pid: that process's number; empty when it cannot be read.
    """

    def __init__(self, pid: str) -> None:
        self.pid = pid
        super().__init__(pid)


def take(file: Path, patience: float = PATIENCE) -> int:
    """Take the lock, and write down who has it; return the descriptor that holds it until it is closed.

    The file stays when the lock is gone: if it were deleted, two could hold two files of one name.

    Raises:
        Held: when another process holds it.
        OSError: when the file cannot be written.
    """
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _wait(descriptor, patience)
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def held(file: Path) -> bool:
    """Tell whether some process holds the lock.

    Raises:
        OSError: when the file cannot be opened.
    """
    try:
        descriptor = os.open(file, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        _wait(descriptor, 0.0)
    except Held:
        return True
    finally:
        os.close(descriptor)
    return False


def _wait(descriptor: int, patience: float) -> None:
    end = time.monotonic() + patience
    while True:
        try:
            return _seize(descriptor)
        except (BlockingIOError, PermissionError):  # the latter is how Windows says it
            if time.monotonic() >= end:
                os.lseek(descriptor, 0, os.SEEK_SET)
                raise Held(os.read(descriptor, 32).decode(errors="replace").strip()) from None
        time.sleep(0.05)

"""The folder that a service keeps everything in: its database, its key, and the lock that makes it one service's.

Who starts a service has the folder's lock for as long as it runs; the system takes it back when the process ends.
Backups and administration work beside it. What replaces the database must hold the lock.

A first start makes the database, and the key only when that is whole and on disk. So a key without a database is never
a start that was cut off: the database was lost, and nothing is begun anew in its place. Nor does a database with people
or tables get a new key.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import structlog

from torite.service import lockfile
from torite.service.bad_folder import BadFolder, check_plain, explained
from torite.service.integrity import CHECKED, check_database, holds_something, is_used
from torite.service.migrations import migrate
from torite.service.write_ahead_log import ReadableLog, cut, read_log

KEY_BYTES = 32
ROOM = 1 << 20  #: bytes that must fit on the disk for a service to start
READY = "restore"  #: the folder of a backup that counts already
UNREADY = "restore-unready-"  #: how folders begin of which nothing counts yet
BEFORE, BEFORE_CUT = ".before-restore", ".before-cut"
BESIDE = ("-wal", "-shm", "-journal", "")  #: endings of a database's files, itself last
OTHERS = 0o077  #: what others than the owner may do
log = structlog.get_logger()


class DataFolder:
    """A folder of data.

    Args:
        path: the folder; `make` makes it.

    Attributes:
        path: the folder.
        database: the file of its database; SQLite has others beside it (`-wal`, `-shm`, `-journal`).
        write_ahead_log: the file of what SQLite has not yet put into the database.
        key: the file of the key that makes invitations.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / "torite.db"
        self.write_ahead_log = path / "torite.db-wal"
        self.key = path / "key"
        self._lock = path / "lock"
        self._new_key = path / "key.new"

    def is_own(self, file: str) -> bool:
        """Tell whether a file is one that the service itself keeps here: nothing else is to be written into it."""
        where = Path(file).resolve()
        if not file or not self.path.is_dir():
            return False
        ours = [
            self.key,
            self._lock,
            self._new_key,
            self.path / "torite.toml",
            *self.path.glob(f"{self.database.name}*"),
        ]
        ours += [self.database, self.write_ahead_log, *self.path.glob(f"*{BEFORE}")]
        links = where.exists() and any(one.exists() and where.samefile(one) for one in ours)
        return links or where in [one.resolve() for one in ours]

    @contextlib.contextmanager
    def ready(self) -> Iterator[None]:
        """Make the folder fit for a service and keep it to this process: made, locked, checked, up to date.

        Raises:
            BadFolder: when that cannot be; nothing was changed then.
        """
        self.make()
        with self.lock():
            self.prepare()
            yield

    def make(self) -> None:
        """Make the folder, for nobody else to read, unless it is there.

        Raises:
            BadFolder: when it cannot be made.
        """
        with self._explained():
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Have the folder to oneself within, with what was being put here and counts already put here.

        Raises:
            BadFolder: when a service, or what replaces its database, has it.
        """
        with self._explained():
            try:
                descriptor = lockfile.take(self._lock)
            except lockfile.Held as other:
                raise BadFolder("in_use", folder=self.path, pid=other.pid or "?") from None
        try:
            with self._explained():
                self.finish_restore()
            yield
        finally:
            os.close(descriptor)

    @property
    def is_unfinished(self) -> bool:
        """Whether something that counts already was being put here and was cut off, or is being put here now."""
        with self._explained():
            return (self.path / READY).is_dir()

    def settle(self) -> None:
        """Finish what was being put here and was cut off, before anybody looks; a service that runs has done so.

        Raises:
            BadFolder: when it cannot be finished, or all that was to be here was cut off before it counted.
        """
        if self.is_unfinished:
            with self.lock():
                pass
        elif not self.is_locked():
            self._check_not_cut_off()

    def is_locked(self) -> bool:
        """Tell whether a service runs on the folder. It may start a moment later: what must be alone takes the lock.

        Raises:
            BadFolder: when that cannot be known.
        """
        with self._explained():
            return lockfile.held(self._lock)

    def check(self, seconds: float = CHECKED) -> None:
        """Check the key and the database as far as they are there, and change nothing; also beside a service.

        Args:
            seconds: how long looking for damage in the database may take.

        Raises:
            BadFolder: when something is wrong with them.
        """
        with self._explained():
            self._check_plain()
            if self.key.exists():
                self._read_key()
                if not holds_something(self.database):
                    raise BadFolder("lost", file=self.database, beside=self.key)
            check_database(self.database, seconds)
            self.check_has_key()

    def check_has_key(self) -> None:
        """Check that there is a key where there are people or tables; also beside a service.

        Raises:
            BadFolder: when there is none.
        """
        with self._explained():
            if not self.key.exists() and is_used(self.database):
                raise BadFolder("no_key", file=self.database, beside=self.key, bytes=KEY_BYTES)

    def check_log(self) -> None:
        """Check that all of the write-ahead log can be read, before it is; no service may run.

        Raises:
            BadFolder: when changes that were on the disk cannot be.
        """
        with self._explained():
            log = read_log(self.write_ahead_log)
        if log.is_damaged:
            raise BadFolder("log_damaged" if log.lost else "log_unread", file=self.write_ahead_log, lost=log.lost)

    def cut_log(self) -> ReadableLog:
        """Keep of a damaged write-ahead log what can be read, the whole of it beside; a whole one stays as it is.

        Raises:
            BadFolder: when a service runs, or it cannot be.
        """
        self.settle()
        with self.lock(), self._explained():
            log = read_log(self.write_ahead_log)
            if log.is_damaged:
                aside = self.write_ahead_log.with_name(f"{self.write_ahead_log.name}{BEFORE_CUT}")
                if aside.exists():
                    raise BadFolder("log_aside", file=aside)
                cut(self.write_ahead_log, log, aside)
                check_database(self.database)
        return log

    def prepare(self) -> None:
        """Check what is there, make what is missing, and bring the database up to date; whoever asks has the lock.

        Raises:
            BadFolder: when that cannot be; nothing that was there was changed then.
        """
        with self._explained():
            self._check_plain()
            self._keep_others_out()
            self._try_disk()
            self._check_not_cut_off()
            self._clear()
            self._new_key.unlink(missing_ok=True)  # of a start that was cut off
            self.check_log()
            self.check()
            migrate(self.database)
            self.secret()

    @contextlib.contextmanager
    def replacing(self) -> Iterator[Path]:
        """Replace database and key by what is put into a folder, all of it or nothing; whoever asks has the lock."""
        self._clear()
        place = Path(tempfile.mkdtemp(prefix=UNREADY, dir=self.path))
        try:
            yield place
            flush(place)
            place.rename(self.path / READY)  # from here on it counts
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            raise
        self.finish_restore()

    def _check_not_cut_off(self) -> None:
        """Check that there is more than what was to be put here and was cut off: else all would begin anew."""
        with self._explained():
            left = next(self.path.glob(f"{UNREADY}*"), None)
            begun = any(file.exists() for file in (self.key, self.database, self.path / READY))
        if left and not begun:
            raise BadFolder("cut_off", file=left, folder=self.path)

    def _clear(self) -> None:
        """Take away what was to replace database and key, and was cut off."""
        for stale in self.path.glob(f"{UNREADY}*"):
            shutil.rmtree(stale)

    def finish_restore(self) -> None:
        """Finish putting a backup back that counts already; whoever asks has the lock."""
        ready = self.path / READY
        if not ready.is_dir():
            return
        flush(self.path)
        if (ready / self.database.name).exists():
            for ending in BESIDE:
                _put_aside(self.database, ending)
            (ready / self.database.name).replace(self.database)
        if (ready / self.key.name).exists():
            _put_aside(self.key)
            (ready / self.key.name).replace(self.key)
        flush(self.path)
        shutil.rmtree(ready)

    def secret(self) -> bytes:
        """Return the key that makes invitations, made on first use and read by nobody else.

        Raises:
            BadFolder: when it is damaged.
            OSError: when it cannot be read or made.
        """
        if not self.key.exists():
            self._make_key()
        return self._read_key()

    def _read_key(self) -> bytes:
        key = self.key.read_bytes()
        if len(key) != KEY_BYTES:
            raise BadFolder("bad_key", file=self.key, bytes=len(key), right=KEY_BYTES)
        return key

    def _make_key(self) -> None:
        """Make the key in one go: it is there whole and on disk, or not at all."""
        descriptor = os.open(self._new_key, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            _name(self._new_key, self.key)
        self._new_key.unlink(missing_ok=True)
        flush(self.path)

    def _check_plain(self) -> None:
        for file in (self.key, *self._of_database()):
            check_plain(file)

    def _of_database(self) -> list[Path]:
        return [self.path / f"{self.database.name}{ending}" for ending in BESIDE]

    def _keep_others_out(self) -> None:
        """Take from others the right to read what older versions, or a copy, left open to them."""
        for file in (self.key, self._lock, *self._of_database()):
            if os.name == "posix" and file.exists() and file.stat().st_mode & OTHERS:
                try:
                    file.chmod(0o600)
                except PermissionError:  # it is somebody else's, or of a disk that knows no rights
                    log.warning("others may read what is kept", file=file.name)

    def _try_disk(self) -> None:
        """Write something: the system says better than the database what is wrong."""
        if self.database.exists() and not os.access(self.database, os.R_OK | os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self.database))
        with tempfile.TemporaryFile(dir=self.path) as file:
            file.write(bytes(ROOM))
            file.flush()
            os.fsync(file.fileno())

    def _explained(self) -> contextlib.AbstractContextManager[None]:
        return explained(self.path, self.database)


def _name(new: Path, name: Path) -> None:
    """Give a file its name unless something has it.

    Raises:
        FileExistsError: when something has it.
    """
    try:
        os.link(new, name)
    except FileExistsError:
        raise
    except (OSError, AttributeError):  # a disk without links; the folder's lock keeps others from making one meanwhile
        new.rename(name)


def _put_aside(file: Path, ending: str = "") -> None:
    old = file.with_name(f"{file.name}{ending}")
    if old.exists():
        old.replace(file.with_name(f"{file.name}{BEFORE}{ending}"))


def flush(folder: Path) -> None:
    """Have the names in a folder on disk, where a system lets one ask for it."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def only_ours(file: Path) -> Iterator[IO[bytes]]:
    """Make a file that nobody else may read."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(descriptor, "w+b") as out:
        yield out

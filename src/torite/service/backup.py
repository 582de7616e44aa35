"""A backup: the database as it is at a moment, and the key, in one file; and how such a file is put back.

It is a ZIP with a manifest, which names the version, the step of the database, and of each file its bytes and hash. It
is made beside a running service, and is there whole or not at all. What is put back is first unpacked, checked and
brought up to date in a folder of its own; when that folder gets its name, it counts. Whatever is cut off before leaves
the old, whatever is cut off after is finished by whoever looks next (`DataFolder.settle`), before anything else.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from torite import __version__
from torite.errors import ToriteError
from torite.service import lockfile
from torite.service.bad_folder import cause, explained
from torite.service.data_folder import BEFORE, BESIDE, KEY_BYTES, READY, DataFolder, flush, only_ours
from torite.service.migrations import PARTS, STEPS, Piece, made_by, migrate
from torite.service.page_messages import page_words

FORMAT = 1
MANIFEST, DATABASE, KEY = "manifest.json", "torite.db", "key"
MOST_MANIFEST = 65_536
LATEST = 32_503_680_000  #: when a backup may have been made: before the year 3000
CHUNK = 1 << 20
HALF_MADE, LOCK = ".torite-backup-", "lock"  #: how folders begin in which one is made; the file that tells by whom
SETTLED = 60.0  #: seconds after which such a folder has its lock


class BackupFile(Struct, forbid_unknown_fields=True):
    """A file of a backup."""

    bytes: int
    sha256: str


class Manifest(Struct):
    """What a backup holds.

    Attributes:
        format: of the backup.
        version: of Torite, which made it.
        schema: the step of the database.
        made_at: when, in seconds since 1970.
        files: by name.
    """

    format: int
    version: Annotated[str, Meta(pattern=r"^[\w.+!-]{1,60}\Z")]
    schema: str
    made_at: Annotated[float, Meta(ge=0, le=LATEST)]
    files: dict[str, BackupFile]


@dataclass(frozen=True)
class Restored:
    """What is put back.

    Attributes:
        manifest: of the backup.
        was_begun: whether it was being put back before, which was cut off, and has been finished now.
    """

    manifest: Manifest
    was_begun: bool


class BadBackup(ToriteError):
    """A backup that cannot be made, or not be put back."""

    code = "bad-input"

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(f"backup.{key}", page_words, **facts)


def back_up(folder: DataFolder, file: Path) -> Manifest:
    """Write a backup, also beside a running service; return its manifest.

    Raises:
        BadBackup, BadFolder: when it cannot be; there is no such file then.
    """
    if file.exists():
        raise BadBackup("exists", file=file)
    if not file.absolute().parent.is_dir():
        raise BadBackup("no_folder", folder=file.absolute().parent)
    folder.settle()
    with explained(folder.path, folder.database):
        there = folder.database.is_file()
    if not there:
        raise BadBackup("nothing", folder=folder.path)
    if not folder.is_locked():
        folder.check_log()
    folder.check_has_key()
    if not folder.key.exists():
        raise BadBackup("no_key_yet", folder=folder.path)
    with _explained(file, file.absolute().parent), _own_folder(file.absolute().parent) as place:
        database = Path(place) / DATABASE
        before = _identity(folder)
        schema = _copied(folder.database, database)
        parts = {DATABASE: database, KEY: folder.key}
        _check_key(folder.key)
        files = {name: _part(path) for name, path in parts.items()}
        manifest = Manifest(FORMAT, __version__, schema, time.time(), files)
        new = Path(place) / "backup"
        with only_ours(new) as out:
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as packed:
                about = zipfile.ZipInfo(MANIFEST)  # without a time: a clock may stand in 1970, and no ZIP has that
                packed.writestr(about, msgspec.json.format(msgspec.json.encode(manifest)), zipfile.ZIP_DEFLATED)
                for name, path in parts.items():
                    packed.write(path, name)
            out.flush()
            os.fsync(out.fileno())
        if folder.is_unfinished or _identity(folder) != before:
            raise BadBackup("replaced", folder=folder.path)
        _named(new, file)
    return manifest


def restore(folder: DataFolder, file: Path, force: bool = False) -> Restored:
    """Put a backup back; if that was begun before and cut off when it counted already, finish it.

    Args:
        folder: the folder of the data, which no service may use now.
        file: the backup.
        force: put what is there out of the way, under names that end in `.before-restore`.

    Raises:
        BadBackup, BadFolder: when it cannot be; nothing has changed then, unless something else that was cut off is
            finished now.
    """
    with _explained(file, folder.path):
        folder.make()
        if folder.is_unfinished:
            return Restored(_finished(folder, file), True)
        with folder.lock():
            _check_room(folder, force)
            with folder.replacing() as place:
                manifest = _unpacked(file, place)
                _check_database(place / DATABASE, manifest, file)
    return Restored(manifest, False)


def _finished(folder: DataFolder, file: Path) -> Manifest:
    """Finish what was being put into a folder; return the backup's manifest.

    Raises:
        BadBackup: when that was something else.
    """
    about = folder.path / READY / MANIFEST
    begun = about.read_bytes() if about.is_file() else b""
    with folder.lock(), contextlib.suppress(BadBackup, OSError), _opened(file) as packed:
        manifest = _manifest(packed)
        if msgspec.json.encode(manifest) == begun:
            return manifest
    raise BadBackup("finished", folder=folder.path, file=file)


def is_backup(file: Path) -> bool:
    """Tell whether a file looks like a backup of a folder."""
    return file.is_file() and zipfile.is_zipfile(file)


def _check_room(folder: DataFolder, force: bool) -> None:
    there = [file for file in (folder.database, folder.key) if file.exists()]
    if there and not force:
        raise BadBackup("in_the_way", folder=folder.path)
    kept = [file.with_name(f"{file.name}{BEFORE}") for file in (folder.database, folder.key)]
    for old in kept:
        if there and old.exists():
            raise BadBackup("kept_already", file=old)


# making it


@contextlib.contextmanager
def _own_folder(beside: Path) -> Iterator[Path]:
    """Make a folder that nobody else may read, gone afterwards; one that a kill has left holds a key, and goes now."""
    for stale in beside.glob(f"{HALF_MADE}*"):
        with contextlib.suppress(OSError):  # somebody else's, or gone meanwhile
            if time.time() - stale.stat().st_mtime > SETTLED and not lockfile.held(stale / LOCK):
                shutil.rmtree(stale)
    with tempfile.TemporaryDirectory(prefix=HALF_MADE, dir=beside) as place:
        descriptor = lockfile.take(Path(place) / LOCK)
        try:
            yield Path(place)
        finally:
            os.close(descriptor)


def _identity(folder: DataFolder) -> list[tuple[int, int]]:
    """Return what tells a database and its key from others of their names."""
    found = [file.stat() for file in (folder.database, folder.key)]
    return [(file.st_dev, file.st_ino) for file in found]


def _copied(source: Path, to: Path) -> str:
    """Copy a database as it is at a moment, whoever writes into it meanwhile; check the copy and return its step."""
    with only_ours(to):
        pass
    with _explained(source, source.parent):
        from_there = sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=30)
    with closing(from_there) as database, closing(sqlite3.connect(to)) as copy:
        # as where the disk is read-only and a log is left that SQLite must put in first
        with _explained(source, source.parent):
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        database.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    return _check(to, source)


def _check(database: Path, source: Path) -> str:
    """Check a database from end to end; return the step that it is at.

    Args:
        database: its file.
        source: what it was taken from, to be named where it is damaged.

    Raises:
        BadBackup: when it is damaged or none of ours.
    """
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)) as opened:
            if opened.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
                raise BadBackup("damaged", file=source)
            step = str(opened.execute("SELECT version_num FROM alembic_version").fetchone()[0])
            parts = set(opened.execute(PARTS).fetchall())
    except (sqlite3.Error, TypeError, ValueError):  # a name of its own that is no text is no error of SQLite's
        raise BadBackup("damaged", file=source) from None
    if step in STEPS:
        _check_made(parts, step, source)
    return step


def _check_made(parts: set[Piece], step: str, source: Path) -> None:
    """Check that a database holds what the steps up to its own made, and nothing that none of them makes.

    Earlier versions did not write a step as a whole, so that some of the next one may be there.

    Raises:
        BadBackup: when it does not.
    """
    foreign = parts - made_by(step) - made_by(STEPS[-1])
    if foreign:
        kind, name, table = min(foreign, key=lambda piece: (piece[0] == "column", piece))
        what = f"{table}.{name}" if kind == "column" else name
        raise BadBackup("foreign", what=f"{kind} {ascii(what)[1:-1][:60]}")
    if made_by(step) - parts:
        raise BadBackup("damaged", file=source)


def _check_key(file: Path) -> None:
    if file.stat().st_size != KEY_BYTES:
        raise BadBackup("bad_key", bytes=file.stat().st_size, right=KEY_BYTES)


def _part(file: Path) -> BackupFile:
    with file.open("rb") as data:
        return BackupFile(file.stat().st_size, hashlib.file_digest(data, "sha256").hexdigest())


def _named(new: Path, file: Path) -> None:
    """Give a file its name, unless something has got it meanwhile."""
    try:
        os.link(new, file)
    except FileExistsError:
        raise BadBackup("exists", file=file) from None
    except (OSError, AttributeError):  # a disk without links
        new.rename(file)
    flush(file.absolute().parent)


# putting it back


def _unpacked(file: Path, place: Path) -> Manifest:
    """Unpack a backup, and check it against its manifest.

    Raises:
        BadBackup: when it does not fit.
    """
    with _opened(file) as packed:
        manifest = _manifest(packed)
        if KEY not in manifest.files:
            raise BadBackup("no_key", file=file)
        for name, part in manifest.files.items():
            with packed.open(name) as source, only_ours(place / name) as out:
                _take(source, out, part)
    with only_ours(place / MANIFEST) as about:
        about.write(msgspec.json.encode(manifest))
        about.flush()
        os.fsync(about.fileno())
    _check_key(place / KEY)
    return manifest


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    """Open a backup.

    Raises:
        BadBackup: when it, or what is read of it within, is none.
    """
    if file.exists() and not file.is_file():  # to read a pipe may never end
        raise BadBackup("none", file=file)
    try:
        with zipfile.ZipFile(file) as packed:
            yield packed
    except (zipfile.BadZipFile, KeyError, EOFError, NotImplementedError, RuntimeError, ValueError) as fault:
        if isinstance(fault, BadBackup):
            raise
        raise BadBackup("none", file=file) from None


def _manifest(packed: zipfile.ZipFile) -> Manifest:
    about = packed.getinfo(MANIFEST)
    if about.file_size > MOST_MANIFEST:
        raise ValueError("too long")
    manifest = msgspec.json.decode(packed.read(about), type=Manifest)
    if manifest.format > FORMAT:
        raise BadBackup("newer", version=manifest.version)
    names = set(manifest.files)
    if DATABASE not in names or names - {DATABASE, KEY} or sorted(packed.namelist()) != sorted([MANIFEST, *names]):
        raise ValueError("other files")
    return manifest


def _take(source: IO[bytes], out: IO[bytes], part: BackupFile) -> None:
    """Copy so many bytes, and check their hash."""
    seal, left = hashlib.sha256(), part.bytes
    while chunk := source.read(min(CHUNK, left + 1)):
        left -= len(chunk)
        if left < 0:
            raise BadBackup("altered")
        seal.update(chunk)
        out.write(chunk)
    if left or seal.hexdigest() != part.sha256:
        raise BadBackup("altered")
    out.flush()
    os.fsync(out.fileno())


def _check_database(database: Path, manifest: Manifest, source: Path) -> None:
    """Check a database unpacked of a backup, and bring it up to date: what cannot be is not put back."""
    step = _check(database, source)
    if step != manifest.schema:
        raise BadBackup("altered")
    if step not in STEPS:
        raise BadBackup("newer_database", step=ascii(step)[1:-1][:20])
    try:
        migrate(database)
    except Exception as fault:
        if cause(fault) == "full":
            raise BadBackup("full", folder=database.parents[1]) from None
        raise BadBackup("damaged", file=source) from None
    _check(database, source)
    for ending in BESIDE[:-1]:
        database.with_name(f"{database.name}{ending}").unlink(missing_ok=True)
    with database.open("rb") as kept:
        os.fsync(kept.fileno())


@contextlib.contextmanager
def _explained(file: Path, folder: Path) -> Iterator[None]:
    """Make a sentence of what a disk or a system refuses; a full one is that of the folder."""
    try:
        yield
    except UnicodeDecodeError:  # what SQLite says of a damaged name
        raise BadBackup("damaged", file=file) from None
    except (sqlite3.Error, OSError) as fault:
        if cause(fault) == "full":
            raise BadBackup("full", folder=folder) from None
        if isinstance(fault, OSError):
            raise BadBackup("failed", file=fault.filename or file, why=fault.strerror or fault) from None
        raise BadBackup("failed", file=file, why=fault) from None

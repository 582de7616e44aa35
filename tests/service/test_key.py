"""The key is whole or not there, and what is kept is for nobody else to read."""

from __future__ import annotations

import asyncio
import errno
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from torite.service import data_folder as folders
from torite.service.data_folder import DataFolder
from torite.service.migrations import migrate
from torite.service.storage import Storage

needs_posix = pytest.mark.skipif(os.name != "posix", reason="rights are of POSIX")


def die(*_: Any, **__: Any) -> None:
    raise KeyboardInterrupt


def twice_named(new: Path, name: Path) -> None:
    os.link(new, name)
    die()


#: Where the making of a key may be cut off: what does not come back then, or does something else.
CUTS: dict[str, dict[str, Any]] = {
    "before it is drawn": {"secrets.token_bytes": die},
    "half written": {"secrets.token_bytes": lambda _: b"half", "os.fsync": die},
    "before it is on disk": {"os.fsync": die},
    "before it has its name": {"torite.service.data_folder._name": die},
    "when it has two names": {"torite.service.data_folder._name": twice_named},
    "before its name is on disk": {"torite.service.data_folder.flush": die},
}


@pytest.mark.parametrize("cut", CUTS)
def test_the_key_is_written_whole_or_not_at_all(tmp_path: Path, cut: str) -> None:
    """Wherever its making is cut off: what is there then is a key, or nothing."""
    folder = DataFolder(tmp_path)
    migrate(folder.database)
    with pytest.MonkeyPatch.context() as patch:
        for name, instead in CUTS[cut].items():
            patch.setattr(name, instead)
        with pytest.raises(KeyboardInterrupt):
            folder.secret()
    made = folder.key.read_bytes() if folder.key.exists() else None
    assert made is None or 32 == len(made)
    with folder.ready():
        key = folder.secret()
    assert made in (None, key)
    assert 32 == len(key)
    assert key == folder.secret()
    assert [folder.key] == list(tmp_path.glob("key*"))


@pytest.mark.parametrize("cut", [*CUTS, "before the database is made", "before the key is made"])
def test_a_first_start_that_is_cut_off_anywhere_is_gone_on_with(tmp_path: Path, cut: str) -> None:
    folder = DataFolder(tmp_path / "data")
    cuts = CUTS | {
        "before the database is made": {"torite.service.data_folder.migrate": die},
        "before the key is made": {"torite.service.data_folder.DataFolder.secret": die},
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, instead in cuts[cut].items():
            patch.setattr(name, instead)
        with pytest.raises(KeyboardInterrupt), folder.ready():
            pass
    with folder.ready():
        assert 32 == len(folder.secret())


def test_the_key_is_never_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = bytes(range(32))
    real = folders._name

    def somebody_else_first(new: Path, name: Path) -> None:
        name.write_bytes(key)
        real(new, name)

    monkeypatch.setattr(folders, "_name", somebody_else_first)
    assert key == DataFolder(tmp_path).secret()
    assert ["key"] == [file.name for file in tmp_path.iterdir()]


def test_the_key_is_made_on_a_disk_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*_: Any) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", link)
    assert DataFolder(tmp_path).secret() == (tmp_path / "key").read_bytes()
    assert ["key"] == [file.name for file in tmp_path.iterdir()]


# for nobody else to read


@pytest.fixture
def no_mask() -> Iterator[None]:
    """Let whatever is made be for everybody, unless it says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


@needs_posix
@pytest.mark.usefixtures("no_mask")
@pytest.mark.parametrize("opened", [False, True])
def test_what_is_kept_is_for_nobody_else_to_read(tmp_path: Path, opened: bool) -> None:
    """Also what an older version, or a copy, left open to others."""
    folder = DataFolder(tmp_path / "new" / "data")

    async def start() -> None:
        with folder.ready():
            storage = await Storage.open(folder.database)
            await storage.write((sql.text("INSERT INTO person (id, seen_at) VALUES (1, 0)"), []))
            for file in folder.path.iterdir():
                rights[file.name] = stat.S_IMODE(file.stat().st_mode)
            await storage.close()

    rights: dict[str, int] = {}
    if opened:
        left_open(folder)
    asyncio.run(start())
    assert {"torite.db", "torite.db-wal", "torite.db-shm", "key", "lock"} == set(rights)
    assert {0o600} == set(rights.values()), rights
    assert (0o777 if opened else 0o700) == stat.S_IMODE(folder.path.stat().st_mode)


def left_open(folder: DataFolder) -> None:
    """Make a folder of data as a killed service of an older version left it, for everybody."""
    folder.path.mkdir(parents=True)
    migrate(folder.database)
    killed = f"""
import os, signal, sqlite3
database = sqlite3.connect({str(folder.database)!r})
database.execute("PRAGMA journal_mode = WAL")
database.execute("INSERT INTO person (id, seen_at) VALUES (2, 0)")
database.commit()
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", killed], check=False)
    folder.key.write_bytes(os.urandom(32))
    names = {file.name for file in folder.path.iterdir()}
    assert {"torite.db", "torite.db-wal", "torite.db-shm", "key"} == names
    for name in names:
        (folder.path / name).chmod(0o666)

"""Backups under play, and putting them back: all of it or nothing, whatever is altered, in the way, or killed."""

from __future__ import annotations

import errno
import functools
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.service.client import BOTS, Company, run
from tests.service.conftest import ROOT, Running
from tests.service.filled import notes, person, replay, table, with_storage
from tests.service.players import Player, check_log, read
from torite import __version__
from torite.errors import ToriteError
from torite.service import backup, lockfile
from torite.service.admin import Admin
from torite.service.backup import BadBackup, back_up, restore
from torite.service.bad_folder import BadFolder, explained
from torite.service.data_folder import READY, UNREADY, DataFolder
from torite.service.migrations import STEPS, migrate
from torite.terminal.main import run as torite


def made(path: Path, name: str, key: bytes = b"k" * 32) -> DataFolder:
    """Make a folder of data in which one person has a table of this name."""
    path.mkdir(parents=True)

    async def fill(kept: Any) -> None:
        await person(kept, 1)
        await table(kept, name, 1, "playing", 0, entries=50)
        await replay(kept, "replay", 0, by=1)
        await notes(kept, "replay", 1, 3)

    with_storage(path, fill)
    (path / "key").write_bytes(key)
    return DataFolder(path)


def held(folder: Path) -> tuple[set[str], bytes]:
    """Return the tables and the key of a folder."""
    return {row["id"] for row in read(folder, "SELECT id FROM sitting")}, (folder / "key").read_bytes()


def test_what_a_killed_backup_left_goes_with_the_next_but_no_other_at_work(tmp_path: Path) -> None:
    """It holds the key. One that is being made has its lock, or is too young to have it."""
    source = made(tmp_path / "data", "mine")
    old = time.time() - 2 * backup.SETTLED
    for name in ("killed", "at-work", "young"):
        folder = tmp_path / f"{backup.HALF_MADE}{name}"
        folder.mkdir(mode=0o700)
        (folder / "key").write_bytes(b"k" * 32)
    descriptor = lockfile.take(tmp_path / f"{backup.HALF_MADE}at-work" / backup.LOCK)
    for name in ("killed", "at-work"):
        os.utime(tmp_path / f"{backup.HALF_MADE}{name}", (old, old))
    back_up(source, tmp_path / "backup.zip")
    left = {f"{backup.HALF_MADE}{name}" for name in ("at-work", "young")}
    assert {"backup.zip", "data", *left} == set(os.listdir(tmp_path))
    os.close(descriptor)


def test_a_backup_is_put_back_whole(tmp_path: Path) -> None:
    source = made(tmp_path / "data", "mine", b"s" * 32)
    manifest = back_up(source, tmp_path / "backup.zip")
    assert (__version__, STEPS[-1]) == (manifest.version, manifest.schema)
    assert 0o600 == stat.S_IMODE((tmp_path / "backup.zip").stat().st_mode)
    assert ["backup.zip", "data"] == sorted(os.listdir(tmp_path))
    restore(DataFolder(tmp_path / "new"), tmp_path / "backup.zip")
    assert ({"mine"}, b"s" * 32) == held(tmp_path / "new")
    assert ["key", "lock", "torite.db"] == sorted(os.listdir(tmp_path / "new"))
    for name in ("key", "torite.db"):
        assert 0o600 == stat.S_IMODE((tmp_path / "new" / name).stat().st_mode)
    with closing(sqlite3.connect(tmp_path / "new/torite.db")) as database:
        assert [("ok",)] == database.execute("PRAGMA integrity_check").fetchall()
    assert 50 == len(read(tmp_path / "new", "SELECT * FROM entry"))
    for kind in ("note", "shared_notes"):
        assert read(source.path, f"SELECT * FROM {kind}") == read(tmp_path / "new", f"SELECT * FROM {kind}") != []


@pytest.mark.long
def test_backups_under_play_hold_all_that_was_acknowledged_before(fresh: Running, tmp_path: Path) -> None:
    """They are beginnings of the match, and play on; a link given out before still leads to its table."""

    async def play(company: Company) -> tuple[Player, dict[str, str], list[tuple[Path, int]]]:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", {"kind": "open"}, BOTS, options={"out_at": "99"}, start=False)
        place = await ada.sit(made["id"])
        await place.ask("start")
        player = Player(ada, made["id"])
        files = []
        for n in range(4):
            enough = len(player.acknowledged) + 5
            await player.play(lambda p, enough=enough: len(p.acknowledged) >= enough)  # type: ignore[misc]
            files.append((tmp_path / f"{n}.zip", len(player.acknowledged)))
            back_up(DataFolder(fresh.data), files[-1][0])
        return player, made, files

    player, made, files = run(fresh, play)
    lines = [row["line"] for row in read(fresh.data, "SELECT line FROM entry ORDER BY number")]
    for file, acknowledged in files:
        restore(DataFolder(tmp_path / file.stem), file)
        copied = [row["line"] for row in read(tmp_path / file.stem, "SELECT line FROM entry ORDER BY number")]
        assert lines[: len(copied)] == copied
        assert acknowledged <= sum(line.startswith("0: ") for line in copied)
    check_log(fresh.data, player, 0)
    again = Running(tmp_path / files[-1][0].stem)
    try:

        async def come_back(company: Company) -> None:
            ada, bo = company.person(), company.person("Bo")
            for name, value in player.person.http.cookies.items():
                ada.http.cookies.set(name, value)
            assert -1 == await bo.join(made)
            place = await ada.sit(made["id"])
            await place.play_on(lambda p: p.scene.get("number", 0) > len(lines))

        run(again, come_back)
    finally:
        again.stop()


def altered(file: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    with zipfile.ZipFile(file) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    change(parts)
    with zipfile.ZipFile(file, "w") as packed:
        for name, data in parts.items():
            packed.writestr(name, data)


def told_otherwise(parts: dict[str, bytes], **changed: Any) -> None:
    parts["manifest.json"] = json.dumps({**json.loads(parts["manifest.json"]), **changed}).encode()


def sealed_anew(parts: dict[str, bytes], name: str, data: bytes) -> None:
    """Change a file and its hash with it."""
    import hashlib

    files = json.loads(parts["manifest.json"])["files"]
    files[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    parts[name] = data
    told_otherwise(parts, files=files)


def at_step(parts: dict[str, bytes], step: str, place: Path) -> None:
    (place / "x.db").write_bytes(parts["torite.db"])
    with closing(sqlite3.connect(place / "x.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = ?", (step,))
        database.commit()
    sealed_anew(parts, "torite.db", (place / "x.db").read_bytes())
    told_otherwise(parts, schema=step)


def with_more(statement: str, parts: dict[str, bytes], place: Path) -> None:
    """Change the database by a statement, and its hash with it."""
    (place / "x.db").write_bytes(parts["torite.db"])
    with closing(sqlite3.connect(place / "x.db")) as database:
        database.execute(statement)
        database.commit()
    sealed_anew(parts, "torite.db", (place / "x.db").read_bytes())


def named_by_no_text(parts: dict[str, bytes]) -> None:
    """Damage the name of a table, so that what SQLite says of it is no text."""
    data = parts["torite.db"]
    at = data.index(NAMED) + 5
    sealed_anew(parts, "torite.db", data[:at] + b"\xff" * 9 + data[at + 9 :])


NAMED = b"tableheartbeat"  # in the schema


WRONG: dict[str, Callable[[dict[str, bytes], Path], Any]] = {
    "a byte of the database": lambda parts, _: parts.update({"torite.db": parts["torite.db"][:-1] + b"\1"}),
    "a shorter database": lambda parts, _: parts.update({"torite.db": parts["torite.db"][:-1]}),
    "a longer database": lambda parts, _: parts.update({"torite.db": parts["torite.db"] + b"\0"}),
    "another key": lambda parts, _: parts.update(key=b"j" * 32),
    "an empty key": lambda parts, _: sealed_anew(parts, "key", b""),
    "no database at all": lambda parts, _: sealed_anew(parts, "torite.db", b"x" * 5000),
    "a damaged database": lambda parts, _: sealed_anew(
        parts, "torite.db", parts["torite.db"][:8192] + b"\xff" * 4096 + parts["torite.db"][12288:]
    ),
    "a database whose schema is damaged": lambda parts, _: named_by_no_text(parts),
    "a database that is at another step than the manifest says": lambda parts, _: told_otherwise(parts, schema="0004"),
    "a newer database": lambda parts, place: at_step(parts, "9999", place),
    "a newer backup": lambda parts, _: told_otherwise(parts, format=2),
    "a backup of no year": lambda parts, _: told_otherwise(parts, made_at=1e300),
    "a version that is none": lambda parts, _: told_otherwise(parts, version="1.0\x1b[2J"),
    "no manifest": lambda parts, _: parts.pop("manifest.json"),
    "a manifest of something else": lambda parts, _: parts.update({"manifest.json": b"[]"}),
    "a missing file": lambda parts, _: parts.pop("key"),
    "another file": lambda parts, _: parts.update({"more": b"x"}),
    "a file elsewhere": lambda parts, _: sealed_anew(parts, "../escaped", b"x"),
}


for statement in (
    "CREATE TRIGGER spy AFTER INSERT ON said BEGIN UPDATE person SET name = 'x'; END",
    "CREATE VIEW spy AS SELECT * FROM token",
    "CREATE TABLE spy (id)",
    "CREATE UNIQUE INDEX spy ON said (seat)",
    "ALTER TABLE said ADD COLUMN spy TEXT",
    "DROP INDEX ix_sitting_daily",
    "DROP TABLE device_code",
):
    WRONG[f"after {statement[:30]}"] = functools.partial(with_more, statement)


@pytest.mark.long
@pytest.mark.parametrize("what", WRONG)
def test_what_is_altered_is_not_put_back(tmp_path: Path, what: str) -> None:
    back_up(made(tmp_path / "source", "mine"), tmp_path / "backup.zip")
    altered(tmp_path / "backup.zip", lambda parts: WRONG[what](parts, tmp_path))
    old = made(tmp_path / "data", "old", b"o" * 32)
    before = sorted(os.listdir(old.path))
    with pytest.raises(BadBackup) as fault:
        restore(old, tmp_path / "backup.zip", force=True)
    assert "\n" not in str(fault.value)
    assert "Nothing was changed" in str(fault.value) or "Take it out" in str(fault.value)
    assert sorted({*before, "lock"}) == sorted(os.listdir(old.path))
    assert ({"old"}, b"o" * 32) == held(old.path)
    assert not (tmp_path / "escaped").exists()


def test_what_is_damaged_in_a_backup_is_told_of_the_backup(tmp_path: Path) -> None:
    back_up(made(tmp_path / "source", "mine"), tmp_path / "backup.zip")
    altered(tmp_path / "backup.zip", lambda parts: WRONG["no database at all"](parts, tmp_path))
    with pytest.raises(BadBackup, match=f"damaged in {re.escape(str(tmp_path))}/backup.zip"):
        restore(DataFolder(tmp_path / "data"), tmp_path / "backup.zip")


@pytest.mark.parametrize("do", [back_up, restore, lambda folder, _: folder.make()])
def test_data_that_are_no_folder_are_told(tmp_path: Path, do: Callable[[DataFolder, Path], Any]) -> None:
    (tmp_path / "file").write_text("precious")
    with pytest.raises(BadFolder, match="is a file and should be a folder"):
        do(DataFolder(tmp_path / "file"), tmp_path / "backup.zip")
    assert ["file"] == os.listdir(tmp_path)


def test_a_disk_that_can_only_be_read_is_told_with_the_way_to_save_what_is_there(tmp_path: Path) -> None:
    folder = made(tmp_path / "data", "mine")
    with (
        pytest.raises(BadFolder, match="copy the whole folder to another disk"),
        explained(folder.path, folder.database),
    ):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(folder.path / "lock"))


def test_what_is_put_back_during_a_backup_is_not_mixed_with_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else there would be a database of one and a key of the other."""
    back_up(made(tmp_path / "source", "mine", b"m" * 32), tmp_path / "other.zip")
    folder = made(tmp_path / "data", "old", b"o" * 32)
    check = backup._check_key

    def slowly(key: Path) -> None:
        monkeypatch.setattr(backup, "_check_key", check)
        restore(DataFolder(folder.path), tmp_path / "other.zip", force=True)
        check(key)

    monkeypatch.setattr(backup, "_check_key", slowly)
    with pytest.raises(BadBackup, match="make it again"):
        back_up(folder, tmp_path / "backup.zip")
    assert ["data", "other.zip", "source"] == sorted(os.listdir(tmp_path))
    back_up(folder, tmp_path / "backup.zip")


def test_what_is_no_file_is_not_put_back(tmp_path: Path) -> None:
    """Nobody writes into the pipe, and nothing ever ends there."""
    os.mkfifo(tmp_path / "pipe")
    for file in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(BadBackup):
            restore(DataFolder(tmp_path / "data"), file)


def test_where_there_is_no_folder_for_it_that_is_said(tmp_path: Path) -> None:
    folder = made(tmp_path / "data", "mine")
    with pytest.raises(BadBackup) as fault:
        back_up(folder, tmp_path / "none" / "backup.zip")
    assert f"no folder {tmp_path / 'none'};" in fault.value.say("en")
    assert str(tmp_path / "none") in fault.value.say("ja")
    assert not (tmp_path / "none").exists()


def test_what_torite_did_not_make_is_named_also_when_the_backup_is_made(tmp_path: Path) -> None:
    folder = made(tmp_path / "data", "mine")
    with closing(sqlite3.connect(folder.database)) as database:
        database.execute("CREATE TABLE [\x1b[2J spy] (id)")
        database.commit()
    with pytest.raises(BadBackup, match=r"table \\x1b\[2J spy\. ") as fault:
        back_up(folder, tmp_path / "backup.zip")
    assert "（table " in fault.value.say("ja")
    assert not (tmp_path / "backup.zip").exists()


@pytest.mark.long
@pytest.mark.parametrize("step", STEPS)
def test_a_database_of_any_step_is_put_back(tmp_path: Path, step: str) -> None:
    source = tmp_path / "source"
    source.mkdir()
    migrate(source / "torite.db", step)
    (source / "key").write_bytes(b"k" * 32)
    assert step == back_up(DataFolder(source), tmp_path / "backup.zip").schema
    restore(DataFolder(tmp_path / "new"), tmp_path / "backup.zip")
    assert [{"version_num": STEPS[-1]}] == read(tmp_path / "new", "SELECT version_num FROM alembic_version")


def test_a_damaged_database_is_always_told_in_a_sentence(tmp_path: Path) -> None:
    """Wherever the damage is: what is not found to be damaged can be read."""
    data = bytearray(made(tmp_path / "data", "mine").database.read_bytes())
    schema = [found.start() for found in re.finditer(b"table[a-z]", data)]
    chance, refused = random.Random(1), 0
    for _ in range(100):
        damaged = data.copy()
        near, width = (chance.choice(schema) + 5, 25) if chance.random() < 0.5 else (100, 16_384)
        for _ in range(chance.choice((1, 3, 30))):
            damaged[near + chance.randrange(width)] = chance.randrange(256)
        (tmp_path / "x.db").write_bytes(damaged)
        try:
            backup._check(tmp_path / "x.db", tmp_path / "x.db")
        except BadBackup:
            refused += 1
    assert refused > 30


def test_no_backup_is_made_of_a_database_whose_names_are_no_text(tmp_path: Path) -> None:
    folder = made(tmp_path / "data", "mine")
    data = folder.database.read_bytes()
    folder.database.write_bytes(data.replace(NAMED, b"table" + b"\xff" * 9, 1))
    with pytest.raises(BadBackup, match="is damaged"):
        back_up(folder, tmp_path / "backup.zip")
    assert ["data"] == os.listdir(tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("cut", [0, 1, 100, -500, -30, -1])
def test_a_backup_that_was_cut_off_is_none(tmp_path: Path, cut: int) -> None:
    back_up(made(tmp_path / "source", "mine"), tmp_path / "backup.zip")
    data = (tmp_path / "backup.zip").read_bytes()
    (tmp_path / "backup.zip").write_bytes(data[:cut])
    with pytest.raises(BadBackup):
        restore(DataFolder(tmp_path / "data"), tmp_path / "backup.zip")
    assert not (tmp_path / "data/torite.db").exists()


def test_what_is_in_the_way_is_kept(tmp_path: Path) -> None:
    back_up(made(tmp_path / "source", "mine", b"m" * 32), tmp_path / "backup.zip")
    old = made(tmp_path / "data", "old", b"o" * 32)
    with pytest.raises(BadBackup, match="--force"):
        restore(old, tmp_path / "backup.zip")
    restore(old, tmp_path / "backup.zip", force=True)
    assert ({"mine"}, b"m" * 32) == held(old.path)
    shutil.copy(old.path / "torite.db.before-restore", tmp_path / "torite.db")
    assert [{"id": "old"}] == read(tmp_path, "SELECT id FROM sitting")
    assert b"o" * 32 == (old.path / "key.before-restore").read_bytes()
    with pytest.raises(BadBackup, match="earlier restore"):
        restore(old, tmp_path / "backup.zip", force=True)


def test_what_was_written_last_goes_out_of_the_way_with_the_rest(tmp_path: Path) -> None:
    """The write-ahead log of what was there is not applied to what is put back, and is kept."""
    back_up(made(tmp_path / "source", "mine"), tmp_path / "backup.zip")
    old = made(tmp_path / "data", "old")
    with closing(sqlite3.connect(old.database)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("UPDATE sitting SET id = 'last' WHERE 0")
        database.execute("UPDATE person SET name = 'written last'")
        database.commit()
        for name in ("torite.db", "torite.db-wal"):
            shutil.copy(old.path / name, tmp_path / name)
    for name in ("torite.db", "torite.db-wal"):
        shutil.copy(tmp_path / name, old.path / name)  # as a kill leaves it
    restore(old, tmp_path / "backup.zip", force=True)
    assert {"mine"} == held(old.path)[0]
    with closing(sqlite3.connect(old.path / "torite.db.before-restore")) as database:
        assert [("written last",)] == database.execute("SELECT name FROM person").fetchall()


def test_an_older_database_is_brought_up_to_date(tmp_path: Path) -> None:
    released = Path(__file__).parent / "released/0.1.0.sql"
    source = tmp_path / "source"
    source.mkdir()
    with closing(sqlite3.connect(source / "torite.db")) as database:
        database.executescript(released.read_text())
    (source / "key").write_bytes(b"k" * 32)
    assert "0004" == back_up(DataFolder(source), tmp_path / "backup.zip").schema
    restore(DataFolder(tmp_path / "new"), tmp_path / "backup.zip")
    assert [{"version_num": STEPS[-1]}] == read(tmp_path / "new", "SELECT version_num FROM alembic_version")


def test_nothing_is_put_back_under_a_running_service(tmp_path: Path) -> None:
    folder = made(tmp_path / "data", "mine")
    back_up(folder, tmp_path / "backup.zip")
    with folder.lock(), pytest.raises(BadFolder, match=r"Another Torite .* wait until it is done"):
        restore(DataFolder(folder.path), tmp_path / "backup.zip", force=True)
    restore(folder, tmp_path / "backup.zip", force=True)


def test_no_backup_is_made_without_the_key_nor_put_back_without_one(tmp_path: Path) -> None:
    """Links would be dead, and nobody told: the sentence is that of a start on such a folder."""
    folder = made(tmp_path / "data", "mine")
    back_up(folder, tmp_path / "whole.zip")
    folder.key.unlink()
    with pytest.raises(BadFolder) as start, folder.ready():
        pass
    with pytest.raises(BadFolder) as fault:
        back_up(folder, tmp_path / "backup.zip")
    assert start.value.say("en") == fault.value.say("en")
    assert start.value.say("ja") == fault.value.say("ja")
    unbegun = DataFolder(tmp_path / "unbegun")  # a first start that was cut off
    unbegun.path.mkdir()
    migrate(unbegun.database)
    with pytest.raises(BadBackup, match="no key in"):
        back_up(unbegun, tmp_path / "backup.zip")
    assert ["data", "unbegun", "whole.zip"] == sorted(os.listdir(tmp_path))
    altered(tmp_path / "whole.zip", keyless)
    old = made(tmp_path / "old", "old", b"o" * 32)
    with pytest.raises(BadBackup, match="has no key") as refused:
        restore(old, tmp_path / "whole.zip", force=True)
    assert str(tmp_path / "whole.zip") in refused.value.say("ja")
    assert ({"old"}, b"o" * 32) == held(old.path)


def keyless(parts: dict[str, bytes]) -> None:
    """Take the key out of a backup, and out of its manifest."""
    files = json.loads(parts["manifest.json"])["files"]
    told_otherwise(parts, files={name: part for name, part in files.items() if name != "key"})
    del parts["key"]


def test_a_backup_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    folder = made(tmp_path / "data", "mine")
    (tmp_path / "there").write_text("precious")
    for file, target in ((tmp_path / "there", folder), (tmp_path / "no/folder.zip", folder)):
        with pytest.raises(BadBackup):
            back_up(target, file)
    assert "precious" == (tmp_path / "there").read_text()
    with pytest.raises(BadBackup, match="no database"):
        back_up(DataFolder(tmp_path / "nowhere"), tmp_path / "b.zip")
    folder.key.write_bytes(b"")
    with pytest.raises(BadBackup, match="key has 0 bytes"):
        back_up(folder, tmp_path / "b.zip")
    folder.key.write_bytes(b"k" * 32)
    with folder.database.open("r+b") as database:
        database.seek(8192)
        database.write(b"\xff" * 4096)
    with pytest.raises(BadBackup):
        back_up(folder, tmp_path / "b.zip")
    assert ["data", "there"] == sorted(os.listdir(tmp_path))


#: Runs something in forks that are killed before one call to the system after another.
KILLED = """
import os, pathlib, shutil, signal, sys
from torite.service import backup
from torite.service.data_folder import READY, DataFolder
from torite.service.migrations import migrate
work, data, file, template = sys.argv[1], *map(pathlib.Path, sys.argv[2:5])
steps = 0
def counted(module, name):
    real = getattr(module, name)
    def call(*arguments, **more):
        global steps
        if steps == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        steps -= 1
        return real(*arguments, **more)
    setattr(module, name, call)
for at in range(200):
    place = data.with_name(f"{data.name}-{at}")
    shutil.copytree(template, place)
    child = os.fork()
    if not child:
        steps = at
        for name in ("open", "link", "rename", "replace", "unlink", "fsync", "mkdir", "rmdir"):
            counted(os, name)
        if work == "restore":
            backup.restore(DataFolder(place), file, force=True)
        else:
            backup.back_up(DataFolder(place), place / "backup.zip")
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        print(at)
        break
"""


def killed(work: str, tmp_path: Path, template: Path) -> list[Path]:
    """Do something again and again, killed one step later each time; return the folders that were left behind."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, work, tmp_path / "killed", tmp_path / "backup.zip", template],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.stdout.strip(), done.stderr
    assert int(done.stdout) > 8, "there were hardly any steps"
    return [tmp_path / f"killed-{at}" for at in range(int(done.stdout) + 1)]


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="it is killed in forks")
def test_killed_at_any_step_a_restore_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    """Whole: of both files. What a start of the service has to finish, it finishes."""
    back_up(made(tmp_path / "source", "new", b"n" * 32), tmp_path / "backup.zip")
    template = made(tmp_path / "template", "old", b"o" * 32).path
    found = []
    for place in killed("restore", tmp_path, template):
        for _ in range(2):
            DataFolder(place).finish_restore()
            found.append(held(place))
        with closing(sqlite3.connect(place / "torite.db")) as database:
            assert [("ok",)] == database.execute("PRAGMA integrity_check").fetchall()
        if {"new"} == found[-1][0]:
            assert b"o" * 32 == (place / "key.before-restore").read_bytes()
            assert (place / "torite.db.before-restore").exists()
        else:
            restore(DataFolder(place), tmp_path / "backup.zip", force=True)
            assert ({"new"}, b"n" * 32) == held(place)
            assert not list(place.glob("restore*"))
    assert {"old", "new"} == {name for names, _ in found for name in names}
    assert all(key == {"old": b"o", "new": b"n"}[name] * 32 for names, key in found for name in names)
    turned = [names for names, _ in found]
    assert turned == sorted(turned, key=lambda names: names == {"new"}), "what was new is old again"


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="it is killed in forks")
def test_killed_at_any_step_a_backup_is_whole_or_not_there(tmp_path: Path) -> None:
    template = made(tmp_path / "template", "mine", b"m" * 32).path
    whole = 0
    for number, place in enumerate(killed("back up", tmp_path, template)):
        assert ({"mine"}, b"m" * 32) == held(place)
        if (place / "backup.zip").exists():
            restore(DataFolder(tmp_path / f"again-{number}"), place / "backup.zip")
            assert ({"mine"}, b"m" * 32) == held(tmp_path / f"again-{number}")
            whole += 1
    assert 0 < whole < number


def test_a_backup_of_a_folder_is_not_put_into_a_database_by_its_own_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    back_up(made(tmp_path / "source", "new"), tmp_path / "backup.zip")
    for language in ("en", "ja"):
        words = ["restore", str(tmp_path / "backup.zip"), "--data", str(tmp_path / "x"), "--language", language]
        assert 2 == torite([*words, "--database", "postgresql://torite:secret@db.example/torite"])
        told = capsys.readouterr().err
        assert (1, False, False) == (told.count("\n"), "pg_restore" in told, "secret" in told)
        assert "torite restore --data" in told
        assert "torite move-data" in told


def test_a_full_disk_is_named_and_not_the_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it fills up; of a backup that is made it is the disk where that was to lie."""
    back_up(made(tmp_path / "source", "new"), tmp_path / "backup.zip")
    old = made(tmp_path / "data", "old", b"o" * 32)

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def full_database(*_: Any) -> None:
        fault = sqlite3.OperationalError("database or disk is full")
        fault.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise fault

    for name, instead in (("_take", full), ("migrate", full_database)):
        with monkeypatch.context() as patch:
            patch.setattr(backup, name, instead)
            with pytest.raises(BadBackup, match="no room on the disk") as fault:
                restore(old, tmp_path / "backup.zip", force=True)
        assert f"{old.path}: make room" in fault.value.say("en")
        assert str(old.path) in fault.value.say("ja")
        assert ({"old"}, b"o" * 32) == held(old.path)
    monkeypatch.setattr(backup, "_part", full)
    with pytest.raises(BadBackup, match="no room on the disk") as fault:
        back_up(old, tmp_path / "other.zip")
    assert f"{tmp_path}: make room" in fault.value.say("en")


def half_restored(tmp_path: Path, stage: int = 0, name: str = "data") -> DataFolder:
    """Make a folder in which a restore was killed right after it counted, or after so many names more."""
    if not (tmp_path / "backup.zip").exists():
        back_up(made(tmp_path / "source", "new", b"n" * 32), tmp_path / "backup.zip")
    old = made(tmp_path / name, "old", b"o" * 32)
    place = old.path / f"{UNREADY}x"
    place.mkdir()
    backup._unpacked(tmp_path / "backup.zip", place)
    place.rename(old.path / READY)
    for name in ("torite.db", "key")[: (stage + 1) // 2]:
        (old.path / name).rename(old.path / f"{name}.before-restore")
    for name in ("torite.db", "key")[: stage // 2]:
        (old.path / READY / name).rename(old.path / name)
    return old


STAGES = range(5)


@pytest.mark.long
@pytest.mark.parametrize("stage", STAGES)
def test_a_backup_and_a_ban_come_after_what_was_put_back(tmp_path: Path, stage: int) -> None:
    """However far it had come when it was killed: nothing is read of two, or written to what is put away."""
    banned, saved = half_restored(tmp_path, stage), half_restored(tmp_path, stage, "saved")
    Admin(banned.path).ban(1, 5)
    assert ({"new"}, b"n" * 32) == held(banned.path)
    assert read(banned.path, "SELECT banned_until FROM person")[0]["banned_until"] > time.time()
    back_up(saved, tmp_path / "saved.zip")
    restore(DataFolder(tmp_path / "again"), tmp_path / "saved.zip")
    assert ({"new"}, b"n" * 32) == held(tmp_path / "again")


def test_a_log_that_is_cut_is_that_of_what_was_put_back(tmp_path: Path) -> None:
    folder = half_restored(tmp_path)
    folder.write_ahead_log.write_bytes(b"no log" * 1000)  # of what is put away
    assert not folder.cut_log().is_damaged
    assert ({"new"}, b"n" * 32) == held(folder.path)


@pytest.mark.parametrize("work", [Admin, lambda path: back_up(DataFolder(path), path.parent / "no.zip")])
def test_where_all_that_was_to_be_there_was_cut_off_that_is_said(tmp_path: Path, work: Callable[[Path], Any]) -> None:
    (tmp_path / f"data/{UNREADY}x").mkdir(parents=True)
    with pytest.raises(BadFolder, match="cut off before it counted: do it again"):
        work(tmp_path / "data")
    with DataFolder(tmp_path / "data").lock(), pytest.raises(ToriteError, match="no database"):
        work(tmp_path / "data")  # it is just being put there


@pytest.mark.long
@pytest.mark.parametrize("stage", STAGES)
def test_a_restore_that_is_done_again_says_what_has_been_finished(
    tmp_path: Path, stage: int, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, force in (("plain", []), ("forced", ["--force"])):
        folder = half_restored(tmp_path, stage, name)
        for code, said in ((0, "has been finished now"), (2, "already")):
            assert code == torite(["restore", str(tmp_path / "backup.zip"), "--data", str(folder.path), *force])
            assert said in "".join(capsys.readouterr())
            assert ({"new"}, b"n" * 32) == held(folder.path)


def test_another_backup_is_not_put_in_the_place_of_what_has_been_finished(tmp_path: Path) -> None:
    back_up(made(tmp_path / "third", "third"), tmp_path / "third.zip")
    for file in ("third.zip", "none.zip"):
        folder = half_restored(tmp_path, name=f"for-{file}")
        with pytest.raises(BadBackup, match="has been finished now") as fault:
            restore(folder, tmp_path / file, force=True)
        assert str(tmp_path / file) in fault.value.say("ja")
        assert ({"new"}, b"n" * 32) == held(folder.path)
    for kept in ("torite.db", "key"):
        (folder.path / f"{kept}.before-restore").unlink()
    restore(folder, tmp_path / "third.zip", force=True)
    assert {"third"} == held(folder.path)[0]


def test_a_service_finishes_what_was_put_back(tmp_path: Path) -> None:
    """Killed right after it counted: the next start has the new."""
    old = half_restored(tmp_path)
    service = Running(old.path)
    service.stop()
    assert service.process is not None
    assert service.process.returncode in (0, -signal.SIGTERM)
    assert ({"new"}, b"n" * 32) == held(old.path)


def test_a_database_that_cannot_be_opened_is_named_and_not_where_the_backup_was_to_go(tmp_path: Path) -> None:
    """As where its disk can only be read and a log is left beside it."""
    folder = made(tmp_path / "data", "Ada")
    with closing(sqlite3.connect(folder.database)) as database:
        database.execute("PRAGMA journal_mode = WAL")
    folder.database.with_name(f"{folder.database.name}-wal").mkdir()
    with pytest.raises(BadBackup) as fault:
        back_up(folder, tmp_path / "kept")
    for language in ("en", "ja"):
        assert str(folder.database) in fault.value.say(language)
        assert str(tmp_path / "kept") not in fault.value.say(language)


@pytest.mark.parametrize("at", [0, 4_733_510_400], ids=["1970", "2120"])
def test_times_that_no_zip_has_hinder_no_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """Files of images, or copied without their times, have 0; so has a machine without a clock."""
    folder = made(tmp_path / "data", "Ada")
    for file in (folder.key, folder.database):
        os.utime(file, (at, at))
    monkeypatch.setattr("time.time", lambda: float(at))
    back_up(folder, tmp_path / "kept")
    monkeypatch.undo()
    restore(DataFolder(tmp_path / "new"), tmp_path / "kept")
    assert held(folder.path) == held(tmp_path / "new")

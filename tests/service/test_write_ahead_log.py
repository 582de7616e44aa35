"""What was acknowledged last stands in the write-ahead log: if it cannot be read, that is said and not passed over."""

from __future__ import annotations

import errno
import random
import shutil
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest

from torite.service.data_folder import DataFolder
from torite.service.write_ahead_log import FRAME_HEADER, HEADER, ReadableLog, read_log
from torite.terminal.main import run as torite

CHANGES = 9
FRAME = FRAME_HEADER + 4096


def killed(data: Path, make: bool = True) -> Path:
    """Leave a folder of data as a killed service does, with so many changes in the log; return the log."""
    folder = DataFolder(data)
    with folder.ready():
        pass
    written = data.with_name("written")
    shutil.copytree(data, written)
    with closing(sqlite3.connect(written / "torite.db", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        for number in range(CHANGES):
            change(database, number)
        shutil.copytree(written, data, dirs_exist_ok=True)  # the last to close it would empty the log
    shutil.rmtree(written)
    return folder.write_ahead_log


def change(database: sqlite3.Connection, number: int) -> None:
    database.execute("INSERT INTO person (id, seen_at) VALUES (?, 0)", (number,))


def overwrite(file: Path, at: int, data: bytes) -> None:
    with file.open("r+b") as opened:
        opened.seek(at)
        opened.write(data)


def by_sqlite(log: Path, beside: Path) -> int:
    """Let SQLite itself read a copy; return how many changes it finds, or -1."""
    shutil.copytree(log.parent, beside)
    with closing(sqlite3.connect(beside / "torite.db")) as database:
        try:
            return int(database.execute("SELECT count(*) FROM person").fetchone()[0])
        finally:
            database.close()
            shutil.rmtree(beside)


@pytest.mark.full
def test_a_log_is_read_as_far_as_sqlite_reads_it_and_what_is_behind_is_counted(tmp_path: Path) -> None:
    log = killed(tmp_path / "data")
    whole = log.read_bytes()
    frames = (len(whole) - HEADER) // FRAME
    assert ReadableLog(len(whole), CHANGES, 0) == read_log(log)
    ends = [at for at in range(frames) if struct.unpack(">I", whole[HEADER + at * FRAME + 4 :][:4])[0]]
    assert CHANGES == len(ends)
    for at in range(frames):
        for within in (0, 5, 9, 17, 21, FRAME_HEADER, 2000, FRAME - 1):
            place = HEADER + at * FRAME + within
            overwrite(log, place, bytes([whole[place] ^ 0xFF]))
            found = read_log(log)
            assert by_sqlite(log, tmp_path / "copy") == found.changes
            behind = sum(end > at + 1 for end in ends)  # the next one's sum begins at that of the damaged one
            assert behind <= found.lost <= CHANGES - found.changes + 1  # whether a change ends there is damaged too
            assert found.is_damaged or behind < 2
            log.write_bytes(whole)


@pytest.mark.full
def test_a_log_that_was_cut_off_anywhere_is_not_damaged(tmp_path: Path) -> None:
    log = killed(tmp_path / "data")
    whole = log.read_bytes()
    for length in (0, 1, HEADER, *range(HEADER + 7, len(whole), 997)):
        log.write_bytes(whole[:length])
        found = read_log(log)
        assert (0, by_sqlite(log, tmp_path / "copy")) == (found.lost, found.changes)
        if length > HEADER + FRAME:  # what a power cut leaves: room for a frame, and nothing in it
            log.write_bytes(whole[: length - FRAME] + bytes(FRAME))
            assert not read_log(log).is_damaged


@pytest.mark.parametrize("at", [0, 9, 17, 30])
def test_a_log_whose_first_bytes_are_damaged_is_told_too(tmp_path: Path, at: int) -> None:
    log = killed(tmp_path / "data")
    overwrite(log, at, b"\xa5\x5a")
    assert by_sqlite(log, tmp_path / "copy") == 0 == read_log(log).changes
    assert read_log(log).is_damaged


@pytest.mark.parametrize("many", [60, 300, 512, FRAME, 3 * FRAME])
def test_a_log_whose_beginning_is_damaged_at_length_is_told_too(tmp_path: Path, many: int) -> None:
    """Nothing that it says of itself can be read then, nor its first frames."""
    log = killed(tmp_path / "data")
    overwrite(log, 0, bytes(random.Random(many).randrange(256) for _ in range(many)))
    assert by_sqlite(log, tmp_path / "copy") == 0 == read_log(log).changes
    assert read_log(log).is_damaged


def test_what_is_no_log_of_a_database_is_not_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only one that was never begun has other first bytes: a power cut leaves zeros."""
    data = tmp_path / "data"
    log = killed(data)
    log.write_bytes(random.Random(1).randbytes(9 * FRAME))
    assert (0, 0, True) == (read_log(log).changes, read_log(log).lost, read_log(log).is_damaged)
    before = log.read_bytes()
    for language, said in (("en", "nothing in it can be read"), ("ja", "何も読めません")):
        assert 2 == torite(["serve", "--no-browser", "--data", str(data), "--language", language])
        err = capsys.readouterr().err
        assert (said in err, 1) == (True, err.count("\n"))
        assert before == log.read_bytes()
    assert 0 == torite(["admin", "cut-log", "--data", str(data), "-l", "en"])
    assert "Nothing of the log could be read" in capsys.readouterr().out
    assert before == log.with_name("torite.db-wal.before-cut").read_bytes()
    with DataFolder(data).ready():
        pass
    log.write_bytes(bytes(9 * FRAME))
    assert not read_log(log).is_damaged


def test_what_is_left_of_an_earlier_log_or_of_an_undone_change_is_no_damage(tmp_path: Path) -> None:
    """Behind what counts there may be frames of a log that was begun anew, or of a change that was taken back."""
    with closing(sqlite3.connect(tmp_path / "torite.db", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA cache_size = 4")
        database.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, seen_at REAL, much BLOB)")
        for number in range(30):
            change(database, number)
        database.execute("PRAGMA wal_checkpoint(FULL)")
        for number in range(30, 40):
            change(database, number)
        log = tmp_path / "torite.db-wal"
        assert (10, 0) == (read_log(log).changes, read_log(log).lost)
        long_ago = HEADER + 15 * FRAME
        overwrite(log, long_ago, b"\xa5" * 100)
        assert 0 == read_log(log).lost
        overwrite(log, HEADER + 5 * FRAME, b"\xa5" * 100)
        assert read_log(log).is_damaged
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("BEGIN")
        for number in range(40, 80):
            database.execute("INSERT INTO person (id, much) VALUES (?, ?)", (number, bytes(9000)))
        assert log.stat().st_size > 50 * FRAME
        database.execute("ROLLBACK")
        for number in range(40, 45):
            change(database, number)
        assert (5, 0) == (read_log(log).changes, read_log(log).lost)


def test_nothing_of_a_service_reads_a_damaged_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever reads it forgets the rest: neither the service nor what looks at it does."""
    data = tmp_path / "data"
    log = killed(data)
    overwrite(log, HEADER + 3 * FRAME + 100, b"\xa5" * 200)
    before = {file.name: file.read_bytes() for file in data.iterdir()}
    for language, said in (("en", "damaged in the middle"), ("ja", "途中で壊れています")):
        for command in (
            ["serve", "--no-browser"], ["admin", "counts"], ["admin", "vacuum"], ["backup", str(tmp_path / "b")],
        ):  # fmt: skip
            assert 2 == torite([*command, "--data", str(data), "--language", language])
            err = capsys.readouterr().err
            assert said in err
            assert "torite admin cut-log" in err
            assert len(err.strip().splitlines()) == 1
            assert before == {file.name: file.read_bytes() for file in data.iterdir()}


def test_of_a_damaged_log_is_kept_what_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    log = killed(data)
    cut = ["admin", "cut-log", "--data", str(data)]
    whole = log.read_bytes()
    assert 0 == torite([*cut, "-l", "en"])
    assert "nothing was changed" in capsys.readouterr().out
    assert whole == log.read_bytes()
    overwrite(log, HEADER + 3 * FRAME + 100, b"\xa5" * 200)
    damaged, found = log.read_bytes(), read_log(log)
    with DataFolder(data).lock():
        assert 2 == torite([*cut, "-l", "en"])
        assert "uses the folder" in capsys.readouterr().err
    assert 0 == torite([*cut, "-l", "ja"])
    assert f"{found.lost} 件" in capsys.readouterr().out
    aside = data / "torite.db-wal.before-cut"
    assert damaged == aside.read_bytes()
    assert 0o600 == aside.stat().st_mode & 0o777
    with DataFolder(data).ready(), closing(sqlite3.connect(data / "torite.db")) as database:
        assert found.changes == database.execute("SELECT count(*) FROM person").fetchone()[0]
    assert 0 < found.changes < CHANGES
    log.write_bytes(damaged)
    assert 2 == torite([*cut, "-l", "en"])
    assert "move it away first" in capsys.readouterr().err
    assert damaged == log.read_bytes()


def test_a_cut_for_which_there_is_no_room_leaves_the_log_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    log = killed(data)
    overwrite(log, HEADER + 3 * FRAME + 100, b"\xa5" * 200)
    before = {file.name: file.read_bytes() for file in data.iterdir()}

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "no room")

    with monkeypatch.context() as patch:
        patch.setattr("torite.service.write_ahead_log.os.fsync", full)
        assert 2 == torite(["admin", "cut-log", "--data", str(data), "-l", "en"])
    assert "no room on the disk" in capsys.readouterr().err
    assert before == {file.name: file.read_bytes() for file in data.iterdir()} | {"lock": before["lock"]}
    assert 0 == torite(["admin", "cut-log", "--data", str(data)])

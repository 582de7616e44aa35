"""A service starts whole or not at all: what stops it is said in one sentence, with what to do."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from structlog.testing import capture_logs

from tests.patience import PATIENCE
from tests.service.conftest import ROOT, Running, free_port
from torite.service import integrity, lockfile, logs, metrics, migrations, serve, web
from torite.service.bad_folder import BadFolder
from torite.service.config_file import BadConfig, configured
from torite.service.data_folder import DataFolder
from torite.service.migrations import STEPS, migrate
from torite.terminal.main import run as torite

TORITE = [sys.executable, "-c", "import sys; from torite.terminal.main import main; main(sys.argv[1:])"]
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


def ended(data: Path, *more: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Start a service by the command; wait until it has ended by itself."""
    command = [*TORITE, "serve", "--no-browser", "--port", str(free_port()), "--data", str(data), *more]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, **settings)


def played(data: Path) -> Path:
    """Make a folder of data with something in it; return the database."""
    folder = DataFolder(data)
    with folder.ready(), closing(sqlite3.connect(folder.database)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("INSERT INTO person (id, seen_at) VALUES (1, 0)")
        rows = [(f"{n}", "record " * 100) for n in range(500)]
        database.executemany("INSERT INTO replay (id, record, made_at) VALUES (?, ?, 0)", rows)
        database.commit()
    return folder.database


def change(database: Path, *statements: str) -> None:
    with closing(sqlite3.connect(database)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def overwrite(file: Path, at: int, data: bytes) -> None:
    with file.open("r+b") as stream:
        stream.seek(at)
        stream.write(data)


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full")
@pytest.mark.parametrize("told", [True, False])
def test_a_greeting_that_cannot_be_written_is_told_of_and_it_goes_on(tmp_path: Path, told: bool) -> None:
    """Or, where that cannot be written either, it goes on without a word."""
    port = free_port()
    command = [*TORITE, "serve", "--no-browser", "--port", str(port), "--data", str(tmp_path), "--thinkers", "0"]
    with Path("/dev/full").open("w") as nowhere:
        told_at = subprocess.PIPE if told else nowhere
        running = subprocess.Popen(command, cwd=ROOT, stdout=nowhere, stderr=told_at, text=True)
    try:
        until_so_here(lambda: running.poll() is not None or answers(port))
        running.terminate()
        _, err = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
    assert 0 == running.returncode
    if told:
        assert (1, True) == (err.count("\n"), "cannot be written (No space left on device)" in err)


def answers(port: int) -> bool:
    """Tell whether a service answers."""
    with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=5):
        return True
    return False


def until_so_here(so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end
        time.sleep(0.1)


# folders that cannot be used


def nonsense(data: Path) -> None:
    (data / "torite.db").write_bytes(os.urandom(9000))


def damaged_in_the_middle(data: Path) -> None:
    database = played(data)
    overwrite(database, database.stat().st_size // 2 // 4096 * 4096, b"\xff" * 4096 * 4)


def schema_that_is_no_text(data: Path) -> None:
    database = played(data)
    overwrite(database, database.read_bytes().index(b"tableheartbeat") + 5, b"\xff" * 9)


def cut_off(data: Path) -> None:
    database = played(data)
    os.truncate(database, database.stat().st_size // 2)


def of_another_program(data: Path) -> None:
    change(data / "torite.db", "CREATE TABLE note (text TEXT)")


def of_another_program_with_steps(data: Path) -> None:
    change(
        data / "torite.db", "CREATE TABLE note (text TEXT)", "CREATE TABLE alembic_version (version_num TEXT)",
        "INSERT INTO alembic_version VALUES ('0001')",
    )  # fmt: skip


def newer(data: Path) -> None:
    change(played(data), f"UPDATE alembic_version SET version_num = '{int(STEPS[-1]) + 1:04}'")


def half_a_step(data: Path) -> None:
    migrate(data / "torite.db", "0004")
    change(data / "torite.db", "CREATE TABLE token (hash TEXT)")


def without_a_table(data: Path) -> None:
    change(played(data), "DROP TABLE replay")


def two_steps(data: Path) -> None:
    migrate(data / "torite.db", "0004")
    change(data / "torite.db", "INSERT INTO alembic_version VALUES ('0003')")


def empty_key(data: Path) -> None:
    (data / "key").touch()


def short_key(data: Path) -> None:
    played(data)
    os.truncate(data / "key", 31)


def long_key(data: Path) -> None:
    (data / "key").write_bytes(bytes(33))


def key_that_is_a_folder(data: Path) -> None:
    (data / "key").mkdir()


def key_that_is_a_link(data: Path) -> None:
    played(data)
    (data / "key").unlink()
    (data / "key").symlink_to(data / "nothing")


def key_that_is_a_pipe(data: Path) -> None:
    played(data)
    (data / "key").unlink()
    os.mkfifo(data / "key")


def lost_key(data: Path) -> None:
    played(data)
    (data / "key").unlink()


def database_that_is_a_pipe(data: Path) -> None:
    os.mkfifo(data / "torite.db")


def database_that_is_a_socket(data: Path) -> None:
    os.mknod(data / "torite.db", stat.S_IFSOCK | 0o600)


def database_that_is_a_folder(data: Path) -> None:
    (data / "torite.db").mkdir()


def log_that_is_a_folder(data: Path) -> None:
    played(data)
    (data / "torite.db-wal").mkdir()


def index_of_the_log_that_is_a_folder(data: Path) -> None:
    played(data)
    (data / "torite.db-shm").mkdir()


def settings_that_are_a_pipe(data: Path) -> None:
    played(data)
    os.mkfifo(data / "torite.toml")


def settings_that_are_a_folder(data: Path) -> None:
    played(data)
    (data / "torite.toml").mkdir()


def settings_that_are_a_link(data: Path) -> None:
    played(data)
    (data / "torite.toml").symlink_to(data / "nothing")


def lost_database(data: Path) -> None:
    played(data).unlink()


def emptied_database(data: Path) -> None:
    os.truncate(played(data), 0)


def database_without_tables(data: Path) -> None:
    database = played(data)
    database.unlink()
    change(database, "CREATE TABLE note (text TEXT)", "DROP TABLE note")
    assert database.stat().st_size


def emptied_while_it_was_written(data: Path) -> None:
    """What lies beside it may still help whoever looks for what was lost."""
    emptied_database(data)
    (data / "torite.db-wal").write_bytes(b"what was written last")


def a_file(data: Path) -> None:
    data.rmdir()
    data.touch()


BAD: dict[Callable[[Path], None], tuple[str, str]] = {
    nonsense: ("is not a database of Torite's", "torite restore"),
    damaged_in_the_middle: ("is damaged", "torite restore"),
    schema_that_is_no_text: ("is damaged", "torite restore"),
    cut_off: ("is damaged", "torite restore"),
    of_another_program: ("is not a database of Torite's", "torite restore"),
    of_another_program_with_steps: ("is not a database of Torite's", "torite restore"),
    newer: ("of a newer Torite", "upgrade Torite"),
    half_a_step: ("cannot be brought up to date", "torite restore"),
    without_a_table: ("no such table: replay", "torite restore"),
    two_steps: ("cannot be brought up to date", "torite restore"),
    empty_key: ("has 0 bytes instead of 32", "delete it"),
    short_key: ("has 31 bytes instead of 32", "delete it"),
    long_key: ("has 33 bytes instead of 32", "delete it"),
    key_that_is_a_folder: ("key is a folder", "move the folder away"),
    key_that_is_a_link: ("key is a link that leads nowhere", "remove the link"),
    key_that_is_a_pipe: ("key is a pipe", "move it away"),
    database_that_is_a_pipe: ("torite.db is a pipe", "move it away"),
    database_that_is_a_socket: ("torite.db is a pipe, a socket", "move it away"),
    database_that_is_a_folder: ("torite.db is a folder", "move the folder away"),
    log_that_is_a_folder: ("torite.db-wal is a folder", "move the folder away"),
    index_of_the_log_that_is_a_folder: ("torite.db-shm is a folder", "move the folder away"),
    lost_key: ("key is missing", "put the key back from a backup"),
    settings_that_are_a_pipe: ("torite.toml is a pipe", "move it away"),
    settings_that_are_a_folder: ("torite.toml is a folder", "move the folder away"),
    settings_that_are_a_link: ("torite.toml is a link that leads nowhere", "remove the link"),
    lost_database: ("is missing or empty", "torite restore --force"),
    emptied_database: ("is missing or empty", "move the key away"),
    database_without_tables: ("is missing or empty", "torite restore --force"),
    emptied_while_it_was_written: ("is missing or empty", "torite restore --force"),
    a_file: ("File exists", "--data"),
}


@pytest.fixture
def never_served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Fail where a service begins to listen; leave this process's logs alone."""

    def listen(*_: Any) -> None:
        raise AssertionError("it listened")

    (tmp_path / "index.html").touch()
    monkeypatch.setattr(serve, "listen", listen)
    monkeypatch.setattr(serve, "_log_plainly", lambda: None)
    monkeypatch.setattr(web, "PAGE", tmp_path)


@pytest.mark.long
@pytest.mark.usefixtures("never_served")
@pytest.mark.parametrize("spoil", BAD)
def test_a_folder_that_cannot_be_used_is_told_in_one_sentence_with_what_to_do(
    tmp_path: Path, spoil: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    spoil(data)
    before = files(data)
    for language in ("en", "ja"):
        assert 2 == torite(["serve", "--data", str(data), "--language", language])
        told = capsys.readouterr()
        assert "" == told.out
        assert 1 == told.err.count("\n")
        assert str(data) in told.err
        if language == "en":
            what, cure = BAD[spoil]
            assert what in told.err
            assert cure in told.err
    assert before == files(data)


def test_what_a_restore_that_was_killed_has_left_is_removed(tmp_path: Path) -> None:
    with DataFolder(tmp_path).ready():
        pass
    left = tmp_path / "restore-unready-abc"
    left.mkdir()
    (left / "torite.db").write_bytes(b"half")
    with DataFolder(tmp_path).ready():
        assert not left.exists()


@pytest.mark.usefixtures("never_served")
@pytest.mark.parametrize(
    ("language", "told"), [("en", "cut off before it counted: do it again"), ("ja", "もう一度実行してください")]
)
def test_where_all_that_was_to_be_there_was_cut_off_nothing_is_begun_anew(
    tmp_path: Path, language: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    left = tmp_path / "restore-unready-abc"
    left.mkdir()
    (left / "torite.db").write_bytes(b"half")
    assert 2 == torite(["serve", "--data", str(tmp_path), "--language", language])
    err = capsys.readouterr().err
    assert (told in err, str(left) in err, 1) == (True, True, err.count("\n"))
    assert left.exists()
    assert not any((tmp_path / name).exists() for name in ("torite.db", "key"))


def refused(capsys: pytest.CaptureFixture[str], data: Path, *words: str) -> str:
    """Start a service as it cannot be; return the one line that says why."""
    assert 2 == torite(["serve", "--data", str(data), *words, "--language", "en"])
    told = capsys.readouterr()
    assert ("", 1) == (told.out, told.err.count("\n"))
    return told.err


@pytest.mark.usefixtures("never_served")
@pytest.mark.parametrize(
    "origin", ["javascript:alert(1)", "", "cards.example", "https://", "https://a/b", "https://a:0", "https://a b",
               "https://x@a", "ftp://a", "https://a:99999", "https://a?b", "//a", "https://a\\n"],
)  # fmt: skip
def test_an_origin_that_no_page_has_is_refused(tmp_path: Path, origin: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "torite.toml").write_text(f'origins = ["https://cards.example", {json.dumps(origin)}]\n')
    assert "is no address that a page is reached under" in refused(capsys, tmp_path)


@pytest.mark.usefixtures("never_served")
@pytest.mark.parametrize(
    "line", ["workers = -1", "workers = 0", "workers = 257", "jobs = 0", "job_seconds = nan", "job_seconds = 0",
             "job_seconds = inf", "replay_bytes = -1", "limits.head = 0", "limits.body = -1", "limits.idle = nan",
             "limits.unread = inf", "limits.thinking.hint = -1"],
)  # fmt: skip
def test_a_measure_with_which_nothing_would_be_answered_is_refused(
    tmp_path: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "torite.toml").write_text(f"seconds = 1\n{line}\n")
    assert "torite.toml, line 2, cannot be used" in refused(capsys, tmp_path)


@pytest.mark.usefixtures("never_served")
@pytest.mark.parametrize("bytes_", ["10000000000000000000000000", "1152921504606846976"])
def test_more_room_than_the_disk_has_is_never_left_free(
    tmp_path: Path, bytes_: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "torite.toml").write_text(f"free_bytes = {bytes_}\n")
    assert f"free_bytes = {bytes_} is more than the disk" in refused(capsys, tmp_path)


@pytest.mark.usefixtures("never_served")
@pytest.mark.parametrize("name", ["b", "UPPER!"])
def test_one_process_alone_has_no_name(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever forgets the database of several would else play on one of their own."""
    assert f"--process {name} names one of several" in refused(capsys, tmp_path, "--process", name)


@pytest.fixture
def some_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page, so that a start comes to all else, and logs as they were after it."""
    (tmp_path / "index.html").touch()
    monkeypatch.setattr(serve, "_log_plainly", lambda: None)
    monkeypatch.setattr(web, "PAGE", tmp_path)


@pytest.mark.usefixtures("some_page")
@pytest.mark.parametrize(
    ("line", "said"),
    [('proxies = ["nonsense"]', "neither an address nor a network"),
     ('metrics = "127.0.0.1"', "no place to tell measurements at"),
     ('metrics = "198.51.100.7:9100"', "cannot listen at 198.51.100.7"),
     ('metrics = "127.0.0.1:8377"', "the page itself is at port 8377"),
     ('access_log = "/"', "cannot be written"),
     ('audit_log = "/"', "cannot be written"),
     ('process = "a"', "names one of several"),
     ("free_bytes = 1152921504606846976", "more than the disk")],
)  # fmt: skip
def test_a_wrong_setting_is_told_before_anything_is_made(
    tmp_path: Path, line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "set.toml").write_text(line)
    words = ("--config", str(tmp_path / "set.toml"), "--port", "8377", "--no-browser")
    assert said in refused(capsys, tmp_path / "data", *words)
    assert not list((tmp_path / "data").glob("*"))


@pytest.mark.usefixtures("some_page")
@pytest.mark.parametrize("name", ["key", "lock", "torite.db", "torite.db-wal", "torite.toml"])
@pytest.mark.parametrize("log", ["--access-log", "--audit-log"])
def test_no_log_is_written_into_the_files_of_the_service(
    tmp_path: Path, name: str, log: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a line in it the key is none, and the next start is refused."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "key").write_bytes(b"k" * 32)
    target = str(folder / ".." / "data" / name)
    assert "the service's own" in refused(capsys, folder, log, target, "--no-browser")
    os.link(folder / "key", tmp_path / "another-name")
    assert "the service's own" in refused(capsys, folder, log, str(tmp_path / "another-name"), "--no-browser")
    assert [b"k" * 32] == [file.read_bytes() for file in folder.iterdir()]


@pytest.mark.usefixtures("some_page")
def test_a_port_of_measurements_that_is_taken_is_told_before_anything_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also the page's own; but beside a service on the folder it is that one which is named."""
    (tmp_path / "used").mkdir()
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = str(other.getsockname()[1])
        for words in (["--port", port], ["--metrics", f"127.0.0.1:{port}"]):
            assert f"port {port}: Address already in use" in refused(capsys, tmp_path / "data", *words)
            assert not list((tmp_path / "data").glob("*"))
            with DataFolder(tmp_path / "used").lock():
                assert "Another Torite" in refused(capsys, tmp_path / "used", *words)


@pytest.mark.parametrize(
    "origin", ["https://cards.example", "http://localhost:8377/", "https://[::1]:8443", "HTTPS://Cards.Example"]
)
def test_an_origin_that_a_page_has_is_taken(tmp_path: Path, origin: str) -> None:
    assert (origin,) == configured(tmp_path, origins=(origin,)).origins


@pytest.mark.parametrize(
    ("text", "line"),
    [("seconds = 1\nseconds = 2", "line 2,"), ("jobs = 3\norigins = [\n'https://cards.example',\n", "line 2,")],
)
def test_settings_that_end_too_early_are_told_with_their_line(tmp_path: Path, text: str, line: str) -> None:
    (tmp_path / "torite.toml").write_text(text)
    with pytest.raises(BadConfig, match=line):
        configured(tmp_path)


def test_settings_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "torite.toml").write_text("seconds = 1\n", encoding="utf-8-sig")
    assert 1 == configured(tmp_path).seconds


def files(data: Path) -> dict[str, bytes]:
    """Read what a folder has; not what every start may leave in it."""
    unimportant = ("torite.db-wal", "torite.db-shm", "lock", "key")
    return {f.name: f.read_bytes() for f in data.glob("*") if f.is_file() and f.name not in unimportant}


def test_the_key_of_a_lost_database_and_what_lies_beside_it_stay(tmp_path: Path) -> None:
    emptied_while_it_was_written(tmp_path)
    key = (tmp_path / "key").read_bytes()
    with pytest.raises(BadFolder, match="missing or empty"), DataFolder(tmp_path).ready():
        pass
    assert (key, b"what was written last") == (
        (tmp_path / "key").read_bytes(),
        (tmp_path / "torite.db-wal").read_bytes(),
    )
    (tmp_path / "key").rename(tmp_path / "old-key")
    with DataFolder(tmp_path).ready():
        assert key != (tmp_path / "key").read_bytes(), "all begins anew where it is wished"


@pytest.mark.long
def test_the_command_ends_with_2_and_without_a_traceback(tmp_path: Path) -> None:
    """A damaged database and a full disk, by the command itself."""
    (tmp_path / "data").mkdir()
    damaged_in_the_middle(tmp_path / "data")
    found = ended(tmp_path / "data")
    assert (2, "") == (found.returncode, found.stdout)
    assert 1 == found.stderr.count("\n"), found.stderr
    assert "is damaged" in found.stderr
    full = ended(tmp_path / "new", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000)))
    assert (2, "") == (full.returncode, full.stdout)
    assert 1 == full.stderr.count("\n"), full.stderr
    assert "make room" in full.stderr
    with DataFolder(tmp_path / "new").ready():
        pass


@pytest.mark.long
def test_what_may_pass_by_itself_ends_with_a_code_of_its_own(tmp_path: Path) -> None:
    """A database that is not there yet, after a power cut: whoever starts the service tries again."""
    away = ended(tmp_path / "data", "--database", f"postgresql://torite@127.0.0.1:{free_port()}/torite")
    assert (75, "", 1) == (away.returncode, away.stdout, away.stderr.count("\n")), away.stderr
    assert "cannot be reached" in away.stderr
    wrong = ended(tmp_path / "data", "--database", "mysql://torite@127.0.0.1/torite")
    assert (2, "", 1) == (wrong.returncode, wrong.stdout, wrong.stderr.count("\n")), wrong.stderr


@pytest.mark.long
@pytest.mark.parametrize("log", ["--access-log", "--audit-log"])
def test_a_log_that_is_a_pipe_nobody_reads_stops_the_start_with_a_sentence(tmp_path: Path, log: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    found = ended(tmp_path / "data", log, str(tmp_path / "pipe"))
    assert (2, "") == (found.returncode, found.stdout)
    assert 1 == found.stderr.count("\n"), found.stderr
    assert "cannot be written: No such device" in found.stderr


def lines_lost() -> float:
    return metrics.REGISTRY.get_sample_value("torite_log_lines_lost_total") or 0.0


def test_a_pipe_that_somebody_reads_gets_lines_and_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    lost = lines_lost()
    try:
        logs.opened(logs.AUDIT, str(tmp_path / "pipe"))
        lines = logs.lines_of(logs.AUDIT)
        lines.info("first")
        assert b'"first"' in os.read(reading, 1000)
        for _ in range(2000):
            lines.info("more", about="x" * 100)
        assert len(os.read(reading, 1 << 20)) < 2000 * 100
        assert lines_lost() > lost
    finally:
        os.close(reading)
        logs.opened(logs.AUDIT, "")


def test_a_disk_that_is_full_in_the_midst_of_the_steps_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    migrate(folder.database, "0002")
    size = folder.database.stat().st_size // 4096

    def no_more(connection: Any, _: Any) -> None:
        connection.execute(f"PRAGMA max_page_count = {size + 2}")

    sql.event.listen(sql.Engine, "connect", no_more)
    try:
        with pytest.raises(BadFolder, match="make room"), folder.ready():
            pass
    finally:
        sql.event.remove(sql.Engine, "connect", no_more)
    with closing(sqlite3.connect(folder.database)) as database:
        assert [("0002",)] == database.execute("SELECT version_num FROM alembic_version").fetchall()
    with folder.ready():
        pass


def test_another_program_that_has_the_database_is_named_as_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "PATIENCE", 10)
    database = played(tmp_path)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BadFolder, match="Another program"), DataFolder(tmp_path).ready():
            pass
    with DataFolder(tmp_path).ready():
        pass


def test_a_database_that_may_not_be_written_is_not_begun_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)  # whoever runs the tests may be allowed everything
    with pytest.raises(BadFolder, match="Permission denied"), DataFolder(tmp_path).ready():
        pass


def test_a_database_too_large_to_be_looked_through_is_begun_with_and_that_is_logged() -> None:
    class Large:
        def __init__(self) -> None:
            self.real = sqlite3.connect(":memory:", check_same_thread=False)

        def execute(self, _: str) -> sqlite3.Cursor:
            return self.real.execute(ENDLESS)

        def interrupt(self) -> None:
            self.real.interrupt()

    large: Any = Large()
    with closing(large.real), capture_logs() as logged:
        integrity._check_whole(large, Path("torite.db"), 0.01)
    assert ["warning"] == [line["log_level"] for line in logged]


@pytest.mark.long
def test_a_service_that_fails_later_ends_with_1_and_opens_no_page(tmp_path: Path) -> None:
    broken = """
import sys, webbrowser
from torite.service import web
from torite.terminal.main import main
def broken(*_, **__):
    raise OSError("no processes left")
web.BotWorkers = broken
webbrowser.open = lambda address: print("opened", file=sys.stderr)
main(sys.argv[1:])
"""
    command = [sys.executable, "-c", broken, "serve", "--port", str(free_port()), "--data", str(tmp_path / "data")]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert 1 == found.returncode, found.stderr
    assert "no processes left" in found.stderr
    assert found.stderr.endswith("Torite could not start; what went wrong stands above.\n")
    assert "opened" not in found.stderr


# two services and one folder


@pytest.mark.long
def test_a_second_service_on_a_folder_says_who_has_it_and_the_first_goes_on(fresh: Running) -> None:
    assert fresh.process is not None
    found = ended(fresh.data)
    assert (2, "") == (found.returncode, found.stdout)
    assert 1 == found.stderr.count("\n"), found.stderr
    for fact in (str(fresh.data), f"process {fresh.process.pid})", "--data"):
        assert fact in found.stderr
    with socket.create_connection(("127.0.0.1", fresh.port), timeout=PATIENCE):
        pass
    folder = DataFolder(fresh.data)
    assert folder.is_locked()
    folder.check()  # backups look at it beside the service
    with pytest.raises(BadFolder), folder.lock():
        pass
    fresh.kill()
    assert not folder.is_locked()
    fresh.start()


def test_the_lock_is_one_processs_own_and_gone_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when what it started lives on, as the processes that think may for a moment."""
    monkeypatch.setattr(lockfile, "PATIENCE", 0.0)
    holding = """
import subprocess, sys, time
from pathlib import Path
from torite.service.config_file import configured
from torite.service.data_folder import DataFolder
with DataFolder(Path(sys.argv[1])).lock():
    left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], close_fds=False, stdout=2)
    print(left.pid, flush=True)
    time.sleep(600)
"""
    folder = DataFolder(tmp_path)
    assert not folder.is_locked()
    with subprocess.Popen([sys.executable, "-c", holding, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        left = int(holder.stdout.readline())
        try:
            assert folder.is_locked()
            with pytest.raises(BadFolder, match=f"process {holder.pid}"), folder.lock():
                pass
            holder.kill()
            holder.wait()
            with folder.lock():
                assert folder.is_locked()
                with pytest.raises(BadFolder, match=f"process {os.getpid()}"), folder.lock():
                    pass
            assert not folder.is_locked()
        finally:
            os.kill(left, signal.SIGKILL)


def test_a_start_waits_for_whoever_only_looked_whether_there_is_a_lock(tmp_path: Path) -> None:
    lock = os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT)
    lockfile._seize(lock)
    asked: list[float] = []

    def let_go(seconds: float) -> None:
        asked.append(seconds)
        os.close(lock)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "sleep", let_go)
        patch.setattr(lockfile, "PATIENCE", PATIENCE)
        with DataFolder(tmp_path).lock():
            pass
    assert 1 == len(asked)


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    running = Running(tmp_path / "100% of #1? [ü] %(here)s")
    running.stop()
    assert (running.data / "torite.db").stat().st_size
    assert "Traceback" not in running.log.read_text()

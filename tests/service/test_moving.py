"""Everything is moved from a folder to a database and back: all of it, or nothing, and nothing that is served."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.service.client import BOTS, OPEN, Company, run
from tests.service.conftest import ROOT, Running
from tests.service.everything import ROWS, contents, filled
from tests.service.players import Player, check_log, read
from tests.service.postgres_server import Server
from torite.errors import ToriteError
from torite.service import moving
from torite.service.bad_folder import BadFolder
from torite.service.data_folder import READY, DataFolder
from torite.service.migrations import STEPS, bring_up, migrate
from torite.service.moving import MOVED, BadMove, move
from torite.service.postgres import engine_of, url_of
from torite.terminal.main import run as torite

TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"


def test_every_row_and_the_key_come_back_as_they_went(tmp_path: Path, postgres: Server) -> None:
    """Of every type; as nobody serves it. What it was moved from is as it was."""
    source, database, back = filled(tmp_path / "there"), postgres.new(), tmp_path / "back"
    before = contents(source)
    moved = move(str(source), database)
    assert {table.name: 1 if table.name in ("clock", "heartbeat") else ROWS for table in MOVED} == moved["rows"]
    assert [("", "0")] * ROWS == postgres.do(database, "SELECT owner, epoch FROM sitting")
    assert [("object",)] * 4 == postgres.do(
        database, "SELECT json_typeof(options) FROM sitting WHERE json_typeof(options) = 'object'"
    )
    key = (source / "key").read_bytes()
    assert [(key.hex(),)] == postgres.do(database, "SELECT encode(value, 'hex') FROM shared_key")
    postgres.do(database, "UPDATE sitting SET owner = 'a gone', epoch = 9")
    assert moved["rows"] == move(database, str(back))["rows"]
    assert before == contents(source) == contents(back)
    assert [{"owner": "", "epoch": 0}] * ROWS == read(back, "SELECT owner, epoch FROM sitting")
    assert {"key", "lock", "torite.db"} == set(os.listdir(back))
    assert {0o600} == {stat.S_IMODE((back / name).stat().st_mode) for name in ("key", "torite.db")}
    assert [("9", "a gone")] == postgres.do(database, "SELECT DISTINCT epoch, owner FROM sitting")
    with closing(sqlite3.connect(back / "torite.db")) as made:
        assert (2,) == made.execute("PRAGMA auto_vacuum").fetchone(), "it gives back room from the start"


@pytest.mark.long
def test_rows_go_a_few_at_a_time_however_large(
    tmp_path: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, database = filled(tmp_path / "there", rows=40), postgres.new()
    put = moving._put
    batches: list[tuple[int, int]] = []

    async def watched(target: Any, table: Any, rows: list[dict[str, Any]]) -> None:
        batches.append((len(rows), sum(len(repr([*row.values()])) for row in rows)))
        await put(target, table, rows)

    monkeypatch.setattr(moving, "_put", watched)
    monkeypatch.setattr(moving, "AT_A_TIME", 7)
    monkeypatch.setattr(moving, "READ", 3)
    monkeypatch.setattr(moving, "MOST_LETTERS", 50_000)
    move(str(source), database)
    assert 9 == max(rows for rows, _ in batches)
    assert 300_000 < max(letters for _, letters in batches) < 400_000, "one of the largest rows, and not two"
    move(database, str(tmp_path / "back"))
    assert contents(source) == contents(tmp_path / "back")


@pytest.mark.long
def test_a_match_goes_on_where_it_was_moved_and_where_it_was_moved_back(
    fresh: Running, tmp_path: Path, postgres: Server
) -> None:
    """By the same cookie; a link that was given out before leads to its table, also one that was made anew there."""
    made: dict[str, str] = {}
    cookies: dict[str, str] = {}

    async def begin(company: Company) -> None:
        ada = company.person("Ada")
        made.update(await ada.set_table("agurk", OPEN, BOTS, options={"out_at": "99"}, start=False))
        place = await ada.sit(made["id"])
        await place.ask("start")
        await played(ada)

    async def played(ada: Any) -> None:
        player = Player(ada, made["id"])
        await player.play(lambda p: len(p.acknowledged) >= 3)
        service = services[-1]
        check_log(service.data, player, 0)
        cookies.update(ada.http.cookies)

    async def go_on(company: Company) -> None:
        ada, bo = company.person(), company.person("Bo")
        for name, value in cookies.items():
            ada.http.cookies.set(name, value)
        assert -1 == await bo.join(made)
        await played(ada)

    services = [fresh]
    run(fresh, begin)
    fresh.stop()
    database, back = postgres.new(), tmp_path / "back"
    move(str(fresh.data), database)
    services.append(Running(tmp_path / "shared", database=database, process="a", lives=PATIENCE))
    run(services[-1], go_on)
    services[-1].kill()
    with pytest.raises(BadMove, match=r": a\. Stop them first"):
        move(database, str(back))
    postgres.do(database, "UPDATE process SET until = 0")  # as long after
    move(database, str(back))
    services.append(Running(back))
    run(services[-1], go_on)
    services[-1].stop()
    assert all("Traceback" not in service.log.read_text() for service in services)


@pytest.mark.long
def test_a_database_that_nobody_has_come_to_is_a_target(tmp_path: Path, postgres: Server) -> None:
    """What processes have left there is gone, its key too; what is told from then on has numbers of its own."""
    source, database = filled(tmp_path / "there"), postgres.new()
    Running(tmp_path / "shared", database=database, process="a").stop()
    for what in (
        "notification (at, kind, about) SELECT 1, 'token', 'x' FROM generate_series(1, 3)",
        "process (id, name, until) VALUES ('b x', 'b', 1)",
    ):
        postgres.do(database, f"INSERT INTO {what}")
    move(str(source), database)
    assert [("0", "0", "1")] == postgres.do(
        database, "SELECT (SELECT count(*) FROM notification), (SELECT count(*) FROM process), count(*) FROM shared_key"
    )
    for number in (4, 5):
        told = postgres.do(
            database, "INSERT INTO notification (at, kind, about) VALUES (1, 'token', 'x') RETURNING number"
        )
        assert (str(number),) == told[0]
    move(database, str(tmp_path / "back"))
    assert contents(source) == contents(tmp_path / "back")


@pytest.mark.long
@pytest.mark.parametrize("step", ["0004", STEPS[-2]])
def test_what_is_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path, postgres: Server, step: str) -> None:
    """A folder as a start of the service would; a database where it goes to, and not where it is moved from."""
    database, source, back = postgres.new(), tmp_path / "there", tmp_path / "back"
    at_step(database, step)
    source.mkdir()
    migrate(source / "torite.db", step)
    with closing(sqlite3.connect(source / "torite.db")) as old:
        columns = [name for _, name, *_ in old.execute("PRAGMA table_info(person)")]
        old.execute(
            f"INSERT INTO person ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})", [1] * len(columns)
        )
        old.commit()
    (source / "key").write_bytes(b"k" * 32)
    moved = move(str(source), database)
    assert 1 == moved["rows"]["person"]
    assert [(STEPS[-1],)] == postgres.do(database, "SELECT version_num FROM alembic_version")
    old_one = postgres.new()
    at_step(old_one, step)
    assert 0 == move(old_one, str(back))["rows"]["person"]
    assert [(step,)] == postgres.do(old_one, "SELECT version_num FROM alembic_version")
    assert [{"version_num": STEPS[-1]}] == read(back, "SELECT version_num FROM alembic_version")


def at_step(database: str, step: str) -> None:
    """Bring a database to a step."""

    async def work() -> None:
        engine = engine_of(url_of(database))
        async with engine.begin() as connection:
            await connection.run_sync(bring_up, database, step)
        await engine.dispose()

    asyncio.run(work())


# what is refused


def test_nothing_goes_where_something_is_nor_comes_from_where_nothing_is(tmp_path: Path, postgres: Server) -> None:
    """Nor between two of a kind: each in a sentence of both languages, and nothing is changed."""
    source, database, empty, foreign = filled(tmp_path / "there"), postgres.new(), postgres.new(), postgres.new()
    postgres.do(foreign, "CREATE TABLE mine (n int)")
    move(str(source), database)
    keyed = tmp_path / "keyed"
    keyed.mkdir()
    (keyed / "key").write_bytes(b"k" * 32)
    before = contents(source)
    for from_there, to_there, said in (
        (source, tmp_path / "other", "Name a folder of data and the address"),
        (database, empty, "Name a folder of data and the address"),
        (source, "mysql://x/y", "no address of a PostgreSQL database"),
        (tmp_path / "none", empty, "nothing of Torite's in"),
        (keyed, empty, "nothing of Torite's in"),
        (empty, tmp_path / "other", "nothing of Torite's in"),
        (source, database, "something in postgresql://torite@/torite"),
        (source, foreign, "has a table mine"),
        (database, source, "a database or a key in"),
        (database, keyed, "a database or a key in"),
        (source, postgres.address("nowhere"), "no such database"),
    ):
        with pytest.raises(ToriteError) as refused:
            move(str(from_there), str(to_there))
        assert said in refused.value.say("en"), (from_there, to_there)
        assert refused.value.say("ja") != refused.value.say("en")
    assert before == contents(source)
    assert [("0",)] == postgres.do(empty, TABLES)
    assert [("1",)] == postgres.do(foreign, TABLES)
    assert not list((tmp_path / "other").glob("*"))
    assert ["key"] == [f.name for f in keyed.iterdir() if f.name != "lock"]


def test_nothing_that_is_served_is_moved_and_what_is_moved_is_not_served(tmp_path: Path, postgres: Server) -> None:
    source, database, shared = filled(tmp_path / "there"), postgres.new(), postgres.new()
    with DataFolder(source).lock(), pytest.raises(BadMove, match="stop it first"):
        move(str(source), database)
    move(str(source), database)
    DataFolder(tmp_path / "taken").make()
    with DataFolder(tmp_path / "taken").lock(), pytest.raises(BadMove, match="stop it first"):
        move(database, str(tmp_path / "taken"))
    running = Running(tmp_path / "shared", database=shared, process="c")
    try:
        with pytest.raises(BadMove, match=r"These processes serve postgresql://torite@/torite\d+: c\."):
            move(str(source), shared)
        with pytest.raises(BadMove, match="These processes serve"):
            move(shared, str(tmp_path / "other"))
    finally:
        running.stop()
    assert "Traceback" not in running.log.read_text()


def test_while_it_is_moved_nobody_writes_on_either_side(
    tmp_path: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, database = filled(tmp_path / "there"), postgres.new()
    move(str(source), database)
    put = moving._put
    waiting: list[Callable[[], None]] = []

    async def watched(target: Any, table: Any, rows: Any) -> None:
        while waiting:
            await asyncio.to_thread(waiting.pop())
        await put(target, table, rows)

    def into_file() -> None:
        assert DataFolder(source).is_locked()
        refused = pytest.raises(sqlite3.OperationalError, match="locked")
        with closing(sqlite3.connect(source / "torite.db", timeout=0)) as other, refused:
            other.execute("UPDATE person SET name = 'late'")

    def into_database() -> None:
        with pytest.raises(AssertionError, match="lock timeout"):
            postgres.do(database, "SET lock_timeout = 100; UPDATE person SET name = 'late'")

    monkeypatch.setattr(moving, "_put", watched)
    for from_there, to_there, beside in (
        (str(source), postgres.new(), into_file),
        (database, str(tmp_path / "back"), into_database),
    ):
        waiting.append(beside)
        move(from_there, to_there)
        assert not waiting


UNFIT = {
    "letters that PostgreSQL does not keep": ("UPDATE said SET text = 'a' || char(0) WHERE seat = 1", "said", "0"),
    "a name that is too long": (
        "UPDATE house_rules SET name = hex(zeroblob(50)) WHERE name = 'plain'",
        "house_rules",
        "",
    ),
    "a number that is too large": ("UPDATE result SET score = 3000000000 WHERE score = 1", "result", "1/"),
    "a text where a number belongs": ("UPDATE entry SET at = 'noon' WHERE number = 1", "entry", "/1"),
    "somebody who is not there": ("UPDATE token SET person = 99 WHERE person = 3", "token", "()"),
}


@pytest.mark.long
@pytest.mark.parametrize("what", UNFIT)
def test_a_row_that_cannot_be_kept_is_named_and_nothing_is_moved(tmp_path: Path, postgres: Server, what: str) -> None:
    """But by no hash of a token's."""
    statement, table, row = UNFIT[what]
    source, database = filled(tmp_path / "there"), postgres.new()
    with closing(sqlite3.connect(source / "torite.db")) as old:
        assert 1 == old.execute(statement).rowcount
        old.commit()
    before = contents_of_text(source)
    with pytest.raises(BadMove) as refused:
        move(str(source), database)
    said = refused.value.say("en")
    assert f"A row of the table {table} cannot be kept there" in said
    assert row in said
    assert f"{3:032}" not in said or table != "token"
    assert [("0",)] == postgres.do(database, TABLES)
    assert before == contents_of_text(source)


def test_a_table_that_cannot_be_read_is_named_and_nothing_is_moved(tmp_path: Path, postgres: Server) -> None:
    source, database = filled(tmp_path / "there"), postgres.new()
    with closing(sqlite3.connect(source / "torite.db")) as old:
        assert ROWS == old.execute("UPDATE sitting SET options = '{'").rowcount
        old.commit()
    with pytest.raises(BadMove, match="The table sitting cannot be read to its end"):
        move(str(source), database)
    assert [("0",)] == postgres.do(database, TABLES)


def test_a_disk_that_is_full_is_named_as_the_reason(
    tmp_path: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite undoes all by itself then; what fails after that, as there is nothing to undo, is no reason."""
    source, database = filled(tmp_path / "there"), postgres.new()
    move(str(source), database)
    real = moving._file
    monkeypatch.setattr(moving, "_file", lambda *more: real(*more, "max_page_count = 1"))  # as many as there are
    with pytest.raises(BadFolder, match="There is no room on the disk") as fault:
        move(database, str(tmp_path / "back"))
    assert "torite restore" not in fault.value.say("en")
    assert not [file.name for file in (tmp_path / "back").iterdir() if file.name != "lock"]


def contents_of_text(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "torite.db")) as database:
        return list(database.iterdump())


@pytest.mark.long
@pytest.mark.parametrize(
    "alter",
    [
        lambda rows: rows[1:],
        lambda rows: [{**rows[0], "finished_at": 0.5}, *rows[1:]],
        lambda rows: [{**row, "won": bool(row["won"])} for row in rows],
        lambda rows: [{**row, "variant": "ほか" if row["variant"] == "plain" else row["variant"]} for row in rows],
    ],
    ids=["a row is missing", "a number is another", "unknown is not no", "a text is another"],
)
@pytest.mark.parametrize("way", ["there", "back"])
def test_what_arrives_otherwise_than_it_was_sent_is_noticed(
    tmp_path: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch, alter: Callable[[Any], Any], way: str
) -> None:
    source, database, back = filled(tmp_path / "there"), postgres.new(), tmp_path / "back"
    put = moving._put

    async def altered(target: Any, table: Any, rows: Any) -> None:
        await put(target, table, alter(rows) if table.name == "result" else rows)

    if way == "back":
        move(str(source), database)
    monkeypatch.setattr(moving, "_put", altered)
    with pytest.raises(BadMove, match="the table result is not what was sent"):
        move(*((str(source), database) if way == "there" else (database, str(back))))
    if way == "there":
        assert [("0",)] == postgres.do(database, TABLES)
    else:
        assert ["lock"] == os.listdir(back)


# kills

#: Moves in forks, each killed after so many statements or calls to the system; prints how many there are.
KILLED = """
import os, signal, sys
import alembic.command, asyncpg, sqlalchemy as sql
import sqlalchemy.dialects.postgresql.asyncpg, sqlalchemy.dialects.sqlite.aiosqlite
from torite.service.moving import move
source, target, *after = sys.argv[1:]
done = 0
def count(*_):
    global done
    done += 1
    if done == left:
        os.kill(os.getpid(), signal.SIGKILL)
def counted(name):
    real = getattr(os, name)
    def call(*arguments, **more):
        count()
        return real(*arguments, **more)
    setattr(os, name, call)
for name in ("link", "rename", "replace", "unlink", "fsync", "mkdir", "rmdir"):
    counted(name)
for event in ("after_cursor_execute", "commit"):
    sql.event.listen(sql.Engine, event, count)
for left in map(int, after):
    child = os.fork()
    if not child:
        move(source, target.format(left))
        print(done, flush=True)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert status == (signal.SIGKILL if left else 0), status
"""


def killed(source: str, target: str, after: list[int]) -> int:
    """Move, killed after so many steps, to a target with that number in its name; return how many there are."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, source, target, *map(str, after)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return int(done.stdout or 0)


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="it is killed in forks")
def test_killed_at_any_moment_it_leaves_a_database_with_nothing(tmp_path: Path, postgres: Server) -> None:
    source, database = filled(tmp_path / "there"), postgres.new()
    steps = killed(str(source), postgres.new(), [0])
    assert steps > 60
    spread = sorted({*range(2, steps, steps // 6), *range(steps - 3, steps + 1)})
    assert 0 == killed(str(source), database, spread)
    assert [("0",)] == postgres.do(database, TABLES)
    move(str(source), database)
    move(database, str(tmp_path / "back"))
    assert contents(source) == contents(tmp_path / "back")


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="it is killed in forks")
def test_killed_at_any_moment_it_leaves_a_folder_with_nothing_or_with_everything(
    tmp_path: Path, postgres: Server
) -> None:
    """What a start of the service has to finish, it finishes; else it is moved again."""
    source, database = filled(tmp_path / "there"), postgres.new()
    move(str(source), database)
    steps = killed(database, str(tmp_path / "whole"), [0])
    spread = sorted({*range(2, steps, steps // 5), *range(steps - 14, steps + 1, 2)})
    killed(database, f"{tmp_path}/killed-{{}}", spread)
    whole = []
    for after in spread:
        place = tmp_path / f"killed-{after}"
        if place.is_dir():
            DataFolder(place).finish_restore()
        whole.append((place / "torite.db").exists())
        assert whole[-1] == (place / "key").exists()
        if not whole[-1]:
            move(database, str(place))
        assert contents(source) == contents(place)
        with DataFolder(place).ready():
            assert not [file for file in place.iterdir() if file.name.startswith("restore")]
    assert whole == sorted(whole)
    assert {True, False} == set(whole)


def test_what_was_cut_off_and_is_finished_by_the_next_move_is_told(tmp_path: Path, postgres: Server) -> None:
    source, database = filled(tmp_path / "there"), postgres.new()
    move(str(source), database)
    target = tmp_path / "back"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DataFolder, "finish_restore", finish_or_die)
        with pytest.raises(KeyboardInterrupt):
            move(database, str(target))
    assert [READY] == [file.name for file in target.iterdir() if file.is_dir()]
    with pytest.raises(BadMove, match="has been finished now, and nothing more was moved") as told:
        move(database, str(target))
    assert str(target) in told.value.say("ja")
    assert contents(source) == contents(target)


def finish_or_die(folder: DataFolder) -> None:
    if folder.is_unfinished:
        raise KeyboardInterrupt


# the command


def test_the_command_says_what_it_has_moved_and_no_password(
    tmp_path: Path, postgres: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    source, database = filled(tmp_path / "there"), postgres.new().replace("torite@", "torite:secret@")
    for language in ("en", "ja"):
        assert 0 == torite(["move-data", "--help", "--language", language])
        assert "torite move-data /srv/torite postgresql://torite@db/torite" in capsys.readouterr().out
    assert 0 == torite(["move-data", str(source), database, "--language", "en"])
    said = capsys.readouterr()
    assert "5 people, 5 tables, 5 entries" in said.out
    assert 0 == torite(["move-data", database, str(tmp_path / "back"), "--json"])
    told = capsys.readouterr()
    assert f'"person": {ROWS}' in told.out
    for language in ("en", "ja"):
        assert 2 == torite(["move-data", str(source), database, "--language", language])
        refused = capsys.readouterr()
        assert ("", 1) == (refused.out, refused.err.count("\n"))
        assert "secret" not in said.out + said.err + told.out + told.err + refused.err

"""Databases of earlier versions are brought up to date, with all that they hold."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic import command
from alembic.config import Config

from tests.patience import PATIENCE
from tests.service.client import Company, run
from tests.service.conftest import ROOT, Running
from torite.service.bad_folder import BadFolder
from torite.service.migrations import FOLDER, STEPS, migrate
from torite.service.schema import metadata

#: A start that a kill ends after as many statements as it is told.
DYING = """
import os, signal, sys, sqlalchemy
from torite.terminal.main import main
left = int(sys.argv[1])
def count(*_):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
sqlalchemy.event.listen(sqlalchemy.Engine, "after_cursor_execute", count)
main(["serve", "--no-browser", "--port", sys.argv[2], "--data", sys.argv[3]])
"""


def shape(engine: sql.Engine | sql.Connection) -> dict[str, Any]:
    """Tell the columns, keys and indexes of a database."""
    found = sql.inspect(engine)
    return {
        table: (
            {column["name"]: (str(column["type"]), column["nullable"]) for column in found.get_columns(table)},
            found.get_pk_constraint(table)["constrained_columns"],
            sorted((key["constrained_columns"], key["referred_table"]) for key in found.get_foreign_keys(table)),
            sorted((index["name"], index["column_names"], index["unique"]) for index in found.get_indexes(table)),
        )
        for table in found.get_table_names()
        if table != "alembic_version"
    }


def test_the_steps_lead_to_the_tables_that_are_declared(tmp_path: Path) -> None:
    migrate(tmp_path / "stepped.db")
    stepped, declared = (sql.create_engine(f"sqlite:///{tmp_path / name}.db") for name in ("stepped", "declared"))
    metadata.create_all(declared)
    assert shape(declared) == shape(stepped)


@pytest.mark.parametrize("twice", [False, True])
def test_a_match_from_before_there_were_daily_deals_goes_on(tmp_path: Path, twice: bool) -> None:
    """A table of the first version, half-way: its settings lack what came later."""
    data = tmp_path / "data"
    fresh = Running(data)

    async def begin(company: Company) -> tuple[dict[str, str], dict[str, str]]:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", {"kind": "bot", "bot": "simple"})
        place = await ada.sit(made["id"])
        await place.play_on(lambda p: p.scene.get("number", 0) > 6 and p.turn)
        return made, dict(ada.http.cookies)

    made, cookies = run(fresh, begin)
    fresh.stop()
    old = tmp_path / "old"
    old.mkdir()
    shutil.copy(data / "key", old)
    migrate(old / "torite.db", "0001")
    with closing(sqlite3.connect(old / "torite.db")) as database:
        database.execute("ATTACH ? AS new", (str(data / "torite.db"),))
        for table in ("person", "sitting", "seat", "entry", "said"):
            names = ", ".join(row[1] for row in database.execute(f"PRAGMA main.table_info({table})"))
            taken = names.replace("token_hash", "(SELECT hash FROM new.token WHERE person = person.id)")
            database.execute(f"INSERT INTO main.{table} ({names}) SELECT {taken} FROM new.{table}")
        database.execute("UPDATE sitting SET settings = json_remove(settings, '$.scored')")
        database.commit()
    if twice:
        migrate(old / "torite.db")
    later = Running(old)
    try:

        async def go_on(company: Company) -> None:
            ada = company.person("Ada")
            for name, value in cookies.items():
                ada.http.cookies.set(name, value)
            place = await ada.sit(made["id"])
            await place.until(lambda p: p.scene)
            number = place.scene["number"]
            assert number > 6
            assert "" == place.table["daily"]
            await place.play_on(lambda p: p.turn and p.scene["number"] > number + 3)
            assert "done" == (await place.ask("undo", number=place.scene["number"]))["type"]

        run(later, go_on)
    finally:
        later.stop()
    assert "Traceback" not in later.log.read_text()


# a kill in the midst of it


def fill(path: Path) -> None:
    """Put rows into every table that an older database has; more than SQLite keeps in memory in these tests."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA foreign_keys = ON")
        for table in metadata.sorted_tables:
            if table.name in ("heartbeat", "clock"):
                continue  # has one row, which is there
            columns = database.execute(f"PRAGMA table_info({table.name})").fetchall()
            for n in range(40 if columns else 0):
                values = [value(table.name, name, kind, n) for _, name, kind, *_ in columns]
                database.execute(f"INSERT INTO {table.name} VALUES ({', '.join('?' * len(values))})", values)
        database.commit()


def value(table: str, column: str, kind: str, n: int) -> Any:
    if (table, column) in {("person", "id"), ("sitting", "host"), ("shared_key", "id")} or column == "person":
        return n
    if column in ("sitting", "id") or (table, column) in {
        ("note", "replay"),
        ("variations", "replay"),
        ("shared_notes", "replay"),
        ("judged", "replay"),
    }:
        return f"table {n}"
    if "CHAR" in kind or kind == "TEXT":
        return f"{column} {n}" + " of many" * (n if column in ("line", "record") else 0)
    return json.dumps({column: n}) if kind == "JSON" else n


def contents(path: Path) -> str:
    """Return all that a database holds, as text: its tables, indexes and rows."""
    with closing(sqlite3.connect(path)) as database:
        assert [("ok",)] == database.execute("PRAGMA integrity_check").fetchall()
        assert [] == database.execute("PRAGMA foreign_key_check").fetchall()
        return "\n".join(database.iterdump())


def apart_from_the_clock(path: Path) -> list[str]:
    """Return the same line by line, without the time that a running service writes down."""
    return [line for line in contents(path).splitlines() if not line.startswith('INSERT INTO "clock"')]


@contextmanager
def each_statement(do: Callable[[], None]) -> Iterator[None]:
    """Do something after each statement that SQLAlchemy runs within, and before it writes them for good."""
    events = ("after_cursor_execute", "commit")
    told = {event: lambda *_: do() for event in events}

    def little_memory(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA cache_size = 1")  # so that what is not for good yet is on disk already

    sql.event.listen(sql.Engine, "connect", little_memory)
    for event in events:
        sql.event.listen(sql.Engine, event, told[event])
    try:
        yield
    finally:
        sql.event.remove(sql.Engine, "connect", little_memory)
        for event in events:
            sql.event.remove(sql.Engine, event, told[event])


def left_by_kills(path: Path, to: Path, work: Callable[[Path], None]) -> list[Path]:
    """Do some work on a database; return the copies that kills after each of its statements would have left.

    A kill leaves what the process has given to the system: what the files hold at that moment, for everybody who reads.
    """
    left: list[Path] = []

    def copy() -> None:
        left.append(to / str(len(left)))
        shutil.copytree(path.parent, left[-1])

    with each_statement(copy):
        work(path)
    return left


def as_before(path: Path) -> None:
    """Run the next step as it once was: each statement for good by itself."""
    with closing(sqlite3.connect(path)) as database:
        known = database.execute("SELECT name FROM sqlite_master WHERE name = 'alembic_version'").fetchall()
        at = database.execute("SELECT version_num FROM alembic_version").fetchone() if known else None
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    engine = sql.create_engine(f"sqlite:///{path}", isolation_level="AUTOCOMMIT", poolclass=sql.NullPool)
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, STEPS[STEPS.index(at[0]) + 1 if at else 0])


def starts_again(beside: Path, step: str, work: Callable[[Path], None], every: int = 1) -> tuple[int, int]:
    """Kill some work on a step's database after every so many statements; count the kills, and those in its midst."""
    began = beside / "began" / "torite.db"
    began.parent.mkdir(parents=True)
    if step:
        migrate(began, step)
        fill(began)
    whole = beside / "whole.db"
    if step:
        shutil.copy(began, whole)
    migrate(whole)
    wanted = contents(whole)
    left = left_by_kills(began, beside / "left", work)[::every]
    midst = 0
    for folder in left:
        midst += any(file.stat().st_size for file in folder.iterdir() if file.suffix in (".db-journal", ".db-wal"))
        migrate(folder / "torite.db")
        assert wanted == contents(folder / "torite.db"), folder
    migrate(began)
    assert wanted == contents(began)
    return len(left), midst


@pytest.mark.long
@pytest.mark.parametrize("step", ["", *STEPS[:-1]])
def test_a_kill_in_the_midst_of_the_steps_leaves_a_database_that_starts_with_everything(
    tmp_path: Path, step: str
) -> None:
    kills, midst = starts_again(tmp_path, step, migrate, every=5)
    assert kills > 5
    assert midst


@pytest.mark.slow
def test_kills_after_every_statement_of_every_step_leave_databases_that_start_with_everything(tmp_path: Path) -> None:
    counted = [starts_again(tmp_path / step, step, migrate) for step in ("", *STEPS[:-1])]
    print({"kills": sum(kills for kills, _ in counted), "in the midst": sum(midst for _, midst in counted)})
    assert sum(kills for kills, _ in counted) > 200


@pytest.mark.long
@pytest.mark.parametrize("step", ["", "0001", "0002", "0003"])
def test_half_a_step_that_an_older_version_left_is_gone_on_with(tmp_path: Path, step: str) -> None:
    """The first four steps were once written statement by statement; kills after each of them."""
    kills, _ = starts_again(tmp_path, step, as_before)
    assert kills >= 4


@pytest.mark.long
@pytest.mark.parametrize("statements", [3, 12, 20])
def test_a_first_start_that_is_killed_is_made_good_by_the_next(tmp_path: Path, statements: int) -> None:
    killed(tmp_path / "data", statements)
    again = Running(tmp_path / "data")
    again.stop()
    assert "Traceback" not in again.log.read_text()


@pytest.mark.slow
def test_a_service_killed_after_any_statement_of_its_upgrade_starts_with_everything(tmp_path: Path) -> None:
    """By real kills of the whole service, over the oldest database; each start goes on where the last was killed."""
    data, whole, counted = tmp_path / "data" / "torite.db", tmp_path / "whole.db", tmp_path / "counted" / "torite.db"
    data.parent.mkdir()
    (data.parent / "key").write_bytes(bytes(range(32)))
    migrate(data, "0001")
    fill(data)
    counted.parent.mkdir()
    for copy in (whole, counted):
        shutil.copy(data, copy)
    kills = len(left_by_kills(counted, tmp_path / "left", migrate)) - 1  # the last is written for good
    migrate(whole)
    for statements in range(1, kills + 1):
        killed(data.parent, statements)
    print({"kills": kills})
    assert kills > 30
    again = Running(data.parent)
    again.stop()
    assert apart_from_the_clock(whole) == apart_from_the_clock(data)


def killed(data: Path, statements: int) -> None:
    """Start a service that is killed after so many statements."""
    ended = subprocess.run(
        [sys.executable, "-c", DYING, str(statements), "0", str(data)], cwd=ROOT, capture_output=True, timeout=PATIENCE
    )
    assert -signal.SIGKILL == ended.returncode, ended.stderr.decode()
    assert b"Torite is at" not in ended.stdout


def test_a_database_that_cannot_be_brought_up_to_date_is_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "torite.db"
    migrate(path, "0003")
    fill(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP TABLE replay")
        database.commit()
    before = contents(path)
    with pytest.raises(sql.exc.OperationalError, match="no such table"):
        migrate(path)
    assert before == contents(path)


def test_a_database_that_lacks_what_is_declared_is_not_begun_with(tmp_path: Path) -> None:
    path = tmp_path / "torite.db"
    migrate(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("ALTER TABLE entry DROP COLUMN cid")
    with pytest.raises(BadFolder, match=r"no such column: entry\.cid"):
        migrate(path)


def test_a_step_that_loses_what_others_refer_to_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "torite.db"
    migrate(path, "0004")
    fill(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE TRIGGER lose AFTER UPDATE ON replay BEGIN DELETE FROM sitting WHERE id = 'table 7'; END"
        )
        database.commit()
    before = contents(path)
    with pytest.raises(BadFolder, match="FOREIGN KEY"):
        migrate(path)
    assert before == contents(path)


def test_a_row_that_referred_to_nothing_before_does_not_stand_in_the_way(tmp_path: Path) -> None:
    path = tmp_path / "torite.db"
    migrate(path, "0004")
    fill(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM person WHERE id = 7")
        database.commit()
    migrate(path)
    with closing(sqlite3.connect(path)) as database:
        assert [(7,)] == database.execute(
            "SELECT host FROM sitting WHERE host NOT IN (SELECT id FROM person)"
        ).fetchall()

"""Databases of earlier versions are brought up to date, with all that they hold."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic import command
from alembic.config import Config

from tests.service.client import Company, run
from tests.service.conftest import Running
from torite.service import storage
from torite.service.storage import metadata, migrate

STEPS = Path(storage.__file__).parent / "migrations"


def up_to(path: Path, step: str) -> None:
    """Make a database as an earlier version left it."""
    config = Config()
    config.set_main_option("script_location", str(STEPS))
    config.set_main_option("sqlalchemy.url", f"sqlite:///{path}")
    command.upgrade(config, step)


def shape(engine: sql.Engine) -> dict[str, Any]:
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
    up_to(old / "torite.db", "0001")
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

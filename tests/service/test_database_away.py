"""A database that cannot be asked is told of as such: nobody reads that so much is to be done."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.patience import until_so
from tests.service.client import Company, run
from tests.service.leaving import serving
from tests.service.postgres_server import Server
from torite.service import postgres as service_postgres
from torite.service.postgres import url_of
from torite.service.storage import Storage, Unkept, Unread


@pytest.fixture
def database(postgres: Server) -> str:
    return postgres.new()


def test_a_database_that_lets_nobody_in_is_away(postgres: Server, tmp_path: Path) -> None:
    """As when other programs have all its connections: everything is told to be tried again, and `/ready` says so."""
    name = f"role{url_of(database := postgres.new()).database}"
    postgres.do(database, f"CREATE ROLE {name} LOGIN; ALTER DATABASE {url_of(database).database} OWNER TO {name}")
    postgres.do(database, f"GRANT ALL ON SCHEMA public TO {name}")
    address = database.replace(f"{url_of(database).username}@", f"{name}@")
    with serving(tmp_path, database=address, process="a") as running:

        async def ask(company: Company) -> None:
            ann = company.person("Ann")
            await ann.post("me", {"name": "Ann"})
            postgres.do(database, f"ALTER ROLE {name} CONNECTION LIMIT 0")
            postgres.do(database, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{name}'")
            told = [await ann.http.get(f"/api/{what}") for what in ("matches", "account", "replays/none", "tables")]
            told.append(await ann.http.post("/api/me", json={"name": "Anna"}))
            assert {(503, "2", "away")} == {
                (answer.status_code, answer.headers.get("retry-after"), answer.json()["code"]) for answer in told
            }, [answer.text for answer in told]
            for one in (told[0], told[-1]):
                assert "cannot reach its database just now" in one.json()["say"]
            assert "データベースにつながらず" in (await ann.http.get("/api/account?language=ja")).json()["say"]
            watched = await ann.http.get("/ready")
            assert (503, "away\n") == (watched.status_code, watched.text)
            postgres.do(database, f"ALTER ROLE {name} CONNECTION LIMIT -1")
            assert 200 == (await ann.http.get("/api/account")).status_code

        run(running, ask)


def test_a_database_that_took_nothing_for_a_while_takes_everything_again(postgres: Server, tmp_path: Path) -> None:
    """As while another takes its place: a line that was made meanwhile would take nothing for good."""
    name = url_of(database := postgres.new()).database
    with serving(tmp_path, database=database, process="a") as running:

        async def ask(company: Company) -> None:
            ann = company.person("Ann")
            await ann.post("me", {"name": "Ann"})
            postgres.do(database, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            postgres.do(database, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
                                  " AND pid <> pg_backend_pid()")  # fmt: skip
            told = await ann.http.post("/api/me", json={"name": "Anna"})
            assert (503, "away") == (told.status_code, told.json()["code"])
            assert 200 == (await ann.http.get("/api/account")).status_code
            postgres.do(
                database, f"BEGIN READ WRITE; ALTER DATABASE {name} RESET default_transaction_read_only; COMMIT"
            )

            async def ready() -> bool:
                return 200 == (await ann.http.get("/ready")).status_code

            await until_so(ready)
            await ann.post("me", {"name": "Annabel"})

        run(running, ask)


@pytest.mark.parametrize(
    ("state", "code", "told"),
    [
        *((state, "away", "cannot reach its database") for state in ("57P01", "08006", "53300", "28000", "25006")),
        *((state, "busy", "too much to do") for state in ("57014", "55P03", "40P01")),
        ("53100", "unkept", "could not be kept safe"),
        ("", "away", "cannot reach its database"),
    ],
)
def test_what_a_database_lacks_is_told_of_it(database: str, state: str, code: str, told: str) -> None:
    """One that is away, one that has much to do, and one whose disk is full are three things."""
    found: Exception = OSError("no way to it")
    if state:
        found = sql.exc.DBAPIError("SELECT 1", {}, type("Found", (Exception,), {"sqlstate": state})("it says so"))

    async def look() -> None:
        kept, _ = await Storage.at(url_of(database))
        with mock.patch.object(AsyncEngine, "connect", side_effect=found), pytest.raises(Unread) as no:
            await kept.changed(sql.text("SELECT 1"))
        await kept.close()
        assert code == no.value.code
        assert told in no.value.say("en")

    asyncio.run(look())


def test_who_waits_in_vain_for_a_database_that_is_away_is_told_that_it_is(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("torite.service.storage.READ_WITHIN", 0.05)

    async def look() -> None:
        kept, _ = await Storage.at(url_of(database))
        pool: Any = kept.engine.pool
        with mock.patch.object(AsyncEngine, "connect", side_effect=OSError), pytest.raises(Unread):
            await kept.rows(sql.text("SELECT 1"))
        async with AsyncExitStack() as all_taken:
            while pool.checkedout() < pool.size() + pool._max_overflow:
                await all_taken.enter_async_context(kept.engine.connect())
            with pytest.raises(Unread, match="cannot reach its database"):
                await kept.rows(sql.text("SELECT 1"))
        await kept.rows(sql.text("SELECT 1"))
        await kept.close()

    asyncio.run(look())


def test_a_question_that_takes_too_long_is_no_database_that_is_away(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert int(service_postgres.SETTINGS["statement_timeout"]) < 1000 * service_postgres.ANSWERING
    monkeypatch.setitem(service_postgres.SETTINGS, "statement_timeout", "100")

    async def look() -> None:
        kept, _ = await Storage.at(url_of(database))
        with pytest.raises(Unread, match="too much to do"):
            await kept.rows(sql.text("SELECT pg_sleep(30)"))
        await kept.close()

    asyncio.run(look())


def test_what_nobody_knows_of_is_not_told_to_be_undone(database: str) -> None:
    """The database is lost while it is told to keep something."""

    async def look() -> None:
        kept, _ = await Storage.at(url_of(database))
        lost = mock.patch("sqlalchemy.engine.Connection._commit_impl", side_effect=OSError)
        with lost, pytest.raises(Unkept, match="may have been done, or not"):
            await kept.write((sql.text("SELECT 1"), []))
        await kept.close()

    asyncio.run(look())

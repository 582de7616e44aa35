"""A process takes its name back however the one that had it ended, and leaves it to one that lives."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from tests.patience import PATIENCE
from tests.service.conftest import ROOT, Running, free_port
from tests.service.postgres_server import Server
from torite.service import leases, schema
from torite.service.leases import FORGOTTEN, NOW, SharedLeases
from torite.service.postgres import BadDatabase, url_of
from torite.service.storage import Storage, Unread

LASTS, BEAT = 1.0, 0.2
#: The command, whose database looks free to its first look at it.
UNSEEN = """
import sys
from torite.service import web
from torite.terminal.main import main
async def check(config): pass
web.check = check
main(sys.argv[1:])
"""


@pytest.fixture
def database(postgres: Server) -> str:
    return postgres.new()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for long until somebody has ended."""
    monkeypatch.setattr(leases, "LASTS", LASTS)
    monkeypatch.setattr(leases, "BEAT", BEAT)


def with_database(address: str, work: Callable[[Storage], Awaitable[None]]) -> None:
    async def done() -> None:
        kept, _ = await Storage.at(url_of(address))
        try:
            await work(kept)
        finally:
            await kept.close()

    asyncio.run(done())


async def lives(kept: Storage, seconds: float, id_: str = "a before") -> None:
    """Have another process of the name live for some seconds from now."""
    own = schema.process
    rows = {"id": id_, "name": "a", "until": NOW + seconds}
    await kept.changed(sql.delete(own).where(own.c.id == id_), sql.insert(own).values(rows))


@pytest.mark.usefixtures("quick")
def test_a_last_word_that_comes_late_is_waited_for_too(database: str) -> None:
    """What a process says while the database is away may be heard when it has ended."""

    async def look(kept: Storage) -> None:
        await lives(kept, LASTS)
        one = SharedLeases(kept, "a")
        begins = asyncio.create_task(one.begin())
        await asyncio.sleep(LASTS / 2)
        await lives(kept, LASTS)
        await begins
        assert ["a"] == await one.living()
        assert await one.is_first()

    with_database(database, look)


@pytest.mark.usefixtures("quick")
def test_what_it_has_said_itself_without_an_answer_is_in_nobodys_way(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look(kept: Storage) -> None:
        saying, unanswered = kept.changed, iter(range(1))

        async def late(*what: Any, **more: Any) -> Any:
            if next(unanswered, None) is None:
                return await saying(*what, **more)
            await asyncio.sleep(LASTS)  # so that it has the name for longer than anybody is waited for
            await saying(*what, **more)
            raise Unread

        await lives(kept, LASTS / 2)
        monkeypatch.setattr(kept, "changed", late)
        one = SharedLeases(kept, "a")
        await one.begin()
        assert ["a"] == await one.living()

    with_database(database, look)


@pytest.mark.usefixtures("quick")
def test_one_that_says_nothing_has_the_name_no_longer_than_it_may(database: str) -> None:
    """Where the database's clock has been set back, a process that has ended lives for as long by it."""

    async def look(kept: Storage) -> None:
        await lives(kept, 3600.0)
        one = SharedLeases(kept, "a")
        await one.begin()
        assert ["a"] == await one.living()
        assert await one.is_first()

    with_database(database, look)


@pytest.mark.usefixtures("quick")
def test_one_that_goes_on_living_keeps_its_name(database: str) -> None:
    async def look(kept: Storage) -> None:
        async def live() -> None:
            while True:
                await lives(kept, LASTS)
                await asyncio.sleep(BEAT)

        await lives(kept, LASTS)
        living = asyncio.create_task(live())
        with pytest.raises(BadDatabase, match="named a serves"):
            await SharedLeases(kept, "a").begin()
        living.cancel()
        await asyncio.wait([living])
        assert [{"id": "a before"}] == await kept.rows(sql.select(schema.process.c.id))

    with_database(database, look)


@pytest.mark.usefixtures("quick")
def test_of_two_that_begin_in_one_instant_one_has_the_name(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has looked before the other has said anything."""

    async def look(kept: Storage) -> None:
        looking, looked, both = kept.rows, iter(range(2)), asyncio.Event()

        async def rows(query: Any) -> Any:
            found = await looking(query)
            if next(looked, 1):
                both.set()
            await both.wait()
            return found

        monkeypatch.setattr(kept, "rows", rows)
        two = [SharedLeases(kept, "a") for _ in range(2)]
        begins = {asyncio.create_task(one.begin()): one for one in two}
        done, begin = await asyncio.wait(begins, return_when=asyncio.FIRST_COMPLETED)
        assert 1 == len(done)
        (first,) = done
        living = asyncio.create_task(begins[first].watch(lambda lost: None, dict, lambda: None))
        (second,) = begin
        with pytest.raises(BadDatabase, match="named a serves"):
            await second
        living.cancel()
        await asyncio.wait([living])
        assert [{"id": begins[first].id}] == await kept.rows(sql.select(schema.process.c.id))

    with_database(database, look)


@pytest.mark.usefixtures("quick")
def test_whoever_lives_takes_away_what_processes_that_were_killed_have_left(database: str) -> None:
    """Also by a clock that was set back, by which one that has ended would live for an hour."""

    async def look(kept: Storage) -> None:
        own = schema.process
        one = SharedLeases(kept, "a")
        await one.begin()
        rows = {"killed": -2 * FORGOTTEN, "just": -LASTS, "ahead": 3600.0}
        await kept.changed(sql.insert(own).values([{"id": n, "name": n, "until": NOW + s} for n, s in rows.items()]))
        assert ["a", "ahead"] == await one.living()
        lives = asyncio.create_task(one.watch(lambda lost: None, dict, lambda: None))
        try:
            while await one.living() != ["a"]:
                await asyncio.sleep(BEAT)
        finally:
            lives.cancel()
            await asyncio.wait([lives])
        left = await kept.rows(sql.select(own.c.id).where(own.c.name != "a").order_by(own.c.id))
        assert [{"id": "ahead"}, {"id": "just"}] == left

    with_database(database, look)


def test_what_is_refused_only_when_it_begins_is_told_in_a_sentence_too(database: str, tmp_path: Path) -> None:
    """As when another process takes the name between the first look and the start."""
    running = Running(tmp_path / "a", database=database, process="a")
    told = tmp_path / "told"
    told.mkdir()
    try:
        command = [sys.executable, "-c", UNSEEN, "serve", "--no-browser", "--port", str(free_port()), "--thinkers", "0",
                   "--database", database, "--process", "a", "--data", str(told)]  # fmt: skip
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    finally:
        running.stop()
    assert 2 == ended.returncode, ended.stderr
    assert "A process named a serves this database already" in ended.stderr
    assert 1 == len(ended.stderr.strip().splitlines()), ended.stderr

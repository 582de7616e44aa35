"""The wall clock is set forward and back while people play: whoever is at a table notices nothing, nothing is lost."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from tests.patience import until_so
from tests.service.client import BOTS, OPEN, Company, run
from tests.service.conftest import Running
from tests.service.filled import person, with_storage
from tests.service.leaving import posts
from tests.service.players import Player, kept_entries, read
from torite.service import devices, storage
from torite.service.admin import Admin
from torite.service.config import Retention
from torite.service.migrations import migrate
from torite.service.retention import Deleting
from torite.service.storage import Storage
from torite.service.users import Person
from torite.service.wall_clock import BELIEVED, JUMP, WallClock

DAY = 24 * 3600.0
SOON = {"unbegun": 30, "unfinished": 30, "finished": 30, "replays": 30, "people": 30, "every": 0.0001}


class Clock:
    """What a service takes for the time, beside what it is."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.off_by(0)

    def off_by(self, days: float) -> None:
        new = self.file.with_suffix(".new")
        new.write_text(f"{days * DAY}")
        os.replace(new, self.file)


@contextmanager
def serving_by(folder: Path, **settings: Any) -> Iterator[tuple[Running, Clock]]:
    clock = Clock(folder / "clock")
    service = Running(folder / "data", fixed=True, clock=str(clock.file), **settings)
    try:
        yield service, clock
    finally:
        service.stop()
    assert "Traceback" not in service.log.read_text(), service.log.read_text()


async def clock_is_kept(service: Running) -> None:
    await until_so(lambda: read(service.data, "SELECT at FROM clock WHERE at > 0"))


def acted(number: int) -> Any:
    return lambda player: len(player.acknowledged) >= number


@pytest.mark.parametrize("days", [(100, -100, 0), (-100, 100, 0)])
def test_people_play_on_whatever_the_clock_says(tmp_path: Path, days: tuple[int, ...]) -> None:
    """Their acknowledged moves are kept; others come, set tables, and say something meanwhile."""

    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, BOTS, options={"out_at": "30"}, start=False)
        await bo.join(made)
        place = await ada.sit(made["id"])
        await place.ask("start")
        players = [Player(each, made["id"]) for each in (ada, bo)]
        for turn, off_by in enumerate((0, *days), start=1):
            clock.off_by(off_by)
            await asyncio.gather(*(player.play(acted(4 * turn)) for player in players))
            assert "done" == (await place.ask("say", text=f"day {off_by}"))["type"]
            new = company.person(f"Cy{turn}")
            table = await new.set_table("agurk", BOTS)
            assert [table["id"]] == [one["id"] for one in await new.get("tables")]
            assert await ada.get("tables")
        log = kept_entries(service.data, made["id"])
        for player in players:
            cids = [f"{act.cid}" for act in player.acknowledged]
            assert len(cids) >= 16
            assert all(any(row["cid"].endswith(f":{cid}") for row in log) for cid in cids)
        assert list(range(len(log))) == [row["number"] for row in log]

    with serving_by(tmp_path) as (service, clock):
        run(service, play)


def test_a_clock_that_is_set_forward_deletes_nothing(tmp_path: Path) -> None:
    """Neither tables nor people that were here today; the log says why."""

    async def play(company: Company) -> None:
        ada, eve = company.person("Ada"), company.person("Eve")
        await eve.post("me", {"name": "Eve"})
        made = await ada.set_table("agurk", BOTS)
        place = await ada.sit(made["id"])
        await place.until(lambda p: p.turn)
        await place.close()
        waiting = await ada.set_table("agurk", OPEN, start=False)
        await clock_is_kept(service)
        clock.off_by(100)
        await until_so(lambda: "the clock is ahead" in service.log.read_text())
        for _ in range(20):
            await asyncio.sleep(0.1)
            assert {made["id"], waiting["id"]} == {one["id"] for one in await ada.get("tables")}
        assert (await eve.get("start"))["me"]["known"]
        clock.off_by(0)
        again = await ada.sit(made["id"])
        await again.until(lambda p: p.turn)
        assert {"Ada", "Eve"} <= {row["name"] for row in read(service.data, "SELECT name FROM person")}

    with serving_by(tmp_path, retention=SOON, first=0.1) as (service, clock):
        run(service, play)


def test_what_the_clock_says_is_kept_from_the_start(tmp_path: Path) -> None:
    """A service that ran for seconds is begun again with a clock that is set forward: nothing is deleted."""

    async def play(company: Company) -> None:
        await company.person("Ada").set_table("agurk", BOTS)
        await clock_is_kept(service)

    async def wait(company: Company) -> None:
        await until_so(lambda: "the clock is ahead" in service.log.read_text())
        await asyncio.sleep(1)

    with serving_by(tmp_path, retention=SOON, first=60) as (service, clock):
        run(service, play)
        service.stop()
        clock.off_by(100)
        service.settings["first"] = 0.1
        service.start()
        run(service, wait)
        assert ["Ada"] == [row["name"] for row in read(service.data, "SELECT name FROM person")]
        assert 1 == len(read(service.data, "SELECT id FROM sitting"))


def test_what_is_old_is_told_by_the_time_that_was_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock may be set forward between the look at it and what is deleted then."""

    async def work(kept: Storage) -> None:
        now, retention = storage.now(), Retention(people=30)
        await person(kept, 1)
        monkeypatch.setattr(storage, "now", lambda: now + DAY)
        at = await WallClock(kept).believed()
        monkeypatch.setattr(storage, "now", lambda: now + 100 * DAY)
        assert 1 == (await Deleting(kept, retention).count())["people"]
        assert 0 == (await Deleting(kept, retention, at=at).run()).total()

    with_storage(tmp_path, work)


@pytest.mark.parametrize("set_while_it_runs", [True, False])
def test_a_clock_that_is_set_forward_deletes_nothing_after_a_start_either(
    tmp_path: Path, set_while_it_runs: bool
) -> None:
    """However often it is killed and started; and while it goes on, for three days of running."""
    made: dict[str, str] = {}

    async def begin(company: Company) -> None:
        ada = company.person("Ada")
        made.update(await ada.set_table("agurk", BOTS))
        place = await ada.sit(made["id"])
        await place.until(lambda p: p.turn)
        await clock_is_kept(service)

    async def wait(company: Company) -> None:
        await asyncio.sleep(1.5)

    async def wait_until_said(company: Company) -> None:
        await until_so(lambda: "the clock is ahead" in service.log.read_text())
        await wait(company)

    with serving_by(tmp_path, retention=SOON, first=0.1) as (service, clock):
        run(service, begin)
        if set_while_it_runs:
            clock.off_by(100)
            run(service, wait)
        for _ in range(2):
            service.kill()
            clock.off_by(100)
            service.start()
            run(service, wait_until_said)
            assert [made["id"]] == [row["id"] for row in read(service.data, "SELECT id FROM sitting")]
            assert ["Ada"] == [row["name"] for row in read(service.data, "SELECT name FROM person")]
    assert 1 == service.log.read_text().count("the clock is ahead")


def test_a_clock_is_believed_again_after_some_days(tmp_path: Path) -> None:
    wall, steady = [1000.0], [50.0]

    def go(seconds: float) -> None:
        wall[0], steady[0] = wall[0] + seconds, steady[0] + seconds

    async def work(kept: Storage) -> None:
        def started() -> WallClock:
            return WallClock(kept, lambda: wall[0], lambda: steady[0])

        clock = started()
        assert await clock.believed()
        go(5 * DAY)
        assert await clock.believed(), "days have gone by"
        wall[0] += 2 * JUMP
        with capture_logs() as logged:
            assert not await clock.believed()
            assert not await clock.believed()
        assert ["warning"] == [line["log_level"] for line in logged]
        go(BELIEVED - 1)
        assert not await clock.believed()
        clock = started()
        assert not await clock.believed(), "a start changes nothing"
        go(1)
        assert await clock.believed(), "somebody would have set it right"
        wall[0] += 2 * JUMP
        assert not await clock.believed()
        wall[0] -= 2 * JUMP
        assert await clock.believed(), "it was set right"

    with_storage(tmp_path, work)


def test_days_in_which_a_service_is_off_are_none_in_which_somebody_could_have_set_the_clock_right(
    tmp_path: Path,
) -> None:
    wall, steady = [1000.0], [50.0]

    async def work(kept: Storage) -> None:
        clock = WallClock(kept, lambda: wall[0], lambda: steady[0])

        async def runs(hours: float, off: float) -> bool:
            nonlocal clock
            wall[0] += off * 3600
            clock = WallClock(kept, lambda: wall[0], lambda: steady[0])
            at_once = await clock.believed()
            wall[0], steady[0] = wall[0] + hours * 3600, steady[0] + hours * 3600
            await clock.believed()
            return bool(at_once)

        assert await clock.believed()
        assert await runs(1, off=11)
        assert not await runs(10, off=24 * 90)
        nights = [await runs(10, off=14) for _ in range(7)]
        assert [False] * 7 == nights, "three days of running, not of going by"
        assert await clock.believed(), "though it was off every night"
        assert not await runs(70, off=24 * 90)
        assert not await runs(3, off=24 * 90), "once more for as long"

    with_storage(tmp_path, work)


def test_a_database_of_before_knows_the_time_from_what_it_holds(tmp_path: Path) -> None:
    migrate(tmp_path / "torite.db", "0005")
    with closing(sqlite3.connect(tmp_path / "torite.db")) as database:
        database.execute("INSERT INTO person (id, name, seen_at) VALUES (1, 'Ada', ?)", (storage.now() - 100 * DAY,))
        database.commit()

    async def work(kept: Storage) -> None:
        assert not await WallClock(kept).believed()

    with_storage(tmp_path, work)


def test_codes_for_devices_do_not_live_longer_when_the_clock_is_set_back(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Ada"})
        code = (await ada.post("account/code"))["code"]
        for days in (100, -100):
            clock.off_by(days)
            answer = await posts(company.person(), "account/device", {"code": code})
            assert (400, "unknown-code") == (answer.status_code, answer.json()["code"]), days
        clock.off_by(0)
        assert {"name": "Ada"} == await company.person().post("account/device", {"code": code})

    with serving_by(tmp_path) as (service, clock):
        run(service, play)


def test_a_new_device_is_not_the_first_to_end_when_the_clock_was_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(kept: Storage) -> None:
        now, ada = storage.now(), Person(await person(kept, 1), "Ada", "en")

        async def one_more() -> str:
            asks = (await devices.tokens_of(kept, ada))[0]
            return await devices.use_code(kept, await devices.make_code(kept, ada, asks), 1, 2)

        first = [await one_more() for _ in range(2)]
        monkeypatch.setattr(storage, "now", lambda: now - 100 * DAY)
        last = await one_more()
        assert last
        assert 2 == len(await devices.tokens_of(kept, ada))
        assert all(first)

    with_storage(tmp_path, work)


def test_a_table_that_was_closed_by_a_clock_that_was_ahead_can_be_deleted(
    fresh: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", OPEN, start=False)
        admin, now = Admin(fresh.data), storage.now()
        with monkeypatch.context() as patch:
            patch.setattr(storage, "now", lambda: now + 100 * DAY)
            await asyncio.to_thread(admin.close, made["id"])
        assert 1 == (await asyncio.to_thread(admin.delete, made["id"]))["deleted"]["tables"]

    run(fresh, play)

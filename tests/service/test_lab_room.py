"""Room and turns in the lab: whoever makes up people at one address has no more of them than one other."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest
import sqlalchemy as sql

from tests.service.client import Company, Person, run
from tests.service.filled import person, with_storage
from tests.service.leaving import posts, serving
from tests.service.test_experiments import LONG, Here, until, waits
from torite.service import schema
from torite.service.config import Limits
from torite.service.errors import Refused
from torite.service.experiments import Experiments
from torite.service.jobs import Jobs
from torite.service.lab_room import LabRoom
from torite.service.storage import Storage

MADE_UP = 40
SECONDS = 20


class Counting(Here):
    """Plays for ever, a turn at a time; counts whose they were, place by place."""

    def __init__(self, processes: int) -> None:
        super().__init__()
        self.all = [self] * processes
        self.jobs = Jobs(processes, of_one=processes)
        self.turns: list[int] = []
        self.begins, self.enough = asyncio.Event(), asyncio.Event()

    async def do(self, who: int, what: str, wanted: bytes, kept: bytes, left: float) -> dict[str, Any]:
        async def play() -> dict[str, Any]:
            await self.begins.wait()
            self.turns.append(who)
            if len(self.turns) >= 2 * SECONDS:
                self.enough.set()
            await asyncio.sleep(0)
            return {"kept": b"x", "outcome": b"{}", "matches": 1, "seconds": 0.0}

        return await self.jobs.do(who, play)


@pytest.mark.parametrize("processes", [1, 3])
def test_forty_of_one_address_have_as_many_turns_as_one_of_another(tmp_path: Path, processes: int) -> None:
    async def work(kept: Storage) -> None:
        for number in range(1, MADE_UP + 2):
            await person(kept, number)
            await waits(kept, f"{number}", number, place=1 if number <= MADE_UP else 2)
        workers = Counting(processes)
        of = Experiments(kept, cast(Any, workers), 300)
        await of.resume()
        async with asyncio.timeout(60):
            while len(of.going) <= MADE_UP:  # all of them have come
                await asyncio.sleep(0.01)
        workers.begins.set()
        async with asyncio.timeout(60):
            await workers.enough.wait()
        turns = Counter(workers.turns[: 2 * SECONDS])
        most = SECONDS if processes == 1 else 2 * SECONDS * 2 // 3  # one plays nothing twice at a time
        assert abs(turns[1] - most) <= processes, turns
        await of.close()

    with_storage(tmp_path, work)


def held(kept: Storage, limits: Limits, most: int) -> tuple[LabRoom, Experiments]:
    of = Experiments(kept, cast(Any, Here()), 300)
    return LabRoom(kept, of, limits, most), of


def test_an_address_holds_so_many_whoever_they_are(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        room, _ = held(kept, Limits(unfinished_here=3), 200)
        here, there = room.place("192.0.2.1"), room.place("192.0.2.2")
        assert room.place("192.0.2.1") == here != there
        for number in (1, 2, 3, 4):
            await person(kept, number)
        for number in (1, 2, 3):
            await room.check(number, here)
            await waits(kept, f"{number}", number, here)
        with pytest.raises(Refused) as refused:
            await room.check(4, here)
        assert "3 experiments" in refused.value.say("en")
        await room.check(4, there)

    with_storage(tmp_path, work)


def test_where_the_lab_is_full_the_newest_of_whoever_has_most_gives_way(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        room, _ = held(kept, Limits(), 5)
        for number in (1, 2, 3):
            await person(kept, number)
        for number, (whose, place) in enumerate([(1, 1), (3, 2), (2, 1), (1, 1), (2, 1)]):
            await waits(kept, f"{number}", whose, place)
        for number in (5, 6):  # the other place has two then, and the first three, then as many
            place = 2 if number == 5 else 3
            await room.make(place)
            await waits(kept, f"{number}", 3, place)
        for place in (1, 2):
            with pytest.raises(Refused) as refused:
                await room.make(place)
            assert "busy" == refused.value.code
        own = schema.experiment
        rows = {row["id"]: row for row in await kept.rows(sql.select(own))}
        ended = {name for name, row in rows.items() if row["state"] == "stopped"}
        assert {"4", "3"} == ended
        for name in ended:
            assert "gave way" in rows[name]["fault"]["en"]
            assert rows[name]["fault"]["ja"]
            assert 0 == rows[name]["place"]

    with_storage(tmp_path, work)


def at(company: Company, address: str) -> Person:
    """Somebody at an address, by way of a proxy on this machine."""
    somebody = company.person()
    somebody.http.headers["x-forwarded-for"] = address
    return somebody


def test_made_up_people_of_one_address_leave_the_lab_open_to_others(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        eves = [at(company, f"2001:db8:0:1::{number}") for number in (1, 2, 3)]  # one /64
        answers = [await posts(eve, "lab", {"experiment": LONG}) for eve in eves]
        assert [200, 200, 429] == [answer.status_code for answer in answers]
        assert "2 experiments" in answers[2].json()["say"]
        begun = [answer.json()["id"] for answer in answers[:2]]
        for number in (1, 2):  # there is room for the first; for the second the newest of two gives way
            assert 200 == (await posts(at(company, f"192.0.2.{number}"), "lab", {"experiment": LONG})).status_code
        assert "gave way" in (await until(eves[1], begun[1], ("stopped",)))["fault"]
        assert (await eves[0].get(f"lab/{begun[0]}"))["state"] in ("waiting", "playing")
        full = await posts(at(company, "192.0.2.3"), "lab", {"experiment": LONG})
        assert (503, "busy") == (full.status_code, full.json()["code"])

    with serving(tmp_path, limits={"unfinished_here": 2}, experiments=3) as service:
        run(service, look)

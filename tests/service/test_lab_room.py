"""Room and turns in the lab: whoever makes up people at one address has no more of them than one other."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from pathlib import Path
from typing import Any, cast

import pytest
import sqlalchemy as sql

from tests.patience import until_so
from tests.service.client import Company, Person, run
from tests.service.filled import person, with_storage
from tests.service.leaving import posts, serving
from tests.service.test_experiments import LONG, TWO, Here, until, waits
from torite.service import schema
from torite.service.config import Limits
from torite.service.errors import Refused
from torite.service.experiments import Experiments
from torite.service.jobs import Jobs, Spent
from torite.service.lab_room import LabRoom
from torite.service.security import address_of
from torite.service.storage import Storage

MADE_UP = 40
SECONDS = 20


class Counting(Here):
    """Plays for ever, a turn at a time; counts the seconds of each place, until there are enough."""

    def __init__(self, processes: int, costs: dict[int, float], until: float) -> None:
        super().__init__(at_once=processes)
        self.jobs = Jobs(processes, of_one=processes)
        self.costs, self.until = costs, until
        self.had: dict[int, float] = defaultdict(float)
        self.begins, self.enough = asyncio.Event(), asyncio.Event()

    async def play(self, who: tuple[int, int], name: str, spent: Spent, left: float, wanted: bytes, kept: bytes) -> Any:
        async def turn() -> dict[str, Any]:
            await self.begins.wait()
            spent.seconds = self.costs[int(name)]
            if not self.enough.is_set():
                self.count(*who, spent.seconds)
            await asyncio.sleep(0)
            return {"kept": b"x", "outcome": b"{}", "matches": 1}

        return await self.jobs.do(who, turn, spent)

    def count(self, place: int, person: int, seconds: float) -> None:
        self.had[place] += seconds
        if sum(self.had.values()) >= self.until:
            self.enough.set()


async def had(kept: Storage, workers: Counting, places: dict[int, int]) -> dict[int, float]:
    """Have experiments of people begin at places and be played; tell how many seconds each has had."""
    for number, place in places.items():
        await person(kept, number)
        await waits(kept, f"{number}", number, place)
    of = Experiments(kept, cast(Any, workers), 1e9)
    await of.resume()
    await until_so(lambda: len(of.going) >= len(places))  # all of them have come
    workers.begins.set()
    await workers.enough.wait()
    await of.close()
    return workers.had


@pytest.mark.parametrize("processes", [1, 3])
def test_forty_of_one_address_have_as_many_turns_as_one_of_another(tmp_path: Path, processes: int) -> None:
    async def work(kept: Storage) -> None:
        places = {number: 1 if number <= MADE_UP else 2 for number in range(1, MADE_UP + 2)}
        workers = Counting(processes, dict.fromkeys(places, 1.0), 2 * SECONDS)
        turns = await had(kept, workers, places)
        least = SECONDS if processes == 1 else 2 * SECONDS // 3  # one plays nothing twice at a time
        assert least - processes <= turns[2] <= SECONDS + processes, turns

    with_storage(tmp_path, work)


def test_whose_matches_take_long_has_as_many_seconds_and_not_as_many_turns(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        workers = Counting(1, {1: 60.0, 2: 1.0}, 1200.0)
        seconds = await had(kept, workers, {1: 1, 2: 2})
        assert abs(seconds[1] - seconds[2]) <= 61, seconds

    with_storage(tmp_path, work)


def test_so_it_is_among_the_people_of_one_address(tmp_path: Path) -> None:
    class Both(Counting):
        def count(self, place: int, person: int, seconds: float) -> None:
            super().count(person, person, seconds)

    async def work(kept: Storage) -> None:
        seconds = await had(kept, Both(1, {1: 60.0, 2: 1.0}, 1200.0), {1: 1, 2: 1})
        assert abs(seconds[1] - seconds[2]) <= 61, seconds

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


def network(number: int, site: str = "2001:db8:1") -> str:
    """One /64 of many that somebody has, by which its addresses are counted."""
    return address_of(f"{site}:{number:x}::1")


def test_a_site_holds_as_many_as_two_addresses_whatever_of_its_networks_they_are_from(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        room, _ = held(kept, Limits(unfinished_here=2), 200)
        await person(kept, 1)
        for number in range(4):
            await room.check(2, room.place(network(number)))
            await waits(kept, f"{number}", 1, room.place(network(number)))
        with pytest.raises(Refused) as refused:
            await room.check(2, room.place(network(4)))
        assert "4 experiments" in refused.value.say("en")
        for elsewhere in (network(4, "2001:db8:2"), "192.0.2.1"):
            await room.check(2, room.place(elsewhere))

    with_storage(tmp_path, work)


def test_where_the_lab_is_full_a_site_of_many_networks_gives_way_down_to_two_shares(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        room, _ = held(kept, Limits(), 6)
        await person(kept, 1)

        async def ended() -> set[str]:
            own = schema.experiment
            return {row["id"] for row in await kept.rows(sql.select(own.c.id).where(own.c.state == "stopped"))}

        for number in range(6):
            await waits(kept, f"{number}", 1, room.place(network(number)))
        for number, gave in ((6, {"5"}), (7, {"5", "4"})):
            await room.make(room.place("192.0.2.1"))
            await waits(kept, f"{number}", 1, room.place("192.0.2.1"))
            assert gave == await ended()
        for whose in ("192.0.2.1", network(9)):  # it has four, which count as two
            with pytest.raises(Refused):
                await room.make(room.place(whose))
        await room.make(room.place("192.0.2.2"))
        assert 3 == len(await ended())

    with_storage(tmp_path, work)


def test_within_a_site_the_newest_of_its_network_that_has_most_gives_way(tmp_path: Path) -> None:
    async def work(kept: Storage) -> None:
        room, _ = held(kept, Limits(), 4)
        await person(kept, 1)
        for number, of in enumerate((1, 1, 1, 2)):
            await waits(kept, f"{number}", 1, room.place(network(of)))
        await room.make(room.place(network(3)))
        own = schema.experiment
        assert [{"id": "2"}] == await kept.rows(sql.select(own.c.id).where(own.c.state == "stopped"))

    with_storage(tmp_path, work)


def at(company: Company, address: str) -> Person:
    """Somebody at an address, by way of a proxy on this machine."""
    somebody = company.person()
    somebody.http.headers["x-forwarded-for"] = address
    return somebody


@pytest.mark.long
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


@pytest.mark.long
def test_who_asks_for_reports_without_end_has_some_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        eve, bo = at(company, "192.0.2.1"), at(company, "192.0.2.2")
        name = (await posts(eve, "lab", {"experiment": TWO})).json()["id"]
        await until(eve, name)
        order: list[str] = []

        async def asks(somebody: Person, what: str) -> int:
            answer = await somebody.http.get(f"/api/lab/{name}/{what}")
            order.append(what)
            return answer.status_code

        flood = [asks(eve, "report?language=en") for _ in range(40)]
        statuses = await asyncio.gather(*flood, asks(bo, "rows.csv"))
        assert 200 == statuses.pop()
        assert {200, 429} == set(statuses)
        assert statuses.count(200) <= Limits().jobs + 1
        assert order.index("rows.csv") <= statuses.count(429) + 2, order  # the one that is being written comes before

    with serving(tmp_path, limits={"jobs": Limits().jobs}) as service:
        run(service, look)

"""What somebody may make of lasting things is measured, and a match with nobody there pauses."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import websockets

from tests.patience import until_so
from tests.service.alone import OVER, file_of, taken_in
from tests.service.client import BOTS, Company, Person, Place, run
from tests.service.conftest import Running
from tests.service.players import read
from tests.service.test_scheduler import SlowPaper
from tests.service.test_wire_secrecy import set_up
from torite.match import Match
from torite.records import write
from torite.service.table import Table
from torite.service.viewer import Viewer


@contextmanager
def limited(data: Path, **limits: Any) -> Iterator[Running]:
    service = Running(data, fixed=True, limits=limits)
    try:
        yield service
    finally:
        service.stop()
    assert "Traceback" not in service.log.read_text(), service.log.read_text()


async def refused(person: Person, path: str, body: Any) -> tuple[int, str]:
    answer = await person.http.post(f"/api/{path}", json=body)
    return answer.status_code, answer.json()["say"] if answer.status_code != 200 else ""


TABLE = {"variant": "agurk", "seats": [{"kind": "me"}, {"kind": "bot"}]}


def record(seed: int) -> dict[str, str]:
    return {"record": write(Match("agurk", 2, seed=seed))}


# a person


def test_a_person_sets_so_many_tables_in_an_hour(tmp_path: Path) -> None:
    """Daily deals and rematches are tables too; another person may still set one, and what is there is found."""

    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", BOTS, options={"out_at": "1"})
        place = await ada.sit(made["id"])
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["state"] == "over")
        daily = {"variant": "emissary", "date": "2026-11-20"}
        first = await ada.post("daily", daily)
        assert "done" == (await place.ask("rematch"))["type"]
        code, say = await refused(ada, "tables", TABLE)
        assert 429 == code
        assert "many tables" in say
        assert 429 == (await refused(ada, "daily", {**daily, "date": "2026-11-19"}))[0]
        assert first == await ada.post("daily", daily)
        assert "done" == (await place.ask("rematch"))["type"], "it is there already"
        assert (200, "") == await refused(bo, "tables", TABLE)
        again = await ada.sit(place.table["rematch"])
        await again.play_on(lambda p: p.scene.get("over"))
        assert "often" == (await again.ask("rematch"))["code"]

    with limited(tmp_path / "data", tables={"most": 3, "seconds": 3600}) as service:
        run(service, play)


def test_a_person_has_so_many_tables_that_are_not_over(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        tables = [await ada.set_table("agurk", BOTS, options={"out_at": "1"}) for _ in range(2)]
        code, say = await refused(ada, "tables", TABLE)
        assert 429 == code
        assert "2 tables" in say
        assert 429 == (await refused(ada, "daily", {"variant": "emissary", "date": "2026-11-20"}))[0]
        place = await ada.sit(tables[0]["id"])
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["state"] == "over")
        assert (200, "") == await refused(ada, "tables", TABLE)

    with limited(tmp_path / "data", open_tables=2) as service:
        run(service, play)


def test_tables_set_at_once_are_no_more_than_may_be_open(tmp_path: Path) -> None:
    """However they are set: one by one, as the deals of days, and as the next of one that is over."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", BOTS, options={"out_at": "1"})
        place = await ada.sit(made["id"])
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["state"] == "over")
        days = [{"variant": "emissary", "date": f"2026-11-{day}"} for day in range(10, 20)]
        asked = [refused(ada, "tables", TABLE) for _ in range(20)] + [refused(ada, "daily", day) for day in days]
        answers, _ = await asyncio.gather(asyncio.gather(*asked), place.ask("rematch"))
        assert {200, 429} == {code for code, _ in answers}
        assert 4 == read(service.data, "SELECT count(*) AS n FROM sitting WHERE state != 'over'")[0]["n"]

    with limited(tmp_path / "data", open_tables=4) as service:
        run(service, play)


def test_records_brought_at_once_are_no_more_than_may_be_kept(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Ada"})
        answers = await asyncio.gather(*(refused(ada, "replays", record(seed)) for seed in range(6)))
        assert {200, 429} == {code for code, _ in answers}
        assert read(service.data, "SELECT sum(length(record)) AS n FROM replay")[0]["n"] <= most

    most = 2 * max(len(record(seed)["record"]) for seed in range(6)) + 10
    with limited(tmp_path / "data", brought_letters=most, jobs=8) as service:
        run(service, play)


def test_a_person_brings_so_many_records_and_so_much(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        ada, bo, cleo = (company.person(name) for name in ("Ada", "Bo", "Cleo"))
        for seed in range(3):
            assert (200, "") == await refused(ada, "replays", record(seed))
        code, say = await refused(ada, "replays", record(9))
        assert 429 == code
        assert "many records" in say
        assert (200, "") == await refused(bo, "replays", record(9))
        assert 429 == (await refused(cleo, "replays", record(10)))[0], "others from there have brought many"

    with limited(
        tmp_path / "data", records={"most": 3, "seconds": 3600}, brought={"most": 4, "seconds": 3600}
    ) as service:
        run(service, play)
        brought = [row["person"] for row in read(service.data, "SELECT person FROM replay")]
        assert [1, 3] == sorted(brought.count(person) for person in set(brought))
        assert set(brought) <= {row["id"] for row in read(service.data, "SELECT id FROM person")}


def test_what_was_refused_before_its_turn_is_no_record(tmp_path: Path) -> None:
    """Of six at once one may wait; those that are refused then are none of the six that may be brought."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Ada"})
        answers = await asyncio.gather(*(refused(ada, "replays", record(seed)) for seed in range(6)))
        busy = sum("let some of it be done" in say for _, say in answers)
        assert busy, "some were refused before their turn"
        assert 6 - busy == sum(code == 200 for code, _ in answers)
        for seed in range(6, 6 + busy):
            assert (200, "") == await refused(ada, "replays", record(seed))
        assert "many records" in (await refused(ada, "replays", record(20)))[1]

    measure = {"most": 6, "seconds": 3600}
    with limited(tmp_path / "data", records=measure, brought=measure, jobs=1) as service:
        run(service, play)


def test_a_person_keeps_so_many_letters_of_records(tmp_path: Path) -> None:
    one = len(record(1)["record"])

    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        assert (200, "") == await refused(ada, "replays", record(1))
        code, say = await refused(ada, "replays", record(2))
        assert 429 == code
        assert "as many records" in say
        assert (200, "") == await refused(bo, "replays", record(2))

    with limited(tmp_path / "data", brought_letters=one + one // 2) as service:
        run(service, play)
        assert 2 == len(read(service.data, "SELECT id FROM replay"))


def test_from_an_address_come_so_many_new_people(tmp_path: Path) -> None:
    """Who is known goes on."""

    async def play(company: Company) -> None:
        people = [company.person() for _ in range(4)]
        for person in people[:3]:
            assert (200, "") == await refused(person, "me", {"name": "New"})
        code, say = await refused(people[3], "me", {"name": "New"})
        assert 429 == code
        assert "new people" in say
        assert (200, "") == await refused(people[0], "me", {"name": "Known"})
        people[3].http.cookies.set("torite", "nobody's")
        assert 429 == (await refused(people[3], "me", {"name": "New"}))[0]

    with limited(tmp_path / "data", newcomers={"most": 3, "seconds": 3600}) as service:
        run(service, play)
        assert 3 == len(read(service.data, "SELECT id FROM person"))


def test_from_an_address_so_many_tables_are_set_in_an_hour(tmp_path: Path) -> None:
    """However many people ask from there, and whether they set them, come to the deal of a day or play again."""

    async def play(company: Company) -> None:
        people = [company.person() for _ in range(4)]
        made = await people[0].set_table("agurk", BOTS, options={"out_at": "1"})
        place = await people[0].sit(made["id"])
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["state"] == "over")
        assert (200, "") == await refused(people[1], "tables", TABLE)
        assert (200, "") == await refused(people[2], "daily", {"variant": "emissary", "date": "2026-11-20"})
        for person, path, body in (
            (people[3], "tables", TABLE),
            (people[1], "daily", {"variant": "emissary", "date": "2026-11-20"}),
        ):
            code, say = await refused(person, path, body)
            assert 429 == code
            assert "from where you are" in say
        assert "often" == (await place.ask("rematch"))["code"]
        assert (200, "") == await refused(people[2], "daily", {"variant": "emissary", "date": "2026-11-20"})

    with limited(tmp_path / "data", tables_set={"most": 3, "seconds": 3600}) as service:
        run(service, play)
        assert 3 == len(read(service.data, "SELECT id FROM sitting"))


def test_an_address_brings_so_many_results_whoever_comes_from_there(tmp_path: Path) -> None:
    """Somebody who comes anew for each file has no more room than somebody who stays."""

    async def play(company: Company) -> None:
        files = [file_of(*({**OVER, "id": f"game-{first + n}"} for n in range(40))) for first in (0, 40, 80)]
        ada = company.person()
        assert [200, 200] == [(await taken_in(who, files[0]))[0] for who in (ada, ada)]
        assert (200, {"new": 40, "known": 0}) == await taken_in(company.person(), files[1])
        for person in (ada, company.person()):
            status, answer = await taken_in(person, files[2])
            assert 429 == status
            assert "from where you are" in answer["say"]
        assert (200, {"new": 1, "known": 0}) == await taken_in(company.person(), file_of(OVER))

    with limited(tmp_path / "data", taken_in={"most": 100, "seconds": 3600}) as service:
        run(service, play)
        assert 81 == len(read(service.data, "SELECT sitting FROM result"))


async def again_and_again(comes: Callable[[], Awaitable[Place]]) -> None:
    for _ in range(500):
        with contextlib.suppress(ConnectionError):
            await (await comes()).close()


def test_an_address_asks_for_so_many_connections_to_tables(tmp_path: Path) -> None:
    """Counted with its questions, whether there is such a table or not."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", BOTS)
        for table in ("nothing", made["id"]):
            comes = partial(ada.sit, table)
            with pytest.raises(websockets.InvalidStatus):
                await again_and_again(comes)

    with limited(tmp_path / "data", reads=10) as service:
        run(service, play)


# nobody there


async def until_quiet(table: Table) -> None:
    """Wait until nothing is going on at a table by itself."""
    await until_so(lambda: (work := table.scheduler._work) is None or work.done(), 0.001)


def bots_alone() -> tuple[Table, list[Viewer], SlowPaper]:
    """A long match in which bots sit in for everybody, at full speed."""
    match = Match("agurk", 4, {"fixed_deals": 1000}, seed=3, names=list("ABCD"), pause=True)
    match.go_on()
    table, viewers = set_up(match, 0)
    paper = SlowPaper()
    table.resources.kept = paper  # type: ignore[assignment]
    table.resources.pace = (0.0, 0.0)
    table.standin = dict.fromkeys(range(4), "away")
    return table, viewers, paper


def test_a_match_with_nobody_there_pauses_and_goes_on_when_somebody_comes() -> None:
    """Even an onlooker; what was begun when the last one left is finished, and no more."""

    async def play() -> None:
        table, viewers, paper = bots_alone()
        table.go_on()
        await until_quiet(table)
        assert [] == paper.entries, "nobody has come yet"
        for onlooker in (viewers[-1], Viewer(98, -1, "en")):
            before = len(paper.entries)
            await table.enter(onlooker)
            await until_so(lambda: len(paper.entries) >= before + 6, 0.001)  # noqa: B023
            await table.leave(onlooker)
            left = len(paper.entries)
            await until_quiet(table)
            assert len(paper.entries) <= left + 1
            still = len(paper.entries)
            for _ in range(200):
                await asyncio.sleep(0)
            table.go_on()
            await until_quiet(table)
            assert still == len(paper.entries)

    asyncio.run(play())


def test_bots_that_sit_in_for_all_wait_until_one_of_them_is_back() -> None:
    """Who is back has their seat, the others are missed, and the match goes on."""

    async def play() -> None:
        table, _, paper = bots_alone()
        table.standin.clear()
        table.setup.settings = msgspec.structs.replace(table.setup.settings, grace=0.01)
        people = [Viewer(seat, seat, "en") for seat in range(4)]
        for viewer in people:
            await table.enter(viewer)
        for viewer in people:
            await table.leave(viewer)
        await until_so(lambda: len(table.standin) >= 4, 0.001)
        await until_quiet(table)
        still = sum(entries > 0 for entries in paper.entries)  # what else is kept: whose turn it is of those away
        assert still <= 1
        await table.enter(people[0])
        assert [1, 2, 3] == sorted(table.standin)
        match = table.match
        assert match is not None
        await until_so(lambda: 0 in match.actors or match.turns.awaits_chance, 0.001)
        table.scheduler.stop()

    asyncio.run(play())

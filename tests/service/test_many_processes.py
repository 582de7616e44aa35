"""Several processes share a database: any serves any link, each table is one's at a time, and nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from tests.patience import PATIENCE, until_so
from tests.service.client import BOTS, Company, Person, run
from tests.service.conftest import Running, free_port
from tests.service.exactly import Insistent, check_exactly
from tests.service.many import BALANCERS, NAMES, Processes, there
from tests.service.players import LOST, Player, insist
from tests.service.postgres_server import Server, programs
from tests.service.rough import GappyLine
from torite.service.leases import LASTS
from torite.service.sharing import SILENT


@pytest.fixture(params=BALANCERS)
def processes(request: pytest.FixtureRequest, tmp_path: Path, postgres: Server) -> Iterator[Processes]:
    if request.param not in there():
        pytest.skip(f"{request.param} is not installed")
    made = Processes(tmp_path, postgres, request.param)
    yield made
    made.close()
    assert "Traceback" not in made.logs, made.logs


@pytest.fixture
def two(request: pytest.FixtureRequest, tmp_path: Path, postgres: Server) -> Iterator[dict[str, Running]]:
    """Two processes without a balancer; neither is taken for ended, but where a test says after how many seconds."""
    both: dict[str, Any] = {"database": postgres.new(), "fixed": True, "lives": getattr(request, "param", PATIENCE)}
    made = {name: Running(tmp_path / name, process=name, **both) for name in ("a", "b")}
    yield made
    for one in made.values():
        one.stop()
    assert all("Traceback" not in one.log.read_text() for one in made.values())


def test_who_does_not_serve_a_table_says_who_does(two: dict[str, Running]) -> None:
    """Over HTTP and over a connection, by a path at the same address; by that path nobody is sent in a circle."""

    async def ask(company: Company) -> None:
        ann = company.person("Ann")
        table = (await ann.set_table("agurk", BOTS, BOTS))["id"]
        place = await ann.sit(table)
        await place.until(lambda p: p.scene)
        other = two["b"].address
        cookie = {"cookie": "; ".join(f"{name}={value}" for name, value in ann.http.cookies.items()), "origin": other}
        path = f"/api/tables/{table}/invite"
        sent = await ann.http.post(f"{other}{path}?language=ja", json={}, headers=cookie)
        assert (307, f"/p/a{path}?language=ja") == (sent.status_code, sent.headers["location"])
        lost = await ann.http.post(f"{other}/p/a{path}", json={}, headers=cookie)
        assert (503, "elsewhere") == (lost.status_code, lost.json()["code"])
        named = await ann.http.post(
            f"{two['a'].address}/p/a{path}", json={}, headers=cookie | {"origin": two["a"].address}
        )
        assert named.status_code == 200
        for way, end in (("", (4307, "a")), ("/p/a", (1013, ""))):
            moved = await ann.sit(table, f"{other}{way}")
            await moved.reading
            assert end == (moved.socket.close_code, moved.socket.close_reason)
        assert place.socket.close_code is None

    run(two["a"], ask)


@pytest.mark.parametrize("two", [LASTS], indirect=True)
def test_a_process_that_was_stopped_can_add_nothing_when_it_wakes(two: dict[str, Running], postgres: Server) -> None:
    """It sends its people away, who go on where the table is now; what they sent meanwhile is done once."""

    async def play(company: Company) -> None:
        ann = company.person("Ann")
        player = Insistent(ann, (await ann.set_table("agurk", BOTS, BOTS))["id"])
        await player.play(lambda p: len(p.acknowledged) >= 3)
        old = await ann.sit(player.table)
        await old.until(lambda p: p.turn)
        process = two["a"].process
        assert process is not None
        process.send_signal(19)
        try:
            before = len(player.acknowledged)
            player.via = two["b"].address
            await player.play(lambda p: len(p.acknowledged) >= before + 3)
            await old.send("act", number=old.scene["number"], code=old.code())  # read when it wakes
        finally:
            process.send_signal(18)
        await old.reading
        assert old.socket.close_code == 1012
        assert not [told for told in old.heard if told["type"] == "farewell"]
        await player.play(lambda p: p.scene.get("over"))
        assert check_exactly(two["b"].data, [player]) == len(player.acknowledged)

    run(two["a"], play)


def test_a_table_of_an_ended_process_is_anybodys_at_once(two: dict[str, Running]) -> None:
    """A process that is told to stop gives its tables away: nobody waits until it counts as dead."""

    async def play(company: Company) -> None:
        ann = company.person("Ann")
        player = Insistent(ann, (await ann.set_table("agurk", BOTS, BOTS))["id"])
        await player.play(lambda p: len(p.acknowledged) >= 3)
        await asyncio.to_thread(two["a"].stop)
        place = await ann.sit(player.table, two["b"].address)
        await place.until(lambda p: p.scene)  # one that was killed would be waited for longer than anything

    run(two["a"], play)


@pytest.mark.parametrize("two", [LASTS], indirect=True)
def test_a_database_that_is_away_for_a_while_costs_nothing(two: dict[str, Running], postgres: Server) -> None:
    """What is sent meanwhile is told that it was not kept, or done when the database is back, once."""

    async def play(company: Company) -> None:
        ann = company.person("Ann")
        player = Insistent(ann, (await ann.set_table("agurk", BOTS, BOTS))["id"], patience=3)
        playing = asyncio.create_task(player.play(lambda p: p.scene.get("over")))
        for _ in range(3):
            before = len(player.acknowledged)
            await until_so(lambda: len(player.acknowledged) >= before + 2 or playing.done())  # noqa: B023
            await asyncio.to_thread(postgres.stop)
            answer = await insist(partial(ann.http.get, "/ready"))
            assert answer.status_code == 503
            await asyncio.to_thread(postgres.start)
        await playing
        assert set(player.refused.values()) <= {"unkept", "stale", "busy"}
        player.refused.clear()
        assert check_exactly(two["a"].data, [player])

    run(two["a"], play)


def test_a_process_that_is_cut_off_from_the_database_sends_its_people_away(tmp_path: Path) -> None:
    """Nothing tells it that it is, but that nothing comes: they play on where the table is by then."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    port = free_port()
    server = Server(listen_addresses="127.0.0.1", port=str(port))
    database = server.new()

    async def play() -> None:
        async with GappyLine(port) as line:
            far = f"postgresql://torite@{line.address.removeprefix('http://')}/{sql.make_url(database).database}"
            cut = await asyncio.to_thread(Running, tmp_path / "a", database=far, process="a", fixed=True)
            near = await asyncio.to_thread(Running, tmp_path / "b", database=database, process="b", fixed=True)
            try:
                async with Company(cut.address) as company:
                    ann = company.person("Ann")
                    player = Insistent(ann, (await ann.set_table("agurk", BOTS, BOTS))["id"])
                    await player.play(lambda p: len(p.acknowledged) >= 2)
                    place = await ann.sit(player.table)
                    await place.until(lambda p: p.turn)
                    line.hold()
                    await place.reading
                    assert place.socket.close_code == 1012
                    player.via = near.address
                    await player.play(lambda p: len(p.acknowledged) >= 4)
                    line.mend()
                    player.via = ""

                    async def ready() -> bool:
                        return bool((await insist(partial(ann.http.get, "/ready"))).status_code == 200)

                    await until_so(ready)
                    sent = await ann.sit(player.table)
                    await sent.reading
                    assert (4307, "b") == (sent.socket.close_code, sent.socket.close_reason)
                    player.via = near.address
                    await player.play(lambda p: p.scene.get("over"))
                assert await asyncio.to_thread(check_exactly, near.data, [player])
            finally:
                for one in (cut, near):
                    await asyncio.to_thread(one.stop)

    try:
        asyncio.run(play())
    finally:
        server.close()


@pytest.mark.parametrize("end", ["kill", "halt"])
def test_play_goes_on_when_a_process_ends(processes: Processes, postgres: Server, end: str) -> None:
    """On every table, whether it is killed or stands still; all that was acknowledged is kept, once."""

    async def play(company: Company) -> None:
        players = []
        for number in range(4):
            person = company.person(f"P{number}")
            person.go_to(processes.ways[number % len(processes.ways)])
            made = await insist(partial(person.set_table, "agurk", BOTS, BOTS, options={"out_at": "15"}))
            players.append(Watchful(person, made["id"], processes))
        playing = [asyncio.create_task(one.play(lambda p: p.scene.get("over"))) for one in players]
        try:
            await until_so(lambda: all(len(one.acknowledged) >= 2 for one in players))
            owners = {one.table: await asyncio.to_thread(processes.owner, one.table, postgres) for one in players}
            assert set(owners.values()) <= set(NAMES)
            gone = owners[players[0].table]
            counts = {one.table: len(one.acknowledged) for one in players}
            await asyncio.to_thread(getattr(processes, end), gone)
            theirs = [one for one in players if owners[one.table] == gone]

            def go_on() -> bool:
                return all(len(one.acknowledged) > counts[one.table] + 1 or one.scene.get("over") for one in theirs)

            await until_so(go_on)
            if end == "halt":
                processes.wake(gone)
            else:
                await asyncio.to_thread(processes.running[gone].start)
            await asyncio.gather(*playing)
        finally:
            for work in playing:
                work.cancel()
        for player in players:
            assert len(player.acknowledged) == check_exactly(processes.data, [player])

    run(processes, play)


class Watchful(Insistent):
    """Somebody who does as the page does: leaves a process that falls silent, and goes where they are sent."""

    def __init__(self, person: Person, table: str, processes: Processes) -> None:
        super().__init__(person, table, person.address)
        self.processes = processes

    async def play(self, enough: Callable[[Player], Any]) -> None:
        watching = asyncio.create_task(self._watch())
        try:
            while not enough(self):
                with contextlib.suppress(*LOST, TimeoutError):
                    await super().play(enough)
        finally:
            watching.cancel()

    async def _watch(self) -> None:
        known, since, ways = None, time.monotonic(), itertools.cycle(self.processes.ways)
        while True:
            await asyncio.sleep(0.1)
            place = self.person.places[-1] if self.person.places else None
            heard = (id(place), place.signs, place.reading.done()) if place else None
            if heard != known:
                known, since = heard, time.monotonic()
                if place is not None and place.reading.done():
                    moved = place.socket.close_code == 4307
                    self.via = self.processes.way_to(place.socket.close_reason) if moved else next(ways)
            elif time.monotonic() - since > SILENT:
                since = time.monotonic()
                self.via = next(ways)
                if place is not None and not place.reading.done():
                    place.socket.transport.abort()

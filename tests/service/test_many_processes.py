"""Several processes share a database: any serves any link, each table is one's at a time, and nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sql

from tests.patience import PATIENCE, until_so
from tests.service.client import BOTS, Company, Person, Place, run
from tests.service.conftest import Running, free_port
from tests.service.exactly import Insistent, check_exactly
from tests.service.many import BALANCERS, NAMES, Processes, there
from tests.service.players import LOST, Player, insist
from tests.service.postgres_server import Server, programs
from tests.service.quick_time import run_quickly
from tests.service.rough import GappyLine
from torite.service import leases
from torite.service.leases import LASTS
from torite.service.sharing import SILENT

FIRST_WAIT, LONGEST_WAIT = 0.25, 6.0  #: seconds, as of the page's line
MOVED = 4307


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
    logs = "".join(one.log.read_text() for one in made.values())
    assert "Traceback" not in logs, logs


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


@pytest.mark.long
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


@pytest.mark.parametrize("two", [LASTS], indirect=True)
def test_who_comes_in_place_of_a_process_that_has_ended_waits_for_its_tables(two: dict[str, Running]) -> None:
    """They need not come again and again until that counts as ended: the connection by its name goes on by itself."""

    async def play(company: Company) -> None:
        ann = company.person("Ann")
        table = (await ann.set_table("agurk", BOTS, BOTS))["id"]
        place = await ann.sit(table)
        await place.until(lambda p: p.scene)
        await asyncio.to_thread(two["a"].kill)
        place = await ann.sit(table, f"{two['b'].address}/p/a")
        await place.until(lambda p: p.scene)

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


@pytest.mark.long
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
        assert set(player.refused.values()) <= {"unkept", "stale", "away"}
        player.refused.clear()
        assert check_exactly(two["a"].data, [player])

    run(two["a"], play)


@pytest.mark.long
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


def test_who_hears_nothing_of_the_database_leaves_its_people_when_others_may_have_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It waits no longer for an answer than it counts as living by the last one, nor until its question is given up."""

    class Silent:
        answers = True

        async def changed(self, *statements: Any, again: bool = False) -> list[Any]:
            try:
                return [] if self.answers else await asyncio.Event().wait()  # type: ignore[return-value]
            except asyncio.CancelledError:
                await asyncio.sleep(2)
                raise

        async def rows(self, query: Any) -> list[Any]:
            return []

    async def watch() -> None:
        now = asyncio.get_running_loop().time
        monkeypatch.setattr(leases, "time", SimpleNamespace(monotonic=now))
        kept, beaten, left = Silent(), [0.0], asyncio.Event()

        def beat() -> None:
            beaten.append(now())
            kept.answers = len(beaten) < 4

        def lost(names: Collection[str] | None) -> None:
            if names is None:
                left.set()

        own = leases.SharedLeases(kept, "a")  # type: ignore[arg-type]
        watching = asyncio.create_task(own.watch(lost, dict, beat))
        await left.wait()
        watching.cancel()
        assert 0 < now() - beaten[-1] - LASTS < leases.BEAT / 2

    run_quickly(watch())


@pytest.mark.long
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
    """Somebody who does as the page does: leaves a process that falls silent, goes where they are sent, and waits."""

    def __init__(self, person: Person, table: str, processes: Processes) -> None:
        super().__init__(person, table, person.address)
        self.processes = processes
        self._ways = itertools.cycle(processes.ways)
        self._left: Place | None = None
        self._waits, self._moves = FIRST_WAIT, 0

    async def play(self, enough: Callable[[Player], Any]) -> None:
        watching = asyncio.create_task(self._watch())
        try:
            while not enough(self):
                with contextlib.suppress(*LOST, TimeoutError):
                    await super().play(enough)
        finally:
            watching.cancel()

    def _pause(self) -> float:
        """Go where they are sent at once, and ever later when they are sent on from there; else elsewhere soon."""
        place = self.person.places[-1] if self.person.places else None
        opened = place is not None and place is not self._left
        self._left = place
        if place is not None and opened:
            self._waits, self._moves = FIRST_WAIT, 0 if place.signs else self._moves
            if place.socket.close_code == MOVED:
                self.via, self._moves = self.processes.way_to(place.socket.close_reason), self._moves + 1
                return FIRST_WAIT * 2 ** min(self._moves - 1, 5) if self._moves > 1 else 0.0
        self.via = next(self._ways)
        wait, self._waits = self._waits, min(2 * self._waits, LONGEST_WAIT)
        return wait * random.uniform(0.5, 1)

    async def _watch(self) -> None:
        known, since = None, time.monotonic()
        while True:
            await asyncio.sleep(0.1)
            place = self.person.places[-1] if self.person.places else None
            heard = (id(place), place.signs, place.reading.done()) if place else None
            if heard != known:
                known, since = heard, time.monotonic()
            elif time.monotonic() - since > SILENT:
                since = time.monotonic()
                if place is not None and not place.reading.done():
                    place.socket.transport.abort()

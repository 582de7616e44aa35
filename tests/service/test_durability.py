"""What is acknowledged stays: through kills at any moment, torn files and full disks."""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.patience import until_so
from tests.service.by_hand import closing
from tests.service.client import BOTS, OPEN, Company, Place, run
from tests.service.conftest import Running
from tests.service.players import Player, check_log, insist
from torite.service import table_setup as sittings
from torite.service.schema import metadata
from torite.service.storage import Storage

TABLES = ("agurk", "gurka-is", "rassi")  #: played at the same time, by two people and a bot
SOON = 60  #: seconds, on the busiest machine, in which a service stops that waits for nobody
EACH = 10  #: acts for each kill are acknowledged before it


class Pair:
    """Two people and a bot, who play match after match."""

    def __init__(self, company: Company, variant: str) -> None:
        self.variant = variant
        self.people = [company.person("Ada"), company.person("Bo")]
        self.players: list[Player] = []
        self.now: list[Player] = []

    async def play(self, stop: Callable[[], bool]) -> None:
        while not stop():
            ada, bo = self.people
            made = await insist(partial(ada.set_table, self.variant, OPEN, BOTS, start=False))
            await insist(partial(bo.join, made))
            await insist(partial(self._begin, made["id"]))
            self.now = [Player(person, made["id"]) for person in self.people]
            self.players += self.now
            await asyncio.gather(*(player.play(lambda _: stop()) for player in self.now))

    async def _begin(self, table: str) -> None:
        place = await self.people[0].sit(table)
        await place.until(lambda p: p.table)
        if place.table["state"] == "open":
            await place.ask("start")
        await place.close()

    @property
    def shown_at(self) -> float:
        """When the last of both had a scene; 0 while one has none."""
        times = [player.shown_at for player in self.now]
        return max(times) if times and all(times) else 0.0


def intact(data: Path, to: Path) -> None:
    """Check a copy of the files as a kill has left them."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(data, to)
    with closing(to / "torite.db") as database:
        assert [("ok",)] == database.execute("PRAGMA integrity_check").fetchall()
        assert [] == database.execute("PRAGMA foreign_key_check").fetchall()


def survives(service: Running, kills: int, beside: Path) -> dict[str, float]:
    """Kill the service under play, again and again; check that nothing acknowledged was lost; return figures."""
    chooser = random.Random(kills)
    back: list[float] = []

    async def play(company: Company) -> list[Pair]:
        stopped = asyncio.Event()
        pairs = [Pair(company, variant) for variant in TABLES]
        playing = [asyncio.create_task(pair.play(stopped.is_set)) for pair in pairs]
        for number in range(1, kills + 1):
            await everybody_shown(pairs, playing)
            await until_so(lambda: acknowledged(pairs) > EACH * number)  # noqa: B023
            await asyncio.sleep(chooser.uniform(0.0, 0.5))
            service.kill()
            for pair in pairs:
                for player in pair.now:
                    player.shown_at = 0.0
            await asyncio.to_thread(intact, service.data, beside)
            started = time.monotonic()
            await asyncio.to_thread(service.start)
            back.append(await everybody_shown(pairs, playing) - started)
        await asyncio.sleep(0.5)
        stopped.set()
        await asyncio.gather(*playing)
        return pairs

    pairs = run(service, play)
    players = [(player, seat) for pair in pairs for two in batched(pair.players) for seat, player in enumerate(two)]
    acts = sum(check_log(service.data, player, seat) for player, seat in players)
    back.sort()
    return {
        "kills": kills,
        "tables": len(players) // 2,
        "acknowledged": acts,
        "refused": sum(len(player.refused) for player, _ in players),
        "median until all have a scene": round(back[len(back) // 2], 2),
        "longest": round(back[-1], 2),
    }


def acknowledged(pairs: list[Pair]) -> int:
    return sum(len(player.acknowledged) for pair in pairs for player in pair.players)


def batched(players: list[Player]) -> list[list[Player]]:
    return [players[i : i + 2] for i in range(0, len(players), 2)]


async def everybody_shown(pairs: list[Pair], playing: list[asyncio.Task[None]]) -> float:
    def shown() -> bool:
        for task in playing:
            if task.done():
                task.result()
        return all(pair.shown_at for pair in pairs)

    await until_so(shown)
    return max(pair.shown_at for pair in pairs)


@pytest.mark.long
def test_nothing_acknowledged_is_lost_or_done_twice_when_the_service_is_killed(fresh: Running, tmp_path: Path) -> None:
    figures = survives(fresh, 5, tmp_path / "copy")
    print(figures)
    assert figures["acknowledged"] > 5 * EACH
    assert "Traceback" not in fresh.log.read_text()


@pytest.mark.slow
def test_nothing_is_lost_in_two_hundred_kills(fresh: Running, tmp_path: Path) -> None:
    figures = survives(fresh, 200, tmp_path / "copy")
    print(figures)
    assert figures["acknowledged"] > 200 * EACH
    assert "Traceback" not in fresh.log.read_text()


def test_a_service_that_is_told_to_stop_loses_nothing_and_stops_soon(fresh: Running) -> None:
    """Also while bots play a match that everybody has left."""

    async def play(company: Company) -> tuple[Pair, Place]:
        pair = Pair(company, "agurk")
        stopped = asyncio.Event()
        playing = asyncio.create_task(pair.play(stopped.is_set))
        await everybody_shown([pair], [playing])
        left = company.person("Cleo")
        place = await left.sit((await left.set_table("ogorek", *[BOTS] * 16))["id"])
        await place.until(lambda p: p.scene)
        await place.ask("leave")
        await asyncio.sleep(0.5)
        began = time.monotonic()
        await asyncio.to_thread(fresh.stop)
        assert time.monotonic() - began < SOON
        assert fresh.process is not None
        assert fresh.process.returncode in (0, -signal.SIGTERM), "it had to be killed"
        await asyncio.to_thread(fresh.start)
        await asyncio.sleep(0.5)
        stopped.set()
        await playing
        return pair, place

    pair, _ = run(fresh, play)
    for two in batched(pair.players):
        for seat, player in enumerate(two):
            check_log(fresh.data, player, seat)
    assert "Traceback" not in fresh.log.read_text(), fresh.log.read_text()
    assert "never retrieved" not in fresh.log.read_text()
    assert "was destroyed" not in fresh.log.read_text()


def test_the_disk_is_waited_for(tmp_path: Path) -> None:
    """`synchronous = FULL` and the write-ahead log are set on every connection."""

    async def ask() -> list[Any]:
        storage = await Storage.open(tmp_path / "torite.db")
        found = []
        async with storage.engine.connect() as one, storage.engine.connect() as other:
            assert storage._connection is not None
            for connection in (storage._connection, one, other):
                for pragma in ("journal_mode", "synchronous", "foreign_keys"):
                    found.append((await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar())
        await storage._connection.rollback()
        await storage.close()
        return found

    assert ["wal", 2, 1] * 3 == asyncio.run(ask())


def test_a_database_made_by_the_steps_has_the_tables_that_are_used(tmp_path: Path) -> None:
    async def make() -> None:
        await (await Storage.open(tmp_path / "torite.db")).close()

    asyncio.run(make())
    with closing(tmp_path / "torite.db") as database:
        for table in metadata.sorted_tables:
            columns = {row[1] for row in database.execute(f"PRAGMA table_info({table.name})")}
            assert set(table.columns.keys()) == columns, table.name


def test_a_torn_log_opens_to_what_was_there_before(fresh: Running, tmp_path: Path) -> None:
    """The write-ahead log is cut anywhere: what opens is a beginning of the match, and can be played on."""

    async def play(company: Company) -> str:
        me = company.person("Ada")
        made = await me.set_table("agurk", BOTS, BOTS)
        player = Player(me, made["id"])
        await player.play(lambda p: len(p.acknowledged) >= 20)
        fresh.kill()
        return made["id"]

    table = run(fresh, play)
    whole = kept_lines(fresh.data, tmp_path / "whole", table)
    assert len(whole) > 40
    wal = (fresh.data / "torite.db-wal").read_bytes()
    chooser, lengths = random.Random(0), set()
    for i in range(40):
        torn = tmp_path / f"torn{i}"
        torn.mkdir()
        shutil.copy(fresh.data / "torite.db", torn)
        cut = chooser.randrange(len(wal)) if i % 2 else len(wal) - chooser.randrange(min(len(wal), 40_000))
        (torn / "torite.db-wal").write_bytes(wal[:cut])
        lines = kept_lines(torn, tmp_path / f"copy{i}", table)
        assert whole[: len(lines)] == lines
        lengths.add(len(lines))
        if lines and i < 10:
            assert asyncio.run(opened(torn, table)) == len(lines)
    assert len(lengths) > 5, lengths


def kept_lines(data: Path, copy: Path, table: str) -> list[str]:
    shutil.copytree(data, copy)
    with closing(copy / "torite.db") as database:
        assert [("ok",)] == database.execute("PRAGMA integrity_check").fetchall()
        try:
            found = database.execute("SELECT number, line FROM entry WHERE sitting = ? ORDER BY number", (table,))
        except sqlite3.OperationalError:
            return []  # cut before the tables were made
        rows = found.fetchall()
    assert list(range(len(rows))) == [number for number, _ in rows]
    return [line for _, line in rows]


async def opened(data: Path, table: str) -> int:
    storage = await Storage.open(data / "torite.db")
    try:
        found = await sittings.load(storage, table)
        assert found is not None
        match = found[0].match([entry["line"] for entry in found[1]])
        assert match.over or match.actors or match.turns.awaits_chance
        return len(match.log)
    finally:
        await storage.close()

"""Processes that think: they may be slow, killed or stopped; the table goes on, and the next one works."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import torite
from tests.conftest import Many
from tests.patience import until_so, wait_until
from tests.service.client import BOTS, Company, Place, run
from tests.service.conftest import Running
from tests.strategies import alone
from torite.service.bot_workers import BotWorkers

pytestmark = pytest.mark.compiles

SEARCH = {"kind": "bot", "bot": "search"}
SECONDS = 0.2  #: how long a bot searches
LATE = 5.0  #: how late an answer may be: a process that got no processor for a while is not put down
SLACK = 60.0  #: what the busiest machine may add to any wait


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with one process that thinks; what it compiles, another test wants too."""
    with alone("cucumber-settled"):
        running = Running(
            tmp_path_factory.mktemp("thinking") / "data", fixed=True, thinkers=1, seconds=SECONDS, late=LATE
        )
        yield running
        running.stop()
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


def thinkers_of(service: Running) -> list[int]:
    """Find the processes that think for a service."""
    assert service.process is not None
    return thinkers_below(service.process.pid)


def thinkers_below(pid: int) -> list[int]:
    """Find the processes that think and were started by one.

    Nothing but its own children is read: who waits for one to compile asks often, and would slow it by reading of all
    that run on the machine.
    """
    found = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # what has ended meanwhile
            for child in children.read_text().split():
                if b"torite.service.bot_worker" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(int(child))
    return found


async def thought_of(place: Place) -> dict[str, Any]:
    """Ask for hints until a process has weighed one; the first time it compiles."""
    while True:
        await place.until(lambda p: p.turn or p.scene["deal_over"])
        if place.scene["deal_over"]:
            await place.ask("ready")
            await asyncio.sleep(0.1)
            continue
        hint = await place.ask("hint")
        if hint["type"] == "hint" and (len(hint["choices"]) > 1 or hint["choices"][0]["less"] != 0):
            return hint
        if sum(len(choice["codes"]) for choice in place.scene["choices"]) == 1:
            await place.ask("act", number=place.scene["number"], code=place.code())
        await asyncio.sleep(0.1)


async def only_thinker_of(service: Running) -> int:
    """Find the process that thinks, once it is ready and the one is gone that answered meanwhile."""
    await until_so(lambda: 1 == len(thinkers_of(service)), every=0.2)  # it compiles for minutes
    return thinkers_of(service)[0]


async def table_of(company: Company) -> Place:
    me = company.person("Ada")
    place = await me.sit((await me.set_table("agurk", SEARCH, options={"out_at": "99"}))["id"])
    await place.until(lambda p: p.scene)
    return place


async def play_some(place: Place, entries: int) -> None:
    number = place.scene["number"]
    await place.play_on(lambda p: p.scene["number"] > number + entries)


def test_a_bot_that_searches_plays_and_weighs(thinking: Running) -> None:
    async def play(company: Company) -> None:
        place = await table_of(company)
        hint = await thought_of(place)
        codes = {code for choice in place.scene["choices"] for code in choice["codes"]}
        assert {choice["code"] for choice in hint["choices"]} <= codes
        assert 0 == hint["choices"][0]["less"]
        await play_some(place, 12)
        assert await only_thinker_of(thinking)

    run(thinking, play)


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_process_that_dies_or_hangs_is_gone_without_and_replaced(thinking: Running, how: signal.Signals) -> None:
    """The bot plays by the rule of thumb meanwhile; a warning is logged."""

    async def play(company: Company) -> None:
        place = await table_of(company)
        await thought_of(place)
        number = place.scene["number"]
        await place.play_on(lambda p: p.scene["number"] > number and p.turn)  # what was thought of is not asked again
        pid = await only_thinker_of(thinking)
        warned = thinking.log.read_text().count("thinker failed")
        os.kill(pid, how)
        began = time.monotonic()
        hint = await place.ask("hint")
        assert 1 == len(hint["choices"]), "a simple choice instead"
        assert time.monotonic() - began < 3 * SECONDS + 2 * LATE + SLACK
        assert warned < thinking.log.read_text().count("thinker failed")
        began = time.monotonic()
        await play_some(place, 4)
        assert time.monotonic() - began < 4 * (SECONDS + LATE) + 2 * SLACK
        await thought_of(place)
        after = await only_thinker_of(thinking)
        assert pid != after
        assert not Path(f"/proc/{pid}").exists() or zombie(pid), "the one that hung is put down"

    run(thinking, play)


def zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.long
def test_whoever_asks_and_goes_away_puts_no_process_down(thinking: Running) -> None:
    """A table that goes on by itself gives up what it asked; the process thinks it through and is used again."""

    async def play(company: Company) -> None:
        place = await table_of(company)
        await thought_of(place)
        pid = await only_thinker_of(thinking)
        warned = thinking.log.read_text().count("thinker failed")
        for on in (True, False) * 6:
            await place.ask("stand_in", on=on)
            await asyncio.sleep(SECONDS / 3)
        await thought_of(place)
        assert [pid] == thinkers_of(thinking)
        assert warned == thinking.log.read_text().count("thinker failed")

    run(thinking, play)


def test_a_service_that_stops_takes_its_processes_along(tmp_path: Path) -> None:
    service = Running(tmp_path / "data", thinkers=1, seconds=SECONDS)

    async def play(company: Company) -> list[int]:
        place = await table_of(company)
        await until_so(lambda: thinkers_of(service))
        await place.ask("ping")
        return thinkers_of(service)

    try:
        pids = run(service, play)
    finally:
        service.stop()
    wait_until(lambda: not [pid for pid in pids if Path(f"/proc/{pid}").exists() and not zombie(pid)])
    assert "Traceback" not in service.log.read_text(), service.log.read_text()


async def weighed_by_search(place: Place, hints: int) -> int:
    """Ask for hints about a position with a choice; tell how many a process weighed."""
    await place.play_on(lambda p: p.turn and sum(len(choice["codes"]) for choice in p.scene["choices"]) > 1)
    return sum([len((await place.ask("hint"))["choices"]) > 1 for _ in range(hints)])


def test_thirty_connections_of_one_person_leave_others_their_hints(thinking: Running, many: Many) -> None:
    """One process for all, quotas that stop nobody: another's hints are weighed as if nobody else asked."""

    async def play(company: Company) -> None:
        place = await table_of(company)
        await thought_of(place)
        bo = company.person("Bo")
        table = (await bo.set_table("agurk", BOTS, options={"out_at": "99"}))["id"]
        flood = []

        enough = asyncio.Event()

        async def ask_on(other: Place) -> None:
            while not enough.is_set():  # a cancellation may be lost where an answer comes at the same time
                await other.ask("hint")
                await asyncio.sleep(0.2)

        first = await bo.sit(table)
        await first.until(lambda p: p.scene)
        await weighed_by_search(first, 1)
        for _ in range(30):
            flood.append(asyncio.create_task(ask_on(await bo.sit(table))))
        await asyncio.sleep(2 * SECONDS)
        hints = many(20, 5)
        assert hints - 1 <= await weighed_by_search(place, hints)
        assert not any(task.done() for task in flood)
        enough.set()
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)

    run(thinking, play)


def test_without_processes_a_rule_of_thumb_plays() -> None:
    match = torite.Match("agurk", 3, seed=1)
    seat = match.actors[0]
    codes = [action.code for action in match.actions(seat)]

    async def ask() -> list[Any]:
        none = BotWorkers(0)
        seen = match.view(seat)
        answers: list[Any] = [await none.choose("agurk", seen, seat, level) for level in ("random", "simple", "search")]
        return [*answers, await none.advise("agurk", seen, seat), await none.settled("agurk", seen, seat)]

    *chosen, advised, settled = asyncio.run(ask())
    assert set(chosen) <= set(codes)
    assert not advised.ahead
    assert 1 == len(advised.weighed)
    assert advised.weighed[0].code in codes
    assert settled is False

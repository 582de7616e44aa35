"""A match of the lab that takes long gives way between two choices, and goes on when its turn comes again."""

from __future__ import annotations

import asyncio
import math
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

import torite
from tests.patience import PATIENCE, until_so
from tests.service.client import Company, run
from tests.service.leaving import serving
from tests.service.test_endless_matches import ENDLESS
from tests.service.test_experiments import SHORT, TWO, begun, until
from tests.service.test_judged import played as short_match
from torite.lab.experiment import Experiment
from torite.service import lab_pool
from torite.service.errors import Refused
from torite.service.jobs import Spent
from torite.service.judging import ENTRIES
from torite.service.lab_pool import LabWorkers
from torite.service.worker_pool import Overran, Process
from torite.service.worker_process import Answer

#: A match of some seconds: a decision of it that is none too is thought about for a twentieth of a second.
SLOW: dict[str, Any] = {"sides": [SHORT], "matches": 1, "bots": ["search"], "seats": 3}
QUICK: dict[str, Any] = TWO | {"matches": 1}


class Turns:
    """Turns of experiments, each of a place and a person of its own."""

    def __init__(self) -> None:
        self.workers = LabWorkers(1)
        self.cost: dict[str, list[float]] = {}

    async def turn(self, name: str, wanted: dict[str, Any], left: float = 300.0) -> Any:
        """Have a turn; return what came of it."""
        spent, experiment = Spent(), msgspec.convert(wanted, Experiment).checked()
        try:
            return await self.workers.play((1, 1), name, spent, left, wanted=msgspec.json.encode(experiment), kept=b"")
        finally:
            self.cost.setdefault(name, []).append(spent.seconds or 0.0)

    async def through(self, name: str, wanted: dict[str, Any]) -> Any:
        """Have as many turns as something takes; return what came of it."""
        while (came := await self.turn(name, wanted)) is None:
            pass
        return came

    @property
    def playing(self) -> bool:
        """Whether somebody's turn has begun."""
        return self.workers.jobs.under_way > self.workers.jobs.waiting

    @property
    def alive(self) -> list[int | None]:
        """The processes that there are."""
        return [one.pid for one in self.workers.all if one.alive]


def played(monkeypatch: pytest.MonkeyPatch, work: Callable[[Turns], Coroutine[Any, Any, None]], **values: Any) -> None:
    """Do something with turns of a quarter of a second, all being compiled."""
    monkeypatch.setattr(lab_pool, "GOES", ())
    for name in values.keys() & {"ASIDE"}:
        monkeypatch.setattr(lab_pool, name, values[name])

    async def go() -> None:
        turns = Turns()
        try:
            for wanted in (QUICK, SLOW | {"unit": "deal"}):
                await turns.turn("first", wanted)
            for name, value in ({"A_TURN": 0.25, "A_MOMENT": PATIENCE} | values).items():
                monkeypatch.setattr(lab_pool, name, value)
            await work(turns)
        finally:
            await turns.workers.close()

    asyncio.run(go())


@pytest.mark.compiles
def test_a_long_match_waits_half_played_while_others_play_and_goes_on_then(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(turns: Turns) -> None:
        came, halves = None, 0
        while (came := await turns.turn("slow", SLOW)) is None:
            halves += 1
            assert 1 == (await turns.through("quick", QUICK))["matches"]
            assert 2 == len(turns.alive)
        assert 1 == came["matches"]
        assert halves >= 2
        assert all(0.25 <= seconds < 5 for seconds in turns.cost["slow"][1:-1]), turns.cost
        assert 1 == len(turns.alive), "no more are kept than can play"

    played(monkeypatch, work)


@pytest.mark.compiles
def test_where_as_many_wait_as_may_a_match_has_its_minute_and_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(turns: Turns) -> None:
        assert await turns.turn("one", ENDLESS) is None
        (waits,) = turns.alive
        for _ in range(2):
            assert await turns.turn("another", ENDLESS) is None
        assert [0.75, 0.75] == turns.cost["another"]
        assert [waits] == turns.alive
        assert await turns.turn("one", ENDLESS) is None, "it goes on"
        turns.workers.let_go("one")
        assert await turns.turn("another", ENDLESS) is None
        assert [waits] == turns.alive, "what was let go gave up, and its process is the next one's"
        assert turns.cost["another"][-1] != 0.75, "there is room for it"

    played(monkeypatch, work, ASIDE=1, A_MINUTE=0.75)


@pytest.mark.parametrize("aside", [1, 0])
def test_a_match_that_may_not_give_way_is_given_no_end_of_its_turn(aside: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it had one, it could be half played at its end, and nobody would go on with it."""
    turns: list[dict[str, Any]] = []

    async def asked(self: LabWorkers, process: Process, what: str, facts: dict[str, Any], *more: Any) -> Answer:
        turns.append(facts)
        return Answer()

    monkeypatch.setattr(LabWorkers, "asked", asked)
    monkeypatch.setattr(lab_pool, "ASIDE", aside)

    async def go() -> None:
        await Turns().turn("one", ENDLESS)

    asyncio.run(go())
    (turn,) = turns
    assert turn["turn"] < turn["most"] if aside else turn["turn"] == math.inf


@pytest.mark.compiles
def test_what_gives_no_way_though_it_might_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(turns: Turns) -> None:
        with pytest.raises(Overran):
            await turns.turn("one", ENDLESS)
        assert [0.1] == turns.cost["one"]
        monkeypatch.setattr(lab_pool, "A_MINUTE", 60.0)
        assert 1 == (await turns.through("quick", QUICK))["matches"]

    played(monkeypatch, work, A_TURN=1000.0, A_MINUTE=0.1)


@pytest.mark.compiles
def test_what_waits_begins_anew_where_its_process_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(turns: Turns) -> None:
        assert await turns.turn("slow", SLOW) is None
        (pid,) = turns.alive
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await until_so(lambda: not turns.alive)
        assert 1 == (await turns.through("slow", SLOW))["matches"]

    played(monkeypatch, work)


@pytest.mark.compiles
@pytest.mark.parametrize("begun", [False, True])
def test_who_gives_up_a_turn_leaves_the_process_to_the_next(begun: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether its turn has begun or not; and no match is left half played."""

    async def work(turns: Turns) -> None:
        pids = turns.alive
        for _ in range(3):
            assert await turns.turn("slow", SLOW) is None
            going_on = asyncio.create_task(turns.turn("slow", SLOW))
            await asyncio.sleep(0)
            while begun and not turns.playing:
                await asyncio.sleep(0)
            going_on.cancel()
            await asyncio.wait([going_on])
            assert 1 == (await turns.through("quick", QUICK))["matches"]
        assert pids == turns.alive

    played(monkeypatch, work)


@pytest.mark.compiles
def test_what_gives_up_just_after_it_gave_way_answers_nobody_elses_question(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(turns: Turns) -> None:
        pids, given = turns.alive, Process._give_up

        async def late(process: Process, asked: Any, asking: asyncio.Future[Any], patience: float) -> None:
            assert "half" in await asyncio.shield(asking)
            await given(process, asked, asking, patience)

        monkeypatch.setattr(Process, "_give_up", late)
        going_on = asyncio.create_task(turns.turn("slow", SLOW))
        while not turns.playing:
            await asyncio.sleep(0)
        going_on.cancel()
        await asyncio.wait([going_on])
        for _ in range(2):
            assert 1 == (await turns.through("quick", QUICK))["matches"]
        assert pids == turns.alive

    played(monkeypatch, work)


@pytest.mark.compiles
def test_what_does_not_give_up_in_a_moment_is_put_down(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(turns: Turns) -> None:
        (process,) = (one for one in turns.workers.all if one.alive)
        playing = asyncio.create_task(turns.turn("slow", SLOW))
        while not turns.playing:
            await asyncio.sleep(0)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGSTOP)
        playing.cancel()
        await asyncio.wait([playing])
        assert not process.alive
        assert 1 == (await turns.through("quick", QUICK))["matches"]

    played(monkeypatch, work, A_MOMENT=0.1)


@pytest.mark.compiles
def test_who_hangs_up_on_judging_leaves_the_process_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """To start another takes seconds of the processor, for which whoever asks next would wait."""

    async def work(turns: Turns) -> None:
        (process,) = (one for one in turns.workers.all if one.alive)
        pid, record = process.pid, torite.write(short_match())
        for _ in range(3):
            judging = asyncio.create_task(turns.workers.do((1, 1), "judge", name="x", record=record, first=0))
            while not process.busy:
                await asyncio.sleep(0)
            judging.cancel()
            await asyncio.wait([judging])
        decisions, following = await turns.workers.do((2, 2), "judge", name="x", record=record, first=0)
        assert (True, ENTRIES) == (bool(msgspec.json.decode(decisions)), following)
        assert [pid] == turns.alive

    played(monkeypatch, work)


@pytest.mark.compiles
def test_a_match_that_takes_minutes_keeps_nobody_waiting_for_minutes(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        endless = await begun(ada, ENDLESS)
        await until(ada, endless, ("playing",))
        for _ in range(2):
            assert "done" == (await until(bo, await begun(bo, QUICK)))["state"]
        told = await ada.get(f"lab/{endless}")
        assert ("playing", 0) == (told["state"], told["done"])
        await ada.post(f"lab/{endless}/stop")
        assert "stopped" == (await until(ada, endless))["state"]

    with serving(tmp_path) as service:
        run(service, look)


def test_what_is_put_down_at_a_stop_has_not_failed() -> None:
    async def stop() -> None:
        workers = LabWorkers(1)
        asking = asyncio.create_task(workers.asked(workers._compiles, "get_ready", {"game": "agurk"}, Spent()))
        await until_so(lambda: workers._compiles.alive)
        workers.stop()
        with pytest.raises(Refused):
            await asking
        await workers.close()

    with capture_logs() as said:
        asyncio.run(stop())
    assert [] == said

"""Turns go by what was had of late, in seconds: of places, and there of people."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import torite
from tests.patience import PATIENCE
from tests.service.quick_time import run_quickly
from tests.service.test_jobs import Bench, run, settled
from tests.service.test_worker_pool import long_match
from torite.service.config import Config
from torite.service.jobs import REMEMBERED, Jobs, Spent
from torite.service.worker_pool import LONG, of_records

Who = str | tuple[str, ...]


def in_turn(costs: dict[Who, float], turns: int, late: Who = "") -> list[Who]:
    """List whose turns come, one at a time, of some who ask again as soon as they are served; one comes after four."""
    jobs, came = Jobs(1), list[Who]()

    async def asks(who: Who) -> None:
        while len(came) < turns:
            spent = Spent()

            async def job(spent: Spent = spent) -> None:
                came.append(who)
                spent.seconds = costs[who]
                await asyncio.sleep(0)

            await jobs.do(who, job, spent)

    async def work() -> None:
        asking = [asyncio.create_task(asks(who)) for who in costs if who != late]
        while late and len(came) < 4:
            await asyncio.sleep(0)
        await asyncio.gather(*asking, *([asks(late)] if late else []))

    run(work)
    return came[:turns]


def test_who_took_long_pays_for_it_afterwards() -> None:
    assert list("abbbbbbbbbb" * 3) == in_turn({"a": 10.0, "b": 1.0}, 33)


def test_who_comes_late_has_saved_up_nothing() -> None:
    came = "".join(map(str, in_turn({"a": 1.0, "b": 1.0, "c": 1.0}, 40, late="c")))
    assert set("abc") == set(came[4:8])
    assert all(set("abc") == set(came[at : at + 3]) for at in range(6, 37)), came


def test_what_is_quick_waits_for_nothing_that_takes_long() -> None:
    """Forty addresses ask for what takes a second each, and somebody who was here before for what takes none."""

    async def work() -> None:
        jobs, came = Jobs(1), list[str]()

        async def asks(who: str, seconds: float) -> None:
            spent = Spent(expected=seconds)

            async def job() -> None:
                came.append(who)
                spent.seconds = seconds
                await asyncio.sleep(0)

            await jobs.do(who, job, spent)

        for _ in range(3):
            await asks("quick", 0.01)
        asking = [asyncio.create_task(asks(f"long {n}", 1.0)) for n in range(40)]
        for _ in range(3):
            await asyncio.sleep(0)
            before = len(came)
            await asks("quick", 0.01)
            assert len(came) <= before + 2, came
        await asyncio.gather(*asking)
        assert 46 == len(came)

    run(work)


@pytest.mark.long
def test_what_looks_of_a_kind_have_cost_is_expected_of_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        workers, expected = of_records(Config(tmp_path, workers=1, job_seconds=PATIENCE)), list[float]()
        done = workers.jobs.do

        async def do(who: str, job: Callable[[], Coroutine[Any, Any, Any]], spent: Spent) -> Any:
            expected.append(spent.expected)
            return await done(who, job, spent)

        monkeypatch.setattr(workers.jobs, "do", do)
        try:
            await workers.do("a", "bring", name="x", record=torite.write(long_match()))
            for _ in range(2):
                await workers.do("a", "moves", name="x", record=None, viewer=-1, language="en")
        finally:
            await workers.close()
        assert [LONG, LONG] == expected[:2]
        assert 0.0 < expected[2] < LONG

    run(work)


def test_those_who_share_a_place_have_its_seconds_by_person() -> None:
    costs: dict[Who, float] = {("here", "a"): 10.0, ("here", "b"): 1.0, ("there", "c"): 5.0}
    had: Counter[Who] = Counter()
    for who in in_turn(costs, 300):
        had[who] += round(costs[who])
    assert abs(had["here", "a"] - had["here", "b"]) <= 11, had
    assert abs(had["here", "a"] + had["here", "b"] - had["there", "c"]) <= 11, had


def test_what_a_job_took_is_what_it_cost_where_it_does_not_say() -> None:
    async def work() -> None:
        bench = Bench(1)
        asking = [bench.ask("a", "a0"), bench.ask("a", "a1"), bench.ask("b", "b0"), bench.ask("b", "b1")]
        await settled()
        await asyncio.sleep(1.0)
        bench.end(*bench._ends)
        await asyncio.gather(*asking)
        assert ["a0", "b0", "b1", "a1"] == bench.begun

    run_quickly(work())


def test_of_so_many_who_have_gone_it_is_known_what_they_had() -> None:
    async def work() -> None:
        jobs = Jobs(1)
        for number in range(REMEMBERED + 10):
            await jobs.do(number, lambda: asyncio.sleep(0))
        assert len(jobs._had) <= REMEMBERED

    run(work)

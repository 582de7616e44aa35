"""What one person's hints, or many tables of bots, cost others: `python -m benchmarks.fairness [hints]`.

A service runs in a process of its own, its quotas set so high that they stop nobody: what is measured is the queue.
Somebody asks for hints, and somebody else plays against bots that search: alone; while one person asks for hints over
thirty connections as often as messages are allowed; while bots that search play at ten more tables, each of another
person. Told for each: how many hints were weighed by a search, how long they took, and how long bots took for their
choices.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from benchmarks.timing import OPTIONS, SEARCH, played, warmed, watched
from tests.service.client import BOTS, Company, Person, Place
from tests.service.conftest import Running
from torite.service.config import Limits

HINTS = 60
FLOOD, TABLES = 30, 10
BETWEEN = 0.3  #: seconds between two hints


async def choosing(person: Person, *others: dict[str, Any]) -> Place:
    """Seat somebody at a table, and play until they have a choice."""
    place = await person.sit((await person.set_table("agurk", *others, options=OPTIONS))["id"])
    await place.until(lambda p: p.scene)
    await place.play_on(lambda p: p.turn and sum(len(choice["codes"]) for choice in p.scene["choices"]) > 1)
    return place


async def hints(place: Place, number: int) -> dict[str, Any]:
    """Ask for hints; tell how many were weighed, and how long they took."""
    times, weighed = [], 0
    for _ in range(number):
        began = time.perf_counter()
        hint = await place.ask("hint", 60)
        times.append(time.perf_counter() - began)
        weighed += len(hint.get("choices", ())) > 1
        await asyncio.sleep(BETWEEN)
    times.sort()
    middle, late = (round(1000 * times[len(times) * share // 100]) for share in (50, 95))
    return {"hints": number, "weighed": weighed, "p50_ms": middle, "p95_ms": late}


async def paces(person: Person) -> list[float]:
    """Play against bots that search; tell how long they took, until it is given up."""
    place = await person.sit((await person.set_table("agurk", SEARCH, SEARCH, options=OPTIONS))["id"])
    came, yours = watched(place), {}  # type: dict[int, float], dict[int, int]
    with contextlib.suppress(asyncio.CancelledError):
        await played(place, lambda: 0.2, yours, by_hand=True)
    numbers = sorted(came)
    return [came[n + 1] - came[n] for n in numbers[3:] if n not in yours and n + 1 in came]


async def ask_on(place: Place) -> None:
    """Ask for hints without end."""
    every = 20 / Limits().messages
    while True:
        began = time.perf_counter()
        await place.ask("hint", 60)
        await asyncio.sleep(began + every - time.perf_counter())


async def play_on(person: Person) -> None:
    """Play match after match against bots that search."""
    while True:
        place = await person.sit((await person.set_table("agurk", SEARCH, SEARCH, SEARCH, options=OPTIONS))["id"])
        await played(place, lambda: 0.2, {}, by_hand=True)
        await place.close()


@contextlib.asynccontextmanager
async def others(company: Company, what: str) -> AsyncIterator[None]:
    """Have others keep the service busy."""
    work: list[asyncio.Task[None]] = []
    if what == "hints":
        bo = company.person("Bo")
        table = (await choosing(bo, BOTS, BOTS)).table["id"]
        for _ in range(FLOOD):
            place = await bo.sit(table)
            await place.until(lambda p: p.scene)
            work.append(asyncio.create_task(ask_on(place)))
    elif what == "tables":
        work = [asyncio.create_task(play_on(company.person())) for _ in range(TABLES)]
    await asyncio.sleep(5)
    yield
    failed = [task for task in work if task.done()]
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    assert not failed, "those who were to keep it busy gave up"


async def measure(service: Running, what: str, number: int) -> dict[str, Any]:
    """Measure hints and the pace of bots while others do something."""
    async with Company(service.address) as company:
        ada, cy = company.person("Ada"), company.person("Cy")
        await warmed(ada)
        place = await choosing(ada, BOTS, BOTS)
        async with others(company, what):
            playing = asyncio.create_task(paces(cy))
            told = await hints(place, number)
            playing.cancel()
            pauses = await playing
        return {"others": what or "nobody", **told, "bots": len(pauses), **spread(pauses)}


def spread(pauses: list[float]) -> dict[str, int]:
    """Tell the middle and the ninth of ten of bots' pauses."""
    tenths = statistics.quantiles(pauses, n=10)
    return {"bots_p50_ms": round(1000 * tenths[4]), "bots_p90_ms": round(1000 * tenths[8])}


def main() -> None:
    """Measure alone, beside hints, and beside tables."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else HINTS
    with tempfile.TemporaryDirectory() as folder:
        service = Running(Path(folder) / "data", thinkers=os.cpu_count() or 1, pace=[0.45, 0.9], seconds=0.4)
        try:
            for what in ("", "hints", "tables"):
                print(json.dumps(asyncio.run(measure(service, what, number))), flush=True)
        finally:
            service.stop()


if __name__ == "__main__":
    main()

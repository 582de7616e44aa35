"""What one person who talks without end does to others: `python -m benchmarks.talk_flood [lines] [sockets]`.

Told: how long a question over HTTP takes somebody else, before and while the lines come, how many were heard, and the
service's memory. `free` as a third word lifts the measure of each person, so that the cost of a line is seen alone.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from tests.service.by_hand import memory
from tests.service.client import OPEN, Company, Place
from tests.service.conftest import Running
from tests.service.players import read

PAUSE = 0.02  #: seconds between two questions
QUIET = 6.0  #: seconds of questions before


async def asked(service: Running, until: Any) -> list[float]:
    """Ask again and again; return how long each answer took, in milliseconds."""
    took = []
    async with httpx.AsyncClient(base_url=service.address, timeout=60) as http:
        while not until():
            began = time.perf_counter()
            await http.get("/api/tables")
            took.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(PAUSE)
    return took


def told(took: list[float]) -> dict[str, float]:
    """Return the middle and the 99th of a hundred."""
    took = sorted(took)
    return {"n": len(took), "p50_ms": round(took[len(took) // 2], 1), "p99_ms": round(took[len(took) * 99 // 100], 1)}


async def say_all(place: Place, first: int, last: int) -> None:
    """Say lines one after the other."""
    for number in range(first, last):
        await place.ask("say", seconds=600, text=f"line {number}")


async def flood(service: Running, lines: int, sockets: int) -> dict[str, Any]:
    """Let one person talk over many connections while another asks."""
    async with Company(service.address) as company:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, start=False)
        await bo.join(made)
        places = [await ada.sit(made["id"]) for _ in range(sockets)]
        await places[0].until(lambda p: p.table)
        end = time.monotonic() + QUIET
        before = await asked(service, lambda: time.monotonic() > end)
        each = lines // sockets
        saying = asyncio.gather(*(say_all(place, n * each, (n + 1) * each) for n, place in enumerate(places)))
        began = time.monotonic()
        during = await asked(service, saying.done)
        await saying
        [kept] = read(service.data, "SELECT count(*) AS n FROM said")
        return {
            "before": told(before),
            "during": told(during),
            "last_third": told(during[2 * len(during) // 3 :]),
            "seconds": round(time.monotonic() - began, 1),
            "sent": each * sockets,
            "heard": kept["n"],
            "rss_mb": round(memory(service), 1),
        }


def main() -> None:
    """Measure."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    lines, sockets = (*numbers, *(2500, 40)[len(numbers) :])
    limits: dict[str, Any] = {} if "free" in sys.argv else {"talk": [20, 30.0]}
    with tempfile.TemporaryDirectory() as folder:
        service = Running(Path(folder) / "data", limits=limits)
        try:
            print(json.dumps(asyncio.run(flood(service, lines, sockets))), flush=True)
        finally:
            service.stop()


if __name__ == "__main__":
    main()

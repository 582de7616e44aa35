"""How long the service takes to answer while all its processes search: `python -m benchmarks.service_lag`.

A service runs in a process of its own; tables of bots that search keep all its thinkers busy, and one connection asks
`ping` again and again. What is told is the round trip, which holds the lag of the service's loop.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.service.client import Company, Place
from tests.service.conftest import Running

TABLES = 8
SECONDS = 15.0
PACE = 0.005  #: seconds between two pings


async def measure(service: Running, searching: bool) -> dict[str, float]:
    """Return the middle, the 99th of a hundred and the longest of many round trips, in milliseconds."""
    async with Company(service.address) as company:
        place = await seated(company, "simple")
        playing = []
        if searching:
            playing = [asyncio.create_task(keep_playing(company)) for _ in range(TABLES)]
            await asyncio.sleep(90 if "--cold" in sys.argv else 20)  # they compile first
        trips = []
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            began = time.perf_counter()
            await place.ask("ping")
            trips.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(PACE)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    trips.sort()
    return {
        "pings": len(trips),
        "p50_ms": round(trips[len(trips) // 2], 2),
        "p99_ms": round(trips[len(trips) * 99 // 100], 2),
        "longest_ms": round(trips[-1], 2),
    }


async def seated(company: Company, level: str) -> Place:
    """Seat somebody among three bots of a level."""
    me = company.person("Ada")
    bots = [{"kind": "bot", "bot": level}] * 3
    place = await me.sit((await me.set_table("agurk", *bots, options={"out_at": "99"}))["id"])
    await place.until(lambda p: p.scene)
    return place


async def keep_playing(company: Company) -> None:
    """Play match after match against bots that search."""
    while True:
        place = await seated(company, "search")
        await place.play_on(lambda p: p.scene["over"])


def main() -> None:
    """Measure an idle and a busy service."""
    with tempfile.TemporaryDirectory() as folder:
        service = Running(Path(folder) / "data", thinkers=os.cpu_count(), seconds=0.4)
        try:
            for name, searching in (("idle", False), ("searching", True)):
                print(name, json.dumps(asyncio.run(measure(service, searching))), flush=True)
        finally:
            service.stop()


if __name__ == "__main__":
    main()

"""How long the service takes to answer while all its processes search: `python -m benchmarks.service_lag`.

A service runs in a process of its own; tables of bots that search keep all its thinkers busy, and one connection asks
`ping` again and again. Told are the round trip, and how late the service's loop itself is: how long after its time
something comes that is to come every ten milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from pathlib import Path

from benchmarks.timing import warmed
from tests.service.client import Company, Place
from tests.service.conftest import Running

TABLES = 8
SECONDS = 15.0
PACE = 0.005  #: seconds between two pings


async def measure(service: Running, searching: bool) -> dict[str, float]:
    """Return how long round trips take and how late the loop is, in milliseconds."""
    async with Company(service.address) as company:
        place = await seated(company, "simple")
        playing = []
        if searching:
            playing = [asyncio.create_task(keep_playing(company)) for _ in range(TABLES)]
            await warmed(company.person("Eve"))  # they compile first
            await asyncio.sleep(5)
        trips = []
        start = time.monotonic()
        end = start + SECONDS
        while time.monotonic() < end:
            began = time.perf_counter()
            await place.ask("ping")
            trips.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(PACE)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    lags = [1000 * lag for when, lag in lateness(service) if start <= when <= end]
    return {"pings": len(trips), **spread(trips, ""), "looks": len(lags), **spread(lags, "loop_")}


def lateness(service: Running) -> list[tuple[float, float]]:
    """Read when the loop was how late."""
    lines = [line.split() for line in Path(service.settings["lag"]).read_text().splitlines()]
    return [(float(line[0]), float(line[1])) for line in lines if len(line) == 2]


def spread(times: list[float], name: str) -> dict[str, float]:
    """Tell the middle, the 99th of a hundred and the longest."""
    times = sorted(times)
    middle, late, longest = times[len(times) // 2], times[len(times) * 99 // 100], times[-1]
    return {f"{name}p50_ms": round(middle, 2), f"{name}p99_ms": round(late, 2), f"{name}longest_ms": round(longest, 2)}


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
        lag = str(Path(folder) / "lag")
        service = Running(Path(folder) / "data", thinkers=os.cpu_count(), seconds=0.4, pace=[0.1, 0.2], lag=lag)
        try:
            for name, searching in (("idle", False), ("searching", True)):
                print(name, json.dumps(asyncio.run(measure(service, searching))), flush=True)
        finally:
            service.stop()


if __name__ == "__main__":
    main()

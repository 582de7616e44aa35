"""How long the service takes to answer while its processes search, or judge: `python -m benchmarks.service_lag`.

A service runs in a process of its own; tables of bots that search keep all its thinkers busy, or people have one replay
after the other judged, and one connection asks `ping` again and again. Told are the round trip, and how late the
service's loop itself is: how long after its time something comes that is to come every ten milliseconds.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import tempfile
import time
from pathlib import Path

import torite
from benchmarks.timing import warmed
from tests.arranged import new_match
from tests.service.client import Company, Place
from tests.service.conftest import Running
from torite.bots.levels import ThumbBot

TABLES = 8  #: of bots that search, or people who have replays judged
SECONDS = 15.0
PACE = 0.005  #: seconds between two pings
KEYS = itertools.count()  #: of the matches that are judged: each another


async def measure(service: Running, busy: str) -> dict[str, float]:
    """Return how long round trips take and how late the loop is, in milliseconds."""
    async with Company(service.address) as company:
        place = await seated(company, "simple")
        playing = []
        if busy != "idle":
            keep = keep_playing if busy == "searching" else keep_judging
            playing = [asyncio.create_task(keep(company)) for _ in range(TABLES)]
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
            if task.done():
                task.result()
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


async def keep_judging(company: Company) -> None:
    """Have one match after the other judged to its end."""
    me = company.person("Ann")
    for key in KEYS:
        match = new_match("agurk", 2, options={"fixed_deals": "4"}, key=key.to_bytes(64, "big"))
        while not match.over:
            seat = match.actors[0]
            match.act(seat, ThumbBot(match.game, key).choose(match.view(seat), seat=seat))
        name, first = (await me.post("replays", {"record": torite.write(match)}))["id"], 0
        while first >= 0:
            first = (await me.get(f"replays/{name}/judged?from={first}&language=en"))["following"]


def main() -> None:
    """Measure a service that is idle, one that searches, and one that judges."""
    with tempfile.TemporaryDirectory() as folder:
        lag = str(Path(folder) / "lag")
        service = Running(Path(folder) / "data", thinkers=os.cpu_count(), seconds=0.4, pace=[0.1, 0.2], lag=lag)
        try:
            for busy in ("idle", "searching", "judging"):
                print(busy, json.dumps(asyncio.run(measure(service, busy))), flush=True)
        finally:
            service.stop()


if __name__ == "__main__":
    main()

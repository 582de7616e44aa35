"""What others feel while many ask for the far end of a long replay and hang up: `python -m benchmarks.replay_flood`.

With a number after it, so many requests (1,000 if none); with a second, from so many addresses of this machine (10).
A service runs in a process of its own, with the limits that hosts get. Somebody brings the longest record that it
takes; then everybody asks for its last positions and hangs up after one to three seconds. Meanwhile, and after it,
another person asks for the first page, opens tables that lie on disk, sets new ones and plays. What is told is how long
these take, what the service and its worker take of memory and processor time, and how many jobs were begun.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import websockets

import torite
from tests.service.conftest import Running
from torite.records.writing import MOST_LINES
from torite.service.replays import MOST_LETTERS, MOST_STEPS

TABLES = 540  #: that lie on disk and are opened one by one
LIMITS = {
    "posts": 60,
    "reads": 300,
    "messages": 10_000,
    "connections": 128,
}  #: a host's, but for messages
PATIENCE = (1.0, 3.0)  #: seconds after which those who flood hang up
CALM = 8.0  #: seconds that are measured before, and at least after
FLOOD = "--flood"
TICKS = os.sysconf("SC_CLK_TCK")
Trips = dict[str, list[float]]


def longest_record() -> str:
    """Play at random at the largest table, to no end, until the record is as long as one may be."""
    chooser = random.Random(1)
    match = torite.Match("ogorek", 17, {"out_at": "1000000"}, seed=1)
    letters, lines = 0, 40
    while letters < MOST_LETTERS - 4000 and lines < MOST_LINES - 100:
        seat, before = match.actors[0], len(match.log)
        match.act(seat, chooser.choice(match.actions(seat)))
        new = match.log[before:]
        lines += len(new) + sum(bool(entry.notes) for entry in new)
        letters += sum(30 + 4 * len(entry.outcome) for entry in new)
    return torite.write(match)


class Other:
    """The person whose waits are measured."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address, headers={"origin": address}, timeout=60)
        self.trips: Trips = {}
        self.cid = 0
        self.places: list[Any] = []

    async def timed(self, what: str, work: Awaitable[Any]) -> Any:
        """Wait for something, and remember how long it took."""
        began = time.perf_counter()
        found = await work
        self.trips.setdefault(what, []).append(1000 * (time.perf_counter() - began))
        return found

    async def set_table(self) -> str:
        """Set a table with bots; return its id."""
        bot = {"kind": "bot", "bot": "simple"}
        settings = {"spectators": True, "move_time": 0, "undo": True, "grace": 3600, "scored": None}
        wanted = {"variant": "agurk", "seats": [{"kind": "me"}, bot], "options": {"out_at": "999"}, "start": True}
        answer = await self.http.post("/api/tables", json={**wanted, "settings": settings})
        answer.raise_for_status()
        return str(answer.json()["id"])

    async def first_page(self) -> None:
        """Ask for all that the first page shows."""
        (await self.http.get("/api/start")).raise_for_status()

    async def sit(self, table: str) -> tuple[Any, dict[str, Any]]:
        """Come to a table; return the connection and the scene."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws{self.address.removeprefix('http')}/ws/{table}"
        place = await websockets.connect(
            address,
            origin=self.address,  # type: ignore[arg-type]
            additional_headers={"cookie": cookies},
            max_size=1 << 24,
        )
        self.places.append(place)
        return place, await self._scene(place, lambda scene: True)

    async def _scene(self, place: Any, enough: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            message = json.loads(await place.recv())
            if message["type"] == "scene" and enough(message["scene"]):
                return dict(message["scene"])

    async def move(self, place: Any, scene: dict[str, Any]) -> dict[str, Any]:
        """Play a card, or go on to the next deal; return the next scene in which there is something to do."""
        self.cid += 1
        choices = scene["choices"]
        say = {"type": "ready"} if not choices else {
            "type": "act", "number": scene["number"], "code": choices[0]["codes"][0].removesuffix(" +")
        }  # fmt: skip
        began = time.perf_counter()
        await place.send(json.dumps({**say, "cid": self.cid}))
        latest, answered = scene, False
        while not (answered and (latest["choices"] or latest["deal_over"]) and latest["number"] > scene["number"]):
            message = json.loads(await place.recv())
            if message.get("cid") == self.cid:
                answered = True
                if choices:
                    self.trips.setdefault("move", []).append(1000 * (time.perf_counter() - began))
            if message["type"] == "scene":
                latest = message["scene"]
        return latest

    async def live(self, stored: list[str], until: Callable[[], bool]) -> None:
        """Do what people do, one thing after the other."""
        table = await self.set_table()
        place, scene = await self.sit(table)
        while not until():
            await self.timed("first page", self.first_page())
            scene = await self.move(place, scene)
            if stored:
                opened, _ = await self.timed("open a table", self.sit(stored.pop()))
                await opened.close()
            if random.random() < 0.2:
                await self.timed("set a table", self.set_table())
            await asyncio.sleep(0.02)


async def ask_and_hang_up(port: int, path: str, source: str) -> str:
    """Ask for something over a connection from an address, and hang up before long; return what came."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    head = b""
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n".encode())
        async with asyncio.timeout(random.uniform(*PATIENCE)):
            head = await reader.read(12)
    except TimeoutError:
        pass
    finally:
        writer.transport.abort()
    return head[9:12].decode() or "hung up"


async def flood(port: int, path: str, requests: int, addresses: int) -> None:
    """Ask from several addresses within ten seconds; tell how often what came."""

    async def one(number: int) -> str:
        await asyncio.sleep(10 * number / requests)
        return await ask_and_hang_up(port, path, f"127.0.0.{2 + number % addresses}")

    came = await asyncio.gather(*map(one, range(requests)))
    print(f"{requests} from {addresses}:", {what: came.count(what) for what in sorted(set(came))})


def of_process(pid: int) -> tuple[float, float]:
    """Return a process's memory in MB and its processor time in seconds."""
    status = Path(f"/proc/{pid}/status").read_text()
    times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024, (int(times[11]) + int(times[12])) / TICKS


def family(service: Running) -> dict[str, tuple[float, float]]:
    """Measure the service and its worker."""
    assert service.process is not None
    children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children").read_text().split()
    found = {"service": of_process(service.process.pid)}
    return found | {f"worker {number}": of_process(int(child)) for number, child in enumerate(children, 1)}


def told(name: str, trips: Trips) -> None:
    """Tell how long what took."""
    for what, times in sorted(trips.items()):
        times.sort()
        middle, late = times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
        print(f"  {name:8} {what:14} {len(times):5}  p50 {middle:7.1f}  p99 {late:7.1f}  longest {times[-1]:7.1f} ms")


@contextlib.asynccontextmanager
async def person(service: Running) -> AsyncIterator[Other]:
    """Let somebody come, and go."""
    other = Other(service.address)
    try:
        yield other
    finally:
        for place in other.places:
            await place.close()
        await other.http.aclose()


async def prepare(service: Running, record: str) -> tuple[str, list[str], httpx.Cookies]:
    """Bring the record, and begin tables that then lie on disk."""
    async with person(service) as other:
        answer = await other.http.post("/api/replays", json={"record": record})
        answer.raise_for_status()
        stored = []
        for _ in range(TABLES):
            table = await other.set_table()
            place, scene = await other.sit(table)
            for _ in range(5):
                scene = await other.move(place, scene)
            await place.close()
            stored.append(table)
        return str(answer.json()["id"]), stored, other.http.cookies


class Phase:
    """A time in which waits are measured."""

    def __init__(self, service: Running, other: Other, peak: dict[str, float]) -> None:
        self.service = service
        self.other = other
        self.peak = peak

    async def measure(self, name: str, stored: list[str], work: Awaitable[Any] | None = None) -> None:
        """Measure while something is done, and for a while at least; tell what came of both."""
        end = time.monotonic() + CALM
        doing = asyncio.ensure_future(work) if work else None
        done = lambda: (doing is None or doing.done()) and time.monotonic() > end  # noqa: E731
        living = asyncio.ensure_future(self.other.live(stored, done))
        while not living.done():
            for what, (memory, _) in family(self.service).items():
                self.peak[what] = max(self.peak.get(what, 0.0), memory)
            await asyncio.sleep(0.2)
        await living
        told(name, self.other.trips)
        self.other.trips = {}
        if doing is not None:
            print(f"  {name:8} {await doing}", flush=True)


async def measure(service: Running, replay: str, stored: list[str], cookies: httpx.Cookies) -> None:
    """Measure before, during and after the flood."""
    requests, addresses = [*map(int, sys.argv[1:]), 1000, 10][:2] if len(sys.argv) < 3 else map(int, sys.argv[1:3])
    async with person(service) as other:
        other.http.cookies = cookies
        about = (await other.http.get(f"/api/replays/{replay}")).json()
        last = about["steps"] - 1
        path = f"/api/replays/{replay}/steps?from={last - MOST_STEPS + 1}&to={last}&viewer=-2"
        for _ in range(3):
            began = time.perf_counter()
            (await other.http.get(path)).raise_for_status()
        print(f"{last + 1} positions; asked by nobody else: {1000 * (time.perf_counter() - began):.0f} ms", flush=True)
        before = family(service)
        phase = Phase(service, other, {name: values[0] for name, values in before.items()})
        await phase.measure("before", stored[0::3])
        await phase.measure("during", stored[1::3], elsewhere(service, path, requests, addresses))
        await phase.measure("after", stored[2::3])
        for what, (memory, spent) in family(service).items():
            was, began = before[what]
            print(f"  {what}: {was:.0f} MB, at most {phase.peak[what]:.0f}, then {memory:.0f}; {spent - began:.1f} s")


async def elsewhere(service: Running, path: str, requests: int, addresses: int) -> str:
    """Flood from a process of its own, so that the person who is measured does not wait for those who flood."""
    told = [FLOOD, str(service.port), path, str(requests), str(addresses)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.replay_flood", *told, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    return output.decode().strip()


def main() -> None:
    """Measure before, during and after, or flood."""
    if sys.argv[1:2] == [FLOOD]:
        port, path, requests, addresses = sys.argv[2:]
        asyncio.run(flood(int(port), path, int(requests), int(addresses)))
        return
    record = longest_record()
    print(f"record: {len(record)} letters, {record.count(chr(10))} lines; load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        service = Running(Path(folder) / "data", thinkers=0)
        try:
            replay, stored, cookies = asyncio.run(prepare(service, record))
        finally:
            service.stop()
        service.settings = {"thinkers": 0, "limits": LIMITS}
        service.start()
        try:
            asyncio.run(measure(service, replay, stored, cookies))
        finally:
            service.stop()


if __name__ == "__main__":
    main()

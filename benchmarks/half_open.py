"""Whether somebody gets in while one address holds thousands of sockets: `python -m benchmarks.half_open [sockets]`.

The service runs in a process of its own with 1,024 file handles. The attackers come from 127.0.0.2 in processes of
theirs, and open a socket anew whenever one is taken from them: sockets that say nothing, heads and bodies of a byte a
second, upgrades without an end. Meanwhile somebody else comes again and again, sets a table, sits down and plays.
Told: how long that took, how many sockets were held, and how long each kind lived.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.service_load import cpu
from tests.service.client import BOTS, Company
from tests.service.conftest import Running

HANDLES = 1024  #: of the service
VISITS = 12
PATIENT = 40  #: sockets that nobody needs the place of: these show how long a socket may take
KINDS = ("silent", "head", "body", "upgrade")
ATTACKER = "127.0.0.2"
FIRST = {
    "silent": b"",
    "head": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "upgrade": b"GET /ws/x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Slow: ",
    "body": b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Length: 16000\r\n\r\n",
}


async def hold(port: int, source: str, kind: str, lives: list[float], open_now: set[Any]) -> None:
    """Hold one socket, a byte a second; open it anew when it is taken away."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            began = time.monotonic()
            open_now.add(writer)
            with contextlib.suppress(OSError):
                await held(reader, writer, kind)
            open_now.discard(writer)
            lives.append(time.monotonic() - began)
            writer.close()
        await asyncio.sleep(1.0)


async def held(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kind: str) -> None:
    """Send a byte a second until the other end has had enough."""
    writer.write(FIRST[kind])
    while True:
        with contextlib.suppress(TimeoutError):
            if not await asyncio.wait_for(reader.read(1000), 1.0):
                return
        if kind != "silent":
            writer.write(b"a")
            await writer.drain()


async def attack(port: int, source: str, count: int, seconds: float) -> None:
    """Hold so many sockets of one address for so long; tell what came of it, a line for each kind."""
    lives: dict[str, list[float]] = {kind: [] for kind in KINDS}
    open_now: set[Any] = set()
    holding = [
        asyncio.create_task(hold(port, source, kind, lives[kind], open_now))
        for kind in KINDS
        for _ in range(count // len(KINDS))
    ]
    begun, held_open = time.monotonic(), []
    while time.monotonic() - begun < seconds:
        await asyncio.sleep(1)
        held_open.append(len(open_now))
    for task in holding:
        task.cancel()
    print(f"of {len(holding)} sockets of {source}, open at a time: median {statistics.median(held_open):.0f}", end="")
    print(f"; taken away {sum(map(len, lives.values()))} times; the longest lived", end=" ")
    print(", ".join(f"{kind} {max(lived, default=0.0):.1f} s" for kind, lived in lives.items()), flush=True)


async def visit(company: Company, number: int) -> tuple[float, float]:
    """Come, set a table, sit down, play three cards; tell how long it took to have the page and to have played."""
    began = time.monotonic()
    somebody = company.person(f"P{number}")
    await somebody.get("start")
    page = time.monotonic() - began
    place = await somebody.sit((await somebody.set_table("agurk", BOTS))["id"])
    await place.play_on(lambda p: p.scene.get("number", 0) >= 8)
    took = time.monotonic() - began
    await place.close()
    return page, took


async def visits(service: Running, count: int) -> list[tuple[float, float]]:
    """Come again and again."""
    async with Company(service.address) as company:
        return [await visit(company, number) for number in range(count)]


def measure(folder: Path, count: int, source: str) -> None:
    """Attack a service, and visit it."""
    few = functools.partial(resource.setrlimit, resource.RLIMIT_NOFILE, (HANDLES, HANDLES))
    service = Running(folder / "data", before=few, limits={"connections": 128, "posts": 1000})
    assert service.process is not None
    pid, seconds = service.process.pid, 45.0
    try:
        asyncio.run(visits(service, 1))
        words = [sys.executable, "-m", "benchmarks.half_open", "attack", str(service.port), source, str(count)]
        attacker = subprocess.Popen([*words, str(seconds)])
        time.sleep(5)
        before, began = cpu(pid), time.monotonic()
        took = asyncio.run(visits(service, VISITS))
        used = (cpu(pid) - before) / (time.monotonic() - began)
        handles = len(os.listdir(f"/proc/{pid}/fd"))
        pages, played = zip(*took, strict=True)
        print(
            f"{VISITS} others had the page in {max(pages):.3f} s at most (median {statistics.median(pages):.3f}), ",
            end="",
        )
        print(f"had played in {max(played):.2f} s; {handles} of {HANDLES} handles, {100 * used:.0f} % of one core")
        attacker.wait()
        assert "Traceback" not in service.log.read_text(), service.log.read_text()[-2000:]
    finally:
        service.stop()


def main() -> None:
    """Run it."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if sys.argv[1:2] == ["attack"]:
        asyncio.run(attack(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), float(sys.argv[5])))
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    for source, held in ((ATTACKER, count), ("127.0.0.1", count), (ATTACKER, PATIENT)):
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder), held, source)


if __name__ == "__main__":
    main()

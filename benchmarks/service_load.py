"""How a service holds up: `python -m benchmarks.service_load [tables] [seconds] [sqlite|postgresql] [processes]`.

So many tables of four people each play a move a second over real connections to a service in a process of its own, or
in several that share a PostgreSQL database and have as many tables each, no two of them at the same point of a deal.
Told: how long it takes from sending an action until all four seats have the scene that it led to, how long until it is
acknowledged, the service's memory, and its processor time, also that of a move: twice as many processes carry twice as
much if that stays the same. With PostgreSQL also the processor time of that. It needs twice as many open files as
connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import os
import resource
import struct
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from tests.service.client import OPEN, Person
from tests.service.conftest import Running
from tests.service.postgres_server import Server

SEATS = 4
EVERY = 1.0  #: seconds between two moves at a table
APART = 30.0  #: seconds from the first table's first move to the last's: a deal takes as long, and they end in turn
OF_SERVICE = 2  #: processors
TEXT, PING, LONG = 1, 9, 126  #: of frames: two kinds, and the size that says that the size follows


class Seat(msgspec.Struct):
    """What the load needs of a scene's seat."""

    acts: bool
    you: bool


class Scene(msgspec.Struct):
    """What the load needs of a scene."""

    number: int
    seats: list[Seat]
    choices: list[dict[str, object]]
    deal_over: bool
    over: bool


class Frame(msgspec.Struct):
    """Any message."""

    type: str
    scene: Scene | None = None
    cid: int = -1


decode = msgspec.json.Decoder(Frame).decode


class Line(asyncio.Protocol):
    """A connection after its handshake, as bare as can be: what is measured is the service, not its clients."""

    def __init__(self, transport: Any, hear: Callable[[bytes], None]) -> None:
        self.transport = transport
        self.hear = hear
        self.unread = bytearray()
        transport.set_protocol(self)

    def send(self, text: bytes) -> None:
        """Send a short text; its mask is of zeros."""
        size = bytes([0x80 | len(text)]) if len(text) < LONG else struct.pack("!BH", 0x80 | LONG, len(text))
        self.transport.write(b"\x81" + size + bytes(4) + text)

    def data_received(self, data: bytes) -> None:
        """Take frames apart; answer pings."""
        self.unread += data
        while len(self.unread) >= 4:
            kind, size, head = self.unread[0] & 15, self.unread[1], 2
            if size == LONG:
                size, head = int.from_bytes(self.unread[2:4]), 4
            if len(self.unread) < head + size:
                return
            text = bytes(self.unread[head : head + size])
            del self.unread[: head + size]
            if kind == TEXT:
                self.hear(text)
            elif kind == PING:
                self.transport.write(bytes([0x8A, 0x80 | size]) + bytes(4) + text)


class LoadedTable:
    """One table of four, all in this process."""

    def __init__(self, address: str) -> None:
        self.people = [Person(address, f"P{i}") for i in range(SEATS)]
        self.scenes: list[Scene | None] = [None] * SEATS
        self.sent_at = 0.0
        self.waiting = 0
        self.number = 0
        self.reached: list[float] = []
        self.acked: list[float] = []
        self.counted_from = float("inf")
        self.moves = 0
        self.counted = 0
        self.refused = 0

    async def set_up(self) -> None:
        """Set the table, seat everybody and begin."""
        first = self.people[0]
        made = await first.set_table("agurk", *([OPEN] * (SEATS - 1)), start=False)
        for person in self.people[1:]:
            await person.join(made)
        self.lines = [await self._connect(seat, made["id"]) for seat in range(SEATS)]
        self.lines[0].send(b'{"type":"start","cid":0}')

    async def _connect(self, seat: int, table: str) -> Line:
        person = self.people[seat]
        place = await person.sit(table)
        line = Line(place.socket.transport, functools.partial(self._hear, seat))
        place.socket.keepalive_task.cancel()
        place.reading.cancel()
        await asyncio.gather(place.reading, return_exceptions=True)
        await person.http.aclose()
        return line

    def _hear(self, seat: int, text: bytes) -> None:
        now = time.perf_counter()
        frame = decode(text)
        if frame.scene is not None:
            self.scenes[seat] = frame.scene
            if self.waiting and frame.scene.number > self.number:
                self.waiting -= 1
                if not self.waiting and self.sent_at >= self.counted_from:
                    self.reached.append(now - self.sent_at)
        elif frame.type == "done" and frame.cid == self.moves and self.sent_at >= self.counted_from:
            self.acked.append(now - self.sent_at)
        elif frame.type == "refused":
            self.refused += 1

    async def play(self, until: float) -> None:
        """Make a move each second; who was late once does not stay in step with whoever was late too."""
        at = time.perf_counter()
        while at < until:
            self._move()
            at += EVERY
            await asyncio.sleep(at - time.perf_counter())

    def _move(self) -> None:
        for seat, scene in enumerate(self.scenes):
            if scene is None or scene.over:
                continue
            if scene.deal_over:
                self.lines[seat].send(b'{"type":"ready","cid":0}')
            elif scene.choices:
                self.moves += 1
                self.number, self.waiting = scene.number, SEATS
                code = str(scene.choices[0]["codes"][0]).removesuffix(" +")  # type: ignore[index]
                message = {"type": "act", "cid": self.moves, "number": scene.number, "code": code}
                self.sent_at = time.perf_counter()
                self.counted += self.sent_at >= self.counted_from
                self.lines[seat].send(msgspec.json.encode(message))
                return


def status(pid: int, name: str) -> int:
    """Read a line of a process's status, in kilobytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


def cpu(pid: int) -> float:
    """Return the processor time of a process and of those that it has started and that have ended, in seconds.

    Of one that has ended itself it is none: it is told of who has started that.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _part(pid: int) -> None:
    """Hold the service to two processors; play on the others, where there are some."""
    here = sorted(os.sched_getaffinity(0))
    if len(here) > OF_SERVICE:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), here[:OF_SERVICE])
        os.sched_setaffinity(0, here[OF_SERVICE:])


def descendants(pid: int) -> list[int]:
    """List a process and those that it has started."""
    found = [int(one) for file in Path(f"/proc/{pid}/task").glob("*/children") for one in file.read_text().split()]
    return [pid, *found]


async def load(running: Sequence[Running], count: int, seconds: float, of_database: int = 0) -> None:
    """Play, and tell what came of it; of PostgreSQL's processes too, where its number is given."""
    pids = [one.process.pid for one in running if one.process]
    for pid in pids:
        _part(pid)
    empty = sum(status(pid, "VmRSS") for pid in pids)
    tables = [LoadedTable(running[number % len(running)].address) for number in range(count)]
    for i in range(0, count, 20):
        await asyncio.gather(*(table.set_up() for table in tables[i : i + 20]))
    await asyncio.sleep(2)
    gc.disable()  # pauses of the clients are none of the service
    full, begun = sum(status(pid, "VmRSS") for pid in pids), time.perf_counter() + APART

    async def start(number: int, table: LoadedTable) -> None:
        table.counted_from = begun
        await asyncio.sleep(number / count * APART)
        await table.play(begun + seconds)

    playing = asyncio.gather(*(start(number, table) for number, table in enumerate(tables)))
    await asyncio.sleep(begun - time.perf_counter())
    database_before = sum(map(cpu, descendants(of_database))) if of_database else 0.0
    before = sum(map(cpu, pids))
    await playing
    await asyncio.sleep(1)
    spent, took = sum(map(cpu, pids)) - before, time.perf_counter() - begun
    reached = sorted(value for table in tables for value in table.reached)
    acked = sorted(value for table in tables for value in table.acked)
    moves, refused = sum(table.counted for table in tables), sum(table.refused for table in tables)
    print(f"{count} tables, {SEATS * count} connections, {seconds:.0f} s: {moves} moves, {refused} refused")
    for name, values in (("all four seats have it", reached), ("acknowledged", acked)):
        cuts = [1e3 * values[int(len(values) * share)] for share in (0.5, 0.9, 0.99)]
        print(f"{name}: median {cuts[0]:.1f} ms, 90 % {cuts[1]:.1f} ms, 99 % {cuts[2]:.1f} ms, n = {len(values)}")
    print(f"memory: {empty // 1024} MB empty, {(full - empty) / count:.0f} kB a table")
    print(f"processor: {100 * spent / took:.0f} % of one core, {1e3 * spent / moves:.2f} ms a move")
    if of_database:
        spent = sum(map(cpu, descendants(of_database))) - database_before
        print(f"PostgreSQL: {100 * spent / took:.0f} % of one core, {1e3 * spent / moves:.2f} ms a move")


def main() -> None:
    """Run it."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    server = Server(fsync="on") if sys.argv[3:4] == ["postgresql"] else None
    shared: dict[str, Any] = {"database": server.new()} if server else {}
    names = "abcdefgh"[: int(sys.argv[4])] if len(sys.argv) > 4 else "a"
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        if server:
            stack.callback(server.close)
        running = []
        for name in names:
            running.append(Running(Path(folder) / name, **shared | ({"process": name} if server else {})))
            stack.callback(running[-1].stop)
        asyncio.run(load(running, count, seconds, server.pid if server else 0))


if __name__ == "__main__":
    main()

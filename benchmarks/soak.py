"""A service under play for long, with faults on a schedule: `python -m benchmarks.soak --minutes 120`.

So many tables (200) of bots and of people by script play match after match; some people look from two tabs. In the
first third of the time the service is killed or told to stop again and again; after that it lives, and its memory is
watched. All the time its processes that think are stopped or killed, and connections cut or held up.

Checked, all the time: what was acknowledged is in the log once, in its order; logs replay, and are the records; what
tabs were shown is what the log says; nothing in the service's log is a traceback; memory, handles, threads and children
stay. The exit code is 1 if anything was found. Nothing leaves this machine, and it ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import watched
from benchmarks.crowd import Findings, Party, check_after_kill
from benchmarks.kills import check_files, told
from tests.service.client import BOTS, Company
from tests.service.conftest import Running
from tests.service.players import LOST
from tests.service.rough import GappyLine

LINES = 5  #: between people and the service; every fifth party's people come straight
SAMPLE = 5.0  #: seconds between two samples
WARM = (
    480.0  #: seconds after a start in which memory may grow: tables are closed when nobody was there for five minutes
)
SLOPE = 20.0  #: MB an hour that memory may surely grow by
JUDGED = 0.4  #: hours that must have been seen for that
SPARE = 60  #: handles, beside sockets, that may come to those of the beginning: of the database, and pipes
THREADS = 48
STUCK = 90.0  #: seconds after which somebody who had no scene is stuck
PARTING = 120.0  #: seconds in which everybody must have gone at the end


@dataclass
class Soak:
    """A soak in progress."""

    service: Running
    minutes: float
    tables: int
    thinks: float
    kill_every: float
    found: Findings = field(default_factory=Findings)
    parties: list[Party] = field(default_factory=list)
    lines: list[GappyLine] = field(default_factory=list)
    samples: list[watched.Sample] = field(default_factory=list)
    answering: list[float] = field(default_factory=list)
    pings: list[float] = field(default_factory=list)
    did: dict[str, int] = field(default_factory=dict)
    checked: int = 0
    down: bool = False
    life: int = 0
    read: int = 0
    ended: bool = False

    async def run(self) -> None:
        """Play, break things, and watch, until the time is over."""
        self.ends = time.monotonic() + 60 * self.minutes
        self.calm = time.monotonic() + 20 * self.minutes
        async with contextlib.AsyncExitStack() as stack:
            self.lines = [await stack.enter_async_context(GappyLine(self.service.port)) for _ in range(LINES - 1)]
            vias = [*(line.address for line in self.lines), ""]
            for number in range(self.tables):
                self.parties.append(
                    Party(
                        self.service.address, self.service.data, number, self.found, vias[number % LINES],
                        self.thinks, tabs=number % 4 == 0,
                    )
                )  # fmt: skip
            playing = [asyncio.create_task(self._begin(number)) for number in range(self.tables)]
            beside = [
                asyncio.create_task(self._always(name, work))
                for name, work in (
                    ("kills", self._kills), ("thinkers", self._thinkers), ("cuts", self._cuts),
                    ("watching", self._watch), ("pings", self._ping), ("progress", self._progress),
                )
            ]  # fmt: skip
            await asyncio.sleep(60 * self.minutes)
            self.ended = True
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await self._part(playing)

    async def _always(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Exception as wrong:
            self.found.fault(name, repr(wrong))

    async def _begin(self, number: int) -> None:
        await asyncio.sleep(number * min(0.2, 10 * self.minutes / self.tables))
        await self.parties[number].play(lambda: self.ended)

    async def _part(self, playing: list[asyncio.Task[None]]) -> None:
        """Have everybody finish what they sent, and go; then the service must hold no more than at its beginning."""
        self._up()
        done, stuck = await asyncio.wait(playing, timeout=PARTING)
        for task in stuck:
            task.cancel()
        for task in done:
            if task.cancelled() or task.exception() is not None:
                self.found.fault(
                    "a party", "it ended before the time: " + ("" if task.cancelled() else repr(task.exception()))
                )
        if stuck:
            self.found.fault("the end", f"{len(stuck)} of {len(done) + len(stuck)} tables could not come to one")
        end = time.monotonic() + 60
        while (left := self._sample()).sockets > 20 and time.monotonic() < end:
            await asyncio.sleep(1)
        if left.sockets > 20:
            self.found.fault("the end", f"{left.sockets} sockets are open although everybody has gone")
        self._look_into_log()
        check_files(self.service.data, self.found)

    # what is broken

    async def _kills(self) -> None:
        """Kill the service, or tell it to stop, in turn; then let it live."""
        while True:
            await asyncio.sleep(self.kill_every * random.uniform(0.7, 1.3))
            if time.monotonic() > self.calm:
                return
            self.down = True
            kind = "kill" if self._did("services ended") % 2 else "stop"
            await asyncio.to_thread(getattr(self.service, kind))
            self.checked += await asyncio.to_thread(check_after_kill, self.parties, self.found)
            await asyncio.to_thread(check_files, self.service.data, self.found)
            began = time.monotonic()
            await asyncio.to_thread(self.service.start)
            self.answering.append(time.monotonic() - began)
            self.life += 1
            self.down = False

    async def _thinkers(self) -> None:
        """Stop a process that thinks for a while, or kill it."""
        while True:
            await asyncio.sleep(random.uniform(10, 40))
            found = [] if self.down else watched.children(self._pid())
            if not found:
                continue
            one = random.choice(found)
            with contextlib.suppress(ProcessLookupError):
                if self._did("thinkers stopped or killed") % 2:
                    os.kill(one, signal.SIGKILL)
                else:
                    os.kill(one, signal.SIGSTOP)
                    await asyncio.sleep(8)
                    os.kill(one, signal.SIGCONT)

    async def _cuts(self) -> None:
        """Cut a line, or hold it up, for 0.1 to 45 seconds."""
        while True:
            await asyncio.sleep(random.uniform(5, 25))
            line = random.choice(self.lines)
            getattr(line, "cut" if self._did("lines cut or held up") % 2 else "hold")()
            await asyncio.sleep(0.1 * 450 ** random.random())
            line.mend()

    def _did(self, what: str) -> int:
        self.did[what] = self.did.get(what, 0) + 1
        return self.did[what]

    def _up(self) -> None:
        for line in self.lines:
            line.mend()
        if self.service.process is None or self.service.process.poll() is not None:
            self.service.start()
        self.down = False

    # what is watched

    async def _watch(self) -> None:
        """Take samples; whoever has no scene for long is stuck."""
        since: dict[int, float] = {}
        while True:
            await asyncio.sleep(SAMPLE)
            self._look_into_log()
            if self.down:
                continue
            if self.service.process is not None and self.service.process.poll() is not None:
                self.found.fault("the service", f"it ended by itself with {self.service.process.returncode}")
                self.service.start()
                self.life += 1
            self._judge(self._sample())
            for party in self.parties:
                if not party.now or party.shown_at:
                    since[id(party)] = time.monotonic()
                elif time.monotonic() - since.setdefault(id(party), time.monotonic()) > STUCK:
                    self.found.fault(f"party {party.number}", f"no scene for {STUCK:.0f} s")
                    since[id(party)] = time.monotonic()

    def _pid(self) -> int:
        assert self.service.process is not None
        return self.service.process.pid

    def _sample(self) -> watched.Sample:
        sample = watched.sampled(self._pid(), time.monotonic(), self.life)
        self.samples.append(sample)
        return sample

    def _judge(self, now: watched.Sample) -> None:
        before = next((sample for sample in reversed(self.samples[:-1]) if sample.life == now.life), None)
        limits = (
            ("files", now.files, self.samples[0].files + SPARE),
            ("threads", now.threads, THREADS),
            ("children", now.children, 2 * (os.cpu_count() or 1) + 2),
            ("children that nobody waits for", min(now.zombies, before.zombies if before else 0), 2),
        )
        for what, value, most in limits:
            if value > most:
                self.found.fault(what, f"{value}, more than {most}")

    def _look_into_log(self) -> None:
        with self.service.log.open() as log:
            log.seek(self.read)
            new = log.read()
            self.read = log.tell()
        for sign in ("Traceback", "never retrieved", "was destroyed", "could not go on"):
            if sign in new:
                self.found.fault("the service's log", new[new.index(sign) :])

    async def _ping(self) -> None:
        """Ask again and again how long somebody waits who only asks."""
        while True:
            try:
                async with Company(self.service.address) as company:
                    me = company.person("Ping")
                    place = await me.sit((await me.set_table("agurk", BOTS))["id"])
                    while True:
                        began = time.monotonic()
                        await place.ask("ping", 60)
                        self.pings.append(time.monotonic() - began)
                        await asyncio.sleep(0.5)
            except (*LOST, TimeoutError):
                await asyncio.sleep(1)

    async def _progress(self) -> None:
        while True:
            await asyncio.sleep(max(60.0, self.minutes))
            left = (self.ends - time.monotonic()) / 60
            memory = self.samples[-1].memory if self.samples else 0
            print(
                f"{left:.0f} min left: {self.found.matches} matches, {len(self.found.faults)} faults, {memory:.0f} MB",
                flush=True,
            )

    # what came of it

    def figures(self) -> dict[str, Any]:
        """Sum it up; memory that surely grows too fast is a fault."""
        grown = watched.slope(self.samples, min(WARM, 12 * self.minutes))
        if grown is not None and grown.hours > JUDGED and grown.an_hour - grown.give > SLOPE:
            self.found.fault("memory", f"it grows by {grown.an_hour:.0f} ± {grown.give:.0f} MB an hour")
        found = self.found
        return {
            "tables": self.tables, "minutes": self.minutes, **self.did, "matches": found.matches, "acts": found.acts,
            "acts checked after the service ended": self.checked, "sent again": found.again, "scenes": found.scenes,
            "memory, MB an hour": None if grown is None else f"{grown.an_hour:.1f} ± {grown.give:.1f}",
            "seen for, hours": None if grown is None else round(grown.hours, 2),
            **{
                f"most {name}": round(max(getattr(sample, name) for sample in self.samples))
                for name in ("memory", "files", "sockets", "threads", "children")
            },
            "at the end": str(self.samples[-1]),
            "faults": len(found.faults),
        }  # fmt: skip


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__.partition(":")[0])
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--thinks", type=float, default=4.0, help="seconds that people take for a choice, in the mean")
    parser.add_argument("--kill-every", type=float, default=120.0, help="seconds, in the first third of the time")
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    wanted = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        service = Running(Path(folder) / "data", thinkers=os.cpu_count(), pace=(0.2, 0.6))
        soak = Soak(service, wanted.minutes, wanted.tables, wanted.thinks, wanted.kill_every)
        try:
            asyncio.run(soak.run())
            tell(soak, wanted.json)
        finally:
            service.stop()
    return 1 if soak.found.faults else 0


def tell(soak: Soak, as_json: bool) -> None:
    """Print what came of it."""
    figures = soak.figures()
    if as_json:
        print(json.dumps(figures, indent=1))
    else:
        print("\n".join(f"{name:36} {value}" for name, value in figures.items()))
    for what, seconds in (("until it answers after a start", soak.answering), ("a ping's answer", soak.pings)):
        if seconds:
            told(what, seconds)
    for fault in soak.found.faults[:40]:
        print(f"FAULT {fault}")


if __name__ == "__main__":
    sys.exit(main())

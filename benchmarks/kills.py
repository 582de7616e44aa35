"""A service killed under play, again and again: `python -m benchmarks.kills [--times 200] [--restart 300]`.

After each `kill -9` the files are checked as they were left, and against all that was acknowledged to the people at the
tables: nothing lost, nothing twice. Told is how long it takes until it answers, and until everybody has a scene again.
With `--restart`, it is then killed once with so many tables open, each with its match begun. The exit code is 1 if
something was lost, or done twice.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.crowd import Findings, Party, check_after_kill
from tests.service.client import BOTS, Company, Person
from tests.service.conftest import Running
from tests.service.players import LOST, read

TOGETHER = 20  #: tables that are set at a time
ALIKE = ("agurk", "kurkku", "rassi")
BACK = 120  #: seconds in which everybody must be back


def main() -> int:
    """Kill it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills", description=__doc__.partition(":")[0])
    parser.add_argument("--times", type=int, default=200, help="how often it is killed under play")
    parser.add_argument("--tables", type=int, default=10, help="how many tables play meanwhile")
    parser.add_argument("--restart", type=int, default=300, help="tables open when it is killed at last; 0 for none")
    wanted = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    found = Findings()
    with tempfile.TemporaryDirectory() as folder:
        service = Running(Path(folder) / "data", thinkers=1)
        try:
            if wanted.times:
                asyncio.run(kill(service, wanted.times, wanted.tables, found))
            if wanted.restart:
                asyncio.run(restart(service, wanted.restart))
        finally:
            service.stop()
        if "Traceback" in service.log.read_text():
            found.fault("the service's log", service.log.read_text().partition("Traceback")[2])
    for fault in found.faults:
        print(f"FAULT {fault}")
    return 1 if found.faults else 0


async def kill(service: Running, times: int, tables: int, found: Findings) -> None:
    """Kill it under play, and tell what came of it."""
    stopped = asyncio.Event()
    parties = [Party(service.address, service.data, number, found) for number in range(tables)]
    playing = [asyncio.create_task(party.play(stopped.is_set)) for party in parties]
    answering, back, checked = [], [], 0
    for _ in range(times):
        await everybody_shown(parties)
        await asyncio.sleep(random.uniform(0.0, 0.8))
        service.kill()
        for party in parties:
            for player in party.now:
                player.shown_at = 0.0
        checked += await asyncio.to_thread(check_after_kill, parties, found)
        await asyncio.to_thread(check_files, service.data, found)
        began = time.monotonic()
        await asyncio.to_thread(service.start)
        answering.append(time.monotonic() - began)
        back.append(await everybody_shown(parties) - began)
    stopped.set()
    await asyncio.gather(*playing)
    print(f"{times} kills under play at {tables} tables: {len(found.faults)} faults")
    print(
        f"{found.matches} matches to their end, {found.acts} acts acknowledged, {checked} checks of them after kills, "
        f"{found.again} sent again, {found.scenes} scenes compared"
    )
    told("until it answers", answering)
    told("until everybody has a scene", back)


async def everybody_shown(parties: Sequence[Party]) -> float:
    """Wait until all people have a scene; return when the last of them had one."""
    async with asyncio.timeout(BACK):
        while not all(party.shown_at for party in parties):
            await asyncio.sleep(0.01)
    return max(party.shown_at for party in parties)


def check_files(data: Path, found: Findings) -> None:
    """Check a copy of the files as a kill has left them."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "data"
        shutil.copytree(data, copy)
        database = sqlite3.connect(copy / "torite.db")
        for pragma, well in (("integrity_check", [("ok",)]), ("foreign_key_check", [])):
            if (said := database.execute(f"PRAGMA {pragma}").fetchall()) != well:
                found.fault(pragma, said)
        database.close()


async def restart(service: Running, tables: int) -> None:
    """Kill it with so many tables open, and tell how long it takes until all have their scenes."""
    async with Company(service.address) as company:
        people = [company.person(f"P{number}") for number in range(tables)]
        ids: list[str] = []
        for first in range(0, tables, TOGETHER):
            ids += await asyncio.gather(
                *(begun(person, first + i) for i, person in enumerate(people[first:][:TOGETHER]))
            )
        service.kill()
        began = time.monotonic()
        coming = [asyncio.create_task(back(person, table)) for person, table in zip(people, ids, strict=True)]
        await asyncio.to_thread(service.start)
        answers = time.monotonic() - began
        took = sorted([value - began for value in await asyncio.gather(*coming)])
    entries = read(service.data, "SELECT count(*) AS n FROM entry")[0]["n"]
    print(f"killed with {tables} tables open ({entries} entries kept): it answers after {answers:.1f} s")
    told("until a table's person has a scene", took)


async def begun(person: Person, number: int) -> str:
    """Set a table, and play a few cards at it."""
    made = await person.set_table(ALIKE[number % len(ALIKE)], BOTS, BOTS)
    place = await person.sit(made["id"])
    await place.play_on(lambda p: p.scene.get("number", 0) > 12 + number % 20 or p.scene.get("over"))
    return made["id"]


async def back(person: Person, table: str) -> float:
    """Come back as a page does, waiting longer each time; return when a scene came."""
    wait = 0.25
    async with asyncio.timeout(BACK):
        while True:
            try:
                place = await person.sit(table)
                await place.until(lambda p: p.scene, BACK)
                return time.monotonic()
            except LOST:
                await asyncio.sleep(wait * random.uniform(0.5, 1))
                wait = min(2 * wait, 6.0)


def told(what: str, seconds: Sequence[float]) -> None:
    """Tell the middle, the 95th of a hundred and the longest."""
    ordered = sorted(seconds)
    middle, late = ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100]
    print(f"{what}: median {middle:.2f} s, 95 % {late:.2f} s, longest {ordered[-1]:.2f} s, n = {len(ordered)}")


if __name__ == "__main__":
    sys.exit(main())

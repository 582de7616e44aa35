"""Three processes that share a database, one of them ended again and again: `python -m benchmarks.processes`.

They stand behind a balancer, where one is installed, as `deploy/` sets it up. In turn a process is killed, stopped
where it stands, told to stop, and the database is ended and started again. Told is, of all tables concerned, how long
it took from the fault until play went on before the eyes of their people. Everything that was acknowledged must be
kept, once: the exit code is 1 if something is not.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import resource
import sys
import tempfile
import time
from collections import defaultdict
from functools import partial
from pathlib import Path

import numpy as np

from tests.service.client import BOTS, Company, Person
from tests.service.many import BALANCERS, NAMES, Processes, there
from tests.service.players import check_log, insist
from tests.service.postgres_server import Server
from tests.service.test_many_processes import Watchful

BACK = 60.0  #: seconds in which every table must go on
FAULTS = ("kill", "halt", "stop", "database")
AWAY = 1.0  #: seconds that the database is away


class Party:
    """People who play at tables of their own until they are told to stop, one match after the other.

    Attributes:
        players: of all matches so far.
        last: of each person, how often they have seen play go on, when last, and at which table.
    """

    def __init__(self, processes: Processes) -> None:
        self.processes = processes
        self.players: list[Watchful] = []
        self.last: dict[Person, tuple[int, float, str]] = {}
        self.done = False

    async def play(self, person: Person) -> None:
        """Play, as one of them."""
        moves = 0
        while not self.done:
            made = await insist(partial(person.set_table, "agurk", BOTS, BOTS, BOTS), 2 * BACK)
            player = Watchful(person, made["id"], self.processes)
            self.players.append(player)
            number = 0

            def enough(_: object, player: Watchful = player) -> bool:
                nonlocal number, moves
                now = player.scene.get("number", 0)
                if now > number:
                    number, moves = now, moves + 1
                    self.last[person] = moves, time.monotonic(), player.table
                return self.done or bool(player.scene.get("over"))

            await player.play(enough)


def main() -> int:
    """Try it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.processes", description=__doc__.partition(":")[0])
    parser.add_argument("--times", type=int, default=100, help="how many faults")
    parser.add_argument("--tables", type=int, default=200, help="how many tables play meanwhile")
    parser.add_argument("--balancer", choices=BALANCERS, default=there()[-1])
    wanted = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    server = Server()
    with tempfile.TemporaryDirectory() as folder:
        processes = Processes(Path(folder), server, wanted.balancer, pace=(0.3, 0.6))
        try:
            return asyncio.run(ended(processes, server, wanted.times, wanted.tables))
        finally:
            processes.close()
            server.close()
            if "Traceback" in processes.logs:
                print("FAULT in a log:", processes.logs.partition("Traceback")[2][:2000])


async def ended(processes: Processes, server: Server, times: int, tables: int) -> int:
    """End one after the other under play, and tell what came of it."""
    gaps: dict[str, list[float]] = defaultdict(list)
    async with Company(processes.address) as company:
        party = Party(processes)
        people = [company.person() for _ in range(tables)]
        for number, person in enumerate(people):
            person.go_to(processes.ways[number % len(processes.ways)])
        playing = [asyncio.create_task(party.play(person)) for person in people]
        while len(party.last) < tables:
            await asyncio.sleep(0.1)
        for number, (fault, name) in enumerate(zip(itertools.cycle(FAULTS), itertools.cycle(NAMES), strict=False)):
            if number == times:
                break
            gaps[fault] += await _fault(processes, server, party, fault, name)
            print(
                f"{number + 1:4} {fault:8} {name} longest {max(gaps[fault][-tables:], default=0.0):5.1f} s", flush=True
            )
        party.done = True
        await asyncio.gather(*playing)
    lost = await asyncio.to_thread(_checked, processes, party)
    for fault, seconds in gaps.items():
        print(f"{fault:8} {len(seconds):6} tables: median {np.quantile(seconds, 0.5):4.1f} s, "
              f"99 % {np.quantile(seconds, 0.99):4.1f} s, longest {max(seconds):4.1f} s")  # fmt: skip
    cards = sum(len(player.acknowledged) for player in party.players)
    print(f"{cards} cards acknowledged at {len(party.players)} tables; {lost} tables with one lost or done twice")
    return 1 if lost else 0


async def _fault(processes: Processes, server: Server, party: Party, fault: str, name: str) -> list[float]:
    """Let something happen, wait until every table goes on, and mend it; return how long each table took."""
    served = await asyncio.to_thread(processes.served, name, server)
    concerned = [one for one, (_, _, table) in party.last.items() if fault == "database" or table in served]
    before = {one: party.last[one][0] for one in concerned}
    began = time.monotonic()
    if fault == "database":
        await asyncio.to_thread(server.stop)
        await asyncio.sleep(AWAY)
        await asyncio.to_thread(server.start)
        began = time.monotonic()
    elif fault == "stop":
        await asyncio.to_thread(processes.running[name].stop)
    else:
        await asyncio.to_thread(getattr(processes, fault), name)
    while waiting := [one for one in concerned if party.last[one][0] <= before[one] + 1]:
        if time.monotonic() - began > BACK:
            told = [
                (party.last[one], one.places[-1].socket.close_code, one.places[-1].scene.get("number"))
                for one in waiting
            ]
            raise SystemExit(f"FAULT {len(waiting)} tables did not go on after {fault}: {told}")
        await asyncio.sleep(0.1)
    gaps = [max(0.0, party.last[one][1] - began) for one in concerned]
    if fault == "halt":
        processes.wake(name)
    elif fault != "database":
        await asyncio.to_thread(processes.running[name].start)
    return gaps


def _checked(processes: Processes, party: Party) -> int:
    """Count the tables at which something that was acknowledged is lost, or was done twice."""
    lost = 0
    for player in party.players:
        try:
            if player.acknowledged:
                check_log(processes.data, player, 0)
        except AssertionError as fault:
            lost += 1
            print("FAULT", player.table[:6], fault)
    return lost


if __name__ == "__main__":
    sys.exit(main())

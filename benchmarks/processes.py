"""Three processes that share a database, one of them ended again and again: `python -m benchmarks.processes`.

They stand behind a balancer, where one is installed, as `deploy/` sets it up. In turn a process is killed, stopped
where it stands, told to stop, cut off from the database without a word, and the database is ended and started again.
Who stands still, or is cut off, is so for a minute: it comes back to tables on which others have long played. Told is,
of all tables concerned, the longest that their people saw nothing go on from the fault, and what the processes that
were left spent meanwhile, a table. With `--still 80` nobody plays from a fault on, at tables of about 80 entries, until
all are back at theirs: told is then how long that takes, and what is spent for it alone. What is kept must be what was
acknowledged, once, in its order and nothing else, and records must be their logs: the exit code is 1 if something is
not.
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
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import httpx
import numpy as np
import sqlalchemy as sql

from benchmarks.service_load import cpu, descendants
from tests.service.client import BOTS, Company, Person, Place
from tests.service.conftest import free_port
from tests.service.exactly import check_record, check_so_far
from tests.service.many import BALANCERS, NAMES, Processes, there
from tests.service.players import insist, read
from tests.service.postgres_server import Server
from tests.service.rough import GappyLine
from tests.service.test_many_processes import Watchful
from torite.service.config import Config

BACK = 60.0  #: seconds in which every table must go on
FAULTS = ("kill", "halt", "stop", "cut", "database")
LASTING = ("halt", "cut")  #: those that last for `--hold` seconds
UNKEPT = {"unkept", "busy"}  #: how it is refused what was not kept for a fault
AWAY = 1.0  #: seconds that the database is away


class Lines:
    """The ways from each process to the database, which may fall silent; in a process, as who plays takes their time.

    Args:
        port: the database's.
    """

    def __init__(self, port: int) -> None:
        spawned = get_context("spawn")
        self._told, told = spawned.Pipe()
        self._process = spawned.Process(target=_lines, args=(port, told), daemon=True)
        self._process.start()
        self._addresses: dict[str, str] = self._told.recv()

    def reached(self, name: str, database: str) -> str:
        """Return by which address a process reaches a database."""
        return f"postgresql://torite@{self._addresses[name]}/{sql.make_url(database).database}"

    def cut(self, name: str) -> None:
        """Let nothing through any more; nobody notices but by the silence."""
        self._told.send(("hold", name))

    def mend(self, name: str) -> None:
        """Let all through again, first what was held."""
        self._told.send(("mend", name))

    def close(self) -> None:
        """End them."""
        self._process.kill()
        self._process.join()


def _lines(port: int, told: Connection) -> None:
    asyncio.run(_hold_lines(port, told))


async def _hold_lines(port: int, told: Connection) -> None:
    """Pass on what goes to the database and comes from it; do what the other process tells."""
    of = {name: GappyLine(port) for name in NAMES}
    for line in of.values():
        await line.__aenter__()

    def heed() -> None:
        do, name = told.recv()
        getattr(of[name], do)()

    asyncio.get_running_loop().add_reader(told.fileno(), heed)
    told.send({name: line.address.removeprefix("http://") for name, line in of.items()})
    await asyncio.Event().wait()


class Willing(Watchful):
    """Somebody who chooses nothing while all stand still; they stay at their table, and come back to it.

    Args:
        going: set while they are to play.
        entries: how many their log has when they stand still.

    Attributes:
        held: whether it is for them to choose, and they do not.
    """

    held = False

    def __init__(self, person: Person, table: str, processes: Processes, going: asyncio.Event, entries: int) -> None:
        super().__init__(person, table, processes)
        self.going, self.entries = going, entries

    async def _act(self, place: Place) -> None:
        if self._open is None and not self.going.is_set() and place.scene["number"] >= self.entries:
            told, self.held = asyncio.create_task(self.going.wait()), True
            await asyncio.wait([told, place.reading], return_when=asyncio.FIRST_COMPLETED)
            told.cancel()
            self.held = False
        await super()._act(place)


class Party:
    """People who play at tables of their own until they are told to stop, one match after the other.

    Args:
        processes: where.
        entries: how many a log has when they stand still.

    Attributes:
        players: of all matches so far.
        moves: of each person, when they have seen play go on.
        at: as whom each is at a table.
        going: set while they are to play.
    """

    def __init__(self, processes: Processes, entries: int) -> None:
        self.processes, self.entries = processes, entries
        self.players: list[Willing] = []
        self.moves: defaultdict[Person, list[float]] = defaultdict(list)
        self.at: dict[Person, Willing] = {}
        self.going = asyncio.Event()
        if not entries:
            self.going.set()
        self.done = False

    async def play(self, person: Person) -> None:
        """Play, as one of them."""
        while not self.done:
            made = await insist(partial(person.set_table, "agurk", BOTS, BOTS, BOTS), 2 * BACK)
            player = Willing(person, made["id"], self.processes, self.going, self.entries)
            self.players.append(player)
            number = 0

            def enough(_: object, player: Willing = player) -> bool:
                nonlocal number
                for place in person.places[-1:]:
                    place.forget()
                now = player.scene.get("number", 0)
                if now > number:
                    number = now
                    self.moves[person].append(time.monotonic())
                    self.at[person] = player
                return self.done or bool(player.scene.get("over"))

            await player.play(enough)
            player.scene = {"number": number}  # what was played is checked by what was acknowledged

    async def stand_still(self) -> None:
        """Wait until everybody's table has come so far, and it is theirs to choose."""
        while not all(player.held for player in self.at.values()):
            await asyncio.sleep(0.1)


def main() -> int:
    """Try it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.processes", description=__doc__.partition(":")[0])
    parser.add_argument("--times", type=int, default=100, help="how many faults")
    parser.add_argument("--tables", type=int, default=200, help="how many tables play meanwhile")
    parser.add_argument("--balancer", choices=BALANCERS, default=there()[-1])
    parser.add_argument("--hold", type=float, default=60.0, help="seconds for which one stands still or is cut off")
    parser.add_argument("--still", type=int, default=0, help="entries of a log from which on nobody plays in a fault")
    parser.add_argument("--faults", nargs="+", choices=FAULTS, default=FAULTS, help="which faults, in turn")
    wanted = parser.parse_args()
    if wanted.still and "database" in wanted.faults:
        wanted.faults = [fault for fault in wanted.faults if fault != "database"]  # nobody has to come back after it
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    port = free_port()
    server = Server(listen_addresses="127.0.0.1", port=str(port))
    lines = Lines(port)
    with tempfile.TemporaryDirectory() as folder:
        processes = Processes(
            Path(folder),
            server,
            wanted.balancer,
            lines.reached,
            pace=(0.0, 0.0) if wanted.still else Config(Path()).pace,
        )
        turns = list(itertools.islice(zip(itertools.cycle(wanted.faults), itertools.cycle(NAMES)), wanted.times))
        try:
            return asyncio.run(ended(Scene(processes, server, lines, wanted.hold, wanted.still), turns, wanted.tables))
        finally:
            for name in NAMES:
                lines.mend(name)
            processes.close()
            lines.close()
            server.close()
            if "Traceback" in processes.logs:
                print("FAULT in a log:", processes.logs.partition("Traceback")[2][:2000])


@dataclass(frozen=True)
class Scene:
    """What a fault may befall, for how many seconds those last that last, and from which entry on all stand still."""

    processes: Processes
    server: Server
    lines: Lines
    hold: float
    still: int


async def ended(at: Scene, turns: Sequence[tuple[str, str]], tables: int) -> int:
    """Let one fault after the other happen under play, each of a process, and tell what came of it."""
    processes = at.processes
    gaps: dict[str, list[float]] = defaultdict(list)
    async with Company(processes.address) as company:
        party = Party(processes, at.still)
        people = [company.person() for _ in range(tables)]
        for number, person in enumerate(people):
            person.go_to(processes.ways[number % len(processes.ways)])
        playing = [asyncio.create_task(party.play(person)) for person in people]
        while len(party.at) < tables:
            await asyncio.sleep(0.1)
        for number, (fault, name) in enumerate(turns, start=1):
            seconds = await _fault(at, party, fault, name)
            gaps[fault] += seconds
            print(f"{number:4} {fault:8} {name} longest {max(seconds, default=0.0):5.1f} s", flush=True)
        party.done = True
        party.going.set()
        await asyncio.gather(*playing)
    lost = await asyncio.to_thread(_checked, processes, party)
    for fault, seconds in ((fault, seconds) for fault, seconds in gaps.items() if seconds):
        print(f"{fault:8} {len(seconds):6} tables: median {np.quantile(seconds, 0.5):4.1f} s, "
              f"99 % {np.quantile(seconds, 0.99):4.1f} s, longest {max(seconds):4.1f} s")  # fmt: skip
    cards = sum(len(player.acknowledged) for player in party.players)
    print(
        f"{cards} cards acknowledged at {len(party.players)} tables; "
        f"{lost} tables with one lost, done twice, out of order or never acknowledged"
    )
    return 1 if lost else 0


async def _fault(at: Scene, party: Party, fault: str, name: str) -> list[float]:
    """Let something happen, wait until every table goes on, and mend it; return how long each table stood still."""
    processes, server = at.processes, at.server
    if at.still:
        await party.stand_still()
    served = await asyncio.to_thread(processes.served, name, server)
    concerned = [one for one, player in party.at.items() if fault == "database" or player.table in served]
    before = {one: len(party.moves[one]) for one in concerned}
    spent = _spent(at, name if fault != "database" else "")
    began = time.monotonic()
    if fault == "database":
        await asyncio.to_thread(server.stop)
        await asyncio.sleep(AWAY)
        await asyncio.to_thread(server.start)
        began = time.monotonic()
    elif fault == "stop":
        await asyncio.to_thread(processes.running[name].stop)
        before = {one: len(party.moves[one]) for one in concerned}  # it gives its tables away while it ends
    elif fault == "cut":
        at.lines.cut(name)
    else:
        await asyncio.to_thread(getattr(processes, fault), name)
    if at.still:
        await _until(party, concerned, lambda one: party.at[one].shown_at > began, f"were not shown after {fault}")
    else:
        await _until(
            party, concerned, lambda one: len(party.moves[one]) > before[one] + 1, f"did not go on after {fault}"
        )
    now = _spent(at, name if fault != "database" else "")
    if fault == "database":
        del now["database"]  # it is another by now
    told = (f"{1000 * (now[who] - spent[who]) / max(1, len(concerned)):.0f} ms {who}" for who in now)
    print(f"{', '.join(told)}, a table;", end=" ")
    gaps = [(party.at[one].shown_at - began) if at.still else _longest(began, party.moves[one]) for one in concerned]
    if at.still:
        print(f"of {np.median([party.at[one].scene['number'] for one in concerned]):.0f} entries,", end=" ")
        party.going.set()
        await _until(party, concerned, lambda one: len(party.moves[one]) > before[one], f"did not go on after {fault}")
        party.going.clear()
    if fault in LASTING:
        await asyncio.sleep(max(0.0, began + at.hold - time.monotonic()))
    await _mend(at, fault, name)
    return gaps


async def _until(party: Party, concerned: Sequence[Person], so: Callable[[Person], bool], what: str) -> None:
    """Wait until something is so of all who are concerned; end where it does not become so."""
    end = time.monotonic() + BACK
    while waiting := [one for one in concerned if not so(one)]:
        if time.monotonic() > end:
            told = [
                (len(party.moves[one]), one.places[-1].socket.close_code, one.places[-1].scene.get("number"))
                for one in waiting
            ]
            raise SystemExit(f"FAULT {len(waiting)} tables {what}: {told}")
        await asyncio.sleep(0.1)


def _spent(at: Scene, besides: str) -> dict[str, float]:
    """Return the processor time of the processes but one, of the database and of who plays, in seconds."""
    processes = sum(one.processor_time() for name, one in at.processes.running.items() if name != besides)
    return {
        "processes": processes,
        "database": sum(map(cpu, descendants(at.server.pid))),
        "players": time.process_time(),
    }


def _longest(began: float, moves: Sequence[float]) -> float:
    """Return the longest time from the fault on in which nothing went on, in seconds."""
    times = [began, *(at for at in moves if at > began)]
    return max(later - earlier for earlier, later in itertools.pairwise(times))


async def _mend(at: Scene, fault: str, name: str) -> None:
    """Make good what happened, and wait until the process is one of them again."""
    if fault == "halt":
        at.processes.wake(name)
    elif fault == "cut":
        at.lines.mend(name)
    elif fault != "database":
        await asyncio.to_thread(at.processes.running[name].start)
    async with asyncio.timeout(BACK), httpx.AsyncClient(base_url=at.processes.running[name].address) as asked:
        while (await insist(partial(asked.get, "/ready"), BACK)).status_code != 200:
            await asyncio.sleep(0.1)


def _checked(processes: Processes, party: Party) -> int:
    """Count the tables at which what is kept is not exactly what was acknowledged, in its order."""
    lost = 0
    for player in party.players:
        try:
            player.refused = {cid: code for cid, code in player.refused.items() if code not in UNKEPT}
            assert not check_so_far(processes.data, player, 0), "more is kept than was acknowledged"
            # A match whose process ended before it was written down is so when its table is next opened.
            if read(processes.data, "SELECT state FROM sitting WHERE id = ?", player.table)[0]["state"] == "over":
                check_record(processes.data, player.table)
        except AssertionError as fault:
            lost += 1
            print("FAULT", player.table[:6], fault)
    return lost


if __name__ == "__main__":
    sys.exit(main())

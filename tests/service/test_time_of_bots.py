"""How long a bot takes tells nothing of what it may choose from: seen from the seat of a person, time leapt over.

Processes are pretended: one that has nothing to choose answers at once, else it thinks, longer than it should now and
then, as on a crowded machine.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.service.alike import ks, permuted
from tests.service.quick_time import run_quickly
from tests.service.test_forced import Watcher
from tests.service.test_wire_secrecy import resources
from tests.strategies import legal
from torite.games import find, games
from torite.match import Match
from torite.service import wire
from torite.service.bot_process import BotWorker
from torite.service.bot_worker import ThinkerQuestion
from torite.service.bot_workers import BotWorkers
from torite.service.message_handlers import hear
from torite.service.table import Table
from torite.service.table_setup import Occupant, TableSetup
from torite.service.wire import Settings

SECONDS, PACE = 0.4, (0.45, 0.9)
DECISIONS = 600
BEGUN = 15.0  #: seconds after which as many think as will


class Thinking(BotWorker):
    """Answers at once where there is nothing to choose, else after thinking; fails now and then, if it is to."""

    def __init__(self, chance: random.Random, lateness: float, failing: float = 0.0) -> None:
        super().__init__()
        self.chance, self.lateness, self.failing = chance, lateness, failing
        self.warm = set(games())

    async def ask(self, question: ThinkerQuestion, seconds: float) -> Any:
        game = find(question["variant"])[0]
        if question["what"] == "warm":
            await asyncio.sleep(3)
            return True
        may = [] if question["what"] == "settled" else self._may(game, question)
        time = question["seconds"] + self.chance.expovariate(1 / self.lateness) if len(may) > 1 else 0.003
        if self.chance.random() < self.failing:
            self.stop()
            raise EOFError
        async with asyncio.timeout(seconds):
            await asyncio.sleep(time)
        if question["what"] == "settled":
            return False
        return "wait" if question["offered"] else game.verbs.text(self.chance.choice(may)).removesuffix(" +")

    def _may(self, game: Any, question: ThinkerQuestion) -> list[int]:
        seen, seat = game.state.from_bytes(question["view"]), question["seat"]
        return [] if question["offered"] else list(legal(game, seen, seat).listed())


class Elsewhere(Thinking):
    """On another machine, farther away; when it fails it goes, and comes anew some time later."""

    here = False

    def __init__(self, of: BotWorkers, *what: Any) -> None:
        super().__init__(*what)
        self.of = of

    def stop(self) -> None:
        super().stop()
        self.of.leave(self)
        anew = Elsewhere(self.of, self.chance, self.lateness, self.failing)
        asyncio.get_running_loop().call_later(3.0, self.of.join, anew)


class Evening:
    """Some tables of a person and bots that search, on processes that they share."""

    def __init__(self, variant: str, bots: int, thinkers: BotWorkers, host: int) -> None:
        self.match = Match(variant, bots + 1, seed=host, pause=True)
        occupants = [Occupant("person", "Ada", host)]
        occupants += [Occupant("bot", name, None, "search") for name in self.match.names[1:]]
        settings = Settings(grace=80_000)
        setup = TableSetup(str(host), variant, {}, settings, host, occupants, key=b"k" * 64, state="playing")
        self.table = Table(resources(PACE, thinkers), setup, self.match)
        self.ada = Watcher(host, 0)
        self.could: dict[int, int] = {}
        self.cid = 0

    async def play(self) -> None:
        """Play until the match is over, and note what bots could choose from."""
        await self.table.enter(self.ada)
        match = self.match
        while not match.over:
            number = len(match.log)
            self.cid += 1
            if match.turns.awaits_chance:
                await hear(self.table, self.ada, wire.Ready(cid=self.cid))
            elif match.actors[0] == 0:
                await asyncio.sleep(0.3)
                code = next(action.code for action in match.actions(0) if not action.offer)
                await hear(self.table, self.ada, wire.Act(cid=self.cid, number=number, code=code.removesuffix(" +")))
            else:
                seat = match.actors[0]
                self.could[number] = sum(not action.offer for action in match.actions(seat))
            while len(match.log) == number and not match.over:
                self.ada.changed.clear()
                await self.ada.changed.wait()

    def taken(self, since: float) -> tuple[list[float], list[float]]:
        """Tell how long bots took since a time, where they had a choice and where they had none."""
        came = self.ada.came
        times: tuple[list[float], list[float]] = ([], [])
        for number, many in self.could.items():
            if came.get(number, 0.0) > since and number + 1 in came:
                times[many == 1].append(came[number + 1] - came[number])
        return times


async def evenings(
    variant: str,
    bots: int,
    tables: int,
    lateness: float,
    failing: float = 0.0,
    decisions: int = DECISIONS,
    far: float = 0.0,
) -> tuple[list[float], list[float], BotWorkers]:
    """Play at so many tables at a time until there are enough decisions."""
    chance = random.Random(1)
    thinkers = BotWorkers(1 if far else 2, SECONDS, None, lambda: Thinking(chance, lateness, failing))
    if far:
        thinkers.join(Elsewhere(thinkers, chance, lateness + far, failing + 0.06))
    evenings: list[Evening] = []

    def taken() -> tuple[list[float], list[float]]:
        times = [one.taken(BEGUN) for one in evenings]
        return [time for free, _ in times for time in free], [time for _, single in times for time in single]

    async def table(number: int) -> None:
        await asyncio.sleep(number * 0.7)  # all at the same stage would think at once there
        while True:
            evenings.append(Evening(variant, bots, thinkers, len(evenings) + 1))
            await evenings[-1].play()
            evenings[-1].table.close()

    playing = [asyncio.create_task(table(number)) for number in range(tables)]
    while sum(map(len, taken())) < decisions:
        await asyncio.sleep(5)
    for task in playing:
        task.cancel()
    for one in evenings:
        one.table.close()
    await thinkers.close()
    return *taken(), thinkers


@pytest.mark.long
@pytest.mark.parametrize(
    ("tables", "lateness", "decisions"),
    [
        (1, 0.01, DECISIONS),
        (5, 0.15, DECISIONS),
        pytest.param(5, 0.01, DECISIONS, marks=pytest.mark.slow),
        pytest.param(12, 0.05, 4 * DECISIONS, marks=pytest.mark.slow),
    ],
)
def test_a_bot_takes_as_long_whether_it_has_a_choice_or_not(tables: int, lateness: float, decisions: int) -> None:
    """Idle, busy, on a crowded machine, and where more think than can."""
    random.seed(tables)
    choice, forced, thinkers = run_quickly(evenings("agurk", 2, tables, lateness, decisions=decisions))
    assert len(choice) + len(forced) >= decisions
    assert len(forced) > decisions / 6
    assert ks(choice, forced)[1] > 0.01, (ks(choice, forced), len(choice), len(forced))
    assert permuted(choice, forced) > 0.01
    if tables < 12:
        assert thinkers.late["play"] < 0.1 * thinkers.asked["play"], "and it is not the rule of thumb that plays"


@pytest.mark.long
def test_also_where_others_think_on_another_machine_and_come_and_go() -> None:
    """Those farther away are later, and how late all of them are is allowed for."""
    random.seed(3)
    choice, forced, thinkers = run_quickly(evenings("agurk", 2, 5, 0.02, far=0.1))
    assert thinkers.failures > 5
    assert ks(choice, forced)[1] > 0.01, (ks(choice, forced), len(choice), len(forced))
    assert permuted(choice, forced) > 0.01
    assert thinkers.late["play"] < 0.1 * thinkers.asked["play"]


@pytest.mark.slow
def test_also_while_processes_die() -> None:
    random.seed(1)
    choice, forced, thinkers = run_quickly(evenings("agurk", 2, 4, 0.05, failing=0.05))
    assert thinkers.failures > 10
    assert ks(choice, forced)[1] > 0.01
    assert permuted(choice, forced) > 0.01


@pytest.mark.long
def test_offers_and_what_comes_after_them_come_when_they_were_drawn_to() -> None:
    """A game of announcements: all weigh theirs first, and nobody tells by time who had one to weigh."""
    random.seed(1)
    choice, forced, _ = run_quickly(evenings("doppelkopf", 3, 2, 0.05, decisions=300))
    assert ks(choice, forced)[1] > 0.01, (ks(choice, forced), len(choice), len(forced))
    assert permuted(choice, forced) > 0.01

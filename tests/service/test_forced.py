"""Only cards that are played for somebody come when they might have come from them: seen from another seat.

Time is leapt over, so that hundreds of turns of several seconds pass in a few.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tests.service.alike import ks, permuted
from tests.service.quick_time import run_quickly
from tests.service.test_wire_secrecy import resources
from torite.match import Match
from torite.service import wire
from torite.service.bot_workers import BotWorkers
from torite.service.message_handlers import hear
from torite.service.messages import ServerMessage
from torite.service.pauses import ENOUGH, Pauses, Situation, situation
from torite.service.table import Table
from torite.service.table_setup import Occupant, TableSetup
from torite.service.viewer import Viewer
from torite.service.wire import Settings

ADA, BO = 0, 1
DECISIONS = 500
TOO_LONG = 3600.0
PACE = (0.45, 0.9)

Times = Callable[[], float]


class Watcher(Viewer):
    """Writes down when scenes come."""

    def __init__(self, person: int, seat: int) -> None:
        super().__init__(person, seat, "en")
        self.came: dict[int, float] = {}  # by how long the log is
        self.told: list[dict[str, Any]] = []
        self.changed = asyncio.Event()

    def tell(self, message: ServerMessage | bytes) -> None:
        told = json.loads(message if isinstance(message, bytes) else wire.encode(message))
        self.told.append(told)
        if told["type"] == "scene":
            self.came[told["scene"]["number"]] = asyncio.get_running_loop().time()
            self.changed.set()


class Looked(BotWorkers):
    """Notes at which entries of a match it was to be looked for whether the rest matters."""

    def __init__(self, match: Match) -> None:
        super().__init__(0)
        self.match = match
        self.looked: list[int] = []

    def ready(self, game: str) -> bool:
        self.looked.append(len(self.match.log))
        return False


class Scene:
    """A table of people, who play by themselves as quick as a test says."""

    def __init__(
        self, people: int = 2, bots: int = 0, move_time: int = 0, seed: int = 1, pauses: Pauses | None = None
    ) -> None:
        self.match = Match("agurk", people + bots, {"out_at": "99"}, seed=seed, pause=True)
        occupants = [Occupant("person", name, seat) for seat, name in enumerate(self.match.names[:people])]
        occupants += [Occupant("bot", name, None, "simple") for name in self.match.names[people:]]
        settings = Settings(grace=80_000, move_time=move_time)
        setup = TableSetup("t", "agurk", {"out_at": "99"}, settings, 0, occupants, key=b"k" * 64, state="playing")
        self.thinkers = Looked(self.match)
        self.resources = resources(PACE, self.thinkers, pauses=pauses or Pauses(random.Random(seed)))
        self.table = Table(self.resources, setup, self.match)
        self.viewers = [Watcher(seat, seat) for seat in range(people)]
        self.cid = 0
        self.by_hand: set[int] = set()
        self.could: dict[int, int] = {}  # how many choices there were, by the length of the log

    async def begin(self) -> None:
        for viewer in self.viewers:
            await self.table.enter(viewer)
        await self.say(ADA, wire.Forced, on=True)

    async def say(self, seat: int, kind: type[Any], **more: Any) -> None:
        self.cid += 1
        await hear(self.table, self.viewers[seat], kind(cid=self.cid, **more))

    async def act(self, seat: int, code: str) -> None:
        await self.say(seat, wire.Act, number=len(self.match.log), code=code)

    async def moved(self, number: int, seconds: float) -> bool:
        """Wait until something is played, no longer than this; tell whether it was."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while len(self.match.log) == number:
                    self.viewers[-1].changed.clear()
                    await self.viewers[-1].changed.wait()
        return len(self.match.log) > number

    async def turn(self, times: Times, patience: float = TOO_LONG) -> None:
        """Go on by one entry, by hand where nothing happens by itself."""
        match, number = self.match, len(self.match.log)
        if match.turns.awaits_chance:
            for seat in range(len(self.viewers)):
                await self.say(seat, wire.Ready)
            await self.moved(number, 10)
            return
        (seat,) = match.actors
        actions = match.actions(seat)
        self.could[number] = len(actions)
        if seat >= len(self.viewers):
            await self.moved(number, patience)
            return
        if seat == ADA and len(actions) == 1:
            if await self.moved(number, patience):
                return
            self.by_hand.add(number)
        else:
            await asyncio.sleep(times() if seat == ADA else 0.5)
        if len(match.log) == number:
            await self.act(seat, random.Random(number).choice(actions).code)

    def taken(self, seen_by: int = BO) -> tuple[list[float], list[float]]:
        """Tell how long Ada took, as somebody else saw it: where she had a choice, and where it was played for her."""
        came = self.viewers[seen_by].came
        chosen: list[float] = []
        played: list[float] = []
        for entry in self.match.log:
            number = entry.number
            if entry.seat == ADA and entry.actions and number not in self.by_hand and number in self.could:
                pauses = chosen if self.could[number] > 1 else played
                pauses.append(came[number + 1] - came[number])
        return chosen, played


def run(work: Coroutine[Any, Any, None]) -> None:
    run_quickly(work)


def about(median: float, seed: int = 3) -> Times:
    chance = random.Random(seed)
    return lambda: median * math.exp(chance.gauss(0, 0.55))


def known(scene: Scene, seconds: float = 3.0) -> None:
    """Make Ada known to take about as long in all situations."""

    class Known(Pauses):
        def known(self, person: int, at: Situation) -> list[float]:
            return [seconds] * ENOUGH

    scene.resources.pauses = Known(random.Random(1))


async def evening(times: Times, turns: int, **settings: Any) -> tuple[list[float], list[float]]:
    """Play match after match until Ada has had so many turns; tell how long she took."""
    chosen: list[float] = []
    played: list[float] = []
    pauses = Pauses(random.Random(1))
    for seed in range(1, 100):
        scene = Scene(seed=seed, pauses=pauses, **settings)
        await scene.begin()
        while not scene.match.over:
            await scene.turn(times)
        scene.table.close()
        chosen, played = (old + new for old, new in zip((chosen, played), scene.taken(), strict=True))
        if len(chosen) + len(played) >= turns:
            break
    return chosen, played


async def forced_turn(scene: Scene, times: Times = lambda: 0.1) -> int:
    """Play until Ada has a single card; return how long the log is."""
    while True:
        match = scene.match
        if not match.turns.awaits_chance and match.actors == (ADA,) and len(match.actions(ADA)) == 1:
            return len(match.log)
        await scene.turn(times)


@pytest.mark.long
@pytest.mark.parametrize("median", [4.5, 1.2])
def test_nobody_tells_by_time_which_cards_were_the_only_ones(median: float) -> None:
    """Five hundred turns of somebody slow, and of somebody quick."""

    async def play() -> None:
        chosen, played = await evening(about(median), DECISIONS)
        assert len(chosen) + len(played) >= DECISIONS
        assert len(played) > DECISIONS / 5
        assert ks(chosen, played)[1] > 0.01, (ks(chosen, played), len(chosen), len(played))
        assert permuted(chosen, played) > 0.01
        assert len({round(pause, 6) for pause in (*chosen, *played)}) > 0.99 * len(chosen + played)

    run(play())


def test_it_is_left_to_the_person_until_enough_is_known_and_they_are_told() -> None:
    async def play() -> None:
        scene = Scene()
        await scene.begin()
        told = [message for message in scene.viewers[ADA].told if message["type"] == "table"]
        assert (True, ENOUGH) == (told[-1]["forced"], told[-1]["forced_after"])
        while not scene.taken()[1]:
            await scene.turn(about(2.0), 60)
        assert scene.by_hand, "the first were left to her"
        told = [message for message in scene.viewers[ADA].told if message["type"] == "table"]
        assert 0 == told[-1]["forced_after"]
        left = [message["forced_after"] for message in told if message["forced"]]
        assert left == sorted(left, reverse=True)
        assert not any(message.get("forced") for message in scene.viewers[BO].told)
        scene.table.close()

    run(play())


def test_who_plays_alone_and_unseen_does_not_wait() -> None:
    """Nobody is there from whom it could be hidden; as soon as somebody looks on, it is."""

    async def play() -> None:
        scene = Scene(people=1, bots=2)
        await scene.begin()
        number = await forced_turn(scene)
        assert await scene.moved(number, 2 * PACE[1])
        await scene.table.enter(Watcher(50, -1))
        number = await forced_turn(scene)
        assert not await scene.moved(number, 60)
        scene.table.close()

    run(play())


def test_what_others_do_meanwhile_neither_hastens_it_nor_puts_it_off() -> None:
    """Somebody comes and goes and switches all the time: the card comes when it was drawn to."""

    async def play(busy: bool) -> float:
        scene = Scene(people=3)
        known(scene)
        await scene.begin()
        number = await forced_turn(scene)
        began = asyncio.get_running_loop().time()
        onlooker = Watcher(50, -1)
        while not await scene.moved(number, 0.05):
            if busy:
                await scene.table.enter(onlooker)
                await scene.say(BO, wire.Again)
                await scene.say(BO, wire.Forced, on=number % 2 == 0)
                await scene.say(ADA, wire.Forced, on=True)
                await scene.table.leave(onlooker)
                scene.table.go_on()
        scene.table.close()
        return asyncio.get_running_loop().time() - began

    quiet, busy = run_quickly(play(False)), run_quickly(play(True))
    assert quiet > 2
    assert abs(quiet - busy) < 0.1


def test_nothing_is_played_for_who_is_not_there_and_a_turn_begins_anew_on_coming_back() -> None:
    async def play() -> None:
        scene = Scene()
        known(scene, 3.0)
        await scene.begin()
        number = await forced_turn(scene)
        await scene.table.leave(scene.viewers[ADA])
        assert not await scene.moved(number, 600)
        await scene.table.enter(scene.viewers[ADA])
        assert not await scene.moved(number, 2)
        assert await scene.moved(number, 5)
        scene.table.close()

    run(play())


@pytest.mark.long
def test_a_limit_runs_and_runs_out_alike() -> None:
    """Everybody sees how much time is left, also of somebody's only card; who is slow lets it run out there too."""

    async def play() -> None:
        chosen, played = await evening(about(5.0), DECISIONS, move_time=5)
        assert max(*chosen, *played) <= 5 + 2 * PACE[1]
        late = [sum(pause > 5 for pause in pauses) / len(pauses) for pauses in (chosen, played)]
        assert 0.25 < late[0] < 0.75
        assert abs(late[0] - late[1]) < 0.15
        scene = Scene(move_time=5)
        await scene.begin()
        number = await forced_turn(scene)
        await asyncio.sleep(0.1)
        left = [message["left"] for message in scene.viewers[BO].told if message["type"] == "table"]
        assert 5 == left[-1]
        assert len(scene.match.log) == number
        scene.table.close()

    run(play())


def test_whether_the_rest_matters_is_looked_for_at_every_turn_of_people() -> None:
    """Also where a card is played for somebody: else others would miss it just there."""

    async def play() -> None:
        scene = Scene()
        known(scene, 1.0)
        await scene.begin()
        turns: set[int] = set()
        while len(turns) < 40:
            if not scene.match.turns.awaits_chance:
                turns.add(len(scene.match.log))
            await scene.turn(lambda: 1.0)
        assert turns <= {*scene.thinkers.looked}
        scene.table.close()

    run(play())


def test_only_what_was_played_is_remembered() -> None:
    """A refused card, or one that was the only one, says nothing of how long a choice takes."""

    async def play() -> None:
        scene = Scene()
        await scene.begin()
        await scene.say(ADA, wire.Forced, on=False)
        match = scene.match
        while match.turns.awaits_chance or match.actors != (ADA,) or len(match.actions(ADA)) < 2:
            await scene.turn(lambda: 1.0, 1.0)
        at = situation(match, ADA)
        before = len(scene.resources.pauses.known(ADA, at))
        await asyncio.sleep(3)
        await scene.act(ADA, "play X")
        assert before == len(scene.resources.pauses.known(ADA, at))
        await asyncio.sleep(4)
        await scene.act(ADA, match.actions(ADA)[0].code)
        assert 7.0 == pytest.approx(scene.resources.pauses.known(ADA, at)[0], abs=0.1)
        number = await forced_turn(scene)
        at = situation(match, ADA)
        before = len(scene.resources.pauses.known(ADA, at))
        await asyncio.sleep(2)
        assert number == len(match.log), "nobody wished it"
        await scene.act(ADA, match.actions(ADA)[0].code)
        assert before == len(scene.resources.pauses.known(ADA, at))
        scene.table.close()

    run(play())

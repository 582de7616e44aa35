"""The processes that play for the lab: so many at a time, and some that wait in the midst of a match.

A turn is a few seconds. A match that takes longer gives way between two choices: its process waits with it until its
experiment's turn comes again, and meanwhile another one plays. Where as many wait as may, one more match is not
interrupted: it has a minute then, ends with its process where that is not enough, and begins anew another time. In
compiled code nothing gives way: a match that takes more than a minute there is given up.

What must be compiled first takes nobody's turn: one more process compiles, a game at a time, and ends.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from torite.service.config import Config
from torite.service.errors import Refused
from torite.service.jobs import Jobs, Spent
from torite.service.worker_pool import GIVING_UP, Overran, Process, WorkerPool, value_of
from torite.service.worker_process import Answer, Unready

Value = TypeVar("Value")

SITES = 1 << 31  #: places of one site, a network of which somebody may have many, leave the same divided by this
GOES: tuple[str, ...] = ("last",)  #: the lab has the processor while nobody else has use for it
JOB = 900.0  #: seconds; what has never been played here is compiled first
A_TURN = 5.0  #: seconds of the processor after which a match gives way
A_MINUTE = 60.0  #: seconds of the processor that a turn has where nothing gives way
ASIDE = 4  #: matches that may wait half played, for each that is played at a time
#: Seconds in which a match must be given up that nobody waits for any more, else its process is put down.
A_MOMENT = 1.0


class LabWorkers(WorkerPool):
    """Those that play for the lab.

    Args:
        at_once: how many play at a time.

    Attributes:
        at_once: how many play at a time.
    """

    def __init__(self, at_once: int) -> None:
        made = [Process("torite.service.lab_worker", *GOES) for _ in range(at_once * (1 + ASIDE))]
        super().__init__(made, Jobs(at_once, of_one=at_once), JOB)
        self.at_once = at_once
        self._half: dict[str, Process] = {}  # those that are in the midst of a match, or may be before their turn ends
        self._giving_up: set[asyncio.Task[None]] = set()  # those that were, each till it has
        self._compiles = Process("torite.service.lab_worker", *GOES)
        self._compiling: dict[str, asyncio.Task[None]] = {}  # games, those that wait too
        self._one = asyncio.Lock()

    async def play(self, who: tuple[int, int], name: str, spent: Spent, left: float, **facts: Any) -> Any:
        """Play some of an experiment when it is the turn of its place's site, there of the place, and of its person.

        Args:
            who: place and person.
            name: the experiment.
            spent: gets what it has cost.
            left: seconds of processor that the experiment has.
            facts: what `Lab.do_play` needs to know.

        Returns:
            What came of it; None where it is in the midst of a match, or has to begin it anew.

        Raises:
            Refused: when it took too long.
            WorkerFault: when it cannot be played.
            RuntimeError: for a mistake of ours, with where it was made.
            Overran: when it could give way, and did not for as long as it may take.
        """

        async def turn(anyway: bool) -> Any:
            more = facts | {"anyway": anyway}
            answer = await self.jobs.do(
                self.path(who), lambda: self._a_turn(name, spent, min(A_MINUTE, left), more), spent
            )
            return value_of(answer) if answer else None

        return await self.when_ready(turn)

    def path(self, who: Any) -> tuple[int, ...]:
        """Tell whose turns a place, or a place and a person, take: first the site's."""
        place, *person = who if isinstance(who, tuple) else (who,)
        return (place % SITES, place, *person)

    async def when_ready(self, work: Callable[[bool], Awaitable[Value]]) -> Value:
        """Do something when its turn comes; where games must be compiled for it first, once more after that.

        Args:
            work: does it, in its turn; told whether to do it anyway, for all has been compiled that could be.
        """
        try:
            return await work(False)
        except Unready as lacking:
            for game in lacking.games:
                await self._have(game)
        return await work(True)

    async def _have(self, game: str) -> None:
        """Wait until a game is compiled, or cannot be; it goes on where nobody waits for it any more."""
        if game not in self._compiling:
            self._compiling[game] = asyncio.create_task(self._compile(game))
        await asyncio.wait([self._compiling[game]])

    async def _compile(self, game: str) -> None:
        try:
            async with self._one:
                await self.asked(self._compiles, "get_ready", {"game": game}, Spent())
        except Refused:
            pass  # whoever needs it finds out why
        finally:
            del self._compiling[game]
            if not self._compiling:
                self._compiles.stop()

    async def _a_turn(self, name: str, spent: Spent, most: float, facts: dict[str, Any]) -> Answer | None:
        process = self._half.get(name)
        if process is None or not process.alive:
            self.let_go(name)
            process = await self._free()
        else:
            facts = {}
        aside = len(self._half) + len(self._giving_up)
        if gives_way := name in self._half or aside < self.at_once * ASIDE:
            self._half[name] = process
        process.busy, half = True, False
        try:
            turn = {"turn": A_TURN if gives_way else math.inf, "most": most}
            answer = await self.asked(process, "play", facts | turn, spent, A_MOMENT)
            half = answer.half
            return None if half else answer
        except Overran:
            spent.seconds = most
            if gives_way:
                raise
            return None
        finally:
            if not half:
                self._half.pop(name, None)
                self._let_be(process)

    async def _free(self) -> Process:
        """Return a process that plays nothing; one that is there, or is about to be, if there is."""
        if self._giving_up and not any(one.alive and not one.busy for one in self.all):
            await asyncio.wait(self._giving_up, timeout=A_MOMENT, return_when=asyncio.FIRST_COMPLETED)
        return min((one for one in self.all if not one.busy), key=lambda one: not one.alive)

    def _let_be(self, process: Process) -> None:
        """Let a process be free, or put it down where there are more of these than can play."""
        process.busy = False
        if sum(one.alive and not one.busy for one in self.all) > self.at_once:
            process.stop()

    def let_go(self, name: str) -> None:
        """Have the process give up that is in the midst of a match of an experiment, which nobody wants any more."""
        process = self._half.pop(name, None)
        if process is not None and process.alive:
            giving_up = asyncio.create_task(self._give_up(process))
            self._giving_up.add(giving_up)
            giving_up.add_done_callback(self._giving_up.discard)
        elif process is not None:
            self._let_be(process)

    async def _give_up(self, process: Process) -> None:
        try:
            await process.ask(b"", GIVING_UP)
        except (TimeoutError, OSError, EOFError):
            pass  # it has been put down
        finally:
            self._let_be(process)

    def stop(self) -> None:
        """Put all processes down; what they are doing comes to nothing."""
        super().stop()
        self._compiles.stop()

    async def close(self) -> None:
        """Put all processes down, and wait until they are."""
        await asyncio.gather(super().close(), self._compiles.close())


def of_the_lab(config: Config) -> LabWorkers:
    """Those that play for the lab."""
    return LabWorkers(config.lab)

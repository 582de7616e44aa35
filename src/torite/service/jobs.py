"""Work that takes long: so much of it at a time, in turn for all who ask, and none that nobody waits for any more.

Turns go by what was spent: who will have had least with what they ask for comes first, so what is quick waits for
nothing that takes long, and whoever took long pays for it afterwards. Who comes anew begins with what the one had had
whose turn came last (fair queueing): nobody saves up turns.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

from torite.service.errors import NotBegun

Value = TypeVar("Value")
Path = tuple[Hashable, ...]
LEAST = 0.05  #: seconds for which any turn counts: were it nothing, it would be somebody's turn again and again
REMEMBERED = 10_000  #: of so many who wait for nothing it is known what they have had


@dataclass
class Spent:
    """What a job has cost.

    Attributes:
        seconds: of the processor; None where nobody can say, and the time that it took counts.
        expected: seconds that such a job takes as a rule.
    """

    seconds: float | None = None
    expected: float = 0.0


@dataclass(eq=False)
class Doing:
    """Work under way: how many wait for it, and what gives it up where nobody has asked again."""

    task: asyncio.Task[Any]
    waiting: int = 0
    end: asyncio.TimerHandle | None = None


@dataclass(eq=False)
class WaitingJob:
    """A job that waits: what is settled when its turn comes, and how many seconds it is expected to take."""

    turn: asyncio.Future[None]
    expected: float


class Jobs:
    """A queue in which each who asks has as many seconds as any other, and as few jobs at a time.

    Who asks is anything, or a tuple: of an address and a person, say. Then turns go by the first, and among those who
    share it by the next.

    Args:
        at_once: jobs at a time.
        each: jobs of one who asks that may wait; as many as like if not given.
        all_: jobs that may wait, of all together; where there is one more, one gives way of those who have more than
            their share of the places.
        of_one: jobs of one who asks that may be done at a time; of a tuple, of all who share the first.

    Attributes:
        most_waiting: the most that have waited at a time.
        begun: jobs that were begun.
    """

    def __init__(self, at_once: int, each: float = math.inf, all_: float = math.inf, of_one: int = 1) -> None:
        self.at_once = at_once
        self.of_one = of_one
        self.each = each
        self.all = all_
        self.most_waiting = self.begun = 0
        self._waiting: OrderedDict[Path, deque[WaitingJob]] = OrderedDict()
        # of each path and all that it begins with, down to () for all
        self._here: Counter[Path] = Counter()  # jobs that wait or are being done
        self._busy: Counter[Path] = Counter()  # those that are being done
        self._had: dict[Path, float] = {}  # seconds
        self._now: dict[Path, float] = {}  # what the one below it had had whose turn came last

    @property
    def waiting(self) -> int:
        """How many wait."""
        return self.under_way - self._busy[()]

    @property
    def under_way(self) -> int:
        """How many wait or are being done."""
        return self._here[()]

    async def do(self, who: Hashable, job: Callable[[], Awaitable[Value]], spent: Spent | None = None) -> Value:
        """Do a job when its turn comes; one that is cancelled before is never begun.

        Args:
            who: whose turn it takes.
            job: the job.
            spent: in which the job says what it has cost, and which says what such a job costs as a rule.

        Raises:
            NotBegun: when too many of theirs wait already, or it gives way to others'.
        """
        path = who if isinstance(who, tuple) else (who,)
        if len(self._waiting.get(path, ())) >= self.each:
            raise NotBegun("jobs_own", "often")
        loop, spent = asyncio.get_running_loop(), spent or Spent()
        waits = WaitingJob(loop.create_future(), max(LEAST, spent.expected))
        self._come(path, waits)
        self._begin()
        if self.waiting > self.all:
            self._make_room()
        self.most_waiting = max(self.most_waiting, self.waiting)
        try:
            await waits.turn
        except asyncio.CancelledError:
            self._give_up(path, waits)
            raise
        began = loop.time()
        try:
            return await job()
        finally:
            self._end(path, loop.time() - began if spent.seconds is None else spent.seconds)

    def _come(self, path: Path, waits: WaitingJob) -> None:
        for one in _all_of(path):
            if one and not self._here[one]:
                self._had[one] = max(self._had.get(one, 0.0), self._now.get(one[:-1], 0.0))
            self._here[one] += 1
        self._waiting.setdefault(path, deque()).append(waits)

    def _begin(self) -> None:
        """Begin what may be begun: of whoever has least under way, then will have had least, then waits longest."""
        while self._busy[()] < self.at_once:
            free = [path for path in self._waiting if self._busy[path[:1]] < self.of_one]
            if not free:
                return
            path = min(free, key=self._order)
            turn = self._waiting[path].popleft().turn
            if not turn.done():  # nobody has gone
                self.begun += 1
                for one in _all_of(path):
                    self._busy[one] += 1
                    if one:
                        self._now[one[:-1]] = max(self._now.get(one[:-1], 0.0), self._had[one])
                turn.set_result(None)
                self._waiting.move_to_end(path)
            else:
                self._go(path)
            self._forget(path)

    def _order(self, path: Path) -> list[tuple[int, float]]:
        expected = self._waiting[path][0].expected
        return [(self._busy[one], self._had[one] + expected) for one in _all_of(path)[1:]]

    def _make_room(self) -> None:
        """Refuse what would be done last of all that is more than somebody's share of the places.

        That is of whoever will have had most, and there the newest. What is no more than a share stays, whatever it
        costs: others who ask for much that is quick will have had less. Who has nothing else there loses it only where
        each place is somebody else's.
        """
        held: Counter[Path] = Counter()
        for path, jobs in self._waiting.items():
            held[path[:1]] += len(jobs)
        share = self.all // len(held)
        path = max(reversed(self._waiting), key=lambda path: (held[path[:1]] > share, self._behind(path)))
        last = self._waiting[path].pop()
        self._forget(path)
        self._go(path)
        if not last.turn.done():  # somebody waits for it
            last.turn.set_exception(NotBegun("jobs_all", "busy"))

    def _behind(self, path: Path) -> list[tuple[float, int]]:
        """Tell what each whose turn the last job of a path takes will have had after all that they wait for."""
        return [(self._had[one] + self._expected(one), self._busy[one]) for one in _all_of(path)[1:]]

    def _expected(self, path: Path) -> float:
        jobs = (job for at, jobs in self._waiting.items() if at[: len(path)] == path for job in jobs)
        return sum(job.expected for job in jobs)

    def _give_up(self, path: Path, waits: WaitingJob) -> None:
        if waits.turn.cancelled():
            if waits in self._waiting.get(path, ()):
                self._waiting[path].remove(waits)
                self._forget(path)
                self._go(path)
        elif waits.turn.exception() is None:
            self._end(path, 0.0)  # its turn had come, and nobody was there

    def _forget(self, path: Path) -> None:
        if not self._waiting[path]:
            del self._waiting[path]

    def _go(self, path: Path) -> None:
        _count_off(self._here, path)
        if len(self._had) > REMEMBERED:
            self._had = {one: had for one, had in self._had.items() if one in self._here}
            self._now = {one: had for one, had in self._now.items() if one in self._here or not one}

    def _end(self, path: Path, seconds: float) -> None:
        _count_off(self._busy, path)
        for one in _all_of(path)[1:]:
            self._had[one] += max(LEAST, seconds)
        self._go(path)
        if path in self._waiting:
            self._waiting.move_to_end(path)
        asyncio.get_running_loop().call_soon(self._begin)  # who asks again at once is among those who wait


def _all_of(path: Path) -> list[Path]:
    """List what a path begins with, from nothing to all of it."""
    return [path[:length] for length in range(len(path) + 1)]


def _count_off(counts: Counter[Path], path: Path) -> None:
    for one in _all_of(path):
        counts[one] -= 1
        if not counts[one]:
            del counts[one]


class Continuing:
    """Work that goes on while who asks for it is told that it is not done yet, and asks again.

    Args:
        answered: seconds after which they are told so.
        kept: seconds within which they ask again; where nobody has, the work is given up.
    """

    def __init__(self, answered: float, kept: float = 20.0) -> None:
        self.answered, self.kept = answered, kept
        self._doing: dict[Hashable, Doing] = {}

    async def ask(
        self, request: Request, key: Hashable, work: Callable[[], Coroutine[Any, Any, Value]]
    ) -> Value | None:
        """Wait for work, which is begun where it is not under way; return None where it is not done yet.

        Raises:
            ClientDisconnect: when they have hung up; work for which nobody else waits is given up.
        """
        doing = self._doing.get(key) or self._begun(key, work())
        doing.waiting += 1
        if doing.end is not None:
            doing.end.cancel()
        stays = 0.0
        try:
            done: Value | None = await while_there(request, self._soon(doing.task))
            stays = self.kept
            return done
        finally:
            doing.waiting -= 1
            if not doing.waiting and not doing.task.done():
                doing.end = asyncio.get_running_loop().call_later(stays, self._give_up, key, doing)

    def _begun(self, key: Hashable, work: Coroutine[Any, Any, Any]) -> Doing:
        doing = self._doing[key] = Doing(asyncio.create_task(work))
        doing.task.add_done_callback(lambda task: self._ended(key, doing))
        return doing

    def _give_up(self, key: Hashable, doing: Doing) -> None:
        self._forget(key, doing)  # who asks now begins anew
        doing.task.cancel()

    def _ended(self, key: Hashable, doing: Doing) -> None:
        self._forget(key, doing)
        if not doing.task.cancelled():
            doing.task.exception()  # it is told to whoever waits; if nobody does, it is asked for again

    def _forget(self, key: Hashable, doing: Doing) -> None:
        if self._doing.get(key) is doing:
            del self._doing[key]

    async def _soon(self, task: asyncio.Task[Value]) -> Value | None:
        await asyncio.wait((task,), timeout=self.answered)
        return task.result() if task.done() else None


async def while_there(request: Request, work: Coroutine[Any, Any, Value]) -> Value:
    """Do something for as long as who asked for it stays on the line.

    Raises:
        ClientDisconnect: when they have hung up; the work is cancelled.
    """
    doing = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((doing, gone), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise ClientDisconnect
        return doing.result()
    finally:
        for task in (doing, gone):
            task.cancel()
        with contextlib.suppress(BaseException):
            await doing
        # An error holds this frame, which must not hold the error: such rings go seldom, and then all at once.
        del doing, gone, task


async def _gone(request: Request) -> None:
    """Wait until who asked has hung up; what they have sent was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass

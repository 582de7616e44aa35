"""Work that takes long: so much of it at a time, in turn for all who ask, and none that nobody waits for any more."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

from torite.service.errors import Refused

Value = TypeVar("Value")


class Jobs:
    """A queue in which each who asks has a turn after the other, and as few jobs at a time as any other.

    Args:
        at_once: jobs at a time.
        each: jobs of one who asks that may wait; as many as like if not given.
        all_: jobs that may wait, of all together.
        of_one: jobs of one who asks that may be done at a time.

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
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[None]]] = OrderedDict()
        self._busy: Counter[Hashable] = Counter()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    @property
    def under_way(self) -> int:
        """How many wait or are being done."""
        return self.waiting + self._busy.total()

    async def do(self, who: Hashable, job: Callable[[], Awaitable[Value]]) -> Value:
        """Do a job when its turn comes; one that is cancelled before is never begun.

        Raises:
            Refused: when too many wait already.
        """
        if len(self._waiting.get(who, ())) >= self.each:
            raise Refused("jobs_own", "often")
        if self.waiting >= self.all:
            raise Refused("jobs_all", "busy")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        self._begin()
        self.most_waiting = max(self.most_waiting, self.waiting)
        try:
            await turn
        except asyncio.CancelledError:
            self._give_up(who, turn)
            raise
        try:
            return await job()
        finally:
            self._end(who)

    def _begin(self) -> None:
        """Begin what may be begun: of whoever has least under way; of these who had a turn last comes last."""
        while self._busy.total() < self.at_once:
            free = [who for who in self._waiting if self._busy[who] < self.of_one]
            if not free:
                return
            who = min(free, key=self._busy.__getitem__)
            turn = self._waiting[who].popleft()
            if not turn.done():  # nobody has gone
                self._busy[who] += 1
                self.begun += 1
                turn.set_result(None)
                self._waiting.move_to_end(who)
            self._forget(who)

    def _give_up(self, who: Hashable, turn: asyncio.Future[None]) -> None:
        if turn in self._waiting.get(who, ()):
            self._waiting[who].remove(turn)
            self._forget(who)
        elif turn.done() and not turn.cancelled():
            self._end(who)  # its turn had come, and nobody was there

    def _forget(self, who: Hashable) -> None:
        if not self._waiting[who]:
            del self._waiting[who]

    def _end(self, who: Hashable) -> None:
        self._busy[who] -= 1
        if not self._busy[who]:
            del self._busy[who]
        if who in self._waiting:
            self._waiting.move_to_end(who)
        self._begin()


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


async def _gone(request: Request) -> None:
    """Wait until who asked has hung up; what they have sent was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass

"""Whose turn it is: what comes from one address begins one after the other, each in a round of the loop of its own.

So whoever comes from elsewhere waits for one of them at most, however many have come at once. Of a site, a network of
which somebody may have all addresses, one comes in a round as well. Of all addresses together one message begins in a
round: what is being answered goes on between, from however many addresses they come.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import deque
from weakref import WeakValueDictionary

from torite.service.security import Rate, site_of
from torite.service.users import Person

LONGEST = 5.0  #: seconds that something may wait until it is refused
HELD = 1000  #: refusals beyond those that wait for so long behind proxies; each takes some 25 KB


class AddressTurns:
    """The turns of all addresses.

    Args:
        messages: how many messages of an address may begin; beyond, each waits until it may.
        refusals: how many answers to an address may refuse something; beyond, each waits until it may, and where that
            would take long, the connection ends with it and others are not taken in. Behind a proxy that would not
            help, as it has a connection for each request: there it waits as long as any.
        held: how many of those may wait, of all addresses together.

    Attributes:
        ends: whether the service does.
    """

    def __init__(self, messages: Rate, refusals: Rate, held: int = HELD) -> None:
        self._messages = messages
        self._refusals = refusals
        self._may_be_held = held
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._waiting: set[asyncio.Future[None]] = set()  # what refuses something later
        self._begin: deque[asyncio.Future[None]] = deque()  # messages, in the order in which they came
        self.ends = False

    async def question(self, address: str) -> None:
        """Wait until it is the turn of a request: a question, a file of the page, a new connection to a table."""
        async with self._lock(address), self._lock(site_of(address)):
            await asyncio.sleep(0)

    def of_all(self, person: Person) -> contextlib.AbstractAsyncContextManager[None]:
        """Let somebody ask for one thing at a time that looks through all that they have played: it may be much."""
        return self._lock(f"person {person.id}")

    async def message(self, address: str) -> None:
        """Wait until it is a message's turn."""
        async with self._lock(address):
            if seconds := self._messages.later(address, math.inf):
                await asyncio.sleep(seconds)
            async with self._lock(site_of(address)):
                loop = asyncio.get_running_loop()
                turn = loop.create_future()
                if not self._begin:
                    loop.call_soon(self._round, loop)
                self._begin.append(turn)
                await turn

    def _round(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the next message begin, and another in the round after this."""
        _come(self._begin.popleft())
        if self._begin:
            loop.call_soon(self._round, loop)

    async def refusal(self, address: str, by_proxy: bool = False) -> bool:
        """Wait until something may be refused: whoever asks again as soon as they are answered keeps the loop busy.

        What is answered to the same address waits for none of them.

        Args:
            address: whose.
            by_proxy: whether a proxy asks for them.

        Returns:
            Whether the connection may stay; not where too many of the address wait already, and this does not.
        """
        seconds = self._refusals.later(address, LONGEST)
        if seconds is None and by_proxy and self._may_be_held > 0:
            self._may_be_held -= 1
            try:
                await self._wait(LONGEST)
            finally:
                self._may_be_held += 1
            return True
        if seconds:
            await self._wait(seconds)
        return seconds is not None

    async def _wait(self, seconds: float) -> None:
        if self.ends:
            return
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        timer = loop.call_later(seconds, _come, turn)
        self._waiting.add(turn)
        try:
            await turn
        finally:
            self._waiting.discard(turn)
            timer.cancel()

    def end(self) -> None:
        """Let everything be refused at once: the service ends."""
        self.ends = True
        for turn in self._waiting:
            _come(turn)

    def unreadable(self, address: str) -> None:
        """Count what was no request, and so was refused without a wait."""
        self._refusals.later(address, LONGEST)

    def shuts_out(self, address: str) -> bool:
        """Tell whether so much is refused to an address that it has no new connections for the time being."""
        return self._refusals.wait(address) >= LONGEST

    def _lock(self, of: str) -> contextlib.AbstractAsyncContextManager[None]:
        """Return what lets one of an address, or of a site, in at a time; all at once who are of no site."""
        return self._locks.setdefault(of, asyncio.Lock()) if of else contextlib.nullcontext()


def _come(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)

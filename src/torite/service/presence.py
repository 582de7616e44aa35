"""Which connections are open, by whose token: those whose token has ended, or who are banned, are sent away."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection, Iterator

import structlog

from torite.errors import ToriteError
from torite.service import wire
from torite.service.messages import Beat, Farewell, FarewellReason
from torite.service.page_messages import page_words
from torite.service.storage import Unread
from torite.service.users import People, Person
from torite.service.viewer import Viewer

LOOK = 15.0  #: seconds after which it is looked up anew who may be here
AT_A_TIME = 500  #: tokens looked up with one question
LOGGED_OUT, FORBIDDEN, CLOSED = 4401, 4403, 4410  #: the codes with which somebody is sent away
log = structlog.get_logger()


class Presence:
    """Everybody who is connected to a table, with that table's lock."""

    def __init__(self) -> None:
        self.viewers: dict[Viewer, asyncio.Lock] = {}

    @contextlib.contextmanager
    def of(self, viewer: Viewer, lock: asyncio.Lock) -> Iterator[None]:
        """Know of a connection while it is open."""
        self.viewers[viewer] = lock
        try:
            yield
        finally:
            del self.viewers[viewer]

    async def end(self, tokens: Collection[str], people: People | None = None) -> None:
        """Close the connections of tokens that have ended; when this returns nothing of theirs is being done.

        Args:
            tokens: which, as their hashes.
            people: of whom some may have been deleted from elsewhere; None where nobody has.
        """
        whose = {viewer.person for viewer in self.viewers if viewer.token in tokens}
        deleted = whose - await people.kept_of(whose) if people and whose else set()
        ended = [viewer for viewer in self.viewers if viewer.token in tokens]
        for viewer in ended:
            send_away(viewer, "deleted" if viewer.person in deleted else "logged_out", LOGGED_OUT)
        for lock in {self.viewers[viewer] for viewer in ended}:
            async with lock:
                pass

    async def watch(self, people: People) -> None:
        """Look now and then whether those who are connected still may be: others write into the database too."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look(people)
            except Unread:
                pass  # the storage has said so; those who are here cannot do anything either
            except Exception:
                log.exception("it could not be looked up who may be here")

    async def beat(self, every: float, within: float) -> None:
        """Tell everybody again and again that this process lives: what has stopped does not say that it has.

        Args:
            every: how often, in seconds.
            within: after how many seconds of silence they should look for another process.
        """
        beat = wire.encode(Beat(within))
        while True:
            for viewer in list(self.viewers):
                viewer.tell(beat)
            await asyncio.sleep(every)

    async def look(self, people: People) -> None:
        """Send away whose token has ended, and who is banned."""
        tokens = sorted({viewer.token for viewer in self.viewers if viewer.token})
        for first in range(0, len(tokens), AT_A_TIME):
            asked = tokens[first : first + AT_A_TIME]
            if await people.all_may_come(asked):
                continue
            holders = await people.holders(asked)
            ended = {token for token in asked if token not in holders}
            if ended:
                people.forget(ended)
                await self.end(ended, people)
            for viewer in list(self.viewers):
                if viewer.token in holders:
                    turn_away(viewer, holders[viewer.token])


def turn_away(viewer: Viewer, person: Person) -> None:
    """Send somebody away if they are banned."""
    ban = person.ban
    if ban is not None:
        send_away(viewer, "banned", FORBIDDEN, ban)


def send_away(viewer: Viewer, why: FarewellReason, code: int, said: ToriteError | None = None) -> None:
    """Say why a connection ends, and end it."""
    viewer.tell(farewell(viewer.language, why, said))
    viewer.close(code)


def farewell(language: str, why: FarewellReason, said: ToriteError | None = None) -> Farewell:
    """Say in a sentence why somebody is sent away."""
    say = said.say(language) if said else page_words(language)(f"farewell.{why}")
    return Farewell(why, say)

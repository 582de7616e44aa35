"""Which connections are open, by whose token: those whose token has ended, or who are banned, are sent away."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection, Iterator
from typing import Any

import structlog

from torite.errors import ToriteError
from torite.service.guest import Guest
from torite.service.page_words import page_words
from torite.service.people import People, Person

LOOK = 15.0  #: seconds after which it is looked up anew who may be here
AT_A_TIME = 500  #: tokens looked up with one question
LOGGED_OUT, FORBIDDEN, CLOSED = 4401, 4403, 4410  #: the codes with which somebody is sent away
log = structlog.get_logger()


class Presence:
    """Everybody who is connected to a table, with that table's lock."""

    def __init__(self) -> None:
        self.guests: dict[Guest, asyncio.Lock] = {}

    @contextlib.contextmanager
    def of(self, guest: Guest, lock: asyncio.Lock) -> Iterator[None]:
        """Know of a connection while it is open."""
        self.guests[guest] = lock
        try:
            yield
        finally:
            del self.guests[guest]

    async def end(self, tokens: Collection[str]) -> None:
        """Close the connections of tokens that have ended; when this returns nothing of theirs is being done."""
        ended = [guest for guest in self.guests if guest.token in tokens]
        for guest in ended:
            send_away(guest, "logged_out", LOGGED_OUT)
        for lock in {self.guests[guest] for guest in ended}:
            async with lock:
                pass

    async def watch(self, people: People) -> None:
        """Look now and then whether those who are connected still may be: others write into the database too."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look(people)
            except Exception:
                log.exception("it could not be looked up who may be here")

    async def look(self, people: People) -> None:
        """Send away whose token has ended, and who is banned."""
        tokens = sorted({guest.token for guest in self.guests if guest.token})
        for first in range(0, len(tokens), AT_A_TIME):
            asked = tokens[first : first + AT_A_TIME]
            holders = await people.holders(asked)
            ended = {token for token in asked if token not in holders}
            if ended:
                people.forget(ended)
                await self.end(ended)
            for guest in list(self.guests):
                if guest.token in holders:
                    turn_away(guest, holders[guest.token])


def turn_away(guest: Guest, person: Person) -> None:
    """Send somebody away if they are banned."""
    ban = person.ban
    if ban is not None:
        send_away(guest, "banned", FORBIDDEN, ban)


def send_away(guest: Guest, why: str, code: int, said: ToriteError | None = None) -> None:
    """Say why a connection ends, and end it."""
    guest.tell(farewell(guest.language, why, said))
    guest.close(code)


def farewell(language: str, why: str, said: ToriteError | None = None) -> dict[str, Any]:
    """Say in a sentence why somebody is sent away."""
    say = said.say(language) if said else page_words(language)(f"farewell.{why}")
    return {"type": "farewell", "why": why, "say": say}

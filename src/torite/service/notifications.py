"""What processes that share a database let one another know: that somebody is called otherwise, or a token has ended.

Such things are rare and small. They are written down, and PostgreSQL is asked to wake the others, who read them; who is
not woken reads them all the same a moment later. What somebody's quotas have been spent on can wait for that moment.
Moves never wait for any of it, nor does what is kept depend on it: a process that has heard nothing knows at the latest
when it looks again (`users.FRESH`, `presence.LOOK`).
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Literal

import sqlalchemy as sql
import structlog
from sqlalchemy.exc import DBAPIError

from torite.service import schema
from torite.service.leases import NOW
from torite.service.replaced_tokens import OWED
from torite.service.storage import Statement, Storage, Unread

#: That somebody is called otherwise; that a token, by its hash, is nobody's any more; what has been counted of a quota.
Kind = Literal["person", "token", "spent"]
Heard = Callable[[Kind, list[str]], Awaitable[None]]
CHANNEL = "torite"
LOOK = 2.0  #: seconds after which it is read what is new, also where nothing has woken this process
PAUSE = 0.2  #: seconds from one look to the next at least: whoever lets others know much has them look no more often
LATE = 30.0  #: seconds that what was written down may take until others can read it
REPLACED = "-"  #: in the place of a process's name: this token has given way to another of the same browser
HURRIES: tuple[Kind, ...] = ("person", "token")  #: what others are woken for
log = structlog.get_logger()


class Notifications:
    """What a process lets others know where there are none."""

    async def tell(self, kind: Kind, about: Iterable[object]) -> None:
        """Let the others know."""

    async def watch(self, heard: Heard) -> None:
        """Hear what the others let this process know."""

    def replaced(self, old: str, new: str) -> list[Statement]:
        """Write down, with what does so, that a token gives way to another, by their hashes."""
        return []

    async def was_replaced(self, old: str) -> bool:
        """Tell whether a token has lately given way to another at some other process."""
        return False


class SharedNotifications(Notifications):
    """What one of several processes lets the others know.

    Args:
        kept: the database.
    """

    def __init__(self, kept: Storage) -> None:
        self._kept = kept
        self._name = secrets.token_urlsafe(6)  # what is this process's own is nothing to be heard
        self._known: set[int] = set()
        self._woken = asyncio.Event()

    async def tell(self, kind: Kind, about: Iterable[object]) -> None:
        """Let the others know; where that cannot be they find out later."""
        own = schema.notification
        rows = [{"at": NOW, "kind": kind, "about": f"{self._name} {one}"} for one in about]
        if not rows:
            return
        old = sql.delete(own).where(own.c.at < NOW - 2 * LATE)
        wake = [sql.select(sql.func.pg_notify(CHANNEL, ""))] if kind in HURRIES else []
        try:
            await self._kept.changed(old, sql.insert(own).values(rows), *wake)
        except (Unread, DBAPIError) as fault:  # what is told of is done already
            log.warning("other processes hear of something later", kind=kind, fault=type(fault).__name__)

    async def watch(self, heard: Heard) -> None:
        """Hear what the others let this process know."""
        with contextlib.suppress(Unread):  # else it hears what was told of late, which does no harm
            await self._new()  # what was before this process is nothing that it could remember wrongly
        while True:
            try:
                async with self._kept.listening(CHANNEL, self._woken.set) as lives:
                    while lives():
                        self._woken.clear()
                        await self._look(heard)
                        await asyncio.sleep(PAUSE)
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(self._woken.wait(), LOOK)
            except Unread:
                await asyncio.sleep(LOOK / 2)
            except Exception:
                log.exception("what other processes let us know was not heard")
                await asyncio.sleep(LOOK)

    def replaced(self, old: str, new: str) -> list[Statement]:
        """Write down, with what does so, that a token gives way to another, by their hashes.

        Whoever finds that it is nobody's any more finds this, too.
        """
        own, held = schema.notification, schema.token
        row = sql.select(NOW, sql.literal("token"), sql.literal(f"{REPLACED} {old}")).where(
            sql.exists().where(held.c.hash == new)
        )
        return [(sql.insert(own).from_select(["at", "kind", "about"], row), [])]

    async def was_replaced(self, old: str) -> bool:
        """Tell whether a token has lately given way to another, at whichever process."""
        own = schema.notification
        lately = own.c.at > NOW - OWED, own.c.about == f"{REPLACED} {old}"
        return bool(await self._kept.rows(sql.select(own.c.number).where(*lately).limit(1)))

    async def _look(self, heard: Heard) -> None:
        for kind, about in (await self._new()).items():
            await heard(kind, [*dict.fromkeys(about)] if kind in HURRIES else about)

    async def _new(self) -> dict[Kind, list[str]]:
        """Read what was not known: numbers are given in another order than that in which they can be read.

        What is known of late is looked through as numbers alone, for there may be much of it.
        """
        own, late = schema.notification, schema.notification.c.at > NOW - LATE
        found = await self._kept.rows(sql.select(sql.func.array_agg(own.c.number).label("numbers")).where(late))
        numbers = set(found[0]["numbers"] or ())
        fresh, new = numbers - self._known, dict[Any, list[str]]()
        if fresh:
            rows = await self._kept.rows(sql.select(own).where(own.c.number >= min(fresh)).order_by(own.c.number))
            for row in rows:
                name, _, about = row["about"].partition(" ")
                if row["number"] in fresh and name != self._name:
                    new.setdefault(row["kind"], []).append(about)
        self._known = numbers
        return new

"""Whether the service lives, and whether it can do its work: for whoever watches over it.

`/health` says that the process answers. `/ready` says whether what is played can be kept: it writes to the
database, and reads there, once a second at most however often it is asked.

Each address may ask both so often, by a measure of their own, which nothing else uses up. Who asks from this machine,
or from that of a proxy that is believed, without being sent on by it, watches over the service, and is never refused.
Where a proxy does not say for whom it asks, strangers would count as this machine too; but they name the host that was
set, and who asks the service itself names its address.
"""

from __future__ import annotations

import asyncio
import time

import sqlalchemy as sql
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from torite.service import schema, storage
from torite.service.http import asker, too_often
from torite.service.security import Allowed, Proxies, Rate
from torite.service.storage import Storage, Unkept, Unreached, Unread

FRESH = 1.0  #: seconds for which what was found holds
PATIENCE = 2.0  #: seconds that a write may take
LITTLE = "ready, with little room on the disk: nothing new is taken in"
NOT_STORED = {"cache-control": "no-store"}


def routes() -> list[Route]:
    """List the routes."""
    return [Route("/health", health), Route("/ready", ready)]


async def health(request: Request) -> Response:
    """The process answers."""
    if not request.app.state.probes.allows(request):
        return too_often()
    return PlainTextResponse("alive\n", headers=NOT_STORED)


async def ready(request: Request) -> Response:
    """The database can be written to and read, or it cannot."""
    if not request.app.state.probes.allows(request):
        return too_often()
    why = await request.app.state.readiness.fault()
    little = request.app.state.service.resources.quotas.room.is_little  # what is played is kept all the same
    return PlainTextResponse(f"{why or (LITTLE if little else 'ready')}\n", 503 if why else 200, headers=NOT_STORED)


class Probes:
    """Says who may ask now.

    Args:
        rate: how often one address may ask.
        allowed: the hosts that were set.
        proxies: who is believed, as this machine itself.
    """

    def __init__(self, rate: Rate, allowed: Allowed, proxies: Proxies) -> None:
        self._rate = rate
        self._allowed = allowed
        self._proxies = proxies

    def allows(self, request: Request) -> bool:
        """Count a question; tell whether it is answered."""
        host = request.client.host if request.client else ""
        near = self._proxies.trusts(host) and not self._allowed.named(request.headers)
        if near or self._rate.allows(asker(request)):
            return True
        request.app.state.service.counts["often"] += 1
        return False


class Readiness:
    """Finds out whether the database can be written to, and read.

    Args:
        kept: the database.
    """

    def __init__(self, kept: Storage) -> None:
        self.kept = kept
        self._found_at = -FRESH
        self._fault = ""
        self._trying: asyncio.Task[None] | None = None

    async def fault(self) -> str:
        """Return why it is not ready, in a word; nothing where it is."""
        if self._trying is None and time.monotonic() - self._found_at >= FRESH:
            self._trying = asyncio.create_task(self._try())
        if self._trying is not None:
            await asyncio.wait([self._trying], timeout=PATIENCE)
            if self._trying is not None:
                return "slow"
        return self._fault

    async def _try(self) -> None:
        beat = schema.heartbeat
        try:
            await self.kept.write((sql.update(beat).where(beat.c.id == 1).values(at=storage.now()), []))
            await self.kept.find_room()
            await self.kept.rows(sql.select(beat.c.at))
            self._fault = ""
        except Unkept as fault:
            self._fault = "away" if isinstance(fault, Unreached) else "unwritable"
        except Unread:
            self._fault = "unreadable"
        finally:
            self._found_at = time.monotonic()
            self._trying = None

"""Where hidden pieces may lie, asked by somebody who plays for practice: from their own view alone."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from torite.service.api import packed
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.hidden import seen_by
from torite.service.http import asked_by, asker
from torite.service.jobs import while_there
from torite.service.users import Person


def routes() -> list[Route]:
    """List the routes."""
    return [Route("/api/tables/{table}/places", asked_by(places))]


async def places(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Where the pieces may lie that I do not see; at a table where nobody else sits, and nothing is counted."""
    found = await service.registry.admitted(request.path_params["table"], person) if person else None
    if person is None or found is None or found[1] < 0:
        raise Refused("none", "none")
    table, seat = found
    async with table.lock:
        if table.match is None:
            raise Refused("not_begun", "not-your-turn")
        if not table.setup.practice:
            raise Refused("no_places", "none")
        seen = seen_by(table.match, seat)
    table.resources.quotas.spend("hints", person.id)
    looking = service.workers.do(asker(request), "unseen", language=language, **seen)
    return packed(request, await while_there(request, looking))

"""What decisions of replays cost, over HTTP: judged when first asked for, by the lab's processes, and kept."""

from __future__ import annotations

import functools
from typing import Any

import sqlalchemy as sql
from starlette.requests import Request
from starlette.routing import Route

from torite.service import judging, schema
from torite.service.api import looked_at, packed, read_by
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.http import asked_by, asker, number
from torite.service.jobs import Spent, while_there
from torite.service.users import Person
from torite.service.worker_pool import LONG


def routes() -> list[Route]:
    """List the routes."""
    return [Route("/api/replays/{replay}/judged", asked_by(judged))]


async def judged(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What the decisions of a few entries cost."""
    name, first = request.path_params["replay"], number(request, "from", 0)
    part = await _kept(service, name, first)
    if part is None:
        if not service.lab.all:
            raise Refused("no_judging", "none")
        part = await while_there(request, service.lab.when_ready(functools.partial(_in_turn, service, request, first)))
    facts = {"decisions": part["decisions"], "following": part["following"], "language": language}
    return packed(request, await looked_at(service, request, name, "judged", **facts))


async def _kept(service: Service, name: str, first: int) -> dict[str, Any] | None:
    """Return a part that was judged before by what judges now."""
    own = schema.judged
    mine = sql.and_(own.c.replay == name, own.c.first == first, own.c.engine == judging.engine())
    rows = await service.kept.rows(sql.select(own.c.decisions, own.c.following).where(mine))
    return rows[0] if rows else None


async def _in_turn(service: Service, request: Request, first: int, anyway: bool) -> dict[str, Any]:
    """Have a part judged when it is the turn of who asks."""
    judge = functools.partial(_judge, service, request, first, anyway)
    return await service.judging.do(asker(request), judge, Spent(expected=LONG))


async def _judge(service: Service, request: Request, first: int, anyway: bool) -> dict[str, Any]:
    """Have a part judged, unless somebody else had while it waited for its turn, and keep it where there is room."""
    name, own = request.path_params["replay"], schema.judged
    if (part := await _kept(service, name, first)) is not None:
        return part
    place = service.lab_room.place(asker(request))
    look = functools.partial(service.lab.do, place, "judge", first=first, anyway=anyway)
    decisions, following = await read_by(service, name, look)
    made = {"replay": name, "first": first, "engine": judging.engine(), "decisions": decisions, "following": following}
    if service.resources.quotas.room.is_little:
        return made  # it can be judged again; what is played goes first
    there = sql.select(*(sql.literal(value, own.c[key].type) for key, value in made.items()))
    await service.kept.write(
        (sql.delete(own).where(own.c.replay == name, own.c.first == first), []),
        (sql.insert(own).from_select([*made], there.where(schema.replay.c.id == name)), []),
    )
    return made

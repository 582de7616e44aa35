"""What decisions of replays cost, over HTTP: judged when first asked for, by the lab's processes, and kept.

A position of a variation is judged alike, a few times at a time, and told each time. What came of it is remembered
by what leads there, for whoever asks next. What takes long on a busy machine is answered with nothing new; it goes on
until it is asked for again.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

import sqlalchemy as sql
from starlette.requests import Request
from starlette.routing import Route

from torite.service import judging, replay_wire, schema, studied, studies
from torite.service.api import looked_at, packed, read_by
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.http import asked_by, asker, body, number
from torite.service.jobs import Spent
from torite.service.users import Person
from torite.service.worker_pool import LONG

Value = TypeVar("Value")


def routes() -> list[Route]:
    """List the routes."""
    return [
        Route("/api/replays/{replay}/judged", asked_by(judged)),
        Route("/api/replays/{replay}/study/judged", asked_by(position), methods=["POST"]),
    ]


async def judged(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What the decisions of a few entries cost."""
    name, first = request.path_params["replay"], number(request, "from", 0)
    part = await _kept(service, name, first)
    if part is None:
        await looked_at(service, request, name, "part", first=first)
        judge = functools.partial(_judge, service, request, first)
        part = await _in_turn(service, request, (name, first), judge) or judging.not_yet(first)
    facts = {"decisions": part["decisions"], "following": part["following"], "language": language}
    return packed(request, await looked_at(service, request, name, "judged", **facts))


async def _kept(service: Service, name: str, first: int) -> dict[str, Any] | None:
    """Return a part that was judged before by what judges now."""
    own = schema.judged
    mine = sql.and_(own.c.replay == name, own.c.first == first, own.c.engine == judging.engine())
    rows = await service.kept.rows(sql.select(own.c.decisions, own.c.following).where(mine))
    return rows[0] if rows and judging.is_whole(rows[0]) else None  # what is damaged is judged anew


async def position(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What the choices at a position of a variation, or of the match, are worth: each time more surely."""
    name, wanted = request.path_params["replay"], await body(request, replay_wire.JudgeThere)
    lines = await studies.lines_of(service, request, person, wanted.code)
    place = {"lines": lines, "of": wanted.of, "step": wanted.step}
    known = "\n".join((judging.engine(), name, studied.way(lines, wanted.of, wanted.step)))
    key = hashlib.sha256(known.encode()).hexdigest()
    weighed = service.weighed.get(key)
    if weighed is None or judging.times_of(weighed) <= wanted.told:
        weigh = functools.partial(_weigh, service, request, key, wanted.told, place)
        weighed = await _in_turn(service, request, (key, wanted.told), weigh) or weighed or judging.UNWEIGHED
    facts = {"weighed": weighed, "language": language, **place}
    return packed(request, await looked_at(service, request, name, "weighed", **facts))


async def _in_turn(
    service: Service, request: Request, what: Hashable, judge: Callable[[bool], Awaitable[Value]]
) -> Value | None:
    """Have something judged when it is the turn of who asks, for as long as they wait for it, or ask again.

    Returns:
        what was found; None where it is not yet.

    Raises:
        Refused: when nothing is judged here.
    """
    if not service.lab.all:
        raise Refused("no_judging", "none")

    async def turn(anyway: bool) -> Value:
        return await service.judging.do(asker(request), functools.partial(judge, anyway), Spent(expected=LONG))

    return await service.judged.ask(request, (asker(request), what), functools.partial(service.lab.when_ready, turn))


async def _weigh(service: Service, request: Request, key: str, told: int, place: dict[str, Any], anyway: bool) -> bytes:
    """Have the choices at a position weighed, unless somebody else had while it waited for its turn; remember it."""
    before = service.weighed.get(key)
    if before is not None and judging.times_of(before) > told:
        return before
    lab = service.lab_room.place(asker(request))
    look = functools.partial(service.lab.do, lab, "weigh", before=before, anyway=anyway, **place)
    weighed: bytes = await read_by(service, request.path_params["replay"], look)
    service.weighed.put(key, weighed)
    return weighed


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

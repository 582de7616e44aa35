"""Records from elsewhere: a match, and what somebody has said of it and tried in it; and those of arranged deals."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sql
from starlette.requests import Request
from starlette.routing import Route

from torite.games import find
from torite.service import replay_wire, replays, schema, statements, storage, studies, wire
from torite.service.api import packed, version_of
from torite.service.context import Service
from torite.service.errors import NotBegun, Refused
from torite.service.http import asked_by, asker, body, known, number, with_token
from torite.service.jobs import while_there
from torite.service.storage import Ended, Statement
from torite.service.table_setup import new_id
from torite.service.users import Person

MOST_RECORD = 1_300_000  #: bytes of a record as JSON
MOST_ARRANGED = 20_000  #: bytes of an arranged deal as JSON


def routes() -> list[Route]:
    """List the routes."""
    return [
        Route("/api/replays", asked_by(bring), methods=["POST"]),
        Route("/api/arranged/{variant}", asked_by(arranging)),
        Route("/api/arranged/{variant}", asked_by(arrange), methods=["POST"]),
    ]


async def bring(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Take in a record from elsewhere; what stands behind its seal becomes notes and variations of who brings it."""
    wanted = await body(request, wire.Record, MOST_RECORD)
    with _counted(service, person, asker(request)):
        await _may_bring(service, person, len(wanted.record))  # before there is any work with it
        replays.check_length(wanted.record)
        return await _keep(service, request, person, language, "bring", record=wanted.record)


async def arranging(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What may be arranged of a variant's deal."""
    variant, seats = find(request.path_params["variant"])[1].name, number(request, "seats", 0) or None
    told = service.workers.do(asker(request), "arranging", variant=variant, seats=seats, language=language)
    return packed(request, await while_there(request, told))


async def arrange(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Keep a match that begins with an arranged deal, like a record that is brought."""
    variant = find(request.path_params["variant"])[1].name
    wanted = await body(request, replay_wire.ArrangedDeal, MOST_ARRANGED)
    with _counted(service, person, asker(request)):
        await _may_bring(service, person, 0)
        facts = msgspec.to_builtins(wanted)
        return await _keep(service, request, person, language, "arrange", variant=variant, **facts)


async def _keep(
    service: Service, request: Request, person: Person | None, language: str, how: str, **facts: Any
) -> Any:
    """Have a process make a record that is fit to be kept, and keep it.

    Raises:
        ToriteError: when it is none, or there would be too many; nothing is kept then.
    """
    name, now = new_id(), storage.now()
    bringing = service.workers.do(asker(request), how, name=version_of(name, now), **facts)
    parts = await while_there(request, bringing)
    somebody, token = await known(service, person, language)
    if person is None:
        service.resources.quotas.spend("records", somebody.id)
    row = {"id": name, "record": parts["record"], "made_at": now, "seen_at": now, "person": somebody.id}
    async with service.resources.quotas.adding(somebody.id):
        beside = await _beside(service, somebody, name, parts)
        try:
            await service.kept.write(*statements.brought(somebody.id, row, service.limits.brought_letters), *beside)
        except Ended:
            await _may_bring(service, somebody, len(parts["record"]))
            await _beside(service, somebody, name, parts)
            raise Refused("stranger", "unknown") from None
    return with_token(service, {"id": name}, token)


@contextlib.contextmanager
def _counted(service: Service, person: Person | None, address: str) -> Iterator[None]:
    """Count one more record, unless it is refused before its turn.

    Raises:
        Refused: when they have brought too many, or others from there have.
    """
    quotas = service.resources.quotas
    if person is not None:
        quotas.spend("records", person.id)
    quotas.spend("brought", address)
    try:
        yield
    except NotBegun:
        if person is not None:
            quotas.give_back("records", person.id)
        quotas.give_back("brought", address)
        raise


async def _may_bring(service: Service, person: Person | None, letters: int) -> None:
    """Check that so many letters more of somebody may be kept; who is new has brought none.

    Raises:
        Refused: when there are too many.
    """
    own = schema.replay
    total = sql.select(sql.func.coalesce(sql.func.sum(sql.func.length(own.c.record)), 0).label("letters"))
    rows = await service.kept.rows(total.where(own.c.person == (person.id if person else -1)))
    if rows[0]["letters"] + letters > service.limits.brought_letters:
        raise Refused("brought_letters", "often")


async def _beside(service: Service, person: Person, replay: str, parts: dict[str, Any]) -> list[Statement]:
    """Say how comments and variations of a record are kept, with it.

    Raises:
        Refused: when there would be too many.
    """
    said, found = parts["notes"], list[Statement]()
    if said:
        own, most = schema.note, service.limits.kept_notes
        held = sql.select(own.c.step).where(own.c.person == person.id)
        if await _count(service, held) + len(said) > most:
            raise Refused("kept_notes", "often", most=most)
        at = storage.now()
        rows = [{"replay": replay, "person": person.id, "step": step, "text": text, "at": at} for step, text in said]
        found += [*statements.while_fewer(person.id, held, most - len(said) + 1), (sql.insert(own), rows)]
    if parts["lines"]:
        most = service.limits.kept_variations
        if await _count(service, studies.held(person.id, replay)) >= most:
            raise Refused("kept_variations", "often", most=most)
        found += studies.inserted(replay, person.id, parts["lines"], most)
    return found


async def _count(service: Service, held: sql.Select[Any]) -> int:
    rows = await service.kept.rows(sql.select(sql.func.count().label("n")).select_from(held.subquery()))
    return int(rows[0]["n"])

"""What the page asks over HTTP."""

from __future__ import annotations

import asyncio
import functools
import gzip
from collections.abc import Awaitable, Callable
from typing import Any, cast

import sqlalchemy as sql
import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from torite.errors import UnknownName
from torite.games import find
from torite.scenes.schema_base import Worded
from torite.service import awaited, catalogue, chat, new_tables, renaming, schema, storage, teaching, wire
from torite.service.answers import Invitation, Joined, Known, Made, MyTable, Peeked, Start
from torite.service.context import Service
from torite.service.damaged import shaped
from torite.service.errors import Refused
from torite.service.http import COOKIE, asked_by, asker, body, in_parts, known, number, with_token
from torite.service.jobs import while_there
from torite.service.page_messages import LANGUAGES, of_the_page, page_words
from torite.service.security import is_here
from torite.service.table import Table
from torite.service.users import Person
from torite.service.worker_pool import WorkerFault
from torite.words import LanguageCode

UNREADABLE_KEPT = 1000  #: replays that cannot be read, of which this is remembered
log = structlog.get_logger()


def routes() -> list[Route]:
    """List the routes."""
    return [
        Route("/api/start", asked_by(start, also_banned=True)),
        Route("/api/me", asked_by(me), methods=["POST"]),
        Route("/api/games/{variant}", asked_by(game)),
        Route("/api/guides/{variant}", asked_by(guide)),
        Route("/api/clauses/{variant}/{clause}", asked_by(clause)),
        Route("/api/tables", asked_by(tables)),
        Route("/api/tables", asked_by(set_table), methods=["POST"]),
        Route("/api/tables/{table}/invite", asked_by(invite)),
        Route("/api/tables/{table}/peek", asked_by(peek), methods=["POST"]),
        Route("/api/tables/{table}/join", asked_by(join), methods=["POST"]),
        Route("/api/replays/{replay}", asked_by(replay)),
        Route("/api/replays/{replay}/steps", asked_by(steps)),
        Route("/api/replays/{replay}/moves", asked_by(moves)),
        Route("/api/replays/{replay}/places", asked_by(places)),
        Route("/api/replays/{replay}/record", asked_by(record)),
        Route("/api/replays/{replay}/verify", asked_by(verify), methods=["POST"]),
    ]


async def start(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Everything that the first page shows."""
    ban = person.ban if person else None
    code = cast(LanguageCode, language)
    async with service.laying_out:  # whoever comes next finds it as it was laid out for the first
        tiles, families = await asyncio.to_thread(catalogue.shelf, language)
    return Start(
        Known(
            person.name if person else "",
            code,
            person is not None,
            ban.say(language) if ban else "",
            person is None and bool(request.cookies.get(COOKIE)),
        ),
        list(LANGUAGES),
        dict(of_the_page(language)),
        tiles,
        families,
        catalogue.levels(language),
        [] if ban else await _tables(service, person, language),
        [Worded(name, page_words(language)(f"phrase.{name}")) for name in chat.PHRASES],
    )


async def _tables(service: Service, person: Person | None, language: str) -> list[MyTable]:
    if person is None:
        return []
    async with service.turns.of_all(person):
        rows = await service.registry.listed(person)
    listed = []
    for row in rows:
        table = service.registry.tables.get(row["id"])
        acting = table.acting if table else None
        settings = shaped(row["settings"], wire.Settings, leniently=True)
        lesson = settings.lesson
        if lesson and row["state"] == "playing" and not (awaited.waits_for(table) if table else row["waits_for"]):
            continue  # there is nothing to come back to
        listed.append(MyTable(
            id=row["id"],
            title=catalogue.title_or_name(row["variant"], language),
            variant=row["variant"],
            rules=settings.rules,
            lesson=teaching.titled(row["variant"], lesson, language),
            daily=row["daily"],
            state="open" if row["state"] == "set" else row["state"],
            seats=row["seats"],
            yours=person is not None and row["host"] == person.id,
            turn=bool(row["waits_for"] >> row["seat"] & 1) if acting is None else row["seat"] in acting,
            replay=row["replay"],
            age=max(0, round(storage.now() - row["changed_at"])),
        ))  # fmt: skip
    return listed


async def me(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Remember a name or a language."""
    wanted = await body(request, wire.Me)
    somebody, token = await known(service, person, language, wanted.name or "")
    await renaming.call(service, somebody, wanted.name, wanted.language or None)
    value = {"name": somebody.name, "language": wanted.language or language, "known": True}
    return with_token(service, value, token)


async def game(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What may be agreed before a match."""
    seats = number(request, "seats", 0)
    variant = find(request.path_params["variant"])[1].name
    scored = person is not None and await new_tables.has_played(service.registry, person, variant)
    return catalogue.setup(variant, seats or None, language, scored)


async def guide(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """A guide."""
    return catalogue.guide(request.path_params["variant"], language)


async def clause(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """A clause."""
    return catalogue.clause(request.path_params["variant"], request.path_params["clause"])


async def tables(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """My tables."""
    return await _tables(service, person, language)


async def set_table(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Set a table."""
    wanted = await body(request, wire.NewTable)
    somebody, token = await known(service, person, language)
    table = await new_tables.set_table(service.registry, somebody, wanted, asker(request))
    return with_token(service, Made(table.setup.id, service.registry.secret(table.setup.id)), token)


async def invite(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """The secret of a table's link, for those who sit there."""
    found = await service.registry.admitted(request.path_params["table"], person) if person else None
    if found is None or found[1] < 0:
        raise Refused("none", "none")
    secret = service.registry.secret(found[0].setup.id, found[0].setup.invitation)
    network, command = service.reach
    return Invitation(secret, network, command if is_here(request.client.host if request.client else "") else "")


async def _invited(service: Service, request: Request, secret: str) -> Table:
    name = request.path_params["table"]
    table = await service.registry.table(name, asker(request)) if await service.registry.invited(name, secret) else None
    if table is None:
        raise Refused("none", "none")
    return table


async def peek(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What somebody with the link sees before sitting down."""
    wanted = await body(request, wire.Peek)
    table = await _invited(service, request, wanted.secret)
    if person is not None and table.is_removed(person.id):
        raise Refused("removed")
    setup = table.setup
    named, variant = find(setup.variant)
    return Peeked(
        *catalogue.titled(variant.name, language),
        variant=variant.name,
        guide=variant.guide or variant.name,
        seats=[table.occupant(seat, language) for seat in range(len(setup.occupants))],
        state=setup.stage,
        spectators=setup.settings.spectators,
        rules=setup.settings.rules,
        options=catalogue.differing(named, variant, setup.options, len(setup.occupants), language),
    )


async def join(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Sit down, or watch."""
    wanted = await body(request, wire.Join)
    table = await _invited(service, request, wanted.secret)
    somebody, token = await known(service, person, language, wanted.name)
    if person is not None and wanted.name:
        await renaming.call(service, person, wanted.name)
    seat = await service.registry.join(table, somebody, wanted.watch, wanted.secret)
    return with_token(service, Joined(seat), token)


# replays


async def looked_at(service: Service, request: Request, name: str, what: str, **facts: Any) -> Any:
    """Have a process look at a replay, for as long as who asked waits for it.

    Raises:
        UnknownName: when there is none of this name.
        Refused: when it cannot be read any more.
    """
    look = functools.partial(service.workers.do, asker(request), what, **facts)
    return await while_there(request, read_by(service, name, look))


async def read_by(service: Service, name: str, look: Callable[..., Awaitable[Any]]) -> Any:
    """Have a process do something with a replay, which it reads if it does not keep it.

    Args:
        service: all that the routes share.
        name: the replay.
        look: has it done, told by which name the process may keep it, and what reads it.

    Raises:
        UnknownName: when there is none of this name.
        Refused: when it cannot be read any more.
    """
    own = schema.replay
    rows = await service.kept.rows(sql.select(own.c.made_at).where(own.c.id == name))
    if not rows:
        raise UnknownName("service.no_replay", page_words)
    kept_as, record = version_of(name, rows[0]["made_at"]), functools.partial(_record, service, name)
    try:
        return await look(name=kept_as, record=record)
    except WorkerFault as fault:
        if fault.code != "aside":
            raise
        _note_unreadable(service, name)
        raise Refused("replay_aside", "aside") from None


def _note_unreadable(service: Service, name: str) -> None:
    """Log that a replay cannot be read, once."""
    if name not in service.unreadable:
        log.warning("a replay cannot be read", replay=name[:6])
        service.unreadable[name] = None
        while len(service.unreadable) > UNREADABLE_KEPT:
            service.unreadable.popitem(last=False)


def version_of(name: str, made_at: float) -> str:
    """Name a replay as it is now: written anew without somebody's name it is another."""
    return f"{name} {made_at}"


async def _record(service: Service, name: str) -> str:
    table = schema.replay
    rows = await service.kept.rows(sql.select(table.c.record).where(table.c.id == name))
    if not rows:
        raise UnknownName("service.no_replay", page_words)
    return str(rows[0]["record"])


def packed(request: Request, value: bytes) -> Response:
    """Answer what a process wrote as packed JSON; unpacked for those who cannot do that."""
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        value = gzip.decompress(value)
    return Response(value, headers=headers, media_type="application/json")


async def replay(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What a replay holds."""
    name = request.path_params["replay"]
    told = await looked_at(service, request, name, "summary", id=name, language=language)
    service.uses.replay(name)
    return packed(request, told)


async def steps(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Some positions of a replay."""
    name = request.path_params["replay"]
    first, last, viewer = (number(request, name) for name in ("from", "to", "viewer"))
    facts = {"first": first, "last": last, "viewer": viewer, "language": language}
    return packed(request, await looked_at(service, request, name, "steps", **facts))


async def moves(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """All that happened in a replay, in words."""
    viewer = number(request, "viewer")
    facts = {"viewer": viewer, "language": language}
    return packed(request, await looked_at(service, request, request.path_params["replay"], "moves", **facts))


async def places(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Where the pieces may have lain that a seat did not see."""
    facts = {"step": number(request, "at"), "seat": number(request, "seat"), "language": language}
    return packed(request, await looked_at(service, request, request.path_params["replay"], "places", **facts))


async def record(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """A replay as a file."""
    await looked_at(service, request, request.path_params["replay"], "check")
    text = await _record(service, request.path_params["replay"])
    variant = text.split("\n", 3)[2].removeprefix("variant: ")
    return in_parts(text.encode(), "text/plain", {"content-disposition": f'attachment; filename="{variant}.torite"'})


async def verify(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Whether all chance of a replay is what its key gives."""
    name = request.path_params["replay"]
    return packed(request, await looked_at(service, request, name, "verify", language=language))

"""Variations at replays: whoever tries moves has them to themselves, until they give out a link to their notes."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql
from starlette.requests import Request
from starlette.routing import Route

from torite.service import notes, replay_wire, schema, storage, wire
from torite.service.api import looked_at, packed
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.http import asked_by, body, in_parts, known, with_cookie
from torite.service.statements import one_by_one, while_fewer, while_it_goes_on
from torite.service.storage import Ended, Statement
from torite.service.users import Person

MOST_BODY = 8 * wire.MOST_NOTE  #: bytes of a comment as JSON


def routes() -> list[Route]:
    """List the routes."""
    at = "/api/replays/{replay}/study"
    return [
        Route(at, asked_by(branches), methods=["POST"]),
        Route(f"{at}/scenes", asked_by(scenes), methods=["POST"]),
        Route(f"{at}/ask", asked_by(ask), methods=["POST"]),
        Route(f"{at}/play", asked_by(play), methods=["POST"]),
        Route(f"{at}/say", asked_by(say), methods=["POST"]),
        Route(f"{at}/cut", asked_by(cut), methods=["POST"]),
        Route(f"{at}/record", asked_by(record)),
    ]


async def branches(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """My variations, or those that a link shows."""
    wanted = await body(request, replay_wire.ReadStudy)
    lines = await lines_of(service, request, person, wanted.code)
    facts = {"lines": lines, "viewer": wanted.viewer, "language": language}
    return packed(request, await looked_at(service, request, _name(request), "branches", **facts))


async def scenes(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Some positions of a variation."""
    wanted = await body(request, replay_wire.StudyScenes)
    lines = await lines_of(service, request, person, wanted.code)
    facts = {"of": wanted.of, "first": wanted.first, "last": wanted.last, "viewer": wanted.viewer}
    told = await looked_at(service, request, _name(request), "scenes", lines=lines, language=language, **facts)
    return packed(request, told)


async def ask(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What may be added to a gesture that is tried, or why a move is none."""
    wanted = await body(request, replay_wire.AskMove, MOST_BODY)
    lines = await lines_of(service, request, person)
    facts = {"of": wanted.of, "step": wanted.step, "seat": wanted.seat, "parts": wanted.parts, "why": wanted.why}
    told = await looked_at(service, request, _name(request), "ask", lines=lines, language=language, **facts)
    return packed(request, told)


async def play(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Try a move."""
    wanted = await body(request, replay_wire.TryMove)
    return await _change(service, request, person, language, "play", wanted, seat=wanted.seat, code=wanted.act)


async def say(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Say something of a position of a variation, in place of what was said before; nothing takes it away."""
    wanted = await body(request, replay_wire.SayThere, MOST_BODY)
    text = notes.shown(wanted.text)
    if wanted.text.strip() and not text:
        raise Refused("unseen_note", "bad-options")
    return await _change(service, request, person, language, "say", wanted, text=text)


async def cut(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Take away what leads to a position of a variation, and all that follows."""
    wanted = await body(request, replay_wire.CutThere)
    return await _change(service, request, person, language, "cut", wanted)


async def record(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """The record with my variations and my notes, as a file."""
    name, lines = _name(request), await lines_of(service, request, person)
    mine = await notes.written_by(service, name, person.id) if person else []
    facts = {"lines": lines, "notes": [(note.step, note.text) for note in mine]}
    text = await looked_at(service, request, name, "whole", **facts)
    variant = text.split("\n", 3)[2].removeprefix("variant: ")
    return in_parts(text.encode(), "text/plain", {"content-disposition": f'attachment; filename="{variant}.torite"'})


def inserted(replay: str, person: int, lines: str, most: int) -> list[Statement]:
    """Say how variations of somebody are kept at a replay where they have none; it comes to nothing where they have.

    Args:
        replay: the replay; nothing is kept where there is none any more.
        person: whose they are.
        lines: what is kept.
        most: at how many replays they may have some.
    """
    own, others = schema.variations, held(person, replay)
    row = {"replay": replay, "person": person, "lines": lines, "edition": 1, "at": storage.now()}
    none = ~sql.exists().where(own.c.replay == replay, own.c.person == person)
    values = sql.select(*(sql.literal(value, own.c[key].type) for key, value in row.items()))
    new = sql.insert(own).from_select([*row], values.where(schema.replay.c.id == replay, none))
    return [*while_fewer(person, others, most), (while_it_goes_on(new), [])]


def held(person: int, replay: str) -> sql.Select[Any]:
    """Ask at which other replays somebody has variations."""
    own = schema.variations
    return sql.select(own.c.replay).where(own.c.person == person, own.c.replay != replay)


async def _change(
    service: Service, request: Request, person: Person | None, language: str, how: str, wanted: Any, **facts: Any
) -> Any:
    """Have my variations changed, and keep them so, unless they were changed elsewhere meanwhile."""
    name, place = _name(request), {"of": wanted.of, "step": wanted.step, "viewer": wanted.viewer}
    somebody, token = await known(service, person, language)
    service.resources.quotas.spend("variations", somebody.id)
    async with service.resources.quotas.adding(somebody.id):
        row = await _kept(service, name, somebody.id)
        before = row["lines"] if row else ""
        asked = {"lines": before, "how": how, "language": language, "facts": facts, **place}
        lines, told = await looked_at(service, request, name, "change", **asked)
        if lines != before:
            await _keep(service, name, somebody.id, row, lines)
    return with_cookie(service, packed(request, told), token)


async def _keep(service: Service, name: str, person: int, row: dict[str, Any] | None, lines: str) -> None:
    own, most = schema.variations, service.limits.kept_variations
    if row is None:
        service.resources.quotas.room.check()
        statements = inserted(name, person, lines, most)
    else:
        if len(lines) > len(row["lines"]):
            service.resources.quotas.room.check()
        here = own.c.replay == name, own.c.person == person, own.c.edition == row["edition"]
        values = {"lines": lines, "edition": row["edition"] + 1, "at": storage.now()}
        changed = sql.update(own).where(*here).values(**values) if lines else sql.delete(own).where(*here)
        statements = [one_by_one(person), (while_it_goes_on(changed), [])]
    try:
        await service.kept.write(*statements)
    except Ended:
        if row is None and len(await service.kept.rows(held(person, name))) >= most:
            raise Refused("kept_variations", "often", most=most) from None
        raise Refused("study_changed", "somebody") from None


async def _kept(service: Service, replay: str, person: int) -> dict[str, Any] | None:
    own = schema.variations
    query = sql.select(own.c.lines, own.c.edition).where(own.c.replay == replay, own.c.person == person)
    rows = await service.kept.rows(query)
    return rows[0] if rows else None


async def lines_of(service: Service, request: Request, person: Person | None, code: str = "") -> str:
    """Return the variations that are kept: mine, or those of whoever gave out the link with a code.

    Raises:
        Refused: when nobody did.
    """
    whose = (await notes.shown_by(service, _name(request), code))["person"] if code else person.id if person else 0
    row = await _kept(service, _name(request), whose)
    return str(row["lines"]) if row else ""


def _name(request: Request) -> str:
    return str(request.path_params["replay"])

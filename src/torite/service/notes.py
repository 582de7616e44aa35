"""Notes at the steps of a replay: whoever writes them has them to themselves, until they give out a link to them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import sqlalchemy as sql
from starlette.requests import Request
from starlette.routing import Route

from torite.errors import UnknownName
from torite.service import replay_wire, schema, storage, wire
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.http import asked_by, body, known, with_token
from torite.service.names import cleaned
from torite.service.page_messages import page_words
from torite.service.replay_answers import Note, NotesCode, OwnNotes, SharedNotes
from torite.service.statements import while_fewer
from torite.service.storage import Ended, Statement
from torite.service.table_setup import new_id
from torite.service.users import Person

MOST_BODY = 8 * wire.MOST_NOTE  #: bytes of a note as JSON


def routes() -> list[Route]:
    """List the routes."""
    return [
        Route("/api/replays/{replay}/notes", asked_by(notes)),
        Route("/api/replays/{replay}/notes", asked_by(write), methods=["POST"]),
        Route("/api/replays/{replay}/notes/share", asked_by(share), methods=["POST"]),
        Route("/api/replays/{replay}/notes/shared", asked_by(shared), methods=["POST"]),
    ]


async def notes(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """My notes, and the code of their link if I have given one out."""
    name = await _replay(service, request)
    if person is None:
        return OwnNotes([], "")
    return OwnNotes(await written_by(service, name, person.id), await _code(service, name, person.id))


async def write(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Keep a note of mine at a step, in place of the one before; an empty one is none."""
    wanted = await body(request, replay_wire.WriteNote, MOST_BODY)
    name = await _replay(service, request)
    somebody, token = await known(service, person, language)
    service.resources.quotas.spend("notes", somebody.id)
    own, text, most = schema.note, shown(wanted.text), service.limits.kept_notes
    if wanted.text.strip() and not text:
        raise Refused("unseen_note", "bad-options")
    here = sql.and_(own.c.replay == name, own.c.person == somebody.id, own.c.step == wanted.step)
    statements: list[Statement] = [(sql.delete(own).where(here), [])]
    async with service.resources.quotas.adding(somebody.id):
        if text:
            service.resources.quotas.room.check()
            others = sql.select(own.c.step).where(own.c.person == somebody.id, ~here)
            row = {"replay": name, "person": somebody.id, "step": wanted.step, "text": text, "at": storage.now()}
            statements = [*while_fewer(somebody.id, others, most), *statements, (sql.insert(own), [row])]
        try:
            await service.kept.write(*statements)
        except Ended:
            raise Refused("kept_notes", "often", most=most) from None
    return with_token(service, Note(wanted.step, text), token)


async def share(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Give out a link to my notes, or let the one that was given out lead nowhere."""
    wanted = await body(request, replay_wire.ShareNotes)
    name = await _replay(service, request)
    if person is None:
        raise Refused("stranger", "unknown")
    own = schema.shared_notes
    async with service.resources.quotas.adding(person.id):
        code = await _code(service, name, person.id)
        if wanted.on and not code:
            code = new_id()
            await service.kept.write((sql.insert(own), [{"replay": name, "person": person.id, "code": code}]))
        elif code and not wanted.on:
            await service.kept.write((sql.delete(own).where(own.c.replay == name, own.c.person == person.id), []))
            code = ""
    return NotesCode(code)


async def shared(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Somebody's notes, for whoever has the link that they gave out."""
    wanted = await body(request, replay_wire.SharedNotes)
    name = await _replay(service, request)
    whose = await shown_by(service, name, wanted.code)
    return SharedNotes(whose["name"], await written_by(service, name, whose["person"]))


async def shown_by(service: Service, replay: str, code: str) -> dict[str, Any]:
    """Tell who gave out the link to what they have written at a replay: `person` and `name`.

    Raises:
        Refused: when nobody did.
    """
    own, people = schema.shared_notes, schema.person
    query = sql.select(own.c.person, people.c.name).join(people, people.c.id == own.c.person)
    rows = await service.kept.rows(query.where(own.c.replay == replay, own.c.code == code))
    if not rows:
        raise Refused("no_notes", "none")
    return rows[0]


def forgotten(replays: Any) -> list[Statement]:
    """Say how notes and variations at replays are deleted, all people's, and what was judged, before these replays are.

    Args:
        replays: their names, or a query for them.
    """
    held = (schema.note, schema.variations, schema.shared_notes, schema.judged)
    return [(sql.delete(table).where(table.c.replay.in_(replays)), []) for table in held]


def shown(text: str) -> str:
    """Make a note fit to show, line by line; of empty lines that follow one another one stays."""
    lines = [cleaned(line, wire.MOST_NOTE) for line in text.splitlines()]
    return "\n".join(line for before, line in pairwise(["", *lines]) if before or line).strip()


async def _replay(service: Service, request: Request) -> str:
    """Return the replay that is asked for.

    Raises:
        UnknownName: when there is none of this name.
    """
    own, name = schema.replay, str(request.path_params["replay"])
    if not await service.kept.rows(sql.select(own.c.id).where(own.c.id == name)):
        raise UnknownName("service.no_replay", page_words)
    return name


async def written_by(service: Service, replay: str, person: int) -> list[Note]:
    """List somebody's notes at a replay, by their steps."""
    own = schema.note
    mine = sql.select(own.c.step, own.c.text).where(own.c.replay == replay, own.c.person == person)
    return [Note(row["step"], row["text"]) for row in await service.kept.rows(mine.order_by(own.c.step))]


async def _code(service: Service, replay: str, person: int) -> str:
    own = schema.shared_notes
    rows = await service.kept.rows(sql.select(own.c.code).where(own.c.replay == replay, own.c.person == person))
    return str(rows[0]["code"]) if rows else ""

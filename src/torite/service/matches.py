"""The matches that somebody has played to their ends: a page of them at a time, all their records, the next of each.

What is told of a match is what its table told: the names as they were at its end, the scores, its replay.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import IO, Any, cast

import sqlalchemy as sql
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from torite.errors import ToriteError, words
from torite.match.naming import called
from torite.scenes.schema_base import Worded
from torite.service import catalogue, damaged, new_tables, schema
from torite.service.api import looked_at
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.http import asked_by, asker
from torite.service.match_answers import Matches, PlayedMatch, PlayedSeat
from torite.service.statements import CLOSED, DELETING, counts
from torite.service.users import Person

PAGE = 20  #: matches told at a time
RECORDS = 10  #: records read at a time
MOST_NAMED = 200  #: games and people to choose from
IN_MEMORY = 1 << 20  #: bytes of a file that need no disk
PATIENCE = 2.0  #: seconds in which records of old matches are read for a list
CHUNK = 1 << 16  #: bytes of a file sent in one go
FILE = "torite-matches.zip"
#: The days, in seconds since 1970, before and after which an archive can tell none.
FIRST, LAST = datetime(1980, 1, 1, tzinfo=UTC).timestamp(), datetime(2107, 12, 31, tzinfo=UTC).timestamp()


def routes() -> list[Route]:
    """List the routes."""
    return [
        Route("/api/matches", asked_by(matches)),
        Route("/api/matches/export", asked_by(export)),
        Route("/api/tables/{table}/rematch", asked_by(rematch), methods=["POST"]),
    ]


def mine(person: Person, *columns: Any) -> sql.Select[Any]:
    """Ask for the matches that somebody played to the end and that count, not where they were removed."""
    own, seat, limit = schema.sitting, schema.seat, schema.restriction
    removed = sql.exists().where(limit.c.sitting == own.c.id, limit.c.person == person.id, limit.c.what == "removed")
    over = own.c.replay != "", own.c.state.not_in((CLOSED, DELETING))
    query = sql.select(*columns).select_from(own.join(seat, seat.c.sitting == own.c.id))
    return query.where(seat.c.person == person.id, *over, counts(), ~removed)


async def matches(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Some of somebody's matches, and what others may be asked for."""
    if person is None:
        return Matches([], "", [], [])
    own = schema.sitting
    columns = [own.c[name] for name in ("id", "variant", "daily", "scores", "places", "replay", "settings")]
    ended = schema.known(own.c.finished_at)
    query = _asked_for(mine(person, *columns, ended.label("finished_at")), request, person)
    async with service.turns.of_all(person):
        rows = await service.kept.rows(query.order_by(ended.desc(), own.c.id.desc()).limit(PAGE + 1))
        games, people = await _games(service, person, language), await _people(service, person, language)
    found, more = rows[:PAGE], len(rows) > PAGE
    seats = await _seats(service, [row["id"] for row in found])
    await _ended(service, request, [row for row in found if not row["places"]])
    return Matches(
        damaged.told(own, found, lambda row: _played(row, seats[row["id"]], person, language)),
        f"{found[-1]['finished_at']!r}_{found[-1]['id']}" if more else "",
        games,
        people,
    )


def _asked_for(query: sql.Select[Any], request: Request, person: Person) -> sql.Select[Any]:
    """Leave only what is asked for.

    Raises:
        Refused: for a mark that no answer gave.
    """
    own, other = schema.sitting, schema.seat.alias()
    variant, name, before = (request.query_params.get(key, "") for key in ("variant", "with", "before"))
    if variant:
        query = query.where(own.c.variant == variant)
    if name:
        is_there = sql.exists().where(other.c.sitting == own.c.id, other.c.name == name, *_somebody_else(other, person))
        query = query.where(is_there)
    if before:
        at, _, last = before.partition("_")
        try:
            mark = sql.tuple_(sql.literal(float(at)), sql.literal(last))
        except ValueError:
            raise Refused("steps", "bad-options") from None
        query = query.where(sql.tuple_(schema.known(own.c.finished_at), own.c.id) < mark)
    return query


def _somebody_else(seat: Any, person: Person) -> tuple[Any, Any]:
    return seat.c.kind == "person", seat.c.person != person.id


async def _seats(service: Service, tables: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    seat = schema.seat
    query = sql.select(seat).where(seat.c.sitting.in_(tables)).order_by(seat.c.seat)
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in tables}
    for row in await service.kept.rows(query):
        found[row["sitting"]].append(row)
    return found


async def _ended(service: Service, request: Request, rows: Sequence[dict[str, Any]]) -> None:
    """Find the places of matches from before places were kept, by their records, and keep them.

    What takes longer than somebody may wait for a list is found when they look again.
    """
    own, until = schema.sitting, time.monotonic() + PATIENCE
    for row in rows:
        if row["replay"] in service.unreadable or time.monotonic() > until:
            continue
        with contextlib.suppress(ToriteError):  # it is told without them, or found again
            scores, places = await looked_at(service, request, row["replay"], "ended")
            row |= {"scores": scores, "places": places}
            await service.kept.write(
                (sql.update(own).where(own.c.id == row["id"]).values(scores=scores, places=places), [])
            )


def _played(row: dict[str, Any], seats: list[dict[str, Any]], person: Person, language: str) -> PlayedMatch:
    def at(numbers: list[int], seat: int) -> int | None:
        return numbers[seat] if seat < len(numbers) else None

    told = [
        PlayedSeat(
            called(seat["name"], words(language)),
            seat["kind"],
            seat["person"] == person.id,
            at(row["scores"], number),
            at(row["places"], number) or None,
        )
        for number, seat in enumerate(seats)
    ]
    named = catalogue.named(row["variant"], language)
    plain = {name: row[name] for name in ("id", "variant", "daily", "finished_at", "replay")}
    return PlayedMatch(**plain, **named, rules=row["settings"].get("rules", ""), seats=told)


async def _games(service: Service, person: Person, language: str) -> list[Worded]:
    rows = await service.kept.rows(mine(person, schema.sitting.c.variant).distinct().limit(MOST_NAMED))
    games = [Worded(row["variant"], catalogue.title_or_name(row["variant"], language)) for row in rows]
    return sorted(games, key=lambda game: game.text)


async def _people(service: Service, person: Person, language: str) -> list[Worded]:
    """List with whom somebody has played, by the names that they had."""
    other = schema.seat.alias()
    sat = mine(person, schema.sitting.c.id).subquery()
    query = sql.select(other.c.name).join(sat, sat.c.id == other.c.sitting).where(*_somebody_else(other, person))
    rows = await service.kept.rows(query.distinct().order_by(other.c.name).limit(MOST_NAMED))
    return [Worded(row["name"], called(row["name"], words(language))) for row in rows]


# their records


async def export(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """The records of all of somebody's matches, each a file of one archive."""
    service.resources.quotas.spend("exports", person.id if person else asker(request))
    archive = cast(IO[bytes], tempfile.SpooledTemporaryFile(IN_MEMORY))  # noqa: SIM115 (it is sent after this)
    try:
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
            if person is not None:
                await _pack(service, person, packed)
        archive.seek(0)
    except BaseException:
        archive.close()
        raise
    headers = {"content-disposition": f'attachment; filename="{FILE}"', "cache-control": "no-store"}
    return StreamingResponse(_chunks(archive), headers=headers, media_type="application/zip")


async def _pack(service: Service, person: Person, archive: zipfile.ZipFile) -> None:
    own, kept = schema.sitting, schema.replay
    ids = await service.kept.rows(mine(person, own.c.replay).order_by(own.c.finished_at, own.c.id))
    for first in range(0, len(ids), RECORDS):
        part = [row["replay"] for row in ids[first : first + RECORDS]]
        query = sql.select(own.c.id, own.c.variant, own.c.finished_at, kept.c.record)
        rows = await service.kept.rows(query.join(kept, kept.c.id == own.c.replay).where(kept.c.id.in_(part)))
        await _to_its_end(partial(_add, archive, sorted(rows, key=lambda row: row["finished_at"])))


async def _to_its_end(work: Callable[[], None]) -> None:
    """Do something in a thread, and wait for it also where nobody wants it any more, before its file is closed."""
    doing = asyncio.create_task(asyncio.to_thread(work))
    try:
        await asyncio.shield(doing)
    except asyncio.CancelledError:
        await asyncio.wait([doing])
        raise


def _add(archive: zipfile.ZipFile, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        ended = datetime.fromtimestamp(min(max(row["finished_at"], FIRST), LAST), UTC)
        name = f"{ended:%Y-%m-%d} {row['variant']} {row['id'][:6]}.torite"
        archive.writestr(zipfile.ZipInfo(name, ended.timetuple()[:6]), row["record"], zipfile.ZIP_DEFLATED)


def _chunks(archive: IO[bytes]) -> Any:
    with archive:
        while chunk := archive.read(CHUNK):
            yield chunk


# the next one


async def rematch(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """The next table of the same people: the one that was set already and is not over, or a new one."""
    if person is None:
        raise Refused("none", "none")
    last = await _last(service, asked := request.path_params["table"], person)
    if last["id"] != asked and last["state"] in new_tables.UNBEGUN_OR_PLAYING:
        return {"id": last["id"]}
    found = await service.registry.admitted(last["id"], person)
    if found is None or found[1] < 0:
        raise Refused("none", "none")
    table = found[0]
    async with table.lock:
        if table.match is None or table.goes_on:
            raise Refused("not_over")
        if table.setup.rematch == last["rematch"]:  # nobody can come to that one any more
            table.setup.rematch = ""
        await new_tables.rematch(table, person.id, asker(request))
        table.tell_table()
        return {"id": table.setup.rematch}


async def _last(service: Service, name: str, person: Person) -> dict[str, Any]:
    """Return the last table of a row of rematches at which somebody sits.

    Raises:
        Refused: when they do not sit at the first.
    """
    own, seat = schema.sitting, schema.seat
    query = sql.select(own.c.id, own.c.state, own.c.rematch).join(seat, seat.c.sitting == own.c.id)
    query = query.where(seat.c.person == person.id, own.c.state.not_in((CLOSED, DELETING)))
    last: dict[str, Any] = {}
    while name and (rows := await service.kept.rows(query.where(own.c.id == name))):
        last = rows[0]
        name = last["rematch"] if last["state"] == "over" else ""
    if not last:
        raise Refused("none", "none")
    return last

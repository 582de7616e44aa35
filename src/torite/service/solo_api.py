"""What the page asks about games played alone: the deals of the days, and somebody's own results."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import date, timedelta
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sql
from msgspec.structs import asdict, replace
from starlette.requests import Request
from starlette.routing import Route

from torite.errors import BadOptions
from torite.games import find
from torite.kernel.chance import read_day
from torite.records.results import MOST_BYTES, SoloResult
from torite.service import catalogue, new_tables, schema, statements, wire
from torite.service.answers import DailyDeal, DailyPage, Results, SharedDeal
from torite.service.api import looked_at, packed
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.http import asked_by, asker, body, in_parts, known, raw_body, with_token
from torite.service.jobs import while_there
from torite.service.kept_results import FIELDS, NONE
from torite.service.users import Person

DAYS = 7  #: days shown, up to today
LATEST = 20  #: games listed
FILE = "torite-results.json"


def routes() -> list[Route]:
    """List the routes."""
    return [
        Route("/api/daily", asked_by(play_daily), methods=["POST"]),
        Route("/api/daily/{variant}", asked_by(daily)),
        Route("/api/results", asked_by(results)),
        Route("/api/results/export", asked_by(export)),
        Route("/api/results/import", asked_by(take_in), methods=["POST"]),
    ]


# daily deals


async def play_daily(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """The table of a day's deal: the same one whenever somebody comes back."""
    wanted = await body(request, wire.NewDaily)
    _checked(wanted.variant, wanted.date)
    somebody, token = await known(service, person, language)
    table = await new_tables.daily(service.registry, somebody, wanted.variant, wanted.date, asker(request))
    return with_token(service, {"id": table}, token)


async def daily(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """A variant's deal of a day, and of the last days up to today by the reader's calendar."""
    today = _today(request)
    asked = request.query_params.get("date") or today.isoformat()
    variant = _checked(request.path_params["variant"], asked)
    back = min(DAYS, today.toordinal())
    listed = [(today - timedelta(days=n)).isoformat() for n in range(back)]
    kept = await _kept_days(service, person, variant, {asked, *listed})
    new = DailyDeal("", "new", "", "", None, None)
    days = {day: replace(new, date=day, **kept.get(day, {})) for day in {asked, *listed}}
    share = ""
    if days[asked].replay:
        with contextlib.suppress(Refused):  # it cannot be read any more; the rest can be told
            share = await looked_at(service, request, days[asked].replay, "share", language=language)
    day = SharedDeal(**asdict(days[asked]), share=share)
    title, line = catalogue.titled(variant, language)
    return DailyPage(title, line, variant, today.isoformat(), day, [days[day] for day in listed])


def _checked(name: str, day: str) -> str:
    """Return a variant's full name, if it has a deal for the day.

    Raises:
        ToriteError: for an unknown variant, one for several, and what is no day.
    """
    _, variant = find(name)
    if variant.seats != (1, 1):
        raise BadOptions("error.day_alone", variant=variant.name)
    read_day(day)
    return variant.name


def _today(request: Request) -> date:
    """Return the day it is where the reader is.

    Raises:
        BadOptions: for what is no day.
    """
    told = request.query_params.get("today")
    return read_day(told) if told else date.today()


async def _kept_days(service: Service, person: Person | None, variant: str, days: set[str]) -> dict[str, Any]:
    """Tell how somebody's deals of some days stand."""
    if person is None:
        return {}
    own, kept = schema.sitting, schema.result
    mine = (own.c.host == person.id, own.c.variant == variant, own.c.daily.in_(days))
    tables = await service.kept.rows(sql.select(own.c.id, own.c.daily, own.c.state, own.c.replay).where(*mine))
    ended = (kept.c.person == person.id, kept.c.variant == variant, kept.c.daily.in_(days))
    over = await service.kept.rows(sql.select(kept.c.daily, kept.c.score, kept.c.won).where(*ended))
    told: dict[str, Any] = {}
    for row in tables:
        state = "over" if row["state"] == "over" else "playing"
        told[row["daily"]] = {"state": state, "table": row["id"], "replay": row["replay"]}
    for row in over:
        told.setdefault(row["daily"], {}).update(state="over", score=row["score"], won=row["won"])
    return told


# results


async def results(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """The figures of somebody's results, and the latest games."""
    today = _today(request)
    if person is None:
        return Results([], [], 0)
    facts = {"rows": partial(_rows, service, person), "today": today.isoformat(), "language": language}
    first = partial(_overview, service, person)
    return packed(request, await while_there(request, service.workers.do(asker(request), "results", first, **facts)))


async def _overview(service: Service, person: Person) -> dict[str, Any]:
    """Read the latest of somebody's results, with the replays of their own tables, and how many there are."""
    own, kept = schema.sitting, schema.result
    latest = sql.select(kept).where(kept.c.person == person.id).order_by(kept.c.finished_at.desc()).limit(LATEST)
    last = latest.subquery()
    mine = sql.and_(own.c.id == last.c.sitting, own.c.host == last.c.person)
    query = sql.select(last, own.c.replay).outerjoin(own, mine).order_by(last.c.finished_at.desc())
    games = [_facts(row) | {"replay": row["replay"] or ""} for row in await service.kept.rows(query)]
    count, name = await _version(service, person)
    return {"latest": games, "total": count, "name": name}


def _facts(row: dict[str, Any]) -> dict[str, Any]:
    return {"id": row["sitting"]} | {name: row[name] for name in FIELDS[1:]}


async def _version(service: Service, person: Person) -> tuple[int, str]:
    """Count somebody's results, and name them as they are now: with others more or less they have another name."""
    kept, of = schema.result, sql.func
    at = kept.c.finished_at
    query = sql.select(of.count().label("count"), of.max(at).label("last"), of.sum(at).label("all"))
    (row,) = await service.kept.rows(query.where(kept.c.person == person.id))
    return row["count"], f"{person.id} {row['count']} {row['last']} {row['all']}"


async def _named(service: Service, person: Person | None) -> dict[str, Any]:
    return {"name": "" if person is None else (await _version(service, person))[1]}


async def _rows(service: Service, person: Person | None) -> bytes:
    """Read all of somebody's results, packed."""
    if person is None:
        return NONE
    kept = schema.result
    columns = [kept.c["sitting" if name == "id" else name] for name in FIELDS]
    return await service.kept.packed(sql.select(*columns).where(kept.c.person == person.id))


async def export(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Somebody's results as a file."""
    service.resources.quotas.spend("exports", person.id if person else asker(request))
    text = await _looked_through(service, request, person, "export")
    return in_parts(text, "application/json", {"content-disposition": f'attachment; filename="{FILE}"'})


async def take_in(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Take in a file of results; those known already are not doubled."""
    service.resources.quotas.spend("imports", person.id if person else asker(request))
    data = await raw_body(request, MOST_BYTES)
    read = await _looked_through(service, request, person, "import", data=data)
    # Whoever comes anew has a measure of their own anew.
    service.resources.quotas.spend("taken_in", asker(request), max(1, read["new"]))
    somebody, token = await known(service, person, language)
    parts = []
    for part in read["parts"]:
        rows = msgspec.msgpack.decode(part, type=list[SoloResult])
        parts.append((statements.INSERT_RESULT, [statements.result_row(somebody.id, row) for row in rows]))
        await asyncio.sleep(0)  # everybody else has a turn between
    if parts:
        await service.kept.write(*parts)
    return with_token(service, {"new": read["new"], "known": read["known"]}, token)


async def _looked_through(service: Service, request: Request, person: Person | None, what: str, **facts: Any) -> Any:
    """Have a process look through all of somebody's results, which are read when its turn has come."""
    first, rows = partial(_named, service, person), partial(_rows, service, person)
    return await while_there(request, service.workers.do(asker(request), what, first, rows=rows, **facts))

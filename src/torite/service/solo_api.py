"""What the page asks about games played alone: the deals of the days, and somebody's own results."""

from __future__ import annotations

import contextlib
from datetime import date, timedelta
from typing import Any

import sqlalchemy as sql
from msgspec import convert
from msgspec.structs import asdict, replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from torite.errors import BadOptions, UnknownName
from torite.kernel.chance import read_day
from torite.records.results import MOST_BYTES, MOST_ROWS, Result, unknown
from torite.service import catalogue, schema, storage, wire
from torite.service.answers import DailyDeal, DailyPage, FinishedGame, Results, SharedDeal, VariantFigures
from torite.service.api import looked_at
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.http import asked_by, asker, body, known, raw_body, with_token
from torite.service.jobs import while_there
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
    return with_token(
        service, {"id": await service.registry.daily(somebody, wanted.variant, wanted.date, language)}, token
    )


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
    _, variant = catalogue.found(name)
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
    rows = await _rows(service, person)
    facts = {"rows": list(map(_facts, rows)), "today": today.isoformat()}
    worked_out = await while_there(request, service.workers.do(asker(request), "figures", **facts)) if rows else []
    each = [convert(one | _name(one["variant"], language), VariantFigures) for one in worked_out]
    latest = [
        FinishedGame(**_facts(row), **_name(row["variant"], language), replay=row["replay"] or "")
        for row in rows[:LATEST]
    ]
    return Results(each, latest, len(rows))


def _name(variant: str, language: str) -> dict[str, Any]:
    """Name a variant by its title; by its own name where this service does not know it."""
    try:
        name = catalogue.found(variant)[1].name
        return {"title": catalogue.title(name, language), "here": name == variant}
    except UnknownName:
        return {"title": variant, "here": False}


async def _rows(service: Service, person: Person | None) -> list[dict[str, Any]]:
    """Read somebody's results, the latest first, with the replays of their own tables."""
    if person is None:
        return []
    own, kept = schema.sitting, schema.result
    query = (
        sql.select(kept, own.c.replay)
        .outerjoin(own, sql.and_(own.c.id == kept.c.sitting, own.c.host == kept.c.person))
        .where(kept.c.person == person.id)
        .order_by(kept.c.finished_at.desc())
    )
    return await service.kept.rows(query)


def _facts(row: dict[str, Any]) -> dict[str, Any]:
    names = ("game", "variant", "score", "finished_at", "usual", "daily", "won")
    return {"id": row["sitting"]} | {name: row[name] for name in names}


async def export(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Somebody's results as a file."""
    rows = await _rows(service, person)
    facts = list(map(_facts, reversed(rows)))
    text = await while_there(request, service.workers.do(asker(request), "export", rows=facts))
    headers = {"content-disposition": f'attachment; filename="{FILE}"', "cache-control": "no-store"}
    return Response(text, headers=headers, media_type="application/json")


async def take_in(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Take in a file of results; those known already are not doubled."""
    data = await raw_body(request, MOST_BYTES)
    read = await while_there(request, service.workers.do(asker(request), "import", data=data))
    given = convert(read, list[Result])
    somebody, token = await known(service, person, language)
    before = [Result(**_facts(row)) for row in await _rows(service, somebody)]
    new = unknown(given, before)
    if new and len(before) + len(new) > MOST_ROWS:
        raise Refused("results_many", "too-long", most=MOST_ROWS)
    if new:
        rows = [storage.result_row(somebody.id, row) for row in new]
        await service.kept.write((storage.INSERT_RESULT, rows))
    return with_token(service, {"new": len(new), "known": len(given) - len(new)}, token)

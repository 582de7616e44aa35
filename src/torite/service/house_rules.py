"""Rules of one's own: options of a variant that somebody has given a name, for tables and for the lab."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

import sqlalchemy as sql
from starlette.requests import Request
from starlette.routing import Route

from torite.errors import BadOptions, ToriteError, UnknownName
from torite.games import find
from torite.service import catalogue, damaged, schema, storage, wire
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.http import asked_by, body, known, with_token
from torite.service.lab_answers import HouseRules, OwnRules
from torite.service.names import LONGEST_RULES, cleaned
from torite.service.page_messages import page_words
from torite.service.statements import while_fewer
from torite.service.storage import Ended
from torite.service.table_setup import new_id
from torite.service.users import Person

CHECKED = 2000  #: rules of which is kept whether they can be played


def routes() -> list[Route]:
    """List the routes."""
    return [
        Route("/api/rules", asked_by(rules)),
        Route("/api/rules", asked_by(keep), methods=["POST"]),
        Route("/api/rules/{rules}/delete", asked_by(delete), methods=["POST"]),
    ]


async def rules(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """My rules."""
    own = schema.house_rules
    mine = sql.select(own).where(own.c.person == person.id) if person else None
    rows = [] if mine is None else await service.kept.rows(mine.order_by(own.c.name, own.c.id))
    return OwnRules(damaged.told(own, rows, partial(_told, language=language)))


async def keep(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Keep rules of mine by a name, in place of those of that name."""
    wanted = await body(request, wire.KeepRules)
    name = cleaned(wanted.name, LONGEST_RULES)
    if not name:
        raise Refused("rules_name", "bad-options")
    variant = find(wanted.variant)[1]
    _check(variant.name, wanted.options)
    somebody, token = await known(service, person, language)
    quotas, own, most = service.resources.quotas, schema.house_rules, service.limits.kept_rules
    quotas.spend("rules", somebody.id)
    others = sql.select(own.c.id).where(own.c.person == somebody.id, own.c.name != name)
    row = {"id": new_id(), "person": somebody.id, "name": name, "variant": variant.name,
           "options": dict(wanted.options), "made_at": storage.now()}  # fmt: skip
    before = sql.delete(own).where(own.c.person == somebody.id, own.c.name == name)
    async with quotas.adding(somebody.id):
        try:
            await service.kept.write(*while_fewer(somebody.id, others, most), (before, []), (sql.insert(own), [row]))
        except Ended:
            raise Refused("kept_rules", "often", most=most) from None
    return with_token(service, _told(row, language), token)


async def delete(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Keep rules of mine no longer."""
    await body(request, wire.Nothing)
    own, name = schema.house_rules, request.path_params["rules"]
    mine = sql.and_(own.c.id == name, own.c.person == (person.id if person else -1))
    if not await service.kept.rows(sql.select(own.c.id).where(mine)):
        raise UnknownName("service.no_rules", page_words)
    await service.kept.write((sql.delete(own).where(mine), []))
    return {}


def _check(variant: str, options: dict[str, str]) -> None:
    """Check that a variant can be played with options, by some number of people.

    Raises:
        BadOptions: when it cannot; what is wrong with the usual number of seats.
    """
    game, found = find(variant)
    least, most = found.seats
    faults = []
    for seats in (found.default_seats, *range(least, most + 1)):
        try:
            game.options(variant, options, seats)
        except BadOptions as fault:
            faults.append(fault)
        else:
            return
    raise faults[0]


@lru_cache(CHECKED)
def _is_here(variant: str, options: tuple[tuple[str, str], ...]) -> bool:
    try:
        _check(variant, dict(options))
    except ToriteError:
        return False
    return True


def _told(row: dict[str, Any], language: str) -> HouseRules:
    variant, options = row["variant"], row["options"]
    title, here = catalogue.title_or_name(variant, language), _is_here(variant, tuple(options.items()))
    return HouseRules(row["id"], row["name"], variant, title, options, here)

"""Playing on from a step of a replay: a table of bots and one person whose match begins where another stood.

What was played before is entered again, line by line; from there on chance has a key of its own. So the match is one
that was arranged: its record says so, its chance cannot be checked, and it counts in nobody's results.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from torite.service import replay_wire, statements, storage, wire
from torite.service.answers import Made
from torite.service.api import looked_at
from torite.service.audit import audit
from torite.service.context import Service
from torite.service.errors import Refused
from torite.service.http import asked_by, asker, body, known, with_token
from torite.service.lengths import most_entries
from torite.service.new_tables import check_may_set, keep
from torite.service.table_setup import Occupant, TableSetup, new_id, rules_of
from torite.service.users import Person


def routes() -> list[Route]:
    """List the routes."""
    return [Route("/api/replays/{replay}/play", asked_by(play), methods=["POST"])]


async def play(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """Set a table that goes on from a step."""
    wanted = await body(request, replay_wire.PlayOn)
    name = request.path_params["replay"]
    begun = await looked_at(service, request, name, "begun", step=wanted.step)
    if len(begun["lines"]) >= most_entries(begun["seats"]):
        raise Refused("play_on_long", "too-long", most=most_entries(begun["seats"]))
    if wanted.seat >= begun["seats"]:
        raise Refused("play_on_seat", "bad-options", most=begun["seats"] - 1)
    somebody, token = await known(service, person, language)
    made = _table(name, begun, wanted, somebody)
    own = {"sitting": made.id, "epoch": made.epoch, "cid": "", "at": storage.now()}
    rows = [own | {"number": number, "line": line} for number, line in enumerate(begun["lines"])]
    entries = [(statements.INSERT_ENTRY, rows)] if rows else []
    async with service.resources.quotas.adding(somebody.id):
        await check_may_set(service.resources, somebody.id, somebody.id, asker(request))
        service.resources.quotas.spend("brought", asker(request))  # all its lines are kept once more
        await keep(service.resources, somebody.id, *made.made(), *entries)
    audit("table-set", person=somebody.id, table=made.id, why="play-on")
    return with_token(service, Made(made.id, service.registry.secret(made.id)), token)


def _table(replay: str, begun: dict[str, Any], wanted: replay_wire.PlayOn, person: Person) -> TableSetup:
    """Make the table: the person on the seat they chose, bots on the others."""
    settings = wire.Settings(undo=True, scored=False)
    occupants = [Occupant("open") for _ in range(begun["seats"])]
    made = TableSetup(new_id(), begun["variant"], begun["options"], settings, person.id, occupants)
    for seat in range(begun["seats"]):
        if seat != wanted.seat:
            made.occupy(seat, "bot", wanted.bot)
    made.occupants[wanted.seat] = Occupant("person", made.name_for(person.name, wanted.seat), person.id)
    made.state, made.rules, made.continued = "playing", rules_of(begun["variant"]), replay
    made.given = begun["given"]
    return made

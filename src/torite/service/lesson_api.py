"""What the page asks about lessons and puzzles: a table for one, with bots."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from torite.service import new_tables, wire
from torite.service.context import Service
from torite.service.http import asked_by, asker, body, known, with_token
from torite.service.users import Person


def routes() -> list[Route]:
    """List the routes."""
    return [
        Route("/api/lessons", asked_by(learn), methods=["POST"]),
        Route("/api/puzzles", asked_by(solve), methods=["POST"]),
    ]


async def learn(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """The table of a lesson: the same one until it is begun anew."""
    wanted = await body(request, wire.NewLesson)
    somebody, token = await known(service, person, language)
    table = await new_tables.lesson(service.registry, somebody, wanted, asker(request))
    return with_token(service, {"id": table}, token)


async def solve(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """The table of a variant's puzzle of a day: the same one until its deal is over."""
    wanted = await body(request, wire.NewPuzzle)
    somebody, token = await known(service, person, language)
    table = await new_tables.puzzle(service.registry, somebody, wanted, asker(request))
    return with_token(service, {"id": table}, token)

"""How somebody plays a game, over HTTP: counted in the newest of their own matches, beside what bots do there."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.routing import Route

from torite.errors import ToriteError
from torite.games import find
from torite.kit.game import Game, Variant
from torite.scenes import guide_pages, wording
from torite.scenes.labels import legend
from torite.service import matches, schema
from torite.service.answers import Guide
from torite.service.api import looked_at
from torite.service.context import Service
from torite.service.http import asked_by
from torite.service.page_messages import page_words
from torite.service.users import Person
from torite.study import bot_habits
from torite.study.habits import Habit, Habits, put_together
from torite.study.habits_told import HabitGroup, told
from torite.words import Words

NEWEST = 50  #: matches that are counted
PATIENCE = 10.0  #: seconds in which records are read; what was counted by then is told


def routes() -> list[Route]:
    """List the routes."""
    return [Route("/api/matches/habits", asked_by(habits))]


async def habits(service: Service, request: Request, person: Person | None, language: str) -> Any:
    """What somebody does in a variant where more than one kind of action is open, beside what bots do."""
    game, variant = find(request.query_params.get("variant", ""))
    counted = _Counted()
    if person is not None:
        service.resources.quotas.spend("habits", person.id)
        await _count(service, request, counted, await _played(service, person, variant))
    section = _told(game, variant, counted, language)
    words = legend(game, language)
    laid_out = guide_pages.laid_out(section, 0, game.pack)
    return Guide(variant.name, words.title(variant.name), words.form, words.names, [laid_out])


class _Counted:
    """What was counted of somebody's matches."""

    def __init__(self) -> None:
        self.matches = self.deals = 0
        self.mine: Habits = {}
        self.others: Habits = {}

    def add(self, part: dict[str, Any]) -> None:
        """Add a match, of which a process has counted this."""
        self.matches += part["deals"] > 0
        self.deals += part["deals"]
        for side, name in ((self.mine, "mine"), (self.others, "others")):
            put_together(side, msgspec.convert(part[name], dict[str, Habit]))


async def _count(
    service: Service, request: Request, counted: _Counted, played: Iterable[tuple[str, list[int]]]
) -> None:
    """Have matches counted one after the other; those that cannot be read any more are left out."""
    until = time.monotonic() + PATIENCE
    for replay, own in played:
        if time.monotonic() > until:
            break
        try:
            if replay not in service.unreadable:
                counted.add(await looked_at(service, request, replay, "habits", own=own))
        except ToriteError as fault:
            if fault.code not in ("aside", "unknown-name"):
                raise


async def _played(service: Service, person: Person, variant: Variant) -> Iterable[tuple[str, list[int]]]:
    """List the replays of somebody's newest matches of a variant, each with their seats in it."""
    own, seat = schema.sitting, schema.seat
    query = matches.mine(person, own.c.replay, own.c.finished_at, own.c.id, seat.c.seat)
    query = query.where(own.c.variant == variant.name, seat.c.kind == "person")
    rows = await service.kept.rows(query.order_by(own.c.finished_at.desc(), own.c.id.desc()).limit(NEWEST))
    seats: dict[str, list[int]] = {}
    for row in rows:
        seats.setdefault(row["replay"], []).append(row["seat"])
    return seats.items()


def _told(game: Game, variant: Variant, counted: _Counted, language: str) -> guide_pages.Section:
    """Tell of what was counted; beside it of bots where they were, else of the others at those tables."""
    say, words = page_words(language), game.words(language)
    sides, beside = [HabitGroup(say("matches.habits_you"), counted.mine)], _beside(game, variant, say, words)
    head = say("matches.habits_counted", n=counted.matches, deals=counted.deals)
    if beside is not None:
        sides.append(beside[0])
        head = wording.together(say, [head, beside[1]])
    elif counted.others:
        sides.append(HabitGroup(say("matches.habits_others"), counted.others))
        head = wording.together(say, [head, say("matches.habits_table")])
    return told(game, sides, head, words)


def _beside(game: Game, variant: Variant, say: Words, words: Words) -> tuple[HabitGroup, str] | None:
    found = bot_habits.of_variant(game, variant)
    if found is None:
        return None
    level = words(f"level.{found.level}")
    side = HabitGroup(say("matches.habits_level", level=level), found.habits)
    return side, say("matches.habits_bots", level=level, deals=found.deals)

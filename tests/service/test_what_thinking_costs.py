"""Hints, lessons and questions about the rest are measured by person; whoever goes away takes nobody's place."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
import pytest

from tests.service.quick_time import run_quickly
from tests.service.test_wire_secrecy import set_up
from torite.match import Match
from torite.service import wire
from torite.service.bot_workers import BotWorkers
from torite.service.config import Limits, RateLimit
from torite.service.message_handlers import hear
from torite.service.quotas import Quotas
from torite.service.table import Table
from torite.service.viewer import Viewer


class Endless(BotWorkers):
    """Thinks for ever; counts who waits."""

    def __init__(self) -> None:
        super().__init__(0)
        self.thinks = 0

    async def advise(self, *what: Any) -> Any:
        return await self._for_ever()

    async def settled(self, *what: Any) -> Any:
        return await self._for_ever()

    async def _for_ever(self) -> None:
        self.thinks += 1
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self.thinks -= 1


def table() -> tuple[Table, int]:
    match = Match("agurk", 2, seed=3, pause=True)
    match.go_on()
    return set_up(match, 0)[0], match.actors[0]


def answers(viewer: Viewer) -> list[str]:
    return [told["type"] if told["type"] != "refused" else told["say"] for told in map(json.loads, viewer._waiting)]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (wire.Hint(cid=1), "You have asked for many hints"),
        (wire.Lesson(cid=1, knows=True), "You have asked for many sentences"),
        (wire.Rest(cid=1, number=0), "You have asked often whether the rest matters"),
    ],
)
def test_what_is_thought_about_is_measured_by_person(message: Any, said: str) -> None:
    """Over all connections; another person is not concerned, nor somebody who only looks on."""

    async def play() -> None:
        at, seat = table()
        assert at.match is not None
        asked = message
        if isinstance(message, wire.Rest):
            asked = msgspec.structs.replace(message, number=len(at.match.log))
        few = RateLimit(3, 60.0)
        at.resources.quotas = Quotas(Limits(hints=few, lessons=few, rests=few))
        tabs = [Viewer(seat, seat, "en") for _ in range(5)]
        for tab in tabs:
            await hear(at, tab, asked)
        refused = [answers(tab)[0].startswith(said) for tab in tabs]
        assert [False, False, False, True, True] == refused
        other = Viewer(99, seat, "en")
        await hear(at, other, asked)
        assert not answers(other)[0].startswith(said)
        for _ in range(9):
            await hear(at, Viewer(98, -1, "en"), asked)
        late = Viewer(98, seat, "en")
        await hear(at, late, asked)
        assert not answers(late)[0].startswith(said)
        at.close()

    asyncio.run(play())


@pytest.mark.parametrize("kind", [wire.Hint, wire.Rest])
def test_who_goes_away_is_thought_for_no_more(kind: type[Any]) -> None:
    async def play() -> None:
        at, seat = table()
        assert at.match is not None
        thinkers = at.resources.thinkers = Endless()
        viewer = Viewer(seat, seat, "en")
        more = {"number": len(at.match.log)} if kind is wire.Rest else {}
        asking = asyncio.create_task(hear(at, viewer, kind(cid=1, **more)))
        await asyncio.sleep(10)
        assert 1 == thinkers.thinks
        assert not asking.done()
        viewer.close(1000)
        await asyncio.wait_for(asking, 1)
        assert 0 == thinkers.thinks
        at.close()

    run_quickly(play())

"""What happens by itself happens once, however often a table is told to go on while it is kept."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.service.test_wire_secrecy import Paper, set_up
from torite.match import Match
from torite.service.table import Table


class SlowPaper(Paper):
    """Storage that takes its time and counts the entries of each write."""

    def __init__(self) -> None:
        self.entries: list[int] = []

    async def write(self, *statements: Any) -> None:
        self.entries.append(sum(len(rows) for _, rows in statements))
        await asyncio.sleep(0.02)


async def told_again(table: Table) -> list[int]:
    """Have a table go on, and again while the first waits for its turn; return the sizes of the writes."""
    paper = SlowPaper()
    table.resources.kept = paper  # type: ignore[assignment]
    table.resources.pace = (0.0, 0.005)
    table.standin = dict.fromkeys(range(len(table.setup.occupants)), "away")
    async with table.lock:
        table.go_on()
        await asyncio.sleep(0.02)
        table.go_on()
        await asyncio.sleep(0)
    await asyncio.sleep(0.015)
    table.scheduler.stop()
    await asyncio.sleep(0.05)
    return paper.entries


def test_a_deal_is_dealt_once() -> None:
    """Everybody is away and is missed at the same moment, between two deals."""
    match = Match("agurk", 2, seed=3, names=["Ada", "Bo"], pause=True)
    match.go_on()
    while not match.turns.awaits_chance:
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    table, viewers = set_up(match, 0)
    table.viewers.update(viewers[-1:])  # somebody watches: with nobody there it would pause
    written = asyncio.run(told_again(table))
    assert written
    assert all(written), written
    assert not match.log.deal_over

"""Whether the rest of a deal matters to somebody, found out for each person while the table waits for them."""

from __future__ import annotations

import asyncio
from typing import Any

from torite.match import Match
from torite.service.messages import Rest
from torite.service.open_table import OpenTable


class RestSearch:
    """The searches of one table, of which the last alone goes on."""

    def __init__(self) -> None:
        self._searches: list[asyncio.Task[Any]] = []

    def begin(self, table: OpenTable, match: Match) -> None:
        """Find out for each person whether the rest of the deal matters, and tell who may play it out.

        It is asked only where a process is ready for the game; play comes first. What was asked before is given up.
        """
        self.stop()
        if table.resources.thinkers.ready(match.game.name):
            seats = [seat for seat in table.setup.persons() if table.here(seat) and not table.is_bot(seat)]
            self._searches = [table.resources.run(_search(table, match, seat)) for seat in seats]

    def stop(self) -> None:
        """Give up what was asked."""
        for search in self._searches:
            search.cancel()
        self._searches = []


async def _search(table: OpenTable, match: Match, seat: int) -> None:
    person = table.setup.occupants[seat].person
    assert person is not None
    number, seen = len(match.log), match.view(seat)
    thinkers = table.resources.thinkers
    if await thinkers.settled(match.variant.name, seen, seat, person) and number == len(match.log):
        for viewer in table.viewers:
            if viewer.seat == seat:
                viewer.tell(Rest(number, settled=True))

"""A person's only card, played for them if they wish it, when it might have come from them.

When that is, is drawn as their turn begins, from how long they take where there is a choice (`pauses.py`); nothing that
happens meanwhile hastens it or puts it off. Nothing is played for somebody who is not there: nobody else could have
chosen then. Where nobody else looks on there is nothing to hide, and the card comes soon.
"""

from __future__ import annotations

import asyncio
import random
import weakref
from functools import partial
from typing import NamedTuple

from torite.match import Match
from torite.service.open_table import OpenTable
from torite.service.pauses import Situation, situation


class TimedChoice(NamedTuple):
    """How a person chose: who, in which situation, after how long."""

    person: int
    at: Situation
    seconds: float


class ForcedPlay:
    """Whose turn has lasted how long at a table, and what is played for them.

    Args:
        table: the table.
    """

    def __init__(self, table: OpenTable) -> None:
        self._table = weakref.ref(table)
        self._match: Match | None = None
        self._seen = 0  # entries of the log
        self._since: dict[int, float] = {}  # when the turn of a seat began that must act
        self._due: dict[int, float] = {}  # when what is played for a seat is drawn to come
        self._work: asyncio.Task[None] | None = None

    @property
    def table(self) -> OpenTable:
        """The table, which holds this and not the other way: so it goes as soon as it is closed."""
        table = self._table()
        assert table is not None
        return table

    # turns

    def follow(self, match: Match) -> None:
        """See whose turn has begun, or is over, since this was seen last; set going what is to be played."""
        if self._match is not match or len(match.log) < self._seen:
            self._match, self._seen = match, len(match.log)
            self._since, self._due = {}, {}
        for entry in match.log[self._seen :]:
            if entry.actions:
                self._begin_anew(entry.seat)
            else:
                self._since, self._due = {}, {}
        self._seen = len(match.log)
        for seat in set(self._since) - set(match.actors):
            self._begin_anew(seat)
        for seat in match.actors:
            self._since.setdefault(seat, asyncio.get_running_loop().time())
        self.go_on()

    def came_back(self, seat: int) -> None:
        """Begin a seat's turn anew: who comes back has to look first."""
        if seat in self._since:
            self._begin_anew(seat)
            self._since[seat] = asyncio.get_running_loop().time()
            self.go_on()

    def _begin_anew(self, seat: int) -> None:
        self._since.pop(seat, None)
        self._due.pop(seat, None)

    # choices

    def choice(self, match: Match, seat: int, code: str) -> TimedChoice | None:
        """Tell how long a person has taken who chooses now; None where there is no choice, or it is out of turn."""
        if match.turns.is_offer(code) or seat not in self._since or len(match.actions(seat)) < 2:
            return None
        return self._choice(match, seat, asyncio.get_running_loop().time() - self._since[seat])

    def _choice(self, match: Match, seat: int, seconds: float) -> TimedChoice | None:
        person = self.table.setup.occupants[seat].person
        if person is None or not self._watched(person):
            return None
        return TimedChoice(person, situation(match, seat, self.table.setup.settings.move_time), seconds)

    def remember(self, choice: TimedChoice | None) -> None:
        """Remember how a person chose, and tell them when that was enough for playing their cards."""
        if choice is None:
            return
        before = self.missing(choice.person)
        self.table.resources.pauses.took(*choice)
        if before and self.table.setup.seat_of(choice.person) in self.table.forced:
            self.table.tell_person(choice.person)

    def ran_out(self, match: Match, seat: int) -> None:
        """Remember of a seat that let its time run out that it takes longer than it."""
        limit = self.table.setup.settings.move_time
        if self.table.here(seat) and not self.table.is_bot(seat) and len(match.actions(seat)) > 1:
            self.remember(self._choice(match, seat, 2.0 * limit))

    def missing(self, person: int) -> int:
        """Tell how many choices of a person must still be known before their only cards can be played for them."""
        match = self.table.match
        if match is None or not self._watched(person):
            return 0
        return self.table.resources.pauses.missing(person, match.variant.name)

    def _watched(self, person: int) -> bool:
        """Tell whether anybody but a person and bots plays or looks on."""
        return not self.table.setup.alone or any(viewer.person != person for viewer in self.table.viewers)

    # playing

    def go_on(self) -> None:
        """Set going what is to be played for people at this entry."""
        self.stop()
        table, match = self.table, self._match
        if match is None or match.turns.awaits_chance or match is not table.match or len(match.log) != self._seen:
            return
        seats = [seat for seat in match.actors if seat in table.forced and not table.is_bot(seat)]
        if seats:
            self._work = asyncio.create_task(self._play(match, seats))

    def stop(self) -> None:
        """Give up what was set going; when it was due is not forgotten."""
        if self._work is not None and self._work is not asyncio.current_task():
            self._work.cancel()
        self._work = None

    async def _play(self, match: Match, seats: list[int]) -> None:
        number = len(match.log)
        for when, seat, code in sorted(filter(None, (self._next(match, seat) for seat in seats))):
            await asyncio.sleep(when - asyncio.get_running_loop().time())
            if self.table.here(seat) and await self.table.play_at(match, number, partial(match.act, seat, code)):
                return

    def _next(self, match: Match, seat: int) -> tuple[float, int, str] | None:
        """Tell when which code is to be played for a seat; None where it has a choice, or nothing can be drawn."""
        actions = match.actions(seat)
        if len(actions) != 1 or actions[0].partial:
            return None
        now, since = asyncio.get_running_loop().time(), self._since[seat]
        when = self._due.get(seat)
        if when is None or when < now:
            pause = self._pause(match, seat, now - since)
            if pause is None:
                return None
            when = self._due[seat] = since + pause
        return when, seat, actions[0].code

    def _pause(self, match: Match, seat: int, gone: float) -> float | None:
        """Draw how long after its beginning a turn is to end that has lasted for a while."""
        table = self.table
        person = table.setup.occupants[seat].person
        if person is None:
            return None
        if not self._watched(person):
            shortest, long = table.resources.pace
            return max(gone, random.uniform(shortest, 2 * long))
        return table.resources.pauses.draw(person, situation(match, seat, table.setup.settings.move_time), gone)

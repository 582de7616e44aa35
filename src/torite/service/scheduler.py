"""What happens at a table by itself: bots choose, deals follow one another, times run out, forced cards are played.

When a bot acts is drawn before it is asked, from what everybody may know: how the service is set up and how many wait
for it to think. It acts then, with what it has chosen by then or by the rule of thumb: how long it takes tells nobody
whether it had a choice. All times are those of the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
import weakref
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any

import structlog

from torite.bots import SHARES
from torite.errors import IllegalMove
from torite.match import Entry, Match
from torite.service import chat
from torite.service.bot_workers import OFFERS
from torite.service.forced_cards import ForcedPlay
from torite.service.open_table import OpenTable
from torite.service.rest import RestSearch
from torite.service.storage import Unkept
from torite.service.table_setup import STANDIN
from torite.service.table_talk import say

NEXT_DEAL = 45.0  #: seconds after which the next deal begins where several people play
JUST_OUT = 20.0  #: seconds in which whoever has just dropped out sees how
SHOWN = 4  #: of its longest pauses, what who is out sees of how a deal ended
HURRY = 0.1  #: of the shortest pause, what bots take where all people have given the rest away
PATIENCE = 10  #: how many of its longest pauses a bot leaves to a partner who may decide as well
log = structlog.get_logger()


class Scheduler:
    """The clock of one table, and whatever it sets going.

    Args:
        table: the table.

    Attributes:
        ends_at: when the time of those who must act runs out, by the loop's clock; 0 where it does not.
        forced: plays only cards of people who wish it.
    """

    def __init__(self, table: OpenTable) -> None:
        self._table = weakref.ref(table)
        self.ends_at = 0.0
        self.forced = ForcedPlay(table)
        self._rest = RestSearch()
        self._timed = -1
        self._spent: dict[tuple[int, int], float] = {}  # what was left to a seat, after so many that it had answered
        self._ends: dict[int, float] = {}  # when the time of each seat runs out that must act
        self._due: dict[int, float] = {}  # when a bot acts for a seat, drawn as its question began
        self._seen = 0  # entries of the log that this has followed
        self._late: list[Entry] = []  # what was done when the time for it was over
        match = table.match
        self._resumed = len(match.log) if match else -1  # what was shown before the table was opened, by its number
        self._out: set[int] = set()  # who was out when the last deal began
        if match is not None and not match.log.deal_over:
            self._out.update(filter(table.is_out, table.setup.persons()))
        self._chatted = -1  # the entry after which it was drawn whether a bot says something
        self._let_pass = -1  # the entry after which all bots let their offers pass: none is asked twice
        self._work: asyncio.Task[None] | None = None
        self._choosing: asyncio.Task[Any] | None = None  # the work in which a bot is choosing

    @property
    def table(self) -> OpenTable:
        """The table, which holds this and not the other way: so it goes as soon as it is closed."""
        table = self._table()
        assert table is not None
        return table

    def go_on(self) -> None:
        """Set going whatever comes next without a person, unless nobody is there to see it: then the match pauses."""
        self.stop()
        match = self.table.match
        if self.table.closed or not self.table.viewers or match is None or not self.table.goes_on:
            return
        self.forced.follow(match)
        self._work = asyncio.create_task(self._by_itself(match, len(match.log)))

    def stop(self) -> None:
        """Give up what was set going."""
        if self._work is not None and self._work is not asyncio.current_task():
            self._work.cancel()
        self._work = None
        self.forced.stop()

    @property
    def left(self) -> int | None:
        """The seconds left to those who must act; None where there is no limit."""
        return max(0, round(self.ends_at - _now())) if self.ends_at else None

    def wind_off(self, done: Sequence[Entry]) -> bool:
        """Forget the time that was running, but for whoever takes back what they did; tell whether there was one.

        Args:
            done: what was entered just now.
        """
        running, now = bool(self.ends_at), _now()
        self._late += [entry for entry in done if self._ends.get(entry.seat, math.inf) <= now]
        for entry in done:
            if entry.seat in self._ends:  # its next question has a time of its own
                answered = self._answered(entry.seat) + (1 if entry.undo >= 0 else -1)
                self._spent[entry.seat, answered] = self._ends.pop(entry.seat) - now
        self.ends_at, self._timed = 0.0, -1
        return running

    def was_late(self, match: Match, seat: int) -> bool:
        """Tell whether a seat's time was over when it did what it did last, of what stands."""
        last = next((entry for entry in match.log.backwards() if entry.seat == seat), None)
        return any(entry is last for entry in self._late)

    @property
    def bot_chooses(self) -> bool:
        """Whether a bot is choosing, which nobody puts off by coming and going."""
        return self._choosing is not None and self._choosing is self._work and not self._choosing.done()

    async def _by_itself(self, match: Match, number: int) -> None:
        try:
            if match.turns.awaits_chance:
                await self._next_deal(match, number)
            else:
                await self._next_choice(match, number)
        except Exception:
            log.exception("the table could not go on", table=self.table.setup.id[:6])

    async def _next_deal(self, match: Match, number: int) -> None:
        """Deal when everybody has seen how the last deal ended; do not wait for ever where several play."""
        table, self._ends = self.table, {}
        if not match.log.ended_deal:  # a match that goes on from a replay may begin where something is to be drawn
            await table.play_at(match, number, match.go_on)
            return
        here = [seat for seat in table.setup.persons() if seat not in table.standin]
        out = {seat for seat in here if table.is_out(seat)}
        waited = [seat for seat in here if seat not in out and seat not in table.ready]
        just_out = [seat for seat in out - self._out if seat not in table.ready and table.watched_at == "usual"]
        if waited:
            if table.setup.alone:
                return
            await self._until(number, NEXT_DEAL)
        elif just_out:
            await self._until(number, JUST_OUT)
        elif len(out) == len(here):
            await asyncio.sleep(self._between_deals(bool(out) and number != self._resumed))
        self._out = out
        await self.table.play_at(match, number, match.go_on)

    def _between_deals(self, seen: bool) -> float:
        """Return how long the next deal waits for nobody; a little longer where somebody who is out sees its end."""
        shortest, long = self.table.resources.pace
        at = self.table.watched_at
        return {"usual": (SHOWN if seen else 1) * long, "fast": shortest, "end": 0.0}[at]

    async def _next_choice(self, match: Match, number: int) -> None:
        """Let bots choose, out of turn first; else give people their time. One of them may say something."""
        if self._chatted != number:
            self._chatted = number
            await self._chat(match)
        if number != len(match.log):  # what somebody has done is being kept, and this begins anew then
            return
        self._follow(match)
        if not any(map(self.table.is_bot, range(match.seats))):
            await self._wait_for_people(match, number)
            return
        began = _now()
        bound = next((seat for seat in match.turns.must_act if self.table.is_bot(seat)), -1)
        ends = self._acts_at(match, bound) if bound >= 0 else began + self._bot_pause(match)
        asked = match.turns.asked() if self._let_pass != number else ()
        offered = [choice.seat for choice in asked if choice.offer and self.table.is_bot(choice.seat)]
        if offered:
            by = ends - (self._takes(match) if bound >= 0 else 0.0)  # what is left is for the duty
            codes = await self._thought([self._think(match, seat, by, offered=True) for seat in offered])
            for seat, code in zip(offered, codes, strict=True):
                if code != "wait":
                    await self._act_at(ends, match, number, seat, code)
                    return
            self._let_pass = number
        if bound < 0:
            await self._wait_for_people(match, number)
            return
        if self._is_for_partner(match, bound):
            if self.table.setup.settings.lesson:  # it is the learner's to answer, however long they read
                await self._wait_for_people(match, number)
                return
            ends = max(ends, began + PATIENCE * self.table.resources.pace[1])
        await self._choose(match, number, bound, ends)

    def _follow(self, match: Match) -> None:
        """Forget when bots were to act whose questions are over; what else is done puts off none of the others.

        Only an offer is news, but to those whose time is over. Whoever has no limit may come and go as they like.
        """
        for entry in match.log[self._seen :]:
            self._ends.pop(entry.seat, None)
            self._due.pop(entry.seat, None)
            if entry.chance or any(match.game.verbs.verb(action).offer for action in entry.actions):
                self._due = {seat: at for seat, at in self._due.items() if self._ends.get(seat, math.inf) <= _now()}
        self._seen, asked = len(match.log), match.turns.must_act
        stays = [seat for seat in asked if self.table.is_bot(seat) or self.table.setup.settings.move_time]
        self._due = {seat: at for seat, at in self._due.items() if seat in stays}
        self._ends = {seat: ends for seat, ends in self._ends.items() if seat in asked}

    def _acts_at(self, match: Match, seat: int) -> float:
        """Return when a bot acts for a seat, which is drawn once for each question."""
        if seat not in self._due:
            self._due[seat] = _now() + self._bot_pause(match)
        return self._due[seat]

    def _is_for_partner(self, match: Match, seat: int) -> bool:
        """Tell whether a person of a bot's own side may decide in its place: the bot lets them for a while."""
        mask = match.game.display.team(match.view(seat), seat) if len(match.actors) > 1 else 0
        return any(mask >> other & 1 and not self.table.is_bot(other) for other in match.actors)

    async def _chat(self, match: Match) -> None:
        """Let a bot say something now and then, in games in which one talks; it says nothing twice running."""
        table = self.table
        bots = [seat for seat, occupant in enumerate(table.setup.occupants) if occupant.kind == "bot"]
        if not bots or not match.game.display.talks or random.randrange(chat.CHATTY):
            return
        seat = random.choice(bots)
        phrase = chat.of_bot(match, seat, table.setup.settings.bots_bluff, random)
        last = next((line["phrase"] for line in reversed(table.talk) if line["seat"] == seat), "")
        if phrase and phrase != last:
            await asyncio.shield(table.resources.run(_say(table, seat, phrase)))

    async def _wait_for_people(self, match: Match, number: int) -> None:
        """Give people their time; what they are asked or told meanwhile is the same whatever they may choose."""
        self._rest.begin(self.table, match)
        limit = self.table.setup.settings.move_time
        if limit:
            if self._timed != number:
                self._begin_times(match, limit)
            await self._until(number, min(self._ends.values()) - _now())
            seat = min(self._ends, key=lambda one: self._ends[one])
            self.forced.ran_out(match, seat)
            await self._choose(match, number, seat, self._acts_at(match, seat))

    def _begin_times(self, match: Match, limit: float) -> None:
        """Give each who must act their time for it, which goes on whatever others do meanwhile.

        Whoever took back, and chooses once more, has what was left of it.
        """
        now, going_on, asked = _now(), self._ends, match.turns.must_act
        left = {seat: self._spent.get((seat, self._answered(seat)), limit) for seat in asked if seat not in going_on}
        begun = {seat: now + max(0.0, min(limit, seconds)) for seat, seconds in left.items()}
        self._ends = {seat: going_on[seat] if seat in going_on else begun[seat] for seat in asked}

    def _answered(self, seat: int) -> int:
        """Count what stands of what a seat did: a question is the same again when that is taken back."""
        match = self.table.match
        return sum(entry.seat == seat for entry in match.log.standing) if match else 0

    async def _until(self, number: int, seconds: float) -> None:
        """Wait for the end of a time that began with an entry and that nothing else puts off."""
        if self._timed != number:
            self._timed, self.ends_at = number, _now() + seconds
            self.table.tell_table()
        await asyncio.sleep(self.ends_at - _now())

    async def _choose(self, match: Match, number: int, seat: int, ends: float) -> bool:
        """Have a bot do what it must at a time, if nothing has happened since; tell whether it did something."""
        if number != len(match.log):  # what somebody has done is being kept: it may have been this bot's to do
            return False
        code = (await self._thought([self._think(match, seat, ends)]))[0]
        return await self._act_at(ends, match, number, seat, code)

    def _think(self, match: Match, seat: int, by: float, offered: bool = False) -> Coroutine[Any, Any, str]:
        """Have a bot choose by a time."""
        table = self.table
        level = "simple" if self._given_away() else self._level(seat)
        host, variant = table.setup.host, match.variant.name
        return table.resources.thinkers.choose(variant, match.view(seat), seat, level, offered, person=host, by=by)

    def _level(self, seat: int) -> str:
        occupant = self.table.setup.occupants[seat]
        return occupant.bot if occupant.kind == "bot" and occupant.bot else STANDIN

    async def _thought(self, thinking: list[Coroutine[Any, Any, str]]) -> list[str]:
        """Wait until all bots asked have chosen; while they do, nobody puts it off."""
        self._choosing = asyncio.current_task()
        codes = await asyncio.gather(*thinking)
        self._choosing = None
        return codes

    async def _act_at(self, ends: float, match: Match, number: int, seat: int, code: str) -> bool:
        """Do what a bot chose at a time that was drawn before it thought: how long it takes tells nothing."""
        self._choosing = asyncio.current_task()
        await asyncio.sleep(ends - _now())
        self._choosing = None
        for_person = self.table.setup.occupants[seat].kind == "person"
        return await self.table.play_at(match, number, partial(_bot_acts, match, seat, code, for_person))

    def _bot_pause(self, match: Match) -> float:
        """Draw how long a bot takes, by what everybody may know: whether it has a choice, or offers, must not show."""
        shortest, long = self.table.resources.pace
        if self._given_away():
            return 0.0 if self.table.watched_at == "end" else HURRY * shortest
        pause = HURRY * shortest if self._hurries() else random.uniform(shortest, long)
        return max(pause, self._takes(match, offers=True))

    def _takes(self, match: Match, offers: bool = False) -> float:
        """Return how long it takes until bots have thought; of their offers too, in games that have any."""
        levels = [self._level(seat) for seat in range(match.seats) if self.table.is_bot(seat)]
        offers = offers and any(match.game.verbs.offers)
        weighs = OFFERS * sum(SHARES.get(level, 0.0) for level in levels) if offers else 0.0
        bound = [self._level(seat) for seat in match.turns.must_act if self.table.is_bot(seat)]
        duty = max((SHARES.get(level, 0.0) for level in bound), default=0.0)
        if not (duty or weighs):
            return 0.0
        rounds = bool(duty) + bool(weighs)
        return self.table.resources.thinkers.takes(match.variant.name, self.table.setup.host, duty + weighs, rounds)

    def _hurries(self) -> bool:
        """Tell whether all people have left, or given the rest away, or are out and want it to go fast."""
        table = self.table
        return table.watched_at != "usual" or all(
            seat in table.resting or table.standin.get(seat) in ("away", "removed") for seat in table.setup.persons()
        )

    def _given_away(self) -> bool:
        """Tell whether the rest of the deal matters to nobody, as they were shown: then no bot need think."""
        persons = self.table.setup.persons()
        return self.table.watched_at == "end" or (bool(persons) and all(seat in self.table.resting for seat in persons))


async def _say(table: OpenTable, seat: int, phrase: str) -> None:
    async with table.lock:
        if table.closed:
            return
        with contextlib.suppress(Unkept):
            await say(table, seat, phrase=phrase)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _bot_acts(match: Match, seat: int, code: str, for_person: bool) -> None:
    try:
        match.act(seat, code, for_person, whole=True)
    except IllegalMove:
        log.error("a bot's choice was refused", game=match.game.name)  # what it is told would name its cards
        match.act(seat, first_whole(match, seat), for_person, whole=True)


def first_whole(match: Match, seat: int) -> str:
    """Return the first action that is whole, part by part."""
    parts: list[str] = []
    code = match.actions(seat)[0].code.removesuffix(" +")
    while True:
        parts.append(code)
        drafted = match.gestures.draft(seat, parts)
        if drafted["complete"] or not drafted["may"]:
            return str(drafted["parts"])
        code = drafted["may"][0]

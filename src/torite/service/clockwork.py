"""What happens at a table by itself: bots choose, deals follow one another, times run out, forced cards are played."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import structlog

from torite.errors import IllegalMove, ToriteError
from torite.match import Match
from torite.service import talk
from torite.service.refused import Refused
from torite.service.storage import Unkept
from torite.service.thinkers import OFFERS

if TYPE_CHECKING:
    from torite.service.table import Table

STANDIN = "simple"  #: the bot that sits in for people
NEXT_DEAL = 45.0  #: seconds after which the next deal begins where several people play
PAUSES_KEPT = 16
PATIENCE = 10  #: how many of its longest pauses a bot leaves to a partner who may decide as well
log = structlog.get_logger()


class Clockwork:
    """The clock of one table, and whatever it sets going.

    Args:
        table: the table.

    Attributes:
        ends_at: when the time of those who must act runs out, by the monotonic clock; 0 where it does not.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.ends_at = 0.0
        self._timed = -1
        self._chatted = -1  # the entry after which it was drawn whether a bot says something
        self._forced = (-1, 0.0)  # the entry after which a forced card is due, and when
        self._let_pass = -1  # the entry after which all bots let their offers pass: none is asked twice
        self._work: asyncio.Task[None] | None = None
        self._choosing: asyncio.Task[Any] | None = None  # the work in which a bot is choosing
        self._shown = (-1, 0.0)  # the entry that was shown last, and when
        self._pauses: dict[int, deque[float]] = {}

    def go_on(self) -> None:
        """Set going whatever comes next without a person, unless nobody is there to see it: then the match pauses."""
        self.stop()
        match = self.table.match
        if self.table.closed or not self.table.guests or match is None or match.over:
            return
        if self._shown[0] != len(match.log):
            self._shown = (len(match.log), time.monotonic())
        self._work = asyncio.create_task(self._by_itself(match, len(match.log)))

    def stop(self) -> None:
        """Give up what was set going."""
        if self._work is not None and self._work is not asyncio.current_task():
            self._work.cancel()
        self._work = None

    def wind_off(self) -> bool:
        """Forget the time that was running; tell whether there was one."""
        running = bool(self.ends_at)
        self.ends_at, self._timed = 0.0, -1
        return running

    def chose(self, seat: int) -> None:
        """Remember how long a person took to choose where there was a choice: forced cards take as long."""
        self._pauses.setdefault(seat, deque(maxlen=PAUSES_KEPT)).append(time.monotonic() - self._shown[1])

    @property
    def bot_chooses(self) -> bool:
        """Whether a bot is choosing, which nobody puts off by coming and going."""
        return self._choosing is not None and self._choosing is self._work and not self._choosing.done()

    async def _by_itself(self, match: Match, number: int) -> None:
        try:
            if match.waits:
                await self._next_deal(match, number)
            else:
                await self._next_choice(match, number)
        except Exception:
            log.exception("the table could not go on", table=self.table.sitting.id[:6])

    async def _next_deal(self, match: Match, number: int) -> None:
        """Deal when everybody has seen how the last deal ended; do not wait for ever where several play."""
        table = self.table
        playing = [seat for seat in table.persons() if seat not in table.standin]
        if not all(seat in table.ready for seat in playing):
            if table.alone:
                return
            await self._until(number, NEXT_DEAL)
        elif not playing:
            await asyncio.sleep(table.hall.pace[1])
        await self._do(match, number, match.go_on)

    async def _next_choice(self, match: Match, number: int) -> None:
        """Let bots choose, out of turn first; else give people their time. One of them may say something."""
        if self._chatted != number:
            self._chatted = number
            await self._chat(match)
        ends = time.monotonic() + self._bot_pause()
        bots = [seat for seat in _clockwise(match) if self.table.is_bot(seat)]
        offered = [seat for seat in bots if _has_offers(match, seat)] if self._let_pass != number else []
        if offered:
            codes = await self._thought([self._think(match, seat, offered=True) for seat in offered])
            for seat, code in zip(offered, codes, strict=True):
                if code != "wait":
                    await self._act_at(ends, match, number, seat, code)
                    return
            self._let_pass = number
        for seat in match.bound:
            if self.table.is_bot(seat):
                if self._is_for_partner(match, seat):
                    ends = max(ends, time.monotonic() + PATIENCE * self.table.hall.pace[1])
                await self._choose(match, number, seat, ends)
                return
        await self._wait_for_people(match, number)

    def _is_for_partner(self, match: Match, seat: int) -> bool:
        """Tell whether a person of a bot's own side may decide in its place: the bot lets them for a while."""
        team = getattr(match.game.rules, "team", None)
        mask = team(match.view(seat), seat) if team and len(match.actors) > 1 else 0
        return any(mask >> other & 1 and not self.table.is_bot(other) for other in match.actors)

    async def _chat(self, match: Match) -> None:
        """Let a bot say something now and then, in games in which one talks; it says nothing twice running."""
        table = self.table
        bots = [seat for seat, chair in enumerate(table.sitting.chairs) if chair.kind == "bot"]
        if not bots or not hasattr(match.game.rules, "phrases") or random.randrange(talk.CHATTY):
            return
        seat = random.choice(bots)
        phrase = talk.of_bot(match, seat, table.sitting.settings.bots_bluff, random)
        last = next((line["phrase"] for line in reversed(table.talk) if line["seat"] == seat), "")
        if phrase and phrase != last:
            await asyncio.shield(table.hall.run(self._say(seat, phrase)))

    async def _say(self, seat: int, phrase: str) -> None:
        async with self.table.lock:
            with contextlib.suppress(Unkept):
                await self.table.say(seat, phrase=phrase)

    async def _wait_for_people(self, match: Match, number: int) -> None:
        forced = next((seat for seat in match.actors if seat in self.table.forced), -1)
        single = match.actions(forced) if forced >= 0 else ()
        if len(single) == 1 and not single[0].partial:
            if self._forced[0] != number:
                self._forced = (number, time.monotonic() + self._forced_pause(forced))
            await asyncio.sleep(max(0.0, self._forced[1] - time.monotonic()))
            await self._do(match, number, lambda: match.act(forced, single[0].code))
            return
        self.table.hall.look_for_rest(self.table)
        limit = self.table.sitting.settings.move_time
        if limit:
            await self._until(number, limit)
            await self._choose(match, number, match.bound[0])

    async def _until(self, number: int, seconds: float) -> None:
        """Wait for the end of a time that began with an entry and that nothing else puts off."""
        if self._timed != number:
            self._timed, self.ends_at = number, time.monotonic() + seconds
            self.table.tell_table()
        await asyncio.sleep(max(0.0, self.ends_at - time.monotonic()))

    async def _choose(self, match: Match, number: int, seat: int, ends: float = 0.0) -> bool:
        """Have a bot do what it must, not before a time; tell whether it did something."""
        ends = ends or time.monotonic() + self._bot_pause()
        code = (await self._thought([self._think(match, seat)]))[0]
        return await self._act_at(ends, match, number, seat, code)

    def _think(self, match: Match, seat: int, offered: bool = False) -> Coroutine[Any, Any, str]:
        table = self.table
        chair = table.sitting.chairs[seat]
        level = chair.bot if chair.kind == "bot" and chair.bot else STANDIN
        return table.hall.thinkers.choose(match.variant.name, match.view(seat), seat, level, offered)

    async def _thought(self, thinking: list[Coroutine[Any, Any, str]]) -> list[str]:
        """Wait until all bots asked have chosen; while they do, nobody puts it off."""
        self._choosing = asyncio.current_task()
        codes = await asyncio.gather(*thinking)
        self._choosing = None
        return codes

    async def _act_at(self, ends: float, match: Match, number: int, seat: int, code: str) -> bool:
        """Do what a bot chose at a time that was drawn before it thought: how long it takes tells nothing."""
        self._choosing = asyncio.current_task()
        await asyncio.sleep(max(0.0, ends - time.monotonic()))
        self._choosing = None
        return await self._do(match, number, lambda: _bot_acts(match, seat, code))

    def _bot_pause(self) -> float:
        """Draw how long a bot takes, no less than it may think: whether it thought of an offer must not show."""
        if self._hurries():
            return 0.0
        pause = random.uniform(*self.table.hall.pace)
        match = self.table.match
        if match is None or not any(match.game.verbs.offers):
            return pause
        searching = sum(chair.kind == "bot" and chair.bot == "search" for chair in self.table.sitting.chairs)
        return max(pause, self.table.hall.thinkers.seconds * (1 + OFFERS * searching) if searching else 0.0)

    def _hurries(self) -> bool:
        """Tell whether all people have given the rest away."""
        table = self.table
        return all(seat in table.resting or table.standin.get(seat) == "away" for seat in table.persons())

    def _forced_pause(self, seat: int) -> float:
        """Take as long as the person took for a choice some time ago, so that nobody can tell a forced card."""
        shortest, long = self.table.hall.pace
        known = self._pauses.get(seat)
        return min(max(random.choice(known), shortest), 4 * long) if known else random.uniform(shortest, 2 * long)

    async def _do(self, match: Match, number: int, change: Callable[[], Any]) -> bool:
        """Do something, unless something has happened since an entry; what is begun is finished."""
        return await asyncio.shield(self.table.hall.run(self._done(match, number, change)))

    async def _done(self, match: Match, number: int, change: Callable[[], Any]) -> bool:
        async with self.table.lock:
            if self.table.match is not match or number != len(match.log):
                return False
            try:
                await self.table.play(change)
            except ToriteError as fault:
                log.warning("the table could not go on", code=fault.code, table=self.table.sitting.id[:6])
                return False
            return True


def _has_offers(match: Match, seat: int) -> bool:
    """Tell whether a seat may act out of turn now."""
    return any(match.game.verbs.offers) and any(action.offer for action in match.actions(seat))


def _clockwise(match: Match) -> list[int]:
    first = match.actors[0] if match.actors else 0
    return [(first + i) % match.seats for i in range(match.seats)]


def _bot_acts(match: Match, seat: int, code: str) -> None:
    try:
        whole(match, seat, code)
    except IllegalMove:
        log.exception("a bot's choice was refused", game=match.game.name, code=code)
        whole(match, seat, first_whole(match, seat))


def whole(match: Match, seat: int, code: str) -> None:
    """Take an action whole: parts of a gesture alone are refused.

    Raises:
        ToriteError: when it is not allowed or not complete; nothing has changed then.
    """
    if code.rstrip().endswith("+"):
        raise Refused("incomplete", "illegal-move")
    match.act(seat, code)
    if match.drafting(seat):
        match.undo(seat)
        raise Refused("incomplete", "illegal-move")


def first_whole(match: Match, seat: int) -> str:
    """Return the first action that is whole, part by part."""
    parts: list[str] = []
    code = match.actions(seat)[0].code.removesuffix(" +")
    while True:
        parts.append(code)
        drafted = match.draft(seat, parts)
        if drafted["complete"] or not drafted["may"]:
            return str(drafted["parts"])
        code = drafted["may"][0]

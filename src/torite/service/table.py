"""A table in progress: one match, who sits there, and everybody who looks on.

The table owns the only true state. Whatever changes goes through its lock, one thing at a time; what is played is on
disk before anybody is told. Guests get scenes of their own seat, or of the public.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import structlog

from torite.errors import IllegalMove, ToriteError
from torite.match import Match
from torite.records import line
from torite.service import storage, telling, wire
from torite.service.guest import Guest
from torite.service.page_words import page_words
from torite.service.sitting import Sitting, new_id
from torite.service.storage import Unkept

if TYPE_CHECKING:
    from torite.service.hall import Hall

STANDIN = "simple"  #: the bot that sits in for people
NEXT_DEAL = 45.0  #: seconds after which the next deal begins where several people play
TALK_KEPT = 200
AGAIN = 1.0  #: seconds after which what could not be kept is tried again
log = structlog.get_logger()


class Refused(ToriteError):
    """Something that the table does not do now."""

    def __init__(self, key: str, code: str = "refused", **facts: Any) -> None:
        self.code = code
        super().__init__(f"service.{key}", page_words, **facts)


class Table:
    """One table.

    Args:
        hall: the service around it: storage, bots, pace.
        sitting: what is kept of it.
        match: its match, when it has begun.
        taken: the messages that led to entries so far, as `person:cid`.
        talk: what was said so far.

    Attributes:
        standin: the seats that a bot plays for a person: `away`, or at `rest` until the deal ends.
        ready: the seats that wait for the next deal.
        resting: the seats that said that the rest does not matter.
        forced: the seats whose forced cards are played for them.
        starts: whether the match begins when the first of its people comes, who is told the key's hash before.
    """

    def __init__(
        self, hall: Hall, sitting: Sitting, match: Match | None, taken: set[str], talk: list[dict[str, Any]]
    ) -> None:
        self.hall = hall
        self.sitting = sitting
        self.match = match
        self.guests: set[Guest] = set()
        self.talk = talk
        self.lock = asyncio.Lock()
        self.standin: dict[int, str] = {}
        self.ready: set[int] = set()
        self.resting: set[int] = set()
        self.forced: set[int] = set()
        self.starts = False
        self.closed = False
        self.used_at = time.monotonic()
        self.ends_at = 0.0
        self._timed = -1
        self._taken = taken
        self._missed: dict[int, asyncio.TimerHandle] = {}
        self._work: asyncio.Task[None] | None = None
        self._choosing: asyncio.Task[Any] | None = None  # the work in which a bot is choosing

    # who is here

    async def enter(self, guest: Guest) -> None:
        """Show somebody in; a seat that comes back is given back."""
        async with self.lock:
            self.guests.add(guest)
            back = self._back(guest.seat)
            self.tell_table()
            for said in self.talk[-TALK_KEPT:]:
                guest.tell(telling.said(said, guest.language))
            if self.starts and self.match is None and guest.seat >= 0:
                with contextlib.suppress(Unkept):
                    await self.begin()
                return
            self.show([guest], fresh=True)
            if back or not self._bot_chooses:
                self.go_on()

    async def leave(self, guest: Guest) -> None:
        """See somebody off; a bot sits in for a person who stays away."""
        async with self.lock:
            self.guests.discard(guest)
            self.used_at = time.monotonic()
            if guest.seat >= 0 and not self.here(guest.seat):
                self._miss(guest.seat)
            self.tell_table()

    def here(self, seat: int) -> bool:
        """Tell whether a person of a seat is connected."""
        return any(guest.seat == seat for guest in self.guests)

    def persons(self) -> list[int]:
        """List the seats of people."""
        return [seat for seat, chair in enumerate(self.sitting.chairs) if chair.kind == "person"]

    @property
    def alone(self) -> bool:
        """Whether one person plays against bots."""
        return len(self.persons()) == 1

    def _back(self, seat: int) -> bool:
        """Give a seat back; tell whether a bot sat there."""
        self.used_at = time.monotonic()
        timer = self._missed.pop(seat, None)
        if timer is not None:
            timer.cancel()
        if self.standin.get(seat) != "away":
            return False
        del self.standin[seat]
        return True

    def _miss(self, seat: int) -> None:
        if self.match is not None and not self.match.over and seat not in self._missed:
            loop, grace = asyncio.get_running_loop(), self.sitting.settings.grace
            self._missed[seat] = loop.call_later(grace, self._sit_in, seat)

    def _sit_in(self, seat: int) -> None:
        self._missed.pop(seat, None)
        if self.match is not None and not self.match.over and not self.here(seat):
            self.give_over(seat, "away")

    def give_over(self, seat: int, why: str) -> None:
        """Have a bot play for a person."""
        self.standin[seat] = why
        self.tell_table()
        self.go_on()

    def take_back(self, seat: int) -> None:
        """Have a person play again."""
        self.standin.pop(seat, None)
        self.resting.discard(seat)
        self.tell_table()
        self.go_on()

    def wake(self) -> None:
        """Go on where the service was stopped: whoever does not come back is missed."""
        for seat in self.persons():
            if not self.here(seat):
                self._miss(seat)
        self.go_on()

    def unseat_all(self) -> None:
        """See anew who sits where; who has no place any more is sent away."""
        for guest in list(self.guests):
            guest.seat = self.sitting.seat_of(guest.person)
            if guest.seat < 0 and guest.person != self.sitting.host and not self.sitting.settings.spectators:
                guest.close(4404)
        self.tell_table()

    def close(self, code: int = 1012) -> None:
        """Stop all clocks and thoughts, and send everybody away."""
        self.closed = True
        self._stop()
        for timer in self._missed.values():
            timer.cancel()
        for guest in list(self.guests):
            guest.close(code)

    def chair(self, seat: int) -> dict[str, Any]:
        """Tell who sits on a seat."""
        chair = self.sitting.chairs[seat]
        return {
            "seat": seat,
            "kind": chair.kind,
            "name": chair.name,
            "bot": chair.bot,
            "here": self.here(seat),
            "standin": self.standin.get(seat, ""),
            "ready": seat in self.ready,
        }

    # what is checked

    def seated(self, guest: Guest) -> tuple[Match, int]:
        """Return the match and the seat of somebody who plays in it.

        Raises:
            Refused: when they do not, or it has not begun.
        """
        if guest.seat < 0:
            raise Refused("spectator", "not-your-turn")
        if self.match is None:
            raise Refused("not_begun", "not-your-turn")
        return self.match, guest.seat

    def hosting(self, guest: Guest) -> None:
        """Check that somebody may change the table.

        Raises:
            Refused: when they did not set it, or it has begun.
        """
        if guest.person != self.sitting.host:
            raise Refused("not_host")
        if self.sitting.state != "open":
            raise Refused("begun")

    def current(self, match: Match, number: int) -> None:
        """Check that a message answers the latest scene.

        Raises:
            Refused: when something has happened since.
        """
        if number != len(match.log):
            raise Refused("stale", "stale")

    def was_taken(self, guest: Guest, cid: int) -> bool:
        """Tell whether a message has led to an entry already."""
        return f"{guest.person}:{cid}" in self._taken

    # what changes

    async def begin(self) -> None:
        """Begin the match; open seats go to bots.

        Raises:
            Unkept: when it cannot be kept; nothing has changed then.
        """
        with self._agreeing():
            for seat, chair in enumerate(self.sitting.chairs):
                if chair.kind == "open":
                    self.hall.seat(self.sitting, seat, "bot", STANDIN)
            self.sitting.words = {seat: text for seat, text in self.sitting.words.items() if text}
            match = self.sitting.match()
            match.go_on()
            self.sitting.state = "playing"
            await self.hall.kept.write(*self.sitting.changed(), self._entries(match, 0, ""))
        self.match = match
        for seat in self.persons():
            if not self.here(seat):
                self._miss(seat)
        self.tell_table()
        self.show(self.guests, fresh=True)
        self.go_on()
        self.hall.thinkers.warm(match.variant.name)

    async def change(self, change: Callable[[], Any]) -> None:
        """Change what was agreed, before the match begins.

        Raises:
            Unkept: when it cannot be kept; nothing has changed then.
        """
        with self._agreeing():
            change()
            await self.hall.kept.write(*self.sitting.changed())
        self.tell_table()

    @contextlib.contextmanager
    def _agreeing(self) -> Iterator[None]:
        """Put back what was agreed, if its change fails."""
        at = self.sitting
        before = list(at.chairs), dict(at.words), at.state, at.replay
        try:
            yield
        except BaseException:
            at.chairs, at.words, at.state, at.replay = before
            raise

    async def play(self, change: Callable[[], Any], taken: str = "", fresh: bool = False) -> None:
        """Change the match, keep it, and show it to everybody.

        Args:
            change: does it; raises an error that changes nothing, if it cannot be done.
            taken: the message that it answers.
            fresh: whether scenes are not to be compared with those before.

        Raises:
            ToriteError: when it cannot be done, or not be kept; nothing has changed then.
        """
        match = self.match
        assert match is not None
        first = len(match.log)
        change()
        try:
            await self.hall.kept.write(self._entries(match, first, taken))
        except Unkept:
            self.match = self.sitting.match([line(match, entry) for entry in match.log[:first]])
            self._stop()
            asyncio.get_running_loop().call_later(AGAIN, self.go_on)
            raise
        if taken:
            self._taken.add(taken)
        if match.deal_over:
            self._end_deal()
        self.show(self.guests, fresh, first)
        if self.ends_at:
            self.ends_at, self._timed = 0.0, -1
            self.tell_table()
        if match.over:
            await self.finish(match)
        self.go_on()

    def _entries(self, match: Match, first: int, taken: str) -> storage.Statement:
        at = storage.now()
        rows = [
            {"sitting": self.sitting.id, "number": entry.number, "line": line(match, entry), "cid": taken, "at": at}
            for entry in match.log[first:]
        ]
        return storage.INSERT_ENTRY, rows

    def _end_deal(self) -> None:
        self.ready.clear()
        self.resting.clear()
        for seat in [seat for seat, why in self.standin.items() if why == "rest"]:
            del self.standin[seat]
        self.tell_table()

    async def finish(self, match: Match) -> None:
        """Keep the record of a match that is over; if that fails, it is tried again when the table is next opened."""
        with contextlib.suppress(Unkept), self._agreeing():
            self.sitting.state, self.sitting.replay = "over", new_id()
            made = {"id": self.sitting.replay, "record": match.record(), "made_at": storage.now()}
            await self.hall.kept.write((storage.INSERT_REPLAY, [made]), *self.sitting.changed())
        self.tell_table()

    # what is told

    def tell_table(self) -> None:
        """Tell everybody how the table stands."""
        for guest in self.guests:
            guest.tell(telling.table(self, guest))

    def show(self, guests: Iterable[Guest], fresh: bool = False, since: int | None = None) -> None:
        """Send scenes, each from its viewer's seat."""
        if self.match is None:
            return
        made: dict[tuple[int, str], bytes] = {}
        for guest in guests:
            look = (guest.seat, guest.language)
            if look not in made:
                since = telling.deal_start(self.match) if fresh else since
                scene = self.match.scene(*look, since)
                made[look] = wire.encode({"type": "scene", "scene": scene, "fresh": fresh})
            guest.tell(made[look])

    async def talk_of(self, guest: Guest, cid: int, text: str = "", phrase: str = "") -> None:
        """Let everybody hear what somebody says, once, however often it is sent."""
        if self.was_taken(guest, cid):
            return
        chairs = self.sitting.chairs
        name = chairs[guest.seat].name if guest.seat >= 0 else ""
        said = {"number": len(self.talk), "seat": guest.seat, "name": name, "phrase": phrase, "text": text}
        await self.hall.kept.write((storage.INSERT_SAID, [{"sitting": self.sitting.id, **said}]))
        self._taken.add(f"{guest.person}:{cid}")
        self.talk.append(said)
        for listener in self.guests:
            listener.tell(telling.said(said, listener.language))

    # what happens by itself

    def go_on(self) -> None:
        """Set going whatever comes next without a person."""
        self._stop()
        if self.closed or self.match is None or self.match.over:
            return
        self._work = asyncio.create_task(self._by_itself(self.match, len(self.match.log)))

    @property
    def _bot_chooses(self) -> bool:
        """Whether a bot is choosing, which nobody puts off by coming and going."""
        return self._choosing is not None and self._choosing is self._work and not self._choosing.done()

    def _stop(self) -> None:
        if self._work is not None and self._work is not asyncio.current_task():
            self._work.cancel()
        self._work = None

    async def _by_itself(self, match: Match, number: int) -> None:
        try:
            if match.waits:
                await self._next_deal(match)
            else:
                await self._next_choice(match, number)
        except ToriteError as fault:
            log.warning("the table could not go on", code=fault.code, table=self.sitting.id[:6])
        except Exception:
            log.exception("the table could not go on", table=self.sitting.id[:6])

    async def _next_deal(self, match: Match) -> None:
        """Deal when everybody has seen how the last deal ended; do not wait for ever where several play."""
        playing = [seat for seat in self.persons() if seat not in self.standin]
        if not all(seat in self.ready for seat in playing):
            if self.alone:
                return
            await self._until(len(match.log), NEXT_DEAL)
        elif not playing:
            await asyncio.sleep(self.hall.pace[1])
        await self._do(match, len(match.log), match.go_on)

    async def _next_choice(self, match: Match, number: int) -> None:
        """Let bots choose, out of turn first; else give people their time."""
        if any(match.game.verbs.offers):
            for seat in self._clockwise(match):
                if self.is_bot(seat) and await self._choose(match, number, seat, offered=True):
                    return
        for seat in match.actors:
            if self.is_bot(seat):
                await self._choose(match, number, seat)
                return
        await self._wait_for_people(match, number)

    async def _wait_for_people(self, match: Match, number: int) -> None:
        forced = next((seat for seat in match.actors if seat in self.forced), -1)
        single = match.actions(forced) if forced >= 0 else ()
        if len(single) == 1 and not single[0].partial:
            await asyncio.sleep(self._pause())
            await self._do(match, number, lambda: match.act(forced, single[0].code))
            return
        self.hall.look_for_rest(self)
        limit = self.sitting.settings.move_time
        if limit:
            await self._until(number, limit)
            await self._choose(match, number, match.actors[0])

    async def _until(self, number: int, seconds: float) -> None:
        """Wait for the end of a time that began with an entry and that nothing else puts off."""
        if self._timed != number:
            self._timed, self.ends_at = number, time.monotonic() + seconds
            self.tell_table()
        await asyncio.sleep(max(0.0, self.ends_at - time.monotonic()))

    def is_bot(self, seat: int) -> bool:
        """Tell whether a bot plays a seat now."""
        return seat in self.standin or self.sitting.chairs[seat].kind != "person"

    def _clockwise(self, match: Match) -> list[int]:
        first = match.actors[0] if match.actors else 0
        return [(first + i) % match.seats for i in range(match.seats)]

    async def _choose(self, match: Match, number: int, seat: int, offered: bool = False) -> bool:
        """Have a bot choose; tell whether it did something. How long it takes does not depend on the choice."""
        if offered and not any(action.offer for action in match.actions(seat)):
            return False
        chair = self.sitting.chairs[seat]
        level = chair.bot if chair.kind == "bot" and chair.bot else STANDIN
        seen = match.view(seat)
        thinking = self.hall.thinkers.choose(match.variant.name, seen, seat, level, offered)
        self._choosing = asyncio.current_task()
        code, _ = await asyncio.gather(thinking, asyncio.sleep(0 if self._hurries() else self._pause()))
        self._choosing = None
        if code == "wait":
            return False
        return await self._do(match, number, lambda: self._bot_acts(match, seat, code))

    def _bot_acts(self, match: Match, seat: int, code: str) -> None:
        try:
            whole(match, seat, code)
        except IllegalMove:
            log.exception("a bot's choice was refused", game=match.game.name, code=code)
            whole(match, seat, first_whole(match, seat))

    def _hurries(self) -> bool:
        """Tell whether all people have given the rest away."""
        return all(seat in self.resting or self.standin.get(seat) == "away" for seat in self.persons())

    def _pause(self) -> float:
        return random.uniform(*self.hall.pace)

    async def _do(self, match: Match, number: int, change: Callable[[], Any]) -> bool:
        """Do something, unless something else has happened meanwhile; what is begun is finished."""
        return await asyncio.shield(self.hall.run(self._done(match, number, change)))

    async def _done(self, match: Match, number: int, change: Callable[[], Any]) -> bool:
        async with self.lock:
            if self.match is not match or number != len(match.log):
                return False
            await self.play(change)
            return True


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


Handler = Callable[[Table, Guest, Any], Awaitable[dict[str, Any]]]

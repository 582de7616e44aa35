"""A table in progress: one match, who sits there, and everybody who looks on.

The table owns the only true state. Whatever changes goes through its lock, one thing at a time; what is played is on
disk before anybody is told. Guests get scenes of their own seat, or of the public.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import structlog

from torite.errors import MatchOver, ToriteError
from torite.match import Match
from torite.match.moments import back_to, moment
from torite.records import write
from torite.service import awaited, chat, replies, statements, storage
from torite.service.advice import Thoughts
from torite.service.agreement import agreeing
from torite.service.audit import Event, Why, audit
from torite.service.away_timers import AwayTimers
from torite.service.conversation import Conversation
from torite.service.errors import Refused
from torite.service.lengths import LONG
from torite.service.messages import StandInFor, TableState
from torite.service.open_table import OpenTable
from torite.service.presence import farewell, send_away
from torite.service.resources import Resources
from torite.service.retries import Retries
from torite.service.scheduler import Scheduler
from torite.service.settling import was_kept
from torite.service.storage import Ended, Unkept, Unread, Unsure
from torite.service.table_setup import Restricted, TableSetup, call_as_kept, rules_of
from torite.service.telling import show, tell_state
from torite.service.viewer import NO_PLACE, Viewer
from torite.worlds import SPECTATOR

log = structlog.get_logger()


class Table(OpenTable):
    """One table.

    Args:
        resources: the service around it: storage, bots, pace.
        setup: what is kept of it.
        match: its match, when it has begun.
        taken: the number of the entry that each message led to so far, by `person:cid`.
        talk: what was said so far.
        restricted: who may no longer do something here, by person.

    Attributes:
        taken: as above.
        thoughts: what was thought of what seats must decide now.
    """

    def __init__(
        self,
        resources: Resources,
        setup: TableSetup,
        match: Match | None = None,
        taken: Mapping[str, int] | None = None,
        talk: Conversation | None = None,
        restricted: Mapping[int, Restricted] | None = None,
    ) -> None:
        super().__init__(resources, setup, match, talk, restricted)
        self.used_at = time.monotonic()
        self.scheduler = Scheduler(self)
        self.taken = dict(taken or {})
        self.thoughts = Thoughts()
        self._phrases: dict[int, list[str]] = {}  # that were told, by seat
        self._missing = AwayTimers()
        self._retries = Retries()

    # who is here

    async def enter(self, viewer: Viewer) -> None:
        """Show somebody in; a seat that comes back is given back."""
        async with self.lock:
            if viewer.closed:
                return
            paused = not self.viewers
            self.viewers.add(viewer)
            self._seat(viewer)
            if viewer not in self.viewers:
                return
            back = self._back(viewer.seat)
            self.tell_table()
            for number, said in self.talk.recent(viewer.seat):
                if said["text"] or said["phrase"]:
                    viewer.tell(replies.said(said, number, self.match, viewer.language))
            if self.setup.state == "set" and viewer.seat >= 0:
                with contextlib.suppress(Unkept):
                    await self.begin()
                return
            self.show([viewer], fresh=True)
            if viewer.seat >= 0 or paused:
                self._go_on_for(viewer.seat, back)
            awaited.remember(self)

    async def leave(self, viewer: Viewer) -> None:
        """See somebody off; a bot sits in for a person who stays away."""
        async with self.lock:
            self.viewers.discard(viewer)
            self.used_at = time.monotonic()
            if viewer.seat >= 0 and not self.here(viewer.seat):
                self._miss(viewer.seat)
            self.tell_table()
            awaited.remember(self)

    def _back(self, seat: int) -> bool:
        """Give a seat back; tell whether a bot sat there."""
        self.used_at = time.monotonic()
        self.not_missed(seat)
        if sum(viewer.seat == seat for viewer in self.viewers) == 1:
            self.scheduler.forced.came_back(seat)
        if self.standin.get(seat) != "away":
            return False
        del self.standin[seat]
        self._note("seat-back", seat)
        return True

    def _miss(self, seat: int) -> None:
        if self.setup.solitary:
            return  # nobody waits, so nobody needs to play on
        if self.closed or self.standin.get(seat) == "removed":
            return
        if self.goes_on:
            self._missing.miss(seat, self.setup.settings.grace, self._sit_in)

    def _sit_in(self, seat: int) -> None:
        if self.goes_on and not self.here(seat):
            self.give_over(seat, "away")

    def vacate(self, seat: int) -> None:
        """Forget all that the person of a seat had asked for."""
        self.not_missed(seat)
        self.standin.pop(seat, None)
        self.watched.pop(seat, None)
        for asked in (self.ready, self.resting, self.forced):
            asked.discard(seat)

    def not_missed(self, seat: int) -> None:
        """Wait no longer for the person of a seat."""
        self._missing.not_missed(seat)

    def give_over(self, seat: int, why: StandInFor) -> None:
        """Have a bot play for a person."""
        self.standin[seat] = why
        self._note("bot-sits-in", seat, why)
        self.tell_table()
        self._go_on_for(seat)

    def take_back(self, seat: int) -> None:
        """Have a person play again."""
        if self.standin.pop(seat, None):
            self._note("seat-back", seat)
        self.resting.discard(seat)
        self.tell_table()
        self._go_on_for(seat)

    def _go_on_for(self, seat: int, changed: bool = True) -> None:
        """Go on as a seat now wants, without putting off a bot that is choosing for another.

        Args:
            seat: the seat.
            changed: whether who plays it has changed.
        """
        match = self.match
        concerned = changed and match is not None and (match.turns.awaits_chance or seat in match.actors)
        if concerned or not self.scheduler.bot_chooses:
            self.go_on()

    def _note(self, event: Event, seat: int, why: Why = "") -> None:
        """Write what became of a person's seat."""
        audit(event, person=self.setup.occupants[seat].person, table=self.setup.id, seat=seat, why=why)

    def wake(self) -> None:
        """Go on where the service was stopped: whoever does not come back is missed."""
        for seat in self.setup.persons():
            if self.is_removed(self.setup.occupants[seat].person):
                self.standin[seat] = "removed"
            elif not self.here(seat):
                self._miss(seat)
        self.go_on()

    def rename(self, seat: int, name: str) -> None:
        """Call somebody otherwise, once that is kept, and tell everybody."""
        self.setup.occupants[seat].name = name
        if self.match is not None:
            self.match.rename([occupant.name for occupant in self.setup.occupants])
        self.tell_table()
        self.show(self.viewers, fresh=True)

    def unseat_all(self) -> None:
        """See anew who sits where; who has no place any more is sent away."""
        for viewer in list(self.viewers):
            self._seat(viewer)
        self.tell_table()

    def _seat(self, viewer: Viewer) -> None:
        """See where somebody sits now; who has no place any more is sent away."""
        removed = self.is_removed(viewer.person)
        if self.closed or removed:
            self.viewers.discard(viewer)
            viewer.seat = SPECTATOR
            viewer.close(NO_PLACE if removed else 1012)
            return
        viewer.seat = self.setup.seat_of(viewer.person)
        if viewer.seat < 0 and viewer.person != self.setup.host and not self.setup.settings.spectators:
            self.viewers.discard(viewer)
            send_away(viewer, "no_seat", NO_PLACE)

    def end(self) -> None:
        """Close a table that has been closed or deleted from elsewhere; who is there is told so."""
        if self.closed:
            return
        for viewer in self.viewers:
            viewer.tell(farewell(viewer.language, "closed", Ended()))
        audit("table-closed", table=self.setup.id, why="admin")
        self.close(NO_PLACE)

    def lose(self, fault: Unkept) -> None:
        """Close; who is there comes back to it, wherever it is, unless it has ended."""
        if isinstance(fault, Unsure) or self.setup.epoch:
            self.close()
        else:
            self.end()

    def close(self, code: int = 1012) -> None:
        """Stop all clocks and thoughts, and send everybody away."""
        self.halt()
        self.send_away(code)
        if self.match is not None:
            self.match.knowledge.forget_scenes()

    def halt(self) -> None:
        """Do nothing more; who is here is still told what was begun."""
        self.closed = True
        self.scheduler.stop()
        self._retries.stop()
        self._missing.stop()

    def send_away(self, code: int = 1012) -> None:
        """Send everybody away; who is to come back does."""
        for viewer in list(self.viewers):
            viewer.close(code)

    # what changes

    async def begin(self) -> None:
        """Begin the match; open seats go to bots.

        Raises:
            Ended: when the table has been ended from elsewhere; it is closed then.
            Unkept: when it cannot be kept; nothing has changed then.
        """
        with agreeing(self):
            for seat, occupant in enumerate(self.setup.occupants):
                if occupant.kind == "open":
                    self.setup.occupy(seat, "bot")
            self.setup.words = {seat: text for seat, text in self.setup.words.items() if text}
            match = self.setup.match()
            match.go_on()
            self.setup.state = "playing"
            self.setup.rules = rules_of(self.setup.variant)
            await self.resources.kept.write(*self.setup.changed(), self.setup.entries(match, 0))
        self.match = match
        audit("started", table=self.setup.id)
        for seat in self.setup.persons():
            if not self.here(seat):
                self._miss(seat)
        self.tell_table()
        self.show(self.viewers, fresh=True)
        self.go_on()
        self.resources.thinkers.warm(match.variant.name)

    async def change(self, change: Callable[[], Any], *more: storage.Statement) -> None:
        """Change what was agreed, who is host, or who may do what; write more with it.

        Raises:
            Ended: when the table has been ended from elsewhere; it is closed then.
            Unkept: when it cannot be kept; nothing has changed then.
        """
        with agreeing(self):
            change()
            await self.resources.kept.write(*self.setup.changed(), *more)
        self.tell_table()

    async def play(self, change: Callable[[], Any], taken: str = "", fresh: bool = False) -> None:
        """Change the match, keep it, and show it to everybody.

        It is changed before it is kept, as only its rules know what it becomes; until it is kept the lock is held and
        nobody is told, and what cannot be kept is forgotten: the match stands as it stood.

        Args:
            change: does it; raises an error that changes nothing, if it cannot be done.
            taken: the message that it answers.
            fresh: whether scenes are not to be compared with those before.

        Raises:
            ToriteError: when it cannot be done, or not be kept; nothing has changed then.
        """
        match = self.match
        assert match is not None
        if match.over:  # its key is told by now: nothing is taken back either
            raise MatchOver("error.over")
        if self.full:
            raise Refused("long", "too-long")
        before, first = moment(match), len(match.log)
        change()
        try:
            await self._keep(self.setup.entries(match, first, taken), *self.setup.result(match))
        except (Ended, Unsure) as fault:
            self.lose(fault)
            raise
        except Unkept:
            back_to(match, before)
            self.scheduler.stop()
            self._retries.later(self.resources.kept, self.go_on)
            raise
        self._retries.done()
        if taken and len(match.log) > first:
            self.taken[taken] = first  # the first of its entries
        if match.log.deal_over:
            self._end_deal()
        self.show(self.viewers, fresh, first)
        if (
            self.scheduler.wind_off(match.log[first:])
            or self._phrases != self._phrases_now()
            or self.setup.settings.lesson
        ):
            self.tell_table()
        if not self.goes_on:
            await self.finish(match)
        self.go_on()
        awaited.remember(self)

    async def _keep(self, entries: storage.Statement, *more: storage.Statement) -> None:
        """Write what was played; where nobody knows whether that was done, wait until it is known."""
        try:
            await self.resources.kept.write(entries, *more)
        except Unsure:
            if not await was_kept(self.resources.kept, self.setup, entries[1], lambda: self.closed):
                raise Unkept from None

    async def play_at(self, match: Match, number: int, change: Callable[[], Any]) -> bool:
        """Change the match, unless something has happened since an entry; what is begun is finished."""
        return await asyncio.shield(self.resources.run(self._play_at(match, number, change)))

    async def _play_at(self, match: Match, number: int, change: Callable[[], Any]) -> bool:
        async with self.lock:
            if self.closed or self.match is not match or number != len(match.log):
                return False
            try:
                await self.play(change)
            except ToriteError as fault:
                log.warning("the table could not go on", code=fault.code, table=self.setup.id[:6])
                return False
            return True

    def _end_deal(self) -> None:
        self.ready.clear()
        self.resting.clear()
        self.standin = {seat: why for seat, why in self.standin.items() if why != "rest"}
        self.tell_table()

    async def finish(self, match: Match) -> None:
        """Keep the record of a match that takes no more; what fails is tried again when the table is next opened.

        One that is not over tells its key, too: nobody can play it on.
        """
        is_long = len(match.log) > LONG
        with contextlib.suppress(Unkept), agreeing(self):
            if self.setup.owner:
                with contextlib.suppress(Unread):
                    await call_as_kept(self.resources.kept, self.setup)
                match.rename([occupant.name for occupant in self.setup.occupants])
            record = await asyncio.to_thread(write, match, True) if is_long else write(match, True)
            self.setup.end(match)
            now = self.setup.finished_at
            made = {"id": self.setup.replay, "record": record, "made_at": now, "seen_at": now, "person": 0}
            await self.resources.kept.write((statements.INSERT_REPLAY, [made]), *self.setup.changed())
            audit("finished", table=self.setup.id)
        self.tell_table()

    def go_on(self) -> None:
        """Set going whatever comes next without a person."""
        self.scheduler.go_on()

    # what is told

    def _phrases_now(self) -> dict[int, list[str]]:
        seats = {viewer.seat for viewer in self.viewers}
        return {seat: list(chat.phrases(self.match, seat)) for seat in seats}

    def tell_table(self) -> None:
        """Tell everybody how the table stands."""
        self._phrases = self._phrases_now()
        tell_state(self.viewers, self.setup.host, self.state_for)

    def tell_person(self, person: int) -> None:
        """Tell one of the people how the table stands."""
        theirs = [viewer for viewer in self.viewers if viewer.person == person]
        tell_state(theirs, self.setup.host, self.state_for)

    def state_for(self, viewer: Viewer) -> TableState:
        """Return how the table stands, as a viewer is told."""
        forced_after = self.scheduler.forced.missing(viewer.person) if viewer.seat in self.forced else 0
        return replies.table(self, viewer, self.scheduler.left, forced_after)

    def show(self, viewers: Iterable[Viewer], fresh: bool = False, since: int | None = None) -> None:
        """Send scenes, each from its viewer's seat."""
        if self.match is not None:
            show(self.match, viewers, fresh, since)

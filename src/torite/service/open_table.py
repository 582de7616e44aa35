"""Who sits at a table and looks on, the match that they play, and what each of them has asked for.

What happens at a table by itself, what is told of it and what is said there need no more than this.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Literal

from torite.errors import words
from torite.match import Match
from torite.match.naming import called
from torite.service.conversation import Conversation
from torite.service.lengths import most_entries
from torite.service.messages import StandInFor, TableSeat
from torite.service.resources import Resources
from torite.service.storage import Unkept
from torite.service.table_setup import Restricted, TableSetup
from torite.service.viewer import Viewer
from torite.service.wire import WatchedAt
from torite.worlds import SPECTATOR


class OpenTable(ABC):
    """A table as whatever serves it sees it; `Table` is what changes it.

    Args:
        resources: the service around it.
        setup: what is kept of it.
        match: its match, when it has begun.
        talk: what was said so far.
        restricted: who may no longer do something here, by person: `removed`, `muted`.

    Attributes:
        lock: held while anything changes.
        standin: the seats that a bot plays for a person: `away`, at `rest` until the deal ends, or `removed`.
        ready: the seats that wait for the next deal.
        resting: the seats that said that the rest does not matter.
        forced: the seats whose forced cards are played for them.
        watched: how seats that are out of the match want to see the rest.
    """

    def __init__(
        self,
        resources: Resources,
        setup: TableSetup,
        match: Match | None = None,
        talk: Conversation | None = None,
        restricted: Mapping[int, Restricted] | None = None,
    ) -> None:
        self.resources = resources
        self.setup = setup
        self.match = match
        self.talk = talk or Conversation()
        self.restricted = dict(restricted or {})
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.standin: dict[int, StandInFor] = {}
        self.ready: set[int] = set()
        self.resting: set[int] = set()
        self.forced: set[int] = set()
        self.watched: dict[int, WatchedAt] = {}
        self.closed = False

    def here(self, seat: int) -> bool:
        """Tell whether a person of a seat is connected."""
        return any(viewer.seat == seat for viewer in self.viewers)

    def is_bot(self, seat: int) -> bool:
        """Tell whether a bot plays a seat now."""
        return seat in self.standin or self.setup.occupants[seat].kind != "person"

    @property
    def full(self) -> bool:
        """Whether a match that is not over has so many entries that it takes no more, or had: its key was told then."""
        match = self.match
        if match is None or match.over:
            return False
        return self.setup.was_cut or len(match.log) >= most_entries(match.seats)

    @property
    def goes_on(self) -> bool:
        """Whether a match is going on here: it has begun, is not over, and takes more."""
        return self.match is not None and not self.match.over and not self.full

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats whose turn it is; none where nothing is played any more, or yet."""
        return self.match.actors if self.match is not None and self.goes_on else ()

    def is_out(self, seat: int) -> bool:
        """Tell whether a seat is out of a match that goes on."""
        match = self.match
        return (
            match is not None
            and not match.over
            and seat >= 0
            and match.game.display.is_out(match.knowledge.glimpse(SPECTATOR), seat)
        )

    @property
    def only_out(self) -> bool:
        """Whether every person is out of the match, or a bot plays for them: who is out holds up nobody then."""
        persons = self.setup.persons()
        return any(map(self.is_out, persons)) and all(self.is_out(seat) or seat in self.standin for seat in persons)

    @property
    def watched_at(self) -> WatchedAt:
        """How the rest is shown: as the most patient of those want it who are out and here."""
        if not self.only_out:
            return "usual"
        wished = {self.watched.get(seat, "usual") for seat in self.setup.persons() if self.here(seat)}
        order: tuple[WatchedAt, ...] = ("usual", "fast", "end")
        return next((one for one in order if one in wished), "usual")

    def is_removed(self, person: int | None) -> bool:
        """Tell whether somebody may neither sit nor watch here any more."""
        return person in self.restricted and "removed" in self.restricted[person].what

    def is_muted(self, person: int | None) -> bool:
        """Tell whether nothing that somebody writes reaches the others here: no talk, no words, no new name."""
        return person in self.restricted and "muted" in self.restricted[person].what

    def occupant(self, seat: int, language: str) -> TableSeat:
        """Tell who sits on a seat, to readers of a language."""
        occupant = self.setup.occupants[seat]
        standin: StandInFor | Literal[""] = self.standin.get(seat, "")
        ready = seat in self.ready
        name = called(occupant.name, words(language))
        return TableSeat(seat, occupant.kind, name, occupant.bot, self.here(seat), standin, ready)

    @abstractmethod
    async def play_at(self, match: Match, number: int, change: Callable[[], Any]) -> bool:
        """Change the match, unless something has happened since an entry; what is begun is finished.

        Returns:
            Whether it was changed.
        """

    @abstractmethod
    def lose(self, fault: Unkept) -> None:
        """Close: what was to be written shows that it has ended, goes on elsewhere, or may be otherwise than here."""

    @abstractmethod
    def tell_table(self) -> None:
        """Tell everybody how the table stands."""

    @abstractmethod
    def tell_person(self, person: int) -> None:
        """Tell one of the people how the table stands."""

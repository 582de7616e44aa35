"""People by script, at many tables, match after match: what was acknowledged to them is checked again and again."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tests.service.client import OPEN, Company, Person, Place
from tests.service.exactly import Insistent, check_exactly, check_scenes, check_so_far, scenes_of
from tests.service.players import LOST, Player, insist, read

#: What is played: the variant, its people, and its bots.
PARTIES = (
    ("agurk", 1, ("simple", "search")), ("gurka-is", 2, ("simple",)), ("rassi", 1, ("simple", "simple", "search")),
    ("kurkku", 2, ("simple",)), ("domino-cribbage", 1, ("simple",)), ("cribbage-dice", 1, ("search",)),
    ("bingo", 2, ()), ("flashpoint", 1, ("simple", "simple", "simple")), ("emissary", 1, ()),
    ("gurka-se-short", 1, ("random", "simple")),
)  # fmt: skip
TOGETHER = 60  #: seconds in which a table is set although the service is away
SCENES = 40  #: scenes of a match that are laid out anew and compared


@dataclass
class Findings:
    """What was found so far.

    Attributes:
        faults: what should not be, one sentence each.
        matches: how many came to their end and were checked.
        acts: how many acknowledged acts they had.
        again: how often something was sent again.
        scenes: how many scenes were compared with the log.
    """

    faults: list[str] = field(default_factory=list)
    matches: int = 0
    acts: int = 0
    again: int = 0
    scenes: int = 0

    def fault(self, where: str, what: object) -> None:
        """Add a fault, and tell it at once."""
        self.faults.append(f"{where}: {what if isinstance(what, str) else repr(what)}"[:400])
        print(time.strftime("%H:%M:%S"), self.faults[-1], file=sys.stderr, flush=True)


class Thoughtful(Insistent):
    """Somebody who takes their time.

    Attributes:
        thinks: seconds that a choice takes, in the mean.
    """

    thinks = 0.0

    async def _act(self, place: Place) -> None:
        if self._open is None and self.thinks:
            await asyncio.sleep(random.expovariate(1 / self.thinks))
            if not place.turn:
                return
        await super()._act(place)


class Party:
    """A table of people and bots, and the next one when its match is over.

    Args:
        address: the service's.
        data: its folder.
        number: which party it is; it says what is played first.
        found: where faults go.
        via: another address for the connections to tables.
        thinks: seconds that a choice takes, in the mean.
        tabs: whether the first of its people has a second tab.
    """

    def __init__(
        self, address: str, data: Path, number: int, found: Findings, via: str = "", thinks: float = 0.0,
        tabs: bool = False,
    ) -> None:  # fmt: skip
        self.address, self.data, self.number, self.found = address, data, number, found
        self.via, self.thinks, self.tabs = via, thinks, tabs
        self.now: list[Thoughtful] = []

    async def play(self, stop: Callable[[], bool]) -> None:
        """Play until it is said to stop."""
        while not stop():
            try:
                async with Company(self.address) as company:
                    await self._match(company, stop)
            except Exception as wrong:  # whatever it is: it is a finding, and the others play on
                self.found.fault(f"party {self.number}", repr(wrong))
                await asyncio.sleep(1)
            self.number += 7

    async def _match(self, company: Company, stop: Callable[[], bool]) -> None:
        variant, people, bots = PARTIES[self.number % len(PARTIES)]
        table, sitting = await self._set(company, variant, people, bots)
        self.now = [Thoughtful(person, table, self.via, patience=10) for person in sitting]
        for player in self.now:
            player.thinks = self.thinks
        tab = asyncio.create_task(self._tab(sitting[0], table)) if self.tabs else None
        try:
            await asyncio.gather(*(player.play(lambda _: stop()) for player in self.now))
        finally:
            if tab is not None:
                tab.cancel()
                await asyncio.gather(tab, return_exceptions=True)
        await self._check(table, sitting)

    async def _set(self, company: Company, variant: str, people: int, bots: Sequence[str]) -> tuple[str, list[Person]]:
        ada, *others = [company.person(f"P{i}") for i in range(people)]
        seats = [*[OPEN] * len(others), *({"kind": "bot", "bot": level} for level in bots)]
        made = await insist(partial(ada.set_table, variant, *seats, start=not others), TOGETHER)
        for other in others:
            await insist(partial(other.join, made), TOGETHER)
        if others:
            await insist(partial(self._begin, ada, made["id"]), TOGETHER)
        return made["id"], [ada, *others]

    async def _begin(self, ada: Person, table: str) -> None:
        place = await ada.sit(table)
        await place.until(lambda p: p.table)
        if place.table["state"] == "open":
            await place.ask("start")
        await place.close()

    async def _tab(self, person: Person, table: str) -> None:
        """Look at the table from a second tab, which comes back as the first does."""
        while True:
            try:
                place = await person.sit(table)
                await asyncio.wait([place.reading])  # its end, not its cancelling with ours
            except LOST:
                pass
            await asyncio.sleep(0.2)

    async def _check(self, table: str, sitting: Sequence[Person]) -> None:
        """Check all that was kept of a match, also of one stopped in its middle, and some of what was shown."""
        players: list[Player] = [*self.now]
        over = all(player.scene.get("over") for player in players)
        try:
            if over:
                await self._kept_as_over(table, sitting[0])
                self.found.acts += await asyncio.to_thread(check_exactly, self.data, players)
                self.found.matches += 1
            else:
                await asyncio.to_thread(self.check_so_far)
                self.found.acts += sum(len(player.acknowledged) for player in players)
            shown = random.sample(every := scenes_of(sitting[0]), min(SCENES, len(every)))
            self.found.scenes += await asyncio.to_thread(check_scenes, self.data, table, 0, shown)
        except Exception as wrong:
            self.found.fault(f"{PARTIES[self.number % len(PARTIES)][0]} at {table[:6]}", wrong)
        self.found.again += sum(player.again for player in players)
        self.now = []

    async def _kept_as_over(self, table: str, person: Person) -> None:
        """Wait until a match is kept as over; one that ended with a kill is so when somebody comes to it again."""
        async with asyncio.timeout(TOGETHER):
            while read(self.data, "SELECT state FROM sitting WHERE id = ?", table)[0]["state"] != "over":
                with contextlib.suppress(*LOST, TimeoutError):
                    place = await person.sit(table)
                    await place.until(lambda p: p.scene, 5)
                    await place.close()
                await asyncio.sleep(0.1)

    def check_so_far(self) -> int:
        """Check the match in progress; return how many acts are kept that were not acknowledged."""
        return sum(check_so_far(self.data, player, seat) for seat, player in enumerate(self.now))

    @property
    def shown_at(self) -> float:
        """When the last of its people had a scene; 0 while one has none."""
        times = [player.shown_at for player in self.now]
        return max(times) if times and all(times) else 0.0


def check_after_kill(parties: Sequence[Any], found: Findings) -> int:
    """Check all matches in progress while the service is down; return how many acts were checked."""
    acts = 0
    for party in parties:
        for seat, player in enumerate(list(party.now)):
            try:
                more = check_so_far(party.data, player, seat)
                if more > 1:
                    found.fault(f"party {party.number}", f"{more} acts are kept that were not acknowledged")
                acts += len(player.acknowledged)
            except AssertionError as wrong:
                found.fault(f"party {party.number}, after a kill", wrong)
    return acts

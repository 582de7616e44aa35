"""Room in the lab: how many experiments may wait, of a person, of a place and of all; and which gives way to others'.

A place is what experiments are counted by that were begun from one address: a number, drawn anew whenever the service
starts. No address is kept, and the number only for as long as its experiment is not over. Places of one site, a /48 of
which somebody may have all networks, are alike divided by SITES; they hold no more together than OF_SITE addresses.
"""

from __future__ import annotations

import math
import secrets
from collections import Counter, OrderedDict
from typing import Any

import sqlalchemy as sql

from torite.service import schema
from torite.service.config import Limits
from torite.service.errors import Refused
from torite.service.experiments import WAITING, Experiments
from torite.service.lab_pool import SITES
from torite.service.page_messages import LANGUAGES, page_words
from torite.service.security import site_of
from torite.service.statements import while_fewer
from torite.service.storage import Ended, Gone, Storage

REMEMBERED = 50_000  #: addresses, and sites, whose numbers are known
OF_SITE = 2  #: how many times as many experiments as one address a site may hold


class LabRoom:
    """Who may begin another experiment.

    Args:
        kept: where they are kept.
        experiments: those that are not over.
        limits: how many of a person and of a place there may be.
        most: how many of all may wait.
    """

    def __init__(self, kept: Storage, experiments: Experiments, limits: Limits, most: int) -> None:
        self._kept = kept
        self._experiments = experiments
        self._limits = limits
        self._most = most
        self._numbers: OrderedDict[str, int] = OrderedDict()

    def place(self, address: str) -> int:
        """Return the place of an address, by which it is counted."""
        return self._number(address) * SITES + self._number(site_of(address) or address)

    def _number(self, of: str) -> int:
        number = self._numbers.setdefault(of, secrets.randbelow(SITES - 1) + 1)
        self._numbers.move_to_end(of)
        while len(self._numbers) > REMEMBERED:
            self._numbers.popitem(last=False)
        return number

    async def check(self, person: int, place: int) -> None:
        """Check that one more experiment may be begun and kept.

        Raises:
            Refused: when there are too many of the person, of the place, or of its site.
        """
        own, most_here = schema.experiment, self._limits.unfinished_here
        waiting = sql.select(own.c.id).where(own.c.state == WAITING)
        here, near = waiting.where(own.c.place == place), waiting.where(own.c.place % SITES == place % SITES)
        of_here = ("unfinished_here", here, most_here), ("unfinished_here", near, OF_SITE * most_here)
        for refusal, those, most in (*self._of(person), *of_here):
            if len(await self._kept.rows(those.limit(most))) >= most:
                raise Refused(refusal, "often", most=most)

    async def keep(self, row: dict[str, Any]) -> None:
        """Keep a new experiment, unless its person has begun too many meanwhile, at another process.

        Raises:
            Refused: when they have.
        """
        held = [one for _, those, most in self._of(row["person"]) for one in while_fewer(row["person"], those, most)]
        try:
            await self._kept.write(*held, (sql.insert(schema.experiment), [row]))
        except Ended:
            await self.check(row["person"], row["place"])
            raise Gone from None  # its person has been deleted

    def _of(self, person: int) -> list[tuple[str, Any, int]]:
        """List what somebody has, and how much they may have, each with how it is refused."""
        own, limits = schema.experiment, self._limits
        mine = sql.select(own.c.id).where(own.c.person == person)
        waiting = mine.where(own.c.state == WAITING)
        return [("kept_experiments", mine, limits.kept_experiments), ("unfinished", waiting, limits.unfinished)]

    async def make(self, place: int) -> None:
        """Make room for one more: where the lab is full, the newest of the place that has most gives way.

        Its owner is told. So it goes on until all places have as many: who has few experiments gets in, and keeps them.
        Each place of a site has at least as many as the site has for each address that it counts as.

        Raises:
            Refused: when the lab is full, and nobody has more than this place would have then.
        """
        own = schema.experiment
        waiting = sql.select(own.c.id, own.c.place).where(own.c.state == WAITING).order_by(own.c.made_at, own.c.id)
        rows = [row for row in await self._kept.rows(waiting) if not self._ends(row)]
        if len(rows) < self._most:
            return
        held = Counter(row["place"] for row in rows)
        near = Counter(row["place"] % SITES for row in rows)

        def has(one: int, more: int = 0) -> int:
            return max(held[one] + more, math.ceil((near[one % SITES] + more) / OF_SITE))

        newest = max(range(len(rows)), key=lambda at: (has(rows[at]["place"]), held[rows[at]["place"]], at))
        fullest = rows[newest]["place"]
        is_near = fullest % SITES == place % SITES  # then their site has as many afterwards as before
        if held[fullest] <= held[place] + 1 if is_near else has(fullest) <= has(place, 1):
            raise Refused("experiments_all", "busy", most=self._most)
        why: dict[str, str] = {
            language: page_words(language)("service.gave_way", most=self._most) for language in LANGUAGES
        }
        await self._experiments.end(rows[newest]["id"], why)

    def _ends(self, row: dict[str, Any]) -> bool:
        """Tell whether an experiment is about to end."""
        going = self._experiments.going.get(row["id"])
        return going is not None and going.stopped

"""Room in the lab: how many experiments may wait, of a person, of a place and of all; and which gives way to others'.

A place is what experiments are counted by that were begun from one address: a number, drawn anew whenever the service
starts. No address is kept, and the number only for as long as its experiment is not over.
"""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from typing import Any

import sqlalchemy as sql

from torite.service import schema
from torite.service.config import Limits
from torite.service.errors import Refused
from torite.service.experiments import WAITING, Experiments
from torite.service.page_messages import LANGUAGES, page_words
from torite.service.storage import Storage

REMEMBERED = 50_000  #: addresses whose places are known


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
        self._places: OrderedDict[str, int] = OrderedDict()

    def place(self, address: str) -> int:
        """Return the place of an address."""
        place = self._places.setdefault(address, secrets.randbits(52) + 1)
        self._places.move_to_end(address)
        while len(self._places) > REMEMBERED:
            self._places.popitem(last=False)
        return place

    async def check(self, person: int, place: int) -> None:
        """Check that one more experiment may be begun and kept.

        Raises:
            Refused: when there are too many of the person, or of the place.
        """
        own, limits = schema.experiment, self._limits
        waits, mine = own.c.state == WAITING, own.c.person == person
        for refusal, those, most in (
            ("kept_experiments", mine, limits.kept_experiments),
            ("unfinished", sql.and_(mine, waits), limits.unfinished),
            ("unfinished_here", sql.and_(own.c.place == place, waits), limits.unfinished_here),
        ):
            if len(await self._kept.rows(sql.select(own.c.id).where(those).limit(most))) >= most:
                raise Refused(refusal, "often", most=most)

    async def make(self, place: int) -> None:
        """Make room for one more: where the lab is full, the newest of the place that has most gives way.

        Its owner is told. So it goes on until all places have as many: who has few experiments gets in, and keeps them.

        Raises:
            Refused: when the lab is full, and nobody has more than this place would have then.
        """
        own = schema.experiment
        waiting = sql.select(own.c.id, own.c.place).where(own.c.state == WAITING).order_by(own.c.made_at, own.c.id)
        rows = [row for row in await self._kept.rows(waiting) if not self._ends(row)]
        if len(rows) < self._most:
            return
        held = Counter(row["place"] for row in rows)
        fullest, most = held.most_common(1)[0]
        if most <= held[place] + 1:
            raise Refused("experiments_all", "busy", most=self._most)
        newest = [row["id"] for row in rows if row["place"] == fullest][-1]
        why: dict[str, str] = {
            language: page_words(language)("service.gave_way", most=self._most) for language in LANGUAGES
        }
        await self._experiments.end(newest, why)

    def _ends(self, row: dict[str, Any]) -> bool:
        """Tell whether an experiment is about to end."""
        going = self._experiments.going.get(row["id"])
        return going is not None and going.stopped

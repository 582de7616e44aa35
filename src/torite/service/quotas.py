"""How much one person, or one address, may ask for over all their connections and tables."""

from __future__ import annotations

import asyncio
from typing import Literal
from weakref import WeakValueDictionary

from torite.service.config import Limits
from torite.service.errors import Refused
from torite.service.security import Rate

What = Literal[
    "hints", "lessons", "rests", "tables", "records", "talk", "names", "exports", "imports", "newcomers", "brought",
    "tables_set", "taken_in", "notes", "experiments_set", "experiments", "rules",
]  # fmt: skip


class Quotas:
    """The measures of a person.

    Args:
        limits: what they are.

    Attributes:
        limits: what they are.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        measures = {what: getattr(limits, what) for what in What.__args__}  # type: ignore[attr-defined]
        self._rates = {what: Rate(measure.most, measure.seconds) for what, measure in measures.items()}
        self._adding: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def spend(self, what: What, person: int | str, count: int = 1) -> None:
        """Count one, or so many at once, of a person or of an address.

        Raises:
            Refused: when that is too many, with the seconds after which it is allowed; none is counted then.
        """
        rate = self._rates[what]
        if not rate.allows(person, count):
            raise Refused(f"quota_{what}", "often", seconds=rate.wait(person, count))

    def adding(self, person: int) -> asyncio.Lock:
        """Return what somebody holds from counting what is theirs until one more is kept.

        Of several that are asked for at once each then finds those before it, and none has to be given back.
        """
        return self._adding.setdefault(person, asyncio.Lock())

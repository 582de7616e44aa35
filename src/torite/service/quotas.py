"""How much one person, or one address, may ask for over all their connections and tables.

Where several processes share a database, what is kept there is measured by all of them together: each lets the others
know what it has counted, and counts what they have. What costs a process only (`OWN`) is measured by that process. An
address is told as a number that only those make of it who have the database's key: none is kept, not even for a minute.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from typing import Literal
from weakref import WeakValueDictionary

from torite.service.config import Limits
from torite.service.errors import Refused
from torite.service.security import Rate

What = Literal[
    "hints", "lessons", "rests", "tables", "records", "talk", "names", "exports", "imports", "newcomers", "brought",
    "tables_set", "taken_in", "notes", "experiments_set", "experiments", "rules",
]  # fmt: skip

OWN: tuple[What, ...] = ("hints", "lessons", "rests", "talk")  #: what is asked for at a table that one process serves


class Quotas:
    """The measures of a person.

    Args:
        limits: what they are.
        key: of the database, where other processes count as well.

    Attributes:
        limits: what they are.
    """

    def __init__(self, limits: Limits, key: bytes = b"") -> None:
        self.limits = limits
        self._key = key
        self._untold: Counter[tuple[What, int | str]] = Counter()  # what other processes do not know yet
        measures = {what: getattr(limits, what) for what in What.__args__}  # type: ignore[attr-defined]
        self._rates = {what: Rate(measure.most, measure.seconds) for what, measure in measures.items()}
        self._adding: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def spend(self, what: What, person: int | str, count: int = 1) -> None:
        """Count one, or so many at once, of a person or of an address.

        Raises:
            Refused: when that is too many, with the seconds after which it is allowed; none is counted then.
        """
        rate, who = self._rates[what], self._named(person)
        if not rate.allows(who, count):
            raise Refused(f"quota_{what}", "often", seconds=rate.wait(who, count))
        if self._key and what not in OWN:
            self._untold[what, who] += count

    def _named(self, who: int | str) -> int | str:
        """Name a person, or an address, as all processes do."""
        if not self._key or isinstance(who, int):
            return who
        return "@" + hashlib.blake2b(who.encode(), key=self._key, digest_size=12).hexdigest()

    def untold(self) -> list[str]:
        """Write down, once, what has been counted here: of what how much, and of whom."""
        told, self._untold = self._untold, Counter()
        return [f"{what} {count} {who}" for (what, who), count in told.items()]

    def count(self, told: str) -> None:
        """Count what another process has written down, of another version perhaps, which measures something else."""
        what, count, who = told.split(" ", 2)
        if what in self._rates:
            self._rates[what].count(int(who) if who.isdecimal() else who, int(count))

    def adding(self, person: int) -> asyncio.Lock:
        """Return what somebody holds from counting what is theirs until one more is kept.

        Of several that are asked for at once each then finds those before it, and none has to be given back.
        """
        return self._adding.setdefault(person, asyncio.Lock())

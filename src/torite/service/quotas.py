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
from torite.service.disk_room import DiskRoom
from torite.service.errors import Refused
from torite.service.security import Rate, site_of

What = Literal[
    "hints", "lessons", "rests", "tables", "records", "talk", "names", "exports", "imports", "habits", "newcomers",
    "brought", "tables_set", "taken_in", "notes", "variations", "experiments_set", "experiments", "rules", "codes",
]  # fmt: skip

#: What is measured of an address: also of all that are of its site, which has as many as it likes.
OF_ADDRESS: tuple[What, ...] = ("newcomers", "brought", "tables_set", "taken_in", "experiments_set", "codes")
GROWS: tuple[What, ...] = ("tables", "brought", "taken_in", "experiments", "rules")  #: what needs room on the disk
OWN: tuple[What, ...] = ("hints", "lessons", "rests", "talk")  #: what is asked for at a table that one process serves


class Quotas:
    """The measures of a person.

    Args:
        limits: what they are.
        key: of the database, where other processes count as well.
        room: what is left of the disk.

    Attributes:
        limits: what they are.
        room: what is left of the disk.
    """

    def __init__(self, limits: Limits, key: bytes = b"", room: DiskRoom | None = None) -> None:
        self.limits = limits
        self.room = room or DiskRoom()
        self._key = key
        self._untold: Counter[tuple[str, int | str]] = Counter()  # what other processes do not know yet
        names: tuple[str, ...] = What.__args__  # type: ignore[attr-defined]
        self._rates = {what: self._rate(what) for what in names}
        self._rates |= {_of_site(what): self._rate(what, limits.site) for what in OF_ADDRESS}
        self._adding: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def spend(self, what: What, person: int | str, count: int = 1) -> None:
        """Count one, or so many at once, of a person or of an address.

        Raises:
            Refused: when that is too many, with the seconds after which it is allowed, or the disk has no room for it;
                none is counted then.
        """
        if what in GROWS:
            self.room.check()
        measures = self._measures(what, person)
        if seconds := max(self._rates[measure].wait(who, count) for measure, who in measures):
            raise Refused(f"quota_{what}", "often", seconds=seconds)
        self._count(what, person, count)

    def give_back(self, what: What, person: int | str) -> None:
        """Count one less: nothing of it was begun."""
        self._count(what, person, -1)

    def _measures(self, what: What, person: int | str) -> list[tuple[str, int | str]]:
        """List in which measures something counts, and as whose."""
        site = site_of(person) if what in OF_ADDRESS and isinstance(person, str) else ""
        return [(what, self._named(person)), *([(_of_site(what), self._named(site))] if site else [])]

    def _count(self, what: What, person: int | str, count: int) -> None:
        for measure, who in self._measures(what, person):
            self._rates[measure].count(who, count)
            if self._key and what not in OWN:
                self._untold[measure, who] += count

    def _rate(self, what: str, times: int = 1) -> Rate:
        measure = getattr(self.limits, what)
        return Rate(times * measure.most, measure.seconds)

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


def _of_site(what: str) -> str:
    """Name the measure of a site."""
    return f"{what}/48"

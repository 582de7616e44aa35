"""What a service is set up with: where it keeps things, how much anybody may do, how long things are kept.

All measures stand here, and a host may change each of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

MOST = 1_000_000_000
Number = Annotated[int, Meta(ge=1, le=MOST)]
Days = Annotated[float, Meta(ge=0, le=100_000)]
Pause = Annotated[float, Meta(ge=0, le=600)]


class Measure(Struct, frozen=True, forbid_unknown_fields=True):
    """So many at once, and as many again over so many seconds.

    Attributes:
        most: how many.
        seconds: in which they come back.
    """

    most: Annotated[int, Meta(ge=1, le=MOST)]
    seconds: Annotated[float, Meta(gt=0, le=MOST)]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much anybody may do.

    Of an address (of IPv6, its /64):

    Attributes:
        posts: changes over HTTP in ten seconds.
        reads: questions over HTTP in ten seconds.
        messages: messages over one connection in twenty seconds.
        connections: connections to tables at a time.
        newcomers: changes by people who are not known yet; each may make somebody new.
        brought: records brought in.

    Of a person, over all their connections:

        hints: hints asked for.
        tables: tables set.
        records: records brought in.
        talk: lines of talk.
        open_tables: tables of which they are host and that are not over.
        brought_letters: letters of all records that they have brought and that are kept.
    """

    posts: Number = 60
    reads: Number = 300
    messages: Number = 100
    connections: Number = 128
    hints: Measure = Measure(30, 60.0)
    tables: Measure = Measure(60, 3600.0)
    records: Measure = Measure(30, 3600.0)
    talk: Measure = Measure(20, 30.0)
    newcomers: Measure = Measure(60, 600.0)
    brought: Measure = Measure(120, 3600.0)
    open_tables: Number = 200
    brought_letters: Number = 20_000_000


class Retention(Struct, frozen=True, forbid_unknown_fields=True):
    """How long things are kept, in days; 0 for ever.

    Nothing that somebody made is ever deleted unless a host says so: a private machine has room, and what is lost is
    lost. A service on the internet should set all of them.

    Attributes:
        unbegun: tables that were set and have not begun, since they were last changed.
        unfinished: tables whose match is not over, or that were set aside, since the last entry.
        finished: tables that are over or were closed, since then; their replays and results stay.
        replays: replays and records that were brought, since anybody last looked at one; those of tables that are kept
            stay with them.
        people: people of whom nothing is kept but a name and a language, since they last came. They may be forgotten
            without being asked for: whoever comes back is new and misses nothing.
        every: hours between two times of deleting; 0 for never.
        batch: rows deleted in one go; play waits for as long as that takes.
        share: the part of the time in which deleting may keep the database, from 0.01 to 1.
    """

    unbegun: Days = 0
    unfinished: Days = 0
    finished: Days = 0
    replays: Days = 0
    people: Days = 30
    every: Annotated[float, Meta(ge=0, le=24 * 366)] = 6.0
    batch: Annotated[int, Meta(ge=1, le=10_000)] = 200
    share: Annotated[float, Meta(ge=0.01, le=1)] = 0.2

    @property
    def deletes(self) -> bool:
        """Whether tables are deleted some day."""
        return bool(self.every and self.unbegun and self.unfinished and self.finished)


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """How a service is set up.

    Attributes:
        data: the folder of its database and key.
        origins: the addresses under which it is reached from elsewhere.
        limits: how much anybody may do.
        thinkers: how many processes think; as many as cores if not given.
        seconds: how long a bot searches.
        pace: the shortest and longest pause before a bot acts.
        retention: how long things are kept.
    """

    data: Path
    origins: tuple[str, ...] = ()
    limits: Limits = Limits()
    thinkers: Annotated[int, Meta(ge=0, le=256)] | None = None
    seconds: Annotated[float, Meta(gt=0, le=600)] = 0.4
    pace: tuple[Pause, Pause] = (0.45, 0.9)
    retention: Retention = Retention()

"""What a service is set up with: where it keeps things, how much anybody may do, how long things are kept.

All measures stand here, and a host may change each of them.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct


class Measure(Struct, frozen=True, forbid_unknown_fields=True):
    """So many at once, and as many again over so many seconds.

    Attributes:
        most: how many.
        seconds: in which they come back.
    """

    most: int
    seconds: float


class Waiting(Struct, frozen=True, forbid_unknown_fields=True):
    """How many questions of one person may wait to be thought about; beyond, the rule of thumb answers at once.

    Attributes:
        play: choices of the bots at tables that the person set.
        hint: hints, and whether the rest of a deal matters where the person asks.
        look: whether the rest of a deal matters, looked at unasked.
    """

    play: int = 64
    hint: int = 4
    look: int = 8


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much anybody may do.

    Of an address (of IPv6, its /64):

    Attributes:
        posts: changes over HTTP in ten seconds.
        reads: questions over HTTP in ten seconds.
        messages: messages over one connection in twenty seconds.
        connections: connections to tables at a time.

    Of a person, over all their connections:

        hints: hints asked for.
        lessons: sentences of guided deals.
        rests: questions whether the rest of a deal matters.
        tables: tables set.
        records: records brought in.
        talk: lines of talk.
        waiting: questions that wait to be thought about.
    """

    posts: int = 60
    reads: int = 300
    messages: int = 100
    connections: int = 128
    hints: Measure = Measure(30, 60.0)
    lessons: Measure = Measure(120, 60.0)
    rests: Measure = Measure(30, 60.0)
    tables: Measure = Measure(60, 3600.0)
    records: Measure = Measure(30, 3600.0)
    talk: Measure = Measure(20, 30.0)
    waiting: Waiting = Waiting()


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """How a service is set up.

    Attributes:
        data: the folder of its database and key.
        origins: the addresses under which it is reached from elsewhere.
        limits: how much anybody may do.
        thinkers: how many processes think; as many as cores if not given.
        seconds: how long a bot searches.
        pace: the shortest and longest pause before a bot acts.
    """

    data: Path
    origins: tuple[str, ...] = ()
    limits: Limits = Limits()
    thinkers: int | None = None
    seconds: float = 0.4
    pace: tuple[float, float] = (0.45, 0.9)

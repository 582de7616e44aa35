"""What a service is set up with, and what all its routes share."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from pathlib import Path

from torite.match import Match
from torite.service.guard import Allowed, Rate
from torite.service.hall import Hall
from torite.service.people import People
from torite.service.storage import Storage


@dataclass(frozen=True)
class Limits:
    """How much anybody may do.

    Attributes:
        posts: changes over HTTP from one address in ten seconds.
        reads: questions over HTTP from one address in ten seconds.
        messages: messages over one connection in twenty seconds.
        connections: connections of one address at a time.
    """

    posts: int = 60
    reads: int = 300
    messages: int = 100
    connections: int = 128


@dataclass(frozen=True)
class Setting:
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


@dataclass
class Service:
    """All that the routes share."""

    kept: Storage
    hall: Hall
    people: People
    allowed: Allowed
    limits: Limits
    secure: bool
    posts: Rate
    reads: Rate
    counts: Counter[str]
    connections: Counter[str] = field(default_factory=Counter)
    replays: OrderedDict[str, Match] = field(default_factory=OrderedDict)

"""What all routes of a service share."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field

from torite.match import Match
from torite.service.config import Limits
from torite.service.guard import Allowed, Rate
from torite.service.hall import Hall
from torite.service.people import People
from torite.service.storage import Storage
from torite.service.uses import Uses


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
    uses: Uses
    connections: Counter[str] = field(default_factory=Counter)
    replays: OrderedDict[str, Match] = field(default_factory=OrderedDict)
    unreadable: OrderedDict[str, None] = field(default_factory=OrderedDict)

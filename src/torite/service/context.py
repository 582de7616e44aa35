"""What all routes of a service share."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from dataclasses import dataclass, field

from torite.service.config import Limits
from torite.service.experiments import Experiments
from torite.service.jobs import Continuing, Jobs
from torite.service.kept_bytes import KeptBytes
from torite.service.lab_pool import LabWorkers
from torite.service.lab_room import LabRoom
from torite.service.last_use import Uses
from torite.service.notifications import Notifications
from torite.service.presence import Presence
from torite.service.reach import Reach
from torite.service.resources import Resources
from torite.service.rooms import Rooms
from torite.service.security import Allowed, Held, Rate
from torite.service.storage import Storage
from torite.service.table_registry import TableRegistry
from torite.service.turns import AddressTurns
from torite.service.users import People
from torite.service.worker_pool import WorkerPool


@dataclass
class Service:
    """All that the routes share."""

    kept: Storage
    resources: Resources
    registry: TableRegistry
    people: People
    allowed: Allowed
    limits: Limits
    secure: bool
    posts: Rate
    reads: Rate
    counts: Counter[str]
    files: Rate
    workers: WorkerPool
    uses: Uses
    reach: Reach
    rooms: Rooms
    turns: AddressTurns
    lab: LabWorkers
    experiments: Experiments
    lab_room: LabRoom
    judging: Jobs
    judged: Continuing
    notifications: Notifications
    connections: Held
    presence: Presence = field(default_factory=Presence)
    read_of_lab: KeptBytes = field(default_factory=KeptBytes)
    weighed: KeptBytes = field(default_factory=KeptBytes)
    laying_out: asyncio.Lock = field(default_factory=asyncio.Lock)
    unreadable: OrderedDict[str, None] = field(default_factory=OrderedDict)

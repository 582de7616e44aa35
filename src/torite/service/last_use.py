"""When somebody last came and when a replay was last looked at: kept at most once a day, for what is never used is
deleted some day (`torite.service.retention`)."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

import sqlalchemy as sql

from torite.service import schema, storage
from torite.service.storage import Storage, Unkept

DAY = 24 * 3600.0
REMEMBERED = 50_000


class Uses:
    """What was used in the last day.

    Args:
        kept: where it is kept.
        run: does something that nobody waits for.
    """

    def __init__(self, kept: Storage, run: Callable[[Coroutine[Any, Any, None]], Any]) -> None:
        self._kept = kept
        self._run = run
        self._until: OrderedDict[object, float] = OrderedDict()

    def person(self, person: int) -> None:
        """Remember that somebody came."""
        self._use(schema.person, person)

    def replay(self, replay: str) -> None:
        """Remember that somebody looked at a replay."""
        self._use(schema.replay, replay)

    def _use(self, table: sql.Table, name: int | str) -> None:
        known = (table.name, name)
        if self._until.get(known, 0.0) > time.monotonic():
            return
        self._until[known] = time.monotonic() + DAY
        self._until.move_to_end(known)
        while len(self._until) > REMEMBERED:
            self._until.popitem(last=False)
        self._run(self._write(table, name))

    async def _write(self, table: sql.Table, name: int | str) -> None:
        now = storage.now()
        stale = sql.update(table).where(table.c.id == name, table.c.seen_at < now - DAY)
        with contextlib.suppress(Unkept):
            await self._kept.write((stale.values(seen_at=now), []))

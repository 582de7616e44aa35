"""As much of the service as a table needs: where it is kept, who thinks for its bots, how fast they act."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any

from torite.service.bot_workers import BotWorkers
from torite.service.pauses import Pauses
from torite.service.quotas import Quotas
from torite.service.storage import Storage


class Resources:
    """What all tables of a service share.

    Args:
        kept: where they are kept.
        thinkers: who thinks for bots.
        quotas: how much one person may ask for.
        pace: the shortest and the longest pause before a bot acts, in seconds.
        pauses: how long people take to choose.

    Attributes:
        counts: how often what was refused.
    """

    def __init__(
        self,
        kept: Storage,
        thinkers: BotWorkers,
        quotas: Quotas,
        pace: tuple[float, float] = (0.45, 0.9),
        pauses: Pauses | None = None,
    ) -> None:
        self.kept = kept
        self.thinkers = thinkers
        self.quotas = quotas
        self.pace = pace
        self.pauses = pauses or Pauses()
        self.counts: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[Any]] = set()

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something that is not given up when who asked for it goes away."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self) -> None:
        """Wait until what was begun is finished."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

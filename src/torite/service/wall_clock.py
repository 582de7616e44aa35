"""Whether the wall clock is to be believed: what is old is deleted by it, and it may be wrong.

What it said last is kept in the database every minute. A clock that has gone further since then than the service has
run is doubted, whether it was set forward or the service was off; for some days of running nothing is deleted then, and
whoever runs the service has read of it in the log by the end. What is left of these days is kept too, so that a start
neither ends them nor begins them anew.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import sqlalchemy as sql
import structlog

from torite.service import damaged, schema, storage
from torite.service.storage import Storage

DAY = 24 * 3600.0
JUMP = 12 * 3600.0  #: seconds by which a clock is ahead before that is doubted
BELIEVED = 3 * DAY  #: seconds of running after which it is believed all the same
log = structlog.get_logger()


class WallClock:
    """The wall clock, beside one that nobody can set.

    Args:
        kept: where it is kept what it said.
        wall: the wall clock, in seconds.
        steady: the other one.
    """

    def __init__(
        self, kept: Storage, wall: Callable[[], float] | None = None, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._kept = kept
        self._wall = wall or storage.now
        self._steady = steady
        self._looked_at = steady()

    async def hours_ahead(self) -> float:
        """Tell by how many hours it is ahead where it is doubted, else 0; keeps nothing, for a service beside."""
        before = await self._before()
        gap = self._wall() - before["at"] if before["at"] else 0.0
        ahead = before["ahead"] + gap if before["doubted"] else gap
        return ahead / 3600 if ahead > JUMP else 0.0

    async def _before(self) -> dict[str, float]:
        """Read what was kept last; where that is damaged it begins anew, as in a new database."""
        own = schema.clock
        rows = await self._kept.rows(sql.select(own.c.at, own.c.ahead, own.c.doubted).where(own.c.id == 1))
        if rows and all(isinstance(value, int | float) and math.isfinite(value) for value in rows[0].values()):
            return rows[0]
        damaged.note(own, "1")
        return dict.fromkeys(("at", "ahead", "doubted"), 0.0)

    async def believed(self) -> float | None:
        """Return the time by which what is old may be deleted now, if any; keep what the clock says.

        It may be set forward as soon as this was asked: what is deleted goes by the time that was believed.

        Raises:
            Unkept: when that cannot be kept: then nothing may be deleted either.
        """
        own, before = schema.clock, await self._before()
        steady, wall = self._steady(), self._wall()
        ran = steady - self._looked_at
        gap = wall - before["at"] - ran if before["at"] else 0.0
        doubted, ahead = max(0.0, min(BELIEVED, before["doubted"]) - ran), before["ahead"] + gap
        # A service that is off every night would else never come to the end of these days.
        anew = gap > (BELIEVED if doubted else JUMP)
        if anew:
            doubted = BELIEVED
        if not doubted or ahead <= JUMP:  # in time, or it was set right
            doubted = ahead = 0.0
        values = {"id": 1, "at": wall, "ahead": ahead, "doubted": doubted}
        await self._kept.write((sql.delete(own).where(own.c.id == 1), []), (sql.insert(own), [values]))
        self._looked_at = steady
        if anew:
            hours, days = round(gap / 3600), round(BELIEVED / DAY)
            log.warning("the clock is ahead; nothing is deleted for some days of running", by_hours=hours, days=days)
        return None if doubted else wall

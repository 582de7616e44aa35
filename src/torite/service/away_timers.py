"""Who is missed at a table: people who went, for whom a bot sits in when they stay away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class AwayTimers:
    """The people of a table who are away, by seat, each for a while."""

    def __init__(self) -> None:
        self._timers: dict[int, asyncio.TimerHandle] = {}

    def miss(self, seat: int, grace: float, stays_away: Callable[[int], None]) -> None:
        """Wait for the person of a seat, unless that is done already.

        Args:
            seat: the seat.
            grace: for so many seconds.
            stays_away: called with the seat when they have not come.
        """
        if seat not in self._timers:
            self._timers[seat] = asyncio.get_running_loop().call_later(grace, self._ran_out, seat, stays_away)

    def _ran_out(self, seat: int, stays_away: Callable[[int], None]) -> None:
        del self._timers[seat]
        stays_away(seat)

    def not_missed(self, seat: int) -> None:
        """Wait no longer for the person of a seat."""
        timer = self._timers.pop(seat, None)
        if timer is not None:
            timer.cancel()

    def stop(self) -> None:
        """Wait for nobody."""
        for timer in self._timers.values():
            timer.cancel()

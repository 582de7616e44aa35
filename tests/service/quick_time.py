"""An event loop in which waiting takes no time: hours at a table pass in seconds, and come out the same every time.

Nothing may wait for another thread or process there.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any


class Leaping(selectors.SelectSelector):
    """Does not wait: tells how long it would have."""

    def __init__(self) -> None:
        super().__init__()
        self.gone = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready, as if the time had passed."""
        found = super().select(0)
        if not found:
            assert timeout is not None, "everybody waits for something that never comes"
            self.gone += max(0.0, timeout)
        return found


class QuickLoop(asyncio.SelectorEventLoop):
    """A loop whose clock leaps to when something is due."""

    def __init__(self) -> None:
        self._leaping = Leaping()
        super().__init__(self._leaping)

    def time(self) -> float:
        """Return the seconds since it began."""
        return self._leaping.gone


def run_quickly(work: Coroutine[Any, Any, Any]) -> Any:
    """Run something in such a loop."""
    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        return runner.run(work)

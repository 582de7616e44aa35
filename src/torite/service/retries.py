"""When a table tries again what it could not keep: soon at first, then more and more seldom."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from torite.service.storage import Storage

AGAIN, LATEST_AGAIN = 1.0, 16.0  #: seconds after which what could not be kept is tried again, first and at most


class Retries:
    """The tries of one table.

    Many tables on a full disk would keep everybody busy. So each waits twice as long as before, but no longer than the
    first time as soon as anything at all was kept meanwhile, whoever wrote it.
    """

    def __init__(self) -> None:
        self._failed = 0  # how often it was tried in vain
        self._timer: asyncio.TimerHandle | None = None

    def later(self, kept: Storage, again: Callable[[], None]) -> None:
        """Try again when it is time, unless that is planned already.

        Args:
            kept: where it could not be kept.
            again: tries it.
        """
        if self._timer is None:
            seconds = min(AGAIN * 2.0**self._failed, LATEST_AGAIN)
            self._failed += 1
            self._wait(kept, again, asyncio.get_running_loop().time() + seconds, kept.successes)

    def _wait(self, kept: Storage, again: Callable[[], None], due: float, successes: int) -> None:
        self._timer = asyncio.get_running_loop().call_later(AGAIN, self._look, kept, again, due, successes)

    def _look(self, kept: Storage, again: Callable[[], None], due: float, successes: int) -> None:
        if asyncio.get_running_loop().time() < due and kept.successes == successes:
            self._wait(kept, again, due, successes)
        else:
            self._timer = None
            again()

    def done(self) -> None:
        """Begin anew with short waits: something was kept."""
        self._failed = 0
        self.stop()

    def stop(self) -> None:
        """Try nothing again."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

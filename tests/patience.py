"""How tests wait: for what they need, never for a time that has to be enough."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable
from typing import Any

PATIENCE = 300.0  #: seconds that anything may take on the busiest machine; a test as a whole has 600

#: Who has waited long is asked less often, a twentieth of what it has waited later, at most so many seconds: a look at
#: all processes takes a hundredth of a second, and whoever is waited for needs the processor.
RARELY = 0.1


async def until_so(so: Callable[[], Any], every: float = 0.01) -> Any:
    """Wait until something is so, and let everything else go on meanwhile.

    Args:
        so: what is asked, a coroutine or plain.
        every: seconds from one question to the next, at first.

    Returns:
        the answer.

    Raises:
        TimeoutError: when it has not been so for `PATIENCE`; it says what was waited for.
    """
    end = time.monotonic() + PATIENCE
    while True:
        found = so()
        if inspect.isawaitable(found):
            found = await found
        if found:
            return found
        _check(end, so, None)
        await asyncio.sleep(_pause(end, every))


def wait_until(so: Callable[[], Any], why: Callable[[], object] | None = None, every: float = 0.02) -> Any:
    """Do the same where nothing else goes on.

    Args:
        so: what is asked.
        why: what the error says besides, as a log.
        every: seconds from one question to the next, at first.
    """
    end = time.monotonic() + PATIENCE
    while not (found := so()):
        _check(end, so, why)
        time.sleep(_pause(end, every))
    return found


def _pause(end: float, every: float) -> float:
    """Say how long to let everybody else work before the next question."""
    waited = PATIENCE - (end - time.monotonic())
    return max(every, min(RARELY, waited / 20))


def _check(end: float, so: Callable[[], Any], why: Callable[[], object] | None) -> None:
    if time.monotonic() < end:
        return
    try:
        asked = inspect.getsource(so).strip()
    except (OSError, TypeError):
        asked = repr(so)
    raise TimeoutError(f"in {PATIENCE:.0f} seconds it has not become so: {asked} {why() if why else ''}")

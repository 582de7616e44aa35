"""How late answers come, of late, and so how long a choice waits for a process."""

from __future__ import annotations

import heapq
import math
from collections import deque
from collections.abc import Sequence

LATE = 32  #: answers from which is told how late they come
SPARE = 1.1  #: times the lateness of late that is allowed for
SOONEST, USUAL = 0.03, 0.1  #: seconds of lateness that are allowed for at least, and before any is known


class Lateness:
    """The seconds beyond their thinking time after which answers came, of late."""

    def __init__(self) -> None:
        self._known: deque[float] = deque(maxlen=LATE)

    def note(self, seconds: float) -> None:
        """Note how late one came."""
        self._known.append(seconds)

    def allowed(self, most: float) -> float:
        """Return after how long nearly every answer has come; at most so many seconds."""
        known = sorted(self._known)
        return min(max(SOONEST, SPARE * known[len(known) * 15 // 16]), most) if known else USUAL


def wait(free: Sequence[float], ahead: int, others: bool, seconds: float, late: float) -> float:
    """Estimate how long a choice waits for a process.

    Args:
        free: after how many seconds each process is free.
        ahead: how many choices come before it.
        others: whether questions of other kinds wait, for which all processes but one are taken too.
        seconds: how long each choice takes.
        late: how much later than that its answer comes.

    Returns:
        seconds; infinite where there is no process.
    """
    if not free:
        return math.inf
    lanes = list(free)
    if others and len(lanes) == 1:
        ahead = 2 * ahead + 1
    elif others:
        lanes.remove(max(lanes))
    heapq.heapify(lanes)
    for _ in range(ahead):
        heapq.heapreplace(lanes, lanes[0] + seconds + late)
    return lanes[0] + (seconds if ahead else 0.0)  # others may come first

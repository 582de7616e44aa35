"""What a service's process takes, sampled while it runs: memory, handles, threads and children, and how they grow."""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HOUR = 3600.0


@dataclass(frozen=True)
class Sample:
    """A process at one moment.

    Attributes:
        at: when, by the monotonic clock.
        life: which of its lives it is; every start begins one.
        memory: that it holds, in MB.
        files: open handles that are no sockets.
        sockets: open sockets.
        threads: its threads.
        children: its child processes.
        zombies: those of them that have ended and were not waited for.
    """

    at: float
    life: int
    memory: float
    files: int
    sockets: int
    threads: int
    children: int
    zombies: int


def sampled(pid: int, at: float, life: int) -> Sample:
    """Take a sample.

    Raises:
        OSError: when there is no such process.
    """
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    kinds = []
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        try:
            kinds.append(os.readlink(handle).partition(":")[0])
        except OSError:  # closed since it was listed
            continue
    states = [_state(child) for child in children(pid)]
    return Sample(
        at, life, int(status["VmRSS"].split()[0]) / 1024, len(kinds) - kinds.count("socket"), kinds.count("socket"),
        int(status["Threads"]), len(states), states.count("Z"),
    )  # fmt: skip


def children(pid: int) -> list[int]:
    """List the child processes of a process."""
    found = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in found for child in file.read_text().split()]


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "gone"


@dataclass(frozen=True)
class Slope:
    """How something grows.

    Attributes:
        an_hour: by how much in an hour.
        give: half of its interval of 95 per cent.
        hours: over which it was seen.
    """

    an_hour: float
    give: float
    hours: float


def slope(samples: Sequence[Sample], warm: float) -> Slope | None:
    """Fit a line to the memory: one slope, each life with a level of its own; None where too little was seen.

    Neighbouring samples are alike, so they count for less than their number: the interval is widened by the correlation
    of each residual with the next.

    Args:
        samples: in order.
        warm: seconds at the beginning of each life that do not count.
    """
    lives: dict[int, list[Sample]] = {}
    for sample in samples:
        lives.setdefault(sample.life, []).append(sample)
    points: list[tuple[float, float]] = []
    seen, levels = 0.0, 0
    for life in lives.values():
        kept = [sample for sample in life if sample.at - life[0].at >= warm]
        if len(kept) > 2:
            at, level = _mean([s.at for s in kept]), _mean([s.memory for s in kept])
            points += [((s.at - at) / HOUR, s.memory - level) for s in kept]
            seen += (kept[-1].at - kept[0].at) / HOUR
            levels += 1
    spread = sum(x * x for x, _ in points)
    if len(points) < 10 or not spread:
        return None
    rise = sum(x * y for x, y in points) / spread
    rest = [y - rise * x for x, y in points]
    of_all = sum(r * r for r in rest)
    alike = sum(a * b for a, b in itertools.pairwise(rest)) / of_all if of_all else 0.0
    alike = min(max(alike, 0.0), 0.99)
    error = math.sqrt(of_all / (len(points) - levels - 1) / spread * (1 + alike) / (1 - alike))
    return Slope(rise, 1.96 * error, seen)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)

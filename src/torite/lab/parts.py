"""Hands out the matches of a run in parts, which are played anywhere and come back in any order."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from queue import SimpleQueue

from msgspec import Struct

from torite.errors import ToriteError
from torite.lab.processes import processes, workers_of
from torite.lab.work import MatchSums, Work, played

FIRST = 1  #: matches of the first parts, from which it is seen how long one takes
LONGER = 64  #: times as many as in the part before are in a part at most
LARGEST = 1 << 20  #: matches of a part
LONG = 1.0  #: seconds that a part should take: the way to another process and back takes about a thousandth
SHORTEST = 16  #: the part of that which the last ones take at least
AHEAD = 2  #: parts handed out for each process
KILLED = "KilledWorker"  #: what Dask raises for what ended its workers too often


class Part(Struct, forbid_unknown_fields=True):
    """Matches that were played.

    Attributes:
        first, times: which, counted from the work's first, and how many.
        sums: what came of them.
    """

    first: int
    times: int
    sums: MatchSums

    @property
    def end(self) -> int:
        """The match behind the last."""
        return self.first + self.times

    def __add__(self, other: Part) -> Part:
        """Add the part that follows."""
        return Part(self.first, self.times + other.times, self.sums + other.sums)


class WorkerFails(ToriteError):
    """A worker could not play a part, or whoever hands parts out is gone."""

    code = "worker-fails"


class Broken(Exception):
    """An executor that plays nothing more, for one of its processes was ended.

    Attributes:
        lost: the first match, and how many, of each part that was on its way.
    """

    def __init__(self, lost: Sequence[tuple[int, int]]) -> None:
        super().__init__(lost)
        self.lost = lost


def parts(work: Work, ranges: Sequence[tuple[int, int]], executor: Executor | None = None) -> Iterator[Part]:
    """Play matches part by part.

    Args:
        work: what is played.
        ranges: the first match of each range, and the one behind its last.
        executor: where; here if none is given.

    Yields:
        What is done, in whatever order it is.

    Raises:
        Broken: when an executor is.
        WorkerFails: when a part was given up there, for whatever it raised.
    """
    ahead = _Ahead(ranges)
    if executor is None:
        while (part := ahead.take()) is not None:
            sums, seconds = played(work, *part)
            ahead.learn(part[1], seconds)
            yield Part(*part, sums)
        return
    waiting: dict[Future[tuple[MatchSums, float]], tuple[int, int]] = {}
    finished: SimpleQueue[Future[tuple[MatchSums, float]]] = SimpleQueue()
    try:
        while True:
            most = AHEAD * workers_of(executor)
            while len(waiting) < most and (part := ahead.take(most)) is not None:
                future = executor.submit(played, work, *part)
                waiting[future] = part
                future.add_done_callback(finished.put)
            if not waiting:
                return
            future = finished.get()
            sums, seconds = _came(work, waiting, future)
            part = waiting.pop(future)
            ahead.learn(part[1], seconds)
            yield Part(*part, sums)
    except BrokenExecutor:
        raise Broken([*waiting.values()]) from None
    finally:
        for future in waiting:
            future.cancel()


def _came(
    work: Work,
    waiting: Mapping[Future[tuple[MatchSums, float]], tuple[int, int]],
    future: Future[tuple[MatchSums, float]],
) -> tuple[MatchSums, float]:
    """Return what came of a part, or say why nothing did."""
    first, times = waiting[future]
    try:
        return future.result()
    except (ToriteError, BrokenExecutor):
        raise
    except Exception as fault:
        if type(fault).__name__ == KILLED:
            raise kills(work, first, times) from None
        why = f"{type(fault).__name__}: {fault}".replace("\n", " ")
        raise WorkerFails("error.worker_fails", first=work.first + first, times=times, why=why) from fault


def kills(work: Work, first: int, times: int) -> WorkerFails:
    """Say that a part ended what played it as often as it was tried; `alone` are the options that play it by itself."""
    alone = {"first": work.first + first, "matches": times, "jobs": 1}
    return WorkerFails("error.part_kills", first=work.first + first, last=work.first + first + times - 1, alone=alone)


def one_by_one(work: Work, lost: Sequence[tuple[int, int]], tries: int) -> Iterator[Part]:
    """Play parts in a process of their own, each alone on its way, and again where that process is ended.

    Raises:
        WorkerFails: when one of them ended it each time.
    """
    left, tried = deque(lost), 0
    while left:
        with processes(1) as executor, contextlib.suppress(BrokenExecutor):
            while left:
                tried += 1
                future = executor.submit(played, work, *left[0])
                sums, _ = _came(work, {future: left[0]}, future)
                part, tried = left.popleft(), 0
                yield Part(*part, sums)
        if tried == tries:
            raise kills(work, *left[0])


class _Ahead:
    """What is still to be handed out, in parts that take about as long as they should."""

    def __init__(self, ranges: Sequence[tuple[int, int]]) -> None:
        self._ranges = [part for part in reversed(ranges) if part[0] < part[1]]
        self._size = FIRST

    def take(self, shared_by: int = 1) -> tuple[int, int] | None:
        """Take a part: the first of its matches, and how many; smaller ones at the end, for all to end alike."""
        if not self._ranges:
            return None
        first, end = self._ranges.pop()
        left = end - first + sum(end - first for first, end in self._ranges)
        share = max(1, self._size // SHORTEST, left // shared_by) if shared_by > 1 else left
        times = min(end - first, self._size, share)
        if first + times < end:
            self._ranges.append((first + times, end))
        return first, times

    def learn(self, times: int, seconds: float) -> None:
        """Learn how long a part took."""
        self._size = max(1, min(LARGEST, times * LONGER, round(times * LONG / max(seconds, 1e-6))))

"""Many matches in parts that can be played anywhere and in any order, and are added up to the same.

A part is played by `played`, which any `concurrent.futures.Executor` can call: all it takes and returns can be sent to
another process, or another machine.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from queue import SimpleQueue
from typing import Any

from msgspec import Struct

from torite.errors import ToriteError
from torite.games import find
from torite.lab.contestants import Clocks, clocked
from torite.lab.duel import Duel, Signs, fought, none_fought, worth_of
from torite.lab.loops import CHOICES
from torite.lab.observed import Observed, none_seen, observed, outer
from torite.lab.table import Table
from torite.lab.tally import Tally, added, nothing, tallied

FIRST = 1  #: matches of the first parts, from which it is seen how long one takes
LONGER = 64  #: times as many as in the part before are in a part at most
LARGEST = 1 << 20  #: matches of a part
SLICE = 4096  #: matches that are added up together; what comes of each is in memory till then
LONG = 1.0  #: seconds that a part should take: the way to another process and back takes about a thousandth
SHORTEST = 16  #: the part of that which the last ones take at least
AHEAD = 2  #: parts handed out for each process
LONGEST = 50_000  #: choices of a match that is looked at: each step of it is kept until it is over
KILLED = "KilledWorker"  #: what Dask raises for what ended its workers too often


@dataclass(frozen=True)
class BotTable:
    """A table of bots, by what it is made of.

    Attributes:
        variant: its name.
        seats: number of seats.
        options: every option, as text.
        bots: who plays at each seat; see `torite.lab.contestants.contestant`.
    """

    variant: str
    seats: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Work:
    """What is played: the same deals at one table, or at several that are compared.

    Attributes:
        sides: the tables.
        seed: of match i it is the stream i that chance is drawn from, at each table.
        first: the match that all others are counted from.
        whole: whole matches; else first deals only.
        seconds: thinking time of a decision, for search.
        rules: a hash of all that the rules of each table are made of.
        observed: how many matches, from the first, are looked at choice by choice.
        signs: where two bots change seats from table to table, what the payoff of each table and seat counts in the
            difference between them; see `torite.lab.duel`.
    """

    sides: tuple[BotTable, ...]
    seed: int
    first: int
    whole: bool
    seconds: float
    rules: tuple[str, ...]
    observed: int = 0
    signs: Signs = ()

    @property
    def worth(self) -> int:
        """By what measure one of two bots does better than the other."""
        return worth_of(self.whole, self.sides[0].seats)


class MatchSums(Struct, forbid_unknown_fields=True):
    """What came of some matches.

    Attributes:
        sides: the sums of each table.
        products: of each two tables, the first with each behind it and so on: for each seat and measure, the sum of
            what came at one times what came at the other; empty where two bots change seats.
        seen: what was seen at each table; empty where nobody looks on.
        beside: of each table but the first, the products of each measure seen at the first and each seen there.
        duel: what came of two bots that change seats; empty where none do.
        clocks: of each bot that is no compiled loop, its choices and the nanoseconds that they took. No two runs have
            the same.
    """

    sides: list[Tally]
    products: list[list[list[int]]]
    seen: list[Observed]
    beside: list[list[list[int]]]
    duel: list[Duel] = []
    clocks: Clocks = {}

    def __add__(self, other: MatchSums) -> MatchSums:
        """Add what came of other matches of the same work."""
        sides = [one + more for one, more in zip(self.sides, other.sides, strict=True)]
        products = [added(one, more) for one, more in zip(self.products, other.products, strict=True)]
        seen = [one + more for one, more in zip(self.seen, other.seen, strict=True)]
        beside = [added(one, more) for one, more in zip(self.beside, other.beside, strict=True)]
        duel = [one + more for one, more in zip(self.duel, other.duel, strict=True)]
        return MatchSums(sides, products, seen, beside, duel, clocked(self.clocks, other.clocks))

    @property
    def matches(self) -> int:
        """How many they were, at each table."""
        return self.sides[0].matches


class OtherRules(ToriteError):
    """A part that was to be played by other rules than those of who asked for it."""

    code = "other-rules"


def work_of(
    tables: Sequence[Table], whole: bool, seconds: float, first: int = 0, observed: int = 0, signs: Signs = ()
) -> Work:
    """Describe what is played at tables, from a match on, so that it can be sent."""
    sides = tuple(
        BotTable(one.variant.name, one.seats, tuple(sorted(one.options.texts().items())), tuple(one.bots))
        for one in tables
    )
    return Work(sides, tables[0].seed, first, whole, seconds, tuple(one.game.digest for one in tables), observed, signs)


def played(work: Work, first: int, times: int) -> tuple[MatchSums, float]:
    """Play a part; return its sums and the seconds it took, without getting ready.

    Args:
        work: what is played.
        first, times: which matches, counted from the work's first, and how many.

    Raises:
        OtherRules: where the rules are not those that the work was described by.
    """
    tables = get_ready(work)
    began = time.perf_counter()
    sums = nothing_yet = none_played(work)
    compiled = _all_compile(tables)
    for at in range(first, first + times, SLICE):
        some = min(SLICE, first + times - at)
        clocks: Clocks = {}
        how: dict[str, Any] = {"compiled": compiled, "clocks": clocks}
        results = [table.results(work.first + at, some, work.whole, work.seconds, **how) for table in tables]
        seats = [of_seats for of_seats, _ in results]
        products = [] if work.signs else [(one * other).sum(axis=0).tolist() for one, other in combinations(seats, 2)]
        duel = [fought(seats, work.signs, work.worth)] if work.signs else []
        tallies = [tallied(*result, work.whole) for result in results]
        sums += MatchSums(tallies, products, nothing_yet.seen, nothing_yet.beside, duel, clocks)
        for match in range(at, min(at + some, work.observed)):
            if all(choices[match - at][CHOICES] <= LONGEST for _, choices in results):
                sums += _looked_at(work, tables, match, nothing_yet)
    return sums, time.perf_counter() - began


def _looked_at(work: Work, tables: Sequence[Table], match: int, nothing_yet: MatchSums) -> MatchSums:
    """Look at a match at each table, choice by choice."""
    looked = [observed(table, work.first + match, work.whole, work.seconds) for table in tables]
    beside = [outer(looked[0].totals, other.totals) for other in looked[1:]]
    return MatchSums(nothing_yet.sides, nothing_yet.products, looked, beside, nothing_yet.duel)


def none_played(work: Work) -> MatchSums:
    """Return the sums of no match."""
    sides = [nothing(side.seats) for side in work.sides]
    seen = [none_seen(find(side.variant)[0]) for side in work.sides] if work.observed else []
    products = [] if work.signs else [one.totals for one, _ in combinations(sides, 2)]
    duel = [none_fought()] if work.signs else []
    return MatchSums(sides, products, seen, [one.products for one in seen[1:]], duel)


def get_ready(work: Work) -> list[Table]:
    """Open the tables, with all compiled that plays there.

    Raises:
        OtherRules: where the rules are not those that the work was described by.
    """
    tables = _tables(work)
    compiled = _all_compile(tables)
    for table in tables:
        table.get_ready(compiled)
    return tables


def _all_compile(tables: Sequence[Table]) -> bool:
    """Tell whether compiled loops play at all tables: they draw other chance than a match does, so all do or none."""
    return all(table.compiles for table in tables)


@lru_cache(maxsize=32)
def _tables(work: Work) -> list[Table]:
    for side, rules in zip(work.sides, work.rules, strict=True):
        here = find(side.variant)[0].digest
        if here != rules:
            raise OtherRules("error.other_rules", name=side.variant, here=here, wanted=rules)
    return [Table(side.variant, side.seats, dict(side.options), side.bots, work.seed) for side in work.sides]


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


def processes(number: int | None = None) -> Executor:
    """Make an executor of processes of this machine: as many as there are cores, if not given."""
    return _Processes(number or os.cpu_count() or 1, multiprocessing.get_context("spawn"), _leave_to_parent)


class _Processes(ProcessPoolExecutor):
    """Processes that an interrupt does not end, not even while they start."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # what is started now has it blocked
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_to_parent() -> None:
    """Let an interrupt, which all processes of a terminal get, be the parent's alone, and end when the parent has."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End where the parent was killed: nobody would ask for anything any more, nor tell of it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def workers_of(executor: Executor) -> int:
    """Tell how many parts an executor plays at once; as many as this machine has cores, where it does not say."""
    told: Any = getattr(executor, "workers", None) or getattr(executor, "_max_workers", None)
    return int(told or os.cpu_count() or 1)

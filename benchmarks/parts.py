"""Measure what playing in parts costs, and what more workers bring: `python -m benchmarks.parts [--most 2]`.

For each place (this process; processes of this machine; a Dask scheduler's workers on it) a run of first deals at two
tables is played with one worker and with more, in turns. Printed are deals compared a second; the efficiency, which is
that of n workers to n times that of this process alone; how long a part of one deal is on its way; and how many empty
parts a second go there and back. Last, what a part is sent and answered in, and what adding it up costs who asked.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import pickle
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from typing import Any

from torite.lab import Table, cluster, processes
from torite.lab.parts import parts
from torite.lab.run import Run
from torite.lab.work import Work, get_ready, none_played, played, work_of

SECONDS = 10.0  #: that a run should take here
ROUNDS = 2
MANY = 1_000_000_000  #: deals that are added up, of which none is played
EMPTY = 500  #: parts of one deal each, for what a part costs


def work() -> Work:
    """Return the work that is measured: agurk against agurk-trad, rule of thumb, first deals."""
    return work_of([Table(name, None, None, ["simple"], 1) for name in ("agurk", "agurk-trad")], False, 0.05)


@contextlib.contextmanager
def dask(number: int) -> Iterator[Executor]:
    """Start a scheduler with workers on this machine."""
    distributed: Any = importlib.import_module("distributed")

    with (
        distributed.LocalCluster(n_workers=number, threads_per_worker=1, dashboard_address=None) as started,
        cluster(started.scheduler_address) as executor,
    ):
        yield executor


def places(most: int) -> dict[str, list[int]]:
    """List the numbers of workers for each kind of place."""
    numbers = [1 << power for power in range(most.bit_length())]
    return {"processes": numbers, "dask": numbers}


def rate(what: Work, deals: int, executor: Executor | None) -> float:
    """Return deals compared a second."""
    run = Run(what)
    began = time.perf_counter()
    run.go_on(deals, executor=executor)
    return deals / (time.perf_counter() - began)


def cost(what: Work, executor: Executor) -> float:
    """Return the seconds that a part of one deal takes, where one worker has nothing else to do."""
    list(parts(what, [(0, 100)], executor))
    began = time.perf_counter()
    for _ in range(EMPTY):
        executor.submit(played, what, 0, 1).result()
    return (time.perf_counter() - began) / EMPTY


def back_and_forth(what: Work, executor: Executor) -> float:
    """Return how many empty parts a second go there and back."""
    began = time.perf_counter()
    for future in [executor.submit(played, what, 0, 0) for _ in range(EMPTY)]:
        future.result()
    return EMPTY / (time.perf_counter() - began)


class AtOnce(Executor):
    """Says at once that it has played a part, as if many had."""

    workers = 1000

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Answer with sums of zeros."""
        what, _, times = args
        sums = none_played(what)
        for side in sums.sides:
            side.matches = times
        future: Future[Any] = Future()
        future.set_result((sums, times / 350_000))
        return future


def adding(what: Work) -> float:
    """Return the seconds that who asked needs to hand out a part and add up what came of it."""
    parts_done = 0

    def progress(done: int, wanted: int) -> None:
        nonlocal parts_done
        parts_done += 1

    began = time.perf_counter()
    Run(what).go_on(MANY, progress, executor=AtOnce())
    return (time.perf_counter() - began) / parts_done


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--most", type=int, default=2, help="workers at most")
    asked.add_argument("--seconds", type=float, default=SECONDS, help="that a run should take here")
    given = asked.parse_args()
    most = given.most
    what = work()
    get_ready(what)
    deals = round(given.seconds * rate(what, 200_000, None))
    found: dict[tuple[str, int], list[float]] = {}
    costs: dict[str, tuple[float, float]] = {}
    with contextlib.ExitStack() as stack:
        executors: dict[tuple[str, int], Executor | None] = {("here", 1): None}
        for kind, numbers in places(most).items():
            for number in numbers:
                made = processes(number) if kind == "processes" else dask(number)
                there = executors[kind, number] = stack.enter_context(made)
                costs[kind] = (*costs.get(kind, (cost(what, there),))[:1], back_and_forth(what, there))
        for _ in range(ROUNDS):
            for key, executor in executors.items():
                found.setdefault(key, []).append(rate(what, deals * key[1], executor))
    alone = found["here", 1]
    print(f"{'place':12}{'workers':>8}{'deals a second':>16}{'efficiency':>12}{'on its way':>12}{'parts a second':>16}")
    for (kind, number), rates in found.items():
        ratios = [rate / (number * one) for rate, one in zip(rates, alone, strict=True)]
        way, back = costs.get(kind, (0.0, 0.0))
        print(
            f"{kind:12}{number:>8}{statistics.median(rates):>16,.0f}{statistics.median(ratios):>12.3f}"
            f"{way * 1e3:>9.2f} ms{back:>16,.0f}"
        )
    sent, answered = (len(pickle.dumps(one)) for one in ((played, (what, 123_456, 100_000)), played(what, 0, 100_000)))
    added = f"adding it up takes {adding(what) * 1e6:.0f} µs"
    print(f"A part is sent in {sent:,} bytes and answered in {answered:,}; {added}.")


if __name__ == "__main__":
    main()

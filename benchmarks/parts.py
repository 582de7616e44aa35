"""Measure what playing in parts costs, and what more workers bring: `python -m benchmarks.parts [--most 2]`.

For each place (this process; processes of this machine; a Dask scheduler's workers on it) a run of first deals at two
tables is played with one worker and with more, in turns. Printed are deals compared a second; the efficiency, which is
that of n workers to n times that of this process alone; and how long a part of one deal is on its way.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

from torite.lab import Table, cluster, processes
from torite.lab.run import Run
from torite.lab.work import Work, get_ready, parts, played, work_of

SECONDS = 10.0  #: that a run should take here
ROUNDS = 2
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


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--most", type=int, default=2, help="workers at most")
    most = asked.parse_args().most
    what = work()
    get_ready(what)
    deals = round(SECONDS * rate(what, 200_000, None))
    found: dict[tuple[str, int], list[float]] = {}
    costs: dict[str, float] = {}
    with contextlib.ExitStack() as stack:
        executors: dict[tuple[str, int], Executor | None] = {("here", 1): None}
        for kind, numbers in places(most).items():
            for number in numbers:
                made = processes(number) if kind == "processes" else dask(number)
                executors[kind, number] = stack.enter_context(made)
                costs.setdefault(kind, cost(what, executors[kind, number]))  # type: ignore[arg-type]
        for _ in range(ROUNDS):
            for key, executor in executors.items():
                found.setdefault(key, []).append(rate(what, deals * key[1], executor))
    alone = found["here", 1]
    print(f"{'place':12}{'workers':>8}{'deals a second':>16}{'efficiency':>12}{'a part costs':>14}")
    for (kind, number), rates in found.items():
        ratios = [rate / (number * one) for rate, one in zip(rates, alone, strict=True)]
        told = f"{costs[kind] * 1e3:.2f} ms" if kind in costs else ""
        print(f"{kind:12}{number:>8}{statistics.median(rates):>16,.0f}{statistics.median(ratios):>12.3f}{told:>14}")


if __name__ == "__main__":
    main()

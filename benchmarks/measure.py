"""Time pieces of work against each other on a noisy machine.

The machine may run everything twice as slowly for seconds at a time, so no figure is taken alone: the slices
take turns, some 40 ms each, round after round, and each is compared with the reference inside every round,
where both meet nearly the same noise. Trust the speeds relative to the reference before the nanoseconds.

    slices = [Slice("ours", lambda: repeated(play_one_deal)), *hearts_peers.SLICES]
    print(table(measure(slices, reference="ours")))
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

Run = Callable[[float], tuple[int, float]]
"""Works for about so many milliseconds; returns how many units were done and the seconds they took."""


FEWEST = 3  #: rounds: the first is discarded, and of one alone there is no spread


class Unavailable(Exception):
    """Raised by a slice that lacks what it needs here; the message says what."""


@dataclass(frozen=True)
class Slice:
    """One thing to time: `prepare` builds it, warms it up and returns its run, or raises Unavailable."""

    name: str
    prepare: Callable[[], Run]
    unit: str = "decision"


@dataclass(frozen=True)
class Spread:
    """A figure's median over the rounds, its 10 % and 90 % quantiles, and the least of all."""

    median: float
    low: float
    high: float
    least: float


@dataclass(frozen=True)
class Timing:
    """What one slice took: nanoseconds per unit, and how many times as fast as the reference it was.

    `speed` is None where the reference counts other units or could not run.
    """

    name: str
    unit: str
    nanoseconds: Spread
    speed: Spread | None


@dataclass(frozen=True)
class Report:
    """The timings in the order asked for, and why the slices that are missing could not run."""

    reference: str
    timings: list[Timing]
    unavailable: dict[str, str]


def repeated(work: Callable[[], int]) -> Run:
    """Warm `work` up and return a run that calls it until the time is over; it returns the units it did.

    One call should last well under a slice and well over a microsecond: looking at the clock costs time too.
    """
    work()

    def run(milliseconds: float) -> tuple[int, float]:
        began = now = time.perf_counter()
        units = 0
        while now - began < milliseconds / 1000:
            units += work()
            now = time.perf_counter()
        return units, now - began

    return run


def spread(samples: Sequence[float]) -> Spread:
    """Summarise at least two samples, in their own unit."""
    tenths = statistics.quantiles(samples, n=10, method="inclusive")
    return Spread(statistics.median(samples), tenths[0], tenths[-1], min(samples))


def measure(slices: Sequence[Slice], reference: str, rounds: int = 15, milliseconds: float = 40.0) -> Report:
    """Alternate the slices, `milliseconds` each, for `rounds` rounds (3 or more), the first only to warm up.

    `reference` is a slice's name. A slice may overrun its milliseconds by one call of its work.
    """
    runs: dict[str, Run] = {}
    unavailable: dict[str, str] = {}
    for each in slices:
        try:
            runs[each.name] = each.prepare()
        except Unavailable as reason:
            unavailable[each.name] = str(reason)
    nanoseconds: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(rounds):
        for name, run in runs.items():
            units, seconds = run(milliseconds)
            if number > 0:
                nanoseconds[name].append(1e9 * seconds / units)
    units_of = {each.name: each.unit for each in slices}
    timings = []
    for name, own in nanoseconds.items():
        timing = Timing(name, units_of[name], spread(own), None)
        if reference in runs and units_of[reference] == timing.unit:
            base = nanoseconds[reference]
            timing = replace(timing, speed=spread([a / b for a, b in zip(base, own, strict=True)]))
        timings.append(timing)
    return Report(reference, timings, unavailable)


def table(report: Report) -> str:
    """Print-ready text: a line for each slice, medians with 10 % and 90 % quantiles in brackets, the least."""
    lines = [
        f"{'':44}{'unit':12}{'ns per unit':>28}{'least':>10}{'per second':>14}   times as fast as {report.reference}"
    ]
    for timing in report.timings:
        nanoseconds, speed = timing.nanoseconds, timing.speed
        lines.append(
            f"{timing.name:44}{timing.unit:12}{_figure(nanoseconds):>28}{_number(nanoseconds.least):>10}"
            f"{1e9 / nanoseconds.median:14,.0f}" + (f"   {_figure(speed)}" if speed else "")
        )
    lines += [f"{name:44}unavailable: {reason}" for name, reason in report.unavailable.items()]
    return "\n".join(lines)


def _figure(figure: Spread) -> str:
    return f"{_number(figure.median)} [{_number(figure.low)} - {_number(figure.high)}]"


def _number(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def main(slices: Sequence[Slice], reference: str, ahead: Callable[[Sequence[str]], None] | None = None) -> None:
    """Measure as the command line asks and print the table, or with --json the report's data.

    Args:
        slices: all that there is.
        reference: the name of one, the usual reference.
        ahead: what is done before, with the names of those that are wanted: compiling by all processors, say.
    """
    names = [each.name for each in slices]
    parser = argparse.ArgumentParser(description="Time slices of work in turns.")
    parser.add_argument("--rounds", type=int, default=15, help=f"{FEWEST} or more, the first discarded (default 15)")
    parser.add_argument("--milliseconds", type=float, default=40.0, help="for a slice (default 40)")
    parser.add_argument("--only", nargs="+", metavar="WORD", default=[""], help="in the names of the slices")
    parser.add_argument("--reference", default=reference, choices=names, help=f"default {reference}")
    parser.add_argument("--json", action="store_true", help="print the data instead of the table")
    asked = parser.parse_args()
    if asked.rounds < FEWEST:
        parser.error(f"--rounds is {FEWEST} or more")
    wanted = {name for name in names if any(word in name for word in asked.only)} | {asked.reference}
    chosen = [each for each in slices if each.name in wanted]
    if ahead is not None:
        ahead([each.name for each in chosen])
    report = measure(chosen, asked.reference, asked.rounds, asked.milliseconds)
    print(json.dumps(asdict(report), indent=2) if asked.json else table(report))

"""The libraries' own tests over every variant: `python -m torite.bridges.conformance` prints a page with a table.

That page is `docs/conformance.md`. A bridge brings its checks in a module whose name ends in `_checks`: `LIBRARY`, the
library's name, `PACKAGE`, by which it is installed, and `CHECKS`, by the name of each test a function of a variant and
a number of seats, which raises where it fails. A library that is not installed is left out. The tables of a game are
tested in one process, which compiles it once.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from itertools import groupby
from multiprocessing import get_context
from typing import NamedTuple

import torite.bridges
from torite.games import catalogue
from torite.kit.game import Variant

Check = Callable[[str, int], None]
PASSED, FAILED = "✓", "✗"
PAGE = """# What the libraries' own tests say

Every variant of every game with the least, the usual and the most seats, tested by what these libraries hold their
own environments to: {libraries}.

Printed by `python -m torite.bridges.conformance{chosen}`; {passed} of {all} tests passed.
"""


class CheckedLibrary(NamedTuple):
    """The tests of a library.

    Attributes:
        name: its name.
        package: by which it is installed.
        checks: by name, functions of a variant and a number of seats that raise where a test fails.
    """

    name: str
    package: str
    checks: Mapping[str, Check]


def libraries() -> Iterator[CheckedLibrary]:
    """Run through the tests of all libraries that are installed."""
    for module in pkgutil.iter_modules(torite.bridges.__path__):
        if module.name.endswith("_checks"):
            try:
                found = importlib.import_module(f"torite.bridges.{module.name}")
            except ImportError:
                continue
            yield CheckedLibrary(found.LIBRARY, found.PACKAGE, found.CHECKS)


def seats_of(variant: Variant) -> list[int]:
    """List the least, the usual and the most seats of a variant, each once."""
    least, most = variant.seats
    return sorted({least, variant.default_seats, most})


class CheckedTable(NamedTuple):
    """What came of the tests at one table.

    Attributes:
        variant, seats: the table.
        faults: of each test the first line of what it complained of; empty where it passed.
    """

    variant: str
    seats: int
    faults: dict[str, str]


def check(variant: str, seats: int, tests: Mapping[str, Check]) -> CheckedTable:
    """Run tests at one table."""
    faults = {}
    for name, test in tests.items():
        try:
            test(variant, seats)
            faults[name] = ""
        except Exception as error:  # whatever a library raises is a test that failed
            faults[name] = (str(error).strip().splitlines() or [type(error).__name__])[-1]
    return CheckedTable(variant, seats, faults)


def tests_of(found: Sequence[CheckedLibrary]) -> dict[str, Check]:
    """Name the tests of all libraries, each with its library."""
    return {f"{library.name} {name}": test for library in found for name, test in library.checks.items()}


def rows_of(variants: Sequence[str], library: str | None) -> list[CheckedTable]:
    """Run the tests of all libraries, or of one, at all tables of some variants."""
    tests = tests_of([one for one in libraries() if library in (None, one.name)])
    return [check(name, seats, tests) for name in variants for seats in seats_of(catalogue()[name][1])]


def all_rows(variants: Sequence[str], library: str | None, pool: Executor) -> Iterator[list[CheckedTable]]:
    """Run the tests game by game, in the order of the variants."""
    games = [list(names) for _, names in groupby(variants, lambda name: catalogue()[name][0].name)]
    return pool.map(partial(rows_of, library=library), games)


def written(rows: Sequence[CheckedTable], found: Sequence[CheckedLibrary], chosen: str) -> Iterator[str]:
    """Write the page, line by line."""
    faults = [fault for row in rows for fault in row.faults.values()]
    named = ", ".join(f"{one.name} {version(one.package)}" for one in found)
    yield PAGE.format(libraries=named, chosen=chosen, passed=faults.count(""), all=len(faults))
    yield line(["Variant", "Seats", *rows[0].faults])
    yield line(["---", "--:", *["---"] * len(rows[0].faults)])
    for row in rows:
        yield line([row.variant, row.seats, *(FAILED if fault else PASSED for fault in row.faults.values())])


def line(cells: Sequence[object]) -> str:
    """Write a line of the table."""
    return f"| {' | '.join(map(str, cells))} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the page, and what failed as soon as its game is through; 1 if any test failed."""
    asked = argparse.ArgumentParser(prog="python -m torite.bridges.conformance", description=__doc__)
    asked.add_argument("variants", nargs="*", help="all of the catalogue by default")
    asked.add_argument("--library", help="the tests of one library alone")
    asked.add_argument("--processes", type=int, default=1, help="so many games are tested at once")
    given = asked.parse_args(arguments)
    found = [one for one in libraries() if given.library in (None, one.name)]
    unknown = [name for name in given.variants if name not in catalogue()]
    if unknown or not found:
        asked.error(f"there is no variant {unknown[0]}" if unknown else "no library of a bridge is installed")
    if given.processes < 1:
        asked.error("--processes is 1 or more")
    rows = []
    with pool_of(given.processes) as pool:
        for some in all_rows(given.variants or list(catalogue()), given.library, pool):
            rows += some
            for row in some:
                for test in (test for test, fault in row.faults.items() if fault):
                    print(f"{row.variant}, {row.seats} seats, {test}: {row.faults[test]}", file=sys.stderr)
    chosen = "".join(f" {name}" for name in given.variants) + (f" --library {given.library}" if given.library else "")
    print("\n".join(written(rows, found, chosen)))
    return int(any(fault for row in rows for fault in row.faults.values()))


def pool_of(processes: int) -> Executor:
    """Make processes for the tests; of one, this one."""
    if processes == 1:
        return ThreadPoolExecutor(1)
    return ProcessPoolExecutor(processes, get_context("spawn"))


if __name__ == "__main__":
    sys.exit(main())

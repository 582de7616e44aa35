"""The libraries' own tests over every variant: `python -m torite.bridges.conformance` prints a table.

A bridge brings its checks in a module whose name ends in `_checks`: `LIBRARY`, the library's name, and `CHECKS`, by the
name of each test a function of a variant and a number of seats, which raises where it fails. A library that is not
installed is left out.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import torite.bridges
from torite.games import catalogue
from torite.kit.game import Variant

Check = Callable[[str, int], None]
PASSED, FAILED = "✓", "✗"


class Library(NamedTuple):
    """The tests of a library.

    Attributes:
        name: its name.
        checks: by name, functions of a variant and a number of seats that raise where a test fails.
    """

    name: str
    checks: Mapping[str, Check]


def libraries() -> Iterator[Library]:
    """Run through the tests of all libraries that are installed."""
    for module in pkgutil.iter_modules(torite.bridges.__path__):
        if module.name.endswith("_checks"):
            try:
                found = importlib.import_module(f"torite.bridges.{module.name}")
            except ImportError:
                continue
            yield Library(found.LIBRARY, found.CHECKS)


def seats_of(variant: Variant) -> list[int]:
    """List the least, the usual and the most seats of a variant, each once."""
    least, most = variant.seats
    return sorted({least, variant.default_seats, most})


class Row(NamedTuple):
    """What came of the tests at one table.

    Attributes:
        variant, seats: the table.
        faults: of each test the first line of what it complained of; empty where it passed.
    """

    variant: str
    seats: int
    faults: dict[str, str]


def check(variant: str, seats: int, tests: Mapping[str, Check]) -> Row:
    """Run tests at one table."""
    faults = {}
    for name, test in tests.items():
        try:
            test(variant, seats)
            faults[name] = ""
        except Exception as error:  # whatever a library raises is a test that failed
            faults[name] = (str(error).strip().splitlines() or [type(error).__name__])[-1]
    return Row(variant, seats, faults)


def tests_of(found: Sequence[Library]) -> dict[str, Check]:
    """Name the tests of all libraries, each with its library."""
    return {f"{library.name} {name}": test for library in found for name, test in library.checks.items()}


def line(cells: Sequence[object]) -> str:
    """Write a line of the table."""
    return f"| {' | '.join(map(str, cells))} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, a line for each variant and number of seats as soon as it is known; 1 if any test failed."""
    asked = argparse.ArgumentParser(prog="python -m torite.bridges.conformance", description=__doc__)
    asked.add_argument("variants", nargs="*", help="all of the catalogue by default")
    asked.add_argument("--library", help="the tests of one library alone")
    given = asked.parse_args(arguments)
    found = [one for one in libraries() if given.library in (None, one.name)]
    unknown = [name for name in given.variants if name not in catalogue()]
    if unknown or not found:
        asked.error(f"there is no variant {unknown[0]}" if unknown else "no library of a bridge is installed")
    tests = tests_of(found)
    print(line(["Variant", "Seats", *tests]))
    print(line(["---", "--:", *["---"] * len(tests)]))
    failed = False
    for name in given.variants or catalogue():
        for seats in seats_of(catalogue()[name][1]):
            row = check(name, seats, tests)
            print(line([name, seats, *(FAILED if fault else PASSED for fault in row.faults.values())]), flush=True)
            for test, fault in row.faults.items():
                if fault:
                    print(f"{name}, {seats} seats, {test}: {fault}", file=sys.stderr)
                    failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

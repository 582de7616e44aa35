"""What all tests share: the example game beside the library's own, how much `--quick` leaves out, Hypothesis.

A test that takes `table` runs once for every variant and number of seats, as `agurk-4`; one that takes `smallest`
once for every variant, with as few seats as it allows. `many(full, few)` says how often to do something.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from torite.games import FOLDERS, catalogue, games

EXAMPLE = Path(__file__).parents[1] / "examples/hearts"

if "hearts" not in catalogue():
    os.environ[FOLDERS] = os.pathsep.join(filter(None, (os.environ.get(FOLDERS), str(EXAMPLE))))
    games.cache_clear()
    catalogue.cache_clear()
    assert "hearts" in catalogue()


pytest_plugins = ("tests.clause_cover",)

#: The law that is always checked to the end of a match.
WHOLE = "test_match_ends_and_keeps_its_promises"

Many = Callable[[int, int], int]

for profile, examples in (("full", 60), ("quick", 15)):
    settings.register_profile(
        profile,
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    """Know `--quick` and `--thorough`."""
    parser.addoption("--quick", action="store_true", help="only the usual number of seats")
    parser.addoption("--thorough", action="store_true", help="longer matches, every number of seats")


def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis try as much as is wanted, the same every time."""
    settings.load_profile("full" if config.getoption("--thorough") else "quick")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a law over all tables: the usual number of seats, also the fewest and the most, or every one."""
    from tests.strategies import smallest_tables, tables

    thorough = metafunc.config.getoption("--thorough")
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", tables(bool(metafunc.config.getoption("--quick")), bool(thorough)), ids=str)
    if "smallest" in metafunc.fixturenames:
        metafunc.parametrize("smallest", smallest_tables(), ids=str)


@pytest.fixture
def many(request: pytest.FixtureRequest) -> Many:
    """Choose between the number of a thorough and of a usual run."""
    thorough = request.config.getoption("--thorough") or request.function.__name__ == WHOLE
    return lambda full, few: full if thorough else few

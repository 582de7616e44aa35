"""What all tests share: the example game beside the library's own, how much `--quick` leaves out, Hypothesis.

A test that takes `table` runs once for every variant and number of seats, as `agurk-4`; one that takes `smallest`
once for every variant, with as few seats as it allows. `many(full, quick)` says how often to do something.
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
    """Know `--quick`."""
    parser.addoption("--quick", action="store_true", help="fewer matches, fewer numbers of seats")


def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis try as much as is wanted, the same every time."""
    settings.load_profile("quick" if config.getoption("--quick") else "full")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a law over all tables; `--quick` takes the usual and the largest number of seats."""
    from tests.strategies import smallest_tables, tables

    quick = bool(metafunc.config.getoption("--quick"))
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", tables(quick), ids=str)
    if "smallest" in metafunc.fixturenames:
        metafunc.parametrize("smallest", smallest_tables(), ids=str)


@pytest.fixture(scope="session")
def many(request: pytest.FixtureRequest) -> Many:
    """Choose between the number of a full and of a quick run."""
    quick = bool(request.config.getoption("--quick"))
    return lambda full, few: few if quick else full

"""What time tells of only cards to somebody at another seat of a real service, on whatever machine this is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from benchmarks.timing import BOTS_BY, PACE, QUICK, SEARCH, SECONDS, SLOW, Times, bots, person
from tests.service.alike import ks, permuted
from tests.service.conftest import Running

DECISIONS = 500
TRIES = 2  #: one in a hundred would fail by chance, one in ten thousand twice

CASES: dict[str, tuple[float, Callable[[Running], Coroutine[Any, Any, Times]]]] = {
    "slow": (SLOW[1], lambda service: person(service, *SLOW, DECISIONS)),
    "quick": (QUICK[1], lambda service: person(service, *QUICK, DECISIONS)),
    "bots": (BOTS_BY, lambda service: bots(service, SEARCH, 1, DECISIONS)),
    "busy bots": (BOTS_BY, lambda service: bots(service, SEARCH, 5, DECISIONS)),
}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("case", CASES)
def test_time_tells_nothing(case: str, tmp_path: Path) -> None:
    by, measure = CASES[case]
    found = []
    for number in range(TRIES):
        settings: dict[str, Any] = {"pace": [pause / by for pause in PACE], "seconds": SECONDS / by}
        service = Running(tmp_path / f"data{number}", thinkers=2, **settings)
        try:
            choices, only = asyncio.run(measure(service))
        finally:
            service.stop()
        assert len(choices) + len(only) >= DECISIONS
        found.append((ks(choices, only)[1], permuted(choices, only)))
        if min(found[-1]) > 0.01:
            return
    raise AssertionError(found)

"""A match of the lab that does not end, by rules that somebody chose: it has its time, and holds up nobody for good."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest

from tests.service.client import Company, run
from tests.service.leaving import serving
from tests.service.test_experiments import TWO, begun, until
from torite.service.experiments import Going

ENDLESS: dict[str, Any] = {
    "sides": [{"variant": "agurk", "options": {"out_at": "1000000"}}], "matches": 5, "bots": ["search"], "seats": 2
}  # fmt: skip


@pytest.mark.long
def test_a_match_that_does_not_end_has_its_time_and_others_are_played(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        endless = await begun(ada, ENDLESS)
        assert "done" == (await until(bo, await begun(bo, TWO | {"matches": 1})))["state"]
        told = await until(ada, endless)
        assert ("stopped", 0) == (told["state"], told["done"])
        assert "was not over after" in told["fault"]

    with serving(tmp_path, limits={"experiment": 1}) as service:
        run(service, look)


@pytest.mark.long
def test_a_match_that_does_not_end_is_stopped_when_that_is_wanted(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada = company.person("Ada")
        await until(ada, await begun(ada, TWO))  # all is compiled
        endless = await begun(ada, ENDLESS)
        await until(ada, endless, ("playing",))
        await ada.post(f"lab/{endless}/stop")
        told = await until(ada, endless)
        assert ("stopped", 0, "") == (told["state"], told["done"], told["fault"])
        assert "done" == (await until(ada, await begun(ada, TWO)))["state"]

    with serving(tmp_path) as service:
        run(service, look)


def test_what_is_stopped_again_while_it_is_given_up_stays_stopped() -> None:
    async def look() -> None:
        going = Going(1, 1, b"", 1, b"", b"", 0, 0.0)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(None) as going.patience:
                going.stop()
                going.patience.reschedule(0)
                try:
                    await asyncio.Event().wait()
                finally:
                    going.stop({"en": "gave way"})
        assert going.stopped

    asyncio.run(look())

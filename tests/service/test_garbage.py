"""Objects that only hold one another go, and what is alive is seldom looked at."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from tests.patience import until_so
from torite.service.garbage import collect_seldom

LEAST = 20_000


class Ring:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def put_back() -> Iterator[None]:
    before = gc.get_threshold()
    gc.unfreeze()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.long
def test_what_holds_itself_goes_when_there_is_twice_as_much() -> None:
    async def make() -> None:
        collecting = asyncio.create_task(collect_seldom(0.01, LEAST))
        await until_so(lambda: gc.get_freeze_count() > 0)
        ring = weakref.ref(Ring())
        kept: list[object] = []

        def has_gone() -> bool:
            if ring() is None:
                return True
            kept.extend([[]] for _ in range(LEAST))
            return False

        await until_so(has_gone)
        collecting.cancel()

    asyncio.run(make())


@pytest.mark.long
def test_what_is_alive_is_not_looked_at_while_little_is_made() -> None:
    looks: list[int] = []

    def look(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            looks.append(info["generation"])

    async def make() -> None:
        collecting = asyncio.create_task(collect_seldom(0.01, LEAST))
        await until_so(lambda: gc.get_freeze_count() > 0)
        gc.callbacks.append(look)
        try:
            kept: list[object] = []
            for _ in range(20):
                kept.extend([] for _ in range(LEAST // 50))
                await until_so(lambda: not any(one is kept[-1] for one in gc.get_objects(0)))
        finally:
            gc.callbacks.remove(look)
        collecting.cancel()

    asyncio.run(make())
    assert [] == looks


@pytest.mark.long
def test_what_has_gone_by_itself_is_not_looked_for() -> None:
    """Many come at once, and go: everybody would wait while all else is looked at."""
    looks: list[int] = []

    def look(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            looks.append(info["generation"])

    async def make() -> None:
        collecting = asyncio.create_task(collect_seldom(0.01, LEAST))
        await until_so(lambda: gc.get_freeze_count() > 0)
        live = gc.get_freeze_count()
        gc.callbacks.append(look)
        try:
            for _ in range(3 * live // LEAST):
                came: list[object] = [[] for _ in range(LEAST - 1)]
                await until_so(lambda: gc.get_freeze_count() > live + LEAST // 2)
                came.clear()
                await asyncio.sleep(0.02)
        finally:
            gc.callbacks.remove(look)
        collecting.cancel()

    asyncio.run(make())
    assert [] == looks

"""Who is out of a match holds nobody up, and nobody holds them: fast, to the end, or away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.service.client import BOTS, OPEN, Company, Place, run
from tests.service.conftest import Running
from tests.service.leaving import serving

LOSING: dict[str, Any] = {
    "options": {"out_at": "12"}
}  #: the deals of such a match are enough that somebody is out before its end


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("out"), pace=(0.0, 0.01)) as service:
        yield service


def out(place: Place) -> bool:
    return bool(place.scene) and any(seat["you"] and seat["out"] for seat in place.scene["seats"])


def further(number: int) -> Callable[[Place], bool]:
    """Ask for the end, or a scene some entries later."""
    return lambda place: place.scene["over"] or place.scene["number"] > number + 10


async def lost(company: Company, *others: dict[str, str], tries: int = 30) -> Place:
    """Come to a table whose match goes on without me, who am out of it: I play what costs most."""
    for _ in range(tries):
        ada = company.person("Ada")
        made = await ada.set_table("agurk", *others, **LOSING)
        place = await ada.sit(made["id"])
        await place.play_on(lambda p: out(p) or p.scene.get("over"))
        if not place.scene["over"]:
            return place
        await place.close()
    raise AssertionError("nobody ever dropped out before the end")


def test_bots_wait_for_nobody_who_is_out(service: Running) -> None:
    """The first deal after is put off for a while, to see how one dropped out; that may be cut short, once."""

    async def play(company: Company) -> None:
        place = await lost(company, *[BOTS] * 5)
        await place.ask("ready")
        await place.until(lambda p: p.scene["over"])

    run(service, play)


def test_who_is_out_skips_to_the_end(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        place = await lost(company, *[BOTS] * 5)
        assert "usual" == place.table["watched"]
        await place.ask("watch", at="fast")
        await place.until(lambda p: p.table["watched"] == "fast")
        assert "done" == (await place.ask("watch", at="end"))["type"]
        await place.until(lambda p: p.scene["over"])
        assert "end" in [told["watched"] for told in place.heard if told["type"] == "table"]

    with serving(tmp_path, pace=(0.0, 0.05)) as slow:
        run(slow, play)


def test_while_others_play_the_match_goes_at_their_pace(service: Running) -> None:
    """Who is out is not waited for, and hurries nobody."""

    async def play(company: Company) -> None:
        for _ in range(30):
            ada, ben = company.person("Ada"), company.person("Ben")
            made = await ada.set_table("agurk", OPEN, BOTS, BOTS, start=False, **LOSING)
            await ben.join(made)
            mine, his = [await one.sit(made["id"]) for one in (ada, ben)]
            refused = await mine.ask("watch", at="end")
            assert "refused" == refused["type"]
            await mine.ask("start")
            playing = asyncio.create_task(his.play_on(lambda p: p.scene.get("over")))
            await mine.play_on(lambda p: out(p) or p.scene.get("over"))
            if out(mine) and not mine.scene["over"] and not out(his):
                await mine.ask("ready")
                assert mine.table["watched"] is None
                assert "refused" == (await mine.ask("watch", at="end"))["type"]
                await mine.until(further(mine.scene["number"]))
                playing.cancel()
                return
            await playing
        raise AssertionError("nobody ever dropped out while somebody played")

    run(service, play)

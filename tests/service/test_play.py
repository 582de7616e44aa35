"""Tables played over real connections to a real service."""

from __future__ import annotations

import asyncio

import pytest

from tests.service.client import BOTS, OPEN, Company, run
from tests.service.conftest import Running


@pytest.mark.long
@pytest.mark.parametrize("variant", ["agurk", "gurka-is", "rassi", "norwegian", "ogorek"])
def test_a_match_against_bots_goes_to_its_end(service: Running, variant: str) -> None:
    async def play(company: Company) -> None:
        me = company.person("Ada")
        made = await me.set_table(variant, BOTS, BOTS)
        place = await me.sit(made["id"])
        await place.play_on(lambda p: p.scene.get("over"))
        await place.until(lambda p: p.table["replay"])
        assert place.table["state"] == "over"
        replay = await me.get(f"replays/{place.table['replay']}")
        assert replay["key_hash"] == place.heard[0]["key_hash"]
        assert place.heard[0]["state"] == "open", "the key's hash is told before the first outcome"
        assert (await me.post(f"replays/{place.table['replay']}/verify"))["fair"]

    run(service, play)


def test_friends_with_a_link_and_a_bot(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, BOTS, start=False)
        mine = await ada.sit(made["id"])
        await mine.ask("words", text="my own salt")
        assert await bo.join(made) == 1
        theirs = await bo.sit(made["id"])
        assert (await theirs.ask("start"))["type"] == "refused"
        assert (await mine.ask("start"))["type"] == "done"
        await asyncio.gather(*(p.play_on(lambda p: p.scene.get("over")) for p in (mine, theirs)))
        await mine.until(lambda p: p.table["replay"])
        await mine.ask("rematch")
        await theirs.until(lambda p: p.table["rematch"])
        again = await bo.sit(theirs.table["rematch"])
        await again.until(lambda p: p.scene)
        assert [seat["name"] for seat in again.table["seats"]][:2] == ["Ada", "Bo"]

    run(service, play)

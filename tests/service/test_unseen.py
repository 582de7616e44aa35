"""Where hidden pieces may lie, at a table: told in practice to who plays alone, from what that seat may know."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.conftest import Many
from tests.every_game.test_non_interference import again, somewhere
from tests.redealing import Deal
from tests.service.alone import begun, begun_daily, running, seated
from tests.service.client import BOTS, Company, Person, run
from tests.service.conftest import Running
from tests.strategies import Table as Sample
from tests.strategies import deals_nothing
from torite.service.hidden import seen_by, unseen
from torite.service.worker_process import packed
from torite.words import LANGUAGES


async def refused(person: Person, table: str) -> dict[str, Any]:
    """Ask where nothing is told; return the answer."""
    with pytest.raises(httpx.HTTPStatusError) as fault:
        await person.get(f"tables/{table}/places")
    told: dict[str, Any] = fault.value.response.json()
    assert "places" not in told
    return told


def test_who_plays_alone_is_told_of_their_own_seat(service: Running) -> None:
    """In their language: what they hold is nowhere else, and hands have as many as lie there."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        place = await seated(ada, (await ada.set_table("agurk", BOTS, BOTS))["id"])
        assert place.table["practice"]
        await place.until(lambda p: p.turn)
        told = await ada.get(f"tables/{place.table['id']}/places")
        assert (told["seat"], told["step"]) == (0, place.scene["number"])
        mine = next(zone for zone in place.scene["zones"] if zone["name"] == "hand" and zone["seat"] == 0)
        held = {piece["code"] for piece in mine["pieces"]}
        assert held.isdisjoint(code for row in told["pieces"] for code in row["codes"])
        hands = [zone for zone in place.scene["zones"] if zone["name"] == "hand" and zone["seat"] > 0]
        assert [len(zone["pieces"]) for zone in hands] == [one["pieces"] for one in told["places"] if one["name"]]
        japanese = await ada.get(f"tables/{place.table['id']}/places?language=ja")
        assert "手札" in [one["text"] for one in japanese["places"]]

    run(service, play)


def test_where_another_person_sits_nobody_is_told(service: Running) -> None:
    """Not who set the table, not who joined, not who watches, and nobody from outside."""

    async def play(company: Company) -> None:
        ada, bo, eve = company.person("Ada"), company.person("Bo"), company.person("Eve")
        made = await ada.set_table("agurk", {"kind": "open"}, start=False)
        first = await ada.sit(made["id"])
        await bo.join(made)
        second = await bo.sit(made["id"])
        await first.ask("start")
        await second.until(lambda p: p.scene)
        assert not first.table["practice"]
        for person in (ada, bo):
            assert "alone" in (await refused(person, made["id"]))["say"]
        await refused(eve, made["id"])
        await refused(bo, (await ada.set_table("agurk", BOTS))["id"])

    run(service, play)


def test_nobody_is_told_where_it_is_counted_or_asked(tmp_path: Any) -> None:
    """A scored game, the deal of a day, a puzzle: there it would be help."""
    with running(tmp_path / "data") as service:

        async def play(company: Company) -> None:
            ada = company.person("Ada")
            for place in (await begun(ada, scored=True), await begun_daily(ada)):
                assert not place.table["practice"]
                assert (await refused(ada, place.table["id"]))["say"]
            puzzle = (await ada.post("puzzles", {"variant": "agurk", "date": "2026-11-28"}))["id"]
            assert (await refused(ada, puzzle))["say"]
            practice = await begun(ada, scored=False)
            assert (await ada.get(f"tables/{practice.table['id']}/places"))["seat"] == 0

        run(service, play)


@pytest.mark.long
def test_what_is_told_does_not_depend_on_what_is_hidden(table: Sample, many: Many) -> None:
    """The law: two matches that the seat cannot tell apart are told of in the same bytes, by the same question."""
    if deals_nothing(table):
        return
    chooser = table.chooser("unseen")
    for number in range(many(4, 1)):
        match = somewhere(table, f"unseen {number}", chooser.randrange(1, 14))
        seat = chooser.randrange(table.seats)
        kinds = (deal := Deal(match, seat)).redealt(chooser, 30)
        if kinds is None:
            continue
        mine, theirs = seen_by(match, seat), seen_by(again(deal, kinds), seat)
        assert mine == theirs
        language = chooser.choice(LANGUAGES)
        told = [packed(unseen(language=language, between=lambda: None, **facts)) for facts in (mine, theirs)]
        assert told[0] == told[1]

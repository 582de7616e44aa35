"""Games played alone: for practice or scored, and nobody plays on for whoever goes away."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.service.alone import begun, begun_daily, last_card, played_out, running, seated
from tests.service.client import BOTS, ME, Company, run
from tests.service.conftest import Running


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("alone") / "data") as service:
        yield service


def test_the_first_game_of_a_variant_is_for_practice_and_later_ones_are_scored(service: Running) -> None:
    """Each may be chosen, too; the set-up page is told the same."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        assert not (await ada.get("games/lantern"))["scored"]
        for variant, scored in (("lantern", False), ("lantern", True), ("lantern-two", False)):
            place = await begun(ada, variant)
            assert scored is place.table["settings"]["scored"]
            assert (await ada.get(f"games/{variant}"))["scored"]
        assert (await begun(ada, scored=False)).table["settings"]["undo"]
        assert (await begun(company.person("Bo"), scored=True)).table["settings"]["scored"]

    run(service, play)


def test_in_practice_all_is_taken_back_for_nothing(service: Running) -> None:
    """Back to the first card, over the turning of the stock's next, and however it was asked for."""

    async def play(company: Company) -> None:
        place = await begun(company.person(), scored=False, undo=False)
        hand = place.scene["zones"]
        for _ in range(3):
            number = place.scene["number"]
            await place.ask("act", number=number, code=place.code())
            await place.until(lambda p, was=number: p.scene["number"] > was)  # type: ignore[misc]
        for _ in range(3):
            assert "done" == (await place.ask("undo", number=place.scene["number"]))["type"]
        assert hand == place.scene["zones"]
        assert "refused" == (await place.ask("undo", number=place.scene["number"]))["type"]

    run(service, play)


def test_in_a_scored_game_nothing_is_taken_back_nor_left_to_a_bot(service: Running) -> None:
    async def play(company: Company) -> None:
        place = await begun(company.person(), scored=True, undo=True, move_time=15)
        assert (False, 0) == (place.table["settings"]["undo"], place.table["settings"]["move_time"])
        await place.ask("act", number=place.scene["number"], code=place.code())
        log = place.scene["number"]
        for answer in (await place.ask("undo", number=log), await place.ask("stand_in", on=True)):
            assert "refused" == answer["type"]
            assert "scored" in answer["say"]
        assert "hint" == (await place.ask("hint"))["type"]
        await place.ask("again")
        assert log == place.scene["number"]

    run(service, play)


def test_whoever_goes_away_finds_the_game_as_it_was(service: Running) -> None:
    """No bot sits in, neither after the table's grace nor for whoever leaves."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        for scored in (False, True):
            place = await begun(ada, scored=scored, grace=1)
            table, number = place.table["id"], place.scene["number"]
            await place.ask("leave")
            await place.close()
            await asyncio.sleep(1.3)
            again = await seated(ada, table)
            assert number == again.scene["number"]
            assert "" == again.table["seats"][0]["standin"]
            assert again.turn

    run(service, play)


def test_only_games_for_one_are_scored(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person()
        wanted = {"variant": "agurk", "seats": [ME, BOTS], "settings": {"scored": True}}
        answer = await ada.http.post("/api/tables", json=wanted)
        assert (400, "bad-options") == (answer.status_code, answer.json()["code"])
        made = await ada.set_table("agurk", BOTS, scored=None)
        assert (await seated(ada, made["id"])).table["settings"]["scored"] is False

    run(service, play)


def test_the_line_to_share_stands_at_the_end_of_what_is_scored(service: Running) -> None:
    async def play(company: Company) -> None:
        ada = company.person()
        assert "" == (await played_out(await begun(ada, scored=False))).table["share"]
        place = await begun(ada, scored=True)
        await last_card(place)
        assert "" == place.table["share"]
        score = (await played_out(place)).scene["scores"][0]
        points = "1 point" if score == 1 else f"{score} points"
        assert f"Torite · Lantern · {points}" == place.table["share"]
        await place.ask("language", language="ja")
        assert f"Torite · ランタン · {score}点" == place.table["share"]
        daily = await played_out(await begun_daily(ada, "2026-05-01"))
        assert " · 2026-05-01 · " in daily.table["share"]

    run(service, play)


def test_another_game_after_a_scored_one_is_scored(service: Running) -> None:
    """After the deal of a day it is one of its own chance."""

    async def play(company: Company) -> None:
        ada = company.person()
        for place in (await begun(ada, scored=True), await begun_daily(ada)):
            await played_out(place)
            await place.ask("rematch")
            await place.until(lambda p: p.table["rematch"])
            after = await seated(ada, place.table["rematch"])
            assert after.table["settings"]["scored"]
            assert "" == after.table["daily"]
            assert after.table["key_hash"] != place.table["key_hash"]

    run(service, play)

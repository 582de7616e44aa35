"""A message that comes again is done once, and one that has another's number is not taken for it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.client import BOTS, Company, Place, run
from tests.service.conftest import Running
from tests.service.players import kept_entries


async def asked_for_more(company: Company) -> tuple[str, Place]:
    ada = company.person("Ada")
    made = await ada.set_table("agurk", BOTS, BOTS, options={"out_at": "30"})
    place = await ada.sit(made["id"])
    await place.until(lambda p: p.scene and p.turn)
    return made["id"], place


async def again(company: Company, place: Place, table: str, service: Running, restarts: bool) -> Place:
    """Come back to a table, after the service was killed."""
    if not restarts:
        return place
    await place.close()
    service.kill()
    service.start()
    place = await company.people[0].sit(table)
    await place.until(lambda p: p.scene and p.turn)
    return place


@pytest.mark.parametrize("restarts", [False, True])
def test_an_act_with_the_number_of_another_is_refused(fresh: Running, restarts: bool) -> None:
    async def play(company: Company) -> None:
        table, place = await asked_for_more(company)
        number, code = place.scene["number"], place.code()
        first: dict[str, Any] = {"number": number, "code": code, "cid": 776}
        assert "done" == (await place.ask("act", **first))["type"]
        await place.until(lambda p: p.turn and p.scene["number"] > number)
        place = await again(company, place, table, fresh, restarts)
        log = kept_entries(fresh.data, table)
        assert "done" == (await place.ask("act", **first))["type"], "what comes again has been done"
        now, other = place.scene["number"], place.code()
        for wrong in (
            {"number": now, "code": other},
            {"number": now, "code": code},
            {"number": number, "code": other},
            {"number": 999, "code": "play ZZ"},
            {"number": number, "code": "play ZZ"},
        ):
            told = await place.ask("act", **wrong, cid=776)
            assert ("refused", "reused") == (told["type"], told["code"]), wrong
            assert told["say"].startswith("That came with the number of something else")
        assert "reused" == (await place.ask("undo", number=now, cid=776))["code"]
        assert log == kept_entries(fresh.data, table)
        assert "done" == (await place.ask("act", number=now, code=other, cid=777))["type"]

    run(fresh, play)


@pytest.mark.parametrize("restarts", [False, True])
def test_taking_back_that_comes_again_is_done_once(fresh: Running, restarts: bool) -> None:
    async def play(company: Company) -> None:
        table, place = await asked_for_more(company)
        number, code = place.scene["number"], place.code()
        await place.ask("act", number=number, code=code)
        await place.until(lambda p: p.turn and p.scene["number"] > number)
        back: dict[str, Any] = {"number": place.scene["number"], "cid": 776}
        assert "done" == (await place.ask("undo", **back))["type"]
        await place.until(lambda p: p.turn and p.scene["number"] > back["number"])
        place = await again(company, place, table, fresh, restarts)
        log = kept_entries(fresh.data, table)
        assert "done" == (await place.ask("undo", **back))["type"]
        assert "reused" == (await place.ask("undo", number=place.scene["number"], cid=776))["code"]
        assert "reused" == (await place.ask("act", number=back["number"], code=place.code(), cid=776))["code"]
        assert log == kept_entries(fresh.data, table)

    run(fresh, play)


@pytest.mark.parametrize("restarts", [False, True])
def test_talk_with_the_number_of_another_line_is_refused(fresh: Running, restarts: bool) -> None:
    async def play(company: Company) -> None:
        table, place = await asked_for_more(company)
        said: dict[str, Any] = {"text": "One moment!", "cid": 776}
        assert "done" == (await place.ask("say", **said))["type"]
        place = await again(company, place, table, fresh, restarts)
        assert "done" == (await place.ask("say", **said))["type"]
        assert "reused" == (await place.ask("say", text="Another.", cid=776))["code"]
        assert "reused" == (await place.ask("phrase", phrase="hello", cid=776))["code"]
        assert "done" == (await place.ask("phrase", phrase="hello", cid=777))["type"]

    run(fresh, play)


@pytest.mark.parametrize("restarts", [False, True])
def test_a_gesture_that_comes_again_is_done_once_in_whatever_order_its_parts_come(
    fresh: Running, restarts: bool
) -> None:
    """Also one that might have had more parts."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        table = (await ada.set_table("gurka-is-exchange", BOTS, BOTS))["id"]
        place = await ada.sit(table)
        await place.until(lambda p: p.scene and p.turn)
        (pick,) = [choice for choice in place.scene["choices"] if choice["kind"] == "pick"]
        first, second = pick["pieces"][:2]
        act: dict[str, Any] = {"number": place.scene["number"], "code": f"exchange {second} {first}", "cid": 776}
        assert "done" == (await place.ask("act", **act))["type"]
        await place.until(lambda p: p.turn and p.scene["number"] > act["number"])
        place = await again(company, place, table, fresh, restarts)
        log = kept_entries(fresh.data, table)
        assert "done" == (await place.ask("act", **act))["type"]
        assert "done" == (await place.ask("act", **{**act, "code": f"exchange {first} {second}"}))["type"]
        assert "reused" == (await place.ask("act", **{**act, "code": f"exchange {first}"}))["code"]
        assert log == kept_entries(fresh.data, table)

    run(fresh, play)

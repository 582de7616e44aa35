"""The deals of the days: one table a person, variant and day, the same cards for all."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.kit.haggling import toys_listed
from tests.service.alone import (
    OVER,
    TODAY,
    begun_daily,
    file_of,
    kept,
    last_card,
    played_out,
    running,
    seated,
    taken_in,
)
from tests.service.client import Company, run
from tests.service.conftest import Running
from torite.match import Match


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("daily") / "data") as service:
        yield service


def test_the_cards_are_those_of_the_day_for_everybody(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo = [await begun_daily(company.person(name)) for name in ("Ada", "Bo")]
        assert ada.scene["zones"] == bo.scene["zones"]
        assert ada.table["id"] != bo.table["id"]
        with toys_listed():
            match = Match("lantern", daily=TODAY)
        assert match.chance.key_hash == ada.table["key_hash"]
        hand = next(zone for zone in ada.scene["zones"] if zone["name"] == "hand")
        assert sorted(match.cards(0)) == sorted(piece["code"] for piece in hand["pieces"])
        assert (TODAY, True, False) == (
            ada.table["daily"], ada.table["settings"]["scored"], ada.table["settings"]["undo"]
        )  # fmt: skip

    run(service, play)


def test_coming_back_opens_the_same_table(service: Running) -> None:
    """Also from many windows at once, half-way, and when it is over; another day has another."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.post("me", {"name": "Ada"})
        wanted = {"variant": "lantern", "date": "2026-10-01"}
        asked = await asyncio.gather(*(ada.post("daily", wanted) for _ in range(50)))
        (table,) = {answer["id"] for answer in asked}
        place = await seated(ada, table)
        await last_card(place)
        assert table == (await ada.post("daily", wanted))["id"]
        await played_out(place)
        assert table == (await ada.post("daily", wanted))["id"]
        assert table != (await ada.post("daily", {**wanted, "date": "2026-10-02"}))["id"]
        assert table != (await ada.post("daily", {**wanted, "variant": "lantern-two"}))["id"]
        assert 1 == sum(
            row["daily"] == "2026-10-01" and row["variant"] == "lantern" for row in kept(service, "sitting")
        )

    run(service, play)


def test_its_page_tells_how_the_last_days_stand(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        place = await played_out(await begun_daily(ada, TODAY))
        open_ = await begun_daily(ada, "2026-11-20")
        told = await ada.get(f"daily/lantern?today={TODAY}")
        assert [f"2026-11-{day}" for day in range(22, 15, -1)] == [day["date"] for day in told["days"]]
        assert ["over", "new", "playing", *["new"] * 4] == [day["state"] for day in told["days"]]
        score = place.scene["scores"][0]
        assert (score, score >= 2) == (told["day"]["score"], told["day"]["won"])
        assert (place.table["id"], place.table["replay"]) == (told["day"]["table"], told["day"]["replay"])
        assert place.table["share"] == told["day"]["share"]
        assert open_.table["id"] == told["days"][2]["table"]
        assert "" == (await ada.get(f"daily/lantern?today={TODAY}&date=2026-11-20"))["day"]["share"]
        others = await bo.get(f"daily/lantern?today={TODAY}")
        assert {("new", "", "", None)} == {
            (day["state"], day["table"], day["replay"], day["score"]) for day in [others["day"], *others["days"]]
        }

    run(service, play)


def test_a_day_played_elsewhere_is_told_and_counts_once(service: Running) -> None:
    """Its result came with a file; what is played here to the end is proved, and is in its place then."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await taken_in(ada, file_of({**OVER, "daily": "2026-09-09", "score": 99}, {**OVER, "id": "other"}))
        day = (await ada.get(f"daily/lantern?today={TODAY}&date=2026-09-09"))["day"]
        assert ("over", 99, True, "") == (day["state"], day["score"], day["won"], day["table"])
        place = await played_out(await begun_daily(ada, "2026-09-09"))
        score = place.scene["scores"][0]
        day = (await ada.get(f"daily/lantern?today={TODAY}&date=2026-09-09"))["day"]
        assert (score, place.table["replay"]) == (day["score"], day["replay"])
        assert place.table["share"] == day["share"]
        results = await ada.get(f"results?today={TODAY}")
        assert (2, score) == (results["total"], results["latest"][0]["score"])

    run(service, play)


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"variant": "lantern", "date": "2026-02-30"}, 400),
        ({"variant": "lantern", "date": "20261122"}, 400),
        ({"variant": "lantern", "date": "2026-11-22T00:00"}, 400),
        ({"variant": "lantern", "date": ""}, 400),
        ({"variant": "lantern", "date": 20261122}, 400),
        ({"variant": "lantern"}, 400),
        ({"variant": "lantern", "date": TODAY, "options": {"target": "1"}}, 400),
        ({"variant": "agurk", "date": TODAY}, 400),
        ({"variant": "haggle", "date": TODAY}, 400),
        ({"variant": "nothing", "date": TODAY}, 404),
        ({"variant": "../lantern", "date": TODAY}, 404),
    ],
)
def test_what_has_no_daily_deal_is_refused(service: Running, wanted: dict[str, object], status: int) -> None:
    """And nobody is taken in for having asked."""

    async def ask(company: Company) -> None:
        before = len(kept(service, "person"))
        answer = await company.person().http.post("/api/daily", json=wanted)
        assert status == answer.status_code
        assert answer.json()["say"]
        assert before == len(kept(service, "person"))

    run(service, ask)


@pytest.mark.parametrize(
    "path",
    ["lantern?today=2026-02-30", "lantern?date=2026-02-30", "lantern?today=x", "agurk", "nothing", "lantern?date=%00"],
)
def test_pages_of_what_is_no_deal_are_refused(service: Running, path: str) -> None:
    async def ask(company: Company) -> None:
        answer = await company.person().http.get(f"/api/daily/{path}")
        assert answer.status_code in (400, 404)
        assert answer.json()["say"]

    run(service, ask)


@pytest.mark.parametrize(
    ("day", "listed"), [("0001-01-01", 1), ("0001-01-03", 3), ("9999-12-31", 7), ("2400-02-29", 7)]
)
def test_any_day_may_be_asked_for(service: Running, day: str, listed: int) -> None:
    async def ask(company: Company) -> None:
        told = await company.person().get(f"daily/lantern?today={day}&date=1999-12-31")
        assert listed == len(told["days"])
        assert (await begun_daily(company.person(), day)).turn

    run(service, ask)


def test_words_are_not_added_to_the_chance_of_a_day(service: Running) -> None:
    async def play(company: Company) -> None:
        place = await begun_daily(company.person())
        assert "refused" == (await place.ask("words", text="luck"))["type"]

    run(service, play)


def test_a_day_survives_a_crash_and_is_verified(service: Running) -> None:
    """Killed half-way, it goes on with the same cards; its record is one of the day."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        place = await begun_daily(ada, "2026-06-06")
        await place.ask("act", number=place.scene["number"], code=place.code())
        zones, number = place.scene["zones"], place.scene["number"]
        with toys_listed():
            service.kill()
            service.start()
        again = await begun_daily(ada, "2026-06-06")
        assert (zones, number) == (again.scene["zones"], again.scene["number"])
        await played_out(again)
        record = (await ada.http.get(f"/api/replays/{again.table['replay']}/record")).text
        assert "\ndaily: 2026-06-06\n" in record
        assert (await ada.post(f"replays/{again.table['replay']}/verify"))["fair"]
        assert "2026-06-06" == (await ada.get(f"replays/{again.table['replay']}"))["daily"]

    run(service, play)

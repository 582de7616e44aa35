"""Who is called otherwise is so everywhere at once: at the seat, in the lobby, for the host, in what is said then."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.alone import played_out, running, seated
from tests.service.client import BOTS, OPEN, Company, Place, run
from tests.service.conftest import Running
from tests.service.leaving import serving
from torite.records import read, verify

SHORT = {"out_at": "1"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("renaming") / "data") as service:
        yield service


def names(place: Place) -> list[str]:
    return [seat["name"] for seat in place.table["seats"]]


def test_a_new_name_is_told_in_the_lobby_to_the_host_and_to_who_has_the_link(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, ben, eve = company.person("Ada"), company.person("Ben"), company.person("Eve")
        made = await ada.set_table("agurk", OPEN, OPEN, start=False)
        await ben.join(made)
        await eve.join(made, watch=True)
        host, at, watching = [await one.sit(made["id"]) for one in (ada, ben, eve)]
        await host.until(lambda p: len(p.table.get("people", [])) == 2)
        await ben.post("me", {"name": "Bernd"})
        for place in (host, at, watching):
            await place.until(lambda p: "Bernd" in names(p))
        assert "Bernd" in [one["name"] for one in host.table["people"]]
        await eve.post("me", {"name": "Eva"})
        await host.until(lambda p: "Eva" in [one["name"] for one in p.table["people"]])
        peeked = await company.person().post(f"tables/{made['id']}/peek", {"secret": made["secret"]})
        assert "Bernd" in [seat["name"] for seat in peeked["seats"]]
        assert "Bernd" in (await ada.get("tables"))[0]["seats"]

    run(service, play)


def test_a_new_name_stands_in_the_match_and_in_its_record_which_stays_true(service: Running) -> None:
    """What was said before keeps the name of then, and so do matches that are over."""

    async def play(company: Company) -> None:
        ada, ben = company.person("Ada"), company.person("Ben")
        made = await ada.set_table("agurk", OPEN, start=False, options=SHORT)
        await ben.join(made)
        places = [await one.sit(made["id"]) for one in (ada, ben)]
        await places[0].ask("start")
        await places[1].until(lambda p: p.scene)
        await places[1].ask("say", text="first")
        number = places[0].scene["number"]
        await ben.post("me", {"name": "Bernd"})
        await places[0].until(lambda p: p.scene["seats"][1]["name"] == "Bernd")
        assert places[0].scene["number"] >= number
        await places[1].ask("say", text="second")
        await places[0].until(lambda p: any(m["type"] == "said" and m["text"] == "second" for m in p.heard))
        said = {m["text"]: m["name"] for m in places[0].heard if m["type"] == "said"}
        assert {"first": "Ben", "second": "Bernd"} == said
        other = await ben.sit(made["id"])
        await other.until(lambda p: p.scene)
        assert ["Ada", "Bernd"] == names(other)
        await asyncio.gather(*map(played_out, places))
        replay = places[0].table["replay"]
        record = (await ada.http.get(f"/api/replays/{replay}/record")).text
        assert ("Ada", "Bernd") == read(record).names
        assert verify(read(record))
        assert (await ada.post(f"replays/{replay}/verify"))["fair"]
        await ben.post("me", {"name": "Benno"})
        assert ["Ada", "Bernd"] == names(places[0])
        assert record == (await ada.http.get(f"/api/replays/{replay}/record")).text
        assert ["Ada", "Bernd"] == [seat["name"] for seat in (await ada.get("matches"))["matches"][0]["seats"]]
        again = (await ada.post(f"tables/{made['id']}/rematch"))["id"]
        assert ["Ada", "Benno"] == names(await seated(ada, again))

    run(service, play)


def test_a_name_like_anothers_has_a_number_when_it_is_taken_later_too(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, ben = company.person("Ada"), company.person("Ben")
        made = await ada.set_table("agurk", OPEN, start=False)
        await ben.join(made)
        place = await ada.sit(made["id"])
        await ben.post("me", {"name": "Аdа"})
        await place.until(lambda p: names(p) == ["Ada", "Аdа 2"])
        await ada.post("me", {"name": "Cleo"})
        await ben.post("me", {"name": "Ada"})
        await place.until(lambda p: names(p) == ["Cleo", "Ada"])
        await ben.post("me", {"name": ""})
        await place.until(lambda p: names(p) == ["Cleo", "Guest"])

    run(service, play)


def test_a_table_that_nobody_has_open_knows_the_new_name(tmp_path: Path) -> None:
    async def begin(company: Company) -> tuple[str, dict[str, str]]:
        ada = company.person("Ada")
        name = (await ada.set_table("agurk", BOTS))["id"]
        await (await seated(ada, name)).play_on(lambda p: p.turn and p.scene["number"] > 3)
        return name, dict(ada.http.cookies)

    with serving(tmp_path) as first:
        name, cookies = run(first, begin)

    async def go_on(company: Company) -> None:
        ada = company.person()
        for key, value in cookies.items():
            ada.http.cookies.set(key, value)
        await ada.post("me", {"name": "Anna"})
        assert "Anna" == (await ada.get("tables"))[0]["seats"][0]
        place = await seated(ada, name)
        assert "Anna" == names(place)[0] == place.scene["seats"][0]["name"]

    with serving(tmp_path) as second:
        run(second, go_on)


def test_nobody_changes_their_name_without_end(tmp_path: Path) -> None:
    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.set_table("agurk", BOTS)
        for n in range(3):
            await ada.post("me", {"name": f"Ada {n}"})
        answer = await ada.http.post("/api/me", json={"name": "Eve"})
        assert (429, "often") == (answer.status_code, answer.json()["code"])
        await ada.post("me", {"language": "ja"})
        assert "Ada 2" == (await ada.get("account"))["name"]

    with serving(tmp_path, limits={"names": [3, 600.0]}) as service:
        run(service, play)

"""What players and onlookers see: their own hand, or none."""

from __future__ import annotations

import asyncio
import json

from tests.service.client import BOTS, Company, Place, run
from tests.service.conftest import Running
from tests.service.leaving import there
from tests.service.test_people_at_a_table import code_of, two_at_table


def test_onlookers_see_what_is_open_and_no_hand_in_any_byte(service: Running) -> None:
    async def play(company: Company) -> None:
        (ada, _bo), (mine, theirs) = await two_at_table(company, BOTS)
        cleo = company.person("Cleo")
        link = {"id": mine.table["id"], "secret": (await ada.get(f"tables/{mine.table['id']}/invite"))["secret"]}
        assert (
            403 != (await cleo.http.post(f"/api/tables/{link['id']}/peek", json={"secret": link["secret"]})).status_code
        )
        assert -1 == await cleo.join(link, watch=True)
        onlooker = await cleo.sit(link["id"])
        await onlooker.until(lambda p: p.scene)
        await asyncio.gather(*(p.play_on(lambda p: p.scene["over"]) for p in (mine, theirs)))
        await onlooker.until(lambda p: p.scene["over"])
        held = hands(mine)
        seen = 0
        for frame in onlooker.bytes:
            message = json.loads(frame)
            if message["type"] != "scene":
                assert message["type"] in ("table", "said"), message
                continue
            scene = message["scene"]
            assert not scene["choices"]
            shown = json.dumps([zone for zone in scene["zones"] if zone["name"] not in ("trick", "heap", "discards")])
            for code in held.get(scene["number"], []):
                assert f'"{code}"' not in shown, (scene["number"], code)
                seen += 1
            for zone in scene["zones"]:
                if zone["name"] == "hand" and not scene["deal_over"]:
                    assert not any(zone["pieces"]), zone
        assert seen > 20
        for message in (
            {"kind": "act", "number": 1, "code": "play C2"},
            {"kind": "undo", "number": 1},
            {"kind": "hint"},
        ):
            kind = str(message.pop("kind"))
            assert "refused" == (await onlooker.ask(kind, **message))["type"]
        assert "refused" == (await onlooker.ask("say", text="psst"))["type"]
        assert (404, "none") == code_of(await cleo.http.get(f"/api/tables/{link['id']}/invite"))

    run(service, play)


def test_who_opens_a_table_in_many_windows_tells_the_others_nothing_new(service: Running) -> None:
    async def play(company: Company) -> None:
        (_, bo), (mine, theirs) = await two_at_table(company, BOTS, grace=3600)
        await mine.ask("ping")
        heard = [len(tables(place)) for place in (mine, theirs)]
        windows = [await there(bo, mine.table["id"]) for _ in range(20)]
        await asyncio.gather(*(place.ask("ping") for place in (mine, theirs)))
        assert heard == [len(tables(place)) for place in (mine, theirs)]
        assert [1] * 20 == [len(tables(window)) for window in windows]
        await asyncio.gather(*(window.close() for window in windows))
        await theirs.close()
        await mine.until(lambda p: not p.table["seats"][1]["here"])

    run(service, play)


def test_each_is_told_of_the_table_what_is_theirs_to_know(service: Running) -> None:
    """The host of who is there, each their own seat and language; the public the same, byte by byte."""

    async def play(company: Company) -> None:
        (ada, bo), (mine, theirs) = await two_at_table(company, BOTS)
        table = mine.table["id"]
        link = {"id": table, "secret": (await ada.get(f"tables/{table}/invite"))["secret"]}
        public = [company.person(name) for name in ("Cleo", "Dora", "Emi")]
        await public[2].post("me", {"name": "Emi", "language": "ja"})
        for one in public:
            await one.join(link, watch=True)
        cleo, dora, emi = [await there(one, table) for one in public]
        again = [await there(ada, table), await there(bo, table)]
        everybody = (mine, theirs, cleo, dora, emi, *again)
        for place in everybody:
            await place.until(lambda p: p.table["spectators"] == 3)
        assert [0, 1, -1, -1, -1, 0, 1] == [place.table["you"] for place in everybody]
        assert [True, *[False] * 4, True, False] == [place.table["host"] for place in everybody]
        names = [sorted(one["name"] for one in place.table["people"]) for place in everybody]
        assert ["Bo", "Cleo", "Dora", "Emi"] == names[0] == names[5]
        assert [[]] * 5 == names[1:5] + names[6:]
        assert tables(cleo)[-1] == tables(dora)[-1] != tables(emi)[-1]
        assert cleo.table["title"] != emi.table["title"]

    run(service, play)


def tables(place: Place) -> list[bytes]:
    """List what was told of how the table stands."""
    return [frame for frame in place.bytes if json.loads(frame)["type"] == "table"]


def hands(place: Place) -> dict[int, list[str]]:
    """List what a player held, by the number of the scene."""
    scenes = [message["scene"] for message in place.heard if message["type"] == "scene"]
    return {
        scene["number"]: [
            piece["code"]
            for zone in scene["zones"]
            if zone["name"] == "hand" and zone["seat"] == place.table["you"]
            for piece in zone["pieces"]
        ]
        for scene in scenes
        if not scene["deal_over"]
    }


def test_players_see_their_own_hand_and_no_other(service: Running) -> None:
    async def play(company: Company) -> None:
        _, (mine, theirs) = await two_at_table(company, BOTS)
        await asyncio.gather(*(p.play_on(lambda p: p.scene["deal_over"]) for p in (mine, theirs)))
        for message in mine.heard:
            if message["type"] == "scene" and not message["scene"]["deal_over"]:
                for zone in message["scene"]["zones"]:
                    if zone["name"] == "hand":
                        assert all(zone["pieces"]) if zone["seat"] == 0 else not any(zone["pieces"])

    run(service, play)


def test_nobody_watches_where_that_was_not_agreed(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, cleo = company.person("Ada"), company.person("Cleo")
        made = await ada.set_table("agurk", BOTS, spectators=False)
        for watch in (True, False):
            answer = await cleo.http.post(
                f"/api/tables/{made['id']}/join", json={"secret": made["secret"], "watch": watch, "name": "Cleo"}
            )
            assert (400, "refused") == code_of(answer)
            assert ("Nobody may look on at this table." if watch else "All seats are taken.") == answer.json()["say"]
        await cleo.post("me", {"name": "Cleo"})
        place = await cleo.sit(made["id"])
        await place.reading
        assert 4404 == place.socket.close_code
        assert not place.heard

    run(service, play)

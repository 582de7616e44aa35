"""Many at once, twice, too late, and over lines that lose and repeat: one turn is taken once."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest
import websockets
from websockets.asyncio.server import ServerConnection, serve

from tests.patience import PATIENCE
from tests.service.client import BOTS, OPEN, Company, Person, Place, run
from tests.service.conftest import Running, free_port
from tests.service.players import Player, check_log, kept_entries

RACERS = 100


async def at_turn(person: Person, table: str, connections: int = 1) -> list[Place]:
    """Connect some times, and wait until it is the person's turn on all connections."""
    places = [await person.sit(table) for _ in range(connections)]
    for place in places:
        await place.until(lambda p: p.turn)
    return places


async def race(places: list[Place], cids: list[int]) -> list[dict[str, Any]]:
    """Send one act for each number, spread over the connections, all at once."""
    number, code = places[0].scene["number"], places[0].code()
    asked = [places[i % len(places)].ask("act", cid=cid, number=number, code=code) for i, cid in enumerate(cids)]
    return await asyncio.gather(*asked)


def verdicts(answers: list[dict[str, Any]]) -> Counter[str]:
    return Counter(answer.get("code", answer["type"]) for answer in answers)


@pytest.mark.parametrize("connections", [1, 20, 100])
def test_one_of_a_hundred_racing_acts_is_done(service: Running, connections: int) -> None:
    async def play(company: Company) -> None:
        me = company.person("Ada")
        table = (await me.set_table("agurk", BOTS, BOTS))["id"]
        places = await at_turn(me, table, connections)
        answers = await race(places, list(range(1, RACERS + 1)))
        assert {"done": 1, "stale": RACERS - 1} == verdicts(answers)
        rows = [entry for entry in kept_entries(service.data, table) if entry["cid"]]
        assert 1 == len(rows)

    run(service, play)


def test_an_act_that_is_sent_again_is_answered_again_and_done_once(service: Running) -> None:
    """From one connection or many, at once or later."""

    async def play(company: Company) -> None:
        me = company.person("Ada")
        table = (await me.set_table("agurk", BOTS, BOTS))["id"]
        places = await at_turn(me, table, 10)
        number, code = places[0].scene["number"], places[0].code()
        cids = [7] * 10
        answers = await asyncio.gather(
            *(place.ask("act", cid=7, number=number, code=code) for place in places for _ in range(1)),
        )
        assert {"done": len(cids)} == verdicts(answers)
        await places[0].until(lambda p: p.turn and p.scene["number"] > number)
        late = await (await me.sit(table)).ask("act", cid=7, number=number, code=code)
        assert "done" == late["type"]
        assert 1 == len([entry for entry in kept_entries(service.data, table) if entry["cid"]])

    run(service, play)


def test_an_act_sent_again_after_the_service_was_killed_is_done_once(fresh: Running) -> None:
    async def play(company: Company) -> None:
        me = company.person("Ada")
        table = (await me.set_table("agurk", BOTS))["id"]
        (place,) = await at_turn(me, table)
        number, code = place.scene["number"], place.code()
        assert "done" == (await place.ask("act", cid=5, number=number, code=code))["type"]
        fresh.kill()
        await asyncio.to_thread(fresh.start)
        (place,) = await at_turn(me, table)
        again = await place.ask("act", cid=5, number=number, code=code)
        assert "done" == again["type"]
        assert 1 == len([entry for entry in kept_entries(fresh.data, table) if entry["cid"]])

    run(fresh, play)


def test_what_comes_too_late_too_early_or_out_of_turn_is_refused(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, start=False)
        await bo.join(made)
        places = [await ada.sit(made["id"]), await bo.sit(made["id"])]
        early = await places[0].ask("act", number=0, code="play C2")
        assert "not-your-turn" == early["code"], "before the match"
        await places[0].ask("start")
        while not any(place.turn for place in places):
            await asyncio.sleep(0.005)
        mover = places[0] if places[0].turn else places[1]
        other = places[1] if mover is places[0] else places[0]
        await other.until(lambda p: p.scene)
        number, code = mover.scene["number"], mover.code()
        before = kept_entries(service.data, made["id"])
        for wrong in (0, number - 1, number + 1, 1 << 30):
            assert "stale" == (await mover.ask("act", number=wrong, code=code))["code"]
        assert "not-your-turn" == (await other.ask("act", number=number, code=code))["code"]
        assert "illegal-move" == (await mover.ask("act", number=number, code=not_held(mover)))["code"]
        assert "illegal-move" == (await mover.ask("undo", number=number))["code"]
        assert before == kept_entries(service.data, made["id"])
        assert "done" == (await mover.ask("act", number=number, code=code))["type"]
        assert "stale" == (await mover.ask("act", number=number, code=code))["code"]

    run(service, play)


def not_held(place: Place) -> str:
    held = {piece["code"] for zone in place.scene["zones"] for piece in zone["pieces"] if piece}
    return "play " + next(card for card in ("C2", "D2", "H2", "S2", "C3", "D3", "H3", "S3", "C4") if card not in held)


def test_two_tabs_see_the_same_bytes_and_take_turns_together(service: Running) -> None:
    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, BOTS, start=False)
        await bo.join(made)
        left, right = await ada.sit(made["id"]), await ada.sit(made["id"])
        theirs = await bo.sit(made["id"])
        await right.until(lambda p: p.table["seats"][0]["here"])
        await left.ask("start")
        await asyncio.gather(*(p.play_on(lambda p: p.scene.get("over")) for p in (left, right, theirs)))
        assert scenes(left) == scenes(right)
        assert len(scenes(left)) > 20
        assert not set(scenes(left)) & set(scenes(theirs)), "each sees with their own eyes"

    run(service, play)


def scenes(place: Place) -> list[bytes]:
    return [frame for frame in place.bytes if frame.startswith(b'{"type":"scene"')]


@pytest.mark.long
def test_no_scene_is_skipped_and_none_comes_late(service: Running) -> None:
    """Whoever is connected sees every entry in order, whoever else comes and goes."""

    async def play(company: Company) -> None:
        me, onlooker = company.person("Ada"), company.person("Cleo")
        made = await me.set_table("agurk", BOTS, BOTS)
        place = await me.sit(made["id"])
        await onlooker.join(made, watch=True)

        async def come_and_go() -> None:
            while True:
                await (await onlooker.sit(made["id"])).close()

        coming = asyncio.create_task(come_and_go())
        await place.play_on(lambda p: p.scene.get("over"))
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)
        numbers = [message["scene"]["number"] for message in place.heard if message["type"] == "scene"]
        assert sorted(numbers) == numbers
        last = kept_entries(service.data, made["id"])[-1]["number"]
        assert last + 1 == numbers[-1]

    run(service, play)


@contextlib.asynccontextmanager
async def lossy(service: Running, lost: float, doubled: float, chooser: random.Random) -> AsyncIterator[str]:
    """Stand between the players and the service: lose some messages and repeat others, both ways."""
    port = free_port()

    async def pass_on(source: Any, target: Any) -> None:
        try:
            async for frame in source:
                if chooser.random() >= lost:
                    for _ in range(2 if chooser.random() < doubled else 1):
                        await target.send(frame)
        except websockets.ConnectionClosed:
            pass
        await target.close()

    async def between(client: ServerConnection) -> None:
        assert client.request is not None
        async with websockets.connect(
            f"ws://127.0.0.1:{service.port}{client.request.path}",
            origin=service.address,  # type: ignore[arg-type]
            additional_headers={"cookie": client.request.headers["cookie"]},
            compression=None,
            max_size=1 << 24,
            open_timeout=PATIENCE,
        ) as server:
            await asyncio.gather(pass_on(client, server), pass_on(server, client))

    async with serve(between, "127.0.0.1", port, compression=None):
        yield f"http://127.0.0.1:{port}"


@pytest.mark.long
def test_matches_over_lines_that_lose_and_repeat_end_as_their_logs_say(service: Running) -> None:
    """One message in ten is lost, one in ten comes twice, both ways."""

    async def play(company: Company) -> tuple[list[list[Player]], list[dict[str, Any]]]:
        chooser = random.Random(0)
        async with lossy(service, 0.1, 0.1, chooser) as via:
            tables, finals = [], []
            for variant in ("agurk", "norwegian"):
                ada, bo = company.person("Ada"), company.person("Bo")
                made = await ada.set_table(variant, OPEN, BOTS, start=False)
                await bo.join(made)
                await (await ada.sit(made["id"])).ask("start")
                tables.append([Player(person, made["id"], via, patience=0.25) for person in (ada, bo)])
            await asyncio.gather(*(player.play(lambda _: False) for two in tables for player in two))
            for two in tables:
                fresh = await two[0].person.sit(two[0].table)
                await fresh.until(lambda p: p.scene and p.table["replay"])
                finals.append({"replay": await two[0].person.get(f"replays/{fresh.table['replay']}"), "seen": two})
        await company.__aexit__()
        return tables, finals

    tables, finals = run(service, play)
    for two in tables:
        for seat, player in enumerate(two):
            assert check_log(service.data, player, seat) > 5
        assert any(player.again for player in two), "nothing was lost: no proof"
    for final in finals:
        assert final["replay"]["over"]
        for player in final["seen"]:
            assert player.scene["over"]
            assert final["replay"]["scores"] == player.scene["scores"]


def test_messages_are_answered_in_the_order_in_which_they_came(service: Running) -> None:
    async def play(company: Company) -> None:
        me = company.person("Ada")
        (place,) = await at_turn(me, (await me.set_table("agurk", BOTS))["id"])
        for cid in range(1000, 1200):
            kind = ("ping", "again", "draft", "nonsense")[cid % 4]
            more: dict[str, Any] = {"parts": []} if kind == "draft" else {}
            await place.socket.send(json.dumps({"type": kind, "cid": cid, **more}))
            if kind == "nonsense" and cid > 1060:
                break
        await place.until(lambda p: any(message.get("cid") == 1063 for message in p.heard))
        cids = [message["cid"] for message in place.heard if "cid" in message and message["cid"] >= 1000]
        assert list(range(1000, 1064)) == cids

    run(service, play)

"""Looking back together: the leader's steps reach everybody, and nobody else's do."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.patience import PATIENCE
from tests.service.client import UNHURRIED, Company, Person, run
from tests.service.conftest import Running
from tests.service.leaving import serving
from tests.service.test_notes import brought
from torite.service.config import Limits
from torite.service.rooms import FULL, Rooms
from torite.service.together import STRANGER
from torite.service.viewer import Viewer
from torite.service.wire import MOST_STEP

ROOM = "a" * 32


class Seat:
    """Somebody's connection to a room."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.room: dict[str, Any] = {}
        self.cid = 0

    async def close(self) -> None:
        await self.socket.close()

    async def hear(self, kind: str) -> dict[str, Any]:
        """Wait for a message of a kind."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message: dict[str, Any] = json.loads(await self.socket.recv())
                if message["type"] == "room":
                    self.room = message
                if message["type"] == kind:
                    return message

    async def until(self, count: int, leader: int) -> dict[str, Any]:
        """Wait until so many are there, and somebody leads."""
        while len(self.room.get("people", ())) != count or self.room["leader"] != leader:
            await self.hear("room")
        return self.room

    async def say(self, kind: str, **facts: Any) -> None:
        self.cid += 1
        await self.socket.send(json.dumps({"type": kind, "cid": self.cid, **facts}))

    async def ask(self, kind: str, **facts: Any) -> dict[str, Any]:
        """Say something; return what is answered."""
        await self.say(kind, **facts)
        async with asyncio.timeout(PATIENCE):
            while True:
                message: dict[str, Any] = json.loads(await self.socket.recv())
                if message["type"] == "room":
                    self.room = message
                if message.get("cid") == self.cid:
                    return message


async def come(who: Person, replay: str, lead: bool = False, room: str = ROOM) -> Seat:
    headers = {"cookie": "; ".join(f"{name}={value}" for name, value in who.http.cookies.items())}
    address = f"ws{who.address.removeprefix('http')}/ws/replays/{replay}/{room}{'?lead' if lead else ''}"
    origin: Any = who.address
    socket = await websockets.connect(address, origin=origin, additional_headers=headers, compression=None, **UNHURRIED)
    seat = Seat(socket)
    who.places.append(seat)  # type: ignore[arg-type]  # so that it is closed at the end
    return seat


async def refused(who: Person, replay: str, room: str = ROOM) -> int | None:
    """Come where there is no place; return the code with which one is sent away."""
    seat = await come(who, replay, room=room)
    async with asyncio.timeout(PATIENCE):
        await seat.socket.wait_closed()
    return int(seat.socket.close_code)


def test_the_leaders_steps_reach_everybody_and_the_lead_is_handed_over(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person(), company.person()
        name = await brought(ada)
        await ada.post("me", {"name": "Ada"})
        one, two = await come(ada, name, lead=True), await come(bo, name, lead=True)
        room = await two.until(2, 1)
        assert (2, [(1, "Ada"), (2, "")]) == (room["you"], [(who["number"], who["name"]) for who in room["people"]])
        assert room["step"] is None
        assert "done" == (await one.ask("go", step=4, eyes=1))["type"]
        told = await two.hear("led")
        assert (4, 1) == (told["step"], told["eyes"])
        late = await come(company.person(), name)
        room = await late.until(3, 1)
        assert (3, 4, 1) == (room["you"], room["step"], room["eyes"])
        for asked in ("go", "hand", "lead"):
            facts = {"go": {"step": 1, "eyes": -2}, "hand": {"to": 2}, "lead": {}}[asked]
            answer = await two.ask(asked, **facts)
            assert "refused" == answer["type"]
            assert answer["say"]
        assert "refused" == (await one.ask("hand", to=9))["type"]
        assert "done" == (await one.ask("hand", to=2))["type"]
        await late.until(3, 2)
        assert "done" == (await two.ask("go", step=2, eyes=-2))["type"]
        assert 2 == (await late.hear("led"))["step"]
        assert "refused" == (await one.ask("go", step=1, eyes=-2))["type"]

    run(service, look)


def test_when_the_leader_goes_anybody_may_lead_and_who_comes_back_finds_the_others(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person(), company.person()
        name = await brought(ada)
        one, two = await come(ada, name, lead=True), await come(bo, name)
        await two.until(2, 1)
        await one.ask("go", step=3, eyes=-1)
        await one.socket.close()
        room = await two.until(1, 0)
        assert (3, -1) == (room["step"], room["eyes"]), "where the leader was is not forgotten"
        back = await come(ada, name, lead=True)
        assert 3 == (await back.until(2, 3))["you"]
        await two.until(2, 3)
        await back.socket.close()
        await two.until(1, 0)
        assert "done" == (await two.ask("lead"))["type"]
        again = await come(ada, name, lead=True)
        assert 2 == (await again.until(2, 2))["leader"], "the lead is not taken from who has it"

    run(service, look)


def test_who_is_called_otherwise_is_so_in_the_room_at_once(service: Running) -> None:
    async def look(company: Company) -> None:
        ada, bo = company.person(), company.person()
        name = await brought(ada)
        await ada.post("me", {"name": "Ada"})
        one, two = await come(ada, name, lead=True), await come(bo, name)
        await two.until(2, 1)
        await ada.post("me", {"name": "Grace"})
        for seat in (one, two):
            while "Grace" not in [who["name"] for who in seat.room.get("people", ())]:
                await seat.hear("room")

    run(service, look)


def test_rooms_know_nothing_of_one_another(service: Running) -> None:
    async def look(company: Company) -> None:
        ada = company.person()
        name, other = await brought(ada), await brought(ada)
        one = await come(ada, name, lead=True)
        elsewhere = await come(ada, other, lead=True), await come(ada, name, lead=True, room="b" * 32)
        await one.until(1, 1)
        await one.ask("go", step=4, eyes=-2)
        for seat in elsewhere:
            assert (await seat.until(1, 1))["step"] is None
            assert "pong" == (await seat.ask("ping"))["type"]

    run(service, look)


def test_there_is_no_room_at_no_replay_nor_of_a_name_that_could_be_guessed(service: Running) -> None:
    async def look(company: Company) -> None:
        ada = company.person()
        name = await brought(ada)
        assert 4404 == await refused(ada, "nowhere")
        for room in ("short", "a" * 41, "ä" * 24, "a%20" * 9):
            assert 4404 == await refused(ada, name, room)

    run(service, look)


@pytest.mark.long
def test_so_many_may_look_together(tmp_path: Path) -> None:
    async def look(company: Company) -> None:
        ada = company.person()
        name = await brought(ada)
        seats = [await come(ada, name, lead=True), await come(ada, name)]
        await seats[0].until(2, 1)
        assert 4429 == await refused(ada, name), "two in a room"
        seats.append(await come(ada, name, room="b" * 32))
        await seats[2].until(1, 0)
        assert 4429 == await refused(ada, name, "c" * 32), "three from one address"
        await seats[1].socket.close()
        await seats[0].until(1, 1)
        again = await come(ada, name)
        await again.until(2, 1)

    with serving(tmp_path, limits={"together_each": 2, "together": 3}) as service:
        run(service, look)


def test_where_all_places_are_taken_who_comes_from_elsewhere_has_one() -> None:
    """Of two sites that came with all that they had, the one of which more are there gives way, its newest first."""
    rooms = Rooms(Limits(together=2, site=4, together_all=9))
    left, here = contextlib.ExitStack(), dict[str, list[Viewer]]()

    def comes(address: str) -> bool:
        if not rooms.has_room(("replay", f"room {len(here)}"), address):
            return False
        one = Viewer(STRANGER, -1, "en", "", "", address)
        here.setdefault(address, []).append(one)
        left.enter_context(rooms.joined(("replay", f"room {len(here)}"), one, False))
        return True

    with left:
        for at in range(8):
            comes(f"2001:db8:1:{at % 4}::/64")
        assert comes("2001:db8:2:1::/64"), "the last place"
        assert not comes("2001:db8:1:7::/64"), "their site has its measure"
        assert comes("2001:db8:2:2::/64")
        for stranger in range(5):
            assert comes(f"192.0.2.{stranger}")
        assert {FULL} == {one.closed for one in here["2001:db8:1:3::/64"]}
        assert [0, FULL] == [one.closed for one in here["2001:db8:1:0::/64"]], "the oldest stay"
        assert not any(here[f"192.0.2.{stranger}"][0].closed for stranger in range(5))
        open_now = [one for some in here.values() for one in some if not one.closed]
        assert 9 == len(open_now)
        while comes(f"198.51.100.{len(here)}"):
            pass
        assert 9 == len({one.address for some in here.values() for one in some if not one.closed}), "one each"
    assert {} == rooms.open
    assert {} == rooms._from


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "{}", "[" * 4000,
        '{"type":"go","cid":1,"step":-1,"eyes":0}', '{"type":"go","cid":1,"step":1,"eyes":64}',
        f'{{"type":"go","cid":1,"step":{MOST_STEP + 1},"eyes":0}}',
        '{"type":"go","cid":1,"step":1,"eyes":0,"text":"<b>"}',
        '{"type":"act","cid":1,"number":1,"code":"play HQ"}', '{"type":"hand","cid":1,"to":0}', "x" * 8000,
    ],
)  # fmt: skip
def test_what_is_no_message_moves_nobody(service: Running, text: str) -> None:
    async def look(company: Company) -> None:
        ada = company.person()
        name = await brought(ada)
        one, two = await come(ada, name, lead=True), await come(ada, name)
        await two.until(2, 1)
        await one.ask("go", step=1, eyes=0)
        await one.socket.send(text)
        assert "bad-message" == (await one.hear("refused"))["code"]
        assert "pong" == (await one.ask("ping"))["type"]
        assert "pong" == (await two.ask("ping"))["type"]
        late = await come(ada, name)
        room = await late.until(3, 1)
        assert (1, 0) == (room["step"], room["eyes"])

    run(service, look)

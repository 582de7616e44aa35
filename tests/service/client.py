"""A page without a browser: a person with a cookie, and a table's connection, as tests and benchmarks use them."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import websockets

from tests.patience import PATIENCE

BOTS = {"kind": "bot", "bot": "simple"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}
#: Of a connection to a table: seconds until it is open, and until an answer to a ping is there.
UNHURRIED: dict[str, Any] = {"open_timeout": PATIENCE, "ping_timeout": PATIENCE}


class Company:
    """Everybody in a test; their connections are closed at its end."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.people: list[Person] = []

    def person(self, name: str = "") -> Person:
        self.people.append(Person(self.address, name))
        return self.people[-1]

    async def __aenter__(self) -> Company:
        return self

    async def __aexit__(self, *fault: object) -> None:
        for person in self.people:
            for place in person.places:
                await place.close()
            await person.http.aclose()


class Person:
    """Somebody with a browser of their own.

    Args:
        address: of the service, without a slash at the end.
        name: as it is given when a table is set or joined.
    """

    def __init__(self, address: str, name: str = "") -> None:
        self.address = address
        self.name = name
        self.places: list[Place] = []
        self.http = httpx.AsyncClient(base_url=address, headers={"origin": address}, timeout=PATIENCE, verify=False)

    def go_to(self, address: str) -> None:
        """Go to another address with the same cookies, as a browser does that comes to another process."""
        self.address = address
        self.http.base_url = httpx.URL(address)
        self.http.headers["origin"] = address

    async def get(self, path: str) -> Any:
        answer = await self.http.get(f"/api/{path}")
        answer.raise_for_status()
        return answer.json()

    async def post(self, path: str, body: Any = None) -> Any:
        answer = await self.http.post(f"/api/{path}", json=body if body is not None else {})
        answer.raise_for_status()
        return answer.json()

    async def set_table(
        self, variant: str, *others: dict[str, Any], start: bool = True, **settings: Any
    ) -> dict[str, str]:
        if self.name:
            await self.post("me", {"name": self.name})
        options = settings.pop("options", {})
        settings.setdefault("grace", 3600)  # what is left is left, and takes no time of the next test
        wanted = {"variant": variant, "seats": [ME, *others], "start": start, "settings": settings, "options": options}
        made: dict[str, str] = await self.post("tables", wanted)
        return made

    async def join(self, made: dict[str, str], watch: bool = False) -> int:
        wanted = {"secret": made["secret"], "name": self.name, "watch": watch}
        joined = await self.post(f"tables/{made['id']}/join", wanted)
        return int(joined["seat"])

    async def sit(self, table: str, via: str = "", **patience: float) -> Place:
        """Come to a table, straight or by way of another address; with less patience than with anything, if told so."""
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}
        socket = await websockets.connect(
            f"ws{(via or self.address).removeprefix('http')}/ws/{table}",
            origin=(via or self.address).partition("/p/")[0],  # type: ignore[arg-type]
            additional_headers=headers,
            compression=None,
            max_size=1 << 24,
            **(UNHURRIED | patience),
        )
        self.places.append(Place(socket))
        return self.places[-1]


class Place:
    """A connection to a table."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.table: dict[str, Any] = {}
        self.scene: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.bytes: list[bytes] = []
        self.signs = 0  #: how many frames have come
        self.answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.cid = random.getrandbits(40)  # so that two tabs of one person do not share numbers
        self._changed = asyncio.Event()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for frame in self.socket:
                self.signs += 1
                message = json.loads(frame)
                if message["type"] == "beat":
                    continue  # one of several processes says that it lives
                self.bytes.append(frame.encode())
                self._take(message)
        except websockets.ConnectionClosed:
            pass
        self._changed.set()
        for answer in self.answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError(f"closed with {self.socket.close_code}"))

    def _take(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        if message["type"] == "table":
            self.table = message
        elif message["type"] == "scene":
            self.scene = message["scene"]
        elif "cid" in message and message["cid"] in self.answers:
            answer = self.answers.pop(message["cid"])
            if not answer.done():
                answer.set_result(message)
        self._changed.set()

    def forget(self) -> None:
        """Keep nothing of what was heard but how the table and the scene stand."""
        self.heard.clear()
        self.bytes.clear()

    async def until(self, test: Callable[[Place], Any], seconds: float = PATIENCE) -> Any:
        """Wait until something is so."""
        async with asyncio.timeout(seconds):
            while not (found := test(self)):
                if self.reading.done():
                    raise ConnectionError(f"closed with {self.socket.close_code}")
                self._changed.clear()
                await self._changed.wait()
        return found

    async def send(self, kind: str, **more: Any) -> None:
        """Send something without waiting for its answer."""
        self.cid += 1
        await self.socket.send(json.dumps({"type": kind, "cid": self.cid, **more}))

    async def ask(self, kind: str, /, seconds: float = PATIENCE, **more: Any) -> dict[str, Any]:
        """Send something and wait for its answer."""
        self.cid += 1
        cid = more.pop("cid", self.cid)
        answer = self.answers[cid] = asyncio.get_running_loop().create_future()
        try:
            await self.socket.send(json.dumps({"type": kind, "cid": cid, **more}))
            return await asyncio.wait_for(answer, seconds)
        finally:
            self.answers.pop(cid, None)
            if answer.done() and not answer.cancelled():
                answer.exception()  # it is seen, also where sending failed before

    async def sit_down(self, seat: int, kind: str, bot: str | None = None) -> dict[str, Any]:
        """Ask for a bot on a seat, or nobody."""
        return await self.ask("sit", seat=seat, kind=kind, bot=bot)

    @property
    def turn(self) -> bool:
        return bool(self.scene) and any(seat["acts"] for seat in self.scene["seats"] if seat["you"])

    def code(self) -> str:
        """Return an action that may be taken, or its first part."""
        return str(self.scene["choices"][0]["codes"][0]).removesuffix(" +")

    async def whole(self, seconds: float = PATIENCE) -> str:
        """Return a whole action that may be taken."""
        if self.scene["choices"][0]["kind"] != "pick":
            return self.code()
        parts = [self.code()]
        while (drafted := await self.ask("draft", seconds, parts=parts))["type"] == "draft" and drafted["may"]:
            if drafted["complete"]:
                break
            parts.append(drafted["may"][0])
        return str(drafted.get("parts", parts[0]))

    async def play_on(self, enough: Callable[[Place], Any]) -> None:
        """Take whatever may be taken until something is so."""
        while not enough(self):
            await self.until(lambda place: enough(place) or place.turn or place.scene.get("deal_over"))
            if enough(self):
                return
            if self.scene["deal_over"] and not self.turn:
                number = self.scene["number"]
                await self.ask("ready")
                await self.until(after(number))
            elif self.turn:
                number = self.scene["number"]
                answer = await self.ask("act", number=number, code=await self.whole())
                assert answer["type"] == "done" or answer["code"] == "stale", answer

    async def close(self) -> None:
        await self.socket.close()
        await self.reading


def after(number: int) -> Callable[[Place], bool]:
    """Ask for a scene later than one; None comes after a match is over."""
    return lambda place: place.scene["number"] > number or place.scene["over"]


def run(service: Any, work: Callable[[Company], Awaitable[Any]]) -> Any:
    """Run a test among people of a running service."""

    async def among_people() -> Any:
        async with Company(service.address) as company:
            return await work(company)

    return asyncio.run(among_people())

"""However much comes from one address at once, whoever comes from another is served between."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from tests.patience import wait_until
from tests.service.leaving import serving
from torite.service import turns, web, wire
from torite.service.config import Config, Limits
from torite.service.connection import said
from torite.service.context import Service
from torite.service.security import Rate
from torite.service.storage import Storage
from torite.service.turns import AddressTurns
from torite.service.viewer import Viewer
from torite.service.web import build

MANY = 60
BETWEEN = 6  #: of those of the other address that may be served before


@pytest.mark.long
@pytest.mark.parametrize("path", ["/api/start", "/assets/page.js", "/nowhere.js", "/health"])
def test_a_question_is_answered_among_many_of_another_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Sixty ask for the same; the sixty-first, from elsewhere, does not wait for them."""
    answered: list[str] = []
    (tmp_path / "assets").mkdir()
    for name in ("index.html", "assets/page.js"):
        (tmp_path / name).write_text("// what the page is made of\n" * 1000)
    monkeypatch.setattr(web, "PAGE", tmp_path)

    async def ask(app: Any, address: str) -> None:
        way = httpx.ASGITransport(app, client=(address, 1))
        async with httpx.AsyncClient(transport=way, base_url="http://127.0.0.1") as client:
            assert 200 == (await client.get(path, headers={"accept-encoding": "gzip"})).status_code
        answered.append(address)

    async def all_ask() -> None:
        app = build(Config(tmp_path / "data", thinkers=0, limits=Limits(probes=100)))
        async with app.router.lifespan_context(app):
            await ask(app, "192.0.2.9")  # what is made once is made
            await asyncio.gather(*(ask(app, "192.0.2.1") for _ in range(MANY)), ask(app, "192.0.2.2"))

    asyncio.run(all_ask())
    assert answered.index("192.0.2.2") <= BETWEEN, answered


@pytest.mark.long
@pytest.mark.parametrize("path", ["/api/start", "/api/tables", "/api/matches"])
def test_what_looks_through_all_that_somebody_has_played_is_asked_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """From wherever they ask; who else asks waits for none of them."""
    reading, most, answered = Counter[int](), Counter[int](), list[str]()
    plain = Storage.rows

    async def rows(kept: Storage, statement: Any, *more: Any) -> Any:
        found = re.search(r"seat\.person = (\d+)", str(statement.compile(compile_kwargs={"literal_binds": True})))
        who = int(found[1]) if found else 0
        reading[who] += 1
        most[who] = max(most[who], reading[who])
        try:
            await asyncio.sleep(0.01)
            return await plain(kept, statement, *more)
        finally:
            reading[who] -= 1

    async def all_ask() -> None:
        app = build(Config(tmp_path / "data", thinkers=0))
        async with app.router.lifespan_context(app):
            cookies = [await named(app, name) for name in ("Ada", "Bo")]
            monkeypatch.setattr(Storage, "rows", rows)

            async def ask(number: int, name: str) -> None:
                way = httpx.ASGITransport(app, client=(f"192.0.2.{number}", 1))
                async with httpx.AsyncClient(
                    transport=way, base_url="http://127.0.0.1", cookies=cookies[name == "Bo"]
                ) as client:
                    assert 200 == (await client.get(path)).status_code
                answered.append(name)

            await asyncio.gather(*(ask(number, "Ada") for number in range(1, 21)), ask(99, "Bo"))

    asyncio.run(all_ask())
    assert {1} == {most[who] for who in most if who}
    assert answered.index("Bo") < 3, answered


async def named(app: Any, name: str) -> httpx.Cookies:
    """Make somebody known; return their cookies."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        made = await client.post("/api/me", json={"name": name}, headers={"origin": "http://127.0.0.1"})
        assert 200 == made.status_code
        return client.cookies


class Says:
    """A connection over which so many messages come at once."""

    def __init__(self, count: int) -> None:
        message = {"type": "websocket.receive", "text": json.dumps({"type": "again", "cid": 1})}
        self.frames = [message] * count

    async def receive(self) -> dict[str, Any]:
        return self.frames.pop() if self.frames else {"type": "websocket.disconnect"}


def all_said(turns: AddressTurns, counts: dict[str, list[int]]) -> list[str]:
    """Whose messages were heard, in order: for each address, how many come over each of its connections."""
    service = cast(Service, SimpleNamespace(limits=Limits(), counts=Counter(), turns=turns))
    heard: list[str] = []

    async def listen(address: str, count: int) -> None:
        viewer = Viewer(1, 0, "en", address=address)
        async for _ in said(service, cast(Any, Says(count)), viewer, wire.decode):
            heard.append(address)

    async def everybody() -> None:
        await asyncio.gather(*(listen(address, count) for address, each in counts.items() for count in each))

    asyncio.run(everybody())
    return heard


def test_a_message_is_heard_among_many_of_another_address() -> None:
    """Of sixty connections that say fifty things each at once; the one of elsewhere says three."""
    heard = all_said(AddressTurns(Rate(100_000, 20), Rate(1000, 10)), {"192.0.2.1": [50] * MANY, "192.0.2.2": [3]})
    assert MANY * 50 + 3 == len(heard)
    assert heard[: 3 * BETWEEN].count("192.0.2.2") == 3


@pytest.mark.parametrize("kind", ["question", "message"])
def test_all_networks_of_a_site_come_in_turn_as_one_address_does(kind: str) -> None:
    """Whoever has a /48 says one thing from each of many networks."""
    heard: list[str] = []

    async def go() -> None:
        turn = getattr(AddressTurns(Rate(100_000, 20), Rate(1000, 10)), kind)

        async def comes(address: str) -> None:
            await turn(address)
            heard.append(address)

        networks = [f"2001:db8:1:{number:x}::/64" for number in range(MANY)]
        await asyncio.gather(*(comes(address) for address in (*networks, "192.0.2.2", "2001:db8:2:1::/64")))

    asyncio.run(go())
    assert {"192.0.2.2", "2001:db8:2:1::/64"} < set(heard[:BETWEEN])


def test_what_is_refused_to_many_networks_of_a_site_shuts_out_all_of_them() -> None:
    turns = AddressTurns(Rate(1, 1), Rate(10, 10, site=2))
    for number in range(2):
        for _ in range(15):
            turns.unreadable(f"2001:db8:1:{number}::/64")
    assert turns.shuts_out("2001:db8:1:7::/64")
    assert not turns.shuts_out("2001:db8:2:7::/64")


def test_what_is_being_answered_goes_on_among_messages_of_many_addresses() -> None:
    """It takes twenty rounds of the loop; two hundred addresses say fifty things each meanwhile."""
    service = cast(
        Service, SimpleNamespace(limits=Limits(), counts=Counter(), turns=AddressTurns(Rate(100_000, 20), Rate(1, 1)))
    )
    heard = 0

    async def listen(address: str) -> None:
        nonlocal heard
        async for _ in said(service, cast(Any, Says(50)), Viewer(1, 0, "en", address=address), wire.decode):
            heard += 1

    async def answered() -> int:
        for _ in range(20):
            await asyncio.sleep(0)
        return heard

    async def everybody() -> int:
        listening = [asyncio.create_task(listen(f"192.0.2.{number}")) for number in range(200)]
        while heard < 400:
            await asyncio.sleep(0)
        before = heard
        meanwhile = await answered() - before
        await asyncio.gather(*listening)
        return meanwhile

    assert asyncio.run(everybody()) <= 21
    assert heard == 200 * 50


def test_what_an_address_says_beyond_its_measure_waits_and_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over all its connections; nobody is put out for it, and others do not wait."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        await once(0)

    rate = Rate(20, 1000.0)
    allowed = iter([0.0] * 20 + [50.0, 50.0])
    once = asyncio.sleep
    monkeypatch.setattr(rate, "later", lambda who, longest: next(allowed) if who == "192.0.2.1" else 0.0)
    named = SimpleNamespace(sleep=sleep, Lock=asyncio.Lock, get_running_loop=asyncio.get_running_loop)
    monkeypatch.setattr(turns, "asyncio", named)
    order = all_said(AddressTurns(rate, Rate(1000, 10)), {"192.0.2.1": [11, 11], "192.0.2.2": [30]})
    assert {"192.0.2.1": 22, "192.0.2.2": 30} == Counter(order)
    assert [50.0, 50.0] == [seconds for seconds in waited if seconds]


def test_no_more_wait_for_a_refusal_than_are_answered_in_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten at once, and five that wait; the others have their answer, and lose their connection."""
    monkeypatch.setattr("torite.service.security.time", SimpleNamespace(monotonic=lambda: 1000.0))

    async def go() -> list[bool]:
        turns = AddressTurns(Rate(1, 1), Rate(10, 10))
        asked = [asyncio.create_task(turns.refusal("192.0.2.1")) for _ in range(200)]
        done, waiting = await asyncio.wait(asked, timeout=0)
        while len(waiting) > 5:
            done, waiting = await asyncio.wait(asked, timeout=0.01)
        assert turns.shuts_out("192.0.2.1")
        assert not turns.shuts_out("192.0.2.2")
        assert await turns.refusal("192.0.2.2")
        for one in waiting:
            one.cancel()
        return [one.result() for one in done]

    assert Counter({False: 185, True: 10}) == Counter(asyncio.run(go()))


def test_behind_a_proxy_so_many_more_wait_for_a_refusal_whosever_they_are() -> None:
    """Ten at once of each address, and twenty that are held; the others have their answer."""

    async def asked(turns: AddressTurns, most: int) -> tuple[list[bool], set[asyncio.Task[bool]]]:
        tasks = [asyncio.create_task(turns.refusal(f"192.0.2.{n % 2}", True)) for n in range(200)]
        done, waiting = await asyncio.wait(tasks, timeout=0)
        while len(waiting) > most:
            done, waiting = await asyncio.wait(tasks, timeout=0.01)
        return [one.result() for one in done], waiting

    async def go() -> None:
        turns = AddressTurns(Rate(1, 1), Rate(10, 1000), held=20)
        told, waiting = await asked(turns, 20)
        assert Counter({False: 160, True: 20}) == Counter(told)
        for one in waiting:
            one.cancel()
        await asyncio.wait(waiting)
        told, waiting = await asked(turns, 20)
        assert (180, 20) == (told.count(False), len(waiting)), "who has gone holds no place"
        turns.end()
        assert [True] * 20 == await asyncio.gather(*waiting)

    asyncio.run(go())


@pytest.mark.parametrize("kind", ["question", "message", "refusal"])
def test_whoever_goes_while_waiting_keeps_nobody_waiting(kind: str) -> None:
    async def go() -> None:
        turn = getattr(AddressTurns(Rate(1000, 20), Rate(1000, 10)), kind)
        first, second, third = (asyncio.create_task(turn("192.0.2.1")) for _ in range(3))
        await asyncio.sleep(0)
        first.cancel()
        second.cancel()
        await third

    asyncio.run(go())


@pytest.mark.long
def test_whoever_is_refused_again_and_again_waits_and_others_do_not(tmp_path: Path) -> None:
    """Whatever it is that is refused; what is answered to the same address waits for none of it."""
    refusals, order = Rate(10, 2.4), []

    async def ask(app: Any, address: str, path: str, host: str = "127.0.0.1") -> int:
        way = httpx.ASGITransport(app, client=(address, 1))
        async with httpx.AsyncClient(transport=way, base_url=f"http://{host}") as client:
            status = (await client.get(path)).status_code
        order.append((address, status))
        return status

    async def all_ask() -> None:
        app = build(Config(tmp_path / "data", thinkers=0, limits=Limits(probes=100)))
        async with app.router.lifespan_context(app):
            service: Service = app.state.service
            service.turns._refusals = refusals
            await ask(app, "192.0.2.1", "/api/start")
            refused = [ask(app, "192.0.2.1", f"/api/replays/none-{n}", "evil.example" if n % 2 else "127.0.0.1")
                       for n in range(30)]  # fmt: skip
            began = asyncio.get_running_loop().time()
            await asyncio.gather(*refused, ask(app, "192.0.2.2", "/api/nothing"), ask(app, "192.0.2.1", "/api/start"))
            assert asyncio.get_running_loop().time() - began >= 4.5  # twenty wait for a quarter of a second each

    asyncio.run(all_ask())
    assert {404, 421, 200} == {status for _, status in order}
    assert order.index(("192.0.2.2", 404)) < 20
    assert len(order) - order[::-1].index(("192.0.2.1", 200)) < 20


def test_of_those_who_have_gone_nothing_is_begun(tmp_path: Path) -> None:
    """A burst of questions whose askers hang up while the service is busy: few of the log are of a route."""
    log = tmp_path / "access.log"
    with serving(tmp_path, access_log=str(log)) as service:
        assert service.process is not None
        service.process.send_signal(signal.SIGSTOP)
        for _ in range(3 * MANY):
            with socket.create_connection(("127.0.0.1", service.port)) as line:
                line.sendall(f"GET /api/start HTTP/1.1\r\nhost: 127.0.0.1:{service.port}\r\n\r\n".encode())
        service.process.send_signal(signal.SIGCONT)
        told = wait_until(lambda: lines if len(lines := log.read_text().splitlines()) >= 3 * MANY else [])
        begun = [line for line in told if json.loads(line)["route"] == "/api/start"]
        assert len(begun) < BETWEEN, len(begun)

"""Strangers, floods and malice: refused by a code, nothing changed, nobody else slower."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import re
import socket
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets

import torite
from tests.service.client import BOTS, OPEN, Company, Person, Place, run
from tests.service.conftest import Running
from tests.service.players import read
from torite.service.people import TOKEN_BYTES
from torite.service.sitting import ID_BYTES
from torite.service.wire import MOST_BYTES

FOREIGN = ("http://evil.example", "https://127.0.0.1.evil.example", "null", "", "file://", "//evil.example", "http://[::1")
ROUTES = ("", "icon.svg", "table/x", "api/start", "api/nothing", "api/tables", "api/games/agurk", "assets/nothing.js")
POSTS = ("me", "tables", "tables/x/peek", "tables/x/join", "replays", "replays/x/verify")
NEEDED = {
    "content-security-policy": "default-src 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=()",
}


def asked(
    service: Running, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    """Ask by hand; the path goes over the line as it is."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
    try:
        given = {"Host": f"127.0.0.1:{service.port}"} | (headers or {})
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in given.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def posted(service: Running, path: str, body: Any, **headers: str) -> tuple[int, dict[str, Any]]:
    """Post from a page of the service's own; a body of bytes goes as it is."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    status, _, answer = asked(service, "POST", f"/api/{path}", data, {"Origin": service.address} | headers)
    return status, json.loads(answer)


async def connected(
    service: Running, table: str, cookie: str = "", origin: str | None = "own", **more: Any
) -> websockets.ClientConnection:
    """Open a table's connection by hand."""
    return await websockets.connect(
        f"ws://127.0.0.1:{service.port}/ws/{table}",
        origin=service.address if origin == "own" else origin,  # type: ignore[arg-type]
        additional_headers={"cookie": cookie} if cookie else {},
        compression=None,
        max_size=1 << 24,
        **more,
    )


async def ends_with(service: Running, table: str, cookie: str = "") -> tuple[int | None, list[str | bytes]]:
    """Connect; return the code with which the connection is closed, and all that was said before."""
    connection = await connected(service, table, cookie)
    said = []
    with contextlib.suppress(websockets.ConnectionClosed):
        async for frame in connection:
            said.append(frame)
    return connection.close_code, said


def cookie_of(person: Person) -> str:
    return f"torite={person.http.cookies['torite']}"


def kept(service: Running) -> dict[str, int]:
    """Count what is kept."""
    names = ("person", "sitting", "seat", "watcher", "entry", "said", "replay")
    return {name: read(service.data, f"SELECT count(*) AS n FROM {name}")[0]["n"] for name in names}


# where requests come from


def test_a_socket_that_another_site_opens_is_refused(service: Running) -> None:
    """Also one without an origin, with a cookie that would do."""

    async def play(company: Company) -> None:
        me = company.person("Ada")
        table = (await me.set_table("agurk", BOTS))["id"]
        (await me.sit(table)).send  # noqa: B018 (the table is open)
        for origin in (*FOREIGN, None, f"http://127.0.0.1:{service.port + 1}", f"{service.address}.evil.example"):
            with pytest.raises(websockets.InvalidStatus) as refused:
                await connected(service, table, cookie_of(me), origin)
            assert 403 == refused.value.response.status_code, origin

    run(service, play)


def test_a_change_that_another_site_asks_for_is_refused(service: Running) -> None:
    async def play(company: Company) -> None:
        me = company.person("Ada")
        await me.post("me", {"name": "Ada"})
        before = kept(service)
        for origin in (*FOREIGN, f"http://127.0.0.1:{service.port + 1}"):
            for path in POSTS:
                headers = {"Origin": origin, "Cookie": cookie_of(me)}
                status, told, body = asked(service, "POST", f"/api/{path}", b'{"name": "Eve"}', headers)
                assert (403, "origin") == (status, json.loads(body)["code"]), (origin, path)
                assert "set-cookie" not in told
        status, _, body = asked(service, "POST", "/api/me", b'{"name": "Eve"}', {"Cookie": cookie_of(me)})
        assert (403, "origin") == (status, json.loads(body)["code"]), "no origin at all"
        assert before == kept(service)
        assert "Ada" == (await me.get("start"))["me"]["name"]

    run(service, play)


def test_another_host_is_misdirected(service: Running) -> None:
    """A name that somebody has pointed at this machine."""
    port = service.port
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "localhost.evil.example", "", "[::1"):
        for path in ("/", "/api/start", "/nothing"):
            status, told, body = asked(service, "GET", path, headers={"Host": host})
            assert 421 == status, host
            assert b"torite" not in body.lower()
            assert_safe(told, host)
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"):
        assert 200 == asked(service, "GET", "/api/start", headers={"Host": host})[0], host


def test_nothing_is_changed_by_asking(service: Running) -> None:
    """What changes something answers to POST alone; no other method does anything."""

    async def play(company: Company) -> None:
        me = company.person("Ada")
        table = (await me.set_table("agurk", BOTS))["id"]
        before = kept(service)
        for path in POSTS:
            for method in ("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"):
                headers = {"Origin": service.address, "Cookie": cookie_of(me)}
                filled = path.replace("/x/", f"/{table}/")
                status, told, _ = asked(service, method, f"/api/{filled}", b"", headers)
                if (method, path) in (("GET", "tables"), ("HEAD", "tables")):
                    assert 200 == status
                else:
                    assert status in (404, 405), (method, path)
                assert_safe(told, (method, path))
        for path in ROUTES:
            assert asked(service, "GET", f"/{path}", headers={"Cookie": cookie_of(me)})[0] in (200, 404)
        assert before == kept(service)

    run(service, play)


def assert_safe(told: dict[str, str], what: object) -> None:
    for name, beginning in NEEDED.items():
        assert told.get(name, "").startswith(beginning), (what, name, told)
    assert "server" not in told or "uvicorn" == told["server"]
    assert "access-control-allow-origin" not in told
    policy = told["content-security-policy"]
    assert "unsafe" not in policy
    assert "*" not in policy
    for needed in ("script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"):
        assert needed in policy


def test_every_kind_of_answer_tells_the_browser_what_a_page_may_do(service: Running) -> None:
    """The page, its parts, what it asks, refusals, what does not exist, and what is too long."""
    status, told, page = asked(service, "GET", "/")
    if status == 200:
        assets = re.findall(r'"/(assets/[^"]+)"', page.decode())
        assert assets
        for asset in assets:
            found, told, _ = asked(service, "GET", f"/{asset}", headers={"Accept-Encoding": "gzip"})
            assert 200 == found
            assert "immutable" in told["cache-control"]
            assert_safe(told, asset)
    for path in (*ROUTES, "%00", "a" * 300, "%ff", "api/clauses/agurk/%00", "api/replays/x/steps?from=--5&to=0&viewer=0"):
        status, told, _ = asked(service, "GET", f"/{path}")
        assert status in (200, 400, 404), (path, status)
        assert_safe(told, path)
        if path.startswith("api/") and status == 200:
            assert "no-store" == told["cache-control"]
    for path in POSTS:
        assert_safe(asked(service, "POST", f"/api/{path}", b"{}", {"Origin": service.address})[1], path)
        assert_safe(asked(service, "POST", f"/api/{path}", b"{}")[1], path)


def test_the_page_itself_asks_nothing_of_other_places(service: Running) -> None:
    status, _, page = asked(service, "GET", "/")
    if status != 200:
        pytest.skip("the page is not built")
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", page.decode())
    assert not re.findall(r"<script(?![^>]*\bsrc=)", page.decode()), "a script in the page"


@pytest.mark.parametrize(
    "path",
    [
        "/../web.py", "/..%2fweb.py", "/%2e%2e/web.py", "/%2e%2e%2fweb.py", "/assets/..%2f..%2fweb.py", "//etc/passwd",
        "/assets/%2e%2e/%2e%2e/web.py", "/%2fetc%2fpasswd", "/..%5cweb.py", "/assets/..%00/x", "/.", "/..", "/%2e%2e/key",
        "/../../../../../../../../etc/passwd", "/..%2f..%2f..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
    ],
)  # fmt: skip
def test_no_file_but_the_pages_own_is_given_away(service: Running, path: str) -> None:
    status, told, body = asked(service, "GET", path)
    assert status in (200, 404)
    assert b"import" not in body.split(b"<head>")[0]
    assert b"root:" not in body
    assert status == 404 or told["content-type"].startswith("text/html")
    assert status == 404 or asked(service, "GET", "/")[2] == body


# who somebody is


def test_without_a_cookie_there_is_no_table(service: Running) -> None:
    async def play(company: Company) -> None:
        me = company.person("Ada")
        table = (await me.set_table("agurk", BOTS))["id"]
        for cookie in ("", "torite=", "torite=wrong", f"torite={'x' * 5000}", "other=1", f"torite={cookie_of(me)[7:-1]}"):
            assert (4401, []) == await ends_with(service, table, cookie), cookie

    run(service, play)


def test_what_is_not_there_and_what_is_not_yours_are_answered_alike(service: Running) -> None:
    """Byte for byte, over HTTP and over the connection, whatever one tries to guess."""

    async def play(company: Company) -> None:
        me, eve = company.person("Ada"), company.person("Eve")
        made = await me.set_table("agurk", BOTS)
        await (await me.sit(made["id"])).until(lambda p: p.scene)
        await eve.post("me", {"name": "Eve"})
        ids = (made["id"], "A" * len(made["id"]), "x", "a" * 3000)
        for body in ({"secret": ""}, {"secret": "0" * 64}, {"secret": "ä"}):
            for what in ("peek", "join"):
                answers = {await told_to(eve, "POST", f"tables/{table}/{what}", body) for table in ids}
                assert 1 == len(answers), what
                assert 404 == next(iter(answers))[0]
        answers = {await told_to(eve, "GET", f"tables/{table}/invite") for table in ids}
        assert 1 == len(answers)
        assert 404 == next(iter(answers))[0]
        for table in ids:
            assert (4404, []) == await ends_with(service, table, cookie_of(eve))
        assert [] == await eve.get("tables")

    run(service, play)


async def told_to(person: Person, method: str, path: str, body: Any = None) -> tuple[int, bytes, tuple[str, ...]]:
    """Ask; return all of the answer but its time."""
    answer = await person.http.request(method, f"/api/{path}", json=body)
    headers = tuple(f"{name}: {value}" for name, value in answer.headers.items() if name != "date")
    return answer.status_code, answer.content, headers


def test_an_invitation_opens_its_own_table_alone(service: Running) -> None:
    async def play(company: Company) -> None:
        me, eve = company.person("Ada"), company.person("Eve")
        one, other = [await me.set_table("agurk", OPEN, start=False) for _ in range(2)]
        assert one["secret"] != other["secret"]
        swapped = {"id": one["id"], "secret": other["secret"]}
        answer = await eve.http.post(f"/api/tables/{one['id']}/join", json={"secret": swapped["secret"]})
        assert 404 == answer.status_code
        assert "torite" not in eve.http.cookies, "who is refused gets no token"
        answer = await eve.http.post(f"/api/tables/{one['id']}/peek?secret={one['secret']}", json={})
        assert 400 == answer.status_code, "a secret does not travel in an address"

    run(service, play)


def test_a_token_is_long_kept_from_scripts_and_from_other_sites(service: Running) -> None:
    assert TOKEN_BYTES * 8 >= 256
    assert ID_BYTES * 8 >= 128
    _, told, _ = asked(service, "POST", "/api/me", b'{"name": "Ada"}', {"Origin": service.address})
    token, *flags = told["set-cookie"].split("; ")
    name, _, value = token.partition("=")
    assert "torite" == name
    assert len(value) >= 43
    assert {"httponly", "samesite=strict", "path=/"} <= {flag.lower() for flag in flags}
    assert not [flag for flag in flags if flag.lower().startswith("domain")]
    again = asked(service, "POST", "/api/me", b"{}", {"Origin": service.address, "Cookie": token})[1]
    assert "set-cookie" not in again
    tokens = {
        asked(service, "POST", "/api/me", b"{}", {"Origin": service.address})[1]["set-cookie"].split(";")[0]
        for _ in range(20)
    }
    assert 20 == len(tokens)


def test_behind_https_the_cookie_goes_over_https_alone(tmp_path: Path) -> None:
    service = Running(tmp_path / "data", origins=["https://cards.example"])
    try:
        headers = {"Origin": "https://cards.example", "Host": "cards.example"}
        status, told, _ = asked(service, "POST", "/api/me", b"{}", headers)
        assert 200 == status
        assert "secure" in told["set-cookie"].lower().split("; ")
        assert 403 == asked(service, "POST", "/api/me", b"{}", headers | {"Origin": "http://cards.example"})[0]
        assert 403 == asked(service, "POST", "/api/me", b"{}", headers | {"Origin": "https://cards.example.evil"})[0]
        assert 421 == asked(service, "GET", "/", headers={"Host": "cards.example.evil"})[0]
    finally:
        service.stop()


def test_no_token_and_no_invitation_lies_in_any_file_of_the_service(fresh: Running) -> None:
    """The database, its log and what is printed are searched byte by byte, at work and after."""
    secrets: list[bytes] = []

    async def play(company: Company) -> None:
        ada, bo, cleo = company.person("Ada"), company.person("Bo"), company.person("Cleo")
        made = await ada.set_table("agurk", OPEN, BOTS, start=False)
        await bo.join(made)
        await cleo.join(made, watch=True)
        places = [await person.sit(made["id"]) for person in (ada, bo, cleo)]
        await places[0].ask("start")
        await asyncio.gather(*(place.play_on(lambda p: p.scene.get("over")) for place in places[:2]))
        await places[0].until(lambda p: p.table["replay"])
        await places[0].socket.send("nonsense")
        await ada.http.post("/api/me", content=b"nonsense")
        secrets.extend(person.http.cookies["torite"].encode() for person in (ada, bo, cleo))
        secrets.append(made["secret"].encode())
        secrets.append((await ada.get(f"tables/{made['id']}/invite"))["secret"].encode())
        secrets.append((fresh.data / "key").read_bytes())
        search(fresh, secrets)

    run(fresh, play)
    fresh.stop()
    search(fresh, secrets)
    assert 0o600 == (fresh.data / "key").stat().st_mode & 0o777


def search(service: Running, secrets: list[bytes]) -> None:
    files = [file for file in service.data.iterdir() if file.name != "key"] + [service.log]
    assert any(file.name == "torite.db" for file in files)
    for file in files:
        data = file.read_bytes()
        for secret in secrets:
            assert len(secret) >= 32
            assert secret not in data, file
            assert bytes.fromhex(secret.decode()) not in data if is_hex(secret) else True, file


def is_hex(secret: bytes) -> bool:
    return re.fullmatch(rb"(?:[0-9a-f]{2})+", secret) is not None


# what comes over a connection


@contextlib.asynccontextmanager
async def at_table(company: Company, *others: dict[str, Any]) -> AsyncIterator[tuple[Person, Place]]:
    me = company.person("Ada")
    place = await me.sit((await me.set_table("agurk", *(others or (BOTS,))))["id"])
    await place.until(lambda p: p.turn)
    yield me, place


ILL_FORMED = [
    '{"type": "ping", "cid": 5, "more": 1}',
    '{"type": "ping"}',
    '{"type": "ping", "cid": "5"}',
    '{"type": "ping", "cid": 5.5}',
    '{"type": "ping", "cid": -1}',
    '{"type": "ping", "cid": true}',
    '{"type": "ping", "cid": null}',
    '{"type": "ping", "cid": NaN}',
    '{"type": "ping", "cid": 1e999}',
    '{"type": "ping", "cid": 9007199254740992}',
    f'{{"type": "ping", "cid": {"9" * 5000}}}',
    '{"type": "pong", "cid": 5}',
    '{"type": 5, "cid": 5}',
    '{"type": null, "cid": 5}',
    '{"cid": 5}',
    '{"type": "act", "cid": 5}',
    '{"type": "act", "cid": 5, "number": -1, "code": "play C2"}',
    '{"type": "act", "cid": 5, "number": 1e99, "code": "play C2"}',
    '{"type": "act", "cid": 5, "number": 2, "code": ["play C2"]}',
    '{"type": "act", "cid": 5, "number": 2, "code": "play C2", "seat": 1}',
    f'{{"type": "act", "cid": 5, "number": 2, "code": "{"x" * 1001}"}}',
    '{"type": "draft", "cid": 5, "parts": "play C2"}',
    f'{{"type": "draft", "cid": 5, "parts": {json.dumps(["x"] * 65)}}}',
    f'{{"type": "say", "cid": 5, "text": "{"x" * 201}"}}',
    '{"type": "say", "cid": 5, "text": "\\ud800"}',
    '{"type": "language", "cid": 5, "language": "tlh"}',
    '{"type": "sit", "cid": 5, "seat": 64, "kind": "bot"}',
    '{"type": "sit", "cid": 5, "seat": 1, "kind": "person"}',
    f'{{"x": {"[" * 4000}',
    f'{{"type": "ping", "cid": 5, "x": {"[" * 3000}{"]" * 3000}}}',
    f'{"[" * 8000}',
    '{"a":' * 1500,
    "",
    " ",
    "null",
    "[]",
    "5",
    '"ping"',
    "ping",
    "{",
    b'{"type": "ping", "cid": 5}',
    b"",
    b"\x00\xff\xfe",
]


@pytest.mark.parametrize("block", [ILL_FORMED[:20], ILL_FORMED[20:40], ILL_FORMED[40:]])
def test_what_is_no_message_is_refused_and_changes_nothing(service: Running, block: list[str | bytes]) -> None:
    async def play(company: Company) -> None:
        async with at_table(company) as (me, place):
            scene, before = place.scene, kept(service)
            for frame in block:
                heard = len(place.heard)
                await place.socket.send(frame)
                await place.until(lambda p, heard=heard: len(p.heard) > heard)
                answer = place.heard[-1]
                assert ("refused", "bad-message") == (answer["type"], answer["code"]), frame
                assert answer["cid"] in (0, 5), frame
                assert len(answer["say"]) < 300
            await place.ask("again")
            assert scene | {"log": []} == place.scene | {"log": []}
            assert before == kept(service)

    run(service, play)


def test_who_says_nothing_sensible_is_sent_away(service: Running) -> None:
    """What is no message is counted; after twenty the connection is closed."""

    async def play(company: Company) -> None:
        async with at_table(company) as (me, place):
            with contextlib.suppress(websockets.ConnectionClosed):
                for _ in range(100):
                    await place.socket.send("nonsense")
            await place.reading
            assert 4400 == place.socket.close_code
            assert 21 == len([message for message in place.heard if message.get("code") == "bad-message"])

    run(service, play)


def test_a_long_frame_ends_the_connection(service: Running) -> None:
    """Of more than 8 KiB, in one piece or many."""

    async def play(company: Company) -> None:
        async with at_table(company) as (me, place):
            await place.socket.send("x" * MOST_BYTES)
            await place.until(lambda p: p.heard[-1].get("code") == "bad-message")
            await place.socket.send("x" * (MOST_BYTES + 1))
            await place.reading
            assert 1009 == place.socket.close_code
            pieces = await me.sit(place.table["id"])
            await pieces.until(lambda p: p.scene)
            with contextlib.suppress(websockets.ConnectionClosed):
                await pieces.socket.send(["x" * 1000] * 20)
            await pieces.reading
            assert 1009 == pieces.socket.close_code

    run(service, play)


def test_whoever_floods_is_cut_off_and_the_others_play_on(tmp_path: Path) -> None:
    service = Running(tmp_path / "data", limits={"messages": 60})

    async def play(company: Company) -> None:
        eve, others = company.person("Eve"), company.person("Ada")
        made = await others.set_table("agurk", OPEN, BOTS, start=False)
        await eve.join(made)
        place = await others.sit(made["id"])
        flooding = await eve.sit(made["id"])
        await place.ask("start")
        with contextlib.suppress(websockets.ConnectionClosed):
            for cid in range(10_000):
                await flooding.socket.send(json.dumps({"type": "again", "cid": cid}))
        await flooding.reading
        assert 4408 == flooding.socket.close_code
        answered = [message for message in flooding.heard if message.get("type") == "done"]
        assert 55 < len(answered) <= 70
        back = await eve.sit(made["id"])
        await asyncio.gather(*(p.play_on(lambda p: p.scene.get("number", 0) > 8) for p in (place, back)))

    try:
        run(service, play)
        assert "Traceback" not in service.log.read_text(), service.log.read_text()
    finally:
        service.stop()


def test_whoever_asks_too_often_waits(tmp_path: Path) -> None:
    """Changes and questions are counted apart; each address has its own measure."""
    service = Running(tmp_path / "data", limits={"posts": 5, "reads": 40})
    try:
        statuses = [posted(service, "me", {"name": "Eve"})[0] for _ in range(12)]
        assert 200 in statuses
        assert 429 in statuses
        assert 200 == asked(service, "GET", "/api/start")[0]
        statuses = [asked(service, "GET", "/api/games/agurk")[0] for _ in range(80)]
        assert {200, 429} == set(statuses)
    finally:
        service.stop()


def test_an_address_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    service = Running(tmp_path / "data", limits={"connections": 5})

    async def play(company: Company) -> None:
        me = company.person("Ada")
        table = (await me.set_table("agurk", BOTS))["id"]
        places = [await me.sit(table) for _ in range(5)]
        with pytest.raises(websockets.InvalidStatus) as refused:
            await me.sit(table)
        assert 403 == refused.value.response.status_code
        await places[0].close()
        async with asyncio.timeout(10):
            while True:
                with contextlib.suppress(websockets.InvalidStatus):
                    await (await me.sit(table)).until(lambda p: p.scene)
                    return
                await asyncio.sleep(0.02)

    try:
        run(service, play)
    finally:
        service.stop()


def memory(service: Running) -> float:
    """Return how many MB the service's process takes."""
    assert service.process is not None
    text = Path(f"/proc/{service.process.pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


def unread(service: Running, table: str, cookie: str) -> socket.socket:
    """Open a table's connection that is never read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", service.port))
    line.sendall(
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nOrigin: {service.address}\r\n"
        f"Cookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    return line


def frame(opcode: int, data: bytes) -> bytes:
    """Make a frame as clients send it, masked with zeros."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + len(data).to_bytes(2, "big")
    return bytes([0x80 | opcode]) + length + bytes(4) + data


@pytest.mark.parametrize("what", ["again", "ping"])
def test_whoever_never_reads_is_cut_off_and_costs_little(tmp_path: Path, what: str) -> None:
    """Neither scenes nor answers to pings pile up for somebody who only sends; the others do not notice."""
    service = Running(tmp_path / "data", slowest=1)
    frames = {
        "again": b"".join(frame(1, json.dumps({"type": "again", "cid": cid}).encode()) for cid in range(100)),
        "ping": frame(9, b"x" * 125) * 1000,
    }

    async def play(company: Company) -> None:
        ada, eve = company.person("Ada"), company.person("Eve")
        made = await ada.set_table("agurk", OPEN, BOTS, start=False)
        await eve.join(made)
        place = await ada.sit(made["id"])
        await place.ask("start")
        await place.until(lambda p: p.scene)
        before = memory(service)
        with contextlib.closing(unread(service, made["id"], cookie_of(eve))) as line:
            await place.until(lambda p: p.table["seats"][1]["here"])
            line.settimeout(0)
            sent, began = 0, time.monotonic()
            while time.monotonic() - began < 30:
                try:
                    sent += line.send(frames[what])
                except BlockingIOError:
                    await place.ask("ping")
                    await asyncio.sleep(0.01)
                except OSError:
                    break
                await asyncio.sleep(0)
            else:
                raise AssertionError(f"not cut off after {sent} bytes")
        await place.until(lambda p: not p.table["seats"][1]["here"])
        assert memory(service) - before < 16
        await place.ask("ping")

    try:
        run(service, play)
        assert "Traceback" not in service.log.read_text(), service.log.read_text()
    finally:
        service.stop()


# names, talk and records


HOSTILE = [
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # text: the page never takes it for anything else
    ("a\nb\r\nc\td", "a b c d"),
    ("  Ada   Lovelace ", "Ada Lovelace"),
    ("\u202eadA\u202c", "adA"),
    ("A\u200bd\u200ba", "A d a"),
    ("\u0000Ada\u0007", "Ada"),
    ("\ufeffAda", "Ada"),
    ("\u2066\u2067\u2068\u2069", ""),
    ("e\u0301", "\u00e9"),
    ("👩🏽 Ada", "👩🏽 Ada"),
    ("キュウリ", "キュウリ"),
    ("x" * 80, "x" * 24),
    ("' OR 1=1 --", "' OR 1=1 --"),
    ("{name} %s {0.__class__}", "{name} %s {0.__class__}"),
]


@pytest.mark.parametrize(("given", "shown"), HOSTILE)
def test_a_hostile_name_comes_out_clean_and_short(service: Running, given: str, shown: str) -> None:
    async def play(company: Company) -> None:
        me = company.person()
        answer = await me.post("me", {"name": given})
        assert shown[:24].rstrip() == answer["name"]
        place = await me.sit((await me.set_table("agurk", BOTS))["id"])
        await place.until(lambda p: p.scene)
        name = place.table["seats"][0]["name"]
        assert (shown[:24].rstrip() or "Guest") == name
        assert all(letter.isprintable() for letter in name)

    run(service, play)


@pytest.mark.parametrize(("given", "shown"), HOSTILE)
def test_hostile_talk_comes_out_clean(service: Running, given: str, shown: str) -> None:
    async def play(company: Company) -> None:
        async with at_table(company) as (me, place):
            assert "done" == (await place.ask("say", text=given))["type"]
            said = [message["text"] for message in place.heard if message["type"] == "said"]
            assert ([given] if len(given) == 80 else [shown] if shown else []) == said
            again = await me.sit(place.table["id"])
            await again.until(lambda p: p.scene)
            assert said == [message["text"] for message in again.heard if message["type"] == "said"]

    run(service, play)


def test_talk_that_is_sent_again_is_heard_once(service: Running) -> None:
    async def play(company: Company) -> None:
        async with at_table(company) as (me, place):
            for _ in range(3):
                assert "done" == (await place.ask("say", cid=77, text="hello"))["type"]
                assert "done" == (await place.ask("phrase", cid=78, phrase="well"))["type"]
            assert ["hello", "Well played!"] == [m["text"] for m in place.heard if m["type"] == "said"]

    run(service, play)


def test_ten_thousand_letters_are_no_name(service: Running) -> None:
    before = kept(service)
    for path, body in (("me", {"name": "x" * 10_000}), ("me", {"name": "x" * 81}), ("tables", {"variant": "x" * 81})):
        assert (400, "bad-message") == (posted(service, path, body)[0], posted(service, path, body)[1]["code"])
    assert before == kept(service)


BODIES = [
    b"nonsense", b"[]", b"null", b'{"name": 5}', b'{"nick": "x"}', b'{"name": "\xff"}', b'{"name": "\\ud800"}',
    b'{"name": NaN}', b'{"x": ' + b"[" * 8000, b"[" * 16000, b'{"name":' * 2000, b'{"language": "tlh"}',
]  # fmt: skip


@pytest.mark.parametrize("path", ["me", "tables", "tables/x/join", "replays"])
def test_a_body_that_makes_no_sense_is_refused_and_changes_nothing(service: Running, path: str) -> None:
    before = kept(service)
    for body in BODIES:
        status, answer = posted(service, path, body)
        assert (400, "bad-message") == (status, answer["code"]), body[:40]
    assert before == kept(service)


def test_a_body_that_is_too_large_is_refused_before_it_is_read(service: Running) -> None:
    for path, size in (("me", 16_385), ("me", 3_000_000), ("tables", 20_000), ("replays", 1_400_000)):
        status, answer = posted(service, path, b" " * size)
        assert (400, "too-long") == (status, answer["code"]), path


def test_a_table_that_cannot_be_played_so_is_not_set(service: Running) -> None:
    before = kept(service)
    two = [{"kind": "me"}, {"kind": "bot"}]
    for wanted in (
        {"variant": "nothing", "seats": two},
        {"variant": "../agurk", "seats": two},
        {"variant": "agurk\u0000", "seats": two},
        {"variant": "agurk", "seats": []},
        {"variant": "agurk", "seats": [{"kind": "me"}] * 2},
        {"variant": "agurk", "seats": [{"kind": "bot"}] * 2},
        {"variant": "agurk", "seats": [{"kind": "me"}] + [{"kind": "bot"}] * 63},
        {"variant": "agurk", "seats": [{"kind": "me"}] + [{"kind": "bot"}] * 64},
        {"variant": "agurk", "seats": two, "options": {"out_at": "x"}},
        {"variant": "agurk", "seats": two, "options": {"out_at": "9" * 200}},
        {"variant": "agurk", "seats": two, "options": {"nothing": "1"}},
        {"variant": "agurk", "seats": two, "options": {"out_at": 21}},
        {"variant": "agurk", "seats": two, "settings": {"grace": 0}},
        {"variant": "agurk", "seats": two, "settings": {"move_time": 1e9}},
        {"variant": "agurk", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "genius"}]},
    ):
        status, answer = posted(service, "tables", wanted)
        assert status in (400, 404), wanted
        assert answer["code"] in ("bad-message", "bad-options", "unknown-name"), (wanted, answer)
    after = kept(service)
    assert before | {"person": after["person"]} == after


def hostile_records() -> Iterator[tuple[str, str]]:
    match = torite.Match("agurk", 2, seed=3)
    while not match.over:
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    good = match.record()
    yield "cut", good[: len(good) // 2]
    yield "altered", good.replace("play", "plaz", 1)
    yield "another version", good.replace("torite record 1", "torite record 999", 1)
    yield "another card", re.sub(r"(0: play )(\w+)", r"\1C9", good, count=1)
    yield "another seal", good[:-10] + "0" * 9 + "\n"
    yield "empty", ""
    yield "blank lines", "\n" * 300_000
    yield "one long line", "torite record 1\n" + "x" * 390_000
    yield "long game", good.replace("game: cucumber", "game: " + "../" * 100)
    yield "many names", good.replace("seats: 2", "seats: 2\n" + "name 0: x\n" * 9000)
    yield "many seats", good.replace("seats: 2", "seats: 999999999999")
    yield "many comments", good + "# x\n" * 9000
    yield "many undone", good.replace("0: play", "0: undo 2\n" * 9000 + "0: play", 1)
    yield "undone backwards", good.replace("0: play", "0: undo -1\n0: play", 1)
    yield "deep", "torite record 1\n" + "(" * 300_000
    yield "unprintable", good.replace("cucumber", "\u202e\u0000")
    yield "huge number", good.replace("dealer: ", "dealer: " + "9" * 6000, 1)
    yield "large", "torite record 1\n" * 80_000
    yield "not unicode", "torite record 1\n\x00\x01"


@pytest.mark.parametrize(("what", "text"), list(hostile_records()), ids=[what for what, _ in hostile_records()])
def test_a_hostile_record_is_refused_at_once(service: Running, what: str, text: str) -> None:
    before, began = kept(service), time.process_time()
    status, answer = posted(service, "replays", {"record": text})
    assert 400 == status, what
    assert answer["code"] in ("bad-record", "too-long"), (what, answer)
    assert len(answer["say"]) < 600
    assert before == kept(service)
    assert time.process_time() - began < 1


def test_no_record_takes_long_to_refuse() -> None:
    """Measured as time of this process, so that a busy machine does not count."""
    from torite.errors import ToriteError
    from torite.service import replays

    for what, text in hostile_records():
        began = time.process_time()
        with pytest.raises(ToriteError):
            replays.opened(text)
        assert time.process_time() - began < 1, what


def test_replays_brought_by_many_do_not_pile_up(tmp_path: Path) -> None:
    from torite.service.web import REPLAYS_KEPT

    service = Running(tmp_path / "data")
    match = torite.Match("agurk", 2, seed=3)
    while not match.over:
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    try:
        record = match.record()
        ids = [posted(service, "replays", {"record": record})[1]["id"] for _ in range(REPLAYS_KEPT)]
        before = memory(service)
        ids += [posted(service, "replays", {"record": record})[1]["id"] for _ in range(4 * REPLAYS_KEPT)]
        assert memory(service) - before < 8
        for name in (ids[0], ids[-1]):
            assert 200 == asked(service, "GET", f"/api/replays/{name}")[0]
            for bad in ("from=0", "from=-1&to=0&viewer=0", "from=0&to=9999&viewer=0", "from=--1&to=1&viewer=0",
                        "from=0&to=0&viewer=9", "from=0&to=0&viewer=-9", "from=٣&to=5&viewer=0"):  # fmt: skip
                assert 400 == asked(service, "GET", f"/api/replays/{name}/steps?{quoted(bad)}")[0], bad
    finally:
        service.stop()


def quoted(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="=&")

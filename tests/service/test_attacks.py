"""Strangers and thieves: another site, another host, no token, another's token; what a browser is told of it."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
import websockets

from tests.service.by_hand import asked, connected, cookie_of, ends_with, kept, told_to
from tests.service.client import BOTS, OPEN, Company, run
from tests.service.conftest import ROOT, Running
from torite.service.config import Limits
from torite.service.table_setup import ID_BYTES
from torite.service.users import TOKEN_BYTES
from torite.service.web import PAGE

FOREIGN = (
    "http://evil.example",
    "https://127.0.0.1.evil.example",
    "null",
    "",
    "file://",
    "//evil.example",
    "http://[::1",
)
ROUTES = ("", "icon.svg", "table/x", "api/start", "api/nothing", "api/tables", "api/games/agurk", "assets/nothing.js")
POSTS = ("me", "tables", "tables/x/peek", "tables/x/join", "replays", "replays/x/verify", "arranged/agurk")
NEEDED = {
    "content-security-policy": "default-src 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=()",
}


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
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "",
        "[::1",
    ):
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
                if method in ("GET", "HEAD") and path in ("tables", "arranged/agurk"):
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
    for path in (
        *ROUTES,
        "%00",
        "a" * 300,
        "%ff",
        "api/clauses/agurk/%00",
        "api/replays/x/steps?from=--5&to=0&viewer=0",
    ):
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


def test_fifty_people_of_one_address_may_load_all_of_the_page_at_once() -> None:
    files = [file for file in PAGE.rglob("*") if file.is_file()]
    if not files:
        pytest.skip("the page is not built")
    assert 50 * len(files) <= Limits().files
    bursts = re.findall(r"limit_req zone=\w+ burst=(\d+)", (ROOT / "deploy" / "nginx.conf").read_text())
    assert 2 == len(bursts), "an address' and a site's"
    assert min(map(int, bursts)) >= Limits().files, "the server in front lets them through"


@pytest.mark.parametrize(
    "path",
    [
        "/../web.py", "/..%2fweb.py", "/%2e%2e/web.py", "/%2e%2e%2fweb.py", "/assets/..%2f..%2fweb.py",
        "//etc/passwd", "/assets/%2e%2e/%2e%2e/web.py", "/%2fetc%2fpasswd", "/..%5cweb.py", "/assets/..%00/x", "/.",
        "/..", "/%2e%2e/key",
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
        for cookie in (
            "",
            "torite=",
            "torite=wrong",
            f"torite={'x' * 5000}",
            "other=1",
            f"torite={cookie_of(me)[7:-1]}",
        ):
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

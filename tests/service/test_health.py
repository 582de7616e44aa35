"""Whether the service lives and can keep what is played, as who watches over it asks; and files of the page."""

from __future__ import annotations

import asyncio
import gzip
import os
import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers

from tests.patience import PATIENCE, wait_until
from tests.service.by_hand import asked, closing, kept
from tests.service.conftest import Running
from tests.service.forwarding import forwarding
from tests.service.players import read
from tests.service.test_attacks import assert_safe
from tests.service.test_disk import full_disk
from torite.service.health import Readiness
from torite.service.static_files import Files
from torite.service.storage import Storage, Unkept


def test_the_process_answers_and_can_write(service: Running) -> None:
    before = kept(service)
    assert (200, b"alive\n") == asked(service, "GET", "/health")[::2]
    began = time.time()
    assert (200, b"ready\n") == asked(service, "GET", "/ready")[::2]
    written = read(service.data, "SELECT * FROM heartbeat")
    assert [1] == [row["id"] for row in written]
    assert written[0]["at"] > began - 2, "it was really written"
    assert before == kept(service)
    for path in ("/health", "/ready"):
        _, told, _ = asked(service, "GET", path)
        assert "no-store" == told["cache-control"]
        assert_safe(told, path)


@pytest.mark.parametrize(
    "path", ["/health/x", "/healthz", "/ready/", "/ready/x", "/metrics", "/metrics/x", "/health%2f", "/api", "/ws"]
)
def test_under_these_names_there_is_nothing_else(service: Running, path: str) -> None:
    """Not the page, which would say that all is well."""
    status, _, body = asked(service, "GET", path)
    assert path == "/healthz" or status in (404, 307)
    assert b"torite_" not in body


def test_who_watches_asks_by_address_and_no_other_host(service: Running) -> None:
    assert 200 == asked(service, "GET", "/health", headers={"Host": "10.1.2.3:8377"})[0]
    assert 421 == asked(service, "GET", "/health", headers={"Host": "evil.example"})[0]
    assert 405 == asked(service, "POST", "/ready", b"")[0]


def refusing(service: Running, word: str) -> None:
    with closing(service.data / "torite.db") as database:
        database.execute(
            "CREATE TRIGGER no BEFORE UPDATE ON heartbeat BEGIN SELECT RAISE(ABORT, 'no'); END"
            if word
            else "DROP TRIGGER no"
        )


def becomes(service: Running, status: int) -> bytes:
    """Ask until it is so; what was found holds for a second."""
    answer = b""

    def is_so() -> bool:
        nonlocal answer
        found, _, answer = asked(service, "GET", "/ready")
        return found == status

    wait_until(is_so, lambda: answer)
    return answer


def test_what_cannot_write_is_not_ready_but_lives(fresh: Running) -> None:
    assert b"ready\n" == becomes(fresh, 200)
    with full_disk(fresh):
        assert b"unwritable\n" == becomes(fresh, 503)
        assert 200 == asked(fresh, "GET", "/health")[0]
    assert b"ready\n" == becomes(fresh, 200)
    refusing(fresh, "no")
    assert b"unwritable\n" == becomes(fresh, 503)
    refusing(fresh, "")
    becomes(fresh, 200)


class Slow:
    """A database that takes its time."""

    def __init__(self, fault: type[Exception] | None = None) -> None:
        self.writes = 0
        self.go = asyncio.Event()
        self.fault = fault

    async def write(self, *statements: Any) -> None:
        self.writes += 1
        await self.go.wait()
        if self.fault is not None:
            raise self.fault


def test_however_often_it_is_asked_it_writes_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torite.service.health.PATIENCE", 0.05)
    monkeypatch.setattr("torite.service.health.FRESH", PATIENCE)  # in place of a second

    async def ask() -> None:
        kept = Slow()
        readiness = Readiness(kept)  # type: ignore[arg-type]
        assert {"slow"} == set(await asyncio.gather(*(readiness.fault() for _ in range(100))))
        monkeypatch.setattr("torite.service.health.PATIENCE", PATIENCE)
        kept.go.set()
        assert {""} == set(await asyncio.gather(*(readiness.fault() for _ in range(100))))
        assert {""} == set(await asyncio.gather(*(readiness.fault() for _ in range(100))))
        assert 1 == kept.writes
        kept.fault = Unkept
        readiness._found_at -= PATIENCE
        assert {"unwritable"} == set(await asyncio.gather(*(readiness.fault() for _ in range(100))))
        assert 2 == kept.writes

    asyncio.run(ask())


def test_a_database_that_fails_in_another_way_is_not_ready(tmp_path: Path) -> None:
    async def ask() -> str:
        kept = await Storage.open(tmp_path / "torite.db")
        async with kept.engine.begin() as connection:
            await connection.exec_driver_sql("DROP TABLE heartbeat")
        found = await Readiness(kept).fault()
        await kept.close()
        return found

    assert "unwritable" == asyncio.run(ask())


# how often


async def asked_from(address: str, source: str, count: int, host: str = "") -> list[int]:
    """Ask both again and again, from an address."""
    transport = httpx.AsyncHTTPTransport(local_address=source)
    headers = {"host": host} if host else {}
    async with httpx.AsyncClient(transport=transport, base_url=address, headers=headers, timeout=PATIENCE) as client:
        paths = ("/health", "/ready") * (count // 2)
        return [(await client.get(path)).status_code for path in paths]


def test_strangers_who_ask_without_end_are_refused_and_whoever_watches_is_answered(tmp_path: Path) -> None:
    """Strangers by way of a proxy that says for whom it asks; who watches asks the service itself."""
    service = Running(tmp_path / "data", limits={"probes": 6}, origins=["https://cards.example"])

    async def ask() -> None:
        async with forwarding(service.port, "127.0.0.1") as proxy:
            flood = await asked_from(proxy.address, "127.0.0.11", 40)
            assert {200, 429} == set(flood)
            assert flood.count(200) < 20
            assert {200} == set(await asked_from(proxy.address, "127.0.0.12", 2)), "another stranger"
            assert {200} == set(await asked_from(service.address, "127.0.0.1", 40)), "who watches"
            assert 200 == asked(service, "GET", "/api/tables")[0]

    try:
        asyncio.run(ask())
    finally:
        service.stop()
    assert "Traceback" not in service.log.read_text()


def test_strangers_of_whom_a_proxy_says_nothing_use_up_nothing_of_whoever_watches(tmp_path: Path) -> None:
    """They come from the same address, and name the host that was set; a proxy on another machine that is named."""
    service = Running(tmp_path / "data", limits={"probes": 6}, origins=["https://cards.example"], proxies=["127.0.0.5"])

    async def ask() -> None:
        for source in ("127.0.0.1", "127.0.0.5"):
            assert 429 in await asked_from(service.address, source, 40, "cards.example"), source
            assert {200} == set(await asked_from(service.address, source, 40)), source
        assert 429 in await asked_from(service.address, "127.0.0.6", 40), "neither this machine nor a proxy"

    try:
        asyncio.run(ask())
    finally:
        service.stop()


# the page's files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<head></head>" + "<p>page</p>" * 100)
    (tmp_path / "assets" / "a.js").write_text("one();" * 1000)
    (tmp_path / "small.svg").write_text("<svg/>")
    (tmp_path / "built-from.txt").write_text("0" * 64)
    return tmp_path


def got(files: Files, name: str, **headers: str) -> tuple[int, Any, bytes]:
    given = Headers({key.replace("_", "-"): value for key, value in headers.items()})
    answer = asyncio.run(files.answer(name, given))
    return answer.status_code, answer.headers, bytes(answer.body)


def test_a_file_is_read_and_compressed_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, packed = Files(folder), 0

    def counted(data: bytes, *how: Any, **more: Any) -> bytes:
        nonlocal packed
        packed += 1
        return pack(data, *how, **more)

    pack = gzip.compress
    monkeypatch.setattr(gzip, "compress", counted)
    for _ in range(20):
        status, told, body = got(files, "assets/a.js", accept_encoding="gzip, br")
        assert (200, "gzip", "one();" * 1000) == (status, told["content-encoding"], gzip.decompress(body).decode())
        assert "immutable" in told["cache-control"]
        assert told["content-type"].startswith("text/javascript")
    assert 2 == packed, "each of the two files that are not small"
    assert "content-encoding" not in got(files, "assets/a.js")[1]
    assert "content-encoding" not in got(files, "small.svg", accept_encoding="gzip")[1]


def test_what_has_not_changed_is_not_sent_again(folder: Path) -> None:
    files = Files(folder)
    tag = got(files, "")[1]["etag"]
    status, told, body = got(files, "table/x", if_none_match=tag)
    assert (304, b"", "no-cache") == (status, body, told["cache-control"])
    (folder / "index.html").write_text("<head>new</head>")
    (folder / "assets" / "b.js").write_text("two();")
    os.utime(folder / "index.html", ns=(1, 1))
    assert (200, b"<head>new</head>") == got(files, "table/x", if_none_match=tag)[::2]
    assert b"two();" == got(files, "assets/b.js")[2], "a page built anew is seen"


def test_only_what_belongs_to_the_page_is_given(folder: Path) -> None:
    (folder.parent / "secret").write_text("secret")
    files = Files(folder)
    page = got(files, "")[2]
    for name in ("../secret", "assets/../../secret", "./index.html", "assets/", "built-from.txt", "%00", "a" * 5000):
        assert got(files, name)[2] in (page, b""), name
    assert 404 == got(files, "assets/none.js")[0]
    (folder / "index.html").unlink()
    assert (404, True) == (got(files, "")[0], b"not been built" in got(files, "")[2])


def test_files_have_a_measure_too(tmp_path: Path) -> None:
    service = Running(tmp_path / "data", limits={"files": 20})
    try:
        seen = [asked(service, "GET", "/icon.svg")[0] for _ in range(40)]
        assert {200, 429} == set(seen) or {404, 429} == set(seen)
        told = asked(service, "GET", "/")[1]
        assert "retry-after" in told
        assert 200 == asked(service, "GET", "/api/tables")[0], "questions are counted apart"
        assert 200 == asked(service, "GET", "/health")[0]
    finally:
        service.stop()


def test_a_file_over_the_line_is_packed_as_it_lies_ready(service: Running) -> None:
    status, _, page = asked(service, "GET", "/")
    if status != 200:
        pytest.skip("the page is not built")
    name = re.findall(r'"/(assets/[^"]+\.js)"', page.decode())[0]
    plain = asked(service, "GET", f"/{name}")[2]
    _, told, packed = asked(service, "GET", f"/{name}", headers={"Accept-Encoding": "gzip"})
    assert plain == gzip.decompress(packed)
    assert str(len(packed)) == told["content-length"]
    assert (304, b"") == asked(service, "GET", f"/{name}", headers={"If-None-Match": told["etag"]})[::2]
    assert (200, b"") == asked(service, "HEAD", f"/{name}")[::2]

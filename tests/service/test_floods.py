"""What comes over a connection that is no message, too long, too much, or never read; nobody else is slower."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.patience import PATIENCE, until_so
from tests.service.by_hand import asked, at_table, cookie_of, frame, kept, memory, posted, unread
from tests.service.client import BOTS, OPEN, Company, Place, run
from tests.service.conftest import Running
from torite.service.wire import MOST_BYTES

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
    '{"type": "say", "cid": 5, "text": "\\ud8"}',
    '{"type": "language", "cid": 5, "language": "tlh"}',
    '{"type": "sit", "cid": 5, "seat": 64, "kind": "bot"}',
    '{"type": "sit", "cid": 5, "seat": 1, "kind": "person"}',
    f'{{"x": {"[" * 4000}',
    f'{{"type": "ping", "cid": 5, "x": {"[" * 3000}{"]" * 3000}}}',
    f"{'[' * 8000}",
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
        async with at_table(company) as (_me, place):
            scene, before = place.scene, kept(service)
            for frame in block:
                heard = len(place.heard)
                await place.socket.send(frame)
                await place.until(heard_more_than(heard))
                answer = place.heard[-1]
                assert ("refused", "bad-message") == (answer["type"], answer["code"]), frame
                assert answer["cid"] in (0, 5), frame
                assert len(answer["say"]) < 300
            await place.ask("again")
            assert scene | {"log": []} == place.scene | {"log": []}
            assert before == kept(service)

    run(service, play)


def heard_more_than(count: int) -> Callable[[Place], bool]:
    return lambda place: len(place.heard) > count


def test_who_says_nothing_sensible_is_sent_away(service: Running) -> None:
    """What is no message is counted; after twenty the connection is closed."""

    async def play(company: Company) -> None:
        async with at_table(company) as (_me, place):
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
            assert pieces.socket.close_code in (1009, 1006)  # the reason may be lost while more is on its way

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
        began = time.monotonic()
        with contextlib.suppress(websockets.ConnectionClosed):
            for cid in range(10_000):
                await flooding.socket.send(json.dumps({"type": "again", "cid": cid}))
        await flooding.reading
        assert 4408 == flooding.socket.close_code
        assert len(_done(flooding)) <= 70 + 3 * (time.monotonic() - began)
        back = await eve.sit(made["id"])
        await asyncio.gather(*(p.play_on(lambda p: p.scene.get("number", 0) > 8) for p in (place, back)))

    try:
        run(service, play)
        assert "Traceback" not in service.log.read_text(), service.log.read_text()
    finally:
        service.stop()


def test_whoever_waits_for_each_answer_has_as_many_messages_as_the_limit_says(tmp_path: Path) -> None:
    """Frames sent at once may be cut off before; see above."""
    service = Running(tmp_path / "data", limits={"messages": 60})

    async def play(company: Company) -> None:
        eve = company.person("Eve")
        place = await eve.sit((await eve.set_table("agurk", BOTS, start=False))["id"])
        began = time.monotonic()
        with contextlib.suppress(ConnectionError, websockets.ConnectionClosed):
            for _ in range(10_000):
                await place.ask("again")
        await place.reading
        assert 4408 == place.socket.close_code
        assert 60 <= len(_done(place)) <= 61 + 3 * (time.monotonic() - began)

    try:
        run(service, play)
    finally:
        service.stop()


def _done(place: Place) -> list[dict[str, Any]]:
    return [message for message in place.heard if message.get("type") == "done"]


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

        async def gets_in() -> bool:
            with contextlib.suppress(websockets.InvalidStatus):
                await (await me.sit(table)).until(lambda p: p.scene)
                return True
            return False

        await until_so(gets_in)

    try:
        run(service, play)
    finally:
        service.stop()


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
            while time.monotonic() - began < PATIENCE:
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

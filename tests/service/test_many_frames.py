"""Frames of a WebSocket are counted, whatever is in them: a stream of empty ones holds nobody else up."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from tests.service.client import OPEN, Company, Person, run
from tests.service.conftest import Running
from torite.service.config import Limits
from torite.service.security import Rate
from torite.service.uvicorn_protocol import PORTION, CarefulSocket
from torite.service.wire import OFTEN

PING, PONG, TEXT, BINARY, PART = b"\x89", b"\x8a", b"\x81", b"\x82", b"\x00"
EMPTY = b"\x80\0\0\0\0"  # masked, of no length
MOST_ANSWERED = 20_000  #: bytes: a scene of the table, answers to some thousand pings, the end
BEGUN = b"\x01" + EMPTY  # a text that goes on


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that takes as many messages as one takes that is not a test's."""
    service = Running(tmp_path_factory.mktemp("strict") / "data", limits={"messages": Limits().messages})
    yield service
    service.kill()


async def shaken(service: Running, person: Person, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a table's connection by hand, and go on from where frames begin."""
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    token = person.http.cookies["torite"]
    head = (
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nOrigin: {service.address}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nCookie: torite={token}\r\n"
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
    )
    writer.write(head.encode())
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


@pytest.mark.parametrize(
    ("first", "frame"),
    [(b"", PING), (b"", PONG), (b"", TEXT), (b"", BINARY), (BEGUN, PART)],
    ids=["pings", "pongs", "texts", "bytes", "parts"],
)
def test_a_stream_of_empty_frames_is_ended_after_a_few(strict: Running, first: bytes, frame: bytes) -> None:
    """Of 900,000 bytes sent at once all but the first few hundred frames are never looked at."""

    async def play(company: Company) -> None:
        ada, bo = company.person("Ada"), company.person("Bo")
        made = await ada.set_table("agurk", OPEN, OPEN, start=False)
        await bo.join(made)
        mine = await bo.sit(made["id"])
        reader, writer = await shaken(strict, ada, made["id"])
        try:
            writer.write(first + (frame + EMPTY) * 150_000)
            assert "pong" == (await mine.ask("ping"))["type"]
            assert MOST_ANSWERED > len(await rest(reader)), "bytes that came back"
        finally:
            writer.transport.abort()

    run(strict, play)


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Read until the other side ends the connection; a reset is an end too."""
    came = b""
    with contextlib.suppress(ConnectionError):
        while more := await reader.read(1 << 16):
            came += more
    return came


def test_what_pages_send_is_far_from_too_many(strict: Running) -> None:
    """Ninety pings and as many messages, at once, are all answered."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        made = await ada.set_table("agurk", OPEN, OPEN, start=False)
        _, writer = await shaken(strict, ada, made["id"])
        writer.write((PING + EMPTY) * 90)
        mine = await ada.sit(made["id"])
        for _ in range(80):
            assert "pong" == (await mine.ask("ping"))["type"]
        assert not writer.transport.is_closing()
        writer.transport.abort()

    run(strict, play)


class Looked:
    """A connection's reader and its line, of which it is counted how much is looked at."""

    def __init__(self) -> None:
        self.bytes = self.longest = 0
        self.parser_exc = None
        self.closed = 0
        self._came = 0

    def receive_data(self, data: bytes) -> None:
        self.bytes, self.longest, self._came = self.bytes + len(data), max(self.longest, len(data)), len(data)

    def events_received(self) -> list[Frame]:
        return [Frame(Opcode.PONG, b"")] * (self._came // 6)

    def send_close(self, code: int) -> None:
        self.closed = code

    def data_to_send(self) -> list[bytes]:
        return []

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        assert not data

    def abort(self) -> None:
        raise AssertionError


@pytest.mark.parametrize("pieces", [1, 1000])
def test_what_comes_after_too_many_frames_is_never_looked_at(pieces: int) -> None:
    """However it comes: all at once, or piece by piece."""

    async def stream() -> Looked:
        looked: Any = Looked()
        line = CarefulSocket.__new__(CarefulSocket)
        line.conn = line.transport = looked
        line.pending_ping_payload, line.close_sent, line.read_paused = None, False, False
        line.many, line.loop, line.queue = Rate(100, 20.0), asyncio.get_running_loop(), asyncio.Queue()
        for _ in range(pieces):
            line.data_received((PONG + EMPTY) * (150_000 // pieces))
        assert line.close_timer is not None
        line.close_timer.cancel()
        assert {"type": "websocket.disconnect", "code": OFTEN} == line.queue.get_nowait()
        assert line.queue.empty()
        return looked

    looked = asyncio.run(stream())
    assert OFTEN == looked.closed
    assert PORTION >= looked.longest
    assert 600 < looked.bytes <= 606 + PORTION

"""A body in parts of nothing costs next to nothing, and one that nobody reads is not looked at."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator

import h11
import pytest

from tests.patience import PATIENCE
from tests.service.client import Company, run
from tests.service.conftest import Running
from torite.service.uvicorn_protocol import CHUNKS, OF_REQUEST, SMALLEST, CarefulReader

PART = b"1\r\n{\r\n"
#: What reads a body, what takes none, what is not there.
PATHS = ("/api/me", "/api/start", "/nothing")


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with as many sockets as one has that is not a test's."""
    service = Running(tmp_path_factory.mktemp("strict") / "data")
    yield service
    service.stop()


def head(service: Running, path: str, how: str = "Transfer-Encoding: chunked") -> bytes:
    lines = (f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{service.port}", f"Origin: {service.address}", how)
    return "\r\n".join((*lines, "", "")).encode()


async def sent(service: Running, path: str, parts: int) -> bytes:
    """Send a body in parts of one byte, as long as anybody takes it; return what is answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    answer = asyncio.create_task(read(reader))
    with contextlib.suppress(ConnectionError):
        writer.write(head(service, path))
        for _ in range(0, parts, 10_000):
            writer.write(PART * 10_000)
            await writer.drain()
    try:
        return await asyncio.wait_for(answer, PATIENCE)
    finally:
        writer.transport.abort()


async def read(reader: asyncio.StreamReader) -> bytes:
    came = b""
    with contextlib.suppress(ConnectionError):
        while more := await reader.read(1 << 16):
            came += more
    return came


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("connections", "parts"), [(1, 1_000_000), (40, 100_000)])
def test_a_body_in_parts_of_one_byte_costs_next_to_nothing(
    strict: Running, path: str, connections: int, parts: int
) -> None:
    """All of it together, so no turn of the loop takes longer."""

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        await ada.get("start")
        before = strict.processor_time()
        answers = await asyncio.gather(*(sent(strict, path, parts) for _ in range(connections)))
        await ada.get("start")
        taken = strict.processor_time() - before
        assert 1 + 0.1 * connections > taken, "seconds; to read all of it would take some 4.7 or 19"
        for answer in answers:
            assert answer.count(b"HTTP/1.1 ") <= 1, "nothing of a body is taken for a request"

    run(strict, play)


def reading(*heads: bytes) -> CarefulReader:
    reader = CarefulReader(h11.SERVER, OF_REQUEST)
    reader.receive_data(b"POST / HTTP/1.1\r\nHost: x\r\n" + b"".join(heads) + b"\r\n")
    assert isinstance(reader.next_event(), h11.Request)
    return reader


def test_what_comes_after_too_many_parts_is_never_looked_at() -> None:
    reader = reading(b"Transfer-Encoding: chunked\r\n")
    reader.receive_data(PART * 10_000)
    for _ in range(CHUNKS):
        assert isinstance(reader.next_event(), h11.Data)
    with pytest.raises(h11.RemoteProtocolError, match="too small"):
        reader.next_event()


@pytest.mark.parametrize("size", [SMALLEST, 1400, 32_768])
def test_parts_as_pages_and_proxies_send_them_are_never_too_many(size: int) -> None:
    reader, whole = reading(b"Transfer-Encoding: chunked\r\n"), 0
    for _ in range(1_300_000 // size):
        reader.receive_data(b"%x\r\n%s\r\n" % (size, b"x" * size))
        while isinstance(event := reader.next_event(), h11.Data):
            whole += len(event.data)
    assert whole == 1_300_000 // size * size


def test_parts_are_counted_for_each_request_anew() -> None:
    reader = reading(b"Transfer-Encoding: chunked\r\n")
    for _ in range(3):
        reader.receive_data(PART * CHUNKS + b"0\r\n\r\n")
        while not isinstance(event := reader.next_event(), h11.EndOfMessage):
            assert isinstance(event, h11.Data)
        for part in (h11.Response(status_code=200, headers=[("content-length", "0")]), h11.EndOfMessage()):
            reader.send(part)
        reader.start_next_cycle()
        reader.receive_data(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert isinstance(reader.next_event(), h11.Request)


@pytest.mark.parametrize(("path", "status"), [("/api/me", 400), ("/api/start", 405), ("/nothing", 405)])
def test_a_body_that_nobody_reads_ends_the_connection_after_the_answer(strict: Running, path: str, status: int) -> None:
    """Whoever still sends reads the answer, and a request in the body is none."""
    hidden = b"GET /api/start HTTP/1.1\r\nHost: x\r\n\r\n"
    with socket.create_connection(("127.0.0.1", strict.port), PATIENCE) as line:
        line.sendall(head(strict, path, "Content-Length: 3000000") + hidden * 600)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += line.recv(1 << 16)
        line.sendall(hidden * 200)
        while more := line.recv(1 << 16):
            answer += more
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"\r\nconnection: close\r\n" in answer.lower()


def test_a_request_that_is_read_whole_leaves_the_connection_open(strict: Running) -> None:
    with socket.create_connection(("127.0.0.1", strict.port), PATIENCE) as line:
        for _ in range(3):
            line.sendall(head(strict, "/api/me") + b"2\r\n{}\r\n0\r\n\r\n")
            answer = b""
            while not answer.endswith(b"}"):
                answer += line.recv(1 << 16)
            assert answer.startswith(b"HTTP/1.1 200 ")
            assert b"connection: close" not in answer.lower()


def test_a_head_of_endless_lines_costs_next_to_nothing(strict: Running) -> None:
    assert strict.process is not None
    before = strict.processor_time()
    for _ in range(10):
        with (
            socket.create_connection(("127.0.0.1", strict.port), PATIENCE) as line,
            contextlib.suppress(ConnectionError),
        ):
            line.sendall(b"GET / HTTP/1.1\r\n" + b"a:\r\n" * 60_000 + b"\r\n")
            assert line.recv(100).startswith(b"HTTP/1.1 400 ")
    assert 1.0 > strict.processor_time() - before


def whole_answer(line: socket.socket) -> bytes:
    """Read an answer, its body included: it may come in a packet of its own."""
    answer = line.recv(1 << 16)
    while b"\r\n\r\n" not in answer:
        answer += line.recv(1 << 16)
    top, _, body = answer.partition(b"\r\n\r\n")
    length = int(top.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
    while len(body) < length:
        body += line.recv(1 << 16)
    return top + b"\r\n\r\n" + body


def test_a_short_body_that_comes_after_the_answer_leaves_the_connection_open(strict: Running) -> None:
    with socket.create_connection(("127.0.0.1", strict.port), PATIENCE) as line:
        for _ in range(3):
            line.sendall(head(strict, "/nothing", "Content-Length: 2"))
            answer = whole_answer(line)
            assert answer.startswith(b"HTTP/1.1 405 ")
            assert b"connection: close" not in answer.lower()
            line.sendall(b"{}")

"""Asking a service without a page: requests and connections made by hand, and what it keeps and takes."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import websockets

from tests.patience import PATIENCE
from tests.service.client import BOTS, UNHURRIED, Company, Person, Place
from tests.service.conftest import Running
from tests.service.players import read


def asked(
    service: Running, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    """Ask by hand; the path goes over the line as it is."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE)
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
        **UNHURRIED | more,
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
    names = ("person", "sitting", "seat", "watcher", "said", "replay")  # bots may still be playing
    return {name: read(service.data, f"SELECT count(*) AS n FROM {name}")[0]["n"] for name in names}


async def told_to(person: Person, method: str, path: str, body: Any = None) -> tuple[int, bytes, tuple[str, ...]]:
    """Ask; return all of the answer but its time."""
    answer = await person.http.request(method, f"/api/{path}", json=body)
    headers = tuple(f"{name}: {value}" for name, value in answer.headers.items() if name != "date")
    return answer.status_code, answer.content, headers


@contextlib.asynccontextmanager
async def at_table(company: Company, *others: dict[str, Any]) -> AsyncIterator[tuple[Person, Place]]:
    me = company.person("Ada")
    place = await me.sit((await me.set_table("agurk", *(others or (BOTS,))))["id"])
    await place.until(lambda p: p.turn)
    yield me, place


def memory(service: Running) -> float:
    """Return how many MB the service's process takes."""
    assert service.process is not None
    return memory_of(service.process.pid)


def worker_of(service: Running) -> int:
    """Return the number of the process that looks at replays; bots think in none, where there are no thinkers."""
    assert service.process is not None
    pid = service.process.pid
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


def memory_of(pid: int) -> float:
    """Return how many MB a process takes."""
    text = Path(f"/proc/{pid}/status").read_text()
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


@contextlib.contextmanager
def closing(file: Path) -> Iterator[sqlite3.Connection]:
    database = sqlite3.connect(file, timeout=PATIENCE)
    try:
        yield database
    finally:
        database.close()

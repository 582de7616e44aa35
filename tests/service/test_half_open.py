"""Sockets that ask nothing, or slowly, or do not read: they are ended in time, and nobody else is kept out."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import resource
import select
import socket
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE, wait_until
from tests.service.by_hand import asked, connected, cookie_of, frame, posted, unread
from tests.service.client import BOTS, Company, run
from tests.service.conftest import Running
from tests.service.leaving import serving
from tests.service.players import insist
from torite.service.serve import listen
from torite.service.socket_limits import OFFERED, UNSENT

QUICK = {"head": 1.0, "body": 1.0, "idle": 1.0, "unread": 1.0, "speed": 4000}
PATIENT = {"head": 3 * PATIENCE, "body": 3 * PATIENCE}
ELSEWHERE = "127.0.0.2"  #: an address of this machine that no proxy is believed to have
ENDED = 100  #: seconds, on the busiest machine, after which a socket is no more of which a second was too much
BODY = b'{"name": "' + b"A" * 15_000 + b'"}'


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that waits for a second only."""
    service = Running(tmp_path_factory.mktemp("hasty") / "data", limits=QUICK)
    yield service
    service.stop()
    assert "Traceback" not in service.log.read_text(), service.log.read_text()


def few_handles(count: int) -> Any:
    return partial(resource.setrlimit, resource.RLIMIT_NOFILE, (count, count))


def line_to(service: Running, source: str = ELSEWHERE) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE, source_address=(source, 0))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def head(service: Running, first: str = "GET / HTTP/1.1", **more: Any) -> bytes:
    named = {"Host": f"127.0.0.1:{service.port}", **{name.replace("_", "-"): value for name, value in more.items()}}
    return "\r\n".join([first, *(f"{name}: {value}" for name, value in named.items()), "", ""]).encode()


def post(service: Running, size: int) -> bytes:
    return head(service, "POST /api/me HTTP/1.1", Origin=service.address, Content_Length=size)


def lives(line: socket.socket, drip: bytes, every: float = 0.1) -> float:
    """Send a byte now and then until the other end has had enough; tell how many seconds that took."""
    began = time.monotonic()
    line.settimeout(every)
    with contextlib.closing(line):
        while time.monotonic() - began < PATIENCE:
            with contextlib.suppress(TimeoutError):
                if line.recv(65536) == b"":
                    break
                continue
            if drip:
                line.sendall(drip)
    return time.monotonic() - began


def ended(line: socket.socket, drip: bytes, every: float = 0.1) -> float:
    with contextlib.suppress(ConnectionError):
        return lives(line, drip, every)
    return 0.0


UNREADABLE = {
    "a long line": {"Cookie": "a=b; " * 1700},
    "many fields": {f"x{n}": "a" for n in range(150)},
    "no text": {"X": "a\x01b"},
    "a body": {"Content-Length": "5"},
    "parts": {"Transfer-Encoding": "chunked"},
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_head_that_a_table_cannot_read_is_refused_at_once(service: Running, what: str) -> None:
    """Requests are read by one reader, and what is a table's by another, which would wait for more of it for ever."""
    upgrade = {"Origin": service.address, "Upgrade": "websocket", "Connection": "Upgrade"}
    key = {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "YWFhYWFhYWFhYWFhYWFhYQ=="}
    with contextlib.closing(line_to(service)) as line:
        line.sendall(head(service, "GET /ws/none HTTP/1.1", **upgrade, **key, **UNREADABLE[what]))
        answer = b""
        while data := line.recv(65536):
            answer += data
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"its head is too long" in answer


@pytest.mark.parametrize("kind", ["silent", "head", "upgrade", "body", "chunks"])
def test_what_comes_a_byte_at_a_time_is_not_waited_for(hasty: Running, kind: str) -> None:
    first = {
        "silent": b"",
        "head": head(hasty)[:-2] + b"X-Slow: ",
        "upgrade": head(hasty, "GET /ws/x HTTP/1.1", Connection="Upgrade", Upgrade="websocket")[:-2] + b"X-Slow: ",
        "body": post(hasty, 16_000),
        "chunks": head(hasty, "POST /api/me HTTP/1.1", Origin=hasty.address, Transfer_Encoding="chunked") + b"3e80\r\n",
    }[kind]
    began = time.monotonic()
    line = line_to(hasty)
    line.sendall(first)
    ended(line, b"a" if first else b"")
    assert 0.9 < time.monotonic() - began < ENDED


def answered(service: Running, times: int) -> socket.socket | None:
    """Ask over a line, again and again; nothing where that took this machine longer than the service waits."""
    line = line_to(service)
    with contextlib.suppress(ConnectionError):
        for _ in range(times):
            line.sendall(head(service, "GET /api/tables HTTP/1.1"))
            said = b""
            while (more := line.recv(4096)) and not (said := said + more).endswith(b"\r\n\r\n[]"):
                pass
            if not more:
                break
            assert said.startswith(b"HTTP/1.1 200 OK")
        else:
            return line
    line.close()
    return None


def test_a_socket_that_has_been_answered_waits_for_another_question_but_not_long(hasty: Running) -> None:
    """Neither silence nor half a question keeps it open."""
    for drip in (b"", b"a"):
        line = wait_until(partial(answered, hasty, 2))
        began = time.monotonic()
        if drip:
            line.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        ended(line, drip)
        assert 0.8 < time.monotonic() - began < ENDED


def test_the_rest_of_a_body_that_was_refused_is_not_waited_for(hasty: Running) -> None:
    line = line_to(hasty)
    line.sendall(post(hasty, 1_000_000) + b" " * 20_000)
    assert b"400" in line.recv(4096)
    began = time.monotonic()
    ended(line, b" ")
    assert time.monotonic() - began < ENDED


def test_who_sends_steadily_is_waited_for(tmp_path: Path) -> None:
    """A slow line, but faster than the slowest that is borne: it takes longer than a body may take by itself."""
    slow = QUICK | {"head": PATIENCE, "speed": len(BODY) // int(PATIENCE)}
    with serving(tmp_path, limits=slow) as service, contextlib.closing(line_to(service)) as line:
        line.sendall(post(service, len(BODY)))
        began = time.monotonic()
        for at in range(0, len(BODY), 1500):
            line.sendall(BODY[at : at + 1500])
            time.sleep(0.16)
        assert time.monotonic() - began > 1.5
        assert b"400" in line.recv(4096), "a name too long"


def test_an_answer_that_is_not_read_is_not_kept(tmp_path: Path) -> None:
    """Question after question, and none of the answers is read."""
    service = Running(tmp_path / "data", limits=QUICK | {"speed": 1_000_000})
    try:
        assert 0.9 < unread_for(service) < ENDED
    finally:
        service.stop()


def unread_for(service: Running) -> float:
    """Ask and never read until the other end has had enough; tell how many seconds that took."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", service.port))
    line.settimeout(0.1)
    question = head(service, "GET /api/start HTTP/1.1")
    began = time.monotonic()
    with contextlib.closing(line), contextlib.suppress(ConnectionError):
        while time.monotonic() - began < PATIENCE:
            with contextlib.suppress(TimeoutError):
                line.send(question)
    return time.monotonic() - began


def is_reset(line: socket.socket) -> bool:
    """Wait until the other end has reset a connection of which nothing is read; one that only ends tells nothing."""
    waiting = select.poll()
    waiting.register(line, 0)  # no more than what is told unasked
    return (
        bool(waiting.poll(1000 * PATIENCE)) and line.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == errno.ECONNRESET
    )


def test_what_is_not_read_is_forgotten_by_the_system_too_when_its_time_is_over(tmp_path: Path) -> None:
    """It would be offered for minutes otherwise, from the system's memory."""
    service = Running(tmp_path / "data", limits=QUICK | {"speed": 1_000_000})
    try:
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", service.port))
            line.sendall(head(service, "GET /api/start HTTP/1.1") * 200)  # all are read, and answered as there is room
            assert is_reset(line)
    finally:
        service.stop()


def test_what_a_table_said_to_somebody_who_reads_nothing_is_forgotten_by_the_system(tmp_path: Path) -> None:
    service = Running(tmp_path / "data", slowest=1)

    async def play(company: Company) -> None:
        me = company.person("Ada")
        table = (await me.set_table("agurk", BOTS))["id"]
        place = await me.sit(table)
        await place.until(lambda p: p.scene)
        with contextlib.closing(unread(service, table, cookie_of(me))) as line:
            assert await asyncio.to_thread(line.recv, 1), "it is a connection"
            line.sendall(frame(1, b'{"type": "again", "cid": 1}') * 1000)
            assert await asyncio.to_thread(is_reset, line)
        assert "pong" == (await place.ask("ping"))["type"]

    try:
        run(service, play)
        assert "Traceback" not in service.log.read_text(), service.log.read_text()
    finally:
        service.stop()


def test_the_system_keeps_little_of_what_is_not_read_and_not_for_long() -> None:
    with listen("127.0.0.1") as listening, socket.create_connection(listening.getsockname()) as line:
        taken = listening.accept()[0]
        with taken:
            assert taken.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * UNSENT
            assert 1000 * OFFERED == taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            taken.settimeout(0)
            sent = 0
            with contextlib.suppress(BlockingIOError):
                while True:
                    sent += taken.send(bytes(65536))
            assert sent < 1 << 20, "the rest lies with who does not read it"
            line.settimeout(PATIENCE)
            while sent:
                sent -= len(line.recv(65536))


def test_a_table_stays_open_though_nobody_says_anything(hasty: Running) -> None:
    async def play(company: Company) -> None:
        me = company.person("Ada")
        made = await insist(partial(me.set_table, "agurk", BOTS))  # whatever this machine took a second for
        place = await insist(partial(me.sit, made["id"]))
        await place.until(lambda p: p.scene)
        await asyncio.sleep(3 * QUICK["head"])
        assert "pong" == (await place.ask("ping"))["type"]

    run(hasty, play)


def test_who_plays_is_served_while_one_address_holds_more_sockets_than_there_are_handles(tmp_path: Path) -> None:
    """Somebody who comes gets in at once, plays, and stays; also one of the attackers' own address."""
    service = Running(tmp_path / "data", before=few_handles(256), limits=PATIENT | {"waiting": 64, "sockets": 192})
    held: list[socket.socket] = []

    async def play(company: Company) -> None:
        ada = company.person("Ada")
        playing = await ada.sit((await ada.set_table("agurk", BOTS))["id"])
        await playing.until(lambda p: p.scene)
        for number in range(600):
            held.append(line_to(service, ELSEWHERE if number < 300 else "127.0.0.1"))
            if number % 2:
                with contextlib.suppress(ConnectionError):
                    held[-1].sendall(post(service, 1000) if number % 4 == 1 else b"GET / HTTP/1.1\r\n")
        for number in range(5):
            somebody = company.person(f"P{number}")
            await somebody.get("start")  # a socket that says nothing has more time than anybody waits
            place = await somebody.sit((await somebody.set_table("agurk", BOTS))["id"])
            await place.play_on(lambda p: p.scene.get("number", 0) >= 6)
        await playing.play_on(lambda p: p.scene["number"] > 20)

    try:
        run(service, play)
        with contextlib.closing(line_to(service)) as line:
            line.sendall(head(service, "GET /api/tables HTTP/1.1"))
            assert b"200 OK" in line.recv(4096)
        assert "Traceback" not in service.log.read_text(), service.log.read_text()
    finally:
        for line in held:
            line.close()
        service.stop()


def few_and_contended(count: int) -> None:
    """Leave a service few handles, and have a thread take what its loop keeps for itself as soon as that is let go."""
    few_handles(count)()
    threading.Thread(target=take_handles, args=(4,), daemon=True).start()


def take_handles(many: int) -> None:
    """Wait until no handle is left, then take those that become free."""
    with contextlib.suppress(OSError):
        while os.listdir("/proc/self/fd"):
            time.sleep(0.001)
    ends_at = time.monotonic() + 10
    while many and time.monotonic() < ends_at:
        with contextlib.suppress(OSError):
            os.open(os.devnull, os.O_RDONLY)
            many -= 1


@pytest.mark.parametrize("before", [few_handles(64), partial(few_and_contended, 64)], ids=["alone", "contended"])
def test_without_handles_the_service_neither_stops_nor_spins(tmp_path: Path, before: Any) -> None:
    """Where none are kept free it has no more than the system gives, and goes on when it gives some again."""
    service = Running(tmp_path / "data", before=before, limits={"handles": 0, "head": 600.0})
    try:
        with contextlib.ExitStack() as held:
            for _ in range(200):
                held.enter_context(line_to(service, "127.0.0.1"))
            assert any(processor_time_of_a_second(service) < 0.2 for _ in range(60)), "it never rests"
        wait_until(partial(gets_in, service))
    finally:
        service.stop()


def gets_in(service: Running) -> bool:
    with contextlib.suppress(OSError):
        return asked(service, "GET", "/api/tables")[0] == 200
    return False


def processor_time_of_a_second(service: Running) -> float:
    """Return how much of a second's processor time it takes; what spins takes all that it is given."""
    before = service.processor_time()
    time.sleep(1)
    return service.processor_time() - before


@pytest.mark.parametrize("chunk", [b"-1\r\nabc\r\n", b"x\r\n", b"1\r\nabc"])
@pytest.mark.parametrize(("when", "status"), [("at once", 400), ("waited for", 400), ("answered", 403)])
def test_chunks_that_are_none_are_told_so_and_end_the_connection(
    hasty: Running, chunk: bytes, when: str, status: int
) -> None:
    """Whether somebody waits for the body or has answered without it; and nothing of it is in the log."""
    before = hasty.log.read_text()
    origin = {} if when == "answered" else {"Origin": hasty.address}
    first = head(hasty, "POST /api/me HTTP/1.1", Transfer_Encoding="chunked", Expect="100-continue", **origin)
    with contextlib.closing(line_to(hasty)) as line:
        line.sendall(first + chunk if when == "at once" else first)
        said = b"" if when == "at once" else line.recv(1 << 16)
        if when != "at once":
            line.sendall(chunk)
        with contextlib.suppress(ConnectionResetError):
            while data := line.recv(1 << 16):
                said += data
    assert status == int(said.split(b"HTTP/1.1 ")[-1][:3]), said
    refused = head(hasty, "POST /api/me HTTP/1.1", Transfer_Encoding="chunked")  # answered while it comes
    for _ in range(5):
        with contextlib.closing(line_to(hasty)) as line:
            line.sendall(refused + chunk)
            assert line.recv(100).startswith(b"HTTP/1.1 400 ")
    assert json.loads(asked(hasty, "GET", "/api/tables")[2]) == []
    assert before == hasty.log.read_text()


@pytest.mark.parametrize("path", ["/api/me", "/api/tables", "/api/replays", "/api/puzzles"])
def test_a_body_that_says_that_it_is_too_long_is_refused_before_it_is_sent(hasty: Running, path: str) -> None:
    """Who asks whether to send it is told no, not to go on and wait."""
    line = f"POST {path} HTTP/1.1"
    said = {"Expect": "100-continue", "Origin": hasty.address, "Content_Type": "application/json"}
    with contextlib.closing(line_to(hasty)) as connection:
        connection.sendall(head(hasty, line, Content_Length="99999999", **said))
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 4")
        while connection.recv(1 << 16):
            pass
    with contextlib.closing(line_to(hasty)) as connection:
        connection.sendall(head(hasty, line, Content_Length="2", **said))
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 100 ")


@pytest.mark.long
@pytest.mark.parametrize("size", [3, 15_000, 1 << 20])
@pytest.mark.parametrize(
    ("first", "status"), [("POST /api/me HTTP/1.1", 403), ("GET /api/tables HTTP/1.1", 200), ("PUT / HTTP/1.1", 405)]
)
def test_a_body_that_was_never_told_to_come_is_not_waited_for(
    tmp_path: Path, first: str, status: int, size: int
) -> None:
    """Whoever waits for 100 and is answered otherwise sends none; the answer is the connection's last."""
    with serving(tmp_path, limits=PATIENT) as service, contextlib.closing(line_to(service)) as line:
        line.sendall(head(service, first, Content_Length=size, Expect="100-continue"))
        said = b""
        while data := line.recv(1 << 16):
            said += data
        named, _, _ = said.partition(b"\r\n\r\n")
        assert status == int(named.split()[1])
        assert b"connection: close" in named


def test_a_body_that_was_told_to_come_is_read_and_the_connection_goes_on(hasty: Running) -> None:
    body, named = b'{"name": "Ada"}', {"Content_Type": "application/json", "Origin": hasty.address}
    first = head(hasty, "POST /api/me HTTP/1.1", Content_Length=len(body), Expect="100-continue", **named)
    with contextlib.closing(line_to(hasty)) as line:
        for _ in range(2):
            line.sendall(first)
            assert line.recv(1 << 16).startswith(b"HTTP/1.1 100 ")
            line.sendall(body)
            said = b""
            while b'"known":true}' not in said:
                said += line.recv(1 << 16)
            assert said.startswith(b"HTTP/1.1 200 ")
            assert b"connection: close" not in said


def test_who_hangs_up_or_talks_nonsense_writes_nothing_into_the_log(tmp_path: Path) -> None:
    service = Running(tmp_path / "data")

    async def play(company: Company) -> None:
        me = company.person("Ada")
        table = (await me.set_table("agurk", BOTS))["id"]
        for text in (b"\xff\xfe", "\ud800".encode("utf-8", "surrogatepass")):
            with contextlib.closing(unread(service, table, cookie_of(me))) as line:
                line.settimeout(PATIENCE)
                while b"101" not in line.recv(65536):
                    pass
                line.sendall(frame(1, text))
                while line.recv(65536):
                    pass
        place = await me.sit(table)
        await place.until(lambda p: p.scene)
        with pytest.raises(Exception, match="HTTP 40"):
            await connected(service, table, subprotocols=None, origin="null")

    try:
        assert 200 == posted(service, "me", {"name": "Ada"})[0]
        before = service.log.read_text()
        for first in (post(service, 1000) + b"{", b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"):
            for _ in range(5):
                with contextlib.closing(line_to(service)) as line:
                    line.sendall(first)
        with contextlib.closing(line_to(service)) as line:
            line.sendall(head(service, Connection="Upgrade", Upgrade="h2c"))
            assert line.recv(100).startswith(b"HTTP/1.1 ")
        run(service, play)
        assert json.loads(asked(service, "GET", "/api/tables")[2]) == []
        assert before == service.log.read_text()
    finally:
        service.stop()

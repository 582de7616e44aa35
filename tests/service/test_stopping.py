"""A service that is told to stop: whoever waits for an answer has it, and nothing goes wrong."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import socket
import subprocess
import termios
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE, wait_until
from tests.service.conftest import ROOT, Running, free_port
from tests.service.leaving import serving
from tests.service.test_starting import TORITE

AT_ONCE = 10  #: refusals that do not wait; one comes back in a second
THAT_WAIT = 4


def head(service: Running, kind: str, more: str = "") -> bytes:
    """A request that is refused, for a connection to a table or for an answer over HTTP."""
    upgrade = (
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    )
    path, own = {
        "table": ("/ws/none", f"Origin: http://evil.example\r\n{upgrade}"),
        "question": ("/api/replays/none", ""),
    }[kind]
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n{own}{more}\r\n".encode()


@pytest.mark.parametrize(("kind", "status"), [("table", b"403"), ("question", b"404")], ids=["table", "question"])
def test_what_waits_to_be_refused_is_refused_when_the_service_stops(tmp_path: Path, kind: str, status: bytes) -> None:
    """At once, and with its own answer."""
    with serving(tmp_path, limits={"refusals": AT_ONCE}) as service, contextlib.ExitStack() as lines:

        def asking() -> socket.socket:
            line = lines.enter_context(socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE))
            line.sendall(head(service, kind))
            return line

        answers = [asking().recv(1000) for _ in range(AT_ONCE)]
        waiting = [asking() for _ in range(THAT_WAIT)]
        with socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE) as last:
            last.sendall(b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert last.recv(1000).startswith(b"HTTP/1.1 200")  # so all of them have been read
        service.stop()
        answers += [line.recv(1000) for line in waiting]
        assert {b"HTTP/1.1 " + status} == {answer[:12] for answer in answers}


def test_what_cannot_be_answered_before_the_service_stops_is_told_so(tmp_path: Path) -> None:
    """In a sentence, and the log tells of no failure."""
    with serving(tmp_path) as service:
        here = f"127.0.0.1:{service.port}"
        heads = f"Host: {here}", f"Origin: http://{here}", "Accept-Language: en", "Content-Length: 99"
        with socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE) as line:
            line.sendall("\r\n".join(["POST /api/me HTTP/1.1", *heads, "", "{"]).encode())
            assert httpx.get(f"http://{here}/ready").is_success  # so it has been read
            service.stop()
            with line.makefile("rb") as answer:
                told = answer.read().decode()
        assert told.startswith("HTTP/1.1 503")
        assert '{"code":"busy","say":"The service stops just now' in told
        assert "" == service.log.read_text()


def is_refused(port: int) -> bool:
    """Tell whether nobody listens at a port."""
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.long
@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM], ids=["interrupt", "terminate"])
@pytest.mark.parametrize("then", [signal.SIGINT, signal.SIGTERM], ids=["interrupt", "terminate"])
def test_however_often_a_service_is_told_to_stop_it_stops_in_order(
    tmp_path: Path, first: signal.Signals, then: signal.Signals
) -> None:
    """While something is still being answered, too: it puts all away, and ends without a failure."""
    port, log = free_port(), tmp_path / "log"
    serve = [*TORITE, "serve", "--no-browser", "--data", str(tmp_path / "data"), "--port", str(port)]
    with log.open("w") as err:
        run = subprocess.Popen(serve, cwd=ROOT, stdout=subprocess.PIPE, stderr=err)
    here = f"127.0.0.1:{port}"
    heads = f"Host: {here}", f"Origin: http://{here}", "Content-Length: 99"
    try:
        assert run.stdout is not None
        run.stdout.readline()
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
            line.sendall("\r\n".join(["POST /api/me HTTP/1.1", *heads, "", "{"]).encode())
            assert httpx.get(f"http://{here}/ready", timeout=PATIENCE).is_success  # so it has been read
            run.send_signal(first)
            wait_until(lambda: is_refused(port))
            run.send_signal(then)
            assert line.recv(1000).startswith(b"HTTP/1.1 503")
        assert 0 == run.wait(PATIENCE)
        assert "" == log.read_text()
    finally:
        run.kill()
        run.communicate()


def test_a_service_that_stops_waits_for_nobody_who_does_not_read(tmp_path: Path) -> None:
    """The log tells of no failure."""
    with serving(tmp_path) as service, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect(("127.0.0.1", service.port))
        asked = f"GET /api/start?language=en HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n\r\n"
        line.sendall(asked.encode() * 12)
        assert line.recv(1000).startswith(b"HTTP/1.1 200")
        service.stop()
        assert "" == service.log.read_text()


def test_a_head_that_was_refused_does_not_trouble_a_service_that_stops(tmp_path: Path) -> None:
    """It is said that it cannot be read, and its line still lingers."""
    with serving(tmp_path) as service, socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE) as line:
        line.sendall(head(service, "table").replace(b"\r\n\r\n", b"\r\nX: " + b"x" * 9000 + b"\r\n\r\n"))
        assert line.recv(1000).startswith(b"HTTP/1.1 400")
        service.stop()
        assert service.process is not None
        assert service.process.returncode in (0, -signal.SIGTERM)


@pytest.mark.parametrize(("kind", "status"), [("table", b"403"), ("question", b"404")], ids=["table", "question"])
def test_behind_a_proxy_what_is_refused_far_too_often_is_held_and_nothing_else(
    tmp_path: Path, kind: str, status: bytes
) -> None:
    """A proxy has a connection for each request: to end it, and to take in no other, keeps nobody from asking."""
    most = 1  #: it comes back in ten seconds
    with serving(tmp_path, limits={"refusals": most}) as service, contextlib.ExitStack() as lines:

        def asking(sent: bytes) -> socket.socket:
            line = lines.enter_context(socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE))
            line.sendall(sent)
            return line

        def of(visitor: str) -> str:
            return f"X-Forwarded-For: {visitor}\r\n"

        for _ in range(most):
            assert asking(head(service, kind, of("192.0.2.1"))).recv(1000)[9:12] == status
        held = [asking(head(service, kind, of("192.0.2.1"))) for _ in range(30)]
        for visitor in ("192.0.2.1", "192.0.2.2"):
            tables = f"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n{of(visitor)}\r\n".encode()
            assert asking(tables).recv(1000)[9:12] == b"200"
        assert asking(head(service, kind, of("192.0.2.2"))).recv(1000)[9:12] == status
        assert not select.select(held, [], [], 0)[0]
        service.stop()
        assert {status} == {line.recv(1000)[9:12] for line in held}


def hung_up(folder: Path, terminal: int | None, hang_up: Callable[[subprocess.Popen[str]], None]) -> int:
    """Start a service by the command, hang up, and stop it if it still answers; return how it ended."""
    port, log = free_port(), folder / "access.log"
    words = ["serve", "--no-browser", "--port", str(port), "--data", str(folder / "data"), "--access-log", str(log)]

    def own_session() -> None:
        os.setsid()
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may ignore it
        if terminal is not None:
            fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)

    with subprocess.Popen(
        [*TORITE, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, preexec_fn=own_session
    ) as run:
        assert run.stdout is not None
        while "Ctrl+C" not in (line := run.stdout.readline()):
            assert line, "it has ended"
        if terminal is None:
            log.rename(folder / "access.log.1")
        try:
            hang_up(run)
            if terminal is None:
                while not log.exists() or "/api/tables" not in log.read_text():  # the log is begun anew
                    assert 200 == httpx.get(f"http://127.0.0.1:{port}/api/tables", timeout=PATIENCE).status_code
                run.terminate()
            return run.wait(PATIENCE)
        finally:
            run.kill()


@pytest.mark.long
def test_a_hang_up_does_not_stop_a_service_that_no_terminal_started(tmp_path: Path) -> None:
    """Its log is opened anew where it was moved away, which is what such a signal asks for."""
    ended = hung_up(tmp_path, None, lambda run: run.send_signal(signal.SIGHUP))
    assert ended == 0, "being told to stop is no failure"


@pytest.mark.long
def test_a_service_ends_with_its_terminal(tmp_path: Path) -> None:
    ours, its = os.openpty()
    try:
        ended = hung_up(tmp_path, its, lambda _: os.close(ours))
    finally:
        os.close(its)
    assert -signal.SIGHUP == ended

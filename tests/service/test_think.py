"""`torite think`: processes that think for a service from elsewhere; they are killed, sent away, and come back."""

from __future__ import annotations

import contextlib
import os
import signal
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE, until_so, wait_until
from tests.service.client import Company, run
from tests.service.conftest import Running, free_port
from tests.service.many import Processes, there
from tests.service.postgres_server import Server
from tests.service.test_bot_workers import LATE, SECONDS, play_some, table_of, thinkers_below, thought_of, zombie
from tests.service.test_remote_workers import KEY, count_is, measured
from tests.strategies import alone
from torite import __version__
from torite.games import games
from torite.service.page_messages import page_words
from torite.service.think import BadWorker, line_to
from torite.service.think_hello import NAMED

SAY = page_words("en")
OF_ITS_OWN = "import sys; from torite.terminal.main import main; {change}; main(sys.argv[1:])"


class Machine:
    """Another machine, on which `torite think` runs."""

    def __init__(self, folder: Path, *arguments: str, key: str = KEY, change: str = "pass", **more: Any) -> None:
        self.said = folder / "think.log"
        (folder / "key").write_text(f"{key}\n")
        quick = {"WEBSOCKETS_BACKOFF_INITIAL_DELAY": "0.1", "WEBSOCKETS_BACKOFF_MIN_DELAY": "0.1"}
        program = [sys.executable, "-c", OF_ITS_OWN.format(change=change), "think", "--language", "en"]
        with self.said.open("w") as log:
            self.process = subprocess.Popen(
                [*program, "--key-file", str(folder / "key"), *arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=os.environ | quick, **more,
            )  # fmt: skip

    def has_said(self, sentence: str, times: int = 1) -> None:
        """Wait until it has said something so often."""
        wait_until(lambda: self.said.read_text().count(sentence) >= times, self.said.read_text)

    def ends(self) -> int:
        """Wait until it ends, and all that it has started with it; return its code."""
        pids = thinkers_below(self.process.pid)
        code = self.process.wait(PATIENCE)
        wait_until(lambda: all(zombie(pid) for pid in pids))
        assert "Traceback" not in self.said.read_text(), self.said.read_text()
        assert KEY not in self.said.read_text()
        return code

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service in which nothing thinks of itself."""
    folder = tmp_path_factory.mktemp("thought-for")
    running = Running(
        folder / "data", fixed=True, thinkers=0, seconds=SECONDS, late=LATE, think_key=KEY, metrics=free_port(),
        access_log=str(folder / "access.log"),
    )  # fmt: skip
    yield running
    running.stop()
    for log in (running.log, folder / "access.log"):
        assert "Traceback" not in log.read_text(), log.read_text()
        assert KEY not in log.read_text()


@pytest.fixture
def machine(service: Running, tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path, "--for", f"{service.address}/", "--processes", "1")
    made.has_said(SAY("think.serves", address=f"{service.address}/"))
    yield made
    made.end()


@pytest.fixture
def compiled() -> Iterator[None]:
    """What is compiled, other tests want too."""
    with alone("cucumber-settled"):
        yield


@pytest.mark.compiles
@pytest.mark.usefixtures("compiled")
def test_bots_and_hints_are_thought_of_elsewhere(service: Running, machine: Machine) -> None:
    async def play(company: Company) -> None:
        place = await table_of(company)
        await thought_of(place)
        before = measured(service, "thought_seconds_count", game="cucumber")
        await play_some(place, 12)
        assert measured(service, "thought_seconds_count", game="cucumber") > before
        await count_is(service, 1)

    run(service, play)


@pytest.mark.long
@pytest.mark.compiles
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_one_that_dies_or_hangs_is_gone_without_and_comes_anew(
    service: Running, machine: Machine, how: signal.Signals
) -> None:
    async def play(company: Company) -> None:
        place = await table_of(company)
        await thought_of(place)
        (pid,) = thinkers_below(machine.process.pid)
        os.kill(pid, how)
        await play_some(place, 6)
        await until_so(lambda: thinkers_below(machine.process.pid) not in ([], [pid]))
        assert zombie(pid), "the one that hung is put down"
        await thought_of(place)

    run(service, play)


@pytest.mark.compiles
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_machine_that_fails_is_gone_without(service: Running, machine: Machine, how: signal.Signals) -> None:
    async def play(company: Company) -> None:
        place = await table_of(company)
        await thought_of(place)
        (pid,) = thinkers_below(machine.process.pid)
        machine.process.send_signal(how)
        await play_some(place, 6)
        await count_is(service, 0)
        hint = await place.ask("hint")
        assert 1 == len(hint["choices"]), "a simple choice instead"
        machine.process.kill()
        machine.process.wait()
        await until_so(lambda: zombie(pid))

    run(service, play)


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_it_is_told_to(service: Running, tmp_path: Path, how: signal.Signals) -> None:
    """As from a terminal: those that it has started hear of it, too."""
    machine = Machine(tmp_path, "--for", service.address, "--processes", "2", start_new_session=True)

    async def come(company: Company) -> None:
        await count_is(service, 2)
        await until_so(lambda: 2 == len(thinkers_below(machine.process.pid)))
        os.killpg(machine.process.pid, how)
        assert 0 == machine.ends()
        await count_is(service, 0)

    try:
        run(service, come)
        assert [SAY("think.serves", address=service.address)] == machine.said.read_text().splitlines()
    finally:
        machine.end()


def test_it_ends_also_while_nobody_can_be_reached(tmp_path: Path) -> None:
    address = f"http://127.0.0.1:{free_port()}"
    machine = Machine(tmp_path, "--for", address)
    try:
        machine.has_said(SAY("think.away", address=address, why="").partition("(")[0])
        machine.process.terminate()
        assert 0 == machine.ends()
        assert 1 == len(machine.said.read_text().splitlines()), "said once, however often it is tried"
    finally:
        machine.end()


def test_it_comes_back_when_the_service_does(service: Running, machine: Machine) -> None:
    async def come(company: Company) -> None:
        await count_is(service, 1)

    address = f"{service.address}/"
    for times, end in enumerate((service.stop, service.kill), start=1):
        run(service, come)
        end()
        machine.has_said(SAY("think.lost", address=address), times)
        service.start()
        machine.has_said(SAY("think.serves", address=address), times + 1)
        run(service, come)
    assert not machine.process.poll()


REFUSED: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "no_entry": ({"key": "another-key-than-the-hosts"}, {}),
    "version": (
        {"change": "import torite.service.think_hello as it; it.__version__ = '0.0.1'"},
        {"ours": "0.0.1", "theirs": __version__},
    ),
    "rules": (
        {"change": "import torite.service.think_hello as it; it.games = lambda: {}"},
        {"games": ", ".join(sorted(games())[:NAMED])},
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("why", REFUSED)
def test_who_is_refused_says_why_once_and_ends(service: Running, tmp_path: Path, why: str) -> None:
    machine = Machine(tmp_path, "--for", service.address, "--processes", "3", **REFUSED[why][0])
    try:
        assert 2 == machine.ends()
        assert [
            SAY(f"think.{why}", address=service.address, **REFUSED[why][1])
        ] == machine.said.read_text().splitlines()
    finally:
        machine.end()


def test_who_refuses_it_keeps_it_from_no_other(service: Running, tmp_path: Path) -> None:
    """Two services, one of which has no door; a path of a process's own is kept."""
    closed = f"{service.address}/p/b"
    machine = Machine(tmp_path, "--for", closed, "--for", service.address)
    try:
        machine.has_said(SAY("think.serves", address=service.address))
        machine.has_said(SAY("think.no_entry", address=closed))
        assert machine.process.poll() is None
    finally:
        machine.end()


@contextlib.contextmanager
def answering(head: str) -> Iterator[tuple[str, list[bytes]]]:
    """A server that answers so to everybody; what it has heard is listed."""
    heard: list[bytes] = []

    class Answer(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            heard.append(self.request.recv(65536))
            self.request.sendall(f"HTTP/1.1 {head}\r\nContent-Length: 0\r\n\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}", heard
        finally:
            server.shutdown()


def test_the_key_is_shown_to_nobody_else(tmp_path: Path) -> None:
    """Also where somebody is sent on, as by a server in front that moved."""
    with (
        answering("404 Not Found") as (elsewhere, by_others),
        answering(f"301 Moved\r\nLocation: {elsewhere.replace('http', 'ws')}/think") as (address, heard),
    ):
        machine = Machine(tmp_path, "--for", address)
        try:
            assert 2 == machine.ends()
            assert KEY.encode() in heard[0]
            assert [] == by_others
            assert "301" in machine.said.read_text()
        finally:
            machine.end()


@pytest.mark.long
@pytest.mark.parametrize("head", ["502 Bad Gateway", "503 Service Unavailable", "429 Too Many Requests"])
def test_what_a_server_in_front_says_while_nobody_is_behind_it_passes(tmp_path: Path, head: str) -> None:
    with answering(head) as (address, heard):
        machine = Machine(tmp_path, "--for", address)
        try:
            wait_until(lambda: len(heard) > 2)
            assert machine.process.poll() is None
            assert 1 == len(machine.said.read_text().splitlines())
        finally:
            machine.end()


def test_the_door_is_where_the_service_is() -> None:
    assert "ws://127.0.0.1:8377/think" == line_to("http://127.0.0.1:8377")
    assert "wss://cards.example/think" == line_to("https://cards.example/")
    assert "wss://cards.example/p/a/think" == line_to("https://cards.example/p/a")
    for given in (
        "cards.example",
        "ws://cards.example",
        "https://",
        "https://a.example/?x",
        "https://a@b.example",
        "http://a:x",
    ):
        with pytest.raises(BadWorker) as fault:
            line_to(given)
        assert given in fault.value.say("en")


@pytest.mark.long
@pytest.mark.parametrize("balancer", [one for one in there() if one != "none"])
def test_what_thinks_for_a_process_comes_back_to_that_and_to_no_other(
    tmp_path: Path, postgres: Server, balancer: str
) -> None:
    """The balancer sends it to another while its own does not answer: that one would keep it for good."""
    many = Processes(tmp_path, postgres, balancer, think_key=KEY, thinkers=0)
    made = Machine(tmp_path, "--for", many.way_to("a"), "--processes", "1")
    try:
        serves = SAY("think.serves", address=many.way_to("a"))
        made.has_said(serves)
        many.kill("a")
        made.has_said(SAY("think.lost", address=many.way_to("a")))
        made.has_said("HTTP 503")
        many.running["a"].start()
        made.has_said(serves, 2)
        assert 2 == made.said.read_text().count(serves)
    finally:
        made.end()
        many.close()

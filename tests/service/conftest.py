from __future__ import annotations

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE, wait_until
from tests.service.forking import Forked
from tests.service.postgres_server import SHARED, Server, programs

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL of this worker's own."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed: what needs it is skipped (apt-get install postgresql)")
    server = Server()
    yield server
    server.close()


class Running:
    """A service in a process of its own, on a free port of this machine."""

    def __init__(self, data: Path, before: Callable[[], Any] | None = None, **settings: Any) -> None:
        self.data = data
        self.before = before  # what its process does first, as to make do with few file handles
        self.settings = settings
        self.port = free_port()
        self.log = data.parent / f"{data.name}.log"
        self.process: Forked | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.data.parent.mkdir(parents=True, exist_ok=True)
        if "database" in self.settings:
            self.data.mkdir(exist_ok=True)
            (self.data / SHARED).write_text(self.settings["database"])
        self.process = Forked(self.data, self.port, self.settings, self.log, self.before)
        wait_until(self._answers, self.log.read_text)

    def _answers(self) -> bool:
        assert self.process is not None
        try:
            urllib.request.urlopen(f"{self.address}/api/tables", timeout=5).close()
        except (urllib.error.URLError, OSError):
            assert self.process.poll() is None, self.log.read_text()
            return False
        return True

    def processor_time(self) -> float:
        """Return the seconds of processor time that it has taken, all its threads together."""
        assert self.process is not None
        times = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()


#: Ports that no other worker tries, nor, hardly, another copy of the project; below those that systems hand out.
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PORTS = itertools.count(20_000 + 250 * ((5 * zlib.crc32(bytes(ROOT)) + WORKER) % 50))


def free_port() -> int:
    for port in PORTS:
        with socket.socket() as listening, contextlib.suppress(OSError):
            listening.bind(("127.0.0.1", port))
            return port
    raise AssertionError("all ports are taken")


@pytest.fixture(scope="session", autouse=True)
def elsewhere(request: pytest.FixtureRequest) -> Iterator[None]:
    """Where that is asked for, every service of a test has a database of PostgreSQL's in place of a file."""
    if not request.config.getoption("--on-postgres"):
        yield
        return
    server: Server = request.getfixturevalue("postgres")
    known: dict[Path, str] = {}
    begin = Running.__init__

    def begun(running: Running, data: Path, before: Callable[[], Any] | None = None, **settings: Any) -> None:
        if data not in known:
            known[data] = server.new()
        begin(running, data, before, **{"database": known[data], "process": "a"} | settings)

    setattr(Running, "__init__", begun)  # noqa: B010
    yield
    setattr(Running, "__init__", begin)  # noqa: B010


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("service") / "data", fixed=True)
    yield running
    running.stop()
    assert "Traceback" not in running.log.read_text(), running.log.read_text()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Running]:
    """A service of the test's own, that it may kill."""
    running = Running(tmp_path / "data", fixed=True)
    yield running
    running.stop()

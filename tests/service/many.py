"""Several processes of a service that share a database, behind a balancer: as `deploy/` sets one up, or by turns."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE
from tests.service.conftest import ROOT, Running, free_port
from tests.service.postgres_server import SHARED, Server

NAMES = ("a", "b", "c")
BALANCERS = ("none", "haproxy", "nginx")  #: without one, who finds a process silent asks the next


class Processes:
    """Three processes.

    Args:
        folder: where each has its own.
        server: that of the database.
        balancer: what stands before them.
        reached: makes of a process's name and the database's address that by which it reaches it; None for the same.
        settings: of each of them.

    Attributes:
        running: by their names.
        address: of the balancer, or of the first.
    """

    def __init__(
        self,
        folder: Path,
        server: Server,
        balancer: str,
        reached: Callable[[str, str], str] | None = None,
        **settings: Any,
    ) -> None:
        self.folder = folder
        self._reached = reached or (lambda name, database: database)
        self.database = server.new()
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.running = {name: self._begun(name, balancer, settings) for name in NAMES}
        self.data = folder / "kept"  # of no process: who checks what is kept reads it straight
        self.data.mkdir()
        (self.data / SHARED).write_text(self.database)
        self._balancer = None if balancer == "none" else self._balanced(balancer)
        if self._balancer is None:
            self.address = self.running["a"].address
        self._stopped: set[str] = set()

    def way_to(self, process: str) -> str:
        """Return the address at which a process is that one was sent to."""
        return f"{self.address}/p/{process}" if self._balancer else self.running[process].address

    @property
    def ways(self) -> list[str]:
        """The addresses at which any of them can be asked."""
        return [self.address] if self._balancer else [one.address for one in self.running.values()]

    def owner(self, table: str, server: Server) -> str:
        """Tell which process serves a table; empty for none."""
        rows = server.do(
            self.database, f"SELECT name FROM sitting JOIN process ON process.id = owner WHERE sitting.id = '{table}'"
        )
        return rows[0][0] if rows else ""

    def served(self, process: str, server: Server) -> set[str]:
        """List the tables that a process serves."""
        asked = f"SELECT sitting.id FROM sitting JOIN process ON process.id = owner WHERE process.name = '{process}'"
        return {row[0] for row in server.do(self.database, asked)}

    def kill(self, name: str) -> None:
        """Kill a process, and all that it has started."""
        self.running[name].kill()

    def halt(self, name: str) -> None:
        """Stop a process where it stands, until it is woken."""
        process = self.running[name].process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        self._stopped.add(name)

    def wake(self, name: str) -> None:
        """Let it go on."""
        process = self.running[name].process
        assert process is not None
        process.send_signal(signal.SIGCONT)
        self._stopped.discard(name)

    def close(self) -> None:
        """End all of them."""
        for name in list(self._stopped):
            self.wake(name)
        if self._balancer is not None:
            self._balancer.terminate()
            self._balancer.wait(PATIENCE)
        for one in self.running.values():
            one.stop()

    @property
    def logs(self) -> str:
        """What they have written of themselves."""
        return "".join(one.log.read_text() for one in self.running.values())

    def _begun(self, name: str, balancer: str, settings: dict[str, Any]) -> Running:
        given = {"origins": (self.address,)} | settings if balancer != "none" else settings
        database = self._reached(name, self.database)
        return Running(self.folder / name, database=database, process=name, fixed=True, **given)

    def _balanced(self, balancer: str) -> subprocess.Popen[bytes]:
        made = {"haproxy": self._haproxy, "nginx": self._nginx}[balancer]()
        log = (self.folder / "balancer.log").open("ab")
        with log:
            process = subprocess.Popen(made, stdout=log, stderr=log)
        while True:
            try:
                urllib.request.urlopen(f"{self.address}/health", timeout=5).close()
            except (urllib.error.URLError, OSError):
                assert process.poll() is None, (self.folder / "balancer.log").read_text()
                time.sleep(0.05)
            else:
                return process

    def _ports(self, text: str) -> str:
        """Put the addresses of these processes in the place of those of an example."""
        for number, one in enumerate(self.running.values(), start=1):
            text = text.replace(f"10.0.0.{number}:8377", f"127.0.0.1:{one.port}")
        return text

    def _haproxy(self) -> list[str]:
        told = self._ports((ROOT / "deploy" / "haproxy.cfg").read_text())
        told = told.replace(":80\n", f"127.0.0.1:{self.port}\n").replace("cards.example", f"127.0.0.1:{self.port}")
        file = self.folder / "haproxy.cfg"
        file.write_text(told)
        return [found("haproxy"), "-db", "-f", str(file)]

    def _nginx(self) -> list[str]:
        told = self._ports((ROOT / "deploy" / "nginx-many.conf").read_text())
        told = re.sub(r"listen 80;", f"listen 127.0.0.1:{self.port};", told)
        own = self.folder / "nginx"
        own.mkdir()
        user = "user root;" if os.geteuid() == 0 else ""
        places = "".join(
            f"{what}_temp_path {own}/{what};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        file = own / "nginx.conf"
        file.write_text(
            f"{user} daemon off; worker_processes 1; pid {own}/pid; error_log {own}/error.log; events {{}}\n"
            f"http {{ access_log off; {places}\n{told}\n}}"
        )
        return [found("nginx"), "-c", str(file), "-e", f"{own}/error.log"]


def found(balancer: str) -> str:
    """Return where a balancer is; empty for nowhere. It may be where only root looks."""
    return shutil.which(balancer) or shutil.which(balancer, path="/usr/sbin:/usr/local/sbin") or ""


def there() -> list[str]:
    """List the balancers that are installed."""
    return [name for name in BALANCERS if name == "none" or found(name)]

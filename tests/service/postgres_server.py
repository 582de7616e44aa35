"""A PostgreSQL of the tests' own, from Debian's packages: on a socket in a folder of its own, and nowhere else."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from tests.patience import PATIENCE

#: What makes it quick: nothing here has to outlive the machine, only its own kills and starts.
QUICK = {"fsync": "off", "full_page_writes": "off", "max_connections": "300",
         "shared_buffers": "16MB", "max_wal_size": "256MB", "autovacuum": "off"}  # fmt: skip
USER = "torite"
SHARED = "database"  #: the file in a service's folder that says which database it shares with others


def programs() -> Path | None:
    """Find the folder of its programs: the newest version's; None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda file: int(file.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).resolve().parent if on_path else None


def read_shared(address: str, query: str, values: Sequence[Any]) -> list[dict[str, Any]]:
    """Read from a database by SQLite's text of a question; what is no number or text comes as PostgreSQL writes it."""
    found = programs()
    assert found is not None
    url = sql.make_url(address)
    for value in values:
        written = "'{}'".format(str(value).replace("'", "''")) if isinstance(value, str) else str(value)
        query = query.replace("?", written, 1)
    asked = f"SELECT coalesce(json_agg(found), '[]') FROM ({query}) AS found"
    where = ("-h", url.query["host"], "-p", url.query["port"], "-U", USER, "-d", url.database)
    command = [str(part) for part in (found / "psql", *where, "-XAt", "-c", asked)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


class Server:
    """A server, which begins empty.

    Args:
        settings: more than QUICK, by the names that PostgreSQL has for them.
    """

    def __init__(self, **settings: str) -> None:
        found = programs()
        assert found is not None
        self.programs = found
        self.folder = Path(tempfile.mkdtemp(prefix="torite-pg-", dir="/tmp"))
        self.data = self.folder / "data"
        self.settings = QUICK | settings
        self._process: subprocess.Popen[bytes] | None = None
        self._names = count()
        self._owner: str | None = None
        if os.geteuid() == 0:  # it does not run as root
            self._owner = "postgres"
            os.chown(self.folder, pwd.getpwnam("postgres").pw_uid, -1)
        self.folder.chmod(0o755)
        self._run("initdb", "-D", self.data, "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C.UTF-8", "-N")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.data, "-k", self.folder, "-h", "", *options],
                stdout=log, stderr=log, user=self._owner, cwd=self.folder,
            )  # fmt: skip
        self._run("pg_isready", "-h", self.folder, "-t", "60", again=True)

    @property
    def pid(self) -> int:
        """The number of its first process; 0 while it does not run."""
        return self._process.pid if self._process else 0

    def stop(self) -> None:
        """Stop it at once, as a machine does that is switched off, if it runs; what was said to be kept stays."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
            self._process = None

    def close(self) -> None:
        """Stop it for good."""
        self.stop()
        shutil.rmtree(self.folder)

    def new(self) -> str:
        """Make an empty database; return its address."""
        name = f"torite{next(self._names)}"
        self._run("createdb", "-h", self.folder, "-U", USER, name)
        return self.address(name)

    def address(self, name: str, user: str = USER) -> str:
        """Return the address of a database."""
        return f"postgresql://{user}@/{name}?host={self.folder}&port={self.settings.get('port', '5432')}"

    def do(self, address: str, command: str) -> list[tuple[str, ...]]:
        """Have a database do something, as who owns it; return the rows as text."""
        name = sql.make_url(address).database
        told = self._run("psql", "-h", self.folder, "-U", USER, "-d", name, "-XAtF", "\t", "-c", command)
        return [tuple(line.split("\t")) for line in told.splitlines()]

    def _run(self, program: str, *options: object, again: bool = False) -> str:
        command = [str(self.programs / program), *map(str, options)]
        while True:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, user=self._owner, cwd=self.folder,
                env=os.environ | {"PGPORT": self.settings.get("port", "5432")},
            )  # fmt: skip
            if not done.returncode:
                return done.stdout
            assert again, done.stderr
            assert self._process is None or self._process.poll() is None, (self.folder / "log").read_text()

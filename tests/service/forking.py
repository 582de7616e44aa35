"""Processes of services for tests, each forked from one that has imported all that a service needs.

A service's imports take six times the processor time of all else that it does to begin; the games, the words and the
steps of a new database, which `tests.service.warm` has behind it, two thirds of that.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from torite.games import FOLDERS, catalogue, games

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    [
        "tests.service.run",
        "torite.service.web",
        "alembic.command",
        "sqlalchemy.dialects.sqlite.aiosqlite",
        "uvicorn.loops.uvloop",
        "tests.service.warm",
    ]
)


class Forked:
    """A service's process, to be waited for and ended as one that `subprocess` has started.

    Args:
        data, port, settings: what `tests.service.run` serves.
        log: the file for what it prints.
        before: what it does first; a function that can be sent to it.
    """

    def __init__(
        self, data: Path, port: int, settings: dict[str, Any], log: Path, before: Callable[[], Any] | None
    ) -> None:
        what = (data, port, settings, log, before, dict(os.environ))
        self._process = FORKS.Process(target=serve, args=what, daemon=True)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    @property
    def returncode(self) -> int | None:
        """How it ended: its code, or the signal's number below zero; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Tell the same."""
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def wait(self, seconds: float | None = None) -> int:
        """Wait until it has ended, and return how.

        Raises:
            subprocess.TimeoutExpired: when it has not in so many seconds.
        """
        self._process.join(seconds)
        if self.returncode is None:
            raise subprocess.TimeoutExpired("a service", seconds or 0)
        return self.returncode


def serve(
    data: Path,
    port: int,
    settings: dict[str, Any],
    log: Path,
    before: Callable[[], Any] | None,
    environment: dict[str, str],
) -> None:
    """Serve, as a program of its own would."""
    from tests.service.run import run
    from tests.service.warm import EMPTY

    if os.environ.get(FOLDERS) != environment.get(FOLDERS):
        games.cache_clear()
        catalogue.cache_clear()
    os.environ.clear()
    os.environ.update(environment)
    with log.open("ab") as file:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), stream.fileno())
    if before:
        before()
    if "database" not in settings and not data.exists():
        data.mkdir(mode=0o700)
        (data / "torite.db").write_bytes(EMPTY)
    run(data, port, settings)

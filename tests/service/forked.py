"""Services forked from a process that has imported what they need: to start one takes a tenth of the processor's time.

There is one such process for each worker of the tests; it imports what `python -m tests.service.run` would.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from multiprocessing.context import ForkServerContext
from pathlib import Path

IMPORTED = "tests.service.imported"


class Forked:
    """A process of its own, with the part of `subprocess.Popen` that tests use.

    Args:
        arguments: of `tests.service.run`.
        folder: the folder in which it runs.
        log: the file to which it writes.
    """

    def __init__(self, arguments: list[str], folder: Path, log: Path) -> None:
        context: ForkServerContext = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([IMPORTED])
        self._process = context.Process(target=serve, args=(arguments, folder, log, dict(os.environ)))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    @property
    def returncode(self) -> int | None:
        """How it ended: its exit code, or the signal, negated; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Look whether it has ended, and how."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it ends.

        Args:
            timeout: seconds to wait at most.

        Raises:
            subprocess.TimeoutExpired: when it has not ended by then.
        """
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired("tests.service.run", timeout or 0.0)
        return code


def serve(arguments: list[str], folder: Path, log: Path, environment: dict[str, str]) -> None:
    """Run a service in the process that was forked for it."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    with log.open("ab") as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
    from tests.service import run
    from torite.games import catalogue, games

    games.cache_clear()  # this process may have others than the one that it was forked from
    catalogue.cache_clear()
    sys.argv = ["tests.service.run", *arguments]
    run.main()

"""A process that plays for the lab: only while nobody else has use for the processor."""

from __future__ import annotations

import contextlib
import functools
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from torite.lab.experiment import Experiment, play
from torite.lab.work import get_ready
from torite.service import judging
from torite.service.match_reader import MatchReader
from torite.service.worker_process import serve, stand_back

A_WHILE = 1.0  #: seconds that are played in one go
MOST = 16 << 20  #: bytes that the matches may take that are being judged


class Lab(MatchReader):
    """What one process does."""

    def do_play(self, wanted: bytes, kept: bytes, left: float) -> dict[str, Any]:
        """Play some of an experiment, given as JSON; tell what to keep and the seconds of processor that it took.

        Args:
            wanted: what is wanted.
            kept: what was kept of the last time.
            left: seconds of processor that it may take, without getting ready; then this process ends.
        """
        began, experiment = time.process_time(), msgspec.json.decode(wanted, type=Experiment)
        get_ready(experiment.work(experiment.tables))
        with _at_most(left):
            played = play(experiment, kept, A_WHILE)
        return msgspec.to_builtins(played, builtin_types=(bytes,)) | {"seconds": time.process_time() - began}

    def do_judge(self, name: str, record: str | None, first: int) -> list[Any]:
        """Judge a few decisions of a replay; tell them, and with what to go on."""
        return [*judging.judge(self._match(name, record), first, self.between)]


@contextlib.contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """End this process, by SIGPROF, where something takes longer: nothing is asked while a match is played."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    if "last" in sys.argv[1:]:
        stand_back()
    serve(functools.partial(Lab, MOST))

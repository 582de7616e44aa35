"""A process that plays for the lab: only while nobody else has use for the processor.

What takes longer than a turn waits between two choices until its turn comes again; this process then does nothing else.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from torite.lab.experiment import Experiment, play
from torite.lab.giving_way import between_choices
from torite.lab.work import get_ready
from torite.service import judging
from torite.service.match_reader import MatchReader
from torite.service.worker_process import Questions, serve, stand_back

A_WHILE = 1.0  #: seconds that are played in one go, unless a match takes longer
MOST = 16 << 20  #: bytes that the matches may take that are being judged


class Lab(MatchReader):
    """What one process does."""

    def __init__(self, asked: Questions) -> None:
        super().__init__(MOST, asked)
        self._ends = 0.0  # when the turn is over, in seconds of the processor

    def do_play(self, wanted: bytes, kept: bytes, turn: float, most: float) -> Any:
        """Play some of an experiment, given as JSON; tell what to keep.

        Args:
            wanted: what is wanted.
            kept: what was kept of the last time.
            turn: seconds of processor after which it gives way, between two choices.
            most: seconds of processor in which it must have come so far, else this process ends.
        """
        experiment = msgspec.json.decode(wanted, type=Experiment)
        get_ready(experiment.work(experiment.tables))
        with self._a_turn(turn, most):
            return msgspec.to_builtins(play(experiment, kept, A_WHILE), builtin_types=(bytes,))

    def do_judge(self, name: str, record: str | None, first: int) -> list[Any]:
        """Judge a few decisions of a replay; tell them, and with what to go on."""
        return [*judging.judge(self._match(name, record), first, self.between)]

    @contextlib.contextmanager
    def _a_turn(self, turn: float, most: float) -> Iterator[None]:
        """End this process, by SIGPROF, where something takes longer: within compiled code nothing gives way."""
        self._begin_turn(turn, most)
        before = between_choices.set(self._between_choices)
        try:
            yield
        finally:
            between_choices.reset(before)
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _begin_turn(self, turn: float, most: float) -> None:
        self._ends = time.process_time() + turn
        signal.setitimer(signal.ITIMER_PROF, most)

    def _between_choices(self) -> None:
        if time.process_time() < self._ends:
            return
        self.tell({"half": True})
        again = msgspec.msgpack.decode(self.wait() or b"")
        self._begin_turn(again["turn"], again["most"])


if __name__ == "__main__":
    if "last" in sys.argv[1:]:
        stand_back()
    serve(Lab)

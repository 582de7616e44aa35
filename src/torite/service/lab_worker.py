"""A process that plays for the lab: only while nobody else has use for the processor.

What takes longer than a turn waits between two choices until its turn comes again; this process then does nothing else.
It compiles nothing unless it is told to: what needs a game that is not compiled is not begun.
"""

from __future__ import annotations

import contextlib
import importlib.util
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from torite.bots import SearchBot
from torite.games import find, games
from torite.kernel.cache import cache_folder
from torite.kernel.library import library
from torite.kit.game import Game
from torite.lab.experiment import Experiment, play
from torite.lab.giving_way import between_choices
from torite.lab.table import Table
from torite.lab.work import get_ready
from torite.match import Match
from torite.service import judging, studied
from torite.service.match_reader import MatchReader
from torite.service.worker_process import Answer, Dropped, Questions, Unready, serve, stand_back

WHOLE = "whole-lab"  #: the file beside compiled code that says that nothing is missing of what the lab needs of a game
A_WHILE = 1.0  #: seconds that are played in one go, unless a match takes longer
MOST = 16 << 20  #: bytes that the matches may take that are being judged


class LabWorker(MatchReader):
    """What one process does."""

    def __init__(self, asked: Questions) -> None:
        super().__init__(MOST, asked)
        self._ends = 0.0  # when the turn is over, in seconds of the processor
        self._ready: set[str] = set()  # games of which nothing is lacking

    def do_get_ready(self, game: str) -> None:
        """Compile all that is needed of a game, and note that."""
        made = games()[game]
        variant = next(iter(made.variants))
        SearchBot(made, iterations=1).warm(Match(variant, seed=0))
        Table(variant, None, None, [], 1).get_ready()
        note(made)

    def do_play(self, wanted: bytes, kept: bytes, turn: float, most: float, anyway: bool = False) -> Any:
        """Play some of an experiment, given as JSON; tell what to keep.

        Args:
            wanted: what is wanted.
            kept: what was kept of the last time.
            turn: seconds of processor after which it gives way, between two choices; infinite where it may not.
            most: seconds of processor in which it must have come so far, else this process ends.
            anyway: also where something must be compiled for it.
        """
        experiment = msgspec.json.decode(wanted, type=Experiment)
        self._check(anyway, *(find(side.variant)[0] for side in experiment.sides))
        get_ready(experiment.work(experiment.tables))
        with self._a_turn(turn, most):
            return msgspec.to_builtins(play(experiment, kept, A_WHILE), builtin_types=(bytes,))

    def do_judge(self, name: str, record: str | None, first: int, anyway: bool = False) -> list[Any]:
        """Judge a few decisions of a replay; tell them, and with what to go on."""
        match = self._match(name, record)
        self._check(anyway, match.game)
        return [*judging.judge(match, first, self.between)]

    def do_weigh(
        self, name: str, record: str | None, lines: str, of: int, step: int, before: bytes | None, anyway: bool = False
    ) -> bytes:
        """Weigh the choices at a position of a replay, or of a variation at it, some more times."""
        study = self._study(name, record, lines)
        self._check(anyway, study.match.game)
        with studied.plainly():
            return judging.weighed_further(study, of, step, before, self.between)

    def _check(self, anyway: bool, *needed: Game[Any]) -> None:
        """Check that nothing must be compiled for some games.

        Raises:
            Unready: when it must, unless it is to be done anyway.
        """
        lacking = [game.name for game in dict.fromkeys(needed) if not anyway and not self._is_ready(game)]
        if lacking:
            raise Unready(lacking)

    def _is_ready(self, game: Game[Any]) -> bool:
        """Tell whether nothing of a game must be compiled, or nothing can be."""
        if game.name in self._ready:
            return True
        if importlib.util.find_spec("numba") is None or library(game.binding.sources) or is_noted(game):
            self._ready.add(game.name)
        return game.name in self._ready

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
        self.between()
        if time.process_time() < self._ends:
            return
        self.tell(Answer(half=True))
        question = self.wait()
        if not question:
            raise Dropped
        again = msgspec.msgpack.decode(question)
        self._begin_turn(again["turn"], again["most"])


def note(game: Game[Any]) -> None:
    """Note that all that the lab needs of a game is compiled."""
    with contextlib.suppress(OSError):
        (cache_folder(game.binding.sources) / WHOLE).touch()


def is_noted(game: Game[Any]) -> bool:
    """Tell whether that was noted, of the rules that are in force."""
    return (cache_folder(game.binding.sources) / WHOLE).exists()


if __name__ == "__main__":
    if "last" in sys.argv[1:]:
        stand_back()
    serve(LabWorker)

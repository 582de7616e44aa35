"""A game that is compiled beside the play at a terminal, where it comes without a library: from a clone, say.

Who searches does so plainly meanwhile (`torite.bots.plain`), so nobody waits.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib.util
import subprocess
import sys

import msgspec

from torite.kernel.library import is_compiled
from torite.kit.game import Game
from torite.service.worker_process import HEAD


class Compiling:
    """Whether a game can be searched compiled, and what makes it so."""

    def __init__(self) -> None:
        self._ready: set[str] = set()
        self._under_way: dict[str, subprocess.Popen[bytes]] = {}

    def ready(self, game: Game) -> bool:
        """Tell whether a game is compiled; where it is not, have it compiled by a process beside this one.

        Where that fails, or there is no compiler, it is called ready: who searches is told what is missing.
        """
        if game.name not in self._ready and self._is_ready(game):
            self._ready.add(game.name)
            self._end(game.name)
        return game.name in self._ready

    def _is_ready(self, game: Game) -> bool:
        if importlib.util.find_spec("numba") is None or is_compiled(game.binding.sources):
            return True
        if game.name not in self._under_way:
            self._begin(game)
        return self._under_way[game.name].poll() is not None

    def _begin(self, game: Game) -> None:
        """Start a process that compiles; when this one goes, it goes too, as its input ends."""
        process = subprocess.Popen(
            [sys.executable, "-m", "torite.service.bot_worker"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        self._under_way[game.name] = process
        atexit.register(self._end, game.name)
        question = msgspec.msgpack.encode({"what": "warm", "variant": next(iter(game.variants))})
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # one that has ended already is found to have done so
            process.stdin.write(len(question).to_bytes(HEAD, "big") + question)
            process.stdin.flush()

    def _end(self, game: str) -> None:
        process = self._under_way.pop(game, None)
        if process is not None:
            process.kill()
            process.communicate()

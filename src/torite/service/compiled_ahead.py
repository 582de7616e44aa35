"""Compiles games before anybody opens them, where they come without libraries: from a clone, or with edited rules.

As many processes as there are cores compile a game each, while nobody else has use for the processor, and keep what
they make on disk. A game that is opened before its turn is left to the process that thinks about it (`bot_workers.py`),
which goes before all of these; one that is being compiled just then is waited for, but not for long.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
from collections.abc import Callable, Mapping

import structlog

from torite.games import games
from torite.kernel.library import is_compiled
from torite.service.bot_process import BotWorker
from torite.service.bot_worker import LAST

COMPILING = 900.0  #: seconds that the processor may work for a game
WAITED_FOR = 30.0  #: seconds that who opens a game waits for what compiles it already
FAULTS = (TimeoutError, OSError, EOFError, ValueError)  #: how compiling fails
log = structlog.get_logger()


def lacking() -> dict[str, str]:
    """Name the games that would have to be compiled, easy ones first, and a variant of each."""
    if importlib.util.find_spec("numba") is None:
        return {}
    first = {name: next(iter(game.variants.values())) for name, game in games().items()}
    return {
        name: first[name].name
        for name in sorted(games(), key=lambda name: first[name].shelf.difficulty)
        if not is_compiled(games()[name].binding.sources)
    }


def _going_last() -> BotWorker:
    return BotWorker(LAST)


async def left_at_once(game: str) -> None:
    """Wait for nobody, where nothing is compiled ahead."""


class CompiledAhead:
    """All processes that compile ahead.

    Args:
        count: how many; as many as there are cores if not given.
        make: makes one.
    """

    def __init__(self, count: int | None = None, make: Callable[[], BotWorker] = _going_last) -> None:
        self._count = (os.cpu_count() or 1) if count is None else count
        self._make = make
        self._waiting: dict[str, str] = {}
        self._under_way: dict[str, asyncio.Task[None]] = {}

    def begin(self, wanted: Mapping[str, str]) -> None:
        """Begin to compile games: a variant of each, by their names."""
        self._waiting |= wanted
        self._go_on()

    async def leave(self, game: str) -> None:
        """Leave a game to who opens it, once what compiles it already is done or has had some time more."""
        self._waiting.pop(game, None)
        under_way = self._under_way.get(game)
        if under_way is not None:
            await asyncio.wait([under_way], timeout=WAITED_FOR)
            under_way.cancel()

    async def close(self) -> None:
        """Put all processes down."""
        self._waiting.clear()
        under_way = list(self._under_way.values())
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    def _go_on(self) -> None:
        while self._waiting and len(self._under_way) < self._count:
            game = next(iter(self._waiting))
            self._under_way[game] = asyncio.create_task(self._compile(game, self._waiting.pop(game)))

    async def _compile(self, game: str, variant: str) -> None:
        process = self._make()
        try:
            await process.ask({"what": "warm", "variant": variant}, COMPILING)
        except FAULTS as fault:
            log.warning("not compiled ahead", game=game, fault=type(fault).__name__)
        finally:
            process.stop()
            self._under_way.pop(game, None)
            self._go_on()

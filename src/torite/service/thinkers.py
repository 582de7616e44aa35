"""The processes that think for bots and hints, so that the service itself never waits.

A process that does not answer in time is put down and replaced; whoever asked goes on without it.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import time
from typing import Any

import msgspec
import structlog

from torite.bots import Advice, ThumbBot
from torite.games import find
from torite.kit.game import Game
from torite.service import metrics
from torite.service.thinker import HEAD

LONGEST = 2.0  #: times its thinking time that a gesture of several parts, or a hint about offers too, may take
GRACE = 1.0  #: seconds that an answer may be late
OFFERS = 0.3  #: of a bot's time for a choice, what it takes to let an offer pass or not
COMPILING = 300.0  #: seconds that the first question about a game may take
log = structlog.get_logger()


class Thinker:
    """One process."""

    def __init__(self) -> None:
        self.busy = False
        self.warm: set[str] = set()
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: dict[str, Any], seconds: float) -> Any:
        """Ask the process, started if need be.

        Raises:
            TimeoutError, OSError, EOFError: when it does not answer; it is put down.
        """
        try:
            return await asyncio.wait_for(self._ask(question), seconds)
        except BaseException:
            self.stop()
            raise

    async def _ask(self, question: dict[str, Any]) -> Any:
        if self._process is None or self._process.returncode is not None:
            self.warm = set()
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "torite.service.thinker",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        text = msgspec.msgpack.encode(question)
        process.stdin.write(len(text).to_bytes(HEAD, "big") + text)
        await process.stdin.drain()
        head = await process.stdout.readexactly(HEAD)
        return msgspec.msgpack.decode(await process.stdout.readexactly(int.from_bytes(head, "big")))

    def stop(self) -> None:
        """Put the process down."""
        self.warm = set()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        self._process = None

    @property
    def pid(self) -> int | None:
        """The process's number, while there is one."""
        return None if self._process is None else self._process.pid


class Thinkers:
    """All processes that think.

    Args:
        count: how many; as many as there are cores if not given.
        seconds: how long a bot searches.
    """

    def __init__(self, count: int | None = None, seconds: float = 0.4) -> None:
        self.seconds = seconds
        self.failures = 0
        self.all = [Thinker() for _ in range(count if count is not None else os.cpu_count() or 1)]
        self._tasks: set[asyncio.Task[Any]] = set()
        self._warming: set[str] = set()

    async def choose(self, variant: str, seen: Any, seat: int, level: str, offered: bool = False) -> str:
        """Choose an action; by the rule of thumb where no process can be had in time or fails."""
        game, found = find(variant)
        if level == "random":
            from torite.bots import RandomBot

            return "wait" if offered else RandomBot(game, secrets.randbits(30)).choose(seen, (), seat)
        if level == "search" and len(self.all):
            seconds = self.seconds * OFFERS if offered else self.seconds
            code = await self._ask(
                "choose", game, found.name, seen, seat, wait=self.seconds, offered=offered, seconds=seconds
            )
            if code is not None:
                return str(code)
        return ThumbBot(game, secrets.randbits(30)).choose(seen, (), seat, offered)

    async def advise(self, variant: str, seen: Any, seat: int) -> list[Advice]:
        """Weigh the actions of a seat, best first; what the rule of thumb does where no process can be had."""
        game, found = find(variant)
        weighed = await self._ask("advise", game, found.name, seen, seat, wait=LONGEST * self.seconds + GRACE)
        if weighed:
            return [Advice(*advice) for advice in weighed]
        return ThumbBot(game, secrets.randbits(30)).counsel(seen, (), seat)

    async def settled(self, variant: str, seen: Any, seat: int) -> bool:
        """Tell whether the rest of the deal no longer matters, as far as a seat can know and we can tell."""
        game, found = find(variant)
        return await self._ask("settled", game, found.name, seen, seat, wait=self.seconds) is True

    def ready(self, game: str) -> bool:
        """Tell whether a process is ready for a game."""
        return any(game in thinker.warm for thinker in self.all)

    def warm(self, variant: str) -> None:
        """Have the processes get ready for a game, one after the other, in the background."""
        game, found = find(variant)
        if game.name not in self._warming and not all(game.name in thinker.warm for thinker in self.all):
            self._warming.add(game.name)
            self._run(self._warm(game, found.name))

    async def _warm(self, game: Game, variant: str) -> None:
        for thinker in [one for one in self.all if game.name not in one.warm and not one.busy]:
            thinker.busy = True
            try:
                await thinker.ask({"what": "warm", "variant": variant}, COMPILING)
                thinker.warm.add(game.name)
            except (TimeoutError, OSError, EOFError) as fault:
                self._failed("warm", game, fault)
            finally:
                thinker.busy = False
        self._warming.discard(game.name)

    async def _ask(self, what: str, game: Game, variant: str, seen: Any, seat: int, wait: float, **more: Any) -> Any:
        thinker = await self._idle(game, wait)
        if thinker is None:
            self.warm(variant)
            return None
        question = {
            "what": what, "variant": variant, "view": seen.to_bytes(), "seat": seat,
            "seconds": self.seconds, "seed": secrets.randbits(30), **more,
        }  # fmt: skip
        # Who asked may have gone on without it; the process is not put down for that.
        return await asyncio.shield(self._run(self._answer(thinker, game, question)))

    async def _answer(self, thinker: Thinker, game: Game, question: dict[str, Any]) -> Any:
        began = time.monotonic()
        try:
            answer = await thinker.ask(question, LONGEST * self.seconds + GRACE)
            metrics.thought(time.monotonic() - began, game.name)
            return answer
        except (TimeoutError, OSError, EOFError) as fault:
            self._failed(question["what"], game, fault)
            return None
        finally:
            thinker.busy = False

    async def _idle(self, game: Game, wait: float) -> Thinker | None:
        """Find a process that is ready for a game and has nothing to do, waiting a little for one."""
        end = time.monotonic() + wait
        while True:
            ready = [thinker for thinker in self.all if game.name in thinker.warm]
            for thinker in ready:
                if not thinker.busy:
                    thinker.busy = True
                    return thinker
            if not ready or time.monotonic() > end:
                return None
            await asyncio.sleep(0.01)

    def _failed(self, what: str, game: Game, fault: BaseException) -> None:
        self.failures += 1
        log.warning("thinker failed", what=what, game=game.name, fault=type(fault).__name__)

    def _run(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Put all processes down."""
        for task in self._tasks:
            task.cancel()
        for thinker in self.all:
            thinker.stop()

"""Whoever thinks, as the service sees it: asked one thing at a time, and put down when there is no answer."""

from __future__ import annotations

import asyncio
import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from typing import Any

import msgspec

from torite.service.bot_worker import WORKED, ThinkerQuestion
from torite.service.worker_process import HEAD

STALLED = 900.0  #: seconds for which nothing is heard of a process that gets ready before it is put down
WAKING = 60.0  #: seconds that one may take to start
#: What the answers to each question are.
ANSWERS: dict[str, Any] = {
    "wake": bool,
    "warm": bool | dict[str, float],
    "choose": str,
    "advise": list[tuple[str, float, float | None, str]],
    "settled": bool,
}


class Thinker(ABC):
    """One that thinks, wherever it does.

    Attributes:
        here: whether it is a process of this machine, in whose place another can be started.
        busy: whether it answers something, or gets ready for a game.
        until: when it will be free, by the loop's clock; infinite while it gets ready.
        awake: whether it has been started, and so can answer about any game plainly, at once.
        warm: the games that it is ready for.
        warms: the game that it gets ready for.
    """

    here = True

    def __init__(self) -> None:
        self.busy = False
        self.until = 0.0
        self.awake = False
        self.warm: set[str] = set()
        self.warms = ""
        self._told: asyncio.StreamReader | None = None  # each answer after its length

    async def ask(self, question: ThinkerQuestion, seconds: float) -> Any:
        """Ask it, started if need be.

        Args:
            question: what.
            seconds: how long it may take; to get ready for a game, how long the processor may work.

        Raises:
            TimeoutError, OSError, EOFError, MsgspecError: when it does not answer; it is put down.
        """
        try:
            if question["what"] == "warm":
                return await self._get_ready(question, seconds)
            return await asyncio.wait_for(self._ask(question), seconds)
        except BaseException:
            self.stop()
            raise

    def wake(self, variant: str) -> Coroutine[Any, Any, None]:
        """Start it; what is asked from now on waits until it is there.

        Raises:
            TimeoutError, OSError, EOFError, MsgspecError: when it does not start.
        """
        self.busy, self.until, self.awake = True, math.inf, True
        return self._wake(variant)

    async def _wake(self, variant: str) -> None:
        try:
            await self.ask({"what": "wake", "variant": variant}, WAKING)
        except BaseException:
            self.awake = False
            raise
        finally:
            self.busy, self.until = False, 0.0

    async def _get_ready(self, question: ThinkerQuestion, seconds: float) -> Any:
        answer = await asyncio.wait_for(self._ask(question), STALLED)
        while isinstance(answer, dict) and WORKED in answer:
            if answer[WORKED] > seconds:
                raise TimeoutError
            answer = await asyncio.wait_for(self._hear(question["what"]), STALLED)
        return answer

    async def _ask(self, question: ThinkerQuestion) -> Any:
        await self._say(msgspec.msgpack.encode(question))
        return await self._hear(question["what"])

    async def _hear(self, what: str) -> Any:
        if self._told is None:
            raise EOFError
        head = await self._told.readexactly(HEAD)
        answer = await self._told.readexactly(int.from_bytes(head, "big"))
        return msgspec.msgpack.decode(answer, type=ANSWERS[what])

    @abstractmethod
    async def _say(self, question: bytes) -> None:
        """Hand a question over."""

    @abstractmethod
    def stop(self) -> None:
        """Put it down."""

    @property
    @abstractmethod
    def alive(self) -> bool:
        """Whether it is there."""


class BotWorker(Thinker):
    """A process of this machine, started when it is first asked.

    Args:
        arguments: what it is told when it starts.
    """

    def __init__(self, *arguments: str) -> None:
        super().__init__()
        self._arguments = arguments
        self._process: asyncio.subprocess.Process | None = None

    async def _say(self, question: bytes) -> None:
        if not self.alive:
            self.warm = set()
            self._process = await started(*self._arguments)
            self._told = self._process.stdout
        process = self._process
        assert process is not None
        await pass_on(question, process)

    def stop(self) -> None:
        """Put the process down."""
        self.awake, self.warm = False, set()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        self._process = self._told = None

    @property
    def alive(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The process's number, while there is one."""
        return None if self._process is None else self._process.pid


async def started(*arguments: str) -> asyncio.subprocess.Process:
    """Start a process that thinks; one that is stopped from a terminal is ended by who started it, not by its keys."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "torite.service.bot_worker", *arguments,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True,
    )  # fmt: skip


async def pass_on(question: bytes, process: asyncio.subprocess.Process) -> None:
    """Hand a question to a process."""
    assert process.stdin is not None
    process.stdin.write(len(question).to_bytes(HEAD, "big") + question)
    await process.stdin.drain()

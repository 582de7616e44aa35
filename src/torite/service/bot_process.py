"""One process that thinks, as the service sees it: started when it is first asked, put down when it does not answer."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import msgspec

from torite.service.bot_worker import WORKED
from torite.service.worker_process import HEAD

STALLED = 900.0  #: seconds for which nothing is heard of a process that gets ready before it is put down


class BotWorker:
    """One process.

    Args:
        arguments: what it is told when it starts.

    Attributes:
        busy: whether it answers something, or gets ready for a game.
        until: when it will be free, by the loop's clock; infinite while it gets ready.
        warm: the games that it is ready for.
        warms: the game that it gets ready for.
    """

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self.busy = False
        self.until = 0.0
        self.warm: set[str] = set()
        self.warms = ""
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: dict[str, Any], seconds: float) -> Any:
        """Ask the process, started if need be.

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

    async def _get_ready(self, question: dict[str, Any], seconds: float) -> Any:
        answer = await asyncio.wait_for(self._ask(question), STALLED)
        while isinstance(answer, dict) and WORKED in answer:
            if answer[WORKED] > seconds:
                raise TimeoutError
            answer = await asyncio.wait_for(self._hear(), STALLED)
        return answer

    async def _ask(self, question: dict[str, Any]) -> Any:
        if self._process is None or self._process.returncode is not None:
            self.warm = set()
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "torite.service.bot_worker", *self._arguments,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            )  # fmt: skip
        process = self._process
        assert process.stdin is not None
        text = msgspec.msgpack.encode(question)
        process.stdin.write(len(text).to_bytes(HEAD, "big") + text)
        await process.stdin.drain()
        return await self._hear()

    async def _hear(self) -> Any:
        if self._process is None:
            raise EOFError
        told = self._process.stdout
        assert told is not None
        head = await told.readexactly(HEAD)
        return msgspec.msgpack.decode(await told.readexactly(int.from_bytes(head, "big")))

    def stop(self) -> None:
        """Put the process down."""
        self.warm = set()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        self._process = None

    @property
    def alive(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The process's number, while there is one."""
        return None if self._process is None else self._process.pid

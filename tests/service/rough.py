"""Lines between a page and the service that lose messages, bring them twice, are slow, cut, or held up."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import Any, Self

import websockets
from websockets.asyncio.server import ServerConnection, serve

HERE = "127.0.0.1"
ENDED = (OSError, websockets.WebSocketException)


class LossyLine:
    """Passes a table's messages on one by one, in both directions; some of them never, some twice, some late.

    No network does that inside a connection: it is harder than any.

    Args:
        to: the service's port.
        seed: of what happens to which message.
        lost: how many of all messages are lost.
        twice: how many come twice.
        late: seconds that a message may take.
        cut: after how many of all messages the connection ends.

    Attributes:
        passed: messages that came in.
        dropped, doubled, cuts: what happened to them.
    """

    def __init__(
        self, to: int, seed: int, lost: float = 0.1, twice: float = 0.1, late: float = 0.0, cut: float = 0.0
    ) -> None:
        self.to = to
        self.lost, self.twice, self.late, self.cut = lost, twice, late, cut
        self.passed = self.dropped = self.doubled = self.cuts = 0
        self._chance = random.Random(seed)
        self._serving = serve(
            self._join, HERE, 0, compression=None, max_size=1 << 24, ping_interval=None, close_timeout=1
        )

    @property
    def address(self) -> str:
        """Where the service is reached by this line."""
        return f"http://{HERE}:{self._port}"

    async def __aenter__(self) -> Self:
        self._server = await self._serving
        self._port = next(iter(self._server.sockets)).getsockname()[1]
        return self

    async def __aexit__(self, *fault: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _join(self, near: ServerConnection) -> None:
        assert near.request is not None
        with contextlib.suppress(*ENDED):
            async with websockets.connect(
                f"ws://{HERE}:{self.to}{near.request.path}",
                origin=f"http://{HERE}:{self.to}",  # type: ignore[arg-type]
                additional_headers={"cookie": near.request.headers.get("cookie", "")},
                compression=None,
                max_size=1 << 24,
                ping_interval=None,
                close_timeout=1,
            ) as far:
                both = [asyncio.create_task(self._pass(near, far)), asyncio.create_task(self._pass(far, near))]
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                for task in both:
                    task.cancel()
                await asyncio.gather(*both, return_exceptions=True)

    async def _pass(self, one: Any, other: Any) -> None:
        """Pass on what one says to the other, until a connection ends."""
        async for message in one:
            self.passed += 1
            fate = self._chance.random()
            if fate < self.lost:
                self.dropped += 1
                continue
            if self.late:
                await asyncio.sleep(self.late * self._chance.random())
            await other.send(message)
            if fate > 1 - self.twice:
                self.doubled += 1
                await other.send(message)
            if self._chance.random() < self.cut:
                self.cuts += 1
                return


class GappyLine:
    """Passes bytes on, but for a time when it is told so.

    Args:
        to: the service's port.
    """

    def __init__(self, to: int) -> None:
        self.to = to
        self.taken = 0  #: how many connections it has taken
        self.waiting = 0  #: how often something has come that was held back
        self._whole = True
        self._free = asyncio.Event()
        self._free.set()
        self._open: set[asyncio.StreamWriter] = set()
        self._near: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        """Where the service is reached by this line."""
        return f"http://{HERE}:{self._port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._join, HERE, 0)
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *fault: object) -> None:
        self._server.close()
        self.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """End what is open, as both ends notice, and take nothing more."""
        self._whole = False
        for writer in self._open:
            writer.transport.abort()

    def hold(self) -> None:
        """Hold all bytes back; nobody notices but by the silence."""
        self._free.clear()

    def hang_up(self) -> None:
        """End the near ends alone, as who speaks there notices; what is held still comes to the far one."""
        for writer in self._near:
            writer.transport.abort()

    def mend(self) -> None:
        """Pass on again, first what was held."""
        self._whole = True
        self._free.set()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._open.add(writer)
        self._near.add(writer)
        try:
            if self._whole:
                self.taken += 1
                far_reader, far_writer = await asyncio.open_connection(HERE, self.to)
                self._open.add(far_writer)
                await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
                self._open.discard(far_writer)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._open.discard(writer)
            self._near.discard(writer)
            writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                self.waiting += not self._free.is_set()
                await self._free.wait()
                writer.write(data)
                await writer.drain()
        writer.close()

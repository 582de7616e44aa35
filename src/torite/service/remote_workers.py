"""Processes that think on other machines: each comes by itself, over a connection of its own, and has the host's key.

It is asked what those of this machine are asked, and gets what they get: views of the seats that it is asked about,
never states. It is one of the pool (`bot_workers.py`) for as long as its connection lasts, which ends as soon as it
does not answer in time, says something that it was not asked, or leaves pings without an answer; then it comes anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import PlainTextResponse
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from torite.service.bot_process import Thinker
from torite.service.bot_worker import ThinkerQuestion
from torite.service.by_name import came_by
from torite.service.config import Config
from torite.service.security import Rate, address_of
from torite.service.think_hello import PATH, Hello, Welcome, welcome
from torite.service.uvicorn_protocol import FRAMES_OF
from torite.service.worker_process import HEAD

if TYPE_CHECKING:
    from torite.service.context import Service

PATIENCE = 10.0  #: seconds in which it must have said which rules it has
FAULTS = (WebSocketDisconnect, RuntimeError, TimeoutError, msgspec.MsgspecError)  #: how such a connection ends


def routes(config: Config) -> list[WebSocketRoute]:
    """List the routes: none where no key is set, so that who comes is answered as at any door that is not there."""
    return [WebSocketRoute(PATH, Door(config).connect)] if config.think_key else []


class Door:
    """Lets in who has the key, and not too many.

    Args:
        config: with the key, and how many there may be.
    """

    def __init__(self, config: Config) -> None:
        self._key = config.think_key.encode()
        self._most = config.remote_thinkers
        self._own = config.process
        codes = config.limits.codes
        self._wrong = Rate(codes.most, codes.seconds, config.limits.site)
        self._here = 0

    async def connect(self, socket: WebSocket) -> None:
        """Serve one connection from beginning to end; to who has no key the door is one that is not there."""
        service: Service = socket.app.state.service
        if not self._lets_in(service, socket):
            await socket.close(1008)
            return
        if self._own and came_by(socket.scope) not in ("", self._own):  # it comes back until that one answers
            service.counts["think-elsewhere"] += 1
            await socket.send_denial_response(PlainTextResponse("", 503))
            return
        self._here += 1
        try:
            with contextlib.suppress(*FAULTS):
                await self._serve(service, socket)
            with contextlib.suppress(*FAULTS):
                await socket.close()
        finally:
            self._here -= 1

    def _lets_in(self, service: Service, socket: WebSocket) -> bool:
        """Compare the key; where too many have been wrong of late, none of that address is right."""
        address = address_of(socket.client.host if socket.client else None)
        if self._wrong.wait(address):
            service.counts["often"] += 1
            return False
        scheme, _, given = socket.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and hmac.compare_digest(given.encode(), self._key):
            return True
        self._wrong.allows(address)
        service.counts["think-key"] += 1
        return False

    async def _serve(self, service: Service, socket: WebSocket) -> None:
        await socket.accept()
        socket.scope["state"][FRAMES_OF].each = 0.0  # it answers as often as it is asked
        async with asyncio.timeout(PATIENCE):
            said = msgspec.msgpack.decode(await _frame(socket), type=Hello)
            told = welcome(said) if self._here <= self._most else Welcome("full")
            await socket.send_bytes(msgspec.msgpack.encode(told))
        if told.why:
            service.counts[f"think-{told.why}"] += 1
            return
        thinkers = service.resources.thinkers
        worker = RemoteWorker(socket, thinkers.leave)
        thinkers.join(worker)
        await worker.served()


class RemoteWorker(Thinker):
    """One on another machine.

    Args:
        socket: the connection to it.
        leave: called when it is not to be asked any more.
    """

    here = False

    def __init__(self, socket: WebSocket, leave: Callable[[Thinker], None]) -> None:
        super().__init__()
        self._socket = socket
        self._leave = leave
        self._gone = False
        self._reading = asyncio.create_task(self._read())

    async def served(self) -> None:
        """Wait until it has gone, or was put down."""
        try:
            await asyncio.wait([self._reading])
        finally:
            self.stop()

    async def _read(self) -> None:
        """Take in answers, until something comes that nobody has asked for."""
        with contextlib.suppress(*FAULTS):
            while (answer := await _frame(self._socket)) and self._told is not None:
                self._told.feed_data(len(answer).to_bytes(HEAD, "big") + answer)

    async def _say(self, question: bytes) -> None:
        if self._gone:
            raise EOFError
        self._told = asyncio.StreamReader()
        try:
            await self._socket.send_bytes(question)
        except (WebSocketDisconnect, RuntimeError) as fault:
            raise EOFError from fault

    async def ask(self, question: ThinkerQuestion, seconds: float) -> Any:
        """Ask it.

        Raises:
            TimeoutError, EOFError, MsgspecError: when it does not answer; its connection ends.
        """
        try:
            return await super().ask(question, seconds)
        finally:
            self._told = None

    def stop(self) -> None:
        """End the connection."""
        self.awake, self.warm, self._gone = False, set(), True
        self._leave(self)
        if self._told is not None:
            self._told.feed_eof()
        self._reading.cancel()

    @property
    def alive(self) -> bool:
        """Whether the connection lasts."""
        return not self._gone


async def _frame(socket: WebSocket) -> bytes:
    """Wait for the next frame; empty for what is none of ours."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    return message.get("bytes") or b""

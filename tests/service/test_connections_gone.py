"""Connections that have ended hold nothing: what only holds itself is looked for seldom, while everybody waits."""

from __future__ import annotations

import asyncio
import functools
import gc
import socket
import weakref
from collections import Counter
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from tests.patience import until_so
from torite.service.config import Limits
from torite.service.security import Proxies, Rate
from torite.service.socket_limits import Sockets
from torite.service.turns import AddressTurns
from torite.service.uvicorn_protocol import HAS_GONE, SOCKETS, CarefulRequest

ASKED = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


class Listening:
    """Answers after a while, and keeps no connection but weakly."""

    def __init__(self) -> None:
        self.made: list[weakref.ref[CarefulRequest]] = []
        self.answering = asyncio.Event()
        self.asked = 0
        self.turns = AddressTurns(Rate(1000, 1), Rate(1000, 1))
        self.sockets = Sockets(Limits(), Proxies(), 0, Counter(), self.turns)
        self.config = uvicorn.Config(
            self.answer, http=CarefulRequest, interface="asgi3", lifespan="off", log_config=None
        )
        self.config.load()
        self.state = ServerState()

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        await self.answering.wait()
        assert scope["state"][HAS_GONE]() in (True, False)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def make(self) -> CarefulRequest:
        one = CarefulRequest(self.config, self.state, {SOCKETS: self.sockets})
        self.made.append(weakref.ref(one))
        return one

    def was_asked(self, times: int) -> bool:
        return self.asked == times

    def gone(self) -> bool:
        return not any(one() for one in self.made)


@pytest.mark.parametrize("hangs_up", [True, False])
def test_a_connection_that_has_ended_goes_by_itself(hangs_up: bool) -> None:
    """Whether it hung up in the middle of a question or was answered before."""

    async def work() -> None:
        here = Listening()
        server = await asyncio.get_running_loop().create_server(here.make, "127.0.0.1", 0)
        loop, address = asyncio.get_running_loop(), server.sockets[0].getsockname()
        for number in range(3):
            with socket.socket() as line:
                line.setblocking(False)
                await loop.sock_connect(line, address)
                await loop.sock_sendall(line, ASKED)
                await until_so(functools.partial(here.was_asked, number + 1))
                if not hangs_up:
                    here.answering.set()
                    assert (await loop.sock_recv(line, 100)).startswith(b"HTTP/1.1 204")
        await until_so(lambda: not here.state.connections)
        here.answering.set()
        await until_so(lambda: not here.state.tasks)
        assert 0 == len(here.sockets)
        await until_so(here.gone)
        server.close()

    gc.disable()
    try:
        asyncio.run(work())
    finally:
        gc.enable()

"""A proxy as it stands in front of a service: it comes from an address of its own and says for whom it asks."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

SAYS = b"X-Forwarded-For: "


class Forwarding:
    """A proxy.

    Args:
        port: where what it forwards goes to.
        source: the address from which it goes there.
    """

    def __init__(self, port: int, source: str) -> None:
        self.port = port
        self.source = source
        self.own_port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.own_port}"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection; to what is known of whom it asks for, it adds who came to it."""
        peer = writer.get_extra_info("peername")[0].encode()
        ending = contextlib.ExitStack()
        ending.callback(writer.close)
        with ending, contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = await reader.readuntil(b"\r\n\r\n")
            upstream, on = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))
            ending.callback(on.close)
            first, *lines = head[:-4].split(b"\r\n")
            said = [line[len(SAYS) :] for line in lines if line.lower().startswith(SAYS.lower())]
            kept = [line for line in lines if not line.lower().startswith((SAYS.lower(), b"connection: k"))]
            closing = [] if any(b"pgrade" in line for line in lines) else [b"Connection: close"]
            on.write(b"\r\n".join([first, *kept, *closing, SAYS + b", ".join([*said, peer]), b"", b""]))
            await asyncio.gather(pour(reader, on), pour(upstream, writer))


async def pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextlib.asynccontextmanager
async def forwarding(port: int, source: str) -> AsyncIterator[Forwarding]:
    """Put a proxy in front of a port."""
    proxy = Forwarding(port, source)
    server = await asyncio.start_server(proxy.handle, "127.0.0.1", 0)
    proxy.own_port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()

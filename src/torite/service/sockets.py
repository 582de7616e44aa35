"""Connections that are cut off where uvicorn would wait for ever for somebody who does not read."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_UNREAD = 1 << 20  #: bytes that may wait for the line while somebody goes on asking


class CarefulSocket(WebSocketsSansIOProtocol):
    """A connection that is ended, not only closed: what is closed still waits for its last bytes to be read.

    Attributes:
        lingers: seconds in which the last bytes may be read.
    """

    lingers = 10.0

    async def run_asgi(self) -> None:
        """Serve it; whoever has not read its end some time later never will."""
        await super().run_asgi()
        self.loop.call_later(self.lingers, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """End a connection that does not answer."""
        super().keepalive_timeout()
        self.transport.abort()

    def handle_ping(self) -> None:
        """Answer a ping, unless the answers are not read."""
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()
        else:
            super().handle_ping()

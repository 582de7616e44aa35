"""One connection to a table: somebody who looks at it, from a seat or from outside."""

from __future__ import annotations

import asyncio
from collections import deque

from torite.service import wire
from torite.service.messages import ServerMessage

NO_PLACE = 4404  #: the code with which somebody is sent away who has no place at a table
MOST_WAITING = 400  #: messages that may wait for a slow reader
MOST_BYTES = 1 << 20  #: that they may have together


class Viewer:
    """One connection.

    Args:
        person: who it is.
        seat: where they sit; SPECTATOR for nowhere.
        language: which they read.
        name: how they are called.
        token: the hash of the token with which they came.
        address: by what the address is counted from which they came.

    Attributes:
        closed: the code with which the connection is to be closed; 0 while it is open.
        gone: set as soon as it is to be closed.
    """

    def __init__(
        self, person: int, seat: int, language: str, name: str = "", token: str = "", address: str = ""
    ) -> None:
        self.person = person
        self.seat = seat
        self.language = language
        self.name = name
        self.token = token
        self.address = address
        self.closed = 0
        self.gone = asyncio.Event()
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._table = b""
        self._more = asyncio.Event()

    def tell(self, message: ServerMessage | bytes) -> None:
        """Send something when the line is free; who does not read is cut off."""
        if self.closed:
            return
        text = message if isinstance(message, bytes) else wire.encode(message)
        if len(self._waiting) >= MOST_WAITING or self._size > MOST_BYTES:
            self._waiting.clear()
            self.close(1013)
            return
        self._waiting.append(text)
        self._size += len(text)
        self._more.set()

    def tell_table(self, text: bytes) -> None:
        """Send how the table stands, unless nothing of it has changed since it was told last."""
        if text != self._table:
            self._table = text
            self.tell(text)

    def close(self, code: int) -> None:
        """End the connection after what was said."""
        self.closed = self.closed or code
        self.gone.set()
        self._more.set()

    async def listen(self) -> bytes:
        """Wait for a message to send; an empty one when the connection is to be closed."""
        while not self._waiting and not self.closed:
            self._more.clear()
            await self._more.wait()
        if not self._waiting:
            return b""
        text = self._waiting.popleft()
        self._size -= len(text)
        return text

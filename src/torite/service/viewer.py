"""One connection to a table: somebody who looks at it, from a seat or from outside."""

from __future__ import annotations

import asyncio
from hashlib import blake2b

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
        self._waiting: list[bytes] = []
        self._size = 0
        self._table = b""  # of what was told last, a digest: it may wait for long
        self._woken: list[asyncio.Future[None]] = []  # those who wait for a change

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
        self._wake()

    def tell_table(self, text: bytes) -> None:
        """Send how the table stands, unless nothing of it has changed since it was told last."""
        digest = blake2b(text, digest_size=16).digest()
        if digest != self._table:
            self._table = digest
            self.tell(text)

    def close(self, code: int) -> None:
        """End the connection after what was said."""
        self.closed = self.closed or code
        self._wake()

    async def end(self) -> None:
        """Wait until the connection is to be closed."""
        while not self.closed:
            await self._change()

    async def listen(self) -> bytes:
        """Wait for a message to send; an empty one when the connection is to be closed."""
        while not self._waiting and not self.closed:
            await self._change()
        if not self._waiting:
            return b""
        text = self._waiting.pop(0)
        self._size -= len(text)
        return text

    async def _change(self) -> None:
        """Wait until there is more to say, or the end."""
        change = asyncio.get_running_loop().create_future()
        self._woken.append(change)
        await change

    def _wake(self) -> None:
        woken, self._woken = self._woken, []
        for change in woken:
            if not change.done():
                change.set_result(None)

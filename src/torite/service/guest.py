"""One connection to a table: somebody who looks at it, from a seat or from outside."""

from __future__ import annotations

import asyncio
from typing import Any

from torite.service import wire

MOST_WAITING = 400  #: messages that may wait for a slow reader


class Guest:
    """One connection.

    Args:
        person: who it is.
        seat: where they sit; SPECTATOR for nowhere.
        language: which they read.

    Attributes:
        closed: the code with which the connection is to be closed; 0 while it is open.
    """

    def __init__(self, person: int, seat: int, language: str) -> None:
        self.person = person
        self.seat = seat
        self.language = language
        self.closed = 0
        self._waiting: list[bytes] = []
        self._more = asyncio.Event()

    def tell(self, message: dict[str, Any] | bytes) -> None:
        """Send something when the line is free; who does not read is cut off."""
        if self.closed:
            return
        if len(self._waiting) >= MOST_WAITING:
            self.close(1013)
            return
        self._waiting.append(message if isinstance(message, bytes) else wire.encode(message))
        self._more.set()

    def close(self, code: int) -> None:
        """End the connection after what was said."""
        self.closed = self.closed or code
        self._more.set()

    async def listen(self) -> list[bytes]:
        """Wait for messages to send; nothing when the connection is to be closed."""
        await self._more.wait()
        self._more.clear()
        waiting, self._waiting = self._waiting, []
        if self.closed and not waiting:
            self._more.set()
        return waiting

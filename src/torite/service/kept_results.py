"""Somebody's results as the process that looks at them gets and keeps them: packed, as many as fit."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from torite.records.results import Result

MOST = 16 << 20  #: bytes that all of them may take
FIELDS = ("id", "game", "variant", "score", "finished_at", "usual", "daily", "won")  #: of a row, in their order
NONE = msgspec.msgpack.encode([])  #: the results of whoever has none


def unpacked(rows: bytes) -> list[Result]:
    """Read packed rows, in the order in which the games ended; a database may write truth as numbers."""
    found = []
    for row in msgspec.msgpack.decode(rows):
        facts = dict(zip(FIELDS, row, strict=True))
        won = facts.pop("won")
        facts["usual"] = bool(facts["usual"])
        found.append(Result(**facts, won=None if won is None else bool(won)))
    return sorted(found, key=lambda result: result.finished_at)


class KeptResults:
    """The results looked at last.

    Args:
        most: bytes that all of them may take.

    Attributes:
        bytes: what they take.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.bytes = 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def get(self, name: str) -> bytes | None:
        """Return somebody's packed rows; None if they are not kept."""
        if name not in self._kept:
            return None
        self._kept.move_to_end(name)
        return self._kept[name]

    def put(self, name: str, rows: bytes) -> None:
        """Keep packed rows; those that nobody has looked at for longest make room."""
        self.bytes += len(rows) - len(self._kept.pop(name, b""))
        self._kept[name] = rows
        while self.bytes > self.most:
            self.bytes -= len(self._kept.popitem(last=False)[1])

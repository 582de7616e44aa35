"""What was looked at last, as bytes: as much as fits."""

from __future__ import annotations

from collections import OrderedDict

MOST = 16 << 20  #: bytes that all of it may take
NAMED = 256  #: bytes that a name takes, whatever little is kept by it


class KeptBytes:
    """What was looked at last, by names.

    Args:
        most: bytes that all of it may take.

    Attributes:
        bytes: what it takes.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.bytes = 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def get(self, name: str) -> bytes | None:
        """Return what is kept by a name; None if nothing is."""
        if name not in self._kept:
            return None
        self._kept.move_to_end(name)
        return self._kept[name]

    def put(self, name: str, data: bytes) -> None:
        """Keep something; what nobody has looked at for longest makes room."""
        if name in self._kept:
            self.bytes -= NAMED + len(self._kept.pop(name))
        self.bytes += NAMED + len(data)
        self._kept[name] = data
        while self.bytes > self.most:
            self.bytes -= NAMED + len(self._kept.popitem(last=False)[1])

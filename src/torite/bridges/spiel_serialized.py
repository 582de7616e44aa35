"""A trajectory written down for a serialized state: by its contents, with a hash over them."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from msgspec import DecodeError, msgpack

HASH = 32  #: bytes
TRACK, MOST_TRACK = 1_000_003, (1 << 61) - 1
DAMAGED = "what is serialized of the state is damaged"


class SerializedState:
    """A trajectory as bytes.

    Args:
        data: a hash, and what it is of.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data

    @classmethod
    def of(cls, name: str, track: int, contents: Mapping[str, Any]) -> SerializedState:
        """Write a trajectory down.

        Args:
            name: of what is played in it.
            track: what was done in it, summed up.
            contents: the trajectory.
        """
        written = zlib.compress(msgpack.encode((name, track, contents)), 1)
        return cls(hashlib.sha256(written).digest() + written)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._data,)

    def open(self, name: str, done: Iterable[tuple[int, int]]) -> tuple[int, dict[str, Any]]:
        """Read what was done in the trajectory, summed up, and its contents.

        Args:
            name: what must be played in it.
            done: what must have been done in it.

        Raises:
            ValueError: where it is damaged, of another game, or of another history.
        """
        data = self._data
        if not isinstance(data, bytes) or hashlib.sha256(data[HASH:]).digest() != data[:HASH]:
            raise ValueError(DAMAGED)
        try:
            played, track, contents = msgpack.decode(zlib.decompress(data[HASH:]))
        except (zlib.error, DecodeError, ValueError):
            raise ValueError(DAMAGED) from None
        if played != name:
            raise ValueError(f"this is a state of {played}, not of {name}")
        if track != reduce(lambda summed, one: tracked(summed, *one), done, 0):
            raise ValueError("the history of the state is not that of its contents")
        return track, contents


def tracked(track: int, player: int, action: int) -> int:
    """Sum up what was done, one thing more: by whom (-1 for chance), and what."""
    return (track * TRACK + (player + 1 << 20 | action) + 1) & MOST_TRACK

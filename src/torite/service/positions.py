"""Matches of replays that are kept in memory, with states from which their positions are soon found again."""

from __future__ import annotations

import sys
from collections import OrderedDict
from typing import Any

from torite.match import Match


class Positions:
    """The matches looked at last, as many as fit.

    Args:
        most: bytes that all of them may take.

    Attributes:
        bytes: what they take.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0
        self._kept: OrderedDict[str, tuple[Match, int]] = OrderedDict()

    def get(self, name: str) -> Match | None:
        """Return a match; None if it is not kept."""
        if name not in self._kept:
            return None
        self._kept.move_to_end(name)
        return self._kept[name][0]

    def put(self, name: str, match: Match) -> None:
        """Keep a match; those that nobody has looked at for longest make room."""
        if name in self._kept:
            return
        self._kept[name] = match, weight(match)
        self.bytes += self._kept[name][1]
        while self.bytes > self.most:
            _, (_, freed) = self._kept.popitem(last=False)
            self.bytes -= freed

    def __len__(self) -> int:
        return len(self._kept)


def weight(match: Match) -> int:
    """Count the bytes of a match: its entries and the states it keeps; what all matches of a game share is left out."""
    shared = {id(part) for part in (match.game, match.game.rules, match.variant, match.options)}
    left: list[Any] = [vars(match), match.log.renumbered]
    seen, total = shared, 0
    while left:
        part = left.pop()
        if id(part) in seen or isinstance(part, type):
            continue
        seen.add(id(part))
        total += sys.getsizeof(part)
        left += _within(part)
    return total


def _within(part: Any) -> list[Any]:
    if isinstance(part, dict):
        return [*part.keys(), *part.values()]
    if isinstance(part, (list, tuple, set, frozenset)):
        return list(part)
    if hasattr(part, "__dict__"):
        return [vars(part)]
    return [getattr(part, name) for name in getattr(type(part), "__slots__", ())]

"""States kept before some entries of a match's log, so that what was before is not played again from the start."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

MARK = 16  #: the state before each of so many entries is kept,
MARKS = 3  #: the last so many of them;
FAR = (
    256  #: and before each of so many as long as the entry stands: playing these again is less than to lay out a scene
)


class Marks:
    """The states before some entries, by the entries' numbers, which only grow.

    Attributes:
        wanted: entries before which states are kept as long as they stand, as somebody will ask for them.
        undone: where a record is read, the entries that it takes back later: states are kept before these, the last FAR
            of them, and before no others that are near. None for a match that goes on.
    """

    def __init__(self) -> None:
        self.undone: set[int] | None = None
        self.wanted: frozenset[int] = frozenset()
        self._near: dict[int, Any] = {}
        self._far: dict[int, Any] = {}

    def wants(self, number: int) -> bool:
        """Tell whether the state before the next entry is to be kept."""
        return self._is_far(number) or self._is_near(number)

    def _is_far(self, number: int) -> bool:
        return number in self.wanted or number >= next(reversed(self._far), -FAR) + FAR

    def _is_near(self, number: int) -> bool:
        if self.undone is not None:
            return number in self.undone
        return number >= next(reversed(self._near), -MARK) + MARK

    def keep(self, number: int, state: Any) -> None:
        """Keep a state, which nobody changes any more, and one that is old no longer."""
        if self._is_far(number):
            self._far[number] = state
        if self._is_near(number):
            self._near[number] = state
        if len(self._near) > (MARKS if self.undone is None else FAR):
            del self._near[next(iter(self._near))]

    def at(self, number: int) -> Any:
        """Return the state kept before an entry; None where there is none."""
        return self._near.get(number) or self._far.get(number)

    def forget_after(self, number: int) -> None:
        """Keep nothing after the state before an entry."""
        for kept in (self._near, self._far):
            while kept and next(reversed(kept)) > number:
                kept.popitem()

    def pop(self, number: int) -> Any:
        """Return the state kept before an entry, and keep it no more; None where there is none."""
        found = self.at(number)
        self._near.pop(number, None)
        self._far.pop(number, None)
        return found

    @property
    def last(self) -> tuple[int, Any]:
        """The latest state that is kept, and before which entry; -1 and None for none."""
        number = max(next(reversed(self._near), -1), next(reversed(self._far), -1))
        return number, self.at(number)

    def copy(self) -> Marks:
        """Return the same states, kept apart: what is kept or forgotten later is so in one of the two alone."""
        copied = Marks()
        copied.undone, copied._near, copied._far = self.undone, self._near.copy(), self._far.copy()
        copied.wanted = self.wanted
        return copied

    def begin(self, undone: Iterable[int], wanted: Iterable[int] = ()) -> None:
        """Keep states for a record that is read."""
        self.undone, self.wanted = set(undone), frozenset(wanted)

    def end(self) -> None:
        """Keep states for a match that goes on: of the record's, the far ones and the latest."""
        self.undone, self.wanted = None, frozenset()
        while len(self._near) > MARKS:
            del self._near[next(iter(self._near))]

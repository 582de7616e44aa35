"""What a listener has heard of the table, so that only what is new is said again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from torite.terminal.lying import Saying


class News(NamedTuple):
    """What is to be said: as a saying; of the kind `more` are pieces that came to those heard of before."""

    head: str
    parts: list[str]
    kind: str


class Heard:
    """What was told last, by what it was about."""

    def __init__(self) -> None:
        self._told: dict[str, Counter[str]] = {}

    def news(self, sayings: Iterable[Saying], everything: bool = False) -> Iterator[News]:
        """Keep of some sayings what is new, and remember them all.

        Args:
            sayings: all that is so now; what is not among them any more is forgotten.
            everything: say also what was heard before.
        """
        before, self._told = self._told, {}
        for saying in sayings:
            about = saying.head or (saying.parts[0] if saying.kind == "sentence" else "")
            parts = Counter(saying.parts)
            self._told[about] = self._told.get(about, Counter()) + parts
            known = Counter() if everything else before.get(about, Counter())
            new, gone = parts - known, known - parts
            if not new and not (gone and saying.kind == "pieces"):
                continue
            if not known or (saying.kind == "pieces" and gone):
                yield News(saying.head, list(saying.parts), saying.kind)
            else:
                kind = "more" if saying.kind == "pieces" else saying.kind
                yield News(saying.head, list(_kept(saying.parts, new)), kind)


def _kept(parts: Iterable[str], new: Counter[str]) -> Iterator[str]:
    """List the new parts in their order; of equal ones so many as are new."""
    left = new.copy()
    for part in parts:
        if left[part] > 0:
            left[part] -= 1
            yield part

"""The conversation of a table: what was said there, as far as it is remembered for each who heard it."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from typing import cast

import sqlalchemy as sql

from torite.service import schema
from torite.service.chat import EVERYBODY, SaidRow
from torite.service.storage import Storage

KEPT = 200  #: lines in memory for each who hear the same; the earlier ones are in the database alone


class Conversation:
    """What was said at a table: the latest that each listener has heard, and how many lines there were for each.

    What some only hear is remembered apart: it pushes out nothing of what others have heard.

    Args:
        lines: what was said so far, or the latest of it, in order.
        earlier: how many lines came before those, by the mask of who heard them.
    """

    def __init__(self, lines: Iterable[SaidRow] = (), earlier: dict[int, int] | None = None) -> None:
        self._to_all: deque[SaidRow] = deque(maxlen=KEPT)
        self._to_seat: defaultdict[int, deque[SaidRow]] = defaultdict(lambda: deque(maxlen=KEPT))
        self._heard_by_all = 0
        self._heard: Counter[int] = Counter()  # by seat, what not everybody heard
        self.total = 0
        for mask, count in (earlier or {}).items():
            self._count(mask, count)
        for line in lines:
            self.add(line)

    @property
    def lines(self) -> list[SaidRow]:
        """All that is remembered, in order."""
        lines = {line["number"]: line for part in (self._to_all, *self._to_seat.values()) for line in part}
        return [lines[number] for number in sorted(lines)]

    def __iter__(self) -> Iterator[SaidRow]:
        return iter(self.lines)

    def __reversed__(self) -> Iterator[SaidRow]:
        return reversed(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def add(self, line: SaidRow) -> None:
        """Take in what was said."""
        for seat in _seats(line["heard_by"]):
            self._to_seat[seat].append(line)
        if line["heard_by"] == EVERYBODY:
            self._to_all.append(line)
        self._count(line["heard_by"], 1)

    def _count(self, mask: int, count: int) -> None:
        self.total += count
        if mask == EVERYBODY:
            self._heard_by_all += count
        for seat in _seats(mask):
            self._heard[seat] += count

    def heard(self, seat: int) -> int:
        """Count what a seat has heard, or an onlooker."""
        return self._heard_by_all + (self._heard[seat] if seat >= 0 else 0)

    def recent(self, seat: int) -> Iterator[tuple[int, SaidRow]]:
        """List the latest lines that a seat has heard, each with its number among all that it has."""
        whispered = self._to_seat.get(seat, ())
        lines = sorted((*self._to_all, *whispered), key=lambda line: line["number"])[-KEPT:]
        return enumerate(lines, self.heard(seat) - len(lines))

    async def heard_as(self, kept: Storage, table: str, cid: str) -> SaidRow | None:
        """Return what was said by a message, however long ago; None where it was not."""
        for line in (line for part in (self._to_all, *self._to_seat.values()) for line in part):
            if line["cid"] == cid:
                return line
        if self.total <= KEPT:
            return None  # nothing is forgotten yet
        said = schema.said
        query = sql.select(said).where(said.c.sitting == table, said.c.cid == cid)
        return next(iter(cast(list[SaidRow], await kept.rows(query.limit(1)))), None)

    def unsay(self, said: Callable[[SaidRow], bool]) -> None:
        """Forget what some lines said; they still count, so that the others keep their numbers."""
        for line in self.lines:
            if said(line):
                line.update(cast(SaidRow, UNSAID))


def _seats(mask: int) -> list[int]:
    """List the seats of a mask; none for everybody's."""
    return [] if mask == EVERYBODY else [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


#: What is left of a line that is not to be known any more.
UNSAID = {"name": "", "phrase": "", "text": "", "cid": ""}


async def conversation(kept: Storage, table: str) -> Conversation:
    """Read what was said at a table: the latest for each who hear the same, and how many lines there were before."""
    said = schema.said
    own = said.c.sitting == table
    count = sql.select(said.c.heard_by, sql.func.count().label("count")).where(own).group_by(said.c.heard_by)
    counts = {row["heard_by"]: row["count"] for row in await kept.rows(count)}
    lines: list[SaidRow] = []
    for mask in counts:
        query = sql.select(said).where(own, said.c.heard_by == mask).order_by(said.c.number.desc()).limit(KEPT)
        found = cast(list[SaidRow], await kept.rows(query))
        counts[mask] -= len(found)
        lines += found
    return Conversation(sorted(lines, key=lambda line: line["number"]), counts)

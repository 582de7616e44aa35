"""Decisions as rows: what whoever chose saw and might take, what it took, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from torite.kernel.compile import kernel
from torite.kit.turn_order import choose
from torite.vector.loops import ENDED, begin, play_to_next, show, show_mask, take


class Rows(NamedTuple):
    """Where decisions are written, a row each.

    Attributes:
        observation: uint8[n, size], what the seat saw.
        mask: uint8[n, actions], 1 for what it might take.
        match: int64[n], in which match.
        seat: int64[n], which seat.
        action: int64[n], the number of what it took.
        gain: float32[n], what the seat got from there to the end.
    """

    observation: Any
    mask: Any
    match: Any
    seat: Any
    action: Any
    gain: Any


@kernel
def record(batch: Any, book: Any, space: Any, rows: Any, policies: Any, match: int, first: int) -> int:
    """Play a match by policies, and write down each decision.

    Args:
        batch, book: room for one match, and how it is played; all its seats are asked.
        space: room.
        rows: is written.
        policies: int64[seats], how each seat plays.
        match: which match, and the stream from which it is drawn.
        first: its first row.

    Returns:
        The row behind its last; -1 where there is not room enough.
    """
    total, may = space.spare, batch.may[0]
    begin(batch, book, 0, match)
    for seat in range(len(total)):
        total[seat] = 0
    n = first
    seat = play_to_next(batch, book, 0, space.pay, total)
    while seat != ENDED:
        if n == len(rows.seat):
            return -1
        show(batch, book, 0, seat, rows.observation[n])
        show_mask(batch, book, 0, rows.mask[n])
        action = choose(batch.states[0], seat, may, policies[seat], batch.rng[0])
        rows.match[n], rows.seat[n], rows.action[n], rows.gain[n] = match, seat, book.dense[action], total[seat]
        take(batch, 0, action)
        n += 1
        seat = play_to_next(batch, book, 0, space.pay, total)
    for r in range(first, n):
        rows.gain[r] = total[rows.seat[r]] - rows.gain[r]
    return n


def rows_for(n: int, size: int, actions: int) -> Rows:
    """Make room for so many rows."""
    import numpy

    match, seat, action = (numpy.zeros(n, numpy.int64) for _ in range(3))
    observation, mask = (numpy.zeros((n, width), numpy.uint8) for width in (size, actions))
    return Rows(observation, mask, match, seat, action, numpy.zeros(n, numpy.float32))


def first_rows(rows: Rows, n: int) -> Rows:
    """Return the first so many rows, where they lie."""
    return Rows(*(column[:n] for column in rows))


def joined(parts: Sequence[Rows]) -> Rows:
    """Put rows behind one another, in new memory."""
    import numpy

    return Rows(*(numpy.concatenate(columns) for columns in zip(*parts, strict=True)))

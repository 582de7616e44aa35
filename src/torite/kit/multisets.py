"""Rows of pieces: how many of what, in and out; and a piece drawn from a stock.

Kinds below 64 have a bit in each word of a row, by how often they are held; from 64 on, in the word of their block.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.bits import count, lowest
from torite.kernel.compile import kernel
from torite.kernel.fields import EMPTY
from torite.pieces.pack import BLOCK


@kernel
def kinds(row: Any) -> int:
    """Return the mask of the kinds held, where they are of one block."""
    return row[0]


@kernel
def copies(row: Any, kind: int) -> int:
    """Count the pieces of a kind."""
    if kind >= BLOCK:
        return (row[kind // BLOCK - 1] >> (kind % BLOCK)) & 1
    total = 0
    for j in range(len(row)):
        total += (row[j] >> kind) & 1
    return total


@kernel
def size(row: Any) -> int:
    """Count the pieces."""
    total = 0
    for j in range(len(row)):
        total += count(row[j])
    return total


@kernel
def size_of(row: Any, mask: int) -> int:
    """Count the pieces whose kind is in the mask, where they are of one block."""
    total = 0
    for j in range(len(row)):
        total += count(row[j] & mask)
    return total


@kernel
def put(row: Any, kind: int) -> None:
    """Add one piece."""
    if kind >= BLOCK:
        row[kind // BLOCK - 1] |= 1 << (kind % BLOCK)
        return
    last = len(row) - 1
    for j in range(last):
        if (row[j] >> kind) & 1 == 0:
            row[j] |= 1 << kind
            return
    row[last] |= 1 << kind


@kernel
def put_each(row: Any, mask: int) -> None:
    """Add one piece of each kind of a mask, where they are of one block."""
    while mask != 0:
        put(row, lowest(mask))
        mask &= mask - 1


@kernel
def drop(row: Any, kind: int) -> None:
    """Remove one piece, which is there."""
    if kind >= BLOCK:
        row[kind // BLOCK - 1] ^= 1 << (kind % BLOCK)
        return
    last = len(row) - 1
    for j in range(last):
        if (row[j + 1] >> kind) & 1 == 0:
            row[j] ^= 1 << kind
            return
    row[last] ^= 1 << kind


@kernel
def clear(row: Any) -> None:
    """Remove all pieces."""
    for j in range(len(row)):
        row[j] = 0


@kernel
def pour(source: Any, target: Any) -> None:
    """Move all pieces of one row to another."""
    for j in range(len(source)):
        left = source[j]
        source[j] = 0
        for i in range(j, len(target)):
            full = target[i] & left
            target[i] |= left
            left = full
            if left == 0:
                break


@kernel
def spare(row: Any, drafted: Any) -> int:
    """Return the mask of the kinds held more often than they are drafted.

    Held more than j times and drafted not more than j times, for some j.
    """
    mask = 0
    for j in range(len(row)):
        mask |= row[j] & ~drafted[j]
    return mask


@kernel
def draw(stock: Any, at: int) -> int:
    """Take the piece at one place of a sequence, which is empty then, and return its kind.

    Whoever draws unseen into a place says there that something came in: by `came_in` or, if pieces left it too, by
    `unbar` and `mixed`.
    """
    kind: int = stock[at]
    stock[at] = EMPTY
    return kind

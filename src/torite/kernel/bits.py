"""Bit counting and bit selection: one instruction each when compiled, plain Python otherwise.

Words are int64 of which the bits 0 to 62 are used, so no mask is ever negative.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.compile import intrinsic, kernel


@intrinsic("ctpop")
def count(mask: int) -> int:
    """Count the set bits."""
    return mask.bit_count()


@intrinsic("cttz")
def lowest(mask: int) -> int:
    """Find the lowest set bit's index; the mask must not be 0."""
    return (mask & -mask).bit_length() - 1


@intrinsic("ctlz")
def highest(mask: int) -> int:
    """Find the highest set bit's index; the mask must not be 0."""
    return mask.bit_length() - 1


@intrinsic("pdep")
def nth(mask: int, n: int) -> int:
    """Find the index of the set bit number *n*, counted from the lowest, 0 ≤ n < count(mask)."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


@kernel
def bit(index: int) -> int:
    """Make a mask of one bit."""
    return 1 << index


@kernel
def has(mask: int, index: int) -> bool:
    """Tell whether the bit is set."""
    return (mask >> index) & 1 == 1


@kernel
def section(mask: int, first: int, size: int) -> int:
    """Return so many bits of a mask, from one on, as a number: it indexes a table of all sets of these kinds."""
    return (mask >> first) & ((1 << size) - 1)


@kernel
def nth_of(words: Any, n: int) -> int:
    """Find the set bit number *n* of a row of words, as 64 × word + bit."""
    for j in range(len(words)):
        here = count(words[j])
        if n < here:
            return 64 * j + nth(words[j], n)
        n -= here
    return -1


@kernel
def nth_within(words: Any, which: int, n: int) -> int:
    """Find the same where bits are set in no other words than those of a mask."""
    while which != 0:
        j = lowest(which)
        here = count(words[j])
        if n < here:
            return 64 * j + nth(words[j], n)
        n -= here
        which &= which - 1
    return -1


@kernel
def count_within(words: Any, which: int) -> int:
    """Count the set bits of those words of a row that are in a mask."""
    total = 0
    while which != 0:
        total += count(words[lowest(which)])
        which &= which - 1
    return total


@kernel
def count_of(words: Any) -> int:
    """Count the set bits of a row of words."""
    total = 0
    for j in range(len(words)):
        total += count(words[j])
    return total

"""Hands as numbers: every multiset of up to four dice has an index, small sets first.

Of sorted kinds k₁ ≤ k₂ ≤ … the index is the sum of C(kᵢ + i − 1, i), above all smaller sets: the combinatorial number
system for combinations with repetition (Knuth, The Art of Computer Programming, 7.2.1.3).
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb
from typing import Any

from torite.kit import kernel, room

from .faces import DICE, FACES

CHOOSE = tuple(tuple(comb(n, k) for k in range(DICE + 1)) for n in range(FACES + DICE))
#: How many sets there are of fewer than so many dice.
BELOW = tuple(sum(comb(FACES + n - 1, n) for n in range(size)) for size in range(DICE + 2))
KEPT = BELOW[DICE]  # sets of fewer than four dice: what may be kept when something is rolled again
HANDS = BELOW[DICE + 1] - KEPT  # sets of four


def sets(size: int) -> list[tuple[int, ...]]:
    """List the sets of so many dice by their index: by the highest die first, then by the next."""
    return sorted(combinations_with_replacement(range(FACES), size), key=lambda kinds: kinds[::-1])


#: The dice of each set, four places to a set.
DICE_OF = tuple(kind for size in range(DICE + 1) for kinds in sets(size) for kind in (*kinds, *(0,) * (DICE - size)))


@kernel
def index_of(dice: Any, n: int) -> int:
    """Return the index of n dice, given in any order; it is BELOW[4] and more for four."""
    kinds = room(DICE)
    for i in range(n):
        at = i
        while at > 0 and kinds[at - 1] > dice[i]:
            kinds[at] = kinds[at - 1]
            at -= 1
        kinds[at] = dice[i]
    index = BELOW[n]
    for i in range(n):
        index += CHOOSE[kinds[i] + i][i + 1]
    return index


@kernel
def index_without(dice: Any, away: int) -> int:
    """Return the index of those of four dice that are not in a mask of places."""
    kept = room(DICE)
    n = 0
    for i in range(DICE):
        if (away & (1 << i)) == 0:
            kept[n] = dice[i]
            n += 1
    return index_of(kept, n)

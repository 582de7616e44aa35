"""The dice of Cribbage Dice: what a face is worth in a fifteen, and how a hand counts (CDICE-3)."""

from __future__ import annotations

from typing import Any

from torite.kit import hand_points, kernel, room
from torite.pieces import dice

FACES, DICE, ROLLED = 12, 4, 6  # of a die; of a hand; of a roll from which two go to the crib (CDICE-5.1)
COUNTED = DICE + 1  # dice of a hand with the starter
PACK = dice(FACES, ROLLED)
VALUE = tuple(kind + 1 for kind in range(FACES))  # for equal ones and runs (CDICE-3.4)
WORTH = tuple(min(value, 10) for value in VALUE)  # for fifteens (CDICE-3.2)


@kernel
def points_of(kept: Any, n: int, starter: int) -> int:
    """CDICE-3.1 to 3.7: count n dice with the starter; kinds, not faces."""
    value = room(COUNTED)
    worth = room(COUNTED)
    for i in range(n):
        value[i] = VALUE[kept[i]]
        worth[i] = WORTH[kept[i]]
    value[n] = VALUE[starter]
    worth[n] = WORTH[starter]
    return hand_points(value, worth, n + 1)

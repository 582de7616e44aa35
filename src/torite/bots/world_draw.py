"""The world that a search draws: one that agrees with a view, and in which the others would have chosen as they did."""

from __future__ import annotations

from typing import Any

from torite.kernel.compile import kernel
from torite.kernel.generator import below
from torite.kernel.slots import HAS_ODDS, complete, odds
from torite.worlds.sample import MOST_REFUSED, sample

MOST_DRAWN = 24  # worlds drawn for one that is likely


@kernel
def draw_world(unseen: Any, memory: Any, root: int, rng: Any) -> bool:
    """Draw a world, and another while it is unlikely that the others would have chosen so in it, some times at most.

    One that cannot be at all is not counted.

    Args:
        unseen: the view, prepared: see `torite.worlds.constraints.Unseen`.
        memory: is filled with the world.
        root: the seat whose view it is.
        rng: the generator.

    Returns:
        Whether one could be drawn.
    """
    likely = 0
    for _ in range(MOST_REFUSED):
        if not sample(unseen, memory.words, rng):
            return False
        complete(memory.s, root, rng)
        if HAS_ODDS == 0:
            return True
        weight = odds(memory.s, root)
        if below(rng, 1000) < weight:
            return True
        likely += weight > 0
        if likely == MOST_DRAWN:
            return True
    return False

"""Worlds: full states that a view allows, each assignment of the unseen pieces equally likely.

The unseen pieces lie in *open* places: those of which the viewer does not know all. Pieces are grouped by the set of
open places where they may lie. A world is drawn
- by one shuffle, where nothing restricts anything;
- by shuffles until one fits, for a few tries: what fits is even;
- else exactly: the fillings are counted group by group over the capacities left (for about four open places), and
  drawn from the counts;
- else, with many open places, from a chain that redeals three places at a time, each redeal even: the chain's limit is
  even too.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.bits import nth
from torite.kernel.compile import kernel
from torite.kernel.fields import UNKNOWN
from torite.kernel.generator import below
from torite.worlds.constraints import (
    A_GROUP,
    DEALT,
    NEED,
    P_FREE,
    P_MASKS,
    P_MODE,
    P_OPEN,
    P_PIECES,
    P_UNSEEN,
    PIECE,
    PLACE,
    SIGN,
    T_HEAD,
    T_HIDDEN,
    T_NUMBERS,
    T_REQUIRED,
    T_SHOWN,
    T_WORDS,
    hidden_at,
    is_within,
    lay,
    swap,
)
from torite.worlds.counting import CHAIN, EXACT, count_or_chain, draw_exactly
from torite.worlds.mcmc import step_chain

TRIES = 12  # shuffles before counting
MOST_REFUSED = 10_000  # fillings that lack what is required, before giving up
WEIGHTS = 400_000  # numbers that an exact count may fill


@kernel
def sample(seen: Any, plan: Any, weights: Any, table: Any, world: Any, rng: Any) -> bool:
    """Draw a world. Numbers that the viewer cannot know are 0 in it, for the game's `complete` to settle.

    Args:
        seen: the view's words.
        plan: what `prepare` made of them.
        weights: WEIGHTS floats for exact counts.
        table: the layout's tables.
        world: the state's words, written.
        rng: the generator.

    Returns:
        False when no assignment fits (the view is of no state).
    """
    for i in range(table[T_WORDS]):
        world[i] = seen[i]
    first = T_HEAD + 3 * (table[T_SHOWN] + table[T_HIDDEN])
    for i in range(first, first + table[T_NUMBERS]):
        if world[table[i]] == UNKNOWN:
            world[table[i]] = 0
    if plan[P_PIECES] == 0:
        return True
    if plan[P_FREE] == 1 and plan[P_MASKS] == 1:
        _deal_masks(plan, table, world, rng)
        return True
    if plan[P_FREE] == 1:
        _shuffle(plan, rng)
    elif not _restricted(seen, plan, weights, table, rng):
        return False
    _order_of_last(plan, rng)
    lay(plan, table, world)
    return True


@kernel
def _shuffle(plan: Any, rng: Any) -> None:
    """Put the pieces in random order, but for those that the last place takes: it takes what is left."""
    n = plan[P_PIECES]
    for i in range(n):
        plan[DEALT + i] = plan[PIECE + i]
    for i in range(n - plan[NEED + plan[P_OPEN] - 1]):
        swap(plan, DEALT + i, DEALT + i + below(rng, n - i))


@kernel
def _order_of_last(plan: Any, rng: Any) -> None:
    """Shuffle what the last place took, for it may be a sequence."""
    n = plan[P_PIECES]
    for i in range(n - plan[NEED + plan[P_OPEN] - 1], n - 1):
        swap(plan, DEALT + i, DEALT + i + below(rng, n - i))


@kernel
def _deal_masks(plan: Any, table: Any, world: Any, rng: Any) -> None:
    """Deal pieces that are all different into places that are multisets, without listing them."""
    mask = plan[P_UNSEEN]
    left = plan[P_PIECES]
    last = plan[P_OPEN] - 1
    for p in range(last):
        row = 0
        for _ in range(plan[NEED + p]):
            piece = 1 << nth(mask, below(rng, left))
            mask ^= piece
            row |= piece
            left -= 1
        world[table[hidden_at(table, plan[PLACE + p])]] |= row
    world[table[hidden_at(table, plan[PLACE + last])]] |= mask


@kernel
def _fits(seen: Any, plan: Any, table: Any) -> bool:
    """Tell whether the order dealt agrees with what is barred and required."""
    at = 0
    for p in range(plan[P_OPEN]):
        place = plan[PLACE + p]
        required = seen[table[T_REQUIRED] + place]
        here = 0
        for i in range(at, at + plan[NEED + p]):
            if (plan[SIGN + plan[DEALT + i] // A_GROUP] >> p) & 1 == 0:
                return False
            here += (required >> (plan[DEALT + i] % A_GROUP)) & 1
        if required != 0 and not is_within(seen, table, place, here):
            return False
        at += plan[NEED + p]
    return True


@kernel
def _restricted(seen: Any, plan: Any, weights: Any, table: Any, rng: Any) -> bool:
    if plan[P_MODE] != CHAIN:
        for _ in range(TRIES):
            _shuffle(plan, rng)
            if _fits(seen, plan, table):
                return True
    if plan[P_MODE] == 0:
        count_or_chain(plan, weights)
    for _ in range(MOST_REFUSED):
        if plan[P_MODE] == EXACT:
            if weights[0] == 0.0:
                return False
            draw_exactly(plan, weights, rng)
        elif not step_chain(plan, rng):
            return False
        if _fits(seen, plan, table):
            return True
    return False


@kernel
def sample_many(seen: Any, plan: Any, weights: Any, table: Any, world: Any, rng: Any, times: int) -> int:
    """Draw many worlds, one over the other; return how many could be drawn."""
    drawn = 0
    for _ in range(times):
        drawn += sample(seen, plan, weights, table, world, rng)
    return drawn

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
from torite.kernel.generator import below, step
from torite.worlds.constraints import A_GROUP, OFFSET, is_within, lay, swap
from torite.worlds.counting import CHAIN, EXACT, count_or_chain, draw_exactly
from torite.worlds.mcmc import step_chain

TRIES = 12  # shuffles before counting
MOST_REFUSED = 10_000  # fillings that lack what is required, before giving up


@kernel
def sample(unseen: Any, world: Any, rng: Any) -> bool:
    """Draw a world. Numbers that the viewer cannot know are 0 in it, for the game's `complete` to settle.

    Args:
        unseen: the view, prepared: see `torite.worlds.constraints.Unseen`.
        world: the state's words, written.
        rng: the generator.

    Returns:
        False when no assignment fits (the view is of no state).
    """
    plan, table = unseen.plan, unseen.table
    for i in range(table.words):
        world[i] = unseen.seen[i]
    blank_numbers(table, world)
    if plan.piece_count == 0:
        return True
    if plan.free == 1 and plan.masks == 1:
        _deal_masks(plan, table, world, rng)
        return True
    if plan.free == 1:
        _shuffle(plan, rng)
    elif not _restricted(unseen, rng):
        return False
    _order_of_last(plan, rng)
    lay(plan, table, world)
    return True


@kernel
def blank_numbers(table: Any, world: Any) -> None:
    """Write 0 where a number is not known."""
    for i in range(len(table.numbers)):
        if world[table.numbers[i]] == UNKNOWN:
            world[table.numbers[i]] = 0


@kernel
def _shuffle(plan: Any, rng: Any) -> None:
    """Put the pieces in random order, but for those that the last place takes: it takes what is left."""
    n = plan.piece_count
    for i in range(n):
        plan.dealt[i] = plan.piece[i]
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    for i in range(n - plan.need[plan.open_count - 1]):
        drawn, a, b, c, d = step(a, b, c, d)
        swap(plan.dealt, i, i + (drawn * (n - i) >> 32))
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d


@kernel
def _order_of_last(plan: Any, rng: Any) -> None:
    """Shuffle what the last place took, for it may be a sequence."""
    n = plan.piece_count
    for i in range(n - plan.need[plan.open_count - 1], n - 1):
        swap(plan.dealt, i, i + below(rng, n - i))


@kernel
def _deal_masks(plan: Any, table: Any, world: Any, rng: Any) -> None:
    """Deal pieces that are all different into places that are multisets, without listing them."""
    mask = plan.unseen
    left = plan.piece_count
    last = plan.open_count - 1
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    for p in range(last):
        row = 0
        for _ in range(plan.need[p]):
            drawn, a, b, c, d = step(a, b, c, d)
            piece = 1 << nth(mask, drawn * left >> 32)
            mask ^= piece
            row |= piece
            left -= 1
        world[table.hidden[plan.place[p]][OFFSET]] |= row
    world[table.hidden[plan.place[last]][OFFSET]] |= mask
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d


@kernel
def _fits(seen: Any, plan: Any, table: Any) -> bool:
    """Tell whether the order dealt agrees with what is barred and required."""
    at = 0
    for p in range(plan.open_count):
        place = plan.place[p]
        required = seen[table.required + place]
        here = 0
        for i in range(at, at + plan.need[p]):
            if (plan.sign[plan.dealt[i] // A_GROUP] >> p) & 1 == 0:
                return False
            here += (required >> (plan.dealt[i] % A_GROUP)) & 1
        if required != 0 and not is_within(seen, table, place, here):
            return False
        at += plan.need[p]
    return True


@kernel
def _restricted(unseen: Any, rng: Any) -> bool:
    seen, plan, table, weights = unseen.seen, unseen.plan, unseen.table, unseen.weights
    if plan.mode != CHAIN:
        for _ in range(TRIES):
            _shuffle(plan, rng)
            if _fits(seen, plan, table):
                return True
    if plan.mode == 0:
        count_or_chain(plan, weights)
    for _ in range(MOST_REFUSED):
        if plan.mode == EXACT:
            if weights[0] == 0.0:
                return False
            draw_exactly(plan, weights, rng)
        elif not step_chain(plan, rng):
            return False
        if _fits(seen, plan, table):
            return True
    return False


@kernel
def sample_many(unseen: Any, world: Any, rng: Any, times: int) -> int:
    """Draw many worlds, one over the other; return how many could be drawn."""
    drawn = 0
    for _ in range(times):
        drawn += sample(unseen, world, rng)
    return drawn

"""Fillings counted exactly: how many ways there are to fill the open places, and one drawn from the counts."""

from __future__ import annotations

from typing import Any

from torite.kernel.compile import kernel
from torite.kernel.generator import below
from torite.worlds.constraints import swap

SHUFFLED, EXACT, CHAIN = 1, 2, 3  # modes of a plan
MOST_WORK = 1_500_000  # steps of the exact count beyond which the chain is taken


@kernel
def _factorial(n: int) -> float:
    product = 1.0
    for i in range(2, n + 1):
        product *= i
    return product


@kernel
def count_or_chain(plan: Any, weights: Any) -> None:
    """Count the fillings for every group and every state of the capacities, if that is not too much work.

    weights[g × states + state]: ways to fill groups g, g+1, … into the capacities of the state. The roomiest place's
    capacity follows from the others'. A state is a number in mixed radix; the full one is stored first.
    """
    states = 1
    for p in range(plan.open_count - 1):
        states *= plan.need[p] + 1
        if states > 20_000:
            plan.mode = CHAIN
            return
    groups = plan.group_count
    if states * states * groups > MOST_WORK or states * (groups + 1) > len(weights):
        plan.mode = CHAIN
        return
    plan.mode = EXACT
    plan.states = states
    for state in range(states):
        weights[groups * states + state] = 0.0
    weights[groups * states + states - 1] = 1.0
    left = 0
    _strike_unbound(plan, weights, groups, left)
    for g in range(groups - 1, -1, -1):
        left += plan.group_size[g]
        for state in range(states):
            weights[g * states + state] = _fillings(plan, weights, g, state, left)
        _strike_unbound(plan, weights, g, left)


@kernel
def _strike_unbound(plan: Any, weights: Any, g: int, left: int) -> None:
    """Where just the kinds of the bound are laid: no filling goes on from too few or too many of them in its place."""
    bound = plan.bound
    if bound < 0 or g != plan.first_group:
        return
    for state in range(plan.states):
        _capacities(plan, state, left)
        laid = plan.need[bound] - plan.left[bound]
        if laid < plan.least or laid > plan.most:
            weights[g * plan.states + state] = 0.0


@kernel
def _capacities(plan: Any, state: int, left: int) -> bool:
    """Write the capacities left in a state; state 0 is all of them. Tell whether they can be."""
    rest = left
    for p in range(plan.open_count - 1):
        radix = plan.need[p] + 1
        plan.left[p] = plan.need[p] - state % radix
        rest -= plan.left[p]
        state //= radix
    last = plan.open_count - 1
    plan.left[last] = rest
    return 0 <= rest <= plan.need[last]


@kernel
def _first_composition(plan: Any, g: int) -> None:
    for p in range(plan.open_count):
        plan.laid[p] = 0
    plan.laid[plan.open_count - 1] = plan.group_size[g]


@kernel
def _next_composition(plan: Any, g: int) -> bool:
    """Step to the next way to split a group over the places; tell whether there was one."""
    last = plan.open_count - 1
    for p in range(last):
        if (plan.sign[g] >> p) & 1 == 1 and plan.laid[p] < plan.left[p] and plan.laid[last] > 0:
            plan.laid[p] += 1
            plan.laid[last] -= 1
            return True
        plan.laid[last] += plan.laid[p]
        plan.laid[p] = 0
    return False


@kernel
def _ways(plan: Any, weights: Any, g: int) -> float:
    """Count the fillings that begin with the composition at hand: its own times those of the rest."""
    last = plan.open_count - 1
    if plan.laid[last] > plan.left[last] or (plan.laid[last] > 0 and (plan.sign[g] >> last) & 1 == 0):
        return 0.0
    state = 0
    stride = 1
    ways = _factorial(plan.group_size[g])
    for p in range(plan.open_count):
        ways /= _factorial(plan.laid[p])
        if p < last:
            state += (plan.need[p] - plan.left[p] + plan.laid[p]) * stride
            stride *= plan.need[p] + 1
    return ways * weights[(g + 1) * plan.states + state]


@kernel
def _fillings(plan: Any, weights: Any, g: int, state: int, left: int) -> float:
    if not _capacities(plan, state, left):
        return 0.0
    total = 0.0
    _first_composition(plan, g)
    more = True
    while more:
        total += _ways(plan, weights, g)
        more = _next_composition(plan, g)
    return total


@kernel
def draw_exactly(plan: Any, weights: Any, rng: Any) -> None:
    """Draw how each group is split, group by group from the counts; shuffle within groups."""
    n = plan.piece_count
    state = 0
    left = n
    first = 0
    for i in range(n):
        plan.dealt[i] = -1
    for g in range(plan.group_count):
        size = plan.group_size[g]
        _shuffle_part(plan, first, size, rng)
        _capacities(plan, state, left)
        target = weights[g * plan.states + state] * (below(rng, 1 << 30) + 0.5) / (1 << 30)
        _first_composition(plan, g)
        target -= _ways(plan, weights, g)
        while target > 0.0 and _next_composition(plan, g):
            target -= _ways(plan, weights, g)
        stride = 1
        at = first
        base = 0
        for p in range(plan.open_count):
            for _ in range(plan.laid[p]):
                spot = base
                while plan.dealt[spot] >= 0:
                    spot += 1
                plan.dealt[spot] = plan.piece[at]
                at += 1
            base += plan.need[p]
            if p < plan.open_count - 1:
                state += plan.laid[p] * stride
                stride *= plan.need[p] + 1
        first += size
        left -= size


@kernel
def _shuffle_part(plan: Any, first: int, size: int, rng: Any) -> None:
    for i in range(size - 1, 0, -1):
        swap(plan.piece, first + i, first + below(rng, i + 1))

"""A chain of fillings: each step redeals a few places, each redeal even, so the chain's limit is even too."""

from __future__ import annotations

from typing import Any

from torite.kernel.bits import count
from torite.kernel.compile import kernel
from torite.kernel.generator import below
from torite.kernel.scratch import room
from torite.worlds.constraints import A_GROUP, MOST_PIECES, swap

TRIES = 36  # shuffles of three places before they are left as they were
STIRRED = 20  # rounds before the first world
QUEUE = MOST_PIECES + 1


@kernel
def step_chain(plan: Any, rng: Any) -> bool:
    """Take the chain a step further; it begins with any filling, well stirred. Tell whether there is one."""
    if plan.ready == 0:
        if not fill_somehow(plan):
            return False
        plan.ready = 1
        for _ in range(STIRRED):
            _redeal(plan, rng)
    _redeal(plan, rng)
    return True


@kernel
def fill_somehow(plan: Any) -> bool:
    """Find any filling that fits: lay piece after piece, moving others out of the way along shortest paths."""
    n = plan.piece_count
    for i in range(n):
        plan.dealt[i] = -1
    laid = True
    for i in range(n):
        laid = laid and _lay_one(plan, i)
    return laid


@kernel
def _lay_one(plan: Any, i: int) -> bool:
    """Lay piece i: search breadth first from it over spots that it, or a piece displaced, may take."""
    n = plan.piece_count
    queue = room(QUEUE)
    came = room(MOST_PIECES)
    for spot in range(n):
        came[spot] = -2
    head, tail = 0, 0
    queue[tail] = -1
    tail += 1
    while head < tail:
        here = queue[head]
        head += 1
        group = (plan.piece[i] if here < 0 else plan.dealt[here]) // A_GROUP
        for spot in range(n):
            if came[spot] != -2 or (plan.sign[group] >> _place_of(plan, spot)) & 1 == 0:
                continue
            came[spot] = here
            if plan.dealt[spot] < 0:
                while spot >= 0:
                    source = came[spot]
                    plan.dealt[spot] = plan.piece[i] if source < 0 else plan.dealt[source]
                    spot = source
                return True
            queue[tail] = spot
            tail += 1
    return False


@kernel
def _place_of(plan: Any, spot: int) -> int:
    p = 0
    while spot >= plan.need[p]:
        spot -= plan.need[p]
        p += 1
    return p


@kernel
def _redeal(plan: Any, rng: Any) -> None:
    """Redeal three places at a time (two, where there are no three), as often as there are places and once more."""
    n = plan.open_count
    for _ in range(n + 1):
        chosen = 0
        while count(chosen) < min(3, n):
            chosen |= 1 << below(rng, n)
        _redeal_these(plan, chosen, rng)


@kernel
def _redeal_these(plan: Any, chosen: int, rng: Any) -> None:
    """Shuffle what the chosen places hold until it fits; after some tries leave it as it was, which is even too."""
    n = 0
    at = 0
    for p in range(plan.open_count):
        if (chosen >> p) & 1 == 1:
            for i in range(at, at + plan.need[p]):
                plan.spot[n] = i
                plan.lain[n] = plan.dealt[i]
                n += 1
        at += plan.need[p]
    for _ in range(TRIES):
        for i in range(n - 1, 0, -1):
            j = below(rng, i + 1)
            swap(plan.dealt, plan.spot[i], plan.spot[j])
        if _all_allowed(plan):
            return
    for i in range(n):
        plan.dealt[plan.spot[i]] = plan.lain[i]


@kernel
def _all_allowed(plan: Any) -> bool:
    at = 0
    for p in range(plan.open_count):
        for i in range(at, at + plan.need[p]):
            if (plan.sign[plan.dealt[i] // A_GROUP] >> p) & 1 == 0:
                return False
        at += plan.need[p]
    return True

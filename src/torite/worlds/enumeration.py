"""Every world of one view, one after the other, as far as rules look at it.

A place is *live* when its field was touched (`torite.kernel.field_access`) or when it is known to hold certain pieces.
The unseen pieces are dealt to the live places in every way that agrees with the view; those left over lie in the other
open places, in any order, for no rule looks. In a live sequence the order counts: each of its spots is dealt to by
itself.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from torite.kernel.compile import kernel
from torite.worlds.constraints import A_GROUP, IN_ORDER, is_bounded, is_within
from torite.worlds.mcmc import fill_somehow

# columns of the live spots: index in the order dealt; open place; whether it goes on a multiset; piece; next to try
AT, OF, GOES_ON, PICK, NEXT, COLUMNS = range(6)


class Ways(NamedTuple):
    """Room for the ways to deal to live places.

    Attributes:
        bits: the bit of each hidden place's field.
        spots: int64[MOST_PIECES, COLUMNS], the live spots.
        used: int64[MOST_PIECES], whether a piece lies on one.
        other: a plan of the places that are not live.
    """

    bits: Any
    spots: Any
    used: Any
    other: Any


@kernel
def is_live(unseen: Any, ways: Any, touched: int, p: int) -> bool:
    """Tell whether an open place must be dealt to in every way."""
    place = unseen.plan.place[p]
    return ways.bits[place] & touched != 0 or is_bounded(unseen.seen, unseen.table, place)


@kernel
def find_spots(unseen: Any, ways: Any, touched: int) -> int:
    """List the spots of the live places, on which nothing lies yet; return how many there are.

    Args:
        unseen: the view, prepared, with nothing drawn since.
        ways: room for the spots.
        touched: the bits of the fields that rules look at.
    """
    plan, spots = unseen.plan, ways.spots
    n, at = 0, 0
    for p in range(plan.open_count):
        in_order = unseen.table.hidden[plan.place[p]][IN_ORDER]
        live = is_live(unseen, ways, touched, p)
        for i in range(plan.need[p]):
            if live:
                spots[n][AT] = at
                spots[n][OF] = p
                spots[n][GOES_ON] = 1 if i > 0 and in_order == 0 else 0
                spots[n][PICK] = -1
                n += 1
            at += 1
    for i in range(plan.piece_count):
        ways.used[i] = 0
    if n > 0:
        spots[0][NEXT] = 0
    return n


@kernel
def next_layout(plan: Any, ways: Any, n: int, begun: bool, most: int) -> int:
    """Step to the next way to deal to the live spots, the first if none has begun.

    Returns:
        The number of spots tried on the way and one; 0 when there is no further way, -1 when it would be more than
        *most*.
    """
    spots = ways.spots
    k = n - 1 if begun else 0
    picked = 1
    while 0 <= k < n:
        if picked > most:
            return -1
        picked += 1
        if _pick(plan, ways, k):
            k += 1
            if k < n:
                spots[k][NEXT] = spots[k - 1][NEXT] if spots[k][GOES_ON] == 1 else 0
        else:
            k -= 1
    return picked if k == n else 0


@kernel
def _pick(plan: Any, ways: Any, k: int) -> bool:
    """Put the next piece that fits on a spot; tell whether there is one. Of equal pieces the first comes first."""
    spots, used = ways.spots, ways.used
    if spots[k][PICK] >= 0:
        used[spots[k][PICK]] = 0
        spots[k][PICK] = -1
    for i in range(spots[k][NEXT], plan.piece_count):
        equal = i > 0 and plan.piece[i] == plan.piece[i - 1]
        if used[i] == 0 and (not equal or used[i - 1] == 1) and _may_lie(plan, i, spots[k][OF]):
            used[i] = 1
            spots[k][PICK] = i
            spots[k][NEXT] = i + 1
            return True
    return False


@kernel
def _may_lie(plan: Any, i: int, p: int) -> bool:
    return plan.free == 1 or (plan.sign[plan.piece[i] // A_GROUP] >> p) & 1 == 1


@kernel
def deal(plan: Any, ways: Any, n: int) -> None:
    """Write the order dealt: the pieces picked at their spots, the others where there is room."""
    spots, used = ways.spots, ways.used
    for i in range(plan.piece_count):
        plan.dealt[i] = -1
    for k in range(n):
        plan.dealt[spots[k][AT]] = plan.piece[spots[k][PICK]]
    at = 0
    for i in range(plan.piece_count):
        if used[i] == 0:
            while plan.dealt[at] >= 0:
                at += 1
            plan.dealt[at] = plan.piece[i]


@kernel
def has_required(unseen: Any, ways: Any, n: int) -> bool:
    """Tell whether the live places hold what is known to be there."""
    seen, plan, table, spots = unseen.seen, unseen.plan, unseen.table, ways.spots
    if plan.free == 1:
        return True
    for p in range(plan.open_count):
        place = plan.place[p]
        required = seen[table.required + place]
        here = 0
        for k in range(n):
            if spots[k][OF] == p:
                here += (required >> (plan.piece[spots[k][PICK]] % A_GROUP)) & 1
        if required != 0 and not is_within(seen, table, place, here):
            return False
    return True


@kernel
def rest_fits(unseen: Any, ways: Any, touched: int) -> bool:
    """Tell whether the pieces left over can lie in the places that are not live: these may bar some of them."""
    plan, other = unseen.plan, ways.other
    if plan.free == 1:
        return True
    for g in range(plan.group_count):
        other.sign[g] = 0
    n, left = 0, 0
    for p in range(plan.open_count):
        if not is_live(unseen, ways, touched, p):
            other.need[n] = plan.need[p]
            for g in range(plan.group_count):
                other.sign[g] |= ((plan.sign[g] >> p) & 1) << n
            n += 1
    for i in range(plan.piece_count):
        if ways.used[i] == 0:
            other.piece[left] = plan.piece[i]
            left += 1
    other.piece_count = left
    return fill_somehow(other)

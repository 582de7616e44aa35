"""Every world of one view, one after the other, as far as rules look at it.

A place is *live* when its field was touched (`torite.kernel.field_access`) or when it is known to hold certain pieces.
The unseen pieces are dealt to the live places in every way that agrees with the view; those left over lie in the other
open places, in any order, for no rule looks. In a live sequence the order counts: each of its spots is dealt to by
itself.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.compile import kernel
from torite.worlds.constraints import (
    A_GROUP,
    DEALT,
    NEED,
    P_FREE,
    P_GROUPS,
    P_OPEN,
    P_PIECES,
    PIECE,
    PLACE,
    SIGN,
    T_REQUIRED,
    hidden_at,
    is_bounded,
    is_within,
)
from torite.worlds.mcmc import fill_somehow

# columns of the live spots: index in the order dealt; open place; whether it goes on a multiset; piece; next to try
AT, OF, GOES_ON, PICK, NEXT, COLUMNS = range(6)


@kernel
def is_live(seen: Any, plan: Any, table: Any, bits: Any, touched: int, p: int) -> bool:
    """Tell whether an open place must be dealt to in every way."""
    place = plan[PLACE + p]
    return bits[place] & touched != 0 or is_bounded(seen, table, place)


@kernel
def find_spots(seen: Any, plan: Any, table: Any, bits: Any, touched: int, spots: Any, used: Any) -> int:
    """List the spots of the live places; return how many there are.

    Args:
        seen: the view's words.
        plan: what `torite.worlds.constraints.prepare` made of them, with nothing drawn since.
        table: the layout's tables.
        bits: the bit of each hidden place's field.
        touched: the bits of the fields that rules look at.
        spots: room for the spots, written.
        used: room for a number for each piece, emptied.
    """
    n, at = 0, 0
    for p in range(plan[P_OPEN]):
        in_order = table[hidden_at(table, plan[PLACE + p]) + 2]
        live = is_live(seen, plan, table, bits, touched, p)
        for i in range(plan[NEED + p]):
            if live:
                spots[n][AT] = at
                spots[n][OF] = p
                spots[n][GOES_ON] = 1 if i > 0 and in_order == 0 else 0
                spots[n][PICK] = -1
                n += 1
            at += 1
    for i in range(plan[P_PIECES]):
        used[i] = 0
    if n > 0:
        spots[0][NEXT] = 0
    return n


@kernel
def next_layout(plan: Any, spots: Any, used: Any, n: int, begun: bool, most: int) -> int:
    """Step to the next way to deal to the live spots, the first if none has begun.

    Returns:
        The number of spots tried on the way and one; 0 when there is no further way, -1 when it would be more than
        *most*.
    """
    k = n - 1 if begun else 0
    picked = 1
    while 0 <= k < n:
        if picked > most:
            return -1
        picked += 1
        if _pick(plan, spots, used, k):
            k += 1
            if k < n:
                spots[k][NEXT] = spots[k - 1][NEXT] if spots[k][GOES_ON] == 1 else 0
        else:
            k -= 1
    return picked if k == n else 0


@kernel
def _pick(plan: Any, spots: Any, used: Any, k: int) -> bool:
    """Put the next piece that fits on a spot; tell whether there is one. Of equal pieces the first comes first."""
    if spots[k][PICK] >= 0:
        used[spots[k][PICK]] = 0
        spots[k][PICK] = -1
    for i in range(spots[k][NEXT], plan[P_PIECES]):
        equal = i > 0 and plan[PIECE + i] == plan[PIECE + i - 1]
        if used[i] == 0 and (not equal or used[i - 1] == 1) and _may_lie(plan, i, spots[k][OF]):
            used[i] = 1
            spots[k][PICK] = i
            spots[k][NEXT] = i + 1
            return True
    return False


@kernel
def _may_lie(plan: Any, i: int, p: int) -> bool:
    return plan[P_FREE] == 1 or (plan[SIGN + plan[PIECE + i] // A_GROUP] >> p) & 1 == 1


@kernel
def deal(plan: Any, spots: Any, used: Any, n: int) -> None:
    """Write the order dealt: the pieces picked at their spots, the others where there is room."""
    for i in range(plan[P_PIECES]):
        plan[DEALT + i] = -1
    for k in range(n):
        plan[DEALT + spots[k][AT]] = plan[PIECE + spots[k][PICK]]
    at = 0
    for i in range(plan[P_PIECES]):
        if used[i] == 0:
            while plan[DEALT + at] >= 0:
                at += 1
            plan[DEALT + at] = plan[PIECE + i]


@kernel
def has_required(seen: Any, plan: Any, table: Any, spots: Any, n: int) -> bool:
    """Tell whether the live places hold what is known to be there."""
    if plan[P_FREE] == 1:
        return True
    for p in range(plan[P_OPEN]):
        place = plan[PLACE + p]
        required = seen[table[T_REQUIRED] + place]
        here = 0
        for k in range(n):
            if spots[k][OF] == p:
                here += (required >> (plan[PIECE + spots[k][PICK]] % A_GROUP)) & 1
        if required != 0 and not is_within(seen, table, place, here):
            return False
    return True


@kernel
def rest_fits(seen: Any, plan: Any, table: Any, bits: Any, touched: int, used: Any, other: Any) -> bool:
    """Tell whether the pieces left over can lie in the places that are not live: these may bar some of them.

    Args:
        seen, plan, table, bits, touched, used: see `find_spots`.
        other: room for a plan of the places that are not live.
    """
    if plan[P_FREE] == 1:
        return True
    for g in range(plan[P_GROUPS]):
        other[SIGN + g] = 0
    n, left = 0, 0
    for p in range(plan[P_OPEN]):
        if not is_live(seen, plan, table, bits, touched, p):
            other[NEED + n] = plan[NEED + p]
            for g in range(plan[P_GROUPS]):
                other[SIGN + g] |= ((plan[SIGN + g] >> p) & 1) << n
            n += 1
    for i in range(plan[P_PIECES]):
        if used[i] == 0:
            other[PIECE + left] = plan[PIECE + i]
            left += 1
    other[P_PIECES] = left
    return fill_somehow(other)

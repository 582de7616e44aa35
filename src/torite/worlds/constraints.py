"""What is known of one view's places, put into its plan, for worlds to be drawn and layouts to be run through.

The unseen pieces lie in *open* places: those of which the viewer does not know all. Pieces are grouped by the set of
open places where they may lie. What is barred, required or limited speaks of packs of one block.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.bits import count, lowest
from torite.kernel.compile import kernel
from torite.kernel.fields import UNKNOWN
from torite.pieces.pack import BLOCK

MOST_OPEN, MOST_PIECES = 62, 160  #: places and pieces of a plan
A_GROUP = 256
OFFSET, LENGTH, IN_ORDER = range(3)  #: of a place: its first word, its words, and whether it is a sequence


@kernel
def prepare(unseen: Any) -> None:
    """Find the open places, the unseen pieces and their groups."""
    seen, plan, table = unseen.seen, unseen.plan, unseen.table
    plan.ready = 0
    plan.mode = 0
    plan.free = 1
    _find_open(seen, plan, table)
    _find_pieces(seen, plan, table)
    _group(seen, plan, table)


@kernel
def _find_open(seen: Any, plan: Any, table: Any) -> None:
    """List the places with unknown pieces, the roomiest last."""
    n = 0
    for place in range(len(table.hidden)):
        at = table.hidden[place]
        need = seen[table.counts + place]
        for i in range(at[LENGTH]):
            word = seen[at[OFFSET] + i]
            if at[IN_ORDER] == 0:
                need -= count(word)
            elif word >= 0:
                need -= 1
        if need > 0 and n < MOST_OPEN:
            plan.place[n] = place
            plan.need[n] = need
            n += 1
    plan.open_count = n
    for i in range(n - 1):
        if plan.need[i] > plan.need[n - 1]:
            swap(plan.need, i, n - 1)
            swap(plan.place, i, n - 1)


@kernel
def swap(words: Any, i: int, j: int) -> None:
    """Exchange two words."""
    held = words[i]
    words[i] = words[j]
    words[j] = held


@kernel
def _find_pieces(seen: Any, plan: Any, table: Any) -> None:
    """List the pieces in play that the viewer does not see anywhere."""
    n = 0
    if table.row == table.blocks:
        for block in range(table.blocks):
            first = (block + 1) * BLOCK if table.blocks > 1 else 0
            mask = _unseen_of_block(seen, table, block, first)
            while mask != 0:
                plan.piece[n] = first + lowest(mask)
                mask &= mask - 1
                n += 1
        plan.piece_count = n
        return
    all_kinds = seen[table.in_play]
    while all_kinds != 0:
        kind = lowest(all_kinds)
        all_kinds &= all_kinds - 1
        for _ in range(_copies_unseen(seen, table, kind)):
            plan.piece[n] = kind
            n += 1
    plan.piece_count = n


@kernel
def _unseen_of_block(seen: Any, table: Any, block: int, first: int) -> int:
    """Find the kinds of a block, held once each, that the viewer does not see anywhere."""
    mask = seen[table.in_play + block]
    for p in range(len(table.shown)):
        at = table.shown[p]
        if at[IN_ORDER] == 0:
            mask &= ~seen[at[OFFSET] + block]
        else:
            for i in range(at[LENGTH]):
                bit = seen[at[OFFSET] + i] - first
                if 0 <= bit < BLOCK:
                    mask &= ~(1 << bit)
    return mask


@kernel
def _copies_unseen(seen: Any, table: Any, kind: int) -> int:
    unseen = 0
    for j in range(table.row):
        unseen += (seen[table.in_play + j] >> kind) & 1
    for p in range(len(table.shown)):
        at = table.shown[p]
        for i in range(at[LENGTH]):
            word = seen[at[OFFSET] + i]
            if at[IN_ORDER] == 0:
                unseen -= (word >> kind) & 1
            elif word == kind:
                unseen -= 1
    return unseen


@kernel
def _group(seen: Any, plan: Any, table: Any) -> None:
    """Group the pieces by where they may lie; note whether anything is restricted at all."""
    unseen = 0
    for i in range(plan.piece_count):
        unseen |= 1 << (plan.piece[i] % BLOCK)
    plan.unseen = unseen
    plan.masks = 1 if table.row == 1 else 0
    restricted = 0
    for p in range(plan.open_count):
        place = plan.place[p]
        if table.hidden[place][IN_ORDER] == 1:
            plan.masks = 0
        restricted |= seen[table.barred + place] & unseen
        restricted |= is_bounded(seen, table, place)
    if restricted == 0:
        return
    plan.free = 0
    plan.group_count = 0
    _find_bound(seen, plan, table)
    for of_bound in range(1, -1, -1):
        first = plan.group_count
        for i in range(plan.piece_count):
            if plan.piece[i] < A_GROUP and (plan.kinds >> plan.piece[i]) & 1 == of_bound:
                _join_group(seen, plan, table, i, first)
        if of_bound == 1:
            plan.first_group = plan.group_count
    for i in range(plan.piece_count):
        plan.piece[i] -= A_GROUP
    _sort_by_group(plan)


@kernel
def is_bounded(seen: Any, table: Any, place: int) -> bool:
    """Tell whether it is known how many pieces of some kinds are in a place."""
    return seen[table.required + place] != 0 and (
        seen[table.least + place] > 0 or seen[table.most + place] < MOST_PIECES
    )


@kernel
def is_within(seen: Any, table: Any, place: int, unseen: int) -> bool:
    """Tell whether a place with so many unseen pieces of its kinds holds as many as is known."""
    here = unseen + known_of(seen, table, place, seen[table.required + place])
    return seen[table.least + place] <= here <= seen[table.most + place]


@kernel
def _find_bound(seen: Any, plan: Any, table: Any) -> None:
    """Find the first place with a bound; fillings of the others that overstep theirs are refused one by one."""
    plan.bound = -1
    plan.kinds = 0
    for p in range(plan.open_count):
        place = plan.place[p]
        if plan.bound < 0 and is_bounded(seen, table, place):
            plan.bound = p
            plan.kinds = seen[table.required + place]
            here = known_of(seen, table, place, plan.kinds)
            plan.least = seen[table.least + place] - here
            plan.most = seen[table.most + place] - here


@kernel
def _join_group(seen: Any, plan: Any, table: Any, i: int, first: int) -> None:
    """Put piece i into the group of those that may lie in the same places, from a group on; groups count from 1."""
    sign = 0
    for p in range(plan.open_count):
        if (seen[table.barred + plan.place[p]] >> plan.piece[i]) & 1 == 0:
            sign |= 1 << p
    group = _group_of(plan, sign, first)
    plan.piece[i] += A_GROUP * (group + 1)
    plan.group_size[group] += 1


@kernel
def _group_of(plan: Any, sign: int, first: int) -> int:
    for g in range(first, plan.group_count):
        if plan.sign[g] == sign:
            return g
    g = plan.group_count
    plan.sign[g] = sign
    plan.group_size[g] = 0
    plan.group_count += 1
    return g


@kernel
def _sort_by_group(plan: Any) -> None:
    for i in range(1, plan.piece_count):
        j = i
        while j > 0 and plan.piece[j - 1] > plan.piece[j]:
            swap(plan.piece, j - 1, j)
            j -= 1


@kernel
def known_of(seen: Any, table: Any, place: int, mask: int) -> int:
    """Count the pieces of a mask that are seen in a place that is a multiset."""
    at = table.hidden[place]
    total = 0
    if at[IN_ORDER] == 0:
        for i in range(at[LENGTH]):
            total += count(seen[at[OFFSET] + i] & mask)
    return total


@kernel
def lay(plan: Any, table: Any, world: Any) -> None:
    """Write the order dealt into the open places."""
    taken = 0
    for p in range(plan.open_count):
        at = table.hidden[plan.place[p]]
        first = at[OFFSET]
        if at[IN_ORDER] == 1:
            for i in range(at[LENGTH]):
                if world[first + i] == UNKNOWN:
                    world[first + i] = plan.dealt[taken] % A_GROUP
                    taken += 1
        else:
            for _ in range(plan.need[p]):
                _put_word(world, first, at[LENGTH], plan.dealt[taken] % A_GROUP)
                taken += 1


@kernel
def _put_word(world: Any, first: int, length: int, kind: int) -> None:
    if kind >= BLOCK:
        world[first + kind // BLOCK - 1] |= 1 << (kind % BLOCK)
        return
    for j in range(length):
        if (world[first + j] >> kind) & 1 == 0:
            world[first + j] |= 1 << kind
            break

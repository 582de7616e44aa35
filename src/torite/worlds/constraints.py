"""Plans: what is known of one view's places, for worlds to be drawn and layouts to be run through.

The unseen pieces lie in *open* places: those of which the viewer does not know all. Pieces are grouped by the set of
open places where they may lie. What is barred, required or limited speaks of packs of one block.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.bits import count, lowest
from torite.kernel.compile import kernel
from torite.kernel.fields import UNKNOWN, Layout, See
from torite.pieces.pack import BLOCK

# tables: word positions of a layout, as one list of ints
T_IN_PLAY, T_ROW, T_BLOCKS, T_COUNT, T_BARRED, T_REQUIRED, T_LEAST, T_MOST, T_SHOWN, T_HIDDEN, T_WORDS = range(11)
T_NUMBERS, T_HEAD = 11, 12

# plan: what is known of one view's open places, as one list of ints
P_READY, P_OPEN, P_PIECES, P_GROUPS, P_FREE, P_MODE, P_STATES, P_MASKS, P_UNSEEN = range(9)
# of the first open place of which it is known how many pieces of some kinds are there: its number (-1: there is none),
# the kinds, how many unseen ones it takes, and the groups that these kinds make, which come first
P_BOUND, P_KINDS, P_LEAST, P_MOST, P_FIRST = range(9, 14)
MOST_OPEN, MOST_PIECES = 62, 160
PLACE = 14
NEED = PLACE + MOST_OPEN
SIGN = NEED + MOST_OPEN  # of each group: mask of the open places where its pieces may lie
SIZE = SIGN + MOST_OPEN
X = SIZE + MOST_OPEN  # room for one composition
LEFT = X + MOST_OPEN  # room for capacities left
PIECE = LEFT + MOST_OPEN  # the unseen pieces, group by group: kind + A_GROUP × group
DEALT = PIECE + MOST_PIECES  # the pieces in the order in which the open places take them
SPOT = DEALT + MOST_PIECES  # the spots of the places being redealt, and what lay there
LAIN = SPOT + MOST_PIECES
PLAN_WORDS = LAIN + MOST_PIECES
A_GROUP = 256


def tables(layout: Layout) -> list[int]:
    """List where everything lies that a world is made from."""
    at = {name: field.offset for name, field in layout.named.items()}
    shown = []
    for field in layout.fields:
        if field.is_place:
            length = field.words // field.owners
            for owner in range(field.owners):
                shown += [field.offset + owner * length, length, int(field.spec.holds == "sequence")]
    hidden = []
    for place in layout.places:
        hidden += [place.offset, place.length, int(place.field.spec.holds == "sequence")]
    numbers = [
        word
        for field in layout.fields
        if field.spec.holds == "number" and field.spec.see is not See.ALL and not field.spec.beside
        for word in range(field.offset, field.offset + field.words)
    ]
    head = [
        at["in_play"], layout.pack.words, layout.pack.blocks,
        at["count"], at["barred"], at["required"], at["least"], at["at_most"],
        len(shown) // 3, len(hidden) // 3, layout.words, len(numbers),
    ]  # fmt: skip
    return [*head, *shown, *hidden, *numbers]


@kernel
def prepare(seen: Any, plan: Any, table: Any) -> None:
    """Find the open places, the unseen pieces and their groups.

    Args:
        seen: the view's words, with what lies beside the state.
        plan: PLAN_WORDS words, filled.
        table: the layout's tables.
    """
    plan[P_READY] = 0
    plan[P_MODE] = 0
    plan[P_FREE] = 1
    _find_open(seen, plan, table)
    _find_pieces(seen, plan, table)
    _group(seen, plan, table)


@kernel
def hidden_at(table: Any, place: int) -> int:
    """Return where the table tells of a place that is not public: its offset, its length, whether it is a sequence."""
    return T_HEAD + 3 * (table[T_SHOWN] + place)


@kernel
def _find_open(seen: Any, plan: Any, table: Any) -> None:
    """List the places with unknown pieces, the roomiest last."""
    n = 0
    for place in range(table[T_HIDDEN]):
        at = hidden_at(table, place)
        need = seen[table[T_COUNT] + place]
        for i in range(table[at + 1]):
            word = seen[table[at] + i]
            if table[at + 2] == 0:
                need -= count(word)
            elif word >= 0:
                need -= 1
        if need > 0 and n < MOST_OPEN:
            plan[PLACE + n] = place
            plan[NEED + n] = need
            n += 1
    plan[P_OPEN] = n
    for i in range(n - 1):
        if plan[NEED + i] > plan[NEED + n - 1]:
            swap(plan, NEED + i, NEED + n - 1)
            swap(plan, PLACE + i, PLACE + n - 1)


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
    if table[T_ROW] == table[T_BLOCKS]:
        for block in range(table[T_BLOCKS]):
            first = (block + 1) * BLOCK if table[T_BLOCKS] > 1 else 0
            mask = _unseen_of_block(seen, table, block, first)
            while mask != 0:
                plan[PIECE + n] = first + lowest(mask)
                mask &= mask - 1
                n += 1
        plan[P_PIECES] = n
        return
    all_kinds = seen[table[T_IN_PLAY]]
    while all_kinds != 0:
        kind = lowest(all_kinds)
        all_kinds &= all_kinds - 1
        for _ in range(_copies_unseen(seen, table, kind)):
            plan[PIECE + n] = kind
            n += 1
    plan[P_PIECES] = n


@kernel
def _unseen_of_block(seen: Any, table: Any, block: int, first: int) -> int:
    """Find the kinds of a block, held once each, that the viewer does not see anywhere."""
    mask = seen[table[T_IN_PLAY] + block]
    for p in range(table[T_SHOWN]):
        at = T_HEAD + 3 * p
        if table[at + 2] == 0:
            mask &= ~seen[table[at] + block]
        else:
            for i in range(table[at + 1]):
                bit = seen[table[at] + i] - first
                if 0 <= bit < BLOCK:
                    mask &= ~(1 << bit)
    return mask


@kernel
def _copies_unseen(seen: Any, table: Any, kind: int) -> int:
    unseen = 0
    for j in range(table[T_ROW]):
        unseen += (seen[table[T_IN_PLAY] + j] >> kind) & 1
    for p in range(table[T_SHOWN]):
        at = T_HEAD + 3 * p
        for i in range(table[at + 1]):
            word = seen[table[at] + i]
            if table[at + 2] == 0:
                unseen -= (word >> kind) & 1
            elif word == kind:
                unseen -= 1
    return unseen


@kernel
def _group(seen: Any, plan: Any, table: Any) -> None:
    """Group the pieces by where they may lie; note whether anything is restricted at all."""
    unseen = 0
    for i in range(plan[P_PIECES]):
        unseen |= 1 << (plan[PIECE + i] % BLOCK)
    plan[P_UNSEEN] = unseen
    plan[P_MASKS] = 1 if table[T_ROW] == 1 else 0
    restricted = 0
    for p in range(plan[P_OPEN]):
        place = plan[PLACE + p]
        if table[hidden_at(table, place) + 2] == 1:
            plan[P_MASKS] = 0
        restricted |= seen[table[T_BARRED] + place] & unseen
        restricted |= is_bounded(seen, table, place)
    if restricted == 0:
        return
    plan[P_FREE] = 0
    plan[P_GROUPS] = 0
    _find_bound(seen, plan, table)
    for of_bound in range(1, -1, -1):
        first = plan[P_GROUPS]
        for i in range(plan[P_PIECES]):
            if plan[PIECE + i] < A_GROUP and (plan[P_KINDS] >> plan[PIECE + i]) & 1 == of_bound:
                _join_group(seen, plan, table, i, first)
        if of_bound == 1:
            plan[P_FIRST] = plan[P_GROUPS]
    for i in range(plan[P_PIECES]):
        plan[PIECE + i] -= A_GROUP
    _sort_by_group(plan)


@kernel
def is_bounded(seen: Any, table: Any, place: int) -> bool:
    """Tell whether it is known how many pieces of some kinds are in a place."""
    return seen[table[T_REQUIRED] + place] != 0 and (
        seen[table[T_LEAST] + place] > 0 or seen[table[T_MOST] + place] < MOST_PIECES
    )


@kernel
def is_within(seen: Any, table: Any, place: int, unseen: int) -> bool:
    """Tell whether a place with so many unseen pieces of its kinds holds as many as is known."""
    here = unseen + known_of(seen, table, place, seen[table[T_REQUIRED] + place])
    return seen[table[T_LEAST] + place] <= here <= seen[table[T_MOST] + place]


@kernel
def _find_bound(seen: Any, plan: Any, table: Any) -> None:
    """Find the first place with a bound; fillings of the others that overstep theirs are refused one by one."""
    plan[P_BOUND] = -1
    plan[P_KINDS] = 0
    for p in range(plan[P_OPEN]):
        place = plan[PLACE + p]
        if plan[P_BOUND] < 0 and is_bounded(seen, table, place):
            plan[P_BOUND] = p
            plan[P_KINDS] = seen[table[T_REQUIRED] + place]
            here = known_of(seen, table, place, plan[P_KINDS])
            plan[P_LEAST] = seen[table[T_LEAST] + place] - here
            plan[P_MOST] = seen[table[T_MOST] + place] - here


@kernel
def _join_group(seen: Any, plan: Any, table: Any, i: int, first: int) -> None:
    """Put piece i into the group of those that may lie in the same places, from a group on; groups count from 1."""
    sign = 0
    for p in range(plan[P_OPEN]):
        if (seen[table[T_BARRED] + plan[PLACE + p]] >> plan[PIECE + i]) & 1 == 0:
            sign |= 1 << p
    group = _group_of(plan, sign, first)
    plan[PIECE + i] += A_GROUP * (group + 1)
    plan[SIZE + group] += 1


@kernel
def _group_of(plan: Any, sign: int, first: int) -> int:
    for g in range(first, plan[P_GROUPS]):
        if plan[SIGN + g] == sign:
            return g
    g = plan[P_GROUPS]
    plan[SIGN + g] = sign
    plan[SIZE + g] = 0
    plan[P_GROUPS] += 1
    return g


@kernel
def _sort_by_group(plan: Any) -> None:
    for i in range(1, plan[P_PIECES]):
        j = i
        while j > 0 and plan[PIECE + j - 1] > plan[PIECE + j]:
            swap(plan, PIECE + j - 1, PIECE + j)
            j -= 1


@kernel
def known_of(seen: Any, table: Any, place: int, mask: int) -> int:
    """Count the pieces of a mask that are seen in a place that is a multiset."""
    at = hidden_at(table, place)
    total = 0
    if table[at + 2] == 0:
        for i in range(table[at + 1]):
            total += count(seen[table[at] + i] & mask)
    return total


@kernel
def lay(plan: Any, table: Any, world: Any) -> None:
    """Write the order dealt into the open places."""
    taken = 0
    for p in range(plan[P_OPEN]):
        at = hidden_at(table, plan[PLACE + p])
        first = table[at]
        if table[at + 2] == 1:
            for i in range(table[at + 1]):
                if world[first + i] == UNKNOWN:
                    world[first + i] = plan[DEALT + taken] % A_GROUP
                    taken += 1
        else:
            for _ in range(plan[NEED + p]):
                _put_word(world, first, table[at + 1], plan[DEALT + taken] % A_GROUP)
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

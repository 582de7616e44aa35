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

from torite.kernel.bits import count, lowest, nth
from torite.kernel.compile import kernel
from torite.kernel.declare import UNKNOWN, Layout, See
from torite.kernel.generator import below

# tables: word positions of a layout, as one list of ints
T_IN_PLAY, T_ROW, T_COUNT, T_BARRED, T_REQUIRED, T_LEAST, T_SHOWN, T_HIDDEN, T_WORDS, T_NUMBERS, T_HEAD = range(11)

# plan: what is known of one view's open places, as one list of ints
P_READY, P_OPEN, P_PIECES, P_GROUPS, P_FREE, P_MODE, P_STATES, P_MASKS, P_UNSEEN = range(9)
MOST_OPEN, MOST_PIECES = 62, 160
PLACE = 9
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
A_GROUP = 64

SHUFFLED, EXACT, CHAIN = 1, 2, 3
TRIES = 12
STIRRED = 20  # rounds of the chain before the first world
MOST_REFUSED = 10_000  # fillings that lack what is required, before giving up
MOST_WORK = 1_500_000  # steps of the exact count beyond which the chain is taken
WEIGHTS = 400_000


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
        at["in_play"], layout.pack.words, at["count"], at["barred"], at["required"], at["least"],
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
def _hidden(table: Any, place: int) -> int:
    return T_HEAD + 3 * (table[T_SHOWN] + place)


@kernel
def _find_open(seen: Any, plan: Any, table: Any) -> None:
    """List the places with unknown pieces, the roomiest last."""
    n = 0
    for place in range(table[T_HIDDEN]):
        at = _hidden(table, place)
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
            _swap(plan, NEED + i, NEED + n - 1)
            _swap(plan, PLACE + i, PLACE + n - 1)


@kernel
def _swap(words: Any, i: int, j: int) -> None:
    held = words[i]
    words[i] = words[j]
    words[j] = held


@kernel
def _find_pieces(seen: Any, plan: Any, table: Any) -> None:
    """List the pieces in play that the viewer does not see anywhere."""
    n = 0
    width = table[T_ROW]
    all_kinds = seen[table[T_IN_PLAY]]
    if width == 1:
        for p in range(table[T_SHOWN]):
            at = T_HEAD + 3 * p
            for i in range(table[at + 1]):
                word = seen[table[at] + i]
                if table[at + 2] == 0:
                    all_kinds &= ~word
                elif word >= 0:
                    all_kinds &= ~(1 << word)
        while all_kinds != 0:
            plan[PIECE + n] = lowest(all_kinds)
            all_kinds &= all_kinds - 1
            n += 1
        plan[P_PIECES] = n
        return
    while all_kinds != 0:
        kind = lowest(all_kinds)
        all_kinds &= all_kinds - 1
        for _ in range(_copies_unseen(seen, table, kind)):
            plan[PIECE + n] = kind
            n += 1
    plan[P_PIECES] = n


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
        unseen |= 1 << plan[PIECE + i]
    plan[P_UNSEEN] = unseen
    plan[P_MASKS] = 1 if table[T_ROW] == 1 else 0
    restricted = 0
    for p in range(plan[P_OPEN]):
        place = plan[PLACE + p]
        if table[_hidden(table, place) + 2] == 1:
            plan[P_MASKS] = 0
        restricted |= seen[table[T_BARRED] + place] & unseen
        restricted |= seen[table[T_LEAST] + place]
    if restricted == 0:
        return
    plan[P_FREE] = 0
    plan[P_GROUPS] = 0
    for i in range(plan[P_PIECES]):
        sign = 0
        for p in range(plan[P_OPEN]):
            if (seen[table[T_BARRED] + plan[PLACE + p]] >> plan[PIECE + i]) & 1 == 0:
                sign |= 1 << p
        group = _group_of(plan, sign)
        plan[PIECE + i] += A_GROUP * group
        plan[SIZE + group] += 1
    _sort_by_group(plan)


@kernel
def _group_of(plan: Any, sign: int) -> int:
    for g in range(plan[P_GROUPS]):
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
            _swap(plan, PIECE + j - 1, PIECE + j)
            j -= 1


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
    _lay(plan, table, world)
    return True


@kernel
def _shuffle(plan: Any, rng: Any) -> None:
    """Put the pieces in random order, but for those that the last place takes: it takes what is left."""
    n = plan[P_PIECES]
    for i in range(n):
        plan[DEALT + i] = plan[PIECE + i]
    for i in range(n - plan[NEED + plan[P_OPEN] - 1]):
        _swap(plan, DEALT + i, DEALT + i + below(rng, n - i))


@kernel
def _order_of_last(plan: Any, rng: Any) -> None:
    """Shuffle what the last place took, for it may be a sequence."""
    n = plan[P_PIECES]
    for i in range(n - plan[NEED + plan[P_OPEN] - 1], n - 1):
        _swap(plan, DEALT + i, DEALT + i + below(rng, n - i))


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
        world[table[_hidden(table, plan[PLACE + p])]] |= row
    world[table[_hidden(table, plan[PLACE + last])]] |= mask


@kernel
def _fits(seen: Any, plan: Any, table: Any) -> bool:
    """Tell whether the order dealt agrees with what is barred and required."""
    at = 0
    for p in range(plan[P_OPEN]):
        place = plan[PLACE + p]
        required = seen[table[T_REQUIRED] + place]
        least = seen[table[T_LEAST] + place]
        here = _known_of(seen, table, place, required) if least > 0 else 0
        for i in range(at, at + plan[NEED + p]):
            if (plan[SIGN + plan[DEALT + i] // A_GROUP] >> p) & 1 == 0:
                return False
            here += (required >> (plan[DEALT + i] % A_GROUP)) & 1
        if here < least:
            return False
        at += plan[NEED + p]
    return True


@kernel
def _known_of(seen: Any, table: Any, place: int, mask: int) -> int:
    """Count the pieces of a mask that are seen in a place that is a multiset."""
    at = _hidden(table, place)
    total = 0
    if table[at + 2] == 0:
        for i in range(table[at + 1]):
            total += count(seen[table[at] + i] & mask)
    return total


@kernel
def _restricted(seen: Any, plan: Any, weights: Any, table: Any, rng: Any) -> bool:
    if plan[P_MODE] != CHAIN:
        for _ in range(TRIES):
            _shuffle(plan, rng)
            if _fits(seen, plan, table):
                return True
    if plan[P_MODE] == 0:
        _count_or_chain(plan, weights)
    for _ in range(MOST_REFUSED):
        if plan[P_MODE] == EXACT:
            if weights[0] == 0.0:
                return False
            _draw_exactly(plan, weights, rng)
        elif not _step_chain(plan, rng):
            return False
        if _fits(seen, plan, table):
            return True
    return False


@kernel
def _step_chain(plan: Any, rng: Any) -> bool:
    """Take the chain a step further; it begins with any filling, well stirred. Tell whether there is one."""
    if plan[P_READY] == 0:
        if not _fill_somehow(plan):
            return False
        plan[P_READY] = 1
        for _ in range(STIRRED):
            _redeal(plan, rng)
    _redeal(plan, rng)
    return True


# exact counting


@kernel
def _factorial(n: int) -> float:
    product = 1.0
    for i in range(2, n + 1):
        product *= i
    return product


@kernel
def _count_or_chain(plan: Any, weights: Any) -> None:
    """Count the fillings for every group and every state of the capacities, if that is not too much work.

    weights[g × states + state]: ways to fill groups g, g+1, … into the capacities of the state. The roomiest place's
    capacity follows from the others'. A state is a number in mixed radix; the full one is stored first.
    """
    states = 1
    for p in range(plan[P_OPEN] - 1):
        states *= plan[NEED + p] + 1
        if states > 20_000:
            plan[P_MODE] = CHAIN
            return
    groups = plan[P_GROUPS]
    if states * states * groups > MOST_WORK or states * (groups + 1) > len(weights):
        plan[P_MODE] = CHAIN
        return
    plan[P_MODE] = EXACT
    plan[P_STATES] = states
    for state in range(states):
        weights[groups * states + state] = 0.0
    weights[groups * states + states - 1] = 1.0
    left = 0
    for g in range(groups - 1, -1, -1):
        left += plan[SIZE + g]
        for state in range(states):
            weights[g * states + state] = _fillings(plan, weights, g, state, left)


@kernel
def _capacities(plan: Any, state: int, left: int) -> bool:
    """Write the capacities left in a state; state 0 is all of them. Tell whether they can be."""
    rest = left
    for p in range(plan[P_OPEN] - 1):
        radix = plan[NEED + p] + 1
        plan[LEFT + p] = plan[NEED + p] - state % radix
        rest -= plan[LEFT + p]
        state //= radix
    last = plan[P_OPEN] - 1
    plan[LEFT + last] = rest
    return 0 <= rest <= plan[NEED + last]


@kernel
def _first_composition(plan: Any, g: int) -> None:
    for p in range(plan[P_OPEN]):
        plan[X + p] = 0
    plan[X + plan[P_OPEN] - 1] = plan[SIZE + g]


@kernel
def _next_composition(plan: Any, g: int) -> bool:
    """Step to the next way to split a group over the places; tell whether there was one."""
    last = plan[P_OPEN] - 1
    for p in range(last):
        if (plan[SIGN + g] >> p) & 1 == 1 and plan[X + p] < plan[LEFT + p] and plan[X + last] > 0:
            plan[X + p] += 1
            plan[X + last] -= 1
            return True
        plan[X + last] += plan[X + p]
        plan[X + p] = 0
    return False


@kernel
def _ways(plan: Any, weights: Any, g: int) -> float:
    """Count the fillings that begin with the composition at hand: its own times those of the rest."""
    last = plan[P_OPEN] - 1
    if plan[X + last] > plan[LEFT + last] or (plan[X + last] > 0 and (plan[SIGN + g] >> last) & 1 == 0):
        return 0.0
    state = 0
    stride = 1
    ways = _factorial(plan[SIZE + g])
    for p in range(plan[P_OPEN]):
        ways /= _factorial(plan[X + p])
        if p < last:
            state += (plan[NEED + p] - plan[LEFT + p] + plan[X + p]) * stride
            stride *= plan[NEED + p] + 1
    return ways * weights[(g + 1) * plan[P_STATES] + state]


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
def _draw_exactly(plan: Any, weights: Any, rng: Any) -> None:
    """Draw how each group is split, group by group from the counts; shuffle within groups."""
    n = plan[P_PIECES]
    state = 0
    left = n
    first = 0
    for i in range(n):
        plan[DEALT + i] = -1
    for g in range(plan[P_GROUPS]):
        size = plan[SIZE + g]
        _shuffle_part(plan, first, size, rng)
        _capacities(plan, state, left)
        target = weights[g * plan[P_STATES] + state] * (below(rng, 1 << 30) + 0.5) / (1 << 30)
        _first_composition(plan, g)
        target -= _ways(plan, weights, g)
        while target > 0.0 and _next_composition(plan, g):
            target -= _ways(plan, weights, g)
        stride = 1
        at = first
        base = 0
        for p in range(plan[P_OPEN]):
            for _ in range(plan[X + p]):
                spot = base
                while plan[DEALT + spot] >= 0:
                    spot += 1
                plan[DEALT + spot] = plan[PIECE + at]
                at += 1
            base += plan[NEED + p]
            if p < plan[P_OPEN] - 1:
                state += plan[X + p] * stride
                stride *= plan[NEED + p] + 1
        first += size
        left -= size


@kernel
def _shuffle_part(plan: Any, first: int, size: int, rng: Any) -> None:
    for i in range(size - 1, 0, -1):
        _swap(plan, PIECE + first + i, PIECE + first + below(rng, i + 1))


# the chain


@kernel
def _fill_somehow(plan: Any) -> bool:
    """Find any filling that fits: lay piece after piece, moving others out of the way along shortest paths."""
    n = plan[P_PIECES]
    for i in range(n):
        plan[DEALT + i] = -1
    laid = True
    for i in range(n):
        laid = laid and _lay_one(plan, i)
    return laid


@kernel
def _lay_one(plan: Any, i: int) -> bool:
    """Lay piece i: search breadth first from it over spots that it, or a piece displaced, may take."""
    n = plan[P_PIECES]
    queue = [0] * (n + 1)
    came = [-2] * n
    head, tail = 0, 0
    queue[tail] = -1
    tail += 1
    while head < tail:
        here = queue[head]
        head += 1
        group = (plan[PIECE + i] if here < 0 else plan[DEALT + here]) // A_GROUP
        for spot in range(n):
            if came[spot] != -2 or (plan[SIGN + group] >> _place_of(plan, spot)) & 1 == 0:
                continue
            came[spot] = here
            if plan[DEALT + spot] < 0:
                while spot >= 0:
                    source = came[spot]
                    plan[DEALT + spot] = plan[PIECE + i] if source < 0 else plan[DEALT + source]
                    spot = source
                return True
            queue[tail] = spot
            tail += 1
    return False


@kernel
def _place_of(plan: Any, spot: int) -> int:
    p = 0
    while spot >= plan[NEED + p]:
        spot -= plan[NEED + p]
        p += 1
    return p


@kernel
def _redeal(plan: Any, rng: Any) -> None:
    """Redeal three places at a time (two, where there are no three), as often as there are places and once more."""
    n = plan[P_OPEN]
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
    for p in range(plan[P_OPEN]):
        if (chosen >> p) & 1 == 1:
            for i in range(at, at + plan[NEED + p]):
                plan[SPOT + n] = i
                plan[LAIN + n] = plan[DEALT + i]
                n += 1
        at += plan[NEED + p]
    for _ in range(3 * TRIES):
        for i in range(n - 1, 0, -1):
            j = below(rng, i + 1)
            _swap(plan, DEALT + plan[SPOT + i], DEALT + plan[SPOT + j])
        if _all_allowed(plan):
            return
    for i in range(n):
        plan[DEALT + plan[SPOT + i]] = plan[LAIN + i]


@kernel
def _all_allowed(plan: Any) -> bool:
    at = 0
    for p in range(plan[P_OPEN]):
        for i in range(at, at + plan[NEED + p]):
            if (plan[SIGN + plan[DEALT + i] // A_GROUP] >> p) & 1 == 0:
                return False
        at += plan[NEED + p]
    return True


# into the state


@kernel
def _lay(plan: Any, table: Any, world: Any) -> None:
    """Write the order dealt into the open places."""
    taken = 0
    for p in range(plan[P_OPEN]):
        at = _hidden(table, plan[PLACE + p])
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
    for j in range(length):
        if (world[first + j] >> kind) & 1 == 0:
            world[first + j] |= 1 << kind
            break


@kernel
def sample_many(seen: Any, plan: Any, weights: Any, table: Any, world: Any, rng: Any, times: int) -> int:
    """Draw many worlds, one over the other; return how many could be drawn."""
    drawn = 0
    for _ in range(times):
        drawn += sample(seen, plan, weights, table, world, rng)
    return drawn

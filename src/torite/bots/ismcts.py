"""Determinized tree search: one compiled loop for all games.

Each iteration draws a world, walks it down a tree whose nodes are the *views* of whoever is to choose, so that what a
seat cannot tell apart it treats alike, adds one choice, plays on to the deal's end and credits every chooser on
the way with its own payoff (max^n; partners have equal payoffs). Chance is settled anew in every world. Beyond the
root offers are taken by the rule of thumb: asked after every card, they would drown all else.

Source: Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012 (many-observer form).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from torite.bots.world_draw import draw_world
from torite.kernel.bits import count_of, lowest, nth_of
from torite.kernel.compile import kernel
from torite.kernel.generator import below
from torite.kernel.scratch import room
from torite.kernel.slots import (
    ASK_WORDS,
    HAS_OFFERS,
    MAY_WORDS,
    OUTCOME_WORDS,
    act,
    deal_over,
    leave_to_heuristic,
    over,
    payoff,
    prune,
    sees,
)
from torite.kit.actions import WAIT
from torite.kit.turn_order import THUMB, asked, choose, decide, play_on, settle_chance

# columns of the table of choices
KEY, VISITS, OPEN, SUM, COLUMNS = 0, 1, 2, 3, 4
# what a search keeps in `memo`
M_ITERATIONS, M_WAITED, M_LOW, MEMO = 0, 1, 8, 64
MOST_DEPTH = 512
LINES = 1 << 17  # of the table of choices
ROWS = LINES + 1 + LINES // COLUMNS  # and behind them, how many lines are taken, and which
EXPLORATION = 0.7
GOLDEN = 0x1E3779B97F4A7C15
POSITIVE = 0x7FFFFFFFFFFFFFFF


@kernel
def mixed(key: int, word: int) -> int:
    """Stir a word into a key of 63 bits."""
    key = ((key ^ word) * GOLDEN) & POSITIVE
    return key ^ (key >> 31)


@kernel
def view_key(words: Any, s: Any, viewer: int, visible: Any, ruled: Any) -> int:
    """Hash what a seat sees of a world.

    Args:
        words: the world's words.
        s: the same as a record.
        viewer: the seat.
        visible: for each seat, the positions of the words that it sees and that can change, -1 at the end.
        ruled: position, length, field, owner of each part that a rule shows or hides.
    """
    key = viewer + 1
    other = 7
    mine = visible[viewer]
    i = 0
    while mine[i] >= 0:
        key = mixed(key, words[mine[i]])
        other = mixed(other, words[mine[i + 1]])
        i += 2
    for r in range(len(ruled)):
        if sees(s, viewer, ruled[r][3], ruled[r][2]):
            for j in range(ruled[r][1]):
                key = mixed(key, words[ruled[r][0] + j])
    return mixed(key, other)


@kernel
def find(choices: Any, key: int) -> int:
    """Find a choice's line in the table, taking one if there is room; -1 when the table is full."""
    at = key & (LINES - 1)
    for _ in range(64):
        if choices[at][KEY] == key:
            return at
        if choices[at][KEY] == 0:
            choices[at][KEY] = key
            n = choices[LINES][0]
            choices[LINES + 1 + n // COLUMNS][n % COLUMNS] = at
            choices[LINES][0] = n + 1
            return at
        at = (at + 1) & (LINES - 1)
    return -1


@kernel
def clear_table(choices: Any) -> None:
    """Give back the lines that are taken, for another search."""
    for i in range(choices[LINES][0]):
        line = choices[choices[LINES + 1 + i // COLUMNS][i % COLUMNS]]
        for column in range(COLUMNS):
            line[column] = 0
    choices[LINES][0] = 0


@kernel
def select(node: int, seat: int, may: Any, tree: Any, lines: Any, rng: Any) -> int:
    """Choose an action at a node: one not yet tried, else the one of the highest upper confidence bound.

    Writes the chosen line to `lines[0]`, whether it is new to `lines[1]`.
    """
    choices, memo, logs = tree.choices, tree.memo, tree.logs
    n = count_of(may)
    best, best_line, best_value = -1, -1, -1.0e300
    untried, untried_line, new = -1, -1, 0
    low = memo[M_LOW + 2 * seat]
    span = max(1, memo[M_LOW + 2 * seat + 1] - low)
    for j in range(len(may)):
        mask = may[j]
        while mask != 0:
            action = 64 * j + lowest(mask)
            mask &= mask - 1
            line = find(choices, mixed(node, action + 1) | 1)
            if line < 0:
                continue
            choices[line][OPEN] += 1
            visits = choices[line][VISITS]
            if visits == 0:
                new += 1
                if below(rng, new) == 0:
                    untried, untried_line = action, line
            elif untried < 0:
                mean = (choices[line][SUM] / visits - low) / span
                times = choices[line][OPEN]
                log = logs[times] if times < len(logs) else math.log(times)
                value = mean + EXPLORATION * math.sqrt(log / visits)
                if value > best_value:
                    best, best_line, best_value = action, line, value
    if untried >= 0:
        lines[0], lines[1] = untried_line, 1
        return untried
    lines[0], lines[1] = best_line, 0
    if best < 0:
        lines[1] = 1
        return nth_of(may, below(rng, n))
    return best


class Root(NamedTuple):
    """Whose choice is searched.

    Attributes:
        seat: the seat whose view it is.
        offered: whether it is asked about its offers, which it may let pass; else about its duties.
        whole: whether a playout goes on to the match's end.
    """

    seat: int
    offered: bool
    whole: bool


class Tree(NamedTuple):
    """The tree of one search.

    Attributes:
        visible, ruled: see `view_key`.
        choices: the table of choices, ROWS of COLUMNS.
        memo: M_… and the least and greatest payoff of each seat.
        path: room for MOST_DEPTH lines with their seats.
        logs: float64[n], the natural logarithms of 0 (of which nothing is asked) to n - 1.
    """

    visible: Any
    ruled: Any
    choices: Any
    memo: Any
    path: Any
    logs: Any


@kernel
def iterate(unseen: Any, memory: Any, root: Any, tree: Any, playout: Any, times: int) -> int:
    """Search some iterations more; return how many worlds could be drawn.

    Args:
        unseen: the view, prepared: see `torite.worlds.constraints.Unseen`.
        memory: room for one world.
        root: whose choice it is.
        tree: the tree so far.
        playout: how seats play beyond it.
        times: iterations.
    """
    s, memo, path, pay = memory.s, tree.memo, tree.path, playout.pay
    may = room(MAY_WORDS)
    ask = room(ASK_WORDS)
    outcome = room(OUTCOME_WORDS)
    done = 0
    for _ in range(times):
        if not draw_world(unseen, memory, root.seat, playout.rng):
            break
        depth = _descend(memory, root, tree, may, ask, outcome, playout.rng)
        play_on(s, root.whole, playout.policies, playout.rng, memo[M_WAITED])
        payoff(s, pay)
        for seat in range(s.seats):
            memo[M_LOW + 2 * seat] = min(memo[M_LOW + 2 * seat], pay[seat])
            memo[M_LOW + 2 * seat + 1] = max(memo[M_LOW + 2 * seat + 1], pay[seat])
        for d in range(depth):
            tree.choices[path[d][0]][VISITS] += 1
            tree.choices[path[d][0]][SUM] += pay[path[d][1]]
        done += 1
    memo[M_ITERATIONS] += done
    return done


@kernel
def _descend(memory: Any, root: Any, tree: Any, may: Any, ask: Any, outcome: Any, rng: Any) -> int:
    """Walk a world down the tree until a choice is new or the deal ends; return the length of the path.

    Writes which seats have let their offers pass since the last entry to `memo[M_WAITED]`.
    """
    s, path = memory.s, tree.path
    depth = 0
    waited = 0
    at_root = True
    while not over(s) and (at_root or root.whole or not deal_over(s)) and depth < MOST_DEPTH:
        if not at_root and settle_chance(s, ask, outcome, rng):
            waited = 0
            continue
        by_thumb = False
        if at_root:
            seat = root.seat
            asked(s, seat, root.offered, may)
            at_root = False
        else:
            seat = decide(s, waited, may)
            by_thumb = HAS_OFFERS == 1 and (may[0] & 1 == 1 or leave_to_heuristic(s, seat))
        if by_thumb:
            action = choose(s, seat, may, THUMB, rng)
            line, new = -1, 0
        else:
            prune(s, seat, may)
            if count_of(may) > 1:
                node = view_key(memory.words, s, seat, tree.visible, tree.ruled)
                action = select(mixed(node, waited), seat, may, tree, path[depth], rng)
                line, new = path[depth][0], path[depth][1]
            else:
                action = nth_of(may, 0)
                line, new = -1, 0
        if line >= 0:
            path[depth][1] = seat
            depth += 1
        if action == WAIT:
            waited |= 1 << seat
        else:
            waited = 0
            act(s, seat, action)
        if new == 1:
            break
    tree.memo[M_WAITED] = waited
    return depth

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
from torite.kernel.bits import count_of, nth_of
from torite.kernel.compile import kernel
from torite.kernel.generator import below, seed
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
from torite.worlds.constraints import prepare

# columns of the table of nodes: its key, where its choices begin, how often it was met; in line i, where node i lies
KEY, FIRST, TIMES, TAKEN, NODE_COLUMNS = 0, 1, 2, 3, 4
# columns of the table of choices, those of a node one after the other, in the order of their actions
VISITS, SUM, CHOICE_COLUMNS = 0, 1, 2
# what a search keeps in `memo`
M_ITERATIONS, M_ENDED, M_WAITED, M_FIRST, M_CHOICES, M_LOW, MEMO = 0, 1, 2, 3, 4, 8, 64
HIGHEST = 1 << 40  # above all payoffs
MOST_DEPTH = 512
LINES = 1 << 16  # of the table of nodes, and behind them one that tells how many nodes and choices there are
MOST_NODES = LINES // 2
MOST_CHOICES = 1 << 18
NONE = -1  # the line of a choice for which there is no room
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
def find(key: int, n: int, tree: Any) -> int:
    """Find a node's line in the table, taking one, with n choices, if there is room; NONE when there is none."""
    nodes = tree.nodes
    at = key & (LINES - 1)
    while nodes[at][KEY] != key:
        if nodes[at][KEY] == 0:
            taken, first = nodes[LINES][0], nodes[LINES][1]
            if taken == MOST_NODES or first + n > MOST_CHOICES:
                return NONE
            nodes[at][KEY], nodes[at][FIRST] = key, first
            nodes[taken][TAKEN] = at
            nodes[LINES][0], nodes[LINES][1] = taken + 1, first + n
            return at
        at = (at + 1) & (LINES - 1)
    return at


@kernel
def begin(unseen: Any, tree: Any, rng: Any, seed_number: int) -> None:
    """Make all ready for a search, and give back the lines that the last one took."""
    nodes, choices, memo = tree.nodes, tree.choices, tree.memo
    for i in range(nodes[LINES][0]):
        node = nodes[nodes[i][TAKEN]]
        node[KEY], node[FIRST], node[TIMES] = 0, 0, 0
    for i in range(nodes[LINES][1]):
        choices[i][VISITS], choices[i][SUM] = 0.0, 0.0
    nodes[LINES][0], nodes[LINES][1] = 0, 0
    for low in range(M_LOW, MEMO, 2):
        memo[low], memo[low + 1] = HIGHEST, -HIGHEST
    seed(rng, seed_number, 1)
    prepare(unseen)


@kernel
def select(node: Any, n: int, seat: int, tree: Any, rng: Any) -> int:
    """Choose among the n choices of a node: one not yet tried, else the one of the highest upper confidence bound."""
    choices, logs, first, times = tree.choices, tree.logs, node[FIRST], node[TIMES]
    node[TIMES] = times + 1
    if times < n:  # each time before, one was tried
        left = below(rng, n - times)
        chosen = 0
        while choices[first + chosen][VISITS] != 0.0 or left > 0:
            left -= choices[first + chosen][VISITS] == 0.0
            chosen += 1
        return chosen
    low = M_LOW + 2 * seat
    scale = 1.0 / max(1, tree.memo[low + 1] - tree.memo[low])
    log = logs[times + 1] if times + 1 < len(logs) else math.log(times + 1)
    best, best_value = 0, -1.0e300
    for i in range(n):
        each = 1.0 / choices[first + i][VISITS]
        value = choices[first + i][SUM] * each * scale + EXPLORATION * math.sqrt(log * each)
        if value > best_value:
            best, best_value = i, value
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
        nodes: int64[LINES + 1, NODE_COLUMNS], the table of nodes.
        choices: float64[MOST_CHOICES, CHOICE_COLUMNS], the table of choices.
        actions: int64[n], the actions of the root's choices.
        memo: M_… and the least and greatest payoff of each seat.
        path: room for MOST_DEPTH lines with their seats.
        logs: float64[n], the natural logarithms of 0 (of which nothing is asked) to n - 1.
    """

    visible: Any
    ruled: Any
    nodes: Any
    choices: Any
    actions: Any
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
            choice = tree.choices[path[d][0]]
            choice[VISITS] += 1.0
            choice[SUM] += pay[path[d][1]]
        memo[M_ENDED] += over(s)
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
        else:
            seat = decide(s, waited, may)
            by_thumb = HAS_OFFERS == 1 and (may[0] & 1 == 1 or leave_to_heuristic(s, seat))
        new = False
        if by_thumb:
            action = choose(s, seat, may, THUMB, rng)
        else:
            prune(s, seat, may)
            n = count_of(may)
            chosen = 0
            if n > 1 or at_root:
                key = view_key(memory.words, s, seat, tree.visible, tree.ruled)
                line = find(mixed(mixed(key, waited), n) | 1, n, tree)
                if line == NONE:
                    chosen, new = below(rng, n), True
                else:
                    node = tree.nodes[line]
                    if at_root and node[TIMES] == 0:
                        _note_root(node[FIRST], n, may, tree)
                    new = node[TIMES] < n
                    chosen = select(node, n, seat, tree, rng)
                    path[depth][0], path[depth][1] = node[FIRST] + chosen, seat
                    depth += 1
            action = nth_of(may, chosen)
        at_root = False
        if action == WAIT:
            waited |= 1 << seat
        else:
            waited = 0
            act(s, seat, action)
        if new:
            break
    tree.memo[M_WAITED] = waited
    return depth


@kernel
def _note_root(first: int, n: int, may: Any, tree: Any) -> None:
    """Note which choices are the root's."""
    tree.memo[M_FIRST], tree.memo[M_CHOICES] = first, n
    for i in range(n):
        tree.actions[i] = nth_of(may, i)

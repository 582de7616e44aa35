"""One search: the tree of one decision, in compiled code."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from torite.kernel import generator
from torite.kernel.fields import See
from torite.kernel.layout import Layout
from torite.kit.game import Game
from torite.kit.turn_order import MIXED_LEARNED, Playout, StateMemory
from torite.worlds.plan import room_for_weights, unseen_of

#: Iterations between two looks at the clock, at first and later: to go into compiled code and out takes some 10 µs.
FIRST_ROUND, MOST_ROUND = 64, 512
ENDED = 100  #: playouts of which one that ends the match tells that it may end now
MISSED = 8  #: how often no world may be found before a search ends
LOGARITHMS = 4096  #: that are known before a search begins


class Room(NamedTuple):
    """What one search after the other is kept in; to make it takes longer than a short search.

    Attributes:
        layout: of the states that are searched.
        seats: how many there are.
        tree: the tables of nodes and choices, and what belongs to them.
        memory: the world that is played in.
        playout: what a playout needs.
        weights: for exact counts.
    """

    layout: Layout
    seats: int
    tree: Any
    memory: StateMemory
    playout: Playout
    weights: Any


#: Those in which nobody searches now.
_rooms: list[Room] = []


class Search:
    """One search: the tree of one decision.

    Args:
        game: the game.
        seen: the seat's view.
        seat: who is to choose.
        seed: of the generator.
        policy: how seats play beyond the tree.
        offered: whether the seat is asked about its offers; else about its duties.
    """

    def __init__(
        self, game: Game, seen: Any, seat: int, seed: int, policy: int = MIXED_LEARNED, offered: bool = False
    ) -> None:
        from torite.bots import ismcts

        self._search = ismcts
        self._room = room = _room_for(game, int(seen.seats))
        self._unseen = unseen_of(game.layout, seen.to_words(), compiled=True, weights=room.weights)
        self._root = ismcts.Root(seat, offered, False)
        self._tree = room.tree
        room.playout.policies.fill(policy)
        self._iterate = game.binding.compiled(ismcts.iterate, playout=True)
        game.binding.compiled(ismcts.begin)(self._unseen, room.tree, room.playout.rng, seed)

    def __del__(self) -> None:
        """Hand the room on, as it is: at the end of a program nothing can be compiled any more."""
        if hasattr(self, "_room"):
            _rooms.append(self._room)

    @property
    def iterations(self) -> int:
        """Iterations so far."""
        return int(self._tree.memo[self._search.M_ITERATIONS])

    @property
    def ended(self) -> bool:
        """Whether the match was over at the end of one playout in ENDED or more."""
        return self.iterations <= ENDED * int(self._tree.memo[self._search.M_ENDED]) > 0

    def run(self, seconds: float | None = None, iterations: int | None = None) -> None:
        """Search until the time or the iterations are used up, whichever comes first.

        It ends too when again and again no world could be drawn: there are views that hardly one of ten thousand agrees
        with.

        Raises:
            ValueError: when none could be drawn at all; the view may be of no possible state.
        """
        end = None if seconds is None else time.perf_counter() + seconds
        most, missed, room = FIRST_ROUND, 0, self._room
        while iterations is None or self.iterations < iterations:
            wanted = most if iterations is None else min(most, iterations - self.iterations)
            most = min(2 * most, MOST_ROUND)
            done = self._iterate(self._unseen, room.memory, self._root, room.tree, room.playout, wanted)
            missed += done < wanted
            if missed == MISSED:
                if self.iterations == 0:
                    raise ValueError("no assignment of the unseen pieces agrees with this view")
                break
            if end is not None and time.perf_counter() >= end:
                break

    def weighed(self, may: Sequence[int]) -> list[tuple[int, float, int]]:
        """Return each action with its mean payoff and its visits at the root."""
        search, tree = self._search, self._tree
        first, n = int(tree.memo[search.M_FIRST]), int(tree.memo[search.M_CHOICES])
        lines = zip(tree.actions[:n].tolist(), tree.choices[first : first + n].tolist(), strict=True)
        found = {action: (line[search.SUM], int(line[search.VISITS])) for action, line in lines}
        weighed = ((action, *found.get(action, (0.0, 0))) for action in may)
        return [(action, total / visits if visits else -1e9, visits) for action, total, visits in weighed]


def _room_for(game: Game, seats: int) -> Room:
    """Return a room in which nobody searches: the last one, where it fits, else one of its tables, or of new ones."""
    import numpy

    from torite.bots import ismcts

    layout, last = game.layout, _rooms.pop() if _rooms else None
    if last is not None and last.layout is layout and last.seats == seats:
        last.tree.memo.fill(0)
        last.memory.words.fill(0)
        return last

    def zeros(*shape: int) -> Any:
        return numpy.zeros(shape, dtype=numpy.int64)

    world, visible, ruled = zeros(layout.words), *visibility(layout, seats)
    nodes = last.tree.nodes if last else zeros(ismcts.LINES + 1, ismcts.NODE_COLUMNS)
    choices = last.tree.choices if last else numpy.zeros((ismcts.MOST_CHOICES, ismcts.CHOICE_COLUMNS))
    actions, memo, path = zeros(64 * game.verbs.words), zeros(ismcts.MEMO), zeros(ismcts.MOST_DEPTH, 2)
    tree = ismcts.Tree(visible, ruled, nodes, choices, actions, memo, path, logarithms())
    memory = StateMemory(world, world.view(layout.playout_dtype)[0])
    playout = Playout(zeros(layout.seats), zeros(layout.seats), zeros(generator.PADDED))
    return Room(layout, seats, tree, memory, playout, last.weights if last else room_for_weights())


@cache
def logarithms() -> Any:
    """Return the natural logarithms of the numbers below LOGARITHMS, 0 for that of 0."""
    import numpy

    return numpy.array([0.0, *map(math.log, range(1, LOGARITHMS))])


@cache
def visibility(layout: Any, seats: int) -> tuple[Any, Any]:
    """List, for each seat, the words of a state that it sees and that can change; and the parts shown by rule.

    Returns:
        int64[seats, words + 3], padded with -1 and of even length, and int64[parts, 4].
    """
    import numpy

    ruled: list[list[int]] = []
    seen: list[list[int]] = [[] for _ in range(seats)]
    for field in layout.fields:
        if field.spec.beside or field.spec.constant:
            continue
        parts = field.shape[0] if len(field.shape) > (field.spec.holds != "number") else 1
        length = field.words // parts
        per_seat = bool(field.spec.shape) and field.spec.shape[0] == "seats"
        for owner in range(min(parts, seats) if per_seat else parts):
            at = field.offset + owner * length
            if field.spec.see is See.RULE:
                ruled.append([at, length, field.offset, owner])
            for viewer in range(seats):
                own = field.spec.see in (See.OWNER, See.VIEWER) and owner == viewer
                if field.spec.see is See.ALL or own:
                    seen[viewer] += range(at, at + length)
    width = max(map(len, seen)) + 3
    rows = [[*row, *row[-1:] * (len(row) % 2), *[-1] * width][: width + 1] for row in seen]
    return numpy.array(rows, dtype=numpy.int64), numpy.array(ruled, dtype=numpy.int64).reshape(-1, 4)

"""Plans: room for what is known of one view's open places, and where everything lies that a world is made from.

`torite.worlds.constraints` fills them.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from torite.kernel.fields import See
from torite.kernel.layout import Layout
from torite.worlds.constraints import MOST_OPEN, MOST_PIECES

WEIGHTS = 400_000  #: numbers that an exact count may fill


class Tables(NamedTuple):
    """Where everything lies in a layout that a world is made from.

    Attributes:
        in_play, counts, barred, required, least, most: the first words of these fields.
        row: words of a multiset.
        blocks: blocks of the pack.
        words: words of the state.
        shown, hidden: int64[places, 3], OFFSET, LENGTH and IN_ORDER of all places; of those that not all see.
        numbers: the words of numbers that not everybody sees.
    """

    in_play: int
    row: int
    blocks: int
    counts: int
    barred: int
    required: int
    least: int
    most: int
    words: int
    shown: Any
    hidden: Any
    numbers: Any


#: The fields of a plan, each a number or so many: what is known of one view's open places.
PLAN = {
    "ready": 0,  # whether the chain has begun
    "open_count": 0,
    "piece_count": 0,
    "group_count": 0,
    "free": 0,  # whether nothing restricts anything
    "mode": 0,  # how worlds are drawn, once that is known
    "states": 0,  # of the capacities, in the exact count
    "masks": 0,  # whether all places are multisets of pieces that are all different
    "unseen": 0,  # mask of the unseen kinds, of one block
    "bound": 0,  # the first open place of which it is known how many pieces of some kinds are there; -1: there is none
    "kinds": 0,  # of the bound
    "least": 0,  # unseen pieces of these kinds that it takes
    "most": 0,
    "first_group": 0,  # the first group that these kinds do not make
    "place": MOST_OPEN,  # number of each open place
    "need": MOST_OPEN,  # unseen pieces that it takes
    "sign": MOST_OPEN,  # of each group: mask of the open places where its pieces may lie
    "group_size": MOST_OPEN,
    "laid": MOST_OPEN,  # room for one composition
    "left": MOST_OPEN,  # room for capacities left
    "piece": MOST_PIECES,  # the unseen pieces, group by group: kind + A_GROUP × group
    "dealt": MOST_PIECES,  # the pieces in the order in which the open places take them
    "spot": MOST_PIECES,  # the spots of the places being redealt
    "lain": MOST_PIECES,  # and what lay there
}


class Plan:
    """A plan in plain Python; `plan_record` makes the same for compiled code."""

    def __init__(self) -> None:
        for name, length in PLAN.items():
            setattr(self, name, [0] * length if length else 0)


def plan_record() -> Any:
    """Make an empty plan for compiled code."""
    import numpy

    return numpy.zeros(1, _plan_kind())[0]


@cache
def _plan_kind() -> Any:
    import numpy

    return numpy.dtype([(name, numpy.int64, (length,) if length else ()) for name, length in PLAN.items()])


def room_for_weights() -> Any:
    """Make room for the weights of an exact count, for compiled code: to make it takes longer than a short search."""
    import numpy

    return numpy.empty(WEIGHTS)


class Unseen(NamedTuple):
    """A view, and what worlds are drawn from.

    Attributes:
        seen: the view's words, with what lies beside the state.
        plan: what `prepare` makes of them.
        table: where they lie.
        weights: WEIGHTS floats for exact counts.
    """

    seen: Any
    plan: Any
    table: Tables
    weights: Any


@cache
def tables(layout: Layout) -> Tables:
    """List where everything lies that a world is made from."""
    at = {name: field.offset for name, field in layout.named.items()}
    shown = []
    for field in layout.fields:
        if field.is_place:
            length = field.words // field.owners
            in_order = int(field.spec.holds == "sequence")
            shown += [[field.offset + owner * length, length, in_order] for owner in range(field.owners)]
    hidden = [[place.offset, place.length, int(place.field.spec.holds == "sequence")] for place in layout.places]
    numbers = [
        word
        for field in layout.fields
        if field.spec.holds == "number" and field.spec.see is not See.ALL and not field.spec.beside
        for word in range(field.offset, field.offset + field.words)
    ]
    return Tables(
        at["in_play"], layout.pack.words, layout.pack.blocks,
        at["count"], at["barred"], at["required"], at["least"], at["at_most"],
        layout.words, shown, hidden, numbers,
    )  # fmt: skip


@cache
def compiled_tables(layout: Layout) -> Tables:
    """Return the tables of a layout for compiled code."""
    import numpy

    table = tables(layout)
    shown, hidden = (numpy.array(rows, dtype=numpy.int64).reshape(-1, 3) for rows in (table.shown, table.hidden))
    return table._replace(shown=shown, hidden=hidden, numbers=numpy.array(table.numbers, dtype=numpy.int64))


def unseen_of(layout: Layout, words: list[int], compiled: bool, weights: Any = None) -> Unseen:
    """Make what worlds of a view are drawn from; `prepare` is still to be called.

    Args:
        layout: the layout of the view's state.
        words: the view's words, with what lies beside the state.
        compiled: whether for compiled code.
        weights: room for them that nobody uses, where there is some.
    """
    if not compiled:
        return Unseen(list(words), Plan(), tables(layout), [0.0] * WEIGHTS)
    import numpy

    if weights is None:
        weights = room_for_weights()
    return Unseen(numpy.array(words, dtype=numpy.int64), plan_record(), compiled_tables(layout), weights)

"""The count of the hands and the crib (DCRIB-5)."""

from __future__ import annotations

from typing import Any

from torite.kit import (
    hand_points,
    has_reached,
    kernel,
    kinds,
    lowest,
    note_pieces,
    peg,
    pour,
    put_each,
    room,
    tell_hand,
)

from .state import CRIB_COUNT, HAND_COUNT, HAND_FIFTEEN, SEATS, State
from .tiles import BLANK, VALUE

COUNTED = 5  # tiles of a hand with the starter (DCRIB-5.2)
NEVER = 16  # a worth that makes no fifteen


@kernel
def worth_of(s: State, kind: int) -> int:
    """DCRIB-5.3, 5.8: what a tile brings to a fifteen."""
    return NEVER if kind == BLANK and not s.options.zero_in_fifteens else VALUE[kind]


@kernel
def points_of(s: State, tiles: int) -> int:
    """DCRIB-5.2 to 5.8: count a mask of tiles."""
    value = room(COUNTED)
    worth = room(COUNTED)
    n = 0
    while tiles != 0:
        value[n] = VALUE[lowest(tiles)]
        worth[n] = worth_of(s, lowest(tiles))
        tiles &= tiles - 1
        n += 1
    return hand_points(value, worth, n)


@kernel
def _untold(s: State, seat: int, row: Any, points: int, line: int) -> None:
    pass


@kernel(playout=_untold)
def _tell(s: State, seat: int, row: Any, points: int, line: int) -> None:
    """Say what was counted, group by group."""
    kind = room(COUNTED)
    value = room(COUNTED)
    worth = room(COUNTED)
    n = 0
    tiles = kinds(row) | kinds(s.starter)
    together = room(1)
    put_each(together, tiles)
    note_pieces(s, line, seat, points, together)
    while tiles != 0:
        kind[n] = lowest(tiles)
        value[n] = VALUE[kind[n]]
        worth[n] = worth_of(s, kind[n])
        tiles &= tiles - 1
        n += 1
    tell_hand(s, seat, kind, value, worth, n, HAND_FIFTEEN)


@kernel
def count_one(s: State, seat: int, row: Any, line: int) -> bool:
    """DCRIB-5.2, 6.3: count one hand, all lines together; tell whether that wins."""
    points = points_of(s, kinds(row) | kinds(s.starter))
    _tell(s, seat, row, points, line)
    peg(s, seat, points)
    return has_reached(s, seat)


@kernel(seldom=True)
def count_hands(s: State) -> bool:
    """DCRIB-5.1, 6.2: the other's hand, the dealer's, the crib; tell whether somebody has won on the way."""
    for seat in range(SEATS):
        pour(s.laid[seat], s.crib)
    other = 1 - s.dealer
    return (
        count_one(s, other, s.played[other], HAND_COUNT)
        or count_one(s, s.dealer, s.played[s.dealer], HAND_COUNT)
        or count_one(s, s.dealer, s.crib, CRIB_COUNT)
    )

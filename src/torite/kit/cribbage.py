"""Counting hands as Cribbage does: fifteens, equal ones, runs; telling each group as players show it; and pegging.

A hand is given piece by piece: `value[i]` for equal ones and runs, 0 ≤ value < 16, and `worth[i]` for fifteens.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.bits import count, lowest
from torite.kernel.compile import kernel
from torite.kernel.fields import PerSeat
from torite.kernel.scratch import room
from torite.kit.display import Pegs, Track
from torite.kit.multisets import clear, put
from torite.kit.state import BaseState, note_pieces

FIFTEEN = 15
LANE = 4  #: bits for the number of ways in which five pieces make a sum: ten at most
LANES, ONE_LANE = (1 << LANE * FIFTEEN) - 1, (1 << LANE) - 1  #: masks of a lane for each sum below fifteen; of one
EACH_FIFTEEN = 2  #: points for a fifteen
EACH_PAIR = 2  #: points for each pair among equal ones, so …
EQUALS = (0, 0, 2, 6, 12, 20)  #: … for so many of them
SHORTEST_RUN = 3
VALUES = 16  #: above every value
MOST_PIECES = 8  #: in a hand
#: Lines of an account, declared one after the other from the one that `tell_hand` gets.
LINE_FIFTEEN, LINE_EQUALS, LINE_RUN = 0, -1, 5  # a pair is line 1, three of a kind line 2, up to five of a kind, line 4


class PeggedState(BaseState):
    """A race on a cribbage board, to the option `target`."""

    back_peg: PerSeat  # where each score stood before it last grew
    before: PerSeat  # scores before this deal


@kernel
def peg(s: Any, seat: int, points: int) -> None:
    """Move a seat's pegs on: the back one leaps over the front one."""
    if points > 0:
        s.back_peg[seat] = s.score[seat]
        s.score[seat] += points


@kernel
def has_reached(s: Any, seat: int) -> bool:
    """Tell whether a score has reached the target, or passed it."""
    return s.score[seat] >= s.options.target


def track(s: Any) -> Track:
    """Show the board: its length, and where each seat's front and back peg stand; a game's `track`."""
    return Track(s.options.target, [Pegs(s.score[seat], s.back_peg[seat]) for seat in range(s.seats)])


@kernel
def hand_points(value: Any, worth: Any, n: int) -> int:
    """Count a hand of n pieces, one to six."""
    held = 0
    pairs = 0
    for i in range(n):
        held |= 1 << value[i]
        for j in range(i):
            pairs += value[i] == value[j]
    points = EACH_FIFTEEN * _fifteens(worth, n) + EACH_PAIR * pairs
    return points + _runs(value, n) if held & (held >> 1) & (held >> 2) != 0 else points


@kernel
def _runs(value: Any, n: int) -> int:
    """Count the longest run, of which there is one, in each way in which it can be made."""
    held = room(VALUES)
    for i in range(n):
        held[value[i]] += 1
    length, ways, longest, most = 0, 1, 0, 0
    for v in range(VALUES):
        length, ways = (length + 1, ways * held[v]) if held[v] > 0 else (0, 1)
        if length >= longest:
            longest, most = length, ways
    return longest * most


@kernel
def _fifteens(worth: Any, n: int) -> int:
    """Count the combinations that make fifteen, each by its last piece; a piece worth nothing doubles them.

    A lane of *ways* tells in how many ways the pieces so far make a sum.
    """
    ways, found, worthless = 1, 0, 0
    for i in range(n):
        if worth[i] == 0:
            worthless += 1
        elif worth[i] <= FIFTEEN:
            found += (ways >> LANE * (FIFTEEN - worth[i])) & ONE_LANE
            ways += (ways << LANE * worth[i]) & LANES
    return found << worthless


@kernel
def run_length(value: Any, n: int) -> int:
    """Return the length of the longest run, 0 if there is none."""
    held = room(VALUES)
    for i in range(n):
        held[value[i]] = 1
    length, longest = 0, 0
    for v in range(VALUES):
        length = length + 1 if held[v] == 1 else 0
        longest = max(longest, length)
    return longest if longest >= SHORTEST_RUN else 0


@kernel
def _untold(s: Any, seat: int, kind: Any, value: Any, worth: Any, n: int, line: int) -> None:
    pass


@kernel(playout=_untold)
def tell_hand(s: Any, seat: int, kind: Any, value: Any, worth: Any, n: int, line: int) -> None:
    """Note every group of a hand that scores, with its pieces.

    Args:
        s: the state.
        seat: whose points they are.
        kind, value, worth: of each piece.
        n: pieces.
        line: the first of six lines declared in a row: fifteen; two, three, four, five equal ones; run.
    """
    longest = run_length(value, n)
    for group in range(1, 1 << n):
        if _sum(worth, group) == FIFTEEN:
            _tell(s, seat, kind, group, EACH_FIFTEEN, line + LINE_FIFTEEN)
    for group in range(1, 1 << n):
        if _is_all_of_one(value, n, group):
            _tell(s, seat, kind, group, EQUALS[count(group)], line + LINE_EQUALS + count(group))
    for group in range(1, 1 << n):
        if longest > 0 and _is_run(value, group, longest):
            _tell(s, seat, kind, group, longest, line + LINE_RUN)


@kernel
def _sum(worth: Any, group: int) -> int:
    total = 0
    left = group
    while left != 0:
        total += worth[lowest(left)]
        left &= left - 1
    return total


@kernel
def _is_all_of_one(value: Any, n: int, group: int) -> bool:
    """Tell whether a group is all the pieces of one value, two at least."""
    same = 0
    for i in range(n):
        if value[i] == value[lowest(group)]:
            same |= 1 << i
    return same == group and count(group) > 1


@kernel
def _is_run(value: Any, group: int, length: int) -> bool:
    """Tell whether a group is a run of this length."""
    if count(group) != length:
        return False
    run = room(MOST_PIECES)
    n = 0
    left = group
    while left != 0:
        run[n] = value[lowest(left)]
        n += 1
        left &= left - 1
    return run_length(run, n) == length


@kernel
def _tell(s: Any, seat: int, kind: Any, group: int, points: int, line: int) -> None:
    row = room(MOST_PIECES)
    clear(row)
    left = group
    while left != 0:
        put(row, kind[lowest(left)])
        left &= left - 1
    note_pieces(s, line, seat, points, row)

"""The rule of thumb: keep the four tiles that count most, and peg what can be pegged."""

from __future__ import annotations

from torite.kit import EMPTY, bit, kernel, kinds, lowest, offered

from .counting import points_of
from .playing import EQUALS, FIFTEEN_AT, run_of_line
from .state import CRIB, PLAY, Phase, State
from .tiles import MOST, VALUE

GIFT = 2  # points that a pair or a fifteen laid into a crib is worth to its owner
MIDDLE = 5  # a value whose neighbours and complements are many: bad to lead


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Lay away what leaves the best hand; play what scores most, and else what leaves the other least to score."""
    if s.phase == Phase.CRIB:
        return CRIB + _next_for_crib(s, seat, offered(may, CRIB))
    best, best_value = -1, -1000
    left = offered(may, PLAY)
    while left != 0:
        tile = lowest(left)
        left &= left - 1
        value = 10 * _pegs(s, tile) + _safety(s.total + VALUE[tile])
        if value > best_value:
            best, best_value = tile, value
    return PLAY + best


@kernel
def _next_for_crib(s: State, seat: int, choices: int) -> int:
    """Find the pair whose laying away is best, and return the one of it that is not named yet."""
    hand = kinds(s.hand[seat])
    named = kinds(s.draft[seat])
    sign = 1 if seat == s.dealer else -1
    best, best_value = lowest(choices), -1000
    left = hand
    while left != 0:
        one = lowest(left)
        left &= left - 1
        rest = left
        while rest != 0:
            other = lowest(rest)
            rest &= rest - 1
            pair = bit(one) | bit(other)
            gift = GIFT if VALUE[one] == VALUE[other] or VALUE[one] + VALUE[other] == FIFTEEN_AT else 0
            value = points_of(s, hand & ~pair) + sign * gift
            if value > best_value and pair & named == named:
                best, best_value = lowest(pair & ~named), value
    return best


@kernel
def _pegs(s: State, tile: int) -> int:
    """Return the points that a tile would score at once."""
    total = s.total + VALUE[tile]
    points = 2 if total in (FIFTEEN_AT, MOST) else 0
    s.line[s.line_len] = tile
    s.line_len += 1
    same = 1
    while same < s.line_len and VALUE[s.line[s.line_len - 1 - same]] == VALUE[tile]:
        same += 1
    points += EQUALS[same] + run_of_line(s)
    s.line_len -= 1
    s.line[s.line_len] = EMPTY
    return points


@kernel
def _safety(total: int) -> int:
    """Return how little a count invites: no fifteen or thirty-one with the commonest values."""
    to_fifteen, to_most = FIFTEEN_AT - total, MOST - total
    invites = 0
    if 0 < to_fifteen < 13:
        invites = min(to_fifteen, 12 - to_fifteen) + 1
    elif 0 < to_most < 13:
        invites = min(to_most, 12 - to_most) + 1
    return -invites - (MIDDLE if total in (5, 21) else 0)

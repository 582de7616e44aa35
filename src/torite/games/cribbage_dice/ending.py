"""The end of turns, of rounds and of the match (CDICE-4), and the last roll to thirty-one (CDICE-6)."""

from __future__ import annotations

from torite.kit import has_reached, kernel, next_seat, note, peg

from .faces import DICE, WORTH
from .options import Closeness, EndRule, Tie
from .state import (
    ALL_OVER,
    CLOSEST,
    LAST_ROLL,
    NOBODY,
    ONE_MORE,
    ONLY_31,
    ONLY_UNDER,
    PLAYOFF,
    REACHES,
    SHARED_31,
    WINS,
    Phase,
    State,
    first_of_round,
)

AIM, CLOSE_TO = 31, 30  # totals of the last roll (CDICE-6.2, 6.6)
FAR = 1000  # farther than any sum


@kernel
def ends_at_once(s: State, seat: int) -> bool:
    """CDICE-4.1, 4.2, 4.6: after something was scored: the match may be over, or the last turns begin."""
    if not has_reached(s, seat) or s.extra > 0:
        return False
    if s.options.end_rule == EndRule.FIRST:
        _name_winner(s, seat)
        return True
    if s.reached_by == NOBODY:
        s.reached_by = seat
        note(s, REACHES, seat, s.score[seat])
    return False


@kernel
def end_turn(s: State) -> None:
    """CDICE-1.2, 1.3: the next seat's turn, the end of the round, or what comes after it."""
    if s.extra > 0:
        s.owes[s.turn] = 0
        _go_on_or_compare(s)
        return
    s.turns_played += 1
    if s.turns_played < s.seats:
        s.turn = next_seat(s, s.turn)
        s.phase = Phase.ROLL
        return
    reached = s.reached_by
    if s.options.last_roll_31:
        _settle_last_roll(s)
        if reached == NOBODY and _settlement_ends(s):
            return
    if s.reached_by == NOBODY:
        _end_round(s)
    else:
        _begin_extra_turns(s, first_of_round(s) if reached >= 0 else next_seat(s, s.reached_by))


@kernel
def _end_round(s: State) -> None:
    """CDICE-1.2: the deal passes to the next seat clockwise."""
    s.deals_played += 1
    s.dealer = next_seat(s, s.dealer)
    s.turn = NOBODY
    s.phase = Phase.ROUND


# additional turns and play-offs


@kernel(seldom=True)
def _begin_extra_turns(s: State, first: int) -> None:
    """CDICE-4.3, 4.9: one more turn for those who have not played since: from a seat on to the one at the target."""
    s.extra = 1
    seat = first
    while seat != s.reached_by:
        s.owes[seat] = 1
        seat = next_seat(s, seat)
    _go_on_or_compare(s)


@kernel(seldom=True)
def _go_on_or_compare(s: State) -> None:
    """CDICE-4.2, 4.5, 4.8: when nobody owes a turn, totals are compared: equal ones share the win, or play on."""
    if _next_that_owes(s):
        return
    best, tied = s.score[0], 0
    for seat in range(s.seats):
        best = max(best, s.score[seat])
    for seat in range(s.seats):
        tied += 1 if s.score[seat] == best else 0
    level = tied > 1 and s.options.tie == Tie.PLAYOFF
    for seat in range(s.seats):
        if s.score[seat] == best and level:
            s.owes[seat] = 1
        elif s.score[seat] == best:
            _name_winner(s, seat)
    if level:
        s.extra = 2
        note(s, PLAYOFF, NOBODY, tied)
        _next_that_owes(s)


@kernel
def _next_that_owes(s: State) -> bool:
    """CDICE-4.3, 4.8: the turn of the next one clockwise, first the player after the one at the target."""
    seat = s.reached_by
    for _ in range(s.seats):
        seat = next_seat(s, seat)
        if s.owes[seat] == 1:
            s.turn = seat
            s.phase = Phase.ROLL
            note(s, ONE_MORE, seat, 0)
            return True
    return False


@kernel(seldom=True)
def _name_winner(s: State, seat: int) -> None:
    s.won[seat] = 1
    if s.phase != Phase.OVER:
        s.deals_played += 1
    s.phase = Phase.OVER
    s.turn = NOBODY
    note(s, WINS, seat, s.score[seat])


# the last roll


@kernel
def total_of(s: State, seat: int) -> int:
    """CDICE-6.1, 6.11: sum the four dice of a seat, 11 and 12 as 10."""
    total = 0
    for i in range(DICE):
        total += WORTH[s.hand[seat][i]]
    return total


@kernel(seldom=True)
def _settle_last_roll(s: State) -> None:
    """CDICE-6.2 to 6.6: who made thirty-one, or came close to thirty together."""
    at_31, under = 0, 0
    seat = s.dealer
    for _ in range(s.seats):
        seat = next_seat(s, seat)
        note(s, LAST_ROLL, seat, total_of(s, seat))
        at_31 += 1 if total_of(s, seat) == AIM else 0
        under += 1 if total_of(s, seat) < AIM else 0
    for seat in range(s.seats):
        if at_31 > 0 and total_of(s, seat) == AIM:
            _pay(s, seat, 2 if at_31 == 1 else 1, ONLY_31 if at_31 == 1 else SHARED_31)
        elif at_31 == 0 and under == 1 and total_of(s, seat) < AIM:
            _pay(s, seat, 1, ONLY_UNDER)
    if at_31 == 0 and under == 0:
        note(s, ALL_OVER, NOBODY, 0)
    if at_31 == 0 and under > 1:
        _pay(s, closest(s), 1, CLOSEST)


@kernel
def closest(s: State) -> int:
    """CDICE-6.6 to 6.9: the seat at whose addition the sum comes closest to thirty, the first of equals."""
    best, nearest, running = NOBODY, FAR, 0
    seat = first_of_round(s)
    for _ in range(s.seats):
        total = total_of(s, seat)
        if total < AIM:
            running += total
            off = abs(CLOSE_TO - running)
            if s.options.last_roll_closeness == Closeness.NOT_OVER and running > CLOSE_TO:
                off = FAR
            if off < nearest:
                best, nearest = seat, off
        seat = next_seat(s, seat)
    return best


@kernel
def _pay(s: State, seat: int, points: int, line: int) -> None:
    peg(s, seat, points)
    note(s, line, seat, points)


@kernel(seldom=True)
def _settlement_ends(s: State) -> bool:
    """CDICE-4.9, 6.10: the settlement brought somebody to the target: the higher total, then the earlier turn."""
    best = NOBODY
    seat = first_of_round(s)
    for _ in range(s.seats):
        if has_reached(s, seat) and (best == NOBODY or (_decides(s) and s.score[seat] > s.score[best])):
            best = seat
        seat = next_seat(s, seat)
    if best == NOBODY:
        return False
    if _decides(s):
        _name_winner(s, best)
        return True
    s.reached_by = best
    note(s, REACHES, best, s.score[best])
    return False


@kernel
def _decides(s: State) -> bool:
    return s.options.end_rule == EndRule.FIRST

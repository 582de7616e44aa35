"""The end of a round and of the match: points, bonuses, winners (FLASH-5.5, 9)."""

from __future__ import annotations

from torite.kit import kernel, next_seat, note

from .options import BonusUse, Tie
from .state import (
    ADDS_BONUS,
    DRAWN,
    EXTRA_ROUND,
    LAST_TRICK,
    MARGIN,
    MORE_POINTS,
    NO_BONUS,
    ROUND,
    SEATS,
    WINS,
    Phase,
    State,
    credit,
)
from .tricks import scorer_of

NORTH, EAST = 0, 1  # a seat of each team
BOTH = -1  # in place of the winning team's seat, when the match is drawn


@kernel(seldom=True)
def end_round(s: State) -> None:
    """FLASH-1.7, 5.5 to 5.7, 6.4, 6.5: the last trick counts twice; then the match ends, or the deal passes on."""
    note(s, LAST_TRICK, s.best_seat, s.worth)
    credit(s, scorer_of(s), s.worth)
    s.worth *= 2
    note(s, ROUND, NORTH, s.gained[NORTH])
    note(s, ROUND, EAST, s.gained[EAST])
    s.deals_played += 1
    s.turn = -1
    s.phase = Phase.DEAL
    if has_reached_target(s, NORTH) or has_reached_target(s, EAST):
        _end_match(s)
    if s.phase == Phase.DEAL:
        s.dealer = next_seat(s, s.dealer)


@kernel
def has_reached_target(s: State, seat: int) -> bool:
    """FLASH-9.1, 9.2, 9.8: tell whether a seat's team has the points of the target."""
    return s.score[seat] >= s.options.target


@kernel
def final_total(s: State, seat: int) -> int:
    """FLASH-9.3: return the points of a seat's team, and its bonus if it has reached the target."""
    return s.score[seat] + (s.bonus[seat] if has_reached_target(s, seat) else 0)


@kernel(seldom=True)
def _end_match(s: State) -> None:
    """FLASH-9.3 to 9.6, 9.9: add the bonuses and name the winners; on a tie play on, if that is agreed."""
    by_points = s.options.bonus_use == BonusUse.MARGIN_ONLY
    north, east = final_total(s, NORTH), final_total(s, EAST)
    tied = s.score[NORTH] == s.score[EAST] if by_points else north == east
    _tell_bonus(s, NORTH)
    _tell_bonus(s, EAST)
    if tied and s.options.tie == Tie.EXTRA_ROUND:
        note(s, EXTRA_ROUND, -1, s.score[NORTH] if by_points else north)
        return
    s.phase = Phase.OVER
    if s.score[NORTH] == s.score[EAST] and tied:
        note(s, DRAWN, -1, s.score[NORTH] if by_points else north)
        _name_winners(s, BOTH)
    elif by_points or tied:
        winner = NORTH if s.score[NORTH] > s.score[EAST] else EAST
        if tied:
            note(s, MORE_POINTS, winner, s.score[winner])
        _name_winners(s, winner)
    else:
        _name_winners(s, NORTH if north > east else EAST)


@kernel(seldom=True)
def _tell_bonus(s: State, seat: int) -> None:
    """FLASH-9.3: a team that is short of the target adds no bonus."""
    if has_reached_target(s, seat):
        note(s, ADDS_BONUS, seat, s.bonus[seat])
    else:
        note(s, NO_BONUS, seat, s.bonus[seat])


@kernel(seldom=True)
def _name_winners(s: State, winner: int) -> None:
    """FLASH-9.4 to 9.6: name the two of the winning team; all four when the match is drawn."""
    for seat in range(SEATS):
        s.won[seat] = winner == BOTH or seat % 2 == winner
    if winner == BOTH:
        return
    if s.options.bonus_use == BonusUse.MARGIN_ONLY:
        note(s, MARGIN, winner, final_total(s, winner) - final_total(s, 1 - winner))
        note(s, WINS, winner, s.score[winner])
    else:
        note(s, WINS, winner, final_total(s, winner))

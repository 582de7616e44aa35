"""The end of a deal: points, and the game points that they are worth (BINGO-8)."""

from __future__ import annotations

from torite.kit import kernel, note

from .options import Both70
from .state import (
    BOTH_70,
    CLOSED_IN_VAIN,
    CLOSER_FIRST,
    HIGHER,
    LAST_TRICK,
    NO_TRICK,
    NOBODY_70,
    SCORES_ONE,
    SCORES_TWO,
    SEATS,
    SEVEN_SHOWN,
    SIX_SHOWN,
    TILE_POINTS,
    TOTAL,
    WINS,
    Phase,
    State,
    points_of,
)

ENOUGH, FEW = 70, 30  # points that win a deal, and below which the loser pays double (BINGO-8.2, 8.3)
ALL_DOUBLES = 7
SEVEN_WORTH, SIX_WORTH = 3, 1  # game points for doubles shown (BINGO-7.10, 7.12)
IN_VAIN = 2  # game points for a closing that failed (BINGO-8.5)


@kernel
def score_deal(s: State) -> None:
    """BINGO-8: the deal is over; score it, and see whether the match is; else the other deals next."""
    for seat in range(SEATS):
        s.added[seat] = 0
    if s.revealed > 0:
        _score_shown(s)
    else:
        _tell_points(s)
        _score_points(s)
    s.deals_played += 1
    s.phase = Phase.DEAL
    for seat in range(SEATS):
        s.score[seat] += s.added[seat]
        if s.score[seat] >= s.options.target_game_points:
            s.won[seat] = 1
            s.phase = Phase.OVER
            note(s, WINS, seat, s.score[seat])
    if s.phase == Phase.DEAL:
        s.dealer = 1 - s.dealer
    s.turn = -1


@kernel
def _score_shown(s: State) -> None:
    """BINGO-7.10, 7.12, 8.1: doubles were shown: only their game points count."""
    if s.revealed == ALL_DOUBLES:
        _award(s, s.turn, SEVEN_WORTH, SEVEN_SHOWN)
    else:
        _award(s, s.turn, SIX_WORTH, SIX_SHOWN)


@kernel
def _tell_points(s: State) -> None:
    """BINGO-3.6, 6.7, 8: each player's points; the last trick counts where the stock was played out."""
    if s.closed_by < 0:
        s.last_bonus[s.best_seat] = s.options.last_trick_bonus
    for seat in range(SEATS):
        note(s, TILE_POINTS, seat, s.tile_points[seat])
        if s.last_bonus[seat] > 0:
            note(s, LAST_TRICK, seat, s.last_bonus[seat])
        if points_of(s, seat) != s.tile_points[seat]:
            note(s, TOTAL, seat, points_of(s, seat))


@kernel
def _score_points(s: State) -> None:
    """BINGO-8.2 to 8.8: who scores, and how much."""
    closer = s.closed_by
    first, second = points_of(s, 0), points_of(s, 1)
    if closer >= 0 and points_of(s, closer) < ENOUGH:
        _award(s, 1 - closer, IN_VAIN, CLOSED_IN_VAIN)
    elif closer >= 0:
        _award_winner(s, closer)
    elif min(first, second) >= ENOUGH:
        if s.options.both_70 == Both70.HIGHER and first != second:
            _award(s, 0 if first > second else 1, 1, HIGHER)
        else:
            note(s, BOTH_70, -1, 0)
    elif max(first, second) >= ENOUGH:
        _award_winner(s, 0 if first > second else 1)
    else:
        note(s, NOBODY_70, -1, 0)


@kernel
def _award_winner(s: State, seat: int) -> None:
    """BINGO-8.2 to 8.4, 8.6: 1 game point; 2 against fewer than 30, or against none at all."""
    if s.tricks[1 - seat] == 0:
        _award(s, seat, s.options.no_trick_game_points, NO_TRICK)
    elif points_of(s, 1 - seat) < FEW:
        _award(s, seat, 2, SCORES_TWO)
    elif points_of(s, 1 - seat) >= ENOUGH:
        _award(s, seat, 1, CLOSER_FIRST)
    else:
        _award(s, seat, 1, SCORES_ONE)


@kernel
def _award(s: State, seat: int, worth: int, line: int) -> None:
    s.added[seat] = worth
    note(s, line, seat, worth)

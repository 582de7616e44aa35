"""The end of a round and of the match: what points score, strikes, who is out and who wins (AMB-6 to AMB-8)."""

from __future__ import annotations

from torite.kit import kernel, next_seat, note

from .options import Edition, SlamScore
from .standing import line_of, repeats
from .state import (
    BETWEEN,
    BETWEEN_REVISED,
    HIGHEST,
    HIGHEST_REVISED,
    NIL,
    NIL_ALONE,
    NIL_OF_THREE,
    NIL_OF_TWO,
    OUT,
    PARDONED,
    SHARES_WIN,
    SLAM,
    SLAM_PLUS,
    SLAM_REVISED,
    STRIKES,
    TOOK,
    UNDER,
    UNDER_REVISED,
    VOID_LATE,
    VOID_ONCE,
    VOID_REVISED,
    VOID_TIERED,
    WINS,
    Phase,
    Stand,
    State,
)

NIL_SCORE = 28  # AMB-6.1
VOID_BY_REPEAT = (VOID_ONCE, VOID_ONCE, VOID_TIERED, VOID_ONCE, VOID_LATE)  # by `slam_repeat`
NILS = (NIL, NIL_ALONE, NIL_OF_TWO, NIL_OF_THREE)  # by how many there are, in the revised edition
NIL_SCORES = (0, 30, 15, 0)  # AMB-7.1
SLAM_SCORES = (0, 28, 35, 50)  # by line (AMB-6.5)


@kernel
def score_round(s: State) -> None:
    """AMB-6 to AMB-8: each seat scores or is struck; then the next round, or the end of the match."""
    nils = 0
    for seat in range(s.seats):
        nils += s.stands[seat] == Stand.NIL
    for seat in range(s.seats):
        s.added[seat] = _score_of(s, seat, nils)
        s.score[seat] += s.added[seat]
    ends = False
    for seat in range(s.seats):
        ends |= _strike(s, seat)
    s.deals_played += 1
    s.dealer = next_seat(s, s.dealer)
    s.turn = -1
    if ends:
        _name_winners(s)
    else:
        s.phase = Phase.DEAL


@kernel
def _score_of(s: State, seat: int, nils: int) -> int:
    """AMB-6.1 to 6.9, 7.1 to 7.9: return what a seat scores, and note why."""
    stand = s.stands[seat]
    revised = s.options.edition == Edition.REVISED
    points = s.points[seat]
    if stand == Stand.NIL:
        return _score_nil(s, seat, nils)
    if stand == Stand.SLAM:
        return _score_slam(s, seat)
    if stand == Stand.BETWEEN:
        note(s, BETWEEN_REVISED if revised else BETWEEN, seat, points)
        return points
    if stand == Stand.UNDER:
        note(s, UNDER_REVISED if revised else UNDER, seat, points)
    elif stand == Stand.HIGHEST:
        note(s, HIGHEST_REVISED if revised else HIGHEST, seat, points)
    elif revised:
        note(s, VOID_REVISED, seat, points)
    else:
        note(s, VOID_BY_REPEAT[repeats(s)], seat, points)
    return 0


@kernel
def _score_nil(s: State, seat: int, nils: int) -> int:
    """AMB-6.1, 7.1, 7.2: nil scores 28 for everybody who does it; in the revised edition it is shared."""
    revised = s.options.edition == Edition.REVISED
    score = NIL_SCORES[nils] if revised else NIL_SCORE
    note(s, NILS[nils] if revised else NIL, seat, score)
    return score


@kernel
def _score_slam(s: State, seat: int) -> int:
    """AMB-6.5, 6.6, 6.9, 7.6: what a slam that counts scores; its line is remembered."""
    points = s.points[seat]
    line = line_of(s, points)
    s.slams[seat] += 1
    s.line[seat] = max(s.line[seat], line)
    note(s, TOOK, seat, points)
    if s.options.edition == Edition.REVISED:
        score = revised_slam(points)
        note(s, SLAM_REVISED, seat, score)
        return score
    if s.options.slam_score == SlamScore.POINTS_PLUS_BONUS:
        note(s, SLAM_PLUS, seat, SLAM_SCORES[line] + points)
        return SLAM_SCORES[line] + points
    note(s, SLAM, seat, SLAM_SCORES[line])
    return SLAM_SCORES[line]


@kernel
def revised_slam(points: int) -> int:
    """AMB-7.6: 50 and a point for each above 75; from 105 on 80 and two for each; 121 for all."""
    if points == 121:
        return 121
    return 80 + 2 * (points - 105) if points >= 105 else 50 + points - 75


@kernel
def _strike(s: State, seat: int) -> bool:
    """AMB-8.1 to 8.5: count a strike; tell whether it puts the seat out, as only a full strike can."""
    stand = s.stands[seat]
    if stand == Stand.UNDER and s.strikes[seat] == s.options.strikes_out - 1:
        note(s, PARDONED, seat, s.strikes[seat])
        return False
    if stand != Stand.UNDER and stand != Stand.HIGHEST and stand != Stand.VOID:
        return False
    s.strikes[seat] += 1
    s.understrikes[seat] += stand == Stand.UNDER
    note(s, STRIKES, seat, s.strikes[seat])
    if s.strikes[seat] < s.options.strikes_out:
        return False
    s.out[seat] = 1
    note(s, OUT, seat, s.score[seat])
    return True


@kernel
def _name_winners(s: State) -> None:
    """AMB-8.3, 8.6, 8.7: the most points among those not out win; equal ones win together."""
    best = -1
    for seat in range(s.seats):
        if s.out[seat] == 0:
            best = max(best, s.score[seat])
    winners = 0
    for seat in range(s.seats):
        if s.out[seat] == 0 and s.score[seat] == best:
            s.won[seat] = 1
            winners += 1
    for seat in range(s.seats):
        if s.won[seat] == 1:
            note(s, WINS if winners == 1 else SHARES_WIN, seat, best)
    s.phase = Phase.OVER

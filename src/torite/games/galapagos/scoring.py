"""The bonus of each phase, the deal, and the match (GALA-4, GALA-7)."""

from __future__ import annotations

from torite.kit import kernel, note

from .state import CENTURY, DEAL_COUNTS, NOBODY, SEATS, TIED, WINS, Phase, State

CENTURY_MARKS = (100, 101)  # by century_mark (GALA-4.3)
BONUS = (100, 50, 30)  # by stage (GALA-4.2)


@kernel
def mark_of(s: State) -> int:
    """GALA-4.3: return the deal score that is the mark."""
    return CENTURY_MARKS[s.options.century_mark]


@kernel
def deal_score(s: State, seat: int) -> int:
    """GALA-4.1, 4.5: return a seat's points of this deal so far, without the bonus."""
    return s.meld_points[seat] + s.trick_points[seat] + s.playoff_points[seat]


@kernel(seldom=True)
def score_stage(s: State, stage: int) -> None:
    """GALA-4.2, 4.4: a bonus for whoever has reached the mark now, while the other has not reached it."""
    before = s.reached[0] + s.reached[1]
    for seat in range(SEATS):
        if deal_score(s, seat) >= mark_of(s):
            s.reached[seat] = 1
    if before == 0 and s.reached[0] + s.reached[1] == 1:
        seat = 0 if s.reached[0] == 1 else 1
        s.bonus[seat] = BONUS[stage]
        s.score[seat] += s.bonus[seat]
        note(s, CENTURY, seat, s.bonus[seat])


@kernel(seldom=True)
def end_deal(s: State) -> None:
    """GALA-1.6, 7.1 to 7.4: the deal is over; the higher total wins if one has reached the target, but not a tie."""
    for seat in range(SEATS):
        note(s, DEAL_COUNTS, seat, deal_score(s, seat) + s.bonus[seat])
    s.deals_played += 1
    s.dealer = 1 - s.dealer
    s.turn = NOBODY
    s.phase = Phase.JOKERS if s.options.jokers else Phase.DEAL
    best = max(s.score[0], s.score[1])
    if best < s.options.target:
        return
    if s.score[0] == s.score[1]:
        note(s, TIED, NOBODY, best)
        return
    winner = 0 if s.score[0] == best else 1
    s.won[winner] = 1
    s.game_points[winner] = game_points(s, s.score[1 - winner])
    note(s, WINS, winner, s.game_points[winner])
    s.phase = Phase.OVER


@kernel
def game_points(s: State, loser: int) -> int:
    """GALA-7.3, 7.5: return what the match is worth by the loser's total."""
    target = s.options.target
    if loser >= target:
        return 1
    if 4 * loser >= 3 * target:
        return 2
    return 3 if 2 * loser >= target else 4

"""The end of a deal: card points in halves, and the score (TAROT-11 to 15)."""

from __future__ import annotations

from torite.kit import count, kernel, note

from .cards import FACTOR, HANDFUL_WORTH, NEEDED, OUDLERS, halves_of
from .options import PetitBeforeExcuse
from .state import (
    BASE,
    BEATEN,
    CARD_POINTS,
    DEFENDER_SCORES,
    DISCARD_POINTS,
    FAILED,
    GARDE_SANS,
    GETS_HALF,
    GIVES_HALF,
    HAND_SIZE,
    HANDFUL_POINTS,
    KITTY_LOST,
    KITTY_POINTS,
    MADE,
    ME,
    NEEDS,
    OUDLERS_WON,
    PETIT_AU_BOUT,
    ROUNDED,
    SCORES,
    SLAM_MADE,
    SLAM_MISSED,
    SLAM_SUFFERED,
    SLAM_UNSAID,
    TIMES,
    TRICK_POINTS,
    UNIT,
    Phase,
    State,
    has_exchange,
    party,
)

CONTRACT = 25  # what a deal is worth beside its card points (TAROT-14.1)
PETIT_WORTH = 10
SLAM_SAID, SLAM_QUIET, SLAM_LOST = 400, 200, 200  # TAROT-14.6


@kernel
def oudlers_of(s: State) -> int:
    """TAROT-13.2: count the oudlers among the declarer's cards."""
    trumps = s.taken[ME][1]
    if s.bid == GARDE_SANS:
        trumps |= s.kitty[1]
    return count(trumps & OUDLERS)


@kernel
def card_halves(s: State) -> int:
    """TAROT-13.1: return the declarer's card points in halves: tricks, discard or kitty, and the debt of the Excuse."""
    halves = halves_of(s.taken[ME][0], s.taken[ME][1]) + halves_of(s.laid_away[0], s.laid_away[1]) - s.debt
    if s.bid == GARDE_SANS:
        halves += halves_of(s.kitty[0], s.kitty[1])
    return halves


@kernel
def is_made(s: State) -> bool:
    """TAROT-13.3: tell whether the declarer has the card points that his oudlers demand; half a point counts."""
    return card_halves(s) >= 2 * NEEDED[oudlers_of(s)]


@kernel
def petit_au_bout(s: State) -> int:
    """TAROT-12: return 1 if the declarer has it, -1 if the defence has, 0 if nobody has."""
    taker = party(s.best_seat)
    worth = 1 - 2 * taker
    if s.petit_trick == HAND_SIZE:
        return worth
    if s.excuse_side != s.best_seat or s.petit_trick != HAND_SIZE - 1 or party(s.petit_taker) != taker:
        return 0
    anybody = s.options.petit_before_excuse_slam == PetitBeforeExcuse.ANY_IN_TRICK
    return worth if anybody or party(s.petit_side) == taker else 0


@kernel
def _slam_points(s: State) -> int:
    """TAROT-14.6 to 14.8, 14.11: a slam announced or not, made or missed; and all tricks lost."""
    points = 0
    if s.tricks[ME] == HAND_SIZE:
        points = SLAM_SAID if s.slam == 1 else SLAM_QUIET
        note(s, SLAM_MADE if s.slam == 1 else SLAM_UNSAID, ME, points)
    elif s.slam == 1:
        points = -SLAM_LOST
        note(s, SLAM_MISSED, ME, -points)
    if s.tricks[ME] == 0 and s.options.defence_slam_bonus > 0:
        points -= s.options.defence_slam_bonus
        note(s, SLAM_SUFFERED, ME, s.options.defence_slam_bonus)
    return points


@kernel
def score_deal(s: State) -> None:
    """TAROT-13, 14, 15: score the deal, and see whether the session is over."""
    halves, needed = card_halves(s), NEEDED[oudlers_of(s)]
    made = is_made(s)
    sign = 1 if made else -1
    rounded = (halves + 1) // 2 if made else halves // 2
    difference = abs(rounded - needed)
    note(s, MADE if made else FAILED, ME, difference)
    _tell_cards(s, halves, rounded, needed)
    petit = petit_au_bout(s)
    unit = sign * (CONTRACT + difference)
    note(s, BASE, ME, unit)
    if petit != 0:
        note(s, PETIT_AU_BOUT, ME, PETIT_WORTH * petit)
    unit = (unit + PETIT_WORTH * petit) * FACTOR[s.bid]
    if FACTOR[s.bid] > 1:
        note(s, TIMES, ME, unit)
    if s.handful > 0:
        note(s, HANDFUL_POINTS, ME, sign * HANDFUL_WORTH[s.handful])
    unit += sign * HANDFUL_WORTH[s.handful] + _slam_points(s)
    note(s, UNIT, ME, unit)
    note(s, SCORES, ME, 2 * unit)
    note(s, DEFENDER_SCORES, -1, -unit)
    _enter(s, 2 * unit)


@kernel
def _tell_cards(s: State, halves: int, rounded: int, needed: int) -> None:
    """TAROT-13.1, 13.2: tell where the card points come from."""
    note(s, TRICK_POINTS, ME, halves_of(s.taken[ME][0], s.taken[ME][1]))
    if has_exchange(s):
        note(s, DISCARD_POINTS, ME, halves_of(s.laid_away[0], s.laid_away[1]))
    else:
        note(s, KITTY_POINTS if s.bid == GARDE_SANS else KITTY_LOST, ME, halves_of(s.kitty[0], s.kitty[1]))
    if s.debt != 0:
        note(s, GIVES_HALF if s.debt > 0 else GETS_HALF, ME, 1)
    note(s, CARD_POINTS, ME, halves)
    if halves % 2 == 1:
        note(s, ROUNDED, ME, rounded)
    note(s, OUDLERS_WON, ME, oudlers_of(s))
    note(s, NEEDS, ME, needed)


@kernel
def _enter(s: State, score: int) -> None:
    """TAROT-15.2, 15.3: enter the declarer's score; after so many deals the session is over."""
    if s.deals_played > 0 and score > s.added:
        s.times_beaten += 1
        note(s, BEATEN, ME, score - s.added)
    if s.deals_played == 0 or score > s.best_added:
        s.best_added = score
    s.added = score
    s.score[ME] += score
    s.deals_played += 1
    s.settled = 1
    s.phase = Phase.OVER if s.deals_played == s.options.deal_count else Phase.DEAL

"""The invariants of the clauses (section 11), as predicates over a state after any action or outcome."""

from __future__ import annotations

from typing import Any

from torite.kit import kinds, size

from .cards import ALL_POINTS, CARDS, JACK_POINTS
from .state import PASSED, SEATS, TRICKS, Phase, State, cards_on_trick
from .tricks import BREAKERS


def hands_shrink(s: State) -> bool:
    """Invariant 1: in the play every hand has a card for each trick that is left, or has just played it."""
    if s.phase != Phase.PLAY:
        return True
    laid = [size(s.trick[seat]) * (s.trick_len < SEATS) for seat in range(SEATS)]
    return all(size(s.hand[seat]) + laid[seat] == TRICKS - s.tricks_played for seat in range(SEATS))


def three_pass(s: State) -> bool:
    """Invariant 2: a seat has laid aside three cards or none, and none once the play begins."""
    wanted = PASSED if s.phase == Phase.PASS else 0
    return all(size(s.passing[seat]) == wanted * s.chosen[seat] for seat in range(SEATS))


def broken_when_played(s: State) -> bool:
    """Invariant 3: hearts are broken exactly when a card that breaks them has been played."""
    if s.phase != Phase.PLAY or not s.options.must_break_hearts:
        return True
    played = cards_on_trick(s)
    for seat in range(SEATS):
        played |= kinds(s.taken[seat])
    return s.broken == (played & BREAKERS[s.options.qs_breaks_hearts] != 0)


def deal_adds_up(s: State) -> bool:
    """Invariant 4: without bonuses the four seats' points of a deal are 26, or 78 after a moon."""
    if s.phase in (Phase.PASS, Phase.PLAY) or s.deals_played == 0:
        return True
    if s.options.jd_bonus or s.options.avoid_all_tricks_bonus:
        return all(JACK_POINTS <= points <= ALL_POINTS for points in s.added)
    return sum(s.added) in (ALL_POINTS, 3 * ALL_POINTS)


def nobody_holds_after(s: State) -> bool:
    """Invariant 5: a deal ends with all cards on the last trick or in the taken ones."""
    if s.phase in (Phase.PASS, Phase.PLAY) or s.deals_played == 0:
        return True
    return sum(map(size, s.taken)) + sum(map(size, s.trick)) == CARDS


PROMISES: dict[str, Any] = {
    "HEARTS-11.1 hands shrink": hands_shrink,
    "HEARTS-11.2 three are passed": three_pass,
    "HEARTS-11.3 hearts broken": broken_when_played,
    "HEARTS-11.4 points of a deal": deal_adds_up,
    "HEARTS-11.5 empty hands": nobody_holds_after,
}

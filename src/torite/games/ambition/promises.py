"""The invariants of the clauses (section 12), as predicates over a state after any action or outcome."""

from __future__ import annotations

from typing import Any

from torite.kit import kinds, size

from .cards import ALL_POINTS, PACK
from .options import Edition, SlamRepeat, SlamScore
from .standing import LINES, repeats
from .state import PASSED, SEATS, Phase, Stand, State, Way, tricks_in_all


def _scored(s: State) -> bool:
    """Tell whether a round has just been scored."""
    return s.deals_played > 0 and s.phase in (Phase.DEAL, Phase.OVER)


def cards_lie_once(s: State) -> bool:
    """Invariant 1: hands, passes in transit, the trick and taken tricks are the pack, no card twice."""
    if s.deals_played == 0 and s.phase in (Phase.DEALER, Phase.DEAL):
        return True
    rows = [*s.hand, *s.for_left, *s.for_across, *s.for_right, *s.trick, *s.taken]
    return sorted(kind for row in rows for kind in PACK.listed(row)) == PACK.listed(s.in_play)


def passes_are_whole(s: State) -> bool:
    """Invariant 1: a seat has laid aside all that it passes or nothing, and nothing is in transit in the play."""
    for seat in range(s.seats):
        laid = [size(rows[seat]) for rows in (s.for_left, s.for_across, s.for_right)]
        there = {
            Way.LEFT: [PASSED, 0, 0],
            Way.ACROSS: [0, PASSED, 0],
            Way.RIGHT: [0, 0, PASSED],
            Way.SCATTER: [1, int(s.seats == SEATS), 1],
        }
        laying = s.phase == Phase.PASS and s.chosen[seat]
        if laid != (there[Way(s.way)] if laying else [0, 0, 0]):
            return False
    return True


def points_add_up(s: State) -> bool:
    """Invariant 2: a round's points and tricks are complete at its end, and never more before."""
    whole, tricks = ALL_POINTS[s.options.edition], tricks_in_all(s)
    if _scored(s):
        return sum(s.points) == whole and sum(s.tricks) == tricks
    return sum(s.points) <= whole and sum(s.tricks) == s.tricks_played <= tricks


def everybody_stands(s: State) -> bool:
    """Invariant 3: who took a trick has a strike, an understrike, a slam or a plain score; who took none has nil."""
    if not _scored(s):
        return True
    plain = all(s.added[seat] == s.points[seat] for seat in range(s.seats) if s.stands[seat] == Stand.BETWEEN)
    return plain and all((s.stands[seat] == Stand.NIL) == (s.tricks[seat] == 0) for seat in range(s.seats))


def strikes_or_slam(s: State) -> bool:
    """Invariant 4: without a slam that counts somebody gets a full strike, with one nobody does."""
    struck = any(s.stands[seat] in (Stand.HIGHEST, Stand.VOID) for seat in range(s.seats))
    return not _scored(s) or struck != (Stand.SLAM in s.stands[: s.seats])


def one_slam(s: State) -> bool:
    """Invariant 5: one player at most slams in a round."""
    return sum(points >= LINES[s.options.edition][1] for points in s.points) <= 1


def strikes_fit(s: State) -> bool:
    """Invariant 6: the last strike is a full one, and then the match is over."""
    if any(strikes > s.options.strikes_out for strikes in s.strikes):
        return False
    out = [strikes == s.options.strikes_out for strikes in s.strikes[: s.seats]]
    full = all(s.stands[seat] in (Stand.HIGHEST, Stand.VOID) for seat in range(s.seats) if out[seat])
    return out == [bool(flag) for flag in s.out[: s.seats]] and any(out) == (s.phase == Phase.OVER) and full


def scores_fit(s: State) -> bool:
    """Invariant 7: a round adds something from nothing to the most that a slam scores."""
    plus = s.options.slam_score == SlamScore.POINTS_PLUS_BONUS
    most = 121 if s.options.edition == Edition.REVISED else 135 if plus else 50
    struck = all(s.added[seat] == 0 for seat in range(s.seats) if s.stands[seat] in (Stand.UNDER, Stand.HIGHEST))
    return all(0 <= added <= most for added in s.added) and (not _scored(s) or struck)


def drafts_name_the_hand(s: State) -> bool:
    """Invariant 8: what a draft names still lies in the hand of its owner, and is for one seat each."""
    for seat in range(s.seats):
        named = kinds(s.draft[seat])
        parts = [kinds(rows[seat]) for rows in (s.draft_left, s.draft_across, s.draft_right)]
        if named & ~kinds(s.hand[seat]) or (s.way == Way.SCATTER and sum(parts) != named):
            return False
    return True


def match_is_bounded(s: State) -> bool:
    """Invariant 9: rounds with a full strike, which are those without a slam that counts, are limited; so are slams."""
    rounds = s.deals_played - sum(s.slams)
    slams = {SlamRepeat.ONCE: s.seats, SlamRepeat.TIERED: 3 * s.seats}.get(SlamRepeat(repeats(s)), s.deals_played)
    return rounds <= s.seats * (s.options.strikes_out - 1) + 1 and sum(s.slams) <= slams


PROMISES: dict[str, Any] = {
    "AMB-12.1 cards": cards_lie_once,
    "AMB-12.1 passes": passes_are_whole,
    "AMB-12.2 points": points_add_up,
    "AMB-12.3 stands": everybody_stands,
    "AMB-12.4 strikes or slam": strikes_or_slam,
    "AMB-12.5 one slam": one_slam,
    "AMB-12.6 strikes": strikes_fit,
    "AMB-12.7 scores": scores_fit,
    "AMB-12.8 drafts": drafts_name_the_hand,
    "AMB-12.9 bounds": match_is_bounded,
}

"""What a world must agree with beside the cards seen: who holds a figure, who does not, who could act (PERL-5, 8)."""

from __future__ import annotations

from typing import Any

from torite.kit import clear, kernel, kinds, put_each

from .cards import ACE, figure_strength
from .figures import best_figure, has_figure
from .state import GLEICH, HANGER, SEATS, TEAMS, State, cards_of

CERTAIN = 1000  # odds of a world that nothing speaks against
STRONG_GLEICH, STRONG_HANGER = figure_strength(3, ACE - 1), figure_strength(3, ACE)  # figures on which one bets
WEAK_BET, SILENT = 4, 2  # how many times less likely is a bet on less, and none with as much


@kernel
def complete(s: State, viewer: int, rng: Any) -> None:
    """PERL-4.5: the five cards of each seat are those that it holds and has played."""
    if s.due < 0:
        return
    for seat in range(SEATS):
        clear(s.five[seat])
        put_each(s.five[seat], kinds(s.hand[seat]) | kinds(s.trick[seat]) | kinds(s.spent[seat]))


@kernel
def odds(s: State, viewer: int) -> int:
    """Weigh a world for a viewer, in thousandths; 0 if what everybody knows cannot be so."""
    if s.due < 0:
        return CERTAIN
    for seat in range(SEATS):
        if not is_possible(s, seat):
            return 0
    for team in range(TEAMS):
        if not can_reach(s, team):
            return 0
    weight = CERTAIN
    for seat in range(SEATS):
        if seat != viewer:
            weight //= _surprise(s, seat, GLEICH, s.bet_loose_gleich[seat])
            weight //= _surprise(s, seat, HANGER, s.bet_loose_hanger[seat])
    return max(1, weight)


@kernel(seldom=True)
def _surprise(s: State, seat: int, element: int, bet_loose: int) -> int:
    """Return how many times less likely a seat would have bet on a figure, or not, with these cards."""
    if bet_loose == 0 and (s.ever_bet[element] == 1 or s.tricks_played == 0):
        return 1
    best = best_figure(s, element, cards_of(s, seat), bet_loose if bet_loose != 0 else s.loose)
    strong = best >= (STRONG_GLEICH if element == GLEICH else STRONG_HANGER)
    if bet_loose != 0:
        return 1 if strong else WEAK_BET
    return SILENT if strong else 1


@kernel
def judged_with(s: State) -> int:
    """PERL-8.14: return the cards that were not fixed while Gleich was settled."""
    return s.gleich_loose if s.gleich_loose != 0 else s.loose


@kernel(seldom=True)
def is_possible(s: State, seat: int) -> bool:
    """PERL-5.10, 5.12, 8.6, 8.8: tell whether a seat holds the figures it has bet on, and not those it cannot have."""
    cards = cards_of(s, seat)
    if s.bet_loose_gleich[seat] != 0 and not has_figure(s, GLEICH, cards, s.bet_loose_gleich[seat]):
        return False
    if s.bet_loose_hanger[seat] != 0 and not has_figure(s, HANGER, cards, s.bet_loose_hanger[seat]):
        return False
    if s.below_gleich[seat] != 0 and best_figure(s, GLEICH, cards, judged_with(s)) >= s.below_gleich[seat]:
        return False
    return s.below_hanger[seat] == 0 or best_figure(s, HANGER, cards, s.loose) < s.below_hanger[seat]


@kernel(seldom=True)
def can_reach(s: State, team: int) -> bool:
    """PERL-8.6: tell whether one of a team had a figure with which it could act, where it was asked."""
    if s.reach_gleich[team] != 0 and _best(s, team, GLEICH, judged_with(s)) < s.reach_gleich[team]:
        return False
    return s.reach_hanger[team] == 0 or _best(s, team, HANGER, s.loose) >= s.reach_hanger[team]


@kernel
def _best(s: State, team: int, element: int, loose: int) -> int:
    best = best_figure(s, element, cards_of(s, team), loose)
    return max(best, best_figure(s, element, cards_of(s, team + TEAMS), loose))

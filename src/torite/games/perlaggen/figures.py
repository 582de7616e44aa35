"""Figures: the best set of equals and the best sequence in five cards, some of them wild (PERL-4.2 to 4.10).

How strong a figure is, 0 for none, goes by its cards and then by its rank (`figure_strength`). A wild in *loose* may
stand for anything, another stands for what it is fixed as.
"""

from __future__ import annotations

from torite.kit import bit, count, has, highest, kernel, lowest, section

from .cards import ACE, BEST_RUN, FEWEST, OF_RANK, OF_SUIT, RANK, STRENGTH, WIDTH, WILDS, figure_rank, figure_strength
from .state import GLEICH, State


@kernel
def meaning_of(s: State, card: int) -> int:
    """PERL-4.9: return what a card stands for in figures: what it is fixed as, or itself."""
    if has(WILDS[s.trump], card) and not has(s.loose, card):
        return s.fixed[STRENGTH[s.trump][card]]
    return card


@kernel
def meant(s: State, bound: int) -> int:
    """PERL-4.9: return the mask of what some fixed wilds stand for; two may stand for one card."""
    mask = 0
    while bound != 0:
        mask |= bit(s.fixed[STRENGTH[s.trump][lowest(bound)]])
        bound &= bound - 1
    return mask


@kernel
def count_meant(s: State, bound: int, mask: int) -> int:
    """Count the fixed wilds that stand for a card of the mask."""
    total = 0
    while bound != 0:
        total += has(mask, s.fixed[STRENGTH[s.trump][lowest(bound)]])
        bound &= bound - 1
    return total


@kernel
def best_gleich(s: State, cards: int, loose: int) -> int:
    """PERL-4.2: find the most cards of one rank, and of those the highest rank."""
    wilds = cards & WILDS[s.trump]
    bound = wilds & ~loose
    free = count(wilds & loose)
    naturals = cards & ~wilds
    have = naturals | meant(s, bound)
    best = figure_strength(free, ACE)
    while have != 0:
        rank = RANK[lowest(have)]
        equal = count(naturals & OF_RANK[rank]) + count_meant(s, bound, OF_RANK[rank]) + free
        best = max(best, figure_strength(equal, rank))
        have &= ~OF_RANK[rank]
    return best if best >= figure_strength(FEWEST, 0) else 0


@kernel
def best_hanger(s: State, cards: int, loose: int) -> int:
    """PERL-4.3, 4.4: find the longest sequence of a suit that lacks no more cards than there are free wilds."""
    wilds = cards & WILDS[s.trump]
    bound = wilds & ~loose
    have = cards & ~wilds
    if bound != 0:
        have |= meant(s, bound)
    return longest_run(have, count(wilds & loose))


@kernel
def run_of_suit(suit: int, have: int, free: int) -> int:
    """Find the strongest sequence of a suit of which all but so many cards are there."""
    return BEST_RUN[suit][free][section(have, WIDTH * suit, WIDTH)]


@kernel
def longest_run(have: int, free: int) -> int:
    """Find the strongest sequence of which all but so many cards are there."""
    best = 0
    for suit in range(len(OF_SUIT)):
        best = max(best, run_of_suit(suit, have, free))
    return best


@kernel
def best_figure(s: State, element: int, cards: int, loose: int) -> int:
    """Find how strong the best figure for an element is, 0 for none."""
    return best_gleich(s, cards, loose) if element == GLEICH else best_hanger(s, cards, loose)


@kernel(seldom=True)
def has_figure(s: State, element: int, cards: int, loose: int) -> bool:
    """PERL-4.2, 4.3, 5.11: tell whether there is one at all; a free wild makes a pair of either kind with any card."""
    wilds = cards & WILDS[s.trump]
    if wilds & loose != 0:
        return cards & (cards - 1) != 0
    have = cards & ~wilds
    if element == GLEICH:
        return best_gleich(s, cards, loose) != 0
    if wilds != 0:
        have |= meant(s, wilds)
    return longest_run(have, 0) != 0


@kernel(seldom=True)
def best_after(s: State, cards: int) -> int:
    """PERL-8.10: return the best sequence left once the wilds in the best set of equals are fixed as well as can be.

    All free wilds are in the best set of equals, and at most one card of its rank is in a sequence.
    """
    wilds = cards & WILDS[s.trump]
    have = (cards & ~wilds) | meant(s, wilds & ~s.loose)
    best = longest_run(have, 0)
    if wilds & s.loose == 0:
        return best
    equals = OF_RANK[figure_rank(best_gleich(s, cards, s.loose))]
    while equals != 0:
        best = max(best, longest_run(have | bit(lowest(equals)), 0))
        equals &= equals - 1
    return best


@kernel
def strength_of(meanings: int, size: int) -> int:
    """Return how strong some cards of a rank, or of a suit, are, given what they stand for and their number."""
    return figure_strength(size, RANK[highest(meanings)])

"""What the others' choices say about a world: how likely they would have chosen so with the cards they have in it."""

from __future__ import annotations

from torite.kit import kernel, size_of

from .cards import TRUMPS
from .parties import BOTH, dealt_queens
from .state import CONTRA, EXCHANGED, PASSED, RE, UNDECIDED, Contract, Phase, State

CERTAIN = 1000  # odds of a world that nothing speaks against
# how many times less likely is a silent solo, a poor hand that passed, an announcement without trumps
SILENT, POOR, WEAK = 8, 4, 3
STRONG = 7  # trumps dealt from which on an announcement is no surprise


@kernel
def odds(s: State, viewer: int) -> int:
    """Weigh a world for a viewer, in thousandths: reservations, announcements and gifts made by the other seats."""
    weight = CERTAIN
    if s.phase != Phase.PLAY or s.contract != Contract.NORMAL:
        return weight
    for seat in range(s.seats):
        if seat != viewer and seat != s.idle:
            weight //= _surprise(s, seat)
    return max(1, weight)  # such a world may be all the same


@kernel
def trumps_dealt(s: State, seat: int) -> int:
    """Count the trumps that a seat holds or has played."""
    return size_of(s.hand[seat], TRUMPS[s.order]) + s.trumps_out[seat]


@kernel(seldom=True)
def _surprise(s: State, seat: int) -> int:
    """Return how many times less likely a seat would have chosen as it did, with these cards."""
    factor = 1
    if s.said[seat] == PASSED and dealt_queens(s, seat) == BOTH:
        factor *= SILENT
    trumps = trumps_dealt(s, seat)
    if s.said[seat] == PASSED and s.options.poverty_allowed and trumps <= EXCHANGED:
        factor *= POOR
    if s.announced[seat] > 0 and trumps < STRONG:
        factor *= WEAK
    if s.party[seat] == UNDECIDED:
        if s.side[seat] == RE:
            factor *= 1 + max(0, -s.helped[seat])
        elif s.side[seat] == CONTRA:
            factor *= 1 + max(0, s.helped[seat])
    return factor

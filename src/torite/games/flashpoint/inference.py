"""What a world must agree with beside the cards seen: flashes, paid disobedience, passes; and how likely it is.

Cards never change hands in a round, so what a seat was dealt is what it holds and what it has played.
"""

from __future__ import annotations

from typing import Any

from torite.kit import count, has, kernel, kinds

from .cards import OBEYING, OF_SUIT, RANKS_IN_ALL, SUITS_IN_ALL, ranks_in
from .flashes import flashes_in, highest_set, is_twin, shown_by, times_four, times_void, unshown
from .state import COMMANDS, HELD_BACK, SEATS, SHOWN_ALL, Phase, State

CERTAIN = 1000  # odds of a world that nothing speaks against
MODEST = 3  # how many times less likely a seat did not show a flash that it held


@kernel
def dealt_to(s: State, seat: int) -> int:
    """Return the eight cards that a seat was dealt."""
    return kinds(s.hand[seat]) | kinds(s.spent[seat])


@kernel
def complete(s: State, viewer: int, rng: Any) -> None:
    """FLASH-7.15: settle in a world which four a seat has shown to a neighbour, where the viewer did not see them."""
    for seat in range(SEATS):
        if s.four_flash[seat] > 0 and s.four_rank[seat] == 0:
            s.four_rank[seat] = highest_set(dealt_to(s, seat))


@kernel
def odds(s: State, viewer: int) -> int:
    """Weigh a world for a viewer, in thousandths; 0 if what everybody knows, or the viewer was shown, cannot be so."""
    weight = CERTAIN
    for seat in range(SEATS):
        if seat != viewer:
            if not is_possible(s, seat):
                return 0
            weight //= _surprise(s, seat)
    return max(1, weight)


@kernel
def is_possible(s: State, seat: int) -> bool:
    """Tell whether a seat's cards agree with all that it has told."""
    if not (can_pay(s, seat) and is_square(s, seat)):
        return False
    return has_shown_truly(s, seat) and has_passed_truly(s, seat) and has_a_turn(s, seat)


@kernel
def can_pay(s: State, seat: int) -> bool:
    """FLASH-2.4: who paid for disobeying held a card that obeys, and holds it still if none has been played since."""
    if s.proved[seat] == 0:
        return True
    for command in range(len(COMMANDS)):
        if has(s.proved[seat], command) and kinds(s.hand[seat]) & OBEYING[command] == 0:
            return False
    return True


@kernel
def is_square(s: State, seat: int) -> bool:
    """FLASH-8.1: after a Square flash there is one card of each suit that has not been played since."""
    if s.square_left[seat] == 0:
        return True
    for suit in range(SUITS_IN_ALL):
        wanted = s.square_left[seat] & OF_SUIT[suit] != 0
        if count(kinds(s.hand[seat]) & OF_SUIT[suit]) != wanted:
            return False
    return True


@kernel
def has_shown_truly(s: State, seat: int) -> bool:
    """FLASH-7.3 to 7.9, 7.15: the cards dealt hold what was shown, as often as it counted."""
    if shown_by(s, seat) == 0:
        return True
    dealt = dealt_to(s, seat)
    if s.void_flash[seat] > 0 and times_void(s, dealt) != s.void_flash[seat]:
        return False
    if s.twin_flash[seat] > 0 and not is_twin(dealt):
        return False
    if s.long_flash[seat] > 0 and ranks_in(dealt) != RANKS_IN_ALL:
        return False
    if s.four_flash[seat] == 0:
        return True
    return times_four(s, dealt) == s.four_flash[seat] and highest_set(dealt) == s.four_rank[seat]


@kernel
def has_passed_truly(s: State, seat: int) -> bool:
    """FLASH-3.6, 7.12: a pass that was said keeps a flash back; one that came of itself does not."""
    if s.pass_told[seat] == 0:
        return True
    hidden = flashes_in(dealt_to(s, seat)) & ~shown_by(s, seat)
    return hidden == 0 if s.pass_told[seat] == SHOWN_ALL else hidden != 0


@kernel
def has_a_turn(s: State, seat: int) -> bool:
    """FLASH-3.6: whoever is asked can play, or holds a flash in trick 1 that it has not shown."""
    if s.phase != Phase.FOLLOW or seat != s.turn or kinds(s.hand[seat]) & ~s.lying != 0:
        return True
    return s.tricks_played == 0 and unshown(s, seat) != 0


@kernel
def _surprise(s: State, seat: int) -> int:
    """Return how many times less likely a seat would have shown as little as it did, with these cards."""
    if kinds(s.spent[seat]) == 0 or s.pass_told[seat] == HELD_BACK:
        return 1
    hidden = flashes_in(dealt_to(s, seat)) & ~shown_by(s, seat)
    return MODEST if hidden != 0 else 1

"""The rule of thumb in the tricks: take them cheaply, lead what cannot be beaten, mind whether the number is odd."""

from __future__ import annotations

from torite.kit import bit, count, kernel, kinds, lowest

from .cards import JOKERS, OF_SUIT, ORDINARY, RANK, SUIT
from .state import HAND_SIZE, State
from .tricks import EVEN_POINTS, ODD_POINTS, follower_wins, height, is_lead, is_trump

TRUMP_COST = 14  # what it costs to spend a trump, in ranks


@kernel
def trick_card(s: State, seat: int, choices: int) -> int:
    """Choose a card for the trick."""
    if is_lead(s):
        return _to_lead(s, seat, choices)
    return _to_follow(s, seat, choices)


@kernel
def maybe_held(s: State, seat: int) -> int:
    """Return the cards that the other may hold: those that a seat has not seen."""
    seen = kinds(s.hand[seat]) | kinds(s.bids[0]) | kinds(s.bids[1]) | kinds(s.given[seat]) | kinds(s.lacks[1 - seat])
    for one in range(2):
        seen |= kinds(s.trick[one]) | kinds(s.played[one])
    return (ORDINARY | (JOKERS if s.options.jokers else 0)) & ~seen


@kernel
def _cost(s: State, seat: int, card: int) -> int:
    return height(card) + (TRUMP_COST if is_trump(s, seat, card) else 0)


@kernel
def _to_follow(s: State, seat: int, choices: int) -> int:
    """Win with the card that costs least, else throw it; with a last choice in the odd or even, let it pass."""
    led = lowest(kinds(s.trick[1 - seat]))
    wants = wants_next(s, seat)
    best, best_value = lowest(choices), -1000
    left = choices
    while left != 0:
        card = lowest(left)
        left &= left - 1
        wins = follower_wins(s, 1 - seat, led, card)
        value = (100 if wins == wants else 0) - _cost(s, seat, card)
        if value > best_value:
            best, best_value = card, value
    return best


@kernel
def wants_next(s: State, seat: int) -> bool:
    """GALA-5.11: tell whether a seat should win this trick; near the end an odd number counts more than one trick."""
    if s.tricks_played < HAND_SIZE - 1:
        return True
    mine, theirs = s.tricks[seat], s.tricks[1 - seat]
    return lead_of(mine + 1, theirs) >= lead_of(mine, theirs + 1)


@kernel
def lead_of(mine: int, theirs: int) -> int:
    """GALA-5.11: return what tricks count more than the other's."""
    return _points(mine) - _points(theirs)


@kernel
def _points(won: int) -> int:
    return won * (ODD_POINTS if won & 1 == 1 else EVEN_POINTS)


@kernel
def _to_lead(s: State, seat: int, choices: int) -> int:
    """Lead a card that nothing the other may hold can beat, the cheapest first; else the lowest of the longest suit."""
    theirs = maybe_held(s, seat)
    best, best_value = lowest(choices), -1000
    left = choices
    while left != 0:
        card = lowest(left)
        left &= left - 1
        cost = _cost(s, seat, card)
        value = 100 - cost if is_safe(s, seat, card, theirs) else -2 * cost + count(choices & OF_SUIT[SUIT[card]])
        if value > best_value:
            best, best_value = card, value
    return best


@kernel
def is_safe(s: State, seat: int, card: int, theirs: int) -> bool:
    """Tell whether a card led wins whatever the other may hold and must play."""
    suit = s.trump[seat] if bit(card) & JOKERS != 0 else SUIT[card]
    following = theirs & OF_SUIT[suit]
    mine, own = is_trump(s, seat, card), s.trump[1 - seat]
    if following != 0:
        if own == suit:
            beaten_by = following if not mine else above(following, card)
        else:
            beaten_by = 0 if mine else above(following, card)
        return beaten_by == 0 and (theirs & JOKERS == 0 or mine)
    trumps = theirs & (OF_SUIT[own] | JOKERS)
    return trumps == 0 or (mine and above(trumps & ~JOKERS, card) == 0)


@kernel
def above(cards: int, card: int) -> int:
    """Return those of some cards of a suit that rank above a card."""
    found = 0
    while cards != 0:
        one = lowest(cards)
        cards &= cards - 1
        if RANK[one] > height(card):
            found |= bit(one)
    return found

"""What a won card is worth to whoever gets it, and which suit makes the best trump: for the rule of thumb."""

from __future__ import annotations

from torite.kit import bit, count, kernel, kinds, lowest

from .cards import ACE, JOKERS, OF_RANK, OF_SUIT, RANK, RANK_COUNT, SUIT, SUITS
from .melds import meld_total
from .options import TrumpBonusTime
from .state import NO_SUIT, STOCK, State

# worth in fifths of a point
HEIGHT = 3  # of a rank, in tricks
COMPANY = 3  # of each other won card of the suit, as a trump or a guard
NEAR = 6  # of a card two ranks away in the suit: the one between would join them
SAME = (0, 20, 100, 130)  # of a card by how many of its rank are held: towards a pair, a set of three, of four
LOW_FOURTH = (200, 100)  # more for the fourth 2, the fourth 3
RUN = (0, 0, 20, 65, 135, 250, 300, 350, 400, 450, 500, 550, 600, 650)  # of cards in a row by their number
# what a card not seen yet is worth to both together, by auctions done; counted in deals played so
UNSEEN = (36, 40, 45, 50, 55, 60, 66, 72, 78, 83, 89, 96, 111)
TRUMP_LENGTH, TRUMP_HEIGHT = 25, 2  # of a trump, and of each rank of it


@kernel
def worth(won: int, card: int) -> int:
    """Return what a card is worth beside other won cards, in fifths of a point."""
    suit, rank = SUIT[card], RANK[card]
    same = count(won & OF_RANK[rank])
    value = HEIGHT * rank + COMPANY * count(won & OF_SUIT[suit]) + SAME[same]
    if same == SUITS - 1 and rank < len(LOW_FOURTH):
        value += LOW_FOURTH[rank]
    first = RANK_COUNT * suit
    below, above = rank, rank
    while below > 0 and won & bit(first + below - 1) != 0:
        below -= 1
    while above < ACE and won & bit(first + above + 1) != 0:
        above += 1
    value += RUN[above - below + 1] - RUN[rank - below] - RUN[above - rank]
    if below > 1 and won & bit(first + below - 2) != 0:
        value += NEAR
    if above < ACE - 1 and won & bit(first + above + 2) != 0:
        value += NEAR
    return value


@kernel
def swing(s: State, seat: int, card: int) -> int:
    """Return what a card is worth to both together, as a seat sees it: it is won by one and lost by the other."""
    return worth(kinds(s.won_pile[seat]), card) + worth(kinds(s.taken_faced[1 - seat]), card)


@kernel
def usual_swing(s: State) -> int:
    """Return what the blind card may be expected to be worth to both together."""
    return UNSEEN[(STOCK - s.stock_left) // 2]


@kernel
def trump_worth(cards: int, suit: int) -> int:
    """Return what a suit is worth as a trump beside others, in fifths of a point."""
    value = 0
    left = cards & OF_SUIT[suit]
    while left != 0:
        value += TRUMP_LENGTH + TRUMP_HEIGHT * RANK[lowest(left)]
        left &= left - 1
    return value


@kernel
def best_trump(s: State, cards: int, suits: int, counts: bool) -> int:
    """Find the best trump for won cards among some suits, -1 for none.

    Args:
        s: the state.
        cards: the won cards.
        suits: the suits, as a mask.
        counts: whether naming it makes the melds count more.
    """
    best, best_value = NO_SUIT, -1
    for suit in range(SUITS):
        if suits & bit(suit) != 0:
            value = trump_worth(cards, suit) + (5 * meld_total(s, cards, suit) if counts else 0)
            if value > best_value:
                best, best_value = suit, value
    return best


@kernel
def suit_to_name(s: State, cards: int) -> int:
    """Choose a personal trump for the tricks."""
    return best_trump(s, cards, (1 << SUITS) - 1, s.options.trump_bonus_time == TrumpBonusTime.AT_TRICKS)


@kernel
def card_to_give(s: State, seat: int) -> int:
    """Choose the won card to be given for the joker, -1 for none: one that no meld needs, and the Play-off can use."""
    cards = kinds(s.won_pile[seat])
    bids = kinds(s.bids[seat])
    total = meld_total(s, cards, NO_SUIT)
    best, best_value = -1, 1 << 20
    left = cards & ~JOKERS
    while left != 0:
        card = lowest(left)
        left &= left - 1
        value = worth(cards & ~bit(card), card) - 8 * count(bids & OF_RANK[RANK[card]])
        if value < best_value and meld_total(s, cards & ~bit(card), NO_SUIT) == total:
            best, best_value = card, value
    return best

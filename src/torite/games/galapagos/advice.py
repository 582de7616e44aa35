"""The rule of thumb: bid high where much is to be won, name long trumps, take tricks cheaply, shed what is long."""

from __future__ import annotations

from torite.kit import count, kernel, kinds, nth, offered

from .auctions import faced_card
from .cards import OF_RANK, RANK_COUNT
from .melds import meld_total
from .shedding import shed
from .state import ACCEPT, BID, DECLINE, EXCHANGE, KEEP, NAME, NO_SUIT, PLAY, TAKE_BLIND, TAKE_FACED, Phase, State
from .trick_advice import trick_card
from .valuing import best_trump, card_to_give, suit_to_name, swing, trump_worth, usual_swing

# how much is at stake at an auction, in fifths of a point: the share of auctions with less, in tenths; counted in deals
STAKES = (4, 9, 13, 18, 24, 29, 35, 43, 58)
SHARES = 10


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Choose by the phase."""
    if s.phase == Phase.BID:
        return BID + _bid(s, seat, offered(may, BID))
    if s.phase == Phase.PICK:
        return TAKE_FACED if swing(s, seat, faced_card(s)) >= usual_swing(s) else TAKE_BLIND
    if s.phase == Phase.TRICKS:
        return PLAY + trick_card(s, seat, offered(may, PLAY))
    if s.phase == Phase.LEAD or s.phase == Phase.ANSWER:
        return shed(s, seat, may)
    if s.phase == Phase.CHALLENGE:
        return ACCEPT
    if s.phase == Phase.COMMIT:
        return _commit(s, kinds(s.won_pile[seat]), offered(may, NAME) & 15)
    if s.phase == Phase.NAME:
        return NAME + suit_to_name(s, kinds(s.won_pile[seat]))
    card = card_to_give(s, seat)
    return EXCHANGE + card if card >= 0 else KEEP


@kernel
def _bid(s: State, seat: int, hand: int) -> int:
    """Bid as high a card of the hand as the auction is high among auctions."""
    stake = abs(swing(s, seat, faced_card(s)) - usual_swing(s))
    share = 0
    while share < len(STAKES) and stake >= STAKES[share]:
        share += 1
    return by_rank(hand, share * (count(hand) - 1) // (SHARES - 1))


@kernel
def by_rank(cards: int, at: int) -> int:
    """Return a card by its place among others in the order of their ranks, 0 for the lowest; jokers are highest."""
    for rank in range(RANK_COUNT):
        same = cards & OF_RANK[rank]
        if at < count(same):
            return nth(same, at)
        at -= count(same)
        cards &= ~same
    return nth(cards, at)


@kernel
def _commit(s: State, cards: int, suits: int) -> int:
    """GALA-3.10: name a suit if what the melds gain is worth more than a better trump."""
    suit = best_trump(s, cards, suits, True)
    free = suit_to_name(s, cards)
    gain = 5 * _bonus(s, cards, suit) + trump_worth(cards, suit) - trump_worth(cards, free)
    return NAME + suit if gain > 0 else DECLINE


@kernel
def _bonus(s: State, cards: int, suit: int) -> int:
    return meld_total(s, cards, suit) - meld_total(s, cards, NO_SUIT)

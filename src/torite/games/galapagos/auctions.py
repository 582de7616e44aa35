"""The auctions: sealed bids for a faced and a blind card, and who takes which (GALA-2)."""

from __future__ import annotations

from typing import Any

from torite.kit import bit, clear, draw, drop, kernel, kinds, know, lowest, note, offer, offer_one, pour, put, strike

from .cards import BLACK_JOKER, IS_RED, JOKERS, PARITY, RANK, RED_JOKER, SUIT
from .state import (
    BID,
    BID_STANDS,
    BIDS,
    DECLINE,
    HIGHER,
    JOKER_COLOUR,
    JOKER_WINS,
    MUST_BID,
    NOBODY,
    PASS,
    SAME_COLOUR,
    SAME_PARITY,
    SAME_SUIT,
    SEATS,
    SPENT,
    STOCK,
    TAKE_BLIND,
    TAKE_FACED,
    TURNS_UP,
    VERBS,
    WINNER_PICKS,
    WON_NO_BIDS,
    Phase,
    State,
)

WON_PILE = State.layout.place("won_pile")
BOTH_TAKES = VERBS.mask(TAKE_FACED, TAKE_BLIND)


@kernel
def _unsaid(may: Any, base: int, mask: int, clause: int) -> None:
    pass


@kernel(compiled=_unsaid)
def refuse(may: Any, base: int, mask: int, clause: int) -> None:
    """Say why a verb that is not open now is not."""
    offer(may, base, mask)
    strike(may, base, mask, clause)


@kernel
def reason(faced: int, mine: int, other: int) -> int:
    """GALA-2.3 to 2.6, 8.4, 8.5: name the note that tells why one of two bids wins the auction for a faced card."""
    if RANK[mine] != RANK[other]:
        return JOKER_WINS if (bit(mine) | bit(other)) & JOKERS != 0 else HIGHER
    if bit(mine) & JOKERS != 0:
        return JOKER_COLOUR
    if SUIT[mine] == SUIT[faced] or SUIT[other] == SUIT[faced]:
        return SAME_SUIT
    return SAME_COLOUR if IS_RED[SUIT[mine]] != IS_RED[SUIT[other]] else SAME_PARITY


@kernel
def wins_auction(faced: int, mine: int, other: int) -> bool:
    """GALA-2.3 to 2.7, 8.4, 8.5: tell whether the first of two bids for a faced card wins."""
    why = reason(faced, mine, other)
    if RANK[mine] != RANK[other]:
        return RANK[mine] > RANK[other]
    if why == JOKER_COLOUR:
        return mine == (RED_JOKER if IS_RED[SUIT[faced]] == 1 else BLACK_JOKER)
    if why == SAME_SUIT:
        return SUIT[mine] == SUIT[faced]
    if why == SAME_COLOUR:
        return IS_RED[SUIT[mine]] == IS_RED[SUIT[faced]]
    return PARITY[SUIT[mine]] == PARITY[SUIT[faced]]


@kernel
def faced_card(s: State) -> int:
    """Return the faced card, which lies there."""
    return lowest(kinds(s.turned))


@kernel
def legal_bid(s: State, seat: int, may: list[int]) -> None:
    """GALA-2.2, 2.10, 2.11, 2.13, 2.14: any card of the hand, once."""
    refuse(may, BID, kinds(s.won_pile[seat]), WON_NO_BIDS)
    refuse(may, BID, kinds(s.bids[seat]), SPENT)
    refuse(may, PASS, 1, MUST_BID)
    refuse(may, DECLINE, 1, MUST_BID)
    if s.decided[seat] == 1:
        refuse(may, BID, kinds(s.hand[seat]) | kinds(s.bidding[seat]), BID_STANDS)
    else:
        offer(may, BID, kinds(s.hand[seat]))


@kernel
def legal_pick(s: State, seat: int, may: list[int]) -> None:
    """GALA-2.8: the winner chooses, before anyone has seen the blind card."""
    refuse(may, BID, kinds(s.hand[seat]), BID_STANDS)
    if seat == s.turn:
        offer_one(may, TAKE_FACED)
        offer_one(may, TAKE_BLIND)
    else:
        refuse(may, TAKE_FACED, BOTH_TAKES, WINNER_PICKS)


@kernel
def act_bid(s: State, seat: int, card: int) -> None:
    """GALA-2.2: lay a bid face down; the second turns both over."""
    drop(s.hand[seat], card)
    put(s.bidding[seat], card)
    s.decided[seat] = 1
    if s.decided[1 - seat] == 1:
        _turn_over(s)


@kernel
def _turn_over(s: State) -> None:
    """GALA-2.2, 2.7, 2.11: the bids are seen, go to the bid piles, and one of them wins."""
    first, second = lowest(kinds(s.bidding[0])), lowest(kinds(s.bidding[1]))
    faced = faced_card(s)
    note(s, BIDS, 0, first)
    note(s, BIDS, 1, second)
    for seat in range(SEATS):
        pour(s.bidding[seat], s.bids[seat])
        s.decided[seat] = 0
    s.turn = 0 if wins_auction(faced, first, second) else 1
    note(s, reason(faced, first, second), s.turn, faced)
    s.phase = Phase.PICK


@kernel
def act_pick(s: State, seat: int, action: int) -> None:
    """GALA-2.8 to 2.10, 2.12: the winner takes one card, the loser the other; the next stock card is turned up."""
    taker = seat if action == TAKE_FACED else 1 - seat
    faced = faced_card(s)
    clear(s.turned)
    put(s.won_pile[taker], faced)
    put(s.taken_faced[taker], faced)
    know(s, 1 - taker, WON_PILE + taker, faced)
    put(s.won_pile[1 - taker], draw(s.stock, STOCK - s.stock_left))
    s.stock_left -= 2
    if s.stock_left == 0:
        s.last_taker = 1 - taker
    else:
        turn_up(s)


@kernel
def turn_up(s: State) -> None:
    """GALA-2.12: the next card of the stock is turned up."""
    put(s.turned, draw(s.stock, STOCK - 1 - s.stock_left))
    open_auction(s)


@kernel
def open_auction(s: State) -> None:
    """GALA-2.1, 2.2: both bid for the card turned up and the one under it."""
    note(s, TURNS_UP, NOBODY, faced_card(s))
    s.turn = 1 - s.dealer
    s.phase = Phase.BID

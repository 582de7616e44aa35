"""The exchange of a joker for a won card (GALA-8.6, GALA-8.7)."""

from __future__ import annotations

from torite.kit import bar_for, came_in, drop, kernel, kinds, know, lowest, mixed, note, offer, offer_one, put

from .auctions import WON_PILE, refuse
from .cards import JOKERS
from .state import CHOSEN, EXCHANGE, EXCHANGES, KEEP, KEEPS_JOKER, NOT_WON, OWN_JOKER_STAYS, SEATS, State

REMOVED = State.layout.place("removed")
GIVEN = State.layout.place("given")


@kernel(seldom=True)
def legal_exchange(s: State, seat: int, may: list[int]) -> None:
    """GALA-8.6: any card of the won pile for the joker in the bid pile, or none."""
    if s.decided[seat] == 1:
        refuse(may, EXCHANGE, kinds(s.won_pile[seat]), CHOSEN)
        refuse(may, KEEP, 1, CHOSEN)
        return
    refuse(may, EXCHANGE, JOKERS, OWN_JOKER_STAYS)
    refuse(may, EXCHANGE, kinds(s.bids[seat]) & ~JOKERS, NOT_WON)
    offer(may, EXCHANGE, kinds(s.won_pile[seat]))
    offer_one(may, KEEP)


@kernel(seldom=True)
def act_exchange(s: State, seat: int, card: int) -> bool:
    """GALA-8.7: decide on a card to give, -1 for none; tell whether both have decided, and the cards changed places."""
    s.swap[seat] = card + 1
    s.decided[seat] = 1
    if s.decided[1 - seat] == 0:
        return False
    for one in range(SEATS):
        s.decided[one] = 0
        if s.swap[one] == 0:
            note(s, KEEPS_JOKER, one, 0)
        else:
            note(s, EXCHANGES, one, 0)
            _change_places(s, one, s.swap[one] - 1)
        s.swap[one] = 0
    return True


@kernel(seldom=True)
def _change_places(s: State, seat: int, card: int) -> None:
    """GALA-8.6, 8.7: the joker joins the won cards, before all eyes; a won card is laid by for the Play-off, unseen.

    Of the faced cards that the seat took any may be that card; none was among the two removed from the stock.
    """
    joker = lowest(kinds(s.bids[seat]) & JOKERS)
    drop(s.bids[seat], joker)
    mixed(s, WON_PILE + seat, seat)
    came_in(s, WON_PILE + seat)
    put(s.won_pile[seat], joker)
    know(s, 1 - seat, WON_PILE + seat, joker)
    drop(s.won_pile[seat], card)
    put(s.given[seat], card)
    s.exchanged[seat] = 1
    bar_for(s, 1 - seat, REMOVED, kinds(s.taken_faced[seat]))

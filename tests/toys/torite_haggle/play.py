"""Bids, laying cards, drawing and doubling (HAGGLE-3 to HAGGLE-5)."""

from __future__ import annotations

from torite.kit import (
    DONE,
    EMPTY,
    HAND,
    bar,
    bit,
    clear,
    copies,
    drop,
    highest,
    kernel,
    kinds,
    lowest,
    mixed,
    next_seat,
    note,
    offer,
    offer_one,
    piece_of,
    pour,
    put,
    put_on_trick,
    require,
    size,
    spare,
    strike,
    unbar,
)

from .state import (
    ACCEPT,
    BID,
    BIDS,
    CAUGHT,
    DOUBLE,
    DRAW,
    DRAWN,
    DRAWN_OUT,
    FOLLOW,
    GOODS,
    HIGHEST_BID,
    LAY,
    MOST_DRAWS,
    MOST_LAID,
    OF_SUIT,
    ONE_SUIT,
    PACK,
    SMUGGLER,
    STAKE,
    SUIT,
    TAKES,
    VALUE,
    Phase,
    State,
    name_side,
)

STOCK_PLACE = State.layout.place("stock")
ALL_KINDS = PACK.mask(range(len(PACK)))


@kernel
def act_bid(s: State, seat: int, number: int) -> None:
    """HAGGLE-3.1, 3.2: lay the bid down face down; the last one turns all of them over."""
    s.bid[seat] = number
    s.chosen[seat] = 1
    waiting = 0
    for other in range(s.seats):
        waiting += 1 - s.chosen[other]
    if waiting == 0:
        for other in range(s.seats):
            s.bids[other] = s.bid[other]
            note(s, BIDS, other, s.bids[other])
        s.phase = Phase.PLAY


@kernel
def legal_bid(s: State, seat: int, may: list[int]) -> None:
    """HAGGLE-3.1: a number of tricks, once."""
    if s.chosen[seat] == 0:
        offer(may, BID, bit(HIGHEST_BID + 1) - 1)


@kernel
def is_lead(s: State) -> bool:
    """Tell whether the next seat leads: the trick is complete, or there is none yet."""
    return s.trick_len % s.seats == 0


@kernel
def legal_turn(s: State, seat: int, may: list[int]) -> None:
    """HAGGLE-4.1, 4.2, 4.5: lay cards of one suit, of the suit led if you can; or draw first."""
    left = spare(s.hand[seat], s.draft[seat])
    offer(may, LAY, left)
    if s.drafting[seat] == 1:
        strike(may, LAY, left & ~OF_SUIT[SUIT[lowest(kinds(s.draft[seat]))]], ONE_SUIT)
        offer_one(may, DONE)
        return
    if not is_lead(s) and left & OF_SUIT[s.led] != 0:
        strike(may, LAY, left & ~OF_SUIT[s.led], FOLLOW)
    if s.stock_left + size(s.discards) >= DRAWN:
        offer_one(may, DRAW)
        if s.draws[seat] == MOST_DRAWS:
            strike(may, DRAW, 1, DRAWN_OUT)


@kernel
def act_turn(s: State, seat: int, action: int) -> None:
    """HAGGLE-4: draw, or lay one card more; the third, or the last of the suit, completes what is laid."""
    if action == DRAW:
        s.draws[seat] += 1
        s.owed = DRAWN
        mixed(s, HAND + seat, seat)
        unbar(s, HAND + seat)
        draw_owed(s)
        return
    if action != DONE:
        put(s.draft[seat], piece_of(action))
        s.drafting[seat] = 1
    suit = OF_SUIT[SUIT[lowest(kinds(s.draft[seat]))]]
    if action == DONE or size(s.draft[seat]) == MOST_LAID or spare(s.hand[seat], s.draft[seat]) & suit == 0:
        _lay(s, seat)


@kernel
def draw_owed(s: State) -> None:
    """HAGGLE-4.5, 4.6: draw what is owed; when the stock is empty, stop until chance has shuffled the discards."""
    while s.owed > 0 and s.stock_left > 0:
        s.stock_left -= 1
        put(s.hand[s.turn], s.stock[s.stock_left])
        s.stock[s.stock_left] = EMPTY
        s.owed -= 1
    name_side(s, s.turn)
    s.phase = Phase.RESHUFFLE if s.owed > 0 else Phase.PLAY


@kernel
def reshuffle(s: State, outcome: list[int]) -> None:
    """HAGGLE-4.6: the discards become the stock, and the seat in turn draws what it is still owed."""
    s.stock_left = size(s.discards)
    for i in range(s.stock_left):
        s.stock[i] = outcome[i]
    unbar(s, STOCK_PLACE)
    bar(s, STOCK_PLACE, ALL_KINDS & ~kinds(s.discards))
    require(s, HAND + s.turn, kinds(s.discards), s.owed)
    clear(s.discards)
    draw_owed(s)


@kernel
def _lay(s: State, seat: int) -> None:
    """HAGGLE-2.4, 4.2: the cards go before all eyes; the goods among them give their owner away."""
    if is_lead(s):
        for other in range(s.seats):
            pour(s.trick[other], s.discards)
        s.leader = seat
        s.trick_len = 0
        s.led = SUIT[lowest(kinds(s.draft[seat]))]
    while kinds(s.draft[seat]) != 0:
        card = lowest(kinds(s.draft[seat]))
        drop(s.draft[seat], card)
        put_on_trick(s, seat, card)
        if bit(card) & GOODS != 0:
            _catch(s, seat)
    s.drafting[seat] = 0
    if kinds(s.trick[seat]) & OF_SUIT[s.led] == 0:
        bar(s, HAND + seat, OF_SUIT[s.led])
    s.trick_len += 1
    s.turn = next_seat(s, seat)
    if s.trick_len == s.seats:
        _take(s)


@kernel
def _catch(s: State, seat: int) -> None:
    if s.caught[seat] == 0:
        note(s, CAUGHT, seat, 0)
    s.caught[seat] = 1
    for viewer in range(s.seats):
        s.knows_side[viewer][seat] = SMUGGLER


@kernel
def worth(s: State, seat: int) -> int:
    """HAGGLE-4.4: add up the cards of the suit led that the seat laid."""
    total = 0
    left = kinds(s.trick[seat]) & OF_SUIT[s.led]
    while left != 0:
        card = highest(left)
        left ^= bit(card)
        total += VALUE[card] * copies(s.trick[seat], card)
    return total


@kernel
def _take(s: State) -> None:
    """HAGGLE-4.4: the highest total takes the trick, the first of equals; its seat leads."""
    taker = s.leader
    for seat in range(s.seats):
        other = (s.leader + seat) % s.seats
        if worth(s, other) > worth(s, taker):
            taker = other
    s.taken[taker] += 1
    s.tricks_played += 1
    s.turn = taker
    note(s, TAKES, taker, worth(s, taker))


@kernel
def legal_double(s: State, seat: int, may: list[int]) -> None:
    """HAGGLE-5.1: anybody, at any time of the play, once a deal; nobody alone."""
    if s.options.doubling and s.seats > 1 and s.doubled[seat] == 0:
        offer_one(may, DOUBLE)


@kernel
def act_double(s: State, seat: int) -> None:
    """HAGGLE-5.1: the two neighbours are asked, and the play waits for either of them."""
    s.doubled[seat] = 1
    s.doubler = seat
    s.phase = Phase.ANSWER


@kernel
def neighbours(s: State) -> int:
    """HAGGLE-5.1: return the mask of the seats to the left and to the right of who doubled."""
    return bit(next_seat(s, s.doubler)) | bit((s.doubler + s.seats - 1) % s.seats)


@kernel
def accept(s: State, seat: int) -> None:
    """HAGGLE-5.2: the stake doubles, and the play goes on."""
    s.stake *= 2
    s.phase = Phase.PLAY
    note(s, STAKE, seat, s.stake)


@kernel
def legal_answer(s: State, seat: int, may: list[int]) -> None:
    """HAGGLE-5.1: either neighbour, one of two words."""
    if neighbours(s) >> seat & 1 == 1:
        offer_one(may, ACCEPT)
        offer_one(may, ACCEPT + 1)

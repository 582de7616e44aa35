"""Exchanges before the first lead: AGURK-2, RASSI-2, NORWEGIAN-1.5 to 1.7, GURKA_IS-3."""

from __future__ import annotations

from torite.kit import (
    DONE,
    EMPTY,
    HAND,
    Row,
    bar,
    clear,
    draw,
    drop,
    has,
    kernel,
    kinds,
    lowest,
    mixed,
    note,
    offer,
    offer_one,
    piece_of,
    pour,
    put,
    size,
    spare,
    strike,
    unbar,
)

from .cards import FACES
from .options import Exchange, StockEmpty
from .state import DOUBLE, EXCHANGE, EXCHANGED, FACE_HELD, FREE, KEEP, REDOUBLE, SEATS, Phase, State, active_after

FREE_ROUND, DOUBLE_ROUND, REDOUBLE_ROUND = 1, 2, 3
THROWN_FREE = State.layout.place("thrown_free")
THROWN = State.layout.place("thrown")


@kernel
def open_exchange(s: State) -> None:
    """AGURK-2.3, NORWEGIAN-1.5: the questions begin at the dealer's left, or with the dealer."""
    s.phase = Phase.EXCHANGE
    s.round = FREE_ROUND
    s.exchanged = 0
    first = s.dealer if s.options.exchange == Exchange.DEALER_GATE else active_after(s, s.dealer)
    _begin_round(s, first)


@kernel
def _begin_round(s: State, first: int) -> None:
    for seat in range(s.seats):
        s.asked[seat] = 0
    _ask_from(s, first)


@kernel
def _ask_from(s: State, seat: int) -> None:
    """Ask the next seat that has a choice (CUC-3.13); when nobody is left, the exchange is over."""
    while True:
        while s.asked[seat] == 0:
            s.asked[seat] = 1
            if _has_choice(s, seat):
                s.turn = seat
                return
            seat = active_after(s, seat)
        if s.options.exchange != Exchange.RASSI or s.round == REDOUBLE_ROUND:
            s.turn = -1
            return
        s.round += 1
        for other in range(s.seats):
            s.asked[other] = 0
        seat = active_after(s, s.dealer)


@kernel
def _has_choice(s: State, seat: int) -> bool:
    """Set how many cards the seat may exchange and tell whether that is any."""
    kind = s.options.exchange
    if kind == Exchange.RASSI:
        s.fewest = s.hand_size
        s.most = s.hand_size
        return _may_redraw(s, seat)
    first = seat == s.dealer if kind == Exchange.DEALER_GATE else seat == active_after(s, s.dealer)
    if not first and s.exchanged == 0:  # AGURK-2.6, NORWEGIAN-1.6, GURKA_IS-3.2
        return False
    s.fewest = 1
    s.most = min(s.hand_size, s.stock_left)
    if kind == Exchange.DEALER_GATE:
        s.most = min(s.hand_size - 2, s.stock_left)
    elif not first and kind == Exchange.SAME_COUNT:
        s.most = min(s.exchanged, s.stock_left)
        s.fewest = s.most
    elif not first:
        s.fewest = s.exchanged - 1
        s.most = s.fewest if s.fewest <= s.stock_left else 0  # GURKA_IS-3.4
    return s.most > 0


@kernel
def _may_redraw(s: State, seat: int) -> bool:
    """RASSI-2.4, 2.7, 2.9, 2.11."""
    if s.round == REDOUBLE_ROUND and s.options.redouble_needs_double and s.factor[seat] < 2:
        return False
    within = s.stock_left
    if s.options.stock_empty == StockEmpty.RESHUFFLE:
        within += s.thrown_count
    return within >= s.hand_size


@kernel(seldom=True)
def legal_exchange(s: State, seat: int, may: list[int]) -> None:
    """AGURK-2.3 to 2.7: the cards, one at a time, or none; Rassi: the whole hand or none."""
    drafted = size(s.draft[seat])
    if drafted == 0:
        offer_one(may, KEEP)
    if s.options.exchange == Exchange.RASSI:
        offer_one(may, _rassi_verb(s))
        if s.round == FREE_ROUND and kinds(s.hand[seat]) & FACES != 0:
            strike(may, FREE, 1, FACE_HELD)
        return
    if drafted < s.most:
        offer(may, EXCHANGE, spare(s.hand[seat], s.draft[seat]))
    if drafted >= s.fewest:
        offer_one(may, DONE)


@kernel
def _rassi_verb(s: State) -> int:
    if s.round == FREE_ROUND:
        return FREE
    return DOUBLE if s.round == DOUBLE_ROUND else REDOUBLE


@kernel(seldom=True)
def act_exchange(s: State, seat: int, action: int) -> None:
    """Keep the hand, lay one more card aside, or exchange what was laid aside."""
    if action == KEEP:
        _ask_from(s, active_after(s, seat))
    elif action == DONE:
        _exchange(s, seat)
    elif action in (FREE, DOUBLE, REDOUBLE):
        if s.stock_left < s.hand_size:
            s.phase = Phase.RESHUFFLE
        else:
            _redraw(s, seat)
    else:
        put(s.draft[seat], piece_of(action))
        s.drafting[seat] = 1
        if size(s.draft[seat]) == s.most:
            _exchange(s, seat)


@kernel
def _exchange(s: State, seat: int) -> None:
    """AGURK-2.3, 2.9: discard face down, draw as many."""
    n = size(s.draft[seat])
    while kinds(s.draft[seat]) != 0:
        card = lowest(kinds(s.draft[seat]))
        drop(s.draft[seat], card)
        drop(s.hand[seat], card)
        put(s.thrown[seat], card)
    s.drafting[seat] = 0
    s.exchanged = n
    _draw(s, seat, n)
    _ask_from(s, active_after(s, seat))


@kernel
def _redraw(s: State, seat: int) -> None:
    """RASSI-2.1 to 2.3: throw the whole hand away and draw a new one."""
    n = s.hand_size
    if s.round == FREE_ROUND:
        pour(s.hand[seat], s.thrown_free[seat])
        bar(s, THROWN_FREE + seat, FACES)
    else:
        pour(s.hand[seat], s.thrown[seat])
        s.factor[seat] = 2 if s.round == DOUBLE_ROUND else 4
    _draw(s, seat, n)
    _ask_from(s, active_after(s, seat))


@kernel
def _draw(s: State, seat: int, n: int) -> None:
    mixed(s, HAND + seat, seat)
    unbar(s, HAND + seat)
    for _ in range(n):
        put(s.hand[seat], draw(s.stock, s.stock_top))
        s.stock_top += 1
    s.stock_left -= n
    s.thrown_count += n
    note(s, EXCHANGED, seat, n)


@kernel
def discards(s: State, into: Row) -> None:
    """RASSI-2.11: collect the discards of earlier exchanges of this deal."""
    clear(into)
    for seat in range(SEATS):
        for kind_of_throw in range(2):
            row = s.thrown_free[seat] if kind_of_throw == 0 else s.thrown[seat]
            left = kinds(row)
            while left != 0:
                card = lowest(left)
                left &= ~(1 << card)
                for word in range(len(row)):
                    if has(row[word], card):
                        put(into, card)


@kernel
def reshuffle(s: State, outcome: list[int]) -> None:
    """RASSI-2.11: lay the shuffled discards under what is left of the stock, then draw."""
    for i in range(s.stock_left):
        s.stock[i] = s.stock[s.stock_top + i]
    for i in range(s.thrown_count):
        s.stock[s.stock_left + i] = outcome[i]
    s.stock_left += s.thrown_count
    for i in range(s.stock_left, len(s.stock)):
        s.stock[i] = EMPTY
    s.stock_top = 0
    s.thrown_count = 0
    for seat in range(s.seats):
        clear(s.thrown_free[seat])
        clear(s.thrown[seat])
        unbar(s, THROWN_FREE + seat)
        unbar(s, THROWN + seat)
    s.phase = Phase.EXCHANGE
    _redraw(s, s.turn)

"""Flashes: what a hand may show, what showing it is worth, and what everybody learns by it (FLASH-7, 8)."""

from __future__ import annotations

from typing import Any

from torite.kit import (
    HAND,
    bar,
    bit,
    count,
    kernel,
    kinds,
    know_one,
    limit,
    lowest,
    next_seat,
    note,
    offer,
    size,
    strike,
)

from .cards import ALL_CARDS, OF_RANK, OF_SUIT, RANKS_IN_ALL, SAME_RANK, SAME_SUIT, SUITS_IN_ALL, ranks_in, suits_in
from .options import DoubleFour, DoubleVoid, SquareTiming
from .state import (
    FLASH_FOUR,
    FLASH_LATE,
    FLASH_LONG,
    FLASH_SQUARE,
    FLASH_TWIN,
    FLASH_VOID,
    FOUR,
    LONG,
    NOT_FIFTH,
    NOT_FOUR_CARDS,
    NOT_SQUARE,
    NOT_VOID,
    SHOWN_BEFORE,
    SHOWS_FOUR,
    SHOWS_LONG,
    SHOWS_SQUARE,
    SHOWS_TWIN,
    SHOWS_VOID,
    SQUARE_BEFORE,
    TWIN,
    VOID,
    State,
    credit_bonus,
)

VOID_BONUS, TWIN_BONUS, LONG_BONUS, FOUR_BONUS, SQUARE_BONUS = 10, 20, 30, 40, 10  # FLASH-7.3 to 7.6, 8.1
KINDS, ALL_KINDS = 4, VOID | TWIN | LONG | FOUR
SUIT_SIZE, SET = 2, 4  # cards of each suit in a Twin flash, of a rank in a Four flash
# one mask of each hand can be known in number: these narrow worlds down most, inference.odds sees to the rest
BLACK, HIGH_RANKS = OF_SUIT[0] | OF_SUIT[1], sum(OF_RANK[RANKS_IN_ALL // 2 :])
SQUARE_TRICK, SQUARE_CARDS = 4, 4  # tricks played before the fifth; cards of a Square flash


# what a hand holds


@kernel(seldom=True)
def flashes_in(hand: int) -> int:
    """FLASH-7.3 to 7.6: return the mask of the kinds of flash that eight cards hold."""
    held = 0
    if suits_in(hand) < SUITS_IN_ALL:
        held |= VOID
    elif is_twin(hand):
        held |= TWIN
    if ranks_in(hand) == RANKS_IN_ALL:
        held |= LONG
    elif sets_in(hand) > 0:
        held |= FOUR
    return held


@kernel(seldom=True)
def is_twin(hand: int) -> bool:
    """FLASH-7.4: tell whether there are two cards of each suit."""
    for suit in range(SUITS_IN_ALL):
        if count(hand & OF_SUIT[suit]) != SUIT_SIZE:
            return False
    return True


@kernel(seldom=True)
def sets_in(hand: int) -> int:
    """FLASH-7.6: count the ranks of which all four cards are there."""
    sets = 0
    for rank in range(RANKS_IN_ALL):
        sets += hand & OF_RANK[rank] == OF_RANK[rank]
    return sets


@kernel(seldom=True)
def highest_set(hand: int) -> int:
    """FLASH-7.15: return 1 + the highest rank of which all four cards are there, 0 for none."""
    for below in range(RANKS_IN_ALL):
        rank = RANKS_IN_ALL - 1 - below
        if hand & OF_RANK[rank] == OF_RANK[rank]:
            return rank + 1
    return 0


@kernel(seldom=True)
def times_void(s: State, hand: int) -> int:
    """FLASH-7.3, 7.8: return how often eight cards score the Void flash."""
    missing = SUITS_IN_ALL - suits_in(hand)
    return min(missing, 1) if s.options.double_void == DoubleVoid.ONCE else missing


@kernel(seldom=True)
def times_four(s: State, hand: int) -> int:
    """FLASH-7.6, 7.9: return how often eight cards score the Four flash."""
    sets = sets_in(hand)
    return min(sets, 1) if s.options.double_four == DoubleFour.ONCE else sets


@kernel
def shown_by(s: State, seat: int) -> int:
    """FLASH-7.10: return the mask of the kinds that a seat has shown in this round."""
    shown = VOID if s.void_flash[seat] > 0 else 0
    shown |= TWIN if s.twin_flash[seat] > 0 else 0
    shown |= LONG if s.long_flash[seat] > 0 else 0
    return shown | (FOUR if s.four_flash[seat] > 0 else 0)


@kernel(seldom=True)
def unshown(s: State, seat: int) -> int:
    """FLASH-3.6, 7.12: return the kinds of flash that a seat holds before its first card and has not shown."""
    return flashes_in(kinds(s.hand[seat])) & ~shown_by(s, seat)


# what may be shown


@kernel
def legal_flash(s: State, seat: int, may: list[int]) -> None:
    """FLASH-7.1, 7.12, 8.1, 8.2: flashes in the first trick; the Square flash in the fifth, or with any four cards."""
    offer(may, FLASH_VOID, ALL_KINDS)
    if s.tricks_played > 0:
        strike(may, FLASH_VOID, ALL_KINDS, FLASH_LATE)
    else:
        _strike_flashes(s, seat, may)
    offer(may, FLASH_SQUARE, 1)
    if s.square_flash[seat] == 1:
        strike(may, FLASH_SQUARE, 1, SQUARE_BEFORE)
    elif s.options.square_timing == SquareTiming.FIFTH_TRICK and s.tricks_played != SQUARE_TRICK:
        strike(may, FLASH_SQUARE, 1, NOT_FIFTH)
    elif size(s.hand[seat]) != SQUARE_CARDS:
        strike(may, FLASH_SQUARE, 1, NOT_FOUR_CARDS)
    elif suits_in(kinds(s.hand[seat])) != SUITS_IN_ALL:
        strike(may, FLASH_SQUARE, 1, NOT_SQUARE)


@kernel(seldom=True)
def _strike_flashes(s: State, seat: int, may: list[int]) -> None:
    """FLASH-7.1, 7.10: only flashes held, and each once."""
    shown = shown_by(s, seat)
    held = flashes_in(kinds(s.hand[seat]))
    strike(may, FLASH_VOID, shown, SHOWN_BEFORE)
    for kind in range(KINDS):
        if (held | shown) & bit(kind) == 0:
            strike(may, FLASH_VOID, bit(kind), NOT_VOID + kind)


# showing


@kernel(seldom=True)
def act_flash(s: State, seat: int, action: int) -> None:
    """FLASH-7, 8: note the bonus, and let the left-hand neighbour see the cards that prove it."""
    hand = kinds(s.hand[seat])
    if action == FLASH_VOID:
        s.void_flash[seat] = times_void(s, hand)
        _note_bonus(s, SHOWS_VOID, seat, s.void_flash[seat] * VOID_BONUS)
    elif action == FLASH_TWIN:
        s.twin_flash[seat] = 1
        limit(s, HAND + seat, BLACK, 2 * SUIT_SIZE, 2 * SUIT_SIZE)
        _note_bonus(s, SHOWS_TWIN, seat, TWIN_BONUS)
    elif action == FLASH_LONG:
        s.long_flash[seat] = 1
        limit(s, HAND + seat, HIGH_RANKS, RANKS_IN_ALL // 2, RANKS_IN_ALL // 2)
        _note_bonus(s, SHOWS_LONG, seat, LONG_BONUS)
    elif action == FLASH_FOUR:
        hand = _show_four(s, seat, hand)
        _note_bonus(s, SHOWS_FOUR, seat, s.four_flash[seat] * FOUR_BONUS)
    else:
        s.square_flash[seat] = 1
        s.square_left[seat] = ALL_CARDS
        _note_bonus(s, SHOWS_SQUARE, seat, SQUARE_BONUS)
    _tell_neighbour(s, seat, hand)


@kernel(seldom=True)
def _note_bonus(s: State, line: int, seat: int, bonus: int) -> None:
    credit_bonus(s, seat, bonus)
    note(s, line, seat, bonus)


@kernel(seldom=True)
def _show_four(s: State, seat: int, hand: int) -> int:
    """FLASH-7.6, 7.14, 7.15: only the sets that count are shown, of two the higher; return their cards."""
    s.four_flash[seat] = times_four(s, hand)
    s.four_rank[seat] = highest_set(hand)
    return hand if s.four_flash[seat] > 1 else OF_RANK[s.four_rank[seat] - 1]


@kernel
def _untold(s: Any, seat: int, cards: int) -> None:
    pass


@kernel(playout=_untold, seldom=True)
def _tell_neighbour(s: State, seat: int, cards: int) -> None:
    """FLASH-7.1, 7.11: the left-hand neighbour alone sees the cards."""
    while cards != 0:
        card = lowest(cards)
        cards ^= bit(card)
        know_one(s, next_seat(s, seat), HAND + seat, card)


@kernel(playout=_untold)
def tell_by_card(s: State, seat: int, card: int) -> None:
    """FLASH-7.11: what everybody learns of the rest of a hand when a card is played after a flash."""
    played = kinds(s.spent[seat])
    if s.twin_flash[seat] == 1 and count(played & SAME_SUIT[card]) == SUIT_SIZE:
        bar(s, HAND + seat, SAME_SUIT[card])
    if s.long_flash[seat] == 1:
        bar(s, HAND + seat, SAME_RANK[card])
    if s.square_left[seat] != 0:
        bar(s, HAND + seat, SAME_SUIT[card])
    if s.void_flash[seat] > 0 and suits_in(played) == SUITS_IN_ALL - s.void_flash[seat]:
        bar(s, HAND + seat, ALL_CARDS & ~suits_of(played))


@kernel
def suits_of(cards: int) -> int:
    """Return the mask of all cards of the suits among some."""
    mask = 0
    for suit in range(SUITS_IN_ALL):
        if cards & OF_SUIT[suit] != 0:
            mask |= OF_SUIT[suit]
    return mask

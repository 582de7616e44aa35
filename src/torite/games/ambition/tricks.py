"""The play of a trick: what may be led and followed, who takes it, and what it is worth (AMB-4, AMB-5)."""

from __future__ import annotations

from torite.kit import HAND, bar, has, highest, kernel, kinds, lowest, note, offer, pour, put_on_trick, strike

from .cards import COURTS, FIRST_LEAD_CARD, FIRST_TRICK_BONUS, LAST_TRICK_BONUS, OF_SUIT, POINTS, SUIT, TWOS
from .options import TwoPromotion
from .standing import take_stock
from .state import (
    FIRST_LEAD,
    FIRST_TRICK,
    FOLLOW,
    LAST_TRICK,
    PLAY,
    PROMOTES,
    TAKES,
    State,
    cards_on_trick,
    tricks_in_all,
)


@kernel
def is_lead(s: State) -> bool:
    """Tell whether the next card is led: the trick is complete, or there is none yet."""
    return s.trick_len % s.seats == 0


@kernel
def legal_play(s: State, seat: int, may: list[int]) -> None:
    """AMB-4.1, 4.3, 4.5: the three of diamonds first; then lead what you like, and follow suit if you can."""
    hand = kinds(s.hand[seat])
    suit = hand & OF_SUIT[s.led]
    offer(may, PLAY, hand)
    if is_lead(s):
        if s.tricks_played == 0:
            strike(may, PLAY, hand & ~FIRST_LEAD_CARD, FIRST_LEAD)
    elif suit != 0:
        strike(may, PLAY, hand & ~suit, FOLLOW)


@kernel
def promotes(s: State, cards: int) -> bool:
    """AMB-5.1, 5.2, 5.4: tell whether a court card among the cards of a trick lifts the two of the suit led."""
    suit = cards & OF_SUIT[s.led]
    courts = COURTS & (cards if s.options.two_promotion == TwoPromotion.ANY_COURT else suit)
    return suit & TWOS != 0 and cards & courts != 0


@kernel
def winning_card(s: State, cards: int) -> int:
    """AMB-4.4, 5.1, 5.3: the highest card of the suit led wins, or its two where a court card lifts it."""
    suit = cards & OF_SUIT[s.led]
    return lowest(suit) if promotes(s, cards) else highest(suit)


@kernel
def act_play(s: State, seat: int, card: int) -> None:
    """AMB-4.3, 4.4: put the card on the trick; the last player's ends it."""
    if is_lead(s):
        _open(s, seat, card)
    elif SUIT[card] != s.led:
        bar(s, HAND + seat, OF_SUIT[s.led])
    put_on_trick(s, seat, card)
    s.trick_len += 1
    s.worth += POINTS[s.options.edition][card]
    cards = cards_on_trick(s)
    best = winning_card(s, cards)
    if best == card:
        s.best_seat = seat
    elif not has(kinds(s.trick[s.best_seat]), best):
        _promote_earlier(s, best)
    if s.trick_len == s.seats:
        _take(s, cards)
    else:
        s.turn = (seat + 1) % s.seats


@kernel
def _promote_earlier(s: State, two: int) -> None:
    """AMB-5.1: a court card lifts a two that was played before it."""
    for seat in range(s.seats):
        if has(kinds(s.trick[seat]), two):
            s.best_seat = seat


@kernel
def _open(s: State, leader: int, card: int) -> None:
    """AMB-2.2, 2.4, 4.4: the last trick goes to its taker, who leads now; the first or the last is worth more."""
    for seat in range(s.seats):
        pour(s.trick[seat], s.taken[leader])
    s.leader = leader
    s.led = SUIT[card]
    s.trick_len = 0
    s.worth = 0
    if s.tricks_played == 0:
        s.worth = FIRST_TRICK_BONUS[s.options.edition]
    elif s.tricks_played == tricks_in_all(s) - 1:
        s.worth = LAST_TRICK_BONUS[s.options.edition]


@kernel
def _tell_bonus(s: State, taker: int) -> None:
    """AMB-2.2, 2.4: note what the first trick, or the last, was worth beside its cards."""
    if s.tricks_played == 0 and FIRST_TRICK_BONUS[s.options.edition] > 0:
        note(s, FIRST_TRICK, taker, FIRST_TRICK_BONUS[s.options.edition])
    if s.tricks_played == tricks_in_all(s) - 1 and LAST_TRICK_BONUS[s.options.edition] > 0:
        note(s, LAST_TRICK, taker, LAST_TRICK_BONUS[s.options.edition])


@kernel
def _take(s: State, cards: int) -> None:
    """AMB-2, 4.4, 4.6: the winner takes the trick, says what it is worth, and leads to the next."""
    taker = s.best_seat
    if promotes(s, cards):
        note(s, PROMOTES, taker, lowest(cards & OF_SUIT[s.led]))
    note(s, TAKES, taker, s.worth)
    _tell_bonus(s, taker)
    s.tricks_played += 1
    s.tricks[taker] += 1
    s.points[taker] += s.worth
    s.turn = taker
    take_stock(s)

"""The play of the cards: what may be played, who takes a trick, and what everybody learns (DOKO-9, DOKO-16)."""

from __future__ import annotations

from torite.kit import HAND, bar, has, kernel, kinds, lowest, note, offer, pour, put_on_trick, strike

from .cards import ALL_CARDS, CLASS, CLUB_QUEEN, FAT, FOX, HEART_TEN, OF_CLASS, POINTS, STRENGTH, TRUMP, TRUMPS
from .options import HeartTen, MarriageAlone
from .parties import are_partners, divide_openly, queen_falls
from .state import (
    ACTIVE,
    ALONE,
    CATCHES_FOX,
    CONTRA,
    FOLLOW,
    MAKES_DOPPELKOPF,
    PARTNER,
    PLAY,
    RE,
    TAKES,
    Contract,
    State,
    active_after,
    tricks_in_all,
)

DECIDING_TRICKS = 3  # in which a marriage finds its partner (DOKO-8.3)
HELP = 10  # card points from which on a card given to a trick is a gift


@kernel
def is_lead(s: State) -> bool:
    """Tell whether the next card is led: the trick is complete, or there is none yet."""
    return s.trick_len % ACTIVE == 0


@kernel
def legal_play(s: State, seat: int, may: list[int]) -> None:
    """DOKO-9.2 to 9.4: lead what you like; follow suit if you can, trumps being one suit; else play what you like."""
    hand = kinds(s.hand[seat])
    offer(may, PLAY, hand)
    if not is_lead(s):
        same = hand & OF_CLASS[s.order][s.led]
        if same != 0:
            strike(may, PLAY, hand & ~same, FOLLOW)


@kernel
def act_play(s: State, seat: int, card: int) -> None:
    """DOKO-9: put the card on the trick; the fourth ends it."""
    if is_lead(s):
        _open(s, seat, card)
    elif CLASS[s.order][card] != s.led:
        bar(s, HAND + seat, OF_CLASS[s.order][s.led])
    put_on_trick(s, seat, card)
    s.trumps_out[seat] += CLASS[s.order][card] == TRUMP
    s.trick_len += 1
    if s.trick_len == 1 or beats(s, card):
        s.best = card
        s.best_seat = seat
    elif POINTS[card] >= HELP:
        s.helped[seat] += (s.party[s.best_seat] == RE) - (s.party[s.best_seat] == CONTRA)
    if card == CLUB_QUEEN:
        queen_falls(s, seat)
    if s.trick_len == ACTIVE:
        _take(s)
    else:
        s.turn = active_after(s, seat)


@kernel
def beats(s: State, card: int) -> bool:
    """DOKO-9.5 to 9.7, 16.1 to 16.4: tell whether a card beats the best one that lies before it."""
    if card == HEART_TEN and s.best == HEART_TEN and has(TRUMPS[s.order], HEART_TEN):
        if s.options.heart10_rule == HeartTen.SECOND_WINS_EXCEPT_LAST:
            return s.tricks_played < tricks_in_all(s) - 1
        return s.options.heart10_rule == HeartTen.SECOND_WINS
    follows = CLASS[s.order][card] == s.led or CLASS[s.order][card] == TRUMP
    return follows and STRENGTH[s.order][card] > STRENGTH[s.order][s.best]


@kernel
def _open(s: State, leader: int, card: int) -> None:
    """DOKO-9.8, 13.12: the last trick goes to its taker, who leads now; its markers stay face up."""
    if s.trick_len == ACTIVE:
        _leave_markers(s, leader)
    for seat in range(s.seats):
        pour(s.trick[seat], s.taken[leader])
    s.leader = leader
    s.led = CLASS[s.order][card]
    s.trick_len = 0


@kernel(seldom=True)
def _leave_markers(s: State, taker: int) -> None:
    """DOKO-13.5, 13.12: foxes that may count, and one card of a trick of aces and tens."""
    marked = not is_doppelkopf(s)
    for seat in range(s.seats):
        cards = kinds(s.trick[seat])
        fox = has(cards, FOX) and seat != taker and not are_partners(s, seat, taker)
        if fox or (not marked and cards != 0 and not has(cards, FOX)):
            marked = marked or not fox
            pour(s.trick[seat], s.markers[taker])


@kernel
def is_doppelkopf(s: State) -> bool:
    """DOKO-13.10, 13.11: tell whether the trick consists of aces and tens."""
    mask = 0
    for seat in range(s.seats):
        mask |= kinds(s.trick[seat])
    return mask & (ALL_CARDS & ~FAT) == 0


@kernel
def _take(s: State) -> None:
    """DOKO-9.8: the best card takes the trick, and its player leads to the next."""
    taker = s.best_seat
    worth = 0
    s.tricks_played += 1
    for seat in range(s.seats):
        cards = kinds(s.trick[seat])
        if cards != 0:
            worth += POINTS[lowest(cards)]
        if has(cards, FOX) and seat != taker:
            _catch_fox(s, seat, taker)
    s.points[taker] += worth
    s.tricks[taker] += 1
    s.turn = taker
    note(s, TAKES, taker, worth)
    if is_doppelkopf(s):
        s.doubles[taker] += 1
        note(s, MAKES_DOPPELKOPF, taker, 0)
    if s.contract == Contract.MARRIAGE and s.open_calls == 0:
        _find_partner(s, taker)


@kernel(seldom=True)
def _catch_fox(s: State, seat: int, taker: int) -> None:
    """DOKO-13.4, 13.5: remember who lost the fox to whom; it is settled when the parties are known."""
    if not are_partners(s, seat, taker):
        s.fox_by[s.foxes] = seat
        s.fox_to[s.foxes] = taker
        s.fox_last[s.foxes] = s.tricks_played == tricks_in_all(s)
        s.foxes += 1
        note(s, CATCHES_FOX, taker, seat)


@kernel(seldom=True)
def _find_partner(s: State, taker: int) -> None:
    """DOKO-8.3 to 8.5, 10.18 to 10.22: the first trick of three that the marrying player does not take decides."""
    if s.tricks_played > DECIDING_TRICKS or (taker == s.declarer and s.tricks_played < DECIDING_TRICKS):
        return
    s.shift = s.tricks_played - 1
    if taker == s.declarer:
        note(s, ALONE, taker, 0)
        s.open_calls = s.options.marriage_alone_announcements == MarriageAlone.SHIFT_TWO
        divide_openly(s, -1)
    else:
        note(s, PARTNER, taker, 0)
        s.partner = taker
        s.open_calls = 1
        divide_openly(s, taker)

"""The play of a trick: what may be led and followed, and who takes it (HEARTS-3, HEARTS-4)."""

from __future__ import annotations

from torite.kit import HAND, bar, has, highest, kernel, kinds, note, offer, pour, put_on_trick, strike

from .cards import CLUBS, HEARTS, OF_SUIT, OTHERS, POINT_CARDS, QUEEN, SUIT, TWO, card_points
from .state import BREAKS, FIRST_LEAD, FIRST_TRICK, FOLLOW, NOT_BROKEN, PLAY, SEATS, TAKES, State, cards_on_trick

FIRST_LEADS = (TWO, CLUBS)  # by can_lead_any_club (HEARTS-3.1)
BREAKERS = (HEARTS, POINT_CARDS)  # by qs_breaks_hearts (HEARTS-4.2)


@kernel
def is_lead(s: State) -> bool:
    """Tell whether the next card is led: the trick is complete, or there is none yet."""
    return s.trick_len % SEATS == 0


@kernel
def legal_play(s: State, seat: int, may: list[int]) -> None:
    """HEARTS-3.2, 3.3: lead what you like; follow the suit led if you can, else play what you like."""
    hand = kinds(s.hand[seat])
    suit = hand & OF_SUIT[s.led]
    offer(may, PLAY, hand)
    if is_lead(s):
        _limit_lead(s, hand, may)
    elif suit != 0:
        strike(may, PLAY, hand & ~suit, FOLLOW)
    elif s.tricks_played == 0:
        _limit_first_trick(s, hand, may)


@kernel
def _limit_lead(s: State, hand: int, may: list[int]) -> None:
    """HEARTS-3.1, 4.1, 4.3, 4.4: the two of clubs first; no heart before hearts are broken, if you have others."""
    if s.tricks_played == 0:
        strike(may, PLAY, hand & ~FIRST_LEADS[s.options.can_lead_any_club], FIRST_LEAD)
    elif s.broken == 0 and _could_lead_otherwise(s, hand & ~HEARTS):
        strike(may, PLAY, hand & HEARTS, NOT_BROKEN)


@kernel
def _could_lead_otherwise(s: State, others: int) -> bool:
    """HEARTS-4.3, 4.4: a hand of hearts alone could not; nor, if agreed, one of hearts and the queen of spades."""
    return others != 0 and not (others == QUEEN and s.options.can_lead_hearts_instead_of_qs)


@kernel
def _limit_first_trick(s: State, hand: int, may: list[int]) -> None:
    """HEARTS-3.5: no point card on the first trick, unless you hold nothing else."""
    if s.options.no_pts_on_first_trick and hand & OTHERS != 0:
        strike(may, PLAY, hand & POINT_CARDS, FIRST_TRICK)


@kernel
def act_play(s: State, seat: int, card: int) -> None:
    """HEARTS-3.4, 4.2: put the card on the trick; a heart or the queen breaks hearts; the fourth ends the trick."""
    if is_lead(s):
        _open(s, seat, card)
    _learn(s, seat, card)
    put_on_trick(s, seat, card)
    s.trick_len += 1
    _break_hearts(s, seat, card)
    if s.trick_len == SEATS:
        _take(s)
    else:
        s.turn = (seat + 1) % SEATS


@kernel
def _open(s: State, leader: int, card: int) -> None:
    """HEARTS-3.6: the last trick goes to its taker, who leads now."""
    for seat in range(SEATS):
        pour(s.trick[seat], s.taken[leader])
    s.leader = leader
    s.led = SUIT[card]
    s.trick_len = 0


@kernel
def _break_hearts(s: State, seat: int, card: int) -> None:
    """HEARTS-4.2: any heart breaks hearts when it is played, and so does the queen of spades if agreed."""
    breaks = has(BREAKERS[s.options.qs_breaks_hearts], card)
    if breaks and s.broken == 0:
        note(s, BREAKS, seat, card)
    s.broken |= breaks


@kernel
def _take(s: State) -> None:
    """HEARTS-3.6: the highest card of the suit led takes the trick, and its player leads to the next."""
    cards = cards_on_trick(s)
    best = highest(cards & OF_SUIT[s.led])
    for seat in range(SEATS):
        if has(kinds(s.trick[seat]), best):
            s.turn = seat
    s.tricks_played += 1
    note(s, TAKES, s.turn, card_points(cards))


@kernel
def _learn(s: State, seat: int, card: int) -> None:
    """HEARTS-3.7: what a card that was allowed tells everybody about the hand it came from."""
    if s.trick_len > 0 and SUIT[card] != s.led:
        bar(s, HAND + seat, OF_SUIT[s.led])
        if s.tricks_played == 0 and s.options.no_pts_on_first_trick and has(POINT_CARDS, card):
            bar(s, HAND + seat, OTHERS)
    elif s.trick_len == 0 and s.broken == 0 and has(HEARTS, card):
        bar(s, HAND + seat, OTHERS)
        if not s.options.can_lead_hearts_instead_of_qs:
            bar(s, HAND + seat, QUEEN)

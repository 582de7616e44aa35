"""Passing three cards before the first trick (HEARTS-2)."""

from __future__ import annotations

from torite.kit import HAND, bit, drop, kernel, kinds, know, lowest, mixed, offer, pour, put, size, spare

from .state import PASS, PASSED, SEATS, State


@kernel
def unchosen(s: State) -> int:
    """HEARTS-2.2: return the mask of the seats that have not laid their cards aside: they choose at once."""
    mask = 0
    for seat in range(SEATS):
        if s.chosen[seat] == 0:
            mask |= bit(seat)
    return mask


@kernel
def legal_pass(s: State, seat: int, may: list[int]) -> None:
    """HEARTS-2.2: any cards of the hand."""
    if s.chosen[seat] == 0:
        offer(may, PASS, spare(s.hand[seat], s.draft[seat]))


@kernel(seldom=True)
def act_pass(s: State, seat: int, card: int) -> None:
    """HEARTS-2.2, 2.3: name one card more; the third lays all three aside, the last seat's hands all over."""
    put(s.draft[seat], card)
    s.drafting[seat] = 1
    if size(s.draft[seat]) == PASSED:
        _lay_aside(s, seat)
        if unchosen(s) == 0:
            for giver in range(SEATS):
                _hand_over(s, giver, (giver + s.direction) % SEATS)


@kernel
def _lay_aside(s: State, seat: int) -> None:
    left = kinds(s.draft[seat])
    while left != 0:
        card = lowest(left)
        left ^= bit(card)
        drop(s.hand[seat], card)
    pour(s.draft[seat], s.passing[seat])
    mixed(s, HAND + seat, seat)
    s.drafting[seat] = 0
    s.chosen[seat] = 1


@kernel
def _hand_over(s: State, giver: int, receiver: int) -> None:
    """HEARTS-2.4: the cards go into the receiver's hand, and the giver knows that they are there."""
    left = kinds(s.passing[giver])
    while left != 0:
        card = lowest(left)
        left ^= bit(card)
        know(s, giver, HAND + receiver, card)
    pour(s.passing[giver], s.hand[receiver])

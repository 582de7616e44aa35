"""Passing three cards to a neighbour, or a card to each opponent, all at once (AMB-3)."""

from __future__ import annotations

from torite.kit import (
    HAND,
    bit,
    clear,
    drop,
    is_of,
    kernel,
    kinds,
    know,
    lowest,
    mixed,
    offer,
    piece_of,
    pour,
    put,
    size,
    spare,
    strike,
)

from .state import (
    ALL_TO_ONE,
    GIVEN,
    NOBODY_ACROSS,
    ONE_TO_EACH,
    PASS,
    PASS_ACROSS,
    PASS_LEFT,
    PASS_RIGHT,
    PASSED,
    SEATS,
    State,
    Way,
)

LEFT, ACROSS, RIGHT = int(Way.LEFT), int(Way.ACROSS), int(Way.RIGHT)
CYCLES = tuple(  # [fourth_round][4 - players][round] (AMB-3.2, 3.4 to 3.6)
    ((LEFT, RIGHT, ACROSS, last), (LEFT, RIGHT, last, last)) for last in (int(Way.NOBODY), int(Way.SCATTER))
)


@kernel
def way_of_round(s: State) -> int:
    """AMB-3.2, 3.4 to 3.6: where the cards of the round about to be dealt are passed."""
    return CYCLES[s.options.fourth_round][SEATS - s.seats][s.deals_played % s.seats]


@kernel
def unchosen(s: State) -> int:
    """AMB-3.3: return the mask of the seats that have not laid their cards aside: they choose at once."""
    mask = 0
    for seat in range(s.seats):
        if s.chosen[seat] == 0:
            mask |= bit(seat)
    return mask


@kernel
def legal_pass(s: State, seat: int, may: list[int]) -> None:
    """AMB-3.1, 3.5: any three cards of the hand; or, scattered, any one for each opponent."""
    if s.chosen[seat] == 1:
        return
    cards = spare(s.hand[seat], s.draft[seat])
    offer(may, PASS, cards)
    offer(may, PASS_LEFT, cards)
    offer(may, PASS_ACROSS, cards)
    offer(may, PASS_RIGHT, cards)
    if s.way == Way.SCATTER:
        strike(may, PASS, cards, ONE_TO_EACH)
        _limit_scatter(s, seat, cards, may)
    else:
        strike(may, PASS_LEFT, cards, ALL_TO_ONE)
        strike(may, PASS_ACROSS, cards, ALL_TO_ONE)
        strike(may, PASS_RIGHT, cards, ALL_TO_ONE)


@kernel
def _limit_scatter(s: State, seat: int, cards: int, may: list[int]) -> None:
    """AMB-3.5, 3.6: no second card for the same opponent; with three players nobody sits opposite."""
    if s.seats < SEATS:
        strike(may, PASS_ACROSS, cards, NOBODY_ACROSS)
    if kinds(s.draft_left[seat]) != 0:
        strike(may, PASS_LEFT, cards, GIVEN)
    if kinds(s.draft_across[seat]) != 0:
        strike(may, PASS_ACROSS, cards, GIVEN)
    if kinds(s.draft_right[seat]) != 0:
        strike(may, PASS_RIGHT, cards, GIVEN)


@kernel
def act_pass(s: State, seat: int, action: int) -> None:
    """AMB-3.1, 3.3: name one card more; the last lays all aside, and the last seat's hands all over."""
    card = piece_of(action)
    put(s.draft[seat], card)
    s.drafting[seat] = 1
    if is_of(action, PASS_RIGHT):
        put(s.draft_right[seat], card)
    elif is_of(action, PASS_ACROSS):
        put(s.draft_across[seat], card)
    elif is_of(action, PASS_LEFT):
        put(s.draft_left[seat], card)
    if size(s.draft[seat]) == (s.seats - 1 if s.way == Way.SCATTER else PASSED):
        _lay_aside(s, seat)
        if unchosen(s) == 0:
            for giver in range(s.seats):
                _hand_over(s, giver, s.for_left[giver], (giver + 1) % s.seats)
                _hand_over(s, giver, s.for_across[giver], (giver + 2) % s.seats)
                _hand_over(s, giver, s.for_right[giver], (giver + s.seats - 1) % s.seats)


@kernel
def _lay_aside(s: State, seat: int) -> None:
    left = kinds(s.draft[seat])
    while left != 0:
        drop(s.hand[seat], lowest(left))
        left &= left - 1
    if s.way == Way.SCATTER:
        clear(s.draft[seat])
        pour(s.draft_left[seat], s.for_left[seat])
        pour(s.draft_across[seat], s.for_across[seat])
        pour(s.draft_right[seat], s.for_right[seat])
    elif s.way == Way.LEFT:
        pour(s.draft[seat], s.for_left[seat])
    elif s.way == Way.ACROSS:
        pour(s.draft[seat], s.for_across[seat])
    else:
        pour(s.draft[seat], s.for_right[seat])
    mixed(s, HAND + seat, seat)
    s.drafting[seat] = 0
    s.chosen[seat] = 1


@kernel
def _hand_over(s: State, giver: int, cards: list[int], receiver: int) -> None:
    """AMB-3.1: the cards go into the receiver's hand, and the giver knows that they are there."""
    left = kinds(cards)
    while left != 0:
        know(s, giver, HAND + receiver, lowest(left))
        left &= left - 1
    pour(cards, s.hand[receiver])

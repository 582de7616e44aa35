"""The play of the cards: a suit once to a trick, who wins it, and what lies together in it (FLASH-3 to 5)."""

from __future__ import annotations

from torite.kit import (
    HAND,
    bar,
    bit,
    count,
    has,
    kernel,
    kinds,
    next_seat,
    note,
    note_pieces,
    offer,
    offer_one,
    pour,
    put,
    put_on_trick,
    reset_trick,
    size,
    strike,
)

from .cards import ALL_CARDS, LONGEST_RUN, OBEYED_BY, RANK, SAME_SUIT
from .flashes import legal_flash, tell_by_card, unshown
from .state import (
    ABLE,
    CANNOT_PLAY,
    COMBINATIONS,
    HELD_BACK,
    LEADER_PLAYS,
    PASS,
    PASSES,
    PLAY,
    POINTS,
    SEATS,
    SUIT_LIES,
    TAKES,
    Combination,
    Phase,
    State,
    credit,
)


@kernel
def legal_lead(s: State, seat: int, may: list[int]) -> None:
    """FLASH-3.1, 7.13: show flashes or none, then lead any card."""
    offer(may, PLAY, kinds(s.hand[seat]))
    offer_one(may, PASS)
    strike(may, PASS, 1, LEADER_PLAYS)
    legal_flash(s, seat, may)


@kernel
def legal_follow(s: State, seat: int, may: list[int]) -> None:
    """FLASH-3.2 to 3.4, 3.6, 7.12: a card of a suit that does not lie yet, or a pass; before it flashes or none."""
    hand = kinds(s.hand[seat])
    offer(may, PLAY, hand)
    offer_one(may, PASS)
    if hand & ~s.lying != 0:
        strike(may, PLAY, hand & s.lying, SUIT_LIES)
        strike(may, PASS, 1, ABLE)
    else:
        strike(may, PLAY, hand, CANNOT_PLAY)
    legal_flash(s, seat, may)


@kernel
def put_down(s: State, seat: int, card: int) -> None:
    """FLASH-3, 4: play a card; see who wins now and what it is worth; let those pass who cannot play."""
    put_on_trick(s, seat, card)
    put(s.on_trick, card)
    put(s.spent[seat], card)
    tell_by_card(s, seat, card)
    s.proved[seat] &= ~OBEYED_BY[card]
    s.square_left[seat] &= ~SAME_SUIT[card]
    if s.trick_len == 0 or beats(s, card):
        s.best_seat = seat
        s.best = card
    s.lying |= SAME_SUIT[card]
    s.paired |= s.ranks & bit(RANK[card])
    s.ranks |= bit(RANK[card])
    s.trick_len += 1
    value_trick(s)
    go_on(s)


@kernel
def beats(s: State, card: int) -> bool:
    """FLASH-4.1, 4.2: the latest card of a rank that lies twice wins; while there is none, the highest rank."""
    if has(s.ranks, RANK[card]):
        return True
    return s.paired == 0 and RANK[card] > RANK[s.best]


@kernel
def combination_of(cards: int, ranks: int, paired: int) -> int:
    """FLASH-5.1 to 5.3: name the highest combination in so many cards of these ranks, some of them paired."""
    different = count(ranks)
    if different == cards:
        run = LONGEST_RUN[ranks]
        return Combination.RUN_OF_FOUR if run == 4 else Combination.RUN_OF_THREE if run == 3 else Combination.NONE
    if different == 1:
        return Combination.PAIR if cards == 2 else Combination.TRIPLET if cards == 3 else Combination.QUARTET
    if different == 3:
        return Combination.PAIR_RUN if LONGEST_RUN[ranks] == 3 else Combination.PAIR
    if cards == 3:
        return Combination.PAIR
    return Combination.TWO_PAIRS if count(paired) == 2 else Combination.TRIPLET


@kernel
def value_trick(s: State) -> None:
    """FLASH-5.1, 5.4: see what lies in the trick, what it is worth, and for whom."""
    s.combination = combination_of(size(s.on_trick), s.ranks, s.paired)
    s.worth = POINTS[s.combination]
    side = s.best_seat % 2
    if s.combination == Combination.NONE:
        side = 1 - side
    for seat in range(SEATS):
        s.gains[seat] = seat % 2 == side


@kernel
def go_on(s: State) -> None:
    """FLASH-3.2 to 3.6: the next player who can play is in turn; in trick 1 also one who passes and may flash."""
    seat = s.turn
    s.phase = Phase.FOLLOW
    while s.trick_len < SEATS:
        seat = next_seat(s, seat)
        s.turn = seat
        if kinds(s.hand[seat]) & ~s.lying != 0:
            return
        if s.tricks_played == 0 and unshown(s, seat) != 0:
            return
        note(s, PASSES, seat, size(s.hand[seat]))
        pass_turn(s, seat)


@kernel
def pass_turn(s: State, seat: int) -> None:
    """FLASH-3.3, 3.5: a pass is the player's turn; everybody learns that the hand holds only suits that lie."""
    bar(s, HAND + seat, ALL_CARDS & ~s.lying)
    s.passed[seat] = 1
    s.trick_len += 1


@kernel
def act_pass(s: State, seat: int) -> None:
    """FLASH-7.12: a player who cannot play keeps a flash back."""
    s.pass_told[seat] = HELD_BACK
    pass_turn(s, seat)
    go_on(s)


@kernel
def clear_trick(s: State) -> None:
    """FLASH-4: what lies there goes to its winner; the next trick is empty."""
    pour(s.on_trick, s.taken[s.best_seat])
    reset_trick(s)


@kernel
def take_trick(s: State) -> None:
    """FLASH-5.1, 5.4: the winner's team scores what lies in the trick; a damp squib goes to the other."""
    winner = s.best_seat
    s.tricks_played += 1
    s.tricks[winner] += 1
    note(s, TAKES, winner, size(s.on_trick))
    note_pieces(s, COMBINATIONS + s.combination, winner, s.worth, s.on_trick)
    credit(s, scorer_of(s), s.worth)


@kernel
def scorer_of(s: State) -> int:
    """FLASH-5.1, 5.4: return a seat of the team that scores the trick as it lies."""
    return s.best_seat if s.combination != Combination.NONE else next_seat(s, s.best_seat)

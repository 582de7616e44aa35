"""Doubles declared with the lead, and seven of them shown (BINGO-7)."""

from __future__ import annotations

from torite.kit import (
    HAND,
    clear,
    count,
    has,
    kernel,
    kinds,
    know_one,
    limit,
    note,
    note_pieces,
    offer,
    offer_one,
    piece_of,
    pour,
    put,
    put_each,
    require,
    size,
    size_of,
    spare,
    strike,
)

from .state import (
    DECLARE,
    FAILS,
    FEWEST,
    HAND_SIZE,
    LEAD,
    LEAD_DOUBLE,
    LEAD_SHOWN,
    MAKES,
    MOST_DECLARED,
    NO_TRICK_YET,
    REVEAL_6,
    REVEAL_7,
    RUNNING,
    SHOW,
    SHOW_DOUBLES,
    SHOWS,
    TOO_FEW_DOUBLES,
    WITH_BINGO,
    Phase,
    State,
    is_open,
)
from .tiles import BINGO, DOUBLES, IS_DOUBLE

UP_TO = tuple((1 << max(0, held - FEWEST + 1)) - 1 for held in range(HAND_SIZE + 1))  # by doubles held
ALL_NUMBERS = (1 << (MOST_DECLARED - FEWEST + 1)) - 1  # the actions of DECLARE, as a mask


@kernel
def legal_lead(s: State, seat: int, may: list[int]) -> None:
    """BINGO-4.1, 7.1 to 7.4, 7.17: lead any tile; a double once declared; while that runs, one of those shown."""
    hand = kinds(s.hand[seat])
    offer(may, LEAD, hand)
    if s.chain > 0:
        strike(may, LEAD, hand & ~kinds(s.shown), LEAD_SHOWN)
    elif s.declared > 0:
        strike(may, LEAD, hand & ~DOUBLES, LEAD_DOUBLE)
    _legal_declare(s, seat, may)
    if s.declared == 0 and size_of(s.hand[seat], DOUBLES) == HAND_SIZE:
        offer_one(may, REVEAL_7)
    if not is_open(s):
        legal_reveal(s, seat, may)


@kernel
def legal_reveal(s: State, seat: int, may: list[int]) -> None:
    """BINGO-7.12, 7.18: who won the trick just now with one of seven doubles may show the other six."""
    if s.may_reveal == seat and size_of(s.hand[seat], DOUBLES) == HAND_SIZE - 1:
        offer_one(may, REVEAL_6)


@kernel
def _legal_declare(s: State, seat: int, may: list[int]) -> None:
    """BINGO-7.1, 7.2, 7.17: after a trick, so many as are held; not twice at once."""
    offer(may, DECLARE, ALL_NUMBERS)
    if s.declared > 0:
        strike(may, DECLARE, ALL_NUMBERS, RUNNING)
    if s.options.doubles_need_trick and s.tricks[seat] == 0:
        strike(may, DECLARE, ALL_NUMBERS, NO_TRICK_YET)
    strike(may, DECLARE, ALL_NUMBERS & ~UP_TO[size_of(s.hand[seat], DOUBLES)], TOO_FEW_DOUBLES)


@kernel
def act_declare(s: State, seat: int, number: int) -> None:
    """BINGO-7.1: so many doubles are declared; everybody knows now that at least so many are held."""
    s.declared = number
    s.with_bingo = 0
    s.may_reveal = -1
    require(s, HAND + seat, DOUBLES, number)


@kernel
def begin_chain(s: State, seat: int) -> None:
    """BINGO-7.3, 7.16: the first double is led; with just enough others they are shown, else the leader chooses."""
    left = kinds(s.hand[seat]) & DOUBLES
    if count(left) >= s.declared:
        require(s, HAND + seat, DOUBLES, s.declared)
        s.phase = Phase.SHOW
        return
    put_each(s.shown, left)
    _tell_shown(s, seat)
    limit(s, HAND + seat, DOUBLES, s.declared - 1, s.declared - 1)


@kernel
def _tell_shown(s: State, seat: int) -> None:
    note_pieces(s, SHOWS, seat, size(s.shown), s.shown)
    _know_shown(s, seat)


@kernel
def _know_shown(s: State, seat: int) -> None:
    for kind in range(len(IS_DOUBLE)):
        if has(kinds(s.shown), kind):
            know_one(s, 1 - seat, HAND + seat, kind)


@kernel
def legal_show(s: State, seat: int, may: list[int]) -> None:
    """BINGO-7.16: which of the other doubles to show, one less than was declared."""
    left = spare(s.hand[seat], s.draft[seat])
    offer(may, SHOW, left)
    strike(may, SHOW, left & ~DOUBLES, SHOW_DOUBLES)


@kernel
def act_show(s: State, seat: int, action: int) -> None:
    """BINGO-7.16: one more is named; when they are enough they are shown, and the reply is awaited."""
    put(s.draft[seat], piece_of(action))
    s.drafting[seat] = 1
    if size(s.draft[seat]) == s.declared - 1:
        s.drafting[seat] = 0
        pour(s.draft[seat], s.shown)
        _know_shown(s, seat)
        s.phase = Phase.REPLY
        s.turn = 1 - seat


@kernel
def go_on_with_chain(s: State, winner: int) -> None:
    """BINGO-7.4 to 7.9: a trick of the declaration is won or lost; the last one brings its points."""
    if s.declared == 0:
        return
    if winner != s.leader:
        note(s, FAILS, s.leader, s.declared)
        forget_chain(s)
        return
    s.chain += 1
    if s.led == BINGO:
        s.with_bingo = 1
    if s.chain == s.declared:
        worth = s.options.doubles_points[s.declared - FEWEST]
        s.made[winner] += worth
        note(s, MAKES, winner, worth)
        if s.with_bingo == 1:
            s.made[winner] += s.options.bingo_bonus
            note(s, WITH_BINGO, winner, s.options.bingo_bonus)
        forget_chain(s)


@kernel
def forget_chain(s: State) -> None:
    """BINGO-7.6: no declaration runs, and nothing is shown."""
    s.declared = 0
    s.chain = 0
    s.with_bingo = 0
    clear(s.shown)


@kernel
def reveal(s: State, seat: int, number: int) -> None:
    """BINGO-7.10, 7.12: doubles are shown that end the deal."""
    s.revealed = number
    put_each(s.shown, kinds(s.hand[seat]) & DOUBLES)
    _tell_shown(s, seat)

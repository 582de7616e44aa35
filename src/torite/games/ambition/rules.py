"""Ambition: three or four players, each alone, between no trick at all and a slam.

Clauses: clauses.md beside this file. A trick-taking game by Michael O. Church, in two of its editions.
"""

from __future__ import annotations

from torite.kit import (
    HAND,
    ask_number,
    ask_shuffle,
    begin_deal,
    bit,
    deal,
    kernel,
    kinds,
    next_seat,
    piece_of,
    put,
    require,
)

from .cards import CARDS, FIRST_LEAD_CARD, LEFT_OUT
from .passing import act_pass, legal_pass, unchosen, way_of_round
from .scoring import score_round
from .standing import take_stock
from .state import DRAW_DEALER, SEATS, SHUFFLE, Phase, State, Way, tricks_in_all
from .tricks import act_play, legal_play


@kernel
def start(s: State) -> None:
    """AMB-1.1, 1.2: the whole pack; with three players the three of clubs is left out."""
    for card in range(CARDS):
        if s.seats == SEATS or card != LEFT_OUT:
            put(s.in_play, card)
    s.phase = Phase.DEALER
    s.turn = -1


@kernel
def chance(s: State, ask: list[int]) -> int:
    """AMB-1.6: who deals first; for every round the shuffle."""
    if s.phase == Phase.DEALER:
        ask_number(ask, s.seats)
        return DRAW_DEALER
    if s.phase == Phase.DEAL:
        ask_shuffle(ask, s.in_play)
        return SHUFFLE
    return 0


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """Take what chance settled."""
    if s.phase == Phase.DEALER:
        s.dealer = outcome[0]
        s.phase = Phase.DEAL
    else:
        begin_deal(s)
        take_stock(s)
        _deal(s, outcome)


@kernel
def _deal(s: State, outcome: list[int]) -> None:
    """AMB-1.6, 1.7, 3.2: all cards, one at a time, from the dealer's left; then they are passed, or played at once."""
    deal(s, outcome, 0, tricks_in_all(s), 1)
    s.way = way_of_round(s)
    if s.way == Way.NOBODY:
        _open_play(s)
    else:
        s.phase = Phase.PASS
        s.turn = next_seat(s, s.dealer)


@kernel
def _open_play(s: State) -> None:
    """AMB-4.1, 4.2: whoever holds the three of diamonds now leads to the first trick, and so everybody knows who."""
    s.phase = Phase.PLAY
    for seat in range(s.seats):
        if kinds(s.hand[seat]) & FIRST_LEAD_CARD != 0:
            s.turn = seat
    s.leader = s.turn
    require(s, HAND + s.turn, FIRST_LEAD_CARD, 1)


@kernel
def actors(s: State) -> int:
    """AMB-3.3: all who still have to pass, at once; then one seat at a time."""
    if s.phase == Phase.PLAY:
        return bit(s.turn)
    return unchosen(s) if s.phase == Phase.PASS else 0


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """Fill in what the seat may take now; nothing when it is not its turn."""
    if s.phase == Phase.PLAY and seat == s.turn:
        legal_play(s, seat, may)
    elif s.phase == Phase.PASS:
        legal_pass(s, seat, may)


@kernel
def act(s: State, seat: int, action: int) -> None:
    """Take an action; the last pass opens the play, the last trick ends the round."""
    if s.phase == Phase.PLAY:
        act_play(s, seat, piece_of(action))
        if s.tricks_played == tricks_in_all(s):
            score_round(s)
    else:
        act_pass(s, seat, action)
        if unchosen(s) == 0:
            _open_play(s)

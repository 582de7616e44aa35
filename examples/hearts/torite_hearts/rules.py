"""Hearts: four players, fifty-two cards, and nobody wants the hearts or the queen of spades.

Clauses: clauses.md beside this file. Source: the game `hearts` of OpenSpiel, option for option.
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

from .cards import ALL_POINTS, CARDS, TWO
from .passing import act_pass, legal_pass, unchosen
from .scoring import next_deal, score_deal
from .state import DRAW_DEALER, DRAW_DIRECTION, SEATS, SHUFFLE, TRICKS, Phase, State
from .tricks import act_play, legal_play

WIN = 100  # what winning a match of several deals is worth in the payoff, in points of the score


@kernel
def start(s: State) -> None:
    """HEARTS-1.1: one pack of 52 cards is in use."""
    for card in range(CARDS):
        put(s.in_play, card)
    s.phase = Phase.DEALER
    s.turn = -1


@kernel
def chance(s: State, ask: list[int]) -> int:
    """HEARTS-1.4, 2.1: who deals first; for every deal which way the cards are passed, and the shuffle."""
    if s.phase == Phase.DEALER:
        ask_number(ask, SEATS)
        return DRAW_DEALER
    if s.phase == Phase.DIRECTION:
        ask_number(ask, SEATS)
        return DRAW_DIRECTION
    if s.phase == Phase.DEAL:
        ask_shuffle(ask, s.in_play)
        return SHUFFLE
    return 0


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """Take what chance settled."""
    if s.phase == Phase.DEALER:
        s.dealer = outcome[0]
        next_deal(s)
    elif s.phase == Phase.DIRECTION:
        s.direction = outcome[0]
        s.phase = Phase.DEAL
    else:
        _deal(s, outcome)
        if s.direction == 0:
            _open_play(s)
        else:
            s.phase = Phase.PASS
            s.turn = next_seat(s, s.dealer)


@kernel
def _deal(s: State, outcome: list[int]) -> None:
    """HEARTS-1.4, 4.1: all cards, one at a time, from the dealer's left; the hearts are whole again."""
    begin_deal(s)
    deal(s, outcome, 0, TRICKS, 1)
    s.broken = 0 if s.options.must_break_hearts else 1


@kernel(seldom=True)
def _open_play(s: State) -> None:
    """HEARTS-3.1: whoever holds the two of clubs leads to the first trick, and so everybody knows who does."""
    s.phase = Phase.PLAY
    for seat in range(SEATS):
        if kinds(s.hand[seat]) & TWO != 0:
            s.turn = seat
    require(s, HAND + s.turn, TWO, 1)


@kernel
def actors(s: State) -> int:
    """All who still have to pass, at once; then one seat at a time."""
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
    """Take an action; the last pass opens the play, the last trick ends the deal."""
    if s.phase == Phase.PLAY:
        act_play(s, seat, piece_of(action))
        if s.tricks_played == TRICKS:
            score_deal(s)
    else:
        act_pass(s, seat, piece_of(action))
        if unchosen(s) == 0:
            _open_play(s)


@kernel
def deal_over(s: State) -> bool:
    """The deal has been scored, and the next is not dealt."""
    return s.deals_played > 0 and (s.phase == Phase.DIRECTION or s.phase == Phase.DEAL or s.phase == Phase.OVER)


@kernel
def payoff(s: State, out: list[int]) -> None:
    """HEARTS-6.4: 26 less what the deal cost; where a match has several deals, at its end also a share of the win."""
    winners = s.won[0] + s.won[1] + s.won[2] + s.won[3]
    for seat in range(SEATS):
        out[seat] = ALL_POINTS - s.added[seat]
        if s.won[seat] == 1 and s.options.deals != 1:
            out[seat] += WIN // winners

"""Domino Cribbage: six tiles, two for the crib, and a race to sixty-one.

Clauses: clauses.md beside this file, with their sources.
"""

from __future__ import annotations

from torite.kit import (
    ask_shuffle,
    begin_deal,
    bit,
    deal,
    draw,
    drop,
    has_reached,
    kernel,
    kinds,
    lowest,
    note,
    note_pieces,
    offer,
    piece_of,
    pour,
    put,
    room,
    size,
    spare,
)

from .counting import count_hands
from .playing import legal_play, open_sequence, play_tile
from .state import CRIB, DEALS, DEALT, DRAW_DEALER, DRAWS, SEATS, SHUFFLE, STARTER, STOCK, TO_CRIB, WINS, Phase, State
from .tiles import ALL_TILES, VALUE

WIN = 12  # what winning the match is worth in the payoff, in points


@kernel
def start(s: State) -> None:
    """DCRIB-1.1: all 28 tiles."""
    s.in_play[0] = ALL_TILES
    s.turn = -1
    s.phase = Phase.DEALER


@kernel
def chance(s: State, ask: list[int]) -> int:
    """DCRIB-1.2, 1.3: the tiles drawn for the deal, and the shuffle."""
    if s.phase == Phase.OVER or s.turn >= 0 or s.phase == Phase.CRIB:
        return 0
    ask_shuffle(ask, s.in_play)
    return DRAW_DEALER if s.phase == Phase.DEALER else SHUFFLE


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """Take what chance settled."""
    if s.phase == Phase.DEALER:
        _draw_dealer(s, outcome)
        s.phase = Phase.DEAL
        return
    begin_deal(s)
    for seat in range(SEATS):
        s.before[seat] = s.score[seat]
    _deal(s, outcome)


@kernel(seldom=True)
def _draw_dealer(s: State, outcome: list[int]) -> None:
    """DCRIB-1.2, 1.6: two at a time from the shuffled tiles, until one is higher."""
    at = 0
    while True:
        for seat in range(SEATS):
            drawn = room(1)
            put(drawn, outcome[at + seat])
            note_pieces(s, DRAWS, seat, VALUE[outcome[at + seat]], drawn)
        if VALUE[outcome[at]] != VALUE[outcome[at + 1]]:
            break
        at += SEATS
    s.dealer = 0 if VALUE[outcome[at]] > VALUE[outcome[at + 1]] else 1
    note(s, DEALS, s.dealer, 0)


@kernel(seldom=True)
def _deal(s: State, outcome: list[int]) -> None:
    """DCRIB-1.3, 1.4, 1.7: six tiles each, one at a time, the other player first."""
    left = deal(s, outcome, 0, DEALT, 1)
    for i in range(STOCK):
        s.stock[i] = outcome[left + i]
    s.begun = 1
    s.phase = Phase.CRIB
    s.turn = 1 - s.dealer


@kernel
def actors(s: State) -> int:
    """DCRIB-2.1: both who still must lay tiles away; in the play, one at a time."""
    if s.phase != Phase.CRIB:
        return 0 if s.turn < 0 else bit(s.turn)
    mask = 0
    for seat in range(SEATS):
        if size(s.laid[seat]) == 0:
            mask |= bit(seat)
    return mask


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """Fill in what the seat may take now."""
    if s.phase == Phase.PLAY:
        if seat == s.turn:
            legal_play(s, seat, may)
    elif s.phase == Phase.CRIB and size(s.laid[seat]) == 0:
        offer(may, CRIB, spare(s.hand[seat], s.draft[seat]))


@kernel
def act(s: State, seat: int, action: int) -> None:
    """Take an action; the last tile has the hands counted, and ends the deal."""
    if s.phase == Phase.CRIB:
        _lay_away(s, seat, piece_of(action))
    elif play_tile(s, seat, piece_of(action)):
        _end_deal(s)
    elif size(s.hand[0]) + size(s.hand[1]) == 0:
        count_hands(s)
        _end_deal(s)


@kernel
def _lay_away(s: State, seat: int, tile: int) -> None:
    """DCRIB-2.1, 2.3, 2.5, 3.1: two tiles each, face down; when both have, the starter is turned."""
    put(s.draft[seat], tile)
    s.drafting[seat] = 1
    if size(s.draft[seat]) < TO_CRIB:
        return
    s.drafting[seat] = 0
    left = kinds(s.draft[seat])
    while left != 0:
        drop(s.hand[seat], lowest(left))
        left &= left - 1
    pour(s.draft[seat], s.laid[seat])
    if size(s.laid[1 - seat]) == TO_CRIB:
        put(s.starter, draw(s.stock, 0))
        note_pieces(s, STARTER, 1 - s.dealer, 0, s.starter)
        s.phase = Phase.PLAY
        open_sequence(s, 1 - s.dealer)


@kernel(seldom=True)
def _end_deal(s: State) -> None:
    """DCRIB-1.5, 6.1: the other deals next, unless somebody has won."""
    s.deals_played += 1
    s.phase = Phase.DEAL
    s.turn = -1
    for seat in range(SEATS):
        if has_reached(s, seat):
            s.won[seat] = 1
            s.phase = Phase.OVER
            note(s, WINS, seat, s.score[seat])
    if s.phase == Phase.DEAL:
        s.dealer = 1 - s.dealer


@kernel
def payoff(s: State, out: list[int]) -> None:
    """The points of the deal, less the other's; at the match's end also the win."""
    for seat in range(SEATS):
        other = 1 - seat
        out[seat] = s.score[seat] - s.before[seat] - s.score[other] + s.before[other]
        if s.phase == Phase.OVER:
            out[seat] += WIN if s.won[seat] == 1 else -WIN

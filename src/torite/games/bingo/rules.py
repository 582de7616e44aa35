"""Bingo: a trick-taking game of two with the double-six dominoes; seventy points, and who dares to close.

Clauses: clauses.md beside this file, with their sources.
"""

from __future__ import annotations

from torite.kit import (
    HAND,
    ask_number,
    ask_shuffle,
    begin_deal,
    came_in,
    deal,
    draw,
    drop,
    is_of,
    is_one_of,
    kernel,
    kinds,
    know,
    lowest,
    note,
    note_pieces,
    number_of,
    offer_one,
    piece_of,
    pour,
    put,
    put_on_trick,
    size,
)

from .doubles import act_declare, act_show, begin_chain, go_on_with_chain, legal_lead, legal_reveal, legal_show, reveal
from .following import legal_reply, tell_by_reply
from .scoring import ALL_DOUBLES, score_deal
from .state import (
    CLOSE,
    DECLARE,
    DRAW,
    DRAW_DEALER,
    FEWEST,
    HAND_SIZE,
    LEAD,
    MOST_DECLARED,
    PLAY,
    REVEAL_7,
    SEATS,
    SHOW,
    SHUFFLE,
    STOCK,
    TAKES,
    TAKES_TRUMP_TILE,
    TURNS_UP,
    Phase,
    State,
    is_open,
)
from .tiles import ALL_TILES, IS_DOUBLE, POINTS, TRUMP_OF, beats

WIN = 3  # what winning the match is worth in the payoff, in game points


@kernel
def start(s: State) -> None:
    """BINGO-1.1, 2.6, 2.7: all 28 tiles, ranked as was agreed."""
    s.in_play[0] = ALL_TILES
    s.order = 2 * s.options.double_order + s.options.blank_order
    s.turn = -1
    s.phase = Phase.DEALER


@kernel
def chance(s: State, ask: list[int]) -> int:
    """BINGO-1.2, 1.3: who deals first, and the shuffle."""
    if s.phase == Phase.DEALER:
        ask_number(ask, SEATS)
        return DRAW_DEALER
    if s.phase == Phase.DEAL:
        ask_shuffle(ask, s.in_play)
        return SHUFFLE
    return 0


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """BINGO-1.2 to 1.9, 8.10: the dealer is drawn, then alternates; tiles are dealt and the trump tile is turned."""
    if s.phase == Phase.DEALER:
        s.dealer = outcome[0]
        s.phase = Phase.DEAL
        return
    begin_deal(s)
    _deal(s, outcome)


@kernel(seldom=True)
def _deal(s: State, outcome: list[int]) -> None:
    s.begun = 1
    left = deal(s, outcome, 0, HAND_SIZE, 1)
    for i in range(STOCK):
        s.stock[i] = outcome[left + i]
    s.stock_left = STOCK + 1
    turned = outcome[left + STOCK]
    put(s.turned, turned)
    s.trump = TRUMP_OF[turned]
    note_pieces(s, TURNS_UP, s.dealer, s.trump, s.turned)
    s.turn = 1 - s.dealer
    s.leader = s.turn
    s.phase = Phase.LEAD


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """Fill in what the seat may take now."""
    if seat != s.turn:
        return
    if s.phase == Phase.REPLY:
        legal_reply(s, seat, may)
    elif s.phase == Phase.LEAD:
        legal_lead(s, seat, may)
    elif s.phase == Phase.DRAW:
        _legal_draw(s, seat, may)
    elif s.phase == Phase.SHOW:
        legal_show(s, seat, may)


@kernel
def _legal_draw(s: State, seat: int, may: list[int]) -> None:
    """BINGO-4.5, 4.7, 6.1, 7.18: draw, declare victory, or show the six doubles left."""
    offer_one(may, DRAW)
    offer_one(may, CLOSE)
    legal_reveal(s, seat, may)


@kernel
def act(s: State, seat: int, action: int) -> None:
    """Take an action; the last trick, or seven doubles, end the deal."""
    if is_of(action, PLAY):
        _act_reply(s, seat, piece_of(action))
    elif is_of(action, LEAD):
        _act_lead(s, seat, piece_of(action))
    elif is_of(action, SHOW):
        act_show(s, seat, action)
    elif action == DRAW:
        _act_draw(s, seat)
    elif action == CLOSE:
        s.closed_by = seat
        s.may_reveal = -1
        s.phase = Phase.LEAD
    elif is_one_of(action, DECLARE, DECLARE + MOST_DECLARED - FEWEST):
        act_declare(s, seat, number_of(action, DECLARE) + FEWEST)
    else:
        reveal(s, seat, ALL_DOUBLES if action == REVEAL_7 else ALL_DOUBLES - 1)
        score_deal(s)


@kernel
def _act_lead(s: State, seat: int, tile: int) -> None:
    """BINGO-4.1, 4.4: the trick before goes face down to its winner; the next one is led."""
    if s.tricks_played > 0:
        for other in range(SEATS):
            pour(s.trick[other], s.taken[s.best_seat])
    put_on_trick(s, seat, tile)
    s.leader = seat
    s.led = tile
    s.best_seat = seat
    s.trick_len = 1
    s.may_reveal = -1
    s.turn = 1 - seat
    s.phase = Phase.REPLY
    if s.chain > 0:
        drop(s.shown, tile)
    elif s.declared > 0:
        begin_chain(s, seat)
        if s.phase == Phase.SHOW:
            s.turn = seat


@kernel
def _act_reply(s: State, seat: int, tile: int) -> None:
    """BINGO-4.3, 5.9: the second tile decides the trick."""
    put_on_trick(s, seat, tile)
    if not is_open(s):
        tell_by_reply(s, seat, tile)
    s.trick_len = SEATS
    if beats(s.order, s.trump, s.led, tile):
        s.best_seat = seat
        s.may_reveal = seat if IS_DOUBLE[tile] == 1 else -1
    winner = s.best_seat
    s.tile_points[winner] += POINTS[s.trump][s.led] + POINTS[s.trump][tile]
    s.tricks[winner] += 1
    s.tricks_played += 1
    note(s, TAKES, winner, 0)
    go_on_with_chain(s, winner)
    s.turn = winner
    if is_open(s):
        s.phase = Phase.DRAW
    elif size(s.hand[winner]) == 0:
        score_deal(s)
    else:
        s.phase = Phase.LEAD


@kernel
def _act_draw(s: State, seat: int) -> None:
    """BINGO-4.5, 4.6, 4.8: the winner draws, then the loser; the last of all is the trump tile."""
    _draw_one(s, seat)
    _draw_one(s, 1 - seat)
    s.may_reveal = -1
    s.phase = Phase.LEAD


@kernel
def _draw_one(s: State, seat: int) -> None:
    next_tile = STOCK + 1 - s.stock_left
    s.stock_left -= 1
    came_in(s, HAND + seat)
    if next_tile < STOCK:
        put(s.hand[seat], draw(s.stock, next_tile))
        return
    know(s, 1 - seat, HAND + seat, lowest(kinds(s.turned)))
    note_pieces(s, TAKES_TRUMP_TILE, seat, 0, s.turned)
    pour(s.turned, s.hand[seat])


@kernel
def payoff(s: State, out: list[int]) -> None:
    """The game points of the deal, less the other's; at the match's end also the win."""
    for seat in range(SEATS):
        out[seat] = s.added[seat] - s.added[1 - seat]
        if s.phase == Phase.OVER:
            out[seat] += WIN if s.won[seat] == 1 else -WIN

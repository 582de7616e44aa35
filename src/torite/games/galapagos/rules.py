"""Galapagos: bid for a hand and its melds, play it out in tricks with a trump of one's own, shed what was bid.

Clauses: clauses.md beside this file, with their sources.
"""

from __future__ import annotations

from torite.kit import (
    ask_number,
    ask_shuffle,
    bar,
    begin_deal,
    bit,
    clear,
    deal,
    kernel,
    number_of,
    piece_of,
    put,
    put_each,
    room,
)

from .auctions import WON_PILE, act_bid, act_pick, legal_bid, legal_pick, open_auction
from .cards import CARDS, JOKERS, ORDINARY
from .declaring import act_challenge, act_commit, legal_challenge, legal_commit, open_declarations
from .exchanging import GIVEN, REMOVED, act_exchange, legal_exchange
from .naming import act_name, legal_name, names_now
from .options import JokerExchange, JokerSurplus
from .playoff import act_playoff, legal_playoff
from .scoring import deal_score
from .state import DRAW_DEALER, HAND_SIZE, KEEP, NAME, NOBODY, SEATS, SHUFFLE, SHUFFLE_JOKERS, STOCK, Phase, State
from .tricks import act_trick, legal_trick

WIN = 100  # what a game point at the match's end is worth in the payoff, in points of the score
DEALT_BESIDE_JOKER = HAND_SIZE - 1  # GALA-8.1
STOCK_PLACE = State.layout.place("stock")
REMOVED_FIELD = State.layout.named["removed"].offset


@kernel
def start(s: State) -> None:
    """GALA-1.1, 1.6, 8.1: the pack of 52, with two jokers where that was agreed; the first dealer is drawn."""
    put_each(s.in_play, ORDINARY | (JOKERS if s.options.jokers else 0))
    s.turn = NOBODY
    s.phase = Phase.DEALER


@kernel
def chance(s: State, ask: list[int]) -> int:
    """GALA-1.4, 1.6, 8.1, 8.2: who deals first; who gets which joker, and the shuffle of every deal."""
    if s.phase == Phase.DEALER:
        ask_number(ask, SEATS)
        return DRAW_DEALER
    pieces = room(1)
    if s.phase == Phase.JOKERS:
        put_each(pieces, JOKERS)
        ask_shuffle(ask, pieces)
        return SHUFFLE_JOKERS
    if s.phase == Phase.DEAL:
        put_each(pieces, ORDINARY)
        ask_shuffle(ask, pieces)
        return SHUFFLE
    return 0


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """GALA-1.4, 8.1 to 8.3: take what chance settled."""
    if s.phase == Phase.DEALER:
        s.dealer = outcome[0]
        s.phase = Phase.JOKERS if s.options.jokers else Phase.DEAL
    elif s.phase == Phase.JOKERS:
        begin_deal(s)
        clear(s.in_play)
        put_each(s.in_play, JOKERS)
        put(s.hand[1 - s.dealer], outcome[0])
        put(s.hand[s.dealer], outcome[1])
        s.phase = Phase.DEAL
    else:
        if not s.options.jokers:
            begin_deal(s)
            clear(s.in_play)
        put_each(s.in_play, ORDINARY)
        _deal(s, outcome)


@kernel(seldom=True)
def _deal(s: State, outcome: list[int]) -> None:
    """GALA-1.4, 8.1, 8.3: thirteen cards each, from the dealer's opponent on; the rest is the stock."""
    each = DEALT_BESIDE_JOKER if s.options.jokers else HAND_SIZE
    left = deal(s, outcome, 0, each, 1)
    put(s.turned, outcome[left])
    for i in range(STOCK - 1):
        s.stock[i] = outcome[left + 1 + i]
    for i in range(left + STOCK, CARDS):
        put(s.removed, outcome[i])
    s.stock_left = STOCK
    _bar_jokers(s)
    s.begun = 1
    open_auction(s)


@kernel
def _bar_jokers(s: State) -> None:
    """GALA-8.1: a joker lies in no other place than the hands and the bids."""
    bar(s, STOCK_PLACE, JOKERS)
    bar(s, REMOVED, JOKERS)
    for seat in range(SEATS):
        bar(s, WON_PILE + seat, JOKERS)
        bar(s, GIVEN + seat, JOKERS)


@kernel
def actors(s: State) -> int:
    """Both, where they choose at once and have not chosen; else one."""
    if s.phase == Phase.BID or s.phase == Phase.EXCHANGE:
        return bit(0) * (1 - s.decided[0]) + bit(1) * (1 - s.decided[1])
    if s.phase == Phase.NAME:
        return bit(0) * names_now(s, 0) + bit(1) * names_now(s, 1)
    return bit(s.turn) if s.turn >= 0 else 0


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """Fill in what the seat may take now."""
    if s.phase == Phase.BID:
        legal_bid(s, seat, may)
    elif s.phase == Phase.TRICKS:
        legal_trick(s, seat, may)
    elif s.phase >= Phase.LEAD:
        legal_playoff(s, seat, may)
    else:
        _legal_between(s, seat, may)


@kernel
def _legal_between(s: State, seat: int, may: list[int]) -> None:
    """Fill in what the seat may take beside bids, tricks and Play-off."""
    if s.phase == Phase.PICK:
        legal_pick(s, seat, may)
    elif s.phase == Phase.EXCHANGE:
        legal_exchange(s, seat, may)
    elif s.phase == Phase.NAME:
        legal_name(s, seat, may)
    elif s.phase == Phase.COMMIT and seat == s.turn:
        legal_commit(s, seat, may)
    elif s.phase == Phase.CHALLENGE and seat == s.turn:
        legal_challenge(s, seat, may)


@kernel
def act(s: State, seat: int, action: int) -> None:
    """Take an action."""
    if s.phase == Phase.BID:
        act_bid(s, seat, piece_of(action))
    elif s.phase == Phase.TRICKS:
        act_trick(s, seat, piece_of(action))
    elif s.phase >= Phase.LEAD:
        act_playoff(s, seat, action)
    else:
        _act_between(s, seat, action)


@kernel
def _act_between(s: State, seat: int, action: int) -> None:
    """Take an action beside bids, tricks and Play-off."""
    if s.phase == Phase.PICK:
        act_pick(s, seat, action)
        if s.stock_left == 0:
            _end_auctions(s)
    elif s.phase == Phase.NAME:
        act_name(s, seat, number_of(action, NAME))
    elif s.phase == Phase.COMMIT:
        act_commit(s, seat, action)
    elif s.phase == Phase.CHALLENGE:
        act_challenge(s, action)
    elif act_exchange(s, seat, -1 if action == KEEP else piece_of(action)):
        open_declarations(s)


@kernel(seldom=True)
def _end_auctions(s: State) -> None:
    """GALA-3.14: the jokers are exchanged first, then the melds are declared."""
    if s.options.jokers and s.options.joker_exchange == JokerExchange.WITH_WON_CARD:
        s.phase = Phase.EXCHANGE
        s.turn = s.last_taker
    else:
        open_declarations(s)


@kernel
def deal_over(s: State) -> bool:
    """The deal has been scored, and the next is not dealt."""
    if s.phase == Phase.OVER:
        return True
    return s.begun == 1 and (s.phase == Phase.JOKERS or (s.phase == Phase.DEAL and not s.options.jokers))


@kernel
def payoff(s: State, out: list[int]) -> None:
    """The points of the deal, bonus and all, less the other's; at the match's end also the game points."""
    for seat in range(SEATS):
        other = 1 - seat
        out[seat] = deal_score(s, seat) + s.bonus[seat] - deal_score(s, other) - s.bonus[other]
        out[seat] += WIN * (s.game_points[seat] - s.game_points[other])


@kernel
def sees(s: State, viewer: int, owner: int, field: int) -> bool:
    """GALA-8.3: the two cards removed from the stock may be shown to both."""
    return field == REMOVED_FIELD and s.options.joker_surplus == JokerSurplus.REVEAL_TWO

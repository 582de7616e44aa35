"""The Cucumber games: eliminations in which only the card kept for the last trick costs.

Clauses: clauses.md beside this file. One set of rules for Agurk, Gurka of Sweden, Ogórek, Kurkku, Mätäpesä, Rassi,
Gurka of Norway, Norwegian and Gurka of Iceland; the options say how they differ. Sources are named in the clauses.
"""

from __future__ import annotations

from torite.kit import DONE, ask_number, ask_shuffle, begin_deal, clear, kernel, offer_one, piece_of, put, size

from .cards import JOKER, STANDARD, order_of
from .exchange import act_exchange, discards, legal_exchange, open_exchange, reshuffle
from .options import Exchange, FirstLeader, HandRule, JokerRank, LastTrickAce, Leftover, ShrinkEnd
from .scoring import act_buy_in, ask_buyer, legal_buy_in, score_deal
from .state import CONTRA, DRAW_DEALER, PASS, RESHUFFLE, SHUFFLE, Phase, State, active_after, active_count
from .tricks import act_play, legal_play, put_set

STOCK = State.layout.named["stock"].offset
WIN = 60  # what winning the match is worth in the payoff, in points of the score
LONGEST_HAND = 7  # NORWEGIAN-1.2


@kernel
def start(s: State) -> None:
    """CUC-1.1, 1.6, 1.7, 6.1: take the packs and jokers in use, and the antes."""
    options = s.options
    s.packs = 2 if options.two_decks_from > 0 and s.seats >= options.two_decks_from else 1
    for j in range(s.packs):
        s.in_play[j] |= STANDARD
    for _ in range(options.jokers):
        put(s.in_play, JOKER)
    above = options.joker_rank == JokerRank.ABOVE_ACE or (
        options.joker_rank == JokerRank.BY_NUMBER and options.jokers == 3
    )
    s.order = order_of(int(options.top_cards), 1 if above else 0, 0)
    s.last_order = order_of(
        int(options.top_cards), 1 if above else 0, 1 if options.last_trick_ace == LastTrickAce.LOW else 0
    )
    if options.ante:
        for seat in range(s.seats):
            s.chips[seat] = options.starting_chips - options.ante_chips
        s.pot = s.seats * options.ante_chips
    s.phase = Phase.DEALER
    s.turn = -1


@kernel
def chance(s: State, ask: list[int]) -> int:
    """CUC-2.1, 2.4, RASSI-2.11: who deals first, every deal, and a reshuffle of discards."""
    if s.phase == Phase.DEALER:
        ask_number(ask, s.seats)
        return DRAW_DEALER
    if s.phase == Phase.DEAL:
        ask_shuffle(ask, s.in_play)
        return SHUFFLE
    if s.phase == Phase.RESHUFFLE:
        discards(s, s.draft[s.turn])
        ask_shuffle(ask, s.draft[s.turn])
        clear(s.draft[s.turn])
        return RESHUFFLE
    return 0


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """Take what chance settled."""
    if s.phase == Phase.DEALER:
        s.dealer = outcome[0]
        s.phase = Phase.DEAL
    elif s.phase == Phase.DEAL:
        _deal(s, outcome)
    else:
        reshuffle(s, outcome)
        _after_exchange(s)


@kernel
def _deal(s: State, outcome: list[int]) -> None:
    """CUC-2.4, 2.7, 2.8: collect all cards, deal one at a time from the dealer's left; the rest is the stock."""
    begin_deal(s)
    s.hand_size = next_hand_size(s)
    seat = s.dealer
    dealt = s.hand_size * active_count(s)
    for i in range(dealt):
        seat = active_after(s, seat)
        put(s.hand[seat], outcome[i])
    s.stock_left = size(s.in_play) - dealt
    for i in range(s.stock_left):
        s.stock[i] = outcome[dealt + i]
    if s.options.exchange == Exchange.NONE:
        _open_contra(s)
    else:
        open_exchange(s)
        _after_exchange(s)


@kernel
def next_hand_size(s: State) -> int:
    """MATAPESA-1.2, NORWEGIAN-1.1, 1.2, GURKA_IS-1.3, 1.4, 1.16: how many cards each gets."""
    options = s.options
    if options.hand_rule == HandRule.ALL:
        return size(s.in_play) // active_count(s)
    if options.hand_rule == HandRule.FIXED or s.hand_size == 0:
        return options.hand_size
    if options.hand_rule == HandRule.LOSER_POINTS:
        return min(s.losing_points, LONGEST_HAND)
    if s.hand_size == 1 and options.shrink_end == ShrinkEnd.STAY:
        return 1
    if s.hand_size == 1 and options.shrink_end == ShrinkEnd.RESTART:
        return options.hand_size
    if s.hand_size == 1:
        s.growing = 1
    elif s.hand_size == options.hand_size:
        s.growing = 0
    return min(s.hand_size + 1, options.hand_size) if s.growing == 1 else s.hand_size - 1


@kernel(seldom=True)
def _after_exchange(s: State) -> None:
    """CUC-2.9: when nobody is left to be asked, contra follows, then the tricks."""
    if s.phase == Phase.EXCHANGE and s.turn < 0:
        _open_contra(s)


@kernel
def _open_contra(s: State) -> None:
    if s.options.contra:
        s.phase = Phase.CONTRA
        s.turn = active_after(s, s.dealer)
    else:
        _open_tricks(s)


@kernel
def _open_tricks(s: State) -> None:
    """CUC-3.1, NORWEGIAN-1.8: who leads to the first trick."""
    s.phase = Phase.PLAY
    s.turn = s.dealer if s.options.first_leader == FirstLeader.DEALER else active_after(s, s.dealer)
    s.leader = s.turn


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """Fill in what the seat may take now; nothing when it is not its turn."""
    if seat != s.turn:
        return
    if s.phase == Phase.PLAY:
        legal_play(s, seat, may)
    elif s.phase == Phase.EXCHANGE:
        legal_exchange(s, seat, may)
    elif s.phase == Phase.CONTRA:  # OGOREK-2.1
        offer_one(may, CONTRA)
        offer_one(may, PASS)
    elif s.phase == Phase.BUY_IN:
        legal_buy_in(s, may)


@kernel
def act(s: State, seat: int, action: int) -> None:
    """Take an action."""
    if s.phase == Phase.PLAY:
        if action == DONE:
            put_set(s, seat)
        else:
            act_play(s, seat, piece_of(action))
        if s.trick_len == 0 and s.is_last == 1 and s.drafting[seat] == 0 and s.tricks_played > 0:
            _end_tricks(s)
    elif s.phase == Phase.EXCHANGE:
        act_exchange(s, seat, action)
        _after_exchange(s)
    elif s.phase == Phase.CONTRA:
        _answer_contra(s, seat, action)
    else:
        act_buy_in(s, seat, action)


@kernel(seldom=True)
def _end_tricks(s: State) -> None:
    """CUC-4, 5: score, offer buy-ins, drop out."""
    s.is_last = 0
    score_deal(s)
    ask_buyer(s)


@kernel(seldom=True)
def _answer_contra(s: State, seat: int, action: int) -> None:
    """OGOREK-2.1 to 2.3: each is asked once, the dealer last; the first contra ends the questions."""
    if action == CONTRA:
        s.contra_by = seat
    if action == CONTRA or seat == s.dealer:
        _open_tricks(s)
    else:
        s.turn = active_after(s, seat)


@kernel
def payoff(s: State, out: list[int]) -> None:
    """What the deal cost, negative; at the match's end also each winner's share of the win."""
    winners = 0
    for seat in range(s.seats):
        winners += s.won[seat]
    for seat in range(s.seats):
        out[seat] = -s.added[seat]
        if winners > 0 and s.won[seat] == 1:
            out[seat] += WIN // winners


@kernel
def sees(s: State, viewer: int, owner: int, field: int) -> bool:
    """CUC-2.5, MATAPESA-1.3: cards left over may lie face up."""
    return field == STOCK and s.options.leftover == Leftover.FACE_UP

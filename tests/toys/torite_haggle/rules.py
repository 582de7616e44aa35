"""Haggle: dice, sealed bids, tricks of several cards, smugglers, and doubling out of turn.

Clauses: clauses.md beside this file. Invented; it is here to prove contracts.
"""

from __future__ import annotations

from typing import Any

from torite.kit import (
    DONE,
    WAIT,
    ask_dice,
    ask_shuffle,
    begin_deal,
    bit,
    count,
    kernel,
    kinds,
    lowest,
    next_seat,
    note,
    offered,
    put,
    size,
)

from .play import (
    accept,
    act_bid,
    act_double,
    act_turn,
    legal_answer,
    legal_bid,
    legal_double,
    legal_turn,
    neighbours,
    reshuffle,
)
from .state import (
    ACCEPT,
    AGAIN,
    BID,
    CARDS,
    DEALT,
    DOUBLE,
    DRAW,
    FOLD,
    FOLDED,
    HIGH,
    LAY,
    ONCE,
    ROLL,
    SCORES,
    SHUFFLE,
    SMUGGLED,
    SMUGGLER,
    SMUGGLES,
    STOCK,
    TWICE,
    WIN,
    WINS,
    Phase,
    State,
    holds_goods,
    name_side,
)


@kernel
def start(s: State) -> None:
    """HAGGLE-1.1: twenty cards, four of them twice."""
    for card in ONCE:
        put(s.in_play, card)
    for card in TWICE:
        put(s.in_play, card)
        put(s.in_play, card)
    s.phase = Phase.ROLL
    s.turn = -1


@kernel
def chance(s: State, ask: list[int]) -> int:
    """HAGGLE-2.1, 2.2, 4.6: the dice and the shuffle of a deal; the discards when the stock is empty."""
    if s.phase == Phase.ROLL:
        ask_dice(ask, 2, 6)
        return ROLL
    if s.phase == Phase.DEAL:
        ask_shuffle(ask, s.in_play)
        return SHUFFLE
    if s.phase == Phase.RESHUFFLE:
        ask_shuffle(ask, s.discards)
        return AGAIN
    return 0


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """Take what chance settled."""
    if s.phase == Phase.ROLL:
        s.dice[0] = outcome[0]
        s.dice[1] = outcome[1]
        s.stake = outcome[0] + outcome[1]
        s.phase = Phase.DEAL
    elif s.phase == Phase.DEAL:
        begin_deal(s)
        _deal(s, outcome)
        s.phase = Phase.BID
        s.turn = next_seat(s, s.dealer)
    else:
        reshuffle(s, outcome)


@kernel
def _deal(s: State, outcome: list[int]) -> None:
    """HAGGLE-2.2, 2.3: three cards each, one for nobody, three in the stock; the rest are discards, face up."""
    at = 0
    for seat in range(s.seats):
        for _ in range(DEALT):
            put(s.hand[seat], outcome[at])
            at += 1
        name_side(s, seat)
    put(s.kitty, outcome[at])
    for i in range(STOCK):
        s.stock[i] = outcome[at + 1 + i]
    s.stock_left = STOCK
    for i in range(at + 1 + STOCK, size(s.in_play)):
        put(s.discards, outcome[i])


@kernel
def actors(s: State) -> int:
    """HAGGLE-3.1, 4.1, 5.1: all who have not bid; who is in turn; either of two neighbours."""
    if s.phase == Phase.PLAY:
        return bit(s.turn)
    if s.phase == Phase.ANSWER:
        return neighbours(s)
    mask = 0
    if s.phase == Phase.BID:
        for seat in range(s.seats):
            if s.chosen[seat] == 0:
                mask |= bit(seat)
    return mask


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """Fill in what the seat may take now: its duties, and the offer to double."""
    if s.phase == Phase.BID:
        legal_bid(s, seat, may)
    elif s.phase == Phase.ANSWER:
        legal_answer(s, seat, may)
    elif s.phase == Phase.PLAY:
        if seat == s.turn:
            legal_turn(s, seat, may)
        if s.drafting[seat] == 0:
            legal_double(s, seat, may)


@kernel
def act(s: State, seat: int, action: int) -> None:
    """Take an action; a trick that leaves a hand empty ends the deal, and so does a fold."""
    if s.phase == Phase.BID:
        act_bid(s, seat, action - BID)
    elif action == DOUBLE:
        act_double(s, seat)
    elif action == ACCEPT:
        accept(s, seat)
    elif action == FOLD:
        _fold(s, seat)
    else:
        act_turn(s, seat, action)
        if s.drafting[seat] == 0 and action != DRAW and s.trick_len == s.seats and _somebody_is_out(s):
            _score(s)


@kernel
def _somebody_is_out(s: State) -> bool:
    """HAGGLE-4.7."""
    fewest = CARDS
    for seat in range(s.seats):
        fewest = min(fewest, size(s.hand[seat]))
    return fewest == 0


@kernel
def _fold(s: State, seat: int) -> None:
    """HAGGLE-5.3: the deal is over; who doubled gets the stake, and who folded pays it."""
    for other in range(s.seats):
        s.added[other] = 0
    s.added[s.doubler] = s.stake
    s.added[seat] = -s.stake
    note(s, FOLDED, seat, s.stake)
    _end_deal(s)


@kernel
def _score(s: State) -> None:
    """HAGGLE-6.1, 6.2: the stake for each trick, less for each trick that the bid was wrong by; the goods."""
    for seat in range(s.seats):
        wrong = s.bids[seat] - s.taken[seat]
        s.added[seat] = s.stake * (s.taken[seat] - max(wrong, -wrong))
        note(s, SCORES, seat, s.added[seat])
        if s.side[seat] == 1 and s.caught[seat] == 0:
            s.added[seat] += SMUGGLED
            note(s, SMUGGLES, seat, SMUGGLED)
    _end_deal(s)


@kernel
def _end_deal(s: State) -> None:
    """HAGGLE-1.3, 6.3: after the deals agreed the highest score wins, equal ones together."""
    best = -1000000
    for seat in range(s.seats):
        s.score[seat] += s.added[seat]
        best = max(best, s.score[seat])
    s.deals_played += 1
    s.dealer = next_seat(s, s.dealer)
    s.turn = -1
    s.phase = Phase.ROLL
    if s.deals_played == s.options.deals:
        s.phase = Phase.OVER
        for seat in range(s.seats):
            if s.score[seat] == best:
                s.won[seat] = 1
                note(s, WINS, seat, best)


@kernel
def deal_over(s: State) -> bool:
    """The deal has been scored, and the next is not dealt."""
    return s.deals_played > 0 and (s.phase == Phase.ROLL or s.phase == Phase.DEAL or s.phase == Phase.OVER)


@kernel
def payoff(s: State, out: list[int]) -> None:
    """HAGGLE-6.4: what the deal added; at the match's end also a share of the win."""
    winners = 0
    for seat in range(s.seats):
        winners += s.won[seat]
    for seat in range(s.seats):
        out[seat] = s.added[seat]
        if s.won[seat] == 1:
            out[seat] += WIN // winners


@kernel
def complete(s: State, viewer: int, rng: Any) -> None:
    """HAGGLE-2.4, 3.1: in a world the hands say who smuggles, and others have bid as their hands there suggest."""
    for seat in range(s.seats):
        name_side(s, seat)
        for other in range(s.seats):
            if s.caught[other] == 1:
                s.knows_side[seat][other] = SMUGGLER
        if s.bids[seat] >= 0:
            s.bid[seat] = s.bids[seat]
        elif s.chosen[seat] == 1 and seat != viewer:
            s.bid[seat] = sensible_bid(s, seat)


@kernel
def sensible_bid(s: State, seat: int) -> int:
    """Bid as many tricks as there are queens and kings."""
    return count(kinds(s.hand[seat]) & HIGH)


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Bid by queens and kings; double with two of them; lay one low card; answer and draw as chance has it."""
    if may[WAIT] & 1 == 1:
        return DOUBLE if sensible_bid(s, seat) >= 2 else WAIT
    if s.phase == Phase.BID:
        return BID + sensible_bid(s, seat)
    if s.phase == Phase.ANSWER:
        return -1
    if s.drafting[seat] == 1:
        return DONE
    return LAY + lowest(offered(may, LAY))


def sides_follow_hands(s: Any) -> bool:
    """Invariant 1: a smuggler holds the goods or was caught, and knows it."""
    if s.phase in (Phase.ROLL, Phase.DEAL, Phase.OVER):
        return True
    return all(
        s.side[seat] == int(s.caught[seat] == 1 or holds_goods(s, seat))
        and s.knows_side[seat][seat] == 1 + s.side[seat]
        for seat in range(s.seats)
    )


def nothing_owed(s: Any) -> bool:
    """Invariant 2: cards are owed exactly while the discards must be shuffled."""
    return (s.owed > 0) == (s.phase == Phase.RESHUFFLE)


def bids_are_sealed(s: Any) -> bool:
    """Invariant 3: bids are shown all at once."""
    shown = [s.bids[seat] >= 0 for seat in range(s.seats)]
    return s.phase != Phase.BID or not any(shown)


PROMISES: dict[str, Any] = {
    "HAGGLE-8.1 sides": sides_follow_hands,
    "HAGGLE-8.2 owed": nothing_owed,
    "HAGGLE-8.3 sealed": bids_are_sealed,
}

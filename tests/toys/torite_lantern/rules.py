"""Lantern: four tricks against the cards of a stock.

Clauses: clauses.md beside this file. Invented; it is here for tests of what games played alone need.
"""

from __future__ import annotations

from typing import Any

from torite.kit import (
    EMPTY,
    ask_shuffle,
    begin_deal,
    highest,
    kernel,
    kinds,
    lowest,
    note,
    offer,
    offered,
    open_trick,
    piece_of,
    pour,
    put,
    put_on_trick,
    size,
    strike,
)

from .state import CARDS, DEAL, DEALT, FOLLOW, LIT, OF_SUIT, PLAY, RANK, STOCK, SUIT, TAKES, Phase, State


@kernel
def start(s: State) -> None:
    """LANTERN-1.1: twelve cards."""
    for card in range(CARDS):
        put(s.in_play, card)
    s.phase = Phase.DEAL
    s.turn = -1


@kernel
def chance(s: State, ask: list[int]) -> int:
    """LANTERN-2.1: a shuffle for each deal."""
    if s.phase == Phase.DEAL:
        ask_shuffle(ask, s.in_play)
        return DEAL
    return 0


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """LANTERN-2.1: four cards to the hand, the rest to the stock."""
    begin_deal(s)
    for i in range(DEALT):
        put(s.hand[0], outcome[i])
    for i in range(STOCK):
        s.stock[i] = outcome[DEALT + i]
    s.stock_left = STOCK
    s.phase = Phase.PLAY
    s.turn = 0
    _turn_up(s)


@kernel
def _turn_up(s: State) -> None:
    """LANTERN-3.1: the next card of the stock is led."""
    s.stock_left -= 1
    put(s.lead, s.stock[s.stock_left])
    s.stock[s.stock_left] = EMPTY


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """LANTERN-3.2: a card of the suit led, if there is one."""
    if s.phase == Phase.PLAY:
        hand = kinds(s.hand[0])
        offer(may, PLAY, hand)
        suit = OF_SUIT[SUIT[lowest(kinds(s.lead))]]
        if hand & suit != 0:
            strike(may, PLAY, hand & ~suit, FOLLOW)


@kernel
def act(s: State, seat: int, action: int) -> None:
    """LANTERN-3.3: the higher card of the suit led takes the trick."""
    pour(s.trick[0], s.gone)
    open_trick(s, 0)
    led, card = lowest(kinds(s.lead)), piece_of(action)
    put_on_trick(s, 0, card)
    s.trick_len = 1
    s.tricks_played += 1
    if SUIT[card] == SUIT[led] and RANK[card] > RANK[led]:
        s.taken += 1
        note(s, TAKES, 0, s.taken)
    pour(s.lead, s.gone)
    if size(s.hand[0]) > 0:
        _turn_up(s)
    else:
        _score(s)


@kernel
def _score(s: State) -> None:
    """LANTERN-4.1, 4.2: a point a trick; with the target reached on average the match is won."""
    s.added = s.taken
    s.score[0] += s.taken
    s.deals_played += 1
    s.turn = -1
    note(s, LIT, 0, s.taken)
    s.phase = Phase.DEAL
    if s.deals_played == s.options.deals:
        s.phase = Phase.OVER
        if s.score[0] >= s.options.target * s.options.deals:
            s.won[0] = 1


@kernel
def payoff(s: State, out: list[int]) -> None:
    """LANTERN-4.1: what the deal added."""
    out[0] = s.added


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Play the highest card that may be played."""
    return PLAY + highest(offered(may, PLAY))


def cards_last(s: Any) -> bool:
    """Invariant 1: hand, card turned up, stock and the cards played are always all twelve."""
    if s.phase == Phase.DEAL and s.deals_played == 0:
        return True
    return size(s.hand[0]) + size(s.lead) + s.stock_left + size(s.gone) + size(s.trick[0]) == CARDS


PROMISES: dict[str, Any] = {"LANTERN-5.1 cards": cards_last}

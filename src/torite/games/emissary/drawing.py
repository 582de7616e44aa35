"""The king's lead, the cards that powers draw, and the discards that become the stock (EMIS-3.1, EMIS-4)."""

from __future__ import annotations

from torite.kit import clear, draw, kernel, kinds, note, note_pieces, put, size

from .choosing import turns_by_itself
from .scoring import end_visit
from .state import CANNOT_LEAD, DRAWS, KING, MOST_STOCK, PLAYER, TURNS_UP, Errand, Phase, State


@kernel
def _next_card(s: State) -> int:
    """Take the top card of the stock."""
    s.stock_left -= 1
    return draw(s.stock, MOST_STOCK - 1 - s.stock_left)


@kernel
def fill_stock(s: State, outcome: list[int], first: int, n: int) -> None:
    """Lay *n* shuffled cards down as the stock, from number *first* of an outcome on."""
    for i in range(n):
        s.stock[MOST_STOCK - n + i] = outcome[first + i]
    s.stock_left = n


@kernel
def go_on(s: State) -> None:
    """EMIS-3.10, 3.12, 5.10, 6.18: an empty hand ends the visit; where nothing else can be done, the king leads."""
    if size(s.hand[PLAYER]) == 0:
        end_visit(s)
    elif kinds(s.trick[KING]) != 0:
        s.phase = Phase.ANSWER
    else:
        s.phase = Phase.LEAD
        if turns_by_itself(s):
            turn_card(s)


@kernel
def turn_card(s: State) -> None:
    """EMIS-3.1, 3.9, 4.1, 4.4: the king leads the top card of the stock; without any card the visit ends."""
    s.errand = Errand.LEAD
    if s.stock_left > 0:
        put(s.trick[KING], _next_card(s))
        note_pieces(s, TURNS_UP, KING, 0, s.trick[KING])
        s.phase = Phase.ANSWER
    elif s.discarded > 0:
        s.phase = Phase.RECYCLE
    else:
        note(s, CANNOT_LEAD, KING, 0)
        end_visit(s)


@kernel
def draw_cards(s: State, errand: int, n: int) -> None:
    """EMIS-4.2, 4.4, 4.5: a power draws so many cards, one by one; what cannot be drawn is not."""
    s.errand = errand
    before = size(s.hand[PLAYER])
    while n > 0 and s.stock_left > 0:
        put(s.hand[PLAYER], _next_card(s))
        n -= 1
    more = n > 0 and s.discarded > 0 and s.options.recycle_for_powers
    drawn = size(s.hand[PLAYER]) - before
    if drawn > 0 or not more:
        note(s, DRAWS, PLAYER, drawn)
    s.to_draw = 0
    if more:
        s.to_draw = n
        s.phase = Phase.RECYCLE
    elif errand == Errand.COMMERCE:
        s.phase = Phase.DISCARD
    else:
        go_on(s)


@kernel
def recycle(s: State, outcome: list[int]) -> None:
    """EMIS-4.1, 4.3: the shuffled discards become the stock, and what was interrupted goes on."""
    n = s.discarded
    clear(s.discards)
    s.discarded = 0
    fill_stock(s, outcome, 0, n)
    if s.errand == Errand.LEAD:
        turn_card(s)
    else:
        draw_cards(s, s.errand, s.to_draw)

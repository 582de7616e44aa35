"""Personal trumps, named before the tricks (GALA-5.1, GALA-5.2, GALA-5.13)."""

from __future__ import annotations

from torite.kit import kernel, note, offer

from .auctions import refuse
from .options import TrumpNaming
from .state import ANY_SUIT, BOUND, DECLINE, MUST_NAME, NAME, NAMED_ALREADY, SEATS, TRUMP, Phase, State
from .tricks import open_tricks


@kernel(seldom=True)
def open_naming(s: State) -> None:
    """GALA-5.1, 5.2, 5.13: who is not bound names a suit; if both are, the first lead follows."""
    for seat in range(SEATS):
        s.decided[seat] = s.bound[seat]
    s.phase = Phase.NAME
    s.turn = s.last_taker if s.decided[s.last_taker] == 0 else 1 - s.last_taker
    _go_on(s)


@kernel
def names_now(s: State, seat: int) -> bool:
    """Tell whether a seat must name a suit now."""
    if s.decided[seat] == 1:
        return False
    return seat == s.turn or s.options.trump_naming == TrumpNaming.SIMULTANEOUS


@kernel(seldom=True)
def legal_name(s: State, seat: int, may: list[int]) -> None:
    """GALA-5.1: any suit, unless it was named already."""
    refuse(may, DECLINE, 1, MUST_NAME)
    if names_now(s, seat):
        offer(may, NAME, ANY_SUIT)
    elif s.bound[seat] == 1:
        refuse(may, NAME, ANY_SUIT, BOUND)
    elif s.decided[seat] == 1:
        refuse(may, NAME, ANY_SUIT, NAMED_ALREADY)


@kernel(seldom=True)
def act_name(s: State, seat: int, suit: int) -> None:
    """GALA-5.2, 5.13: name a suit; it is known when both are in, or at once where they are named in turn."""
    s.naming[seat] = suit + 1
    s.decided[seat] = 1
    if s.options.trump_naming == TrumpNaming.LAST_TAKER_FIRST:
        _tell(s, seat)
        s.turn = 1 - seat
    _go_on(s)


@kernel
def _go_on(s: State) -> None:
    if s.decided[0] == 0 or s.decided[1] == 0:
        return
    for seat in range(SEATS):
        if s.naming[seat] != 0:
            _tell(s, seat)
        s.decided[seat] = 0
    open_tricks(s)


@kernel
def _tell(s: State, seat: int) -> None:
    """GALA-5.1: a personal trump is known to both."""
    s.trump[seat] = s.naming[seat] - 1
    s.naming[seat] = 0
    note(s, TRUMP, seat, s.trump[seat])

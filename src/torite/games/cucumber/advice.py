"""The rule of thumb: get rid of the strong cards while that is free, keep the weakest for the last trick."""

from __future__ import annotations

from torite.kit import DONE, holds_action, kernel, kinds, lowest, offered

from .cards import AT_LEAST, of_strength, strongest, weakest
from .state import BUY, CONTRA, DOUBLE, EXCHANGE, FREE, KEEP, PASS, PLAY, RETURN, Phase, State

LOW = 5  # a card of this strength or less is fit for the last trick
HIGH = 10  # a card of this strength or more is worth exchanging


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Play the strongest card allowed; exchange what is high; say contra with two low cards; buy back in."""
    if s.phase == Phase.PLAY:
        return _play(s, may)
    if s.phase == Phase.EXCHANGE:
        return _exchange(s, seat, may)
    if s.phase == Phase.CONTRA:
        held = kinds(s.hand[seat]) & ~AT_LEAST[s.order][LOW]
        return CONTRA if held & (held - 1) != 0 else PASS
    return BUY if holds_action(may, BUY) else RETURN


@kernel
def _play(s: State, may: list[int]) -> int:
    choices = offered(may, PLAY)
    if choices == 0:
        return DONE
    return PLAY + lowest(choices & of_strength(s.order, strongest(s.order, choices)))


@kernel
def _exchange(s: State, seat: int, may: list[int]) -> int:
    if holds_action(may, FREE):
        return FREE
    if holds_action(may, DOUBLE) and weakest(s.order, kinds(s.hand[seat])) >= HIGH:
        return DOUBLE
    high = offered(may, EXCHANGE) & AT_LEAST[s.order][HIGH]
    if high != 0:
        return EXCHANGE + lowest(high)
    if holds_action(may, DONE):
        return DONE
    if holds_action(may, KEEP):
        return KEEP
    return EXCHANGE + lowest(offered(may, EXCHANGE))

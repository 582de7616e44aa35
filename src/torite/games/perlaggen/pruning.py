"""What a search need not try: cards that a wild is never best as, and giving up in vain."""

from __future__ import annotations

from torite.kit import WAIT, bit, keep_only, kernel, kinds, lowest, nth_verb, offered

from .card_advice import top_trump
from .cards import ACE, OF_SUIT, STAND_INDEX, SUIT, WIDTH, WILDS
from .claim_advice import wanted_cards
from .state import (
    ACCEPT,
    CLAIM_GLEICH,
    CLAIM_HANGER,
    CONCEDE,
    CONCESSIONS,
    DEFER,
    GLEICH,
    PASS,
    PLAY_AS,
    VERBS,
    Phase,
    State,
    cards_of,
)
from .tricks import is_lead, power

ALL_CONCESSIONS = VERBS.mask(*CONCESSIONS) << CONCEDE  # in the word of words


@kernel
def prune(s: State, seat: int, may: list[int]) -> None:
    """Leave few of the cards that wilds may stand for; give nothing up that need not be."""
    if s.phase == Phase.PLAY or s.phase == Phase.POLL:
        if _is_idle(may):
            may[0] &= ~ALL_CONCESSIONS
        wilds = kinds(s.hand[seat]) & WILDS[s.trump]
        while wilds != 0:
            verb = nth_verb(PLAY_AS, STAND_INDEX[lowest(wilds)])
            keep_only(may, verb, worth_being(s, offered(may, verb)))
            wilds &= wilds - 1
    elif s.phase == Phase.SHOWDOWN:
        _claims_worth_trying(s, seat, may)


@kernel
def _is_idle(may: list[int]) -> bool:
    """Tell whether a seat may as well announce nothing."""
    return may[0] & (bit(WAIT) | bit(PASS)) != 0


@kernel(seldom=True)
def _claims_worth_trying(s: State, seat: int, may: list[int]) -> None:
    """Of a wild in a claim try what serves the best figure; and while one can still show or wait, give nothing up."""
    base = CLAIM_GLEICH if s.element == GLEICH else CLAIM_HANGER
    wilds = cards_of(s, seat) & WILDS[s.trump]
    wanted = wanted_cards(s, seat)
    claims = offered(may, base)
    while wilds != 0:
        verb = nth_verb(base, 1 + STAND_INDEX[lowest(wilds)])
        if offered(may, verb) & wanted != 0:
            keep_only(may, verb, wanted)
        claims |= offered(may, verb)
        wilds &= wilds - 1
    if claims != 0 or may[0] & (bit(WAIT) | bit(DEFER) | bit(ACCEPT)) != 0:
        may[0] &= ~ALL_CONCESSIONS


@kernel
def leave_to_heuristic(s: State, seat: int) -> bool:
    """A bet, too, is answered by the rule of thumb in a search's tree: hands differ too much to search for each."""
    return s.phase == Phase.ANSWER


@kernel
def worth_being(s: State, allowed: int) -> int:
    """Return the few cards that a wild is worth being played as."""
    some = bit(top_trump(s)) & allowed
    if allowed == 0:
        return 0
    if is_lead(s):
        for suit in range(len(OF_SUIT)):
            some |= bit(WIDTH * suit + ACE) & allowed
        return some | bit(worthless(s, allowed))
    if SUIT[s.best] != s.trump:
        some |= bit(WIDTH * s.led + ACE) & allowed
    return some | bit(worthless(s, allowed))


@kernel
def worthless(s: State, allowed: int) -> int:
    """Return the card of least power that is allowed."""
    found = lowest(allowed)
    while allowed != 0:
        if power(s, lowest(allowed)) < power(s, found):
            found = lowest(allowed)
        allowed &= allowed - 1
    return found

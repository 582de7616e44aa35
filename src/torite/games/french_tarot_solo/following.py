"""Which cards may be played, and which wins (TAROT-9, 10): for the player's hand and for the Dummy's open cards."""

from __future__ import annotations

from torite.kit import kernel, offer, strike

from .cards import ALL_PLAIN, ALL_TRUMPS, EXCUSE_BIT, NUMBERED, OF_SUIT, PLAIN, TRUMP_SUIT, TRUMPS
from .state import (
    DUMMY,
    DUMMYS_TURN,
    FOLLOW,
    FOLLOW_TRUMP,
    GO_HIGHER,
    ME,
    OVERTRUMP,
    OWN_TURN,
    PLAY,
    TRUMP,
    Phase,
    State,
)


@kernel
def legal_play(s: State, may: list[int]) -> None:
    """TAROT-8.4, 8.7, 9: a card of the Dummy's open ones, or of the own hand, by the same rules."""
    own = s.phase == Phase.OWN
    plain = s.hand[ME][0] if own else s.shown[DUMMY][0]
    trumps = s.hand[ME][1] if own else s.shown[DUMMY][1]
    offer(may, PLAY + PLAIN, s.hand[ME][0] | s.shown[DUMMY][0])
    offer(may, PLAY + TRUMPS, s.hand[ME][1] | s.shown[DUMMY][1])
    other = OWN_TURN if own else DUMMYS_TURN
    strike(may, PLAY + PLAIN, ALL_PLAIN & ~plain, other)
    strike(may, PLAY + TRUMPS, ALL_TRUMPS & ~trumps, other)
    _strike_illegal(may, plain, trumps, s.led, s.top_trump, 0 if own else 1)


@kernel
def _strike_illegal(may: list[int], plain: int, trumps: int, led: int, top_trump: int, dummys: int) -> None:
    """TAROT-9.1 to 9.8: strike what does not follow, and say why.

    Args:
        may: the actions, filled.
        plain, trumps: the cards that may be chosen from.
        led: the suit asked for, -1 for none.
        top_trump: number of the highest trump in the trick, 0 for none.
        dummys: 1 if they are the Dummy's: its refusals come right after the player's.
    """
    why_plain, why_trump = TRUMP, OVERTRUMP
    if led == TRUMP_SUIT:
        why_plain, why_trump = FOLLOW_TRUMP, GO_HIGHER
    elif led >= 0 and plain & OF_SUIT[led] != 0:
        why_plain, why_trump = FOLLOW, FOLLOW
    strike(may, PLAY + PLAIN, ALL_PLAIN & ~legal_plain(plain, trumps, led), why_plain + dummys)
    strike(may, PLAY + TRUMPS, ALL_TRUMPS & ~legal_trumps(plain, trumps, led, top_trump), why_trump + dummys)


@kernel
def legal_plain(plain: int, trumps: int, led: int) -> int:
    """TAROT-9: return the plain cards that may be played."""
    if led < 0:
        return plain
    if led != TRUMP_SUIT and plain & OF_SUIT[led] != 0:
        return plain & OF_SUIT[led]
    return 0 if trumps & NUMBERED != 0 else plain


@kernel
def legal_trumps(plain: int, trumps: int, led: int, top_trump: int) -> int:
    """TAROT-9: return the trumps that may be played; the Excuse always may, and stands for no trump."""
    if led < 0:
        return trumps
    if led != TRUMP_SUIT and plain & OF_SUIT[led] != 0:
        return trumps & EXCUSE_BIT
    higher = trumps & NUMBERED & ~((1 << top_trump) - 1)
    return (higher if higher != 0 else trumps & NUMBERED) | (trumps & EXCUSE_BIT)

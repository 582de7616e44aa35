"""The reply once nobody draws any more: what must be played, and what everybody learns from it (BINGO-5)."""

from __future__ import annotations

from torite.kit import HAND, bar, bit, has, kernel, kinds, offer, strike

from .state import BEAT_TRUMP, FOLLOW, FOLLOW_TRUMP, MUST_TRUMP, PLAY, PLAY_BINGO, State, is_open
from .tiles import BINGO, STRENGTH, SUIT_LED, WITH

DUTIES = 3  # sets of tiles: the first of which something is held must be played


@kernel
def stronger_trumps(s: State) -> int:
    """BINGO-5.2, 5.11 to 5.13: return the trumps above the trump led; [0-0] with them if it is of every suit."""
    mask = 0
    strength = STRENGTH[s.order][s.trump]
    for kind in range(len(strength)):
        if has(WITH[s.trump], kind) and strength[kind] > strength[s.led]:
            mask |= bit(kind)
    return mask | bit(BINGO) if s.options.bingo_follows_any_suit else mask


@kernel
def duty(s: State, rank: int) -> int:
    """Return a set of tiles to play from before all later sets, by its rank from 0 (BINGO-5.1 to 5.6)."""
    suit = SUIT_LED[s.order][s.trump][s.led]
    trumps = WITH[s.trump]
    if suit == s.trump:
        return stronger_trumps(s) if rank == 0 else trumps if rank == 1 else bit(BINGO)
    if rank == 0:
        of_suit = WITH[suit] & ~trumps
        return of_suit | bit(BINGO) if s.options.bingo_follows_any_suit else of_suit
    if s.options.must_trump_when_void:
        return trumps if rank == 1 else bit(BINGO)
    return 0


@kernel
def clause_of(s: State, rank: int) -> int:
    """Return the sentence that tells why a set must be played."""
    if SUIT_LED[s.order][s.trump][s.led] == s.trump:
        return BEAT_TRUMP if rank == 0 else FOLLOW_TRUMP if rank == 1 else PLAY_BINGO
    return FOLLOW if rank == 0 else MUST_TRUMP


@kernel
def legal_reply(s: State, seat: int, may: list[int]) -> None:
    """BINGO-4.2, 5.1 to 5.6: any tile while tiles are drawn; then what follows, or beats, or any."""
    hand = kinds(s.hand[seat])
    offer(may, PLAY, hand)
    if is_open(s):
        return
    for rank in range(DUTIES):
        mine = hand & duty(s, rank)
        if mine != 0:
            strike(may, PLAY, hand & ~mine, clause_of(s, rank))
            return


@kernel
def tell_by_reply(s: State, seat: int, tile: int) -> None:
    """Everybody learns that the seat holds nothing of the sets that it would have had to play from."""
    for rank in range(DUTIES):
        if has(duty(s, rank), tile):
            return
        bar(s, HAND + seat, duty(s, rank))

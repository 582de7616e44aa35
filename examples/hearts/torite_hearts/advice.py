"""The rule of thumb: pass what is dangerous, duck while you can, and give the queen away as soon as you may."""

from __future__ import annotations

from torite.kit import bit, count, highest, kernel, kinds, lowest, offered

from .cards import HEARTS, OF_RANK, OF_SUIT, QUEEN, SPADES
from .state import PASS, PLAY, SEATS, Phase, State, cards_on_trick
from .tricks import is_lead

GUARDS = 4  # with so many spades the queen is safe enough to keep
HIGH_SPADES = SPADES & (OF_RANK[-1] | OF_RANK[-2] | OF_RANK[-3])


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Pass high spades from a short suit, then the highest cards; play as low as wins nothing, else get rid."""
    if s.phase == Phase.PASS:
        return PASS + _to_pass(s, seat, offered(may, PASS))
    choices = offered(may, PLAY)
    if is_lead(s):
        return PLAY + low_card(choices)
    if choices & OF_SUIT[s.led] != 0:
        return PLAY + _to_follow(s, choices)
    return PLAY + _to_discard(choices)


@kernel
def high_card(mask: int) -> int:
    """Return a card of the highest rank in a mask that is not empty; of equals the last suit of the pack."""
    rank = len(OF_RANK) - 1
    while mask & OF_RANK[rank] == 0:
        rank -= 1
    return highest(mask & OF_RANK[rank])


@kernel
def low_card(mask: int) -> int:
    """Return a card of the lowest rank in a mask that is not empty; of equals the first suit of the pack."""
    rank = 0
    while mask & OF_RANK[rank] == 0:
        rank += 1
    return lowest(mask & OF_RANK[rank])


@kernel
def _to_pass(s: State, seat: int, choices: int) -> int:
    """The queen, king and ace of spades where few others guard them; then whatever is highest."""
    danger = choices & HIGH_SPADES
    if danger != 0 and count(kinds(s.hand[seat]) & SPADES) < GUARDS:
        return high_card(danger)
    return high_card(choices)


@kernel
def _to_follow(s: State, choices: int) -> int:
    """The highest card that does not take the trick; if all would, the highest when last, else the lowest."""
    best = highest(cards_on_trick(s) & OF_SUIT[s.led])
    below = choices & (bit(best) - 1)
    if below & QUEEN != 0:
        return highest(QUEEN)
    if below != 0:
        return highest(below)
    safe = choices & ~QUEEN
    if safe == 0:
        return highest(choices)
    return highest(safe) if s.trick_len == SEATS - 1 else lowest(safe)


@kernel
def _to_discard(choices: int) -> int:
    """The queen of spades, else the highest heart, else the highest card."""
    if choices & QUEEN != 0:
        return highest(QUEEN)
    if choices & HEARTS != 0:
        return high_card(choices & HEARTS)
    return high_card(choices)

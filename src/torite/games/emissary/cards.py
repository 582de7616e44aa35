"""The cards of The Emissary: playing cards from the ace up to the eight, vassals and rulers (EMIS-1)."""

from __future__ import annotations

from torite.kit import kernel
from torite.pieces import cards

PACK = cards("A 2 3 4 5 6 7 8 J Q K")
KINDS = range(len(PACK))
SUIT, RANK = PACK.suit, PACK.rank
CLUBS, SPADES, HEARTS, DIAMONDS = range(4)
EIGHT, VASSAL = 7, 8  # ranks: of the highest playing card (EMIS-1.5), of the jacks
CARDS = PACK.mask(k for k in KINDS if RANK[k] <= EIGHT)
VASSALS = PACK.of_rank[VASSAL]
RULERS = PACK.mask(k for k in KINDS if RANK[k] > VASSAL)
OF_SUIT = tuple(PACK.of_suit[suit] & CARDS for suit in range(4))  # playing cards only
WITH_POWER = VASSALS | RULERS
FOR_POLITICS = PACK.of_suit[SPADES] & WITH_POWER


@kernel
def wins(trump: int, led: int, answer: int) -> bool:
    """EMIS-3.4 to 3.6: tell whether the answer wins against the king's card; whoever could follow has followed."""
    if SUIT[answer] == SUIT[led]:
        return RANK[answer] > RANK[led]
    return SUIT[answer] == trump

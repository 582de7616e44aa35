"""The 78 cards of French Tarot Solo: blocks, points and strength (TAROT-2).

The suits are the first block of the pack, the trumps and the Excuse the second: of the trumps' mask bit n − 1 is trump
n and bit 21 the Excuse.
"""

from __future__ import annotations

from torite.kit import count, kernel
from torite.pieces import tarots
from torite.pieces.cards import PLAIN_BLOCK, TRUMP_BLOCK

PACK = tarots()
PLAIN, TRUMPS = PLAIN_BLOCK, TRUMP_BLOCK  # first kinds of the blocks
IN_SUIT, SUITS = 14, 4
TRUMP_SUIT, NO_SUIT = 4, -1  # suit led: 0 to 3 are "CSHD"
ALL_PLAIN = PACK.mask(kind for kind in PACK.all if kind < TRUMPS)
NUMBERED = (1 << 21) - 1  # trumps 1 to 21
EXCUSE_BIT = 1 << 21
ALL_TRUMPS = NUMBERED | EXCUSE_BIT
PETIT_BIT, TOP_BIT = 1, 1 << 20
PETIT, TOP, EXCUSE = PACK.kind("T1"), PACK.kind("T21"), PACK.kind("EX")
OUDLERS = PETIT_BIT | TOP_BIT | EXCUSE_BIT  # TAROT-2.6
OF_SUIT = PACK.of_suit[:SUITS]
_JACK, _CAVALIER, _QUEEN, _KING = (PACK.rank[PACK.kind(code)] for code in ("CJ", "CC", "CQ", "CK"))
JACKS, CAVALIERS, QUEENS, KINGS = (
    PACK.mask(kind for kind in PACK.all if kind < TRUMPS and PACK.rank[kind] == rank)
    for rank in (_JACK, _CAVALIER, _QUEEN, _KING)
)
SUIT_OF = tuple(TRUMP_SUIT if kind >= TRUMPS else PACK.suit[kind] for kind in range(len(PACK.codes)))
#: Strength of a card that follows or trumps: trumps above all, the Excuse below (TAROT-2.3, 2.4, 10.1, 10.2).
STRENGTH = tuple(0 if k == EXCUSE else PACK.rank[k] + (101 if k >= TRUMPS else 1) for k in range(len(PACK.codes)))
TRUMP_STRENGTH = 100  # added to a trump's number
UNBEATEN = 1000  # strength of the Excuse that wins the last trick (TAROT-11.6)
NEEDED = (56, 51, 41, 36)  # card points by oudlers (TAROT-2.9)
FACTOR = (0, 1, 2, 4, 6)  # by bid (TAROT-4.1)
SIZES = ((10, 13, 15), (13, 15, 18))  # of handfuls, by handful_table (TAROT-7.2)
HANDFUL_WORTH = (0, 20, 30, 40)  # TAROT-7.3


@kernel
def halves_of(plain: int, trumps: int) -> int:
    """TAROT-2.7: card points of cards in halves: 9 for oudlers and Kings, 7, 5, 3 for the courts, 1 for the rest."""
    great = count(plain & KINGS) + count(trumps & OUDLERS)
    courts = 6 * count(plain & QUEENS) + 4 * count(plain & CAVALIERS) + 2 * count(plain & JACKS)
    return count(plain) + count(trumps) + 8 * great + courts

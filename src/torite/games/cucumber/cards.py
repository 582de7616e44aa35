"""The cards of the Cucumber games: their strength in every order, and what they count.

Suits never matter (CUC-1.2); cards of one strength are equal (CUC-1.5). An *order* says how strong each kind is;
it follows from the named top cards, from where jokers rank, and from whether aces are low (the last trick of Rassi).
"""

from torite.kit import count, kernel, lowest
from torite.pieces import Pack, cards

from .options import JokerRank, TopCards

COPIES = 3  # two packs, and three jokers that are one kind
PACK: Pack = cards("2 3 4 5 6 7 8 9 10 J Q K A", jokers="JR", copies=COPIES)
RANK = PACK.rank
JOKER, C6, C7, S7 = PACK.kind("JR"), PACK.kind("C6"), PACK.kind("C7"), PACK.kind("S7")
STANDARD = PACK.mask(range(52))
FACES = PACK.mask(k for k in range(52) if PACK.codes[k][1:] in ("K", "Q", "J"))
JACK, QUEEN, KING, ACE = 9, 10, 11, 12  # ranks: the 2 is 0

LOW_ACE, STRONGEST = 1, 17  # strengths: 2–14 for 2–A, 15 a joker above aces, 16 and 17 top cards
ORDERS_OF_TOP = 4


def _strengths(top: TopCards, joker_above: bool, ace_low: bool) -> tuple[int, ...]:
    """CUC-1.3, 1.8, AGURK-2.1, GURKA_NO-2.1, RASSI-1.3, GURKA_IS-1.2, 4.1: how strong each kind is."""
    ace = LOW_ACE if ace_low else 14
    strength = [ace if rank == ACE else rank + 2 for rank in RANK]
    strength[JOKER] = 15 if joker_above else ace
    if top is TopCards.C6:
        strength[C6] = 16
    if top is TopCards.S7_C7:
        strength[S7], strength[C7] = 17, 16
    return tuple(strength)


STRENGTH = tuple(
    _strengths(top, joker_above, ace_low)
    for top in TopCards
    for joker_above in (False, True)
    for ace_low in (False, True)
)
#: AT_LEAST[order][v]: the kinds of strength v or more; v runs to one above the strongest.
AT_LEAST = tuple(
    tuple(PACK.mask(k for k in range(len(PACK)) if row[k] >= v) for v in range(STRONGEST + 2)) for row in STRENGTH
)
NATURAL_POINTS = tuple(rank + 2 for rank in RANK)


@kernel
def order_of(top: int, joker_above: int, ace_low: int) -> int:
    """Return the number of an order."""
    return top * ORDERS_OF_TOP + joker_above * 2 + ace_low


@kernel
def of_strength(order: int, v: int) -> int:
    """Return the kinds of exactly that strength."""
    return AT_LEAST[order][v] & ~AT_LEAST[order][v + 1]


@kernel
def weakest(order: int, mask: int) -> int:
    """Return the strength of the weakest kind of a mask that is not empty."""
    if count(mask) == 1:
        return STRENGTH[order][lowest(mask)]
    v = LOW_ACE
    while mask & ~AT_LEAST[order][v + 1] == 0:
        v += 1
    return v


@kernel
def strongest(order: int, mask: int) -> int:
    """Return the strength of the strongest kind of a mask that is not empty."""
    if count(mask) == 1:
        return STRENGTH[order][lowest(mask)]
    v = STRONGEST
    while mask & AT_LEAST[order][v] == 0:
        v -= 1
    return v


def joker_above(rank: JokerRank, jokers: int) -> bool:
    """CUC-1.7: where nothing is said, one joker ranks as an ace and three rank above it."""
    return rank is JokerRank.ABOVE_ACE or (rank is JokerRank.BY_NUMBER and jokers == 3)

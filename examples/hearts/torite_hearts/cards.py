"""The cards of Hearts and what they count (HEARTS-1)."""

from torite.kit import count, kernel
from torite.pieces import Pack, cards

PACK: Pack = cards("2 3 4 5 6 7 8 9 10 J Q K A")
CARDS = len(PACK)
SUIT, RANK, OF_SUIT, OF_RANK = PACK.suit, PACK.rank, PACK.of_suit, PACK.of_rank

CLUBS, SPADES, HEARTS, _, _ = OF_SUIT
TWO = PACK.mask(PACK.kinds("C2"))
QUEEN = PACK.mask(PACK.kinds("SQ"))
JACK = PACK.mask(PACK.kinds("DJ"))
POINT_CARDS = HEARTS | QUEEN
OTHERS = PACK.mask(range(CARDS)) & ~POINT_CARDS  # the cards that count nothing, and the jack of diamonds

HEART_POINTS, QUEEN_POINTS, ALL_POINTS = 1, 13, 26  # HEARTS-1.3
JACK_POINTS, NO_TRICK_POINTS = -10, -5  # HEARTS-5.4, 5.5


@kernel
def card_points(mask: int) -> int:
    """HEARTS-1.3: a heart counts 1, the queen of spades 13, all others nothing."""
    return HEART_POINTS * count(mask & HEARTS) + QUEEN_POINTS * count(mask & QUEEN)

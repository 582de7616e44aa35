"""The cards of Doppelkopf, what they count and how they rank in every contract (DOKO-2, DOKO-3, DOKO-18)."""

from __future__ import annotations

from torite.kit import copies, kernel
from torite.pieces import Pack, cards

PACK: Pack = cards("9 J Q K 10 A", copies=2)
SUITS, TRUMP = 4, 4  # a class of cards is a suit, an index of "CSHD", or TRUMP
CLASSES = SUITS + 1

NINES, JACKS, QUEENS, KINGS, TENS, ACES = PACK.of_rank
ALL_CARDS = PACK.mask(range(len(PACK)))
CLUB_QUEEN, CLUB_JACK = PACK.kind("CQ"), PACK.kind("CJ")
FOX, HEART_TEN = PACK.kind("DA"), PACK.kind("H10")
FAT = ACES | TENS  # what a Doppelkopf trick consists of (DOKO-13.11)

POINTS = PACK.table({"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0})  # DOKO-2.2
ALL_POINTS = 2 * sum(POINTS)  # DOKO-2.3

QUEENS_DOWN = "CQ SQ HQ DQ"
JACKS_DOWN = "CJ SJ HJ DJ"
TOP_DOWN = f"H10 {QUEENS_DOWN} {JACKS_DOWN}"
#: The trumps of each order from high to low (DOKO-3.2 to 3.14, 18.3, 18.13).
TRUMPS_DOWN = {
    "diamonds": f"{TOP_DOWN} DA D10 DK D9",
    "clubs": f"{TOP_DOWN} CA C10 CK C9",
    "spades": f"{TOP_DOWN} SA S10 SK S9",
    "hearts": f"{TOP_DOWN} HA HK H9",
    "queens": QUEENS_DOWN,
    "jacks": JACKS_DOWN,
    "notrump": "",
    "queens_jacks": f"{QUEENS_DOWN} {JACKS_DOWN}",
}
ORDERS = tuple(TRUMPS_DOWN)
DIAMONDS_ORDER = 0  # of the normal game, a marriage and a poverty
FIRST_TRUMP = 8  # strengths of trumps begin here, above all plain cards


def _strengths(trumps: str) -> tuple[int, ...]:
    """Rank all kinds of an order: plain cards by rank, trumps above them."""
    rising = trumps.split()[::-1]
    return tuple(FIRST_TRUMP + rising.index(c) if c in rising else PACK.rank[k] for k, c in enumerate(PACK.codes))


STRENGTH = tuple(_strengths(trumps) for trumps in TRUMPS_DOWN.values())  # [order][kind]
TRUMPS = tuple(PACK.mask(PACK.kinds(trumps)) for trumps in TRUMPS_DOWN.values())  # [order]
OF_CLASS = tuple((*(PACK.of_suit[suit] & ~trumps for suit in range(SUITS)), trumps) for trumps in TRUMPS)
CLASS = tuple(
    tuple(TRUMP if trumps >> kind & 1 else PACK.suit[kind] for kind in range(len(PACK))) for trumps in TRUMPS
)  # [order][kind]


@kernel
def points_in(row: list[int]) -> int:
    """DOKO-2.2: add up the card points of a row."""
    total = 0
    for kind in range(len(POINTS)):
        total += POINTS[kind] * copies(row, kind)
    return total

"""The cards of Ambition and what they count in each edition (AMB-1, AMB-2)."""

from __future__ import annotations

from torite.pieces import Pack, cards

PACK: Pack = cards("2 3 4 5 6 7 8 9 10 J Q K A")
CARDS = len(PACK)
SUIT, OF_SUIT, OF_RANK = PACK.suit, PACK.of_suit, PACK.of_rank

TWOS = OF_RANK[0]
COURTS = OF_RANK[-1] | OF_RANK[-2] | OF_RANK[-3] | OF_RANK[-4]
LEFT_OUT = PACK.kind("C3")  # with three players (AMB-1.2)
FIRST_LEAD_CARD = PACK.mask([PACK.kind("D3")])  # AMB-4.1

# AMB-2.1, 2.3: by edition; all other cards count nothing
COUNTS = (
    {
        "CK": 11,
        "SA SK SQ SJ": 5,
        "S10 S9 S8 S7 S6 S5 S4 S3 S2": 2,
        "HA HK HQ HJ DA DK DQ DJ": 2,
        "H10 H9 H8 H7 H6 H5 H4 H3 H2 D10 D9 D8 D7 D6 D5 D4 D3 D2": 1,
    },
    {
        "CK": 18,
        "SA SK SQ SJ": 6,
        "S10 S9 S8 S7 S6 S5 S4 S3 S2": 2,
        "H2": 10,
        "HA HK HQ HJ DA DK DQ DJ": 3,
        "H10 H9 H8 H7 H6 H5 H4 H3": 1,
        "D10 D9 D8 D7 D6 D5 D4 D3 D2": 1,
    },
)


def _row(counts: dict[str, int]) -> tuple[int, ...]:
    points = {PACK.kind(code): worth for codes, worth in counts.items() for code in codes.split()}
    return tuple(points.get(kind, 0) for kind in PACK.all)


POINTS = tuple(_row(counts) for counts in COUNTS)  # [edition][kind] card points
FIRST_TRICK_BONUS = (0, 10)  # by edition (AMB-2.4)
LAST_TRICK_BONUS = (2, 0)  # by edition (AMB-2.2)
ALL_POINTS = (85, 121)  # of a round, by edition

"""The cards of Galapagos, their runs, and the melds that may be declared (GALA-1, GALA-3)."""

from __future__ import annotations

from functools import cache

from torite.kit import kernel
from torite.pieces import cards

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A"
PACK = cards(RANKS, jokers="JR JB")
SUIT, RANK = PACK.suit, PACK.rank
OF_SUIT, OF_RANK = PACK.of_suit, PACK.of_rank[:13]
CLUBS, SPADES, HEARTS, DIAMONDS = range(4)
SUITS, RANK_COUNT, ACE = 4, 13, 12
RED_JOKER, BLACK_JOKER = PACK.kinds("JR JB")
JOKERS = OF_SUIT[4]
ORDINARY = PACK.mask(PACK.all) & ~JOKERS
CARDS = 52  # but for the jokers
IS_RED = (0, 0, 1, 1)  # by suit (GALA-2.5)
PARITY = (0, 1, 1, 0)  # by suit: spades and hearts are one parity, clubs and diamonds the other (GALA-2.6)
ALL_RANKS = (1 << RANK_COUNT) - 1
RUNS = 1 << RANK_COUNT  # sets of ranks

SHORTEST = 3  # cards of a sequence, and of a set that is a meld (GALA-3.2)
SET_POINTS = (0, 0, 0, 15, 40)  # by size (GALA-3.3, 3.4)
FOUR_POINTS = (80, 60, *[40] * 11)  # of a set of four by rank (GALA-3.4)
NAMED_BONUS = 15  # for a set of three that lacks the suit named (GALA-3.3)
RUN_POINTS = (0, 0, 0, 10, 20, *range(50, 140, 10))  # by length (GALA-3.5)

# the melds that may be declared: no meld, sets by size and rank, sequences by length and suit (GALA-3.12)
SET, SEQUENCE = 1, 2
_LISTED = (
    (0, 0, 0),
    *((SET, size, rank) for size in (3, 4) for rank in range(RANK_COUNT)),
    *((SEQUENCE, length, suit) for length in range(SHORTEST, RANK_COUNT + 1) for suit in range(SUITS)),
)
MELD_KIND, MELD_SIZE, MELD_OF = (tuple(meld[i] for meld in _LISTED) for i in range(3))
NO_MELD, THREES, FOURS, SEQUENCES = 0, 1, 1 + RANK_COUNT, 1 + 2 * RANK_COUNT
MELD_POINTS = tuple(
    0 if kind == 0 else RUN_POINTS[size] if kind == SEQUENCE else FOUR_POINTS[of] if size == 4 else SET_POINTS[size]
    for kind, size, of in _LISTED
)


@kernel
def ranks_in(mask: int) -> int:
    """Return the set of the ranks that a mask has of any suit, the two as its lowest bit."""
    return (mask | mask >> RANK_COUNT | mask >> 2 * RANK_COUNT | mask >> 3 * RANK_COUNT) & ALL_RANKS


@kernel
def in_all_suits(ranks: int) -> int:
    """Return the cards of a set of ranks."""
    return ranks | ranks << RANK_COUNT | ranks << 2 * RANK_COUNT | ranks << 3 * RANK_COUNT


@kernel
def ranks_of(mask: int, suit: int) -> int:
    """Return the set of the ranks that a mask has of a suit, the two as its lowest bit."""
    return (mask >> RANK_COUNT * suit) & ALL_RANKS


# how the ace of a suit lies in its sequences: above the king, below the two, or at both ends (GALA-3.7, 3.8)
HIGH, LOW, BOTH = 0, 1, 2
TOP = RANK_COUNT  # places of a suit: 0 a low ace, 1 to 12 the two to the king, 13 a high ace
MELD_LESS, ACE_MORE, POINT = 10, 1, 1000  # how selections are weighed: by points, then few melds, then a high ace


@kernel
def lies_at(ranks: int, ace: int, place: int) -> bool:
    """Tell whether a set of ranks has a card at a place of the suit, 0 to 13, as its ace lies."""
    if place == 0:
        return ace != HIGH and (ranks >> ACE) & 1 == 1
    if place == TOP:
        return ace != LOW and (ranks >> ACE) & 1 == 1
    return (ranks >> (place - 1)) & 1 == 1


@cache
def _weight_of(line: int) -> int:
    """Weigh the sequences of a suit as its places are laid: points, then few melds, then a high ace."""
    if not line:
        return 0
    others = line & (line + (line & -line))  # without the lowest sequence
    length = (line ^ others).bit_count()
    own = POINT * RUN_POINTS[length] - MELD_LESS + ACE_MORE * ((line ^ others) >> TOP)
    return _weight_of(others) + (own if length >= SHORTEST else 0)


def _weight(ranks: int, ace: int) -> int:
    """Weigh the sequences of a set of ranks."""
    held = ranks >> ACE
    low, high = held * (ace != HIGH), held * (ace != LOW)
    return _weight_of(low | (ranks & ALL_RANKS >> 1) << 1 | high << TOP)


def _best_ace(ranks: int, both_ends: bool) -> int:
    """GALA-3.7, 3.8, 3.16, 3.18: choose where the ace lies; all thirteen cards are one sequence."""
    may = [HIGH, LOW, *([BOTH] if both_ends and ranks != ALL_RANKS else [])]
    return max(may, key=lambda ace: _weight(ranks, ace))


# by ace_both_ends and set of ranks of a suit: where the ace lies, and what the sequences weigh
ACE_LIES = tuple(tuple(_best_ace(ranks, both) for ranks in range(RUNS)) for both in (False, True))
WEIGHT = tuple(tuple(_weight(ranks, ACE_LIES[both][ranks]) for ranks in range(RUNS)) for both in (0, 1))


@kernel
def points_of(weight: int) -> int:
    """Return the points of what was weighed."""
    return (weight + POINT - 1) // POINT

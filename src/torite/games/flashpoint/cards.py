"""The cards of Flashpoint, and which of them obey each command (FLASH-1.1, 1.2, 2.2)."""

from __future__ import annotations

from torite.kit import kernel
from torite.pieces.cards import SUITS, cards

RANKS = "7 8 9 10 J Q K A"
PACK = cards(RANKS)
RANK, SUIT = PACK.rank, PACK.suit
ALL_CARDS = PACK.mask(PACK.all)
OF_SUIT = tuple(PACK.mask(k for k in PACK.all if SUIT[k] == suit) for suit in range(len(SUITS)))
OF_RANK = tuple(PACK.mask(k for k in PACK.all if RANK[k] == rank) for rank in range(len(RANKS.split())))
SAME_SUIT = tuple(OF_SUIT[SUIT[k]] for k in PACK.all)  # of each card, the cards of its suit
SAME_RANK = tuple(OF_RANK[RANK[k]] for k in PACK.all)
SUITS_IN_ALL, RANKS_IN_ALL = len(OF_SUIT), len(OF_RANK)

NAMED = (*SUITS, *RANKS.split())  # what a command may speak of
NAMED_CARDS = (*OF_SUIT, *OF_RANK)
OBEYING = (*NAMED_CARDS, *(ALL_CARDS & ~mask for mask in NAMED_CARDS))  # of each command, the cards that obey it
OBEYED_BY = tuple(
    sum(1 << command for command, mask in enumerate(OBEYING) if mask >> k & 1) for k in PACK.all
)  # of each card, the mask of the commands that it obeys


def _longest_run(ranks: int) -> int:
    """FLASH-5.3: count the ranks of the longest run among some, given as a mask; no run wraps."""
    present = "".join("x" if ranks >> rank & 1 else " " for rank in range(RANKS_IN_ALL))
    return max(map(len, present.split()), default=0)


LONGEST_RUN = tuple(_longest_run(ranks) for ranks in range(1 << RANKS_IN_ALL))


@kernel
def suits_in(mask: int) -> int:
    """Count the suits among some cards."""
    total = 0
    for suit in range(SUITS_IN_ALL):
        total += (mask & OF_SUIT[suit]) != 0
    return total


@kernel
def ranks_in(mask: int) -> int:
    """Count the ranks among some cards."""
    total = 0
    for rank in range(RANKS_IN_ALL):
        total += (mask & OF_RANK[rank]) != 0
    return total

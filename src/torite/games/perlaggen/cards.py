"""The cards of Perlaggen, which of them are wild, and the figures that they make (PERL-1, 4.2 to 4.4).

A card's number is nine times its suit and its rank, so that neighbours of a suit are neighbours; three numbers have no
card, for only bells have a six.
"""

from __future__ import annotations

from itertools import chain

from torite.kit import kernel
from torite.pieces import Pack
from torite.pieces.cards import SUIT_GLYPHS, SUITS

RANKS = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
WIDTH = len(RANKS)
_CODES = tuple(
    suit + rank if rank != "6" or suit == "D" else "" for suit in SUITS for rank in RANKS
)  # only ♦ has a six (PERL-1.1)
PACK = Pack(
    _CODES,
    1,
    tuple(SUITS.index(suit) for suit in SUITS for _ in RANKS),
    tuple(rank for _ in SUITS for rank in range(WIDTH)),
    tuple(SUIT_GLYPHS[code[0]] + code[1:] if code else "" for code in _CODES),
    "card",
    {code: kind for kind, code in enumerate(_CODES) if code},
)
RANK, SUIT = PACK.rank, PACK.suit
ALL_CARDS = PACK.mask(PACK.all)
OF_SUIT = tuple(PACK.mask(k for k in PACK.all if SUIT[k] == suit) for suit in range(len(SUITS)))
OF_RANK = tuple(PACK.mask(k for k in PACK.all if RANK[k] == rank) for rank in range(WIDTH))
CARDS, ACE = len(PACK), WIDTH - 1

WILD_KINDS = tuple(PACK.kinds("HK D6 D7 C7 H7 S7 CJ SJ HJ DJ CQ SQ HQ DQ"))  # strongest first (PERL-1.3)
PERMANENT = PACK.mask(PACK.kinds("HK D6 D7 C7"))  # wild under all trumps (PERL-1.4)
MOST_WILDS = 7
WILD_BY_TRUMP = tuple(
    tuple(k for k in WILD_KINDS if PERMANENT >> k & 1 or SUIT[k] == trump) for trump in range(len(SUITS))
)  # the wilds under each trump, strongest first
WILDS = tuple(PACK.mask(kinds) for kinds in WILD_BY_TRUMP)  # the same as masks
NATURAL = len(WILD_KINDS)  # strength of a card that is not wild, a higher number being weaker
STRENGTH = tuple(
    tuple(kinds.index(k) if k in kinds else NATURAL for k in range(len(_CODES))) for kinds in WILD_BY_TRUMP
)  # of each card under each trump: its number among the wilds, from 0 (PERL-1.3), NATURAL if it is none
STAND_INDEX = tuple(WILD_KINDS.index(k) if k in WILD_KINDS else -1 for k in range(len(_CODES)))
MAYBE_WILD = PACK.mask(WILD_KINDS)  # wild under some trump

# Figures: sets of equals, and sequences
FEWEST, LONG = 2, 3  # cards
HAND_SIZE = 5
A_CARD = 16  # what one card more adds to how strong a figure is: more than any rank
STRENGTHS = range(A_CARD * (HAND_SIZE + 1))  # 0 for no figure


@kernel
def figure_strength(size: int, rank: int) -> int:
    """PERL-4.2, 4.3: return how strong a figure of so many cards is, of a rank, or with a top card of it."""
    return size * A_CARD + rank


@kernel
def figure_size(strength: int) -> int:
    """Return how many cards a figure of this strength has."""
    return strength // A_CARD


@kernel
def figure_rank(strength: int) -> int:
    """Return the rank of a figure of this strength, of a sequence that of its top card."""
    return strength % A_CARD


def _runs(suit: int) -> list[tuple[int, int]]:
    """List all sequences of a suit of two to five cards with how strong they are, the strongest first."""
    found = []
    for length in range(FEWEST, HAND_SIZE + 1):
        for top in PACK.listed([OF_SUIT[suit]]):
            kinds = range(top - length + 1, top + 1)
            if RANK[top] >= length - 1 and all(_CODES[kind] for kind in kinds):
                found.append((figure_strength(length, RANK[top]), PACK.mask(kinds)))
    return sorted(found, reverse=True)


_RUNS = tuple(map(_runs, range(len(SUITS))))
RUN_STRENGTH, RUNS = (tuple(column) for column in zip(*chain(*reversed(_RUNS)), strict=True))  # the last suit first
RUNS_TO = tuple(sum(map(len, _RUNS[suit:])) for suit in range(len(SUITS)))  # the number after each suit's last …
RUNS_FROM = tuple(
    tuple(end - sum(figure_size(strength) <= length for strength, _ in runs) for length in range(HAND_SIZE + 1))
    for end, runs in zip(RUNS_TO, _RUNS, strict=True)
)  # … and that of its first sequence of so many cards


def _best_runs(suit: int) -> tuple[tuple[int, ...], ...]:
    """List how strong the best sequence of a suit is, 0 for none: by free wilds, and by its cards that are there."""
    own = [(strength, run >> WIDTH * suit) for strength, run in _RUNS[suit]]
    rows = [[next((strength for strength, run in own if not run & ~held), 0) for held in range(1 << WIDTH)]]
    while len(rows) <= HAND_SIZE:  # a wild is as good as the best card that is not there
        rows.append([max(rows[-1][held | 1 << rank] for rank in range(WIDTH)) for held in range(1 << WIDTH)])
    return tuple(map(tuple, rows))


BEST_RUN = tuple(_best_runs(suit) for suit in range(len(SUITS)))

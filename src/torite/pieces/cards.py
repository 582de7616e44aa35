"""Packs of cards: their kinds, codes, glyphs, parsing and masks.

A *kind* is a small integer that equal cards share: the two queens of clubs of a doubled pack are one kind,
held twice. A mask is an int with bit *k* set for kind *k*. A row of words holds a multiset: bit *k* of word
*j* is set when kind *k* is held more than *j* times, so equal multisets are equal rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

SUITS = "CSHD"
SUIT_GLYPHS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
JOKER_GLYPHS = {"JR": "★", "JB": "☆"}
NO_SUIT = len(SUITS)
KINDS_PER_WORD = 62


@dataclass(frozen=True)
class Pack:
    """A pack of cards as a game uses it.

    Attributes:
        codes: the code of each kind, `("C2", "C3", …)`; a kind is an index into it.
        copies: the most copies of one kind that can be in play; a multiset is so many words.
        suit: suit of each kind, an index into "CSHD"; 4 for jokers.
        rank: rank of each kind within the pack, 0 for the lowest; jokers stand above all.
    """

    codes: tuple[str, ...]
    copies: int
    suit: tuple[int, ...]
    rank: tuple[int, ...]
    _kind: dict[str, int] = field(repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def words(self) -> int:
        """Words of a multiset of these cards."""
        return self.copies

    @property
    def of_suit(self) -> tuple[int, ...]:
        """Mask of the kinds of each suit, in the order of "CSHD"; last the jokers."""
        return tuple(self.mask(k for k in range(len(self)) if self.suit[k] == s) for s in range(NO_SUIT + 1))

    @property
    def of_rank(self) -> tuple[int, ...]:
        """Mask of the kinds of each rank."""
        return tuple(self.mask(k for k in range(len(self)) if self.rank[k] == r) for r in range(max(self.rank) + 1))

    @staticmethod
    def mask(kinds: Iterable[int]) -> int:
        """Join kinds into a mask."""
        joined = 0
        for kind in kinds:
            joined |= 1 << kind
        return joined

    def table(self, values: Mapping[str, int], otherwise: int = 0) -> tuple[int, ...]:
        """Give each kind a value by its code or, failing that, by its rank's text (`{"A": 11, "DJ": 5}`)."""
        return tuple(values.get(code, values.get(code[1:], otherwise)) for code in self.codes)

    def kind(self, code: str) -> int:
        """Read a card's code, in upper or lower case.

        Raises:
            KeyError: when the pack has no such card.
        """
        return self._kind[code.upper()]

    def knows(self, code: str) -> bool:
        """Tell whether the pack has a card of this code."""
        return code.upper() in self._kind

    def kinds(self, text: str) -> list[int]:
        """Read codes separated by blanks."""
        return [self.kind(code) for code in text.split()]

    def text(self, kinds: Iterable[int]) -> str:
        """Write kinds as codes separated by blanks."""
        return " ".join(self.codes[kind] for kind in kinds)

    def glyph(self, kind: int) -> str:
        """Write a kind for eyes: `♥Q`, `★`."""
        code = self.codes[kind]
        return JOKER_GLYPHS[code] if code in JOKER_GLYPHS else SUIT_GLYPHS[code[0]] + code[1:]

    def row(self, kinds: Iterable[int]) -> list[int]:
        """Make a multiset of kinds.

        Raises:
            ValueError: when a kind comes more often than the pack can have it.
        """
        row = [0] * self.words
        for kind in kinds:
            for word in range(self.words):
                if not row[word] >> kind & 1:
                    row[word] |= 1 << kind
                    break
            else:
                raise ValueError(self.codes[kind])
        return row

    def listed(self, row: Sequence[int]) -> list[int]:
        """List the pieces of a multiset in pack order, equal ones repeated."""
        listed, left = [], row[0]
        while left:
            lowest = left & -left
            listed.append(lowest.bit_length() - 1)
            left ^= lowest
        if len(row) > 1 and row[1]:
            listed = [kind for kind in listed for word in row if word >> kind & 1]
        return listed


def cards(ranks: str, suits: str = SUITS, jokers: str = "", copies: int = 1) -> Pack:
    """Make a pack from ranks in rising order (`"2 3 … K A"`), suits and jokers (`"JR JB"`)."""
    codes, suit, rank = [], [], []
    names = ranks.split()
    for letter in suits:
        for place, name in enumerate(names):
            codes.append(letter + name)
            suit.append(SUITS.index(letter))
            rank.append(place)
    for joker in jokers.split():
        codes.append(joker)
        suit.append(NO_SUIT)
        rank.append(len(names))
    if len(codes) > KINDS_PER_WORD:
        raise ValueError(f"{len(codes)} kinds do not fit a word of {KINDS_PER_WORD}")
    return Pack(tuple(codes), copies, tuple(suit), tuple(rank), {code: kind for kind, code in enumerate(codes)})

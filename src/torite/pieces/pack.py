"""Packs of pieces: cards, domino tiles, faces of dice. Their kinds, codes, glyphs, parsing and masks.

A *kind* is a small integer that equal pieces share: the two queens of clubs of a doubled pack are one kind,
held twice. A mask is an int with bit *k* set for kind *k*. A row of words holds a multiset: bit *k* of word
*j* is set when kind *k* is held more than *j* times, so equal multisets are equal rows.

A pack of more kinds than a word has bits is laid out in *blocks*, and has each piece once: kind 64 × (1 + b) + i is bit
*i* of block *b*, and word *b* of a row is the mask of that block. So a kind of 64 or more tells by itself where it
lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

KINDS_PER_WORD = 62
BLOCK = 64  #: kinds from here on lie in blocks of so many


@dataclass(frozen=True)
class Pack:
    """The pieces of a game.

    Attributes:
        codes: the code of each kind, `("C2", "C3", …)`; a kind is an index into it. Empty where there is no such kind.
        copies: the most pieces of one kind that can be in play; a multiset is so many words.
        suit: suit of each kind, an index into "CSHD", 4 for jokers and trumps; of tiles the larger end, of faces 0.
        rank: rank of each kind within the pack, 0 for the lowest, jokers above all; of tiles the smaller end.
        glyphs: each kind for eyes: `♥Q`, `★`, `[6-4]`.
        form: what they are: "card", "domino", or "d6" and "d12" for dice of so many faces.
    """

    codes: tuple[str, ...]
    copies: int
    suit: tuple[int, ...]
    rank: tuple[int, ...]
    glyphs: tuple[str, ...]
    form: str
    _kind: Mapping[str, int] = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        if any(kind % BLOCK >= KINDS_PER_WORD for kind in self.all):
            raise ValueError(f"{len(self)} kinds do not fit a word of {KINDS_PER_WORD}")
        if self.blocks > 1 and self.copies > 1:
            raise ValueError(f"{len(self)} kinds in blocks are not held {self.copies} times")

    def __len__(self) -> int:
        return len(self.all)

    @cached_property
    def all(self) -> tuple[int, ...]:
        """All kinds."""
        return tuple(kind for kind, code in enumerate(self.codes) if code)

    @property
    def blocks(self) -> int:
        """Masks that hold all kinds: 1, or the number of blocks."""
        return max(1, (len(self.codes) - 1) // BLOCK)

    @property
    def words(self) -> int:
        """Words of a multiset of these pieces."""
        return self.copies * self.blocks

    @property
    def of_dice(self) -> bool:
        """Whether the kinds are faces, which a roll brings, and not pieces that are dealt."""
        return self.form.startswith("d") and self.form != "domino"

    @property
    def of_suit(self) -> tuple[int, ...]:
        """Mask of the kinds of each suit; of cards in the order of "CSHD", last the jokers."""
        last = max(4, *self.suit) if self.form == "card" else max(self.suit)
        return tuple(self.mask(k for k in self.all if self.suit[k] == s) for s in range(last + 1))

    @property
    def of_rank(self) -> tuple[int, ...]:
        """Mask of the kinds of each rank, of a pack of one block; else of its first."""
        kinds = [kind for kind in self.all if self.blocks == 1 or kind < 2 * BLOCK]
        ranks = range(max(self.rank[kind] for kind in kinds) + 1)
        return tuple(self.mask(kind for kind in kinds if self.rank[kind] == rank) for rank in ranks)

    @staticmethod
    def mask(kinds: Iterable[int]) -> int:
        """Join kinds, of one block, into a mask."""
        joined = 0
        for kind in kinds:
            joined |= 1 << kind % BLOCK
        return joined

    def table(self, values: Mapping[str, int], otherwise: int = 0) -> tuple[int, ...]:
        """Give each card a value by its code or, failing that, by its rank's text (`{"A": 11, "DJ": 5}`)."""
        return tuple(values.get(code, values.get(code[1:], otherwise)) for code in self.codes)

    def listing(self) -> str:
        """Write all codes, separated by blanks."""
        return self.text(self.all)

    def kind(self, code: str) -> int:
        """Read a piece's code, in upper or lower case.

        Raises:
            KeyError: when the pack has no such piece.
        """
        return self._kind[code.upper()]

    def knows(self, code: str) -> bool:
        """Tell whether the pack has a piece of this code."""
        return code.upper() in self._kind

    def kinds(self, text: str) -> list[int]:
        """Read codes separated by blanks."""
        return [self.kind(code) for code in text.split()]

    def text(self, kinds: Iterable[int]) -> str:
        """Write kinds as codes separated by blanks."""
        return " ".join(self.codes[kind] for kind in kinds)

    def glyph(self, kind: int) -> str:
        """Write a kind for eyes: `♥Q`, `★`, `[6-4]`."""
        return self.glyphs[kind]

    def row(self, kinds: Iterable[int]) -> list[int]:
        """Make a multiset of kinds.

        Raises:
            ValueError: when a kind comes more often than the pack can have it.
        """
        row = [0] * self.words
        for kind in kinds:
            bit = 1 << kind % BLOCK
            for word in range(self.words) if self.blocks == 1 else (kind // BLOCK - 1,):
                if not row[word] & bit:
                    row[word] |= bit
                    break
            else:
                raise ValueError(self.codes[kind])
        return row

    def listed(self, row: Sequence[int]) -> list[int]:
        """List the pieces of a multiset in pack order, equal ones repeated."""
        if self.blocks > 1:
            return [kind for block, mask in enumerate(row, 1) for kind in bits_of(mask, BLOCK * block)]
        listed = list(bits_of(row[0], 0))
        if len(row) > 1 and row[1]:
            listed = [kind for kind in listed for word in row if word >> kind & 1]
        return listed


def bits_of(mask: int, first: int) -> Iterator[int]:
    """List the bits of a mask, the lowest numbered *first*."""
    while mask:
        lowest = mask & -mask
        yield first + lowest.bit_length() - 1
        mask ^= lowest

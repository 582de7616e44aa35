"""Packs of cards: suit then rank (`HQ`, `C10`), jokers (`JR`, `JB`); tarots (`T21`) and the Excuse (`EX`)."""

from __future__ import annotations

from collections.abc import Sequence

from torite.pieces.pack import BLOCK, Pack

SUITS = "CSHD"
SUIT_GLYPHS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
JOKER_GLYPHS = {"JR": "★", "JB": "☆"}
NO_SUIT = len(SUITS)
TRUMPS = 21  #: trumps of a tarot pack
TAROT_RANKS = "1 2 3 4 5 6 7 8 9 10 J C Q K"
PLAIN_BLOCK, TRUMP_BLOCK = BLOCK, 2 * BLOCK  #: first kinds of a tarot pack's suits, and of its trumps and the Excuse


def cards(ranks: str, suits: str = SUITS, jokers: str = "", copies: int = 1) -> Pack:
    """Make a pack from ranks in rising order (`"2 3 … K A"`), suits and jokers (`"JR JB"`)."""
    codes, suit, rank, glyphs = [], [], [], []
    names = ranks.split()
    for letter in suits:
        for place, name in enumerate(names):
            codes.append(letter + name)
            glyphs.append(SUIT_GLYPHS[letter] + name)
            suit.append(SUITS.index(letter))
            rank.append(place)
    for joker in jokers.split():
        codes.append(joker)
        glyphs.append(JOKER_GLYPHS.get(joker, joker))
        suit.append(NO_SUIT)
        rank.append(len(names))
    kinds = {code: kind for kind, code in enumerate(codes)}
    return Pack(tuple(codes), copies, tuple(suit), tuple(rank), tuple(glyphs), "card", kinds)


def tarots() -> Pack:
    """Make the French tarot pack of 78: four suits up to the King with the Cavalier, trumps 1 to 21, the Excuse.

    The suits are its first block, the trumps in rising order and then the Excuse its second.
    """
    plain = cards(TAROT_RANKS)
    trumps = [f"T{number}" for number in range(1, TRUMPS + 1)]
    codes = [*_at(BLOCK, [""]), *_at(BLOCK, plain.codes), *trumps, "EX"]
    glyphs = [*_at(BLOCK, [""]), *_at(BLOCK, plain.glyphs), *trumps, "★"]
    suit = [*[NO_SUIT] * BLOCK, *plain.suit, *[NO_SUIT] * (len(codes) - BLOCK - len(plain))]
    rank = [*[0] * BLOCK, *plain.rank, *[0] * (BLOCK - len(plain)), *range(TRUMPS), TRUMPS]
    kinds = {code: kind for kind, code in enumerate(codes) if code}
    return Pack(tuple(codes), 1, tuple(suit), tuple(rank), tuple(glyphs), "card", kinds)


def _at(length: int, texts: Sequence[str]) -> list[str]:
    return [*texts, *[""] * (length - len(texts))]

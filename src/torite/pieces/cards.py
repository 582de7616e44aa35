"""Packs of cards: suit then rank (`HQ`, `C10`), and jokers (`JR`, `JB`)."""

from __future__ import annotations

from torite.pieces.pack import Pack

SUITS = "CSHD"
SUIT_GLYPHS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
JOKER_GLYPHS = {"JR": "★", "JB": "☆"}
NO_SUIT = len(SUITS)


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

"""Pieces of games: packs of cards (dominoes and dice join them with their games). No rules."""

from torite.pieces.cards import SUITS, Pack, cards

__all__ = ["SUITS", "Pack", "cards"]

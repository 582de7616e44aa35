"""Pieces of games: packs of cards, sets of dominoes, dice. No rules."""

from torite.pieces.cards import SUITS, cards, tarots
from torite.pieces.dice import dice
from torite.pieces.dominoes import dominoes
from torite.pieces.pack import Pack

__all__ = ["SUITS", "Pack", "cards", "dice", "dominoes", "tarots"]

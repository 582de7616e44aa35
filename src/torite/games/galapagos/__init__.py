"""Galapagos: bid for a hand and its melds, play it out in tricks, then shed the cards that were bid."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .options import VARIANTS

GAME = Game("galapagos", rules, VARIANTS, Path(__file__).parent)

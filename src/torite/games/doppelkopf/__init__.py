"""Doppelkopf: four players, forty-eight cards, and partners who find each other in the play."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .options import VARIANTS

GAME = Game("doppelkopf", rules, VARIANTS, Path(__file__).parent)

"""Bingo: Sixty-six with dominoes, where the blank is worth seven and the double blank beats everything."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .options import VARIANTS

GAME = Game("bingo", rules, VARIANTS, Path(__file__).parent)

"""Hearts: take no hearts and not the queen of spades, or take them all."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .options import VARIANTS

GAME = Game("hearts", rules, VARIANTS, Path(__file__).parent)

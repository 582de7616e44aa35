"""The Cucumber games of Northern Europe."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .options import VARIANTS

GAME = Game("cucumber", rules, VARIANTS, Path(__file__).parent)

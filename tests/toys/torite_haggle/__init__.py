"""Haggle: an invented game that uses every contract which the library's first games do not."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .state import VARIANTS

GAME = Game("haggle", rules, VARIANTS, Path(__file__).parent)

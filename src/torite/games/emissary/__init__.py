"""The Emissary: alone to eight kingdoms, to win exactly as many arguments against each ruler as its place demands."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .options import VARIANTS

GAME = Game("emissary", rules, VARIANTS, Path(__file__).parent)

"""Perlaggen: a Tyrolean game of partners with wild cards and three things to bet on."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .options import VARIANTS

GAME = Game("perlaggen", rules, VARIANTS, Path(__file__).parent)

"""Lantern: an invented game for one, so short that tests of what games played alone need can play many."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .state import VARIANTS

GAME = Game("lantern", rules, VARIANTS, Path(__file__).parent)

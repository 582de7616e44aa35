"""Domino Cribbage: a crib, a count to thirty-one, and hands that are counted aloud, with the double-six dominoes."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .options import VARIANTS

GAME = Game("domino_cribbage", rules, VARIANTS, Path(__file__).parent)

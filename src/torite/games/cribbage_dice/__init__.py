"""Cribbage Dice: four twelve-sided dice and a starter, rolled up to three times again, and counted as in Cribbage."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .options import VARIANTS

GAME = Game("cribbage_dice", rules, VARIANTS, Path(__file__).parent)

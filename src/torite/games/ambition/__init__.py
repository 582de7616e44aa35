"""Ambition: the points of a slam or no trick at all, and woe to whoever takes merely the most."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .options import VARIANTS

GAME = Game("ambition", rules, VARIANTS, Path(__file__).parent)

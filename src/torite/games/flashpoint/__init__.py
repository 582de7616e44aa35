"""Flashpoint: partners at a table where a suit may come only once to a trick, and what lies together scores."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .options import VARIANTS

GAME = Game("flashpoint", rules, VARIANTS, Path(__file__).parent)

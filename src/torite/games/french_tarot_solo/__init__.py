"""French Tarot Solo: the declarer of three-handed tarot against a hidden hand and a half-open Dummy."""

from pathlib import Path

from torite.kit import Game

from . import rules
from .options import VARIANTS

GAME = Game("french_tarot_solo", rules, VARIANTS, Path(__file__).parent)

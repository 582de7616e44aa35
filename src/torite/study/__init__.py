"""What matches teach: what decisions cost, what seats could know of hidden pieces, and puzzles found in them."""

from torite.study.analysis import Analysis, Decision, analyse, judged_entries
from torite.study.places import Place, Places, Unseen, places, places_of
from torite.study.puzzles import Puzzle

__all__ = [
    "Analysis",
    "Decision",
    "Place",
    "Places",
    "Puzzle",
    "Unseen",
    "analyse",
    "judged_entries",
    "places",
    "places_of",
]

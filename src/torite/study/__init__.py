"""What matches teach: what decisions cost, what deals were worth, what seats could know, and puzzles in them."""

from torite.study.analysis import Analysis, Decision, JudgedVariation, analyse, analyse_variations, judged_entries
from torite.study.dealt import Amount, DealWorth, deals_worth, together
from torite.study.places import Place, Places, Unseen, places, places_of
from torite.study.puzzles import Puzzle
from torite.study.telling import sentences
from torite.study.tried import Duty, Threat, Tried, mistakes_tried, tried
from torite.study.weighing import Weighing, weigh

__all__ = [
    "Amount",
    "Analysis",
    "DealWorth",
    "Decision",
    "Duty",
    "JudgedVariation",
    "Place",
    "Places",
    "Puzzle",
    "Threat",
    "Tried",
    "Unseen",
    "Weighing",
    "analyse",
    "analyse_variations",
    "deals_worth",
    "judged_entries",
    "mistakes_tried",
    "places",
    "places_of",
    "sentences",
    "together",
    "tried",
    "weigh",
]

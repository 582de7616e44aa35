"""What a match that is over has to teach: what each decision cost, and what its seat could know of hidden pieces."""

from torite.study.analysis import Analysis, Decision, analyse, judged_entries
from torite.study.places import Place, Places, Unseen, places, places_of

__all__ = [
    "Analysis",
    "Decision",
    "Place",
    "Places",
    "Unseen",
    "analyse",
    "judged_entries",
    "places",
    "places_of",
]

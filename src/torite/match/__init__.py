"""A match in progress: checked actions, names, events, explanations, undo."""

from torite.match.arrange import Arrangement
from torite.match.entries import Action, Entry, Result
from torite.match.match import Match

__all__ = ["Action", "Arrangement", "Entry", "Match", "Result"]

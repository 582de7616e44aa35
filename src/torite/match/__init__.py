"""A match in progress: checked actions, names, events, explanations, undo."""

from torite.match.match import Action, Entry, Match, Result

__all__ = ["Action", "Entry", "Match", "Result"]

"""What a seat may know, and worlds that agree with it: all derived from declarations."""

from torite.worlds.view import EVERYTHING, SPECTATOR, glimpse, view

__all__ = ["EVERYTHING", "SPECTATOR", "glimpse", "view"]

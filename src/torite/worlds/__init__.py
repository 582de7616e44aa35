"""What a seat may know, worlds that agree with it, and scenes for people: all derived from declarations."""

from torite.worlds.view import EVERYTHING, SPECTATOR, glimpse, view

__all__ = ["EVERYTHING", "SPECTATOR", "glimpse", "view"]

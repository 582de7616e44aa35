"""What a seat may know, worlds that agree with it, and scenes for people: all derived from declarations."""

from torite.views.view import SPECTATOR, view

__all__ = ["SPECTATOR", "view"]

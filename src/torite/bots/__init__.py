"""Bots: they are given views and histories, never states.

A bot has `choose(view, history) -> code`, a whole action, gestures included, and `advise(view, history)`, the
actions it weighed with what each is worth.
"""

from __future__ import annotations

from torite.bots.levels import CALLED, LEVELS, Bot, RandomBot, SearchBot, ThumbBot, WeighedAction, level_of
from torite.errors import UnknownName
from torite.games import find
from torite.kit.game import Game

__all__ = ["CALLED", "LEVELS", "WeighedAction", "Bot", "RandomBot", "SearchBot", "ThumbBot", "bot", "level_of"]


def bot(
    level: str,
    game: str | Game,
    seed: int = 0,
    seconds: float | None = None,
    iterations: int | None = None,
) -> Bot:
    """Make a bot.

    Args:
        level: "random", "simple" or "search".
        game: the game, or a name in the catalogue.
        seed: makes its choices repeatable (for search, with iterations and not seconds).
        seconds: thinking time of a decision, for search; 0.5 if neither it nor iterations are given.
        iterations: worlds looked at for a decision, for search.

    Raises:
        UnknownName: for an unknown level or game.
    """
    played = find(game)[0] if isinstance(game, str) else game
    if level == "random":
        return RandomBot(played, seed)
    if level == "simple":
        return ThumbBot(played, seed)
    if level == "search":
        return SearchBot(played, seed, seconds, iterations)
    raise UnknownName("error.bot", name=level, known=", ".join(LEVELS))

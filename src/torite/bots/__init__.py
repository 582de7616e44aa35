"""Bots: they are given views and histories, never states.

A bot has `choose(view, history) -> code`, a whole action, gestures included, and `advise(view, history)`, the
actions it weighed with what each is worth.
"""

from __future__ import annotations

from torite.bots.levels import (
    CALLED,
    FOR_PEOPLE,
    LEVELS,
    SHARES,
    WORLDS,
    BeginnerBot,
    BoldBot,
    Bot,
    Level,
    RandomBot,
    RolloutBot,
    SearchBot,
    ThumbBot,
    WeighedAction,
    level_of,
)
from torite.errors import UnknownName
from torite.games import find
from torite.kit.game import Game

__all__ = [
    "CALLED",
    "FOR_PEOPLE",
    "LEVELS",
    "SHARES",
    "WORLDS",
    "WeighedAction",
    "BeginnerBot",
    "BoldBot",
    "Bot",
    "Level",
    "RandomBot",
    "RolloutBot",
    "SearchBot",
    "ThumbBot",
    "bot",
    "level_of",
    "searching",
]


def bot(
    level: str,
    game: str | Game,
    seed: int = 0,
    seconds: float | None = None,
    iterations: int | None = None,
) -> Bot:
    """Make a bot.

    Args:
        level: one of `LEVELS`, from "random" to "search".
        game: the game, or a name in the catalogue.
        seed: makes its choices repeatable (of those that search, if it is not bound by the clock).
        seconds: thinking time of a decision, for those that search; of "search" 0.5 if neither it nor iterations are
            given.
        iterations: worlds looked at for a decision, for "search"; of the others there are `WORLDS`.

    Raises:
        UnknownName: for an unknown level or game.
    """
    played = find(game)[0] if isinstance(game, str) else game
    simple = {"random": RandomBot, "beginner": BeginnerBot, "simple": ThumbBot}
    if level in simple:
        return simple[level](played, seed)
    if level in WORLDS:
        return searching(level, played, seed, seconds, iterations)
    raise UnknownName("error.bot", name=level, known=", ".join(LEVELS))


def searching(
    level: str,
    game: Game,
    seed: int,
    seconds: float | None,
    iterations: int | None = None,
    plainly: bool = False,
) -> SearchBot:
    """Make a bot that searches.

    Args:
        level: one of `WORLDS`.
        game, seed, seconds, iterations: see `bot`.
        plainly: whether uncompiled; see `torite.bots.plain`.
    """
    from torite.bots.plain import PlainBot

    kind: type[SearchBot] = SearchBot
    if plainly:
        kind = PlainBot
    elif level == "keen":
        kind = RolloutBot
    elif level == "skilled" and game.advice.tries_each:
        kind = BoldBot
    return kind(game, seed, seconds, WORLDS[level] or iterations, calculates=WORLDS[level] is None)

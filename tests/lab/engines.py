"""Engines as somebody may bring them: good ones, and ones that fail in every way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from torite.bots import bot
from torite.lab.contestants import Seats, engine_seed

FATAL = 7  #: choices after which a bot fails that does


class Thumb:
    """Plays the rule of thumb; from a choice on, what it is told to do instead."""

    def __init__(self, table: Seats, seed: int, fails: str = "", after: int = FATAL) -> None:
        self._bot, self._fails, self._left = bot("simple", table.game, seed), fails, after

    def choose(self, view: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False) -> Any:
        self._left -= 1
        if self._left < 0 and self._fails == "raises":
            raise RuntimeError("out of\nideas")
        if self._left < 0 and self._fails == "illegal":
            return "play SX"
        if self._left < 0 and self._fails == "nothing":
            return None
        return self._bot.choose(view, history, seat, offered)


def thumb(table: Seats, seed: int, **how: Any) -> Thumb:
    """Plays as `simple` does."""
    return Thumb(table, seed, **how)


def late(table: Seats, seed: int, match: int) -> Thumb:
    """Fails in one match of a run of seed 0, by the seed that it gets there."""
    return Thumb(table, seed, "raises" if seed == engine_seed(0, match) else "")


def nobody(table: Seats, seed: int) -> str:
    """Makes no bot."""
    return table.variant.name


TOLD: list[tuple[Any, int]] = []  #: what each engine was told that was made by `curious`


def curious(table: Seats, seed: int) -> Thumb:
    """Keeps what it is told."""
    TOLD.append((table, seed))
    return Thumb(table, seed)

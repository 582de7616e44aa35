"""The bots at the terminal's table: who they are, and how each decision gets its own seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from torite.terminal.compiling import Compiling
from torite.terminal.saves import BadInput, Seating

if TYPE_CHECKING:
    from torite.bots import Bot, WeighedAction
    from torite.match import Match

HINT_SECONDS = 1.0


def named(names: Sequence[str], level: str, count: int) -> list[str]:
    """Name *count* bots by level: those listed, the last of them for all that follow; else those of the level.

    Raises:
        BadInput: for too many.
    """
    from torite.bots import CALLED, level_of

    listed = []
    for key, name in [*(("input.bot", name) for name in names), ("input.level", level)]:
        found = level_of(name)
        if found is None:
            raise BadInput(key, name=name, known=", ".join(CALLED))
        listed.append(found)
    if len(names) > count:
        raise BadInput("input.bots_alone" if count == 0 else "input.bots", count=len(names), most=count)
    listed = listed[:-1] or listed
    return (listed + [listed[-1]] * (count - len(listed)))[:count]


class Choosers(Protocol):
    """Who chooses for the other seats, and advises."""

    def choose(self, match: Match, seat: int, offered: bool = False) -> str:
        """Return a seat's whole action; out of turn, `wait` to let its offers pass."""
        ...

    def advise(self, match: Match, seat: int) -> list[WeighedAction]:
        """Return a seat's actions weighed, best first."""
        ...


class Bots:
    """Choose for the bots of a table: from a seat's view and history, and nothing else.

    A decision's seed comes from the table's seed, the seat and the length of the log, so that a match that
    was broken off goes on as it would have. Who searches does so plainly until the game is compiled.
    """

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self._compiling = Compiling()

    def choose(self, match: Match, seat: int, offered: bool = False) -> str:
        """Return a bot's whole action; out of turn, `wait` to let its offers pass."""
        from torite.bots import SHARES

        name = self.seating.bots[seat]
        bot = self._bot(name, match, seat, self.seating.seconds * SHARES.get(name, 1.0))
        return str(bot.choose(match.view(seat), match.history(seat), seat, offered))

    def advise(self, match: Match, seat: int) -> list[WeighedAction]:
        """Return a seat's actions weighed, the best first."""
        bot = self._bot("search", match, seat, max(HINT_SECONDS, self.seating.seconds))
        return bot.counsel(match.view(seat), match.history(seat), seat)

    def _seed(self, match: Match, seat: int) -> int:
        return random.Random(f"{self.seating.seed}/{seat}/{len(match.log)}").getrandbits(63)

    def _bot(self, name: str, match: Match, seat: int, seconds: float) -> Bot:
        from torite.bots import WORLDS, bot, searching

        seed = self._seed(match, seat)
        if name in WORLDS:
            return searching(name, match.game, seed, seconds, plainly=not self._compiling.ready(match.game))
        return bot(name, match.game, seed)

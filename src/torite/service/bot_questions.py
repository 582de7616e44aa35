"""What is asked of whoever thinks for bots and hints, and what is answered."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from torite.bots import ThumbBot, WeighedAction
from torite.kit.game import Game
from torite.service.bot_worker import ThinkerQuestion


class WeighedDecision(NamedTuple):
    """What was thought of a decision.

    Attributes:
        weighed: the choices, best first.
        ahead: whether it was thought ahead; else it is the rule of thumb, until that can be done.
    """

    weighed: list[WeighedAction]
    ahead: bool = True


def by_thumb(game: Game, seen: Any, seat: int) -> WeighedDecision:
    """Weigh the actions of a seat by the rule of thumb."""
    return WeighedDecision(ThumbBot(game, secrets.randbits(30)).counsel(seen, (), seat), ahead=False)


@dataclass(eq=False)
class Question:
    """Something to be thought about.

    Attributes:
        kind, person: who asks for what, as the queue knows it.
        game: which game a process must be ready for.
        seen: the view from which it is answered.
        asked: what else the process gets.
        seconds: how long it may think.
        least: how long it must be able to think, or need not begin.
        by: when it is too late for an answer, by the loop's clock.
        plainly: whether an answer that was thought plainly is one.
        answer: what comes of it.
    """

    kind: str
    person: int
    game: Game
    seen: Any
    asked: ThinkerQuestion
    seconds: float
    least: float
    by: float
    plainly: bool
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def to_ask(self, seconds: float, plain: bool) -> ThinkerQuestion:
        """Write it down for who answers, plainly or not, in so many seconds."""
        return {**self.asked, "view": self.seen.to_bytes(), "seconds": seconds, "plain": plain}

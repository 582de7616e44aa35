"""Tables for the tests: a session with a match, bots and no terminal."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from tests.arranged import new_match
from torite.bots import WeighedAction
from torite.match import Match
from torite.terminal.bots import Bots
from torite.terminal.play import names_of
from torite.terminal.saves import Seating
from torite.terminal.session import At, Session
from torite.terminal.table import ScenePen
from torite.terminal.text_layout import Ink


class StandIn(Bots):
    """Bots that are quick and need no compiler: at random among what the match offers, by the same seeds."""

    def choose(self, match: Match, seat: int, offered: bool = False) -> str:
        """Choose part by part until the gesture is complete."""
        chooser = random.Random(self._seed(match, seat))
        code = chooser.choice(match.actions(seat)).code
        if not code.endswith("+") and match.gestures.draft(seat, [code])["complete"]:
            return code
        parts = [code.removesuffix(" +")]
        while not match.gestures.draft(seat, parts)["complete"]:
            parts.append(chooser.choice(match.gestures.draft(seat, parts)["may"]))
        return str(match.gestures.draft(seat, parts)["parts"])

    def advise(self, match: Match, seat: int) -> list[WeighedAction]:
        """Prefer the first action by one point to the next."""
        return [WeighedAction(str(action), float(number)) for number, action in enumerate(match.actions(seat))]


def sit(
    game: str,
    seats: int,
    seed: int = 1,
    language: str = "en",
    width: int = 79,
    colours: str = "",
    forced: bool = False,
    match: Match | None = None,
    keep: Callable[[Match], None] = lambda match: None,
    save: Callable[[Match, str], str] = lambda match, file: "saved",
    **arranged: Any,
) -> Session:
    """Sit down at a table, at seat 0, with stand-ins on all other seats."""
    names = names_of(seats, "", language)
    match = match or new_match(game, seats, seed=seed, names=names, pause=True, **arranged)
    table = ScenePen(match.game, Ink(width, colours), language, plain=not colours)
    bots = StandIn(Seating(0, dict.fromkeys(range(1, seats), "simple"), seed))
    return Session(match, 0, bots, table, keep, save, forced)


def typed(session: Session, *lines: str) -> str:
    """Type lines, and return what the table answers to all of them."""
    return "\n".join(text for line in lines for text in session.feed(line))


def begun(session: Session) -> str:
    """Sit down, and return what the table says."""
    return "\n".join(session.begin())


def some_line(session: Session) -> str:
    """Return what a player would type now: some action, or nothing where a deal is over."""
    if session.at is At.PAUSE:
        return ""
    return StandIn(Seating(0, {}, 5)).choose(session.match, 0)


def played_out(session: Session, player: Callable[[Session], str] = some_line, most: int = 2000) -> Sequence[str]:
    """Play to the end of the match; return all that was said."""
    said = list(session.begin()) if not session.match.log or session.at is At.TURN else []
    for _ in range(most):
        if session.at is At.END:
            return said
        said += session.feed(player(session))
    raise AssertionError("the match does not end")

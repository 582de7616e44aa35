"""The score sheet of a match: what each deal was worth, the running scores, and how the match ended."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any

from torite.match.entries import Deal, Note, Result
from torite.match.log import Log


def places(game: Any, state: Any, seats: int) -> tuple[int, ...]:
    """Tell each seat's place at the end of a match, 1 for the winners; what ranks alike shares a place."""
    ranks = [(0, 0) if state.won[seat] else (1, game.display.rank_key(state, seat)) for seat in range(seats)]
    return tuple(1 + sum(other < mine for other in ranks) for mine in ranks)


class ScoreSheet:
    """What a match has come to.

    Args:
        log: its log.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._game, self._seats = log.setup.game, log.setup.seats

    @property
    def scores(self) -> list[int]:
        """The running scores as the table writes them."""
        return self._out(self._game.rules.scores, self._log.state)

    @property
    def payoffs(self) -> list[int]:
        """What each seat wants more of, at the end of a deal or of the match."""
        return self._out(self._game.rules.payoff, self._log.state)

    @property
    def account(self) -> tuple[Note, ...]:
        """The scoring lines of the deal that ended last."""
        last, before = [*islice(reversed(self._log.ends), 2), -1, -1][:2]
        entries = (entry for entry in self._log.since(before + 1) if entry.number <= last)
        return tuple(note for entry in entries for note in entry.notes if note.line.scoring)

    @property
    def last_scored(self) -> tuple[Note, ...]:
        """The scoring lines of the entry that scored last in the deal in progress."""
        for entry in self._log.backwards():
            if entry.number in self._log.ends:
                break
            lines = tuple(note for note in entry.notes if note.line.scoring)
            if lines:
                return lines
        return ()

    @property
    def deals(self) -> list[Deal]:
        """The deals that have ended, each with what it changed."""
        rows: list[Deal] = []
        start, played = self._first
        for end in self._log.ends.values():
            changes = tuple(now - was for now, was in zip(end.scores, start, strict=True))
            rows.append(Deal(end.played if end.played > played else 0, end.scores, changes, end.notes))
            start, played = end.scores, end.played
        return rows

    @cached_property
    def _first(self) -> tuple[tuple[int, ...], int]:
        """The scores, and the deals scored, before the first deal."""
        state = self._log.setup.begin()
        return tuple(self._out(self._game.rules.scores, state)), state.deals_played

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        if not self._log.over:
            return None
        state = self._log.state
        won = state.won[: self._seats]
        winners = sum(won)
        return Result(
            places(self._game, state, self._seats),
            tuple(Fraction(one, winners) if winners else Fraction(0) for one in won),
            tuple(self.scores),
            self.account,
        )

    def _out(self, rule: Any, state: Any) -> list[int]:
        out = [0] * self._seats
        rule(state, out)
        return out

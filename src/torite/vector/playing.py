"""Matches of bots, played for their decisions: in compiled code where all of them play there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from torite.bots import bot
from torite.bots.levels import level_of
from torite.errors import BadOptions
from torite.kit.actions import DONE
from torite.vector import loops
from torite.vector.env import POLICIES, UNITS
from torite.vector.position import Position
from torite.vector.recording import Rows, first_rows, joined, record, rows_for
from torite.vector.tables import ProgramTable

ROOM = 1 << 16  #: rows that there is room for at first


@dataclass(frozen=True)
class DatasetPlan:
    """What is played for a dataset.

    Attributes:
        table: the table.
        bots: a level for each seat, repeated from the first where there are fewer.
        matches: how many.
        unit: whether a match ends with its first deal or with itself: `deal` or `match`.
        seed: makes it repeatable, but for bots that think by the clock.
        forced, offers: see `torite.vector.VectorEnv`.
        seconds: thinking time of a decision, for search.
    """

    table: ProgramTable
    bots: Sequence[str] = ("simple",)
    matches: int = 1000
    unit: str = "deal"
    seed: int = 0
    forced: bool = False
    offers: bool = True
    seconds: float = 0.05

    def __post_init__(self) -> None:
        if isinstance(self.matches, bool) or not isinstance(self.matches, int) or self.matches < 1:
            raise BadOptions("error.at_least_one", value=self.matches)
        if self.unit not in UNITS:
            raise BadOptions("error.unit", name=self.unit)
        if isinstance(self.bots, str) or not 1 <= len(self.bots) <= self.table.seats:
            raise BadOptions("error.bots", most=self.table.seats, wanted=len(self.bots))
        for level in self.levels:
            bot(level, self.table.game)

    @property
    def levels(self) -> list[str]:
        """The level of each seat."""
        return [level_of(name) or name for name in (self.bots[i % len(self.bots)] for i in range(self.table.seats))]

    def described(self) -> dict[str, Any]:
        """Say what is played, and what stands where: all that decides which rows come of it."""
        table = self.table
        return {
            "variant": table.variant.name, "seats": table.seats, "options": table.options.texts(),
            "rules": table.game.digest, "bots": self.levels, "unit": self.unit, "seed": self.seed,
            "forced": self.forced, "offers": self.offers, "seconds": self.seconds if "search" in self.levels else None,
            "recall": table.observation.recall, "size": table.observation.size, "actions": list(table.actions.codes),
            "observation": [
                {"name": part.name, "start": part.start, "shape": list(part.shape), "scale": part.scale}
                for part in table.observation.parts
            ],
        }  # fmt: skip


class Compiled:
    """Plays matches of bots that all play in compiled code."""

    def __init__(self, plan: DatasetPlan) -> None:
        import numpy

        table = plan.table
        asked = [loops.ASKED] * table.seats
        self._book = table.rulebook(asked, plan.unit == "match", plan.forced, plan.offers, plan.seed)
        policies = [POLICIES[level] for level in plan.levels]
        self._policies = numpy.array([*policies, *[0] * (table.game.layout.seats - table.seats)], numpy.int64)
        self._batch, self._space, self._table = table.batch(1), table.room(), table
        self._record = table.game.binding.compiled(record)
        self._make_room(ROOM)

    def _make_room(self, n: int) -> None:
        self._rows = rows_for(n, self._table.observation.size, len(self._table.actions))

    def rows(self, match: int) -> Rows:
        """Play a match; return its rows."""
        while True:
            n = self._record(self._batch, self._book, self._space, self._rows, self._policies, match, 0)
            if n >= 0:
                return Rows(*(column.copy() for column in first_rows(self._rows, n)))
            self._make_room(2 * len(self._rows.seat))


class Thinking:
    """Plays matches of which some bot thinks in Python, from the seat's own view."""

    def __init__(self, plan: DatasetPlan) -> None:
        self._plan = plan

    def rows(self, match: int) -> Rows:
        """Play a match; return its rows."""
        plan, table = self._plan, self._plan.table
        seeds = range(plan.seed + match * table.seats, plan.seed + (match + 1) * table.seats)
        players = [
            bot(level, table.game, seed=seed, seconds=plan.seconds)
            for level, seed in zip(plan.levels, seeds, strict=True)
        ]
        position = Position(table, plan.unit, plan.offers, plan.seed, match)
        written = _Written(plan, match)
        while position.seat != loops.ENDED:
            if position.seat == loops.CHANCE:
                position.draw()
                continue
            seat = position.seat
            code = players[seat].choose(position.view(seat), (), seat, position.offered)
            for number in table.actions.parts(code):
                written.take(position, number)
            if position.seat == seat and position.drafting:
                written.take(position, table.actions.dense[DONE])
        return written.whole(position)


class _Written:
    """The decisions of one match so far."""

    def __init__(self, plan: DatasetPlan, match: int) -> None:
        self._plan, self._match = plan, match
        self._rows = rows_for(256, plan.table.observation.size, len(plan.table.actions))
        self._before: list[float] = []

    def take(self, position: Position, number: int) -> None:
        """Write down a decision, if there was another choice or that is wanted all the same, and take it."""
        if self._plan.forced or len(position.legal()) > 1:
            n, seat = len(self._before), position.seat
            if n == len(self._rows.seat):
                self._rows = joined([self._rows, self._rows])
            rows = self._rows
            position.observe(seat, rows.observation[n])
            position.mask(rows.mask[n])
            rows.match[n], rows.seat[n], rows.action[n] = self._match, seat, number
            self._before.append(float(position.rewards[seat]))
        position.take(number)

    def whole(self, position: Position) -> Rows:
        """Return the rows of a match that is over, with what came of each."""
        rows = first_rows(self._rows, len(self._before))
        rows.gain[:] = position.rewards[rows.seat] - self._before
        return rows

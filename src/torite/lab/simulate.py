"""Simulation by whole matches or by deals, in constant memory; any of its matches can be written down."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from torite.bots import bot
from torite.errors import BadOptions, UnknownName
from torite.games import find
from torite.kernel import generator
from torite.kit.turn_order import RANDOM, THUMB, Playout, StateMemory
from torite.lab import loops
from torite.match import Match

POLICIES = {"random": RANDOM, "simple": THUMB}
SLICE = 4096  #: matches between two looks at progress
TWO_SIDED = 1.96  #: standard errors to each side of a 95 % interval


@dataclass(frozen=True)
class Report:
    """What came of a simulation.

    Attributes:
        variant: the variant's name.
        unit: "match" or "deal".
        matches: how many were played.
        deals: deals in all.
        choices: choices made in all.
        seconds: how long it took, without compiling.
        rows: for each seat its bot, means and half-widths of 95 % intervals of score, payoff and share of the win,
            and how often its payoff was the lowest of all.
    """

    variant: str
    unit: str
    matches: int
    deals: int
    choices: int
    seconds: float
    rows: list[dict[str, Any]]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain dictionaries and lists."""
        return dict(vars(self))


def simulate(
    game: str,
    matches: int,
    bots: Sequence[str] = (),
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    unit: str = "match",
    progress: Callable[[int, int], None] | None = None,
    seconds: float = 0.05,
) -> Report:
    """Play many matches between bots.

    Args:
        game: a name in the catalogue.
        matches: how many, 1 or more.
        bots: a level for each seat, repeated from the first where there are fewer; "random" if none is given.
        seats: number of seats.
        options: options that differ from the variant's.
        seed: makes it repeatable (except for bots that think by the clock).
        unit: "match" for whole matches, "deal" for first deals only.
        progress: called now and then with matches done and wanted.
        seconds: thinking time of a decision, for search.

    Raises:
        UnknownName, BadOptions: for what does not exist or is not allowed.
    """
    if isinstance(matches, bool) or not isinstance(matches, int) or matches < 1:
        raise BadOptions("error.at_least_one", value=matches)
    if unit not in ("match", "deal"):
        raise UnknownName("error.unit", name=unit)
    table = Table(game, seats, options, bots, seed)
    if all(level in POLICIES for level in table.bots):
        seconds_taken = table.play_compiled(matches, unit == "match", progress)
    else:
        seconds_taken = table.play_stepwise(matches, unit == "match", progress, seconds)
    return table.report(unit, seconds_taken)


class Table:
    """A table of bots that plays match after match, and its sums.

    Args:
        game, seats, options, bots, seed: see `simulate`.
    """

    def __init__(
        self,
        game: str,
        seats: int | None,
        options: Mapping[str, Any] | None,
        bots: Sequence[str],
        seed: int,
    ) -> None:
        import numpy

        self.game, self.variant = find(game)
        self.seats = self.variant.default_seats if seats is None else seats
        self.options = self.game.options(self.variant.name, options or {}, self.seats)
        levels = list(bots) or ["random"]
        if len(levels) > self.seats:
            raise BadOptions("error.bots", most=self.seats, wanted=len(levels))
        self.bots = [levels[i % len(levels)] for i in range(self.seats)]
        for level in self.bots:
            bot(level, self.game)
        self.seed = seed
        layout = self.game.layout
        state = self.game.state()
        state.options = self.options
        state.seats = self.seats
        self._blank = numpy.array(state.to_words()[: layout.words], dtype=numpy.int64)
        self.sums = numpy.zeros((layout.seats, loops.COLUMNS))
        self.totals = numpy.zeros(loops.TOTALS, dtype=numpy.int64)

    def room(self, policies: Sequence[int]) -> tuple[StateMemory, Playout]:
        """Make the room that the compiled loops need."""
        import numpy

        layout = self.game.layout
        words = numpy.zeros(layout.words, dtype=numpy.int64)
        seated = numpy.array([*policies, *[0] * (layout.seats - len(policies))], dtype=numpy.int64)
        pay = numpy.zeros(layout.seats, dtype=numpy.int64)
        rng = numpy.zeros(generator.PADDED, dtype=numpy.int64)
        return StateMemory(words, words.view(layout.playout_dtype)[0]), Playout(seated, pay, rng)

    def play_compiled(self, matches: int, whole: bool, progress: Callable[[int, int], None] | None = None) -> float:
        """Play in compiled code alone; return the seconds it took."""

        play: Any = self.game.binding.compiled(loops.play_many, playout=True)
        memory, playout = self.room([POLICIES[level] for level in self.bots])

        def some(first: int, times: int) -> None:
            play(self._blank, memory, whole, playout, self.seed, first, times, self.sums, self.totals)

        some(0, 0)
        started = time.perf_counter()
        for first in range(0, matches, SLICE):
            some(first, min(SLICE, matches - first))
            if progress:
                progress(min(first + SLICE, matches), matches)
        return time.perf_counter() - started

    def play_stepwise(
        self,
        matches: int,
        whole: bool,
        progress: Callable[[int, int], None] | None = None,
        seconds: float = 0.05,
    ) -> float:
        """Play match by match, for bots that think; return the seconds it took."""
        started = time.perf_counter()
        for number in range(matches):
            match = self.match(number)
            players = [bot(level, self.game, seed=self.seed + number, seconds=seconds) for level in self.bots]
            play(match, players, whole)
            self._add(match)
            if progress:
                progress(number + 1, matches)
        return time.perf_counter() - started

    def match(self, number: int) -> Match:
        """Open match *number* of this table, paused between deals."""
        return Match(
            self.variant.name,
            self.seats,
            self.options.texts(),
            seed=f"{self.seed}:{number}",
            names=[f"{level} {seat}" for seat, level in enumerate(self.bots)],
            pause=True,
        )

    def _add(self, match: Match) -> None:
        shares = [float(share) for share in match.result.shares] if match.result else [0.0] * self.seats
        for seat, (score, pay, share) in enumerate(zip(match.scores, match.score_sheet.payoffs, shares, strict=True)):
            values = (score, score**2, pay, pay**2, share, share**2, pay == min(match.score_sheet.payoffs))
            self.sums[seat] += values
        self.totals[loops.MATCHES] += 1
        self.totals[loops.DEALS] += match.public.deals_played
        self.totals[loops.CHOICES] += sum(entry.seat >= 0 for entry in match.log.standing)

    def report(self, unit: str, seconds: float) -> Report:
        """Write down what came of it so far."""
        played, deals, choices = (int(total) for total in self.totals[:3])
        rows = []
        for seat, level in enumerate(self.bots):
            sums = self.sums[seat]
            lost = float(sums[loops.LOWEST]) / played
            row: dict[str, Any] = {"seat": seat, "bot": level, "matches": played}
            for name, column in (("score", loops.SCORE), ("payoff", loops.PAY), ("share", loops.SHARE)):
                row[f"mean_{name}"], row[f"mean_{name}_error"] = _interval(
                    float(sums[column]), float(sums[column + 1]), played
                )
            row["lowest_share"] = lost
            row["lowest_share_error"] = TWO_SIDED * math.sqrt(lost * (1 - lost) / played)
            rows.append(row)
        return Report(self.variant.name, unit, played, deals, choices, seconds, rows)


def _interval(total: float, squares: float, n: int) -> tuple[float, float]:
    """Return the mean and the half-width of its 95 % interval."""
    mean = total / n
    variance = max(0.0, squares / n - mean * mean)
    return mean, TWO_SIDED * math.sqrt(variance / n)


def play(match: Match, players: Sequence[Any], whole: bool = True) -> None:
    """Let bots play a match that pauses between deals: to its end, or to the end of the deal."""
    waited: set[int] = set()
    while not match.over:
        choice = match.turns.next(waited)
        if choice is None:
            if match.deal_over and not whole:
                return
            match.go_on()
            continue
        seat = choice.seat
        code = players[seat].choose(match.view(seat), match.history(seat), seat, choice.offer)
        if choice.offer and code == "wait":
            waited.add(seat)
        else:
            match.act(seat, code)
            waited.clear()


def speed(game: str, seconds: float = 1.0, seats: int | None = None) -> float:
    """Measure random play: choices a second, dealing and scoring included."""
    table = Table(game, seats, None, ["random"], 1)
    table.play_compiled(SLICE, True)
    table.totals[:] = 0
    taken = 0.0
    while taken < seconds:
        taken += table.play_compiled(SLICE, True)
    return float(table.totals[loops.CHOICES]) / taken

"""Luck and skill told apart: what each deal of a match was worth to a seat, and what was made of it.

A deal as it was dealt is played on many times from its first choice, by the same player at all seats: the rule of
thumb, one choice in four at random. So are other deals from the same standing, with the same dealer. What the deal was
worth more than those is its *luck*; what came of it beyond what it was worth is what was *played*: by the seat, by the
others, and by chance later in the deal.
"""

from __future__ import annotations

import math
import random
import statistics
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from torite.bots.levels import PER_CENT
from torite.errors import BadOptions
from torite.kernel.generator import PADDED
from torite.kernel.generator import seed as begin_stream
from torite.kernel.slots import over, payoff
from torite.kit.turn_order import MIXED, play_on, settle_all
from torite.match import Match
from torite.match.arrange import DEALER
from torite.records.entering import on
from torite.study.analysis import NotOver

PLAYOUTS = 100  #: of a deal, and as many of other deals
FEWEST = 20  #: of which an interval can be told


@dataclass(frozen=True)
class Amount:
    """An amount with half the width of its 95 % interval."""

    value: float
    error: float


@dataclass(frozen=True)
class DealWorth:
    """What a deal was worth to each seat, and what was made of it.

    Attributes:
        entry: the number of the entry with its first choice, among those that stand.
        deal: which deal, from 1.
        unit: what is counted: empty for what a deal pays, `match` where the win of the match is counted in, `win` for
            the chance of it in per cent.
        average: what other deals were worth.
        luck: what this one was worth more.
        played: what came of it beyond that.
        paid: what came of it: the sum of the three.
    """

    entry: int
    deal: int
    unit: str
    average: tuple[Amount, ...]
    luck: tuple[Amount, ...]
    played: tuple[Amount, ...]
    paid: tuple[float, ...]


def together(amounts: Sequence[Amount]) -> Amount:
    """Add amounts up that were measured each for itself."""
    return Amount(math.fsum(one.value for one in amounts), math.hypot(*(one.error for one in amounts)))


def deals_worth(
    match: Match,
    first: int = 0,
    end: int | None = None,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    between: Callable[[], None] = on,
) -> Iterator[DealWorth]:
    """Tell of each deal of a match that is over what it was worth, and what was made of it.

    Args:
        match: the match.
        first, end: of those deals alone whose first choice is an entry from the one on and before the other.
        playouts: so many of each deal, and of others.
        seed: the same one tells the same.
        between: called between two of them; what it raises gives the work up.

    Raises:
        NotOver: for a match that is not over.
        BadOptions: for too few playouts.
    """
    if not match.over:
        raise NotOver("error.not_over")
    if playouts < FEWEST:
        raise BadOptions("error.too_few_playouts", value=playouts, least=FEWEST)
    for begun, chosen, ended in _deals(match):
        if first <= chosen and (end is None or chosen < end):
            yield _Deal(match, begun, chosen, ended).worth(playouts, seed, between)


def _deals(match: Match) -> Iterator[tuple[int, int, int]]:
    """List of each deal the entries that stood before it was dealt, before its first choice, and at its end.

    Who deals is not dealt: that is settled as it was.
    """
    entries, log = match.log.renumbered, match.log
    numbers = [entry.number for entry in log.standing]
    ends = [0, *sorted(bisect_left(numbers, number) + 1 for number in log.ends)]
    for start, ended in pairwise(ends):
        chosen = next((at for at in range(start, ended) if entries[at].seat >= 0), ended)
        begun = next((at for at in range(start, chosen) if entries[at].chance != DEALER), chosen)
        if chosen < ended:
            yield begun, chosen, ended


class _Deal:
    """A deal that is played again from two states: before it was dealt, and as it was dealt."""

    def __init__(self, match: Match, begun: int, chosen: int, ended: int) -> None:
        self.game, self.seats, self.entry = match.game, match.seats, chosen
        self.before, self.dealt, self.end = (match.at(step).log.state for step in (begun, chosen, ended))
        bound = match.game.binding.interpreted
        self._begin, self._settle, self._play_on = bound(begin_stream), bound(settle_all), bound(play_on)
        self._payoff, self._over = bound(payoff), bound(over)
        self._ended_match = bool(self._over(self.end))

    def worth(self, playouts: int, seed: int, between: Callable[[], None]) -> DealWorth:
        """Play it, and others, so many times."""
        number = random.Random(f"{seed}/{self.entry}").getrandbits(30)
        here, others = [], []
        for i in range(playouts):
            here.append(self._played(self.dealt, number, 2 * i))
            others.append(self._played(self.before, number, 2 * i + 1))
            between()
        paid = self._paid(self.end)
        mean, usual = _amounts(here), _amounts(others)
        return DealWorth(
            self.entry,
            1 + self.dealt.deals_played,
            self._unit,
            usual,
            tuple(Amount(a.value - b.value, math.hypot(a.error, b.error)) for a, b in zip(mean, usual, strict=True)),
            tuple(Amount(came - one.value, one.error) for came, one in zip(paid, mean, strict=True)),
            tuple(paid),
        )

    def _played(self, start: Any, number: int, stream: int) -> list[float]:
        """Play on to the deal's end, and return what it pays each seat."""
        state, rng = start.trial(), [0] * PADDED
        self._begin(rng, number, stream)
        self._settle(state, rng)
        self._play_on(state, False, [MIXED] * self.game.layout.seats, rng)
        self._ended_match = self._ended_match or bool(self._over(state))
        return self._paid(state)

    def _paid(self, state: Any) -> list[float]:
        pay = [0] * self.game.layout.seats
        self._payoff(state, pay)
        scale = PER_CENT if self._unit == "win" else 1.0
        return [scale * one for one in pay[: self.seats]]

    @property
    def _unit(self) -> str:
        if self.game.advice.payoff_unit == "win":
            return "win"
        return "match" if self._ended_match else ""


def _amounts(rows: Sequence[Sequence[float]]) -> tuple[Amount, ...]:
    """Return the mean of each column, with half of its 95 % interval by Student's t."""
    n = len(rows)
    errors = (1.96 + 2.5 / (n - 1)) / math.sqrt(n)  # within a thousandth of t, from FEWEST on
    return tuple(
        Amount(statistics.fmean(column), errors * statistics.stdev(column)) for column in zip(*rows, strict=True)
    )

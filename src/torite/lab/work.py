"""What matches of a run are played, and what comes of some of them: sums that add up to the same in any order.

`played` plays some of them; any `concurrent.futures.Executor` can call it: all it takes and returns can be sent to
another process, or another machine. `torite.lab.parts` hands them out.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from msgspec import Struct

from torite.errors import ToriteError
from torite.games import find
from torite.lab.contestants import Clocks, clocked
from torite.lab.duel import Duel, Signs, fought, none_fought, worth_of
from torite.lab.loops import CHOICES
from torite.lab.observed import Observed, none_seen, observed, outer
from torite.lab.table import Table
from torite.lab.tally import Tally, added, nothing, tallied

SLICE = 4096  #: matches that are added up together; what comes of each is in memory till then
LONGEST = 50_000  #: choices of a match that is looked at: each step of it is kept until it is over


@dataclass(frozen=True)
class BotTable:
    """A table of bots, by what it is made of.

    Attributes:
        variant: its name.
        seats: number of seats.
        options: every option, as text.
        bots: who plays at each seat; see `torite.lab.contestants.contestant`.
    """

    variant: str
    seats: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Work:
    """What is played: the same deals at one table, or at several that are compared.

    Attributes:
        sides: the tables.
        seed: of match i it is the stream i that chance is drawn from, at each table.
        first: the match that all others are counted from.
        whole: whole matches; else first deals only.
        seconds: thinking time of a decision, for search.
        rules: a hash of all that the rules of each table are made of.
        observed: how many matches, from the first, are looked at choice by choice.
        signs: where two bots change seats from table to table, what the payoff of each table and seat counts in the
            difference between them; see `torite.lab.duel`.
    """

    sides: tuple[BotTable, ...]
    seed: int
    first: int
    whole: bool
    seconds: float
    rules: tuple[str, ...]
    observed: int = 0
    signs: Signs = ()

    @property
    def worth(self) -> int:
        """By what measure one of two bots does better than the other."""
        return worth_of(self.whole, self.sides[0].seats)


class MatchSums(Struct, forbid_unknown_fields=True):
    """What came of some matches.

    Attributes:
        sides: the sums of each table.
        products: of each two tables, the first with each behind it and so on: for each seat and measure, the sum of
            what came at one times what came at the other; empty where two bots change seats.
        seen: what was seen at each table; empty where nobody looks on.
        beside: of each table but the first, the products of each measure seen at the first and each seen there.
        duel: what came of two bots that change seats; empty where none do.
        clocks: of each bot that is no compiled loop, its choices and the nanoseconds that they took. No two runs have
            the same.
    """

    sides: list[Tally]
    products: list[list[list[int]]]
    seen: list[Observed]
    beside: list[list[list[int]]]
    duel: list[Duel] = []
    clocks: Clocks = {}

    def __add__(self, other: MatchSums) -> MatchSums:
        """Add what came of other matches of the same work."""
        sides = [one + more for one, more in zip(self.sides, other.sides, strict=True)]
        products = [added(one, more) for one, more in zip(self.products, other.products, strict=True)]
        seen = [one + more for one, more in zip(self.seen, other.seen, strict=True)]
        beside = [added(one, more) for one, more in zip(self.beside, other.beside, strict=True)]
        duel = [one + more for one, more in zip(self.duel, other.duel, strict=True)]
        return MatchSums(sides, products, seen, beside, duel, clocked(self.clocks, other.clocks))

    @property
    def matches(self) -> int:
        """How many they were, at each table."""
        return self.sides[0].matches


class OtherRules(ToriteError):
    """A part that was to be played by other rules than those of who asked for it."""

    code = "other-rules"


def work_of(
    tables: Sequence[Table], whole: bool, seconds: float, first: int = 0, observed: int = 0, signs: Signs = ()
) -> Work:
    """Describe what is played at tables, from a match on, so that it can be sent."""
    sides = tuple(
        BotTable(one.variant.name, one.seats, tuple(sorted(one.options.texts().items())), tuple(one.bots))
        for one in tables
    )
    return Work(sides, tables[0].seed, first, whole, seconds, tuple(one.game.digest for one in tables), observed, signs)


def played(work: Work, first: int, times: int) -> tuple[MatchSums, float]:
    """Play a part; return its sums and the seconds it took, without getting ready.

    Args:
        work: what is played.
        first, times: which matches, counted from the work's first, and how many.

    Raises:
        OtherRules: where the rules are not those that the work was described by.
    """
    tables = get_ready(work)
    began = time.perf_counter()
    sums = nothing_yet = none_played(work)
    compiled = _all_compile(tables)
    for at in range(first, first + times, SLICE):
        some = min(SLICE, first + times - at)
        clocks: Clocks = {}
        how: dict[str, Any] = {"compiled": compiled, "clocks": clocks}
        results = [table.results(work.first + at, some, work.whole, work.seconds, **how) for table in tables]
        seats = [of_seats for of_seats, _ in results]
        products = [] if work.signs else [(one * other).sum(axis=0).tolist() for one, other in combinations(seats, 2)]
        duel = [fought(seats, work.signs, work.worth)] if work.signs else []
        tallies = [tallied(*result, work.whole) for result in results]
        sums += MatchSums(tallies, products, nothing_yet.seen, nothing_yet.beside, duel, clocks)
        for match in range(at, min(at + some, work.observed)):
            if all(choices[match - at][CHOICES] <= LONGEST for _, choices in results):
                sums += _looked_at(work, tables, match, nothing_yet)
    return sums, time.perf_counter() - began


def _looked_at(work: Work, tables: Sequence[Table], match: int, nothing_yet: MatchSums) -> MatchSums:
    """Look at a match at each table, choice by choice."""
    looked = [observed(table, work.first + match, work.whole, work.seconds) for table in tables]
    beside = [outer(looked[0].totals, other.totals) for other in looked[1:]]
    return MatchSums(nothing_yet.sides, nothing_yet.products, looked, beside, nothing_yet.duel)


def none_played(work: Work) -> MatchSums:
    """Return the sums of no match."""
    sides = [nothing(side.seats) for side in work.sides]
    seen = [none_seen(find(side.variant)[0]) for side in work.sides] if work.observed else []
    products = [] if work.signs else [one.totals for one, _ in combinations(sides, 2)]
    duel = [none_fought()] if work.signs else []
    return MatchSums(sides, products, seen, [one.products for one in seen[1:]], duel)


def get_ready(work: Work) -> list[Table]:
    """Open the tables, with all compiled that plays there.

    Raises:
        OtherRules: where the rules are not those that the work was described by.
    """
    tables = _tables(work)
    compiled = _all_compile(tables)
    for table in tables:
        table.get_ready(compiled)
    return tables


def _all_compile(tables: Sequence[Table]) -> bool:
    """Tell whether compiled loops play at all tables: they draw other chance than a match does, so all do or none."""
    return all(table.compiles for table in tables)


@lru_cache(maxsize=32)
def _tables(work: Work) -> list[Table]:
    for side, rules in zip(work.sides, work.rules, strict=True):
        here = find(side.variant)[0].digest
        if here != rules:
            raise OtherRules("error.other_rules", name=side.variant, here=here, wanted=rules)
    return [Table(side.variant, side.seats, dict(side.options), side.bots, work.seed) for side in work.sides]

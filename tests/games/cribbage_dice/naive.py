"""The clauses of Cribbage Dice written out a second time, plainly: what dice count, and the course of a whole match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any

KINDS = {2: ("pair", 2), 3: ("triplet", 6), 4: ("fours", 12), 5: ("fives", 20)}
Group = tuple[str, int, tuple[int, ...]]  #: line, amount, faces


def worth(face: int) -> int:
    """CDICE-3.2, 6.1: 11 and 12 count as 10 for sums."""
    return 10 if face > 10 else face


def groups(five: Sequence[int]) -> list[Group]:
    """Find all that counts by looking at every choice of dice (CDICE-3)."""
    choices = [tuple(sorted(chosen)) for size in (2, 3, 4, 5) for chosen in combinations(five, size)]
    fifteens: list[Group] = [("fifteen", 2, chosen) for chosen in choices if sum(map(worth, chosen)) == 15]
    alike: list[Group] = [(*KINDS[n], (face,) * n) for face, n in Counter(five).items() if n > 1]
    in_a_row = [chosen for chosen in choices if len(chosen) > 2 and _consecutive(chosen)]
    longest = max(map(len, in_a_row), default=0)
    runs: list[Group] = [("run", longest, chosen) for chosen in in_a_row if len(chosen) == longest]
    return fifteens + alike + runs


def _consecutive(chosen: Sequence[int]) -> bool:
    return all(after == before + 1 for before, after in pairwise(chosen))


def count(five: Sequence[int]) -> int:
    """Count by how often each face lies there, without looking at any choice of dice (CDICE-3)."""
    ways = [1] + [0] * 15  # how many choices make each sum
    for face in five:
        ways = [n + (ways[total - worth(face)] if total >= worth(face) else 0) for total, n in enumerate(ways)]
    here = [five.count(face) for face in range(14)]
    total = 2 * ways[15] + sum(n * (n - 1) for n in here)
    length, product = 0, 1
    for n in here[1:]:
        if n:
            length, product = length + 1, product * n
            continue
        total += length * product if length >= 3 else 0
        length, product = 0, 1
    return total


def total_of(four: Sequence[int]) -> int:
    """CDICE-6.1: a player's total."""
    return sum(map(worth, four))


def last_roll(totals: Sequence[int], closeness: str) -> list[int]:
    """Settle the 31 last roll (CDICE-6): the points of each, in turn order."""
    points = [0] * len(totals)
    exact = [i for i, total in enumerate(totals) if total == 31]
    for i in exact:
        points[i] = 2 if len(exact) == 1 else 1
    below = [i for i, total in enumerate(totals) if total <= 30]
    if exact or not below:
        return points
    sums = [sum(totals[j] for j in below[: n + 1]) for n in range(len(below))]
    fits = [n for n in range(len(below)) if closeness == "absolute" or sums[n] <= 30]
    points[below[min(fits, key=lambda n: (abs(30 - sums[n]), n))]] = 1
    return points


@dataclass(frozen=True)
class Dice:
    """So many dice must be rolled."""

    number: int


@dataclass(frozen=True)
class Choice:
    """A seat must choose; these are the codes' beginnings."""

    seat: int
    begin: frozenset[str]


Course = Generator[Dice | Choice, Any, None]

DEFAULTS: dict[str, Any] = {
    "max_rerolls": 3, "starter": "shared", "target": 90, "end_rule": "first", "tie": "share", "extra_dice": False,
    "crib_from": "two_players", "last_roll_31": False, "last_roll_closeness": "absolute",
}  # fmt: skip


@dataclass
class Naive:
    """A match told as one story: it wants dice or a choice, and is given them."""

    seats: int
    options: dict[str, Any]
    scores: list[int]
    dealer: int = -1
    starter: int = 0
    hands: list[list[int]] = field(default_factory=list)
    crib: list[int] = field(default_factory=list)
    rerolls: int = 0
    reached: int = -1
    winners: list[int] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)
    wants: Dice | Choice | None = None

    def __post_init__(self) -> None:
        self.options = DEFAULTS | self.options
        self.course = self.story()
        self.wants = next(self.course)

    def give(self, answer: Any) -> None:
        """Give the dice that were rolled, or the code of what was chosen."""
        try:
            self.wants = self.course.send(answer)
        except StopIteration:
            self.wants = None

    def story(self) -> Course:
        """CDICE-1: the first dealer, then round after round until somebody has won."""
        tied = list(range(self.seats))
        while len(tied) > 1:
            rolled = yield Dice(len(tied))
            tied = [seat for seat, face in zip(tied, rolled, strict=True) if face == max(rolled)]
        self.dealer = tied[0]
        yield from self.round()
        while not self.winners:
            self.dealer = (self.dealer + 1) % self.seats
            self.happened["round"] += 1
            yield from self.round()

    def round(self) -> Course:
        """CDICE-1.2: a turn of every player, the dealer last; then the settlement and perhaps the end."""
        order = [(self.dealer + 1 + i) % self.seats for i in range(self.seats)]
        self.starter, self.crib, self.hands = 0, [], [[] for _ in range(self.seats)]
        for seat in order:
            gives = self.options["extra_dice"] and seat in (order[0], self.dealer)
            yield from self.turn(seat, 2 if gives else 0)
            if self.winners:
                return
        later = order[: order.index(self.reached)] if self.reached >= 0 else []
        if self.options["last_roll_31"]:
            points = last_roll([total_of(self.hands[seat]) for seat in order], self.options["last_roll_closeness"])
            for seat, more in zip(order, points, strict=True):
                self.scores[seat] += more
            there = [seat for seat in order if self.scores[seat] >= self.options["target"]]
            if self.options["end_rule"] == "first" and there:
                self.happened[f"won by the settlement, {len(there)} there"] += 1
                self.winners = [max(there, key=lambda seat: (self.scores[seat], -order.index(seat)))]
            elif self.reached < 0 and there:
                self.happened[f"reached by the settlement, {len(there)} there"] += 1
                self.reached = there[0]
                at = order.index(self.reached)
                later = order[at + 1 :] + order[:at]
        if self.options["end_rule"] == "equal_turns" and self.reached >= 0:
            yield from self.ending(later)

    def ending(self, later: list[int]) -> Course:
        """CDICE-4.2 to 4.5, 4.8: additional turns, then the highest total; perhaps a play-off."""
        self.happened["equal turns"] += 1
        for seat in later:
            self.happened["additional turn"] += 1
            yield from self.turn(seat, 0)
        while len(best := [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]) > 1:
            self.happened["tie"] += 1
            if self.options["tie"] == "share":
                break
            for i in range(1, self.seats + 1):
                seat = (self.reached + i) % self.seats
                if seat in best:
                    self.happened["play-off turn"] += 1
                    yield from self.turn(seat, 0)
        self.winners = best

    def turn(self, seat: int, aside: int) -> Course:
        """CDICE-2, 5: the first roll, the crib, re-rolls, and the count."""
        new = self.options["starter"] == "per_turn" or not self.starter
        rolled = yield Dice(new + 4 + aside)
        if new:
            self.starter, *rolled = rolled
        self.rerolls = self.options["max_rerolls"]
        self.hands[seat] = sorted(rolled)
        if aside:
            code = yield Choice(seat, frozenset(f"crib {face}" for face in rolled))
            self.crib += self.remove(seat, code)
        while self.rerolls:
            code = yield Choice(seat, frozenset({"keep", *(f"roll {face}" for face in self.hands[seat])}))
            if code == "keep":
                break
            self.rerolls -= 1
            rolled = yield Dice(len(self.remove(seat, code)))
            self.hands[seat] = sorted(self.hands[seat] + rolled)
        self.score(seat, count([*self.hands[seat], self.starter]), "hand")
        if aside and seat == self.dealer and not self.winners:
            self.score(seat, count([*self.crib, self.starter]), "crib")

    def remove(self, seat: int, code: str) -> list[int]:
        """Take the dice that a code names from those of a seat."""
        named = [int(face) for face in code.split()[1:]]
        for face in named:
            self.hands[seat].remove(face)
        return named

    def score(self, seat: int, points: int, what: str) -> None:
        """CDICE-4.1, 4.6, 4.7: add a whole hand or crib, then look whether it is enough."""
        self.scores[seat] += points
        if self.scores[seat] < self.options["target"]:
            return
        if self.options["end_rule"] == "first":
            self.happened[f"won by a {what}"] += 1
            self.winners = [seat]
        elif self.reached < 0:
            self.happened[f"reached by a {what}"] += 1
            self.reached = seat

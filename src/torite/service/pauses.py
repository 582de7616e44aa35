"""How long people take to choose, and how long what is played for them is to take.

A card that is played for somebody because it is their only one must come when it might have come from them: else others
learn that they had no other. So its pause is drawn from how long this person took lately where there was a choice, in
situations that others cannot tell from this one. While too few of these are known none can be drawn, and the card is
left to the person.
"""

from __future__ import annotations

import math
import random
import secrets
import statistics
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Hashable, Sequence
from itertools import islice
from typing import NamedTuple

from torite.match import Match
from torite.scenes.table_parts import DEAL
from torite.worlds import SPECTATOR

ENOUGH = 8  #: choices of a kind from which a pause is drawn
LATEST = 128  #: choices of a kind that are looked at, the latest: so many that enough are of one stage of a deal
NEAR = 32  #: of those, the ones from which it is told how much quicker somebody gets as a deal goes on
NEAREST = 12  #: and the ones that are drawn from, at about the same stage of it
KEPT = 256  #: choices of a person that are kept
PEOPLE = 2000  #: people who are remembered
KINDS = 10_000  #: kinds of situations that are kept once for all who share them
TAIL = 3  #: the longest and the shortest choices, from which is told how far beyond them one may go
SHORTEST = 0.001  #: seconds; shorter ones are as long


class Situation(NamedTuple):
    """What everybody may know of a position in which somebody chooses.

    Attributes:
        kind: choices of the same kind take about as long.
        stage: how often the seat has acted in this deal.
    """

    kind: Hashable
    stage: int


class Pause(NamedTuple):
    """How long a choice took."""

    situation: Situation
    seconds: float


def situation(match: Match, seat: int, move_time: int = 0) -> Situation:
    """Tell in what situation a seat chooses, by nothing that others do not see.

    Args:
        match: the match.
        seat: the seat.
        move_time: the seconds that the table gives for a move.
    """
    public = match.knowledge.glimpse(SPECTATOR)
    stage = 0
    for entry in match.log.backwards():
        if entry.chance == DEAL:
            break
        stage += entry.seat == seat
    last = match.log[-1] if match.log else None
    again = last is not None and last.seat == seat
    undone = last is not None and last.undo >= 0
    kind = (match.variant.name, move_time, public.phase, _leads(match, seat), stage == 0, again, undone)
    return Situation(kind, stage)


def _leads(match: Match, seat: int) -> bool:
    """Tell whether a seat begins a trick: nothing lies there, or what lies there is complete."""
    tricks = match.game.tricks
    if tricks is None:
        return False
    laid = [any(row) for row in getattr(match.knowledge.glimpse(SPECTATOR), tricks.trick)]
    return laid[seat] or not any(laid)


class Pauses:
    """How long the people of a service took lately; forgotten with its process.

    Args:
        chance: draws the pauses.
    """

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or secrets.SystemRandom()
        self._of: OrderedDict[int, deque[Pause]] = OrderedDict()
        self._kinds: dict[Hashable, Hashable] = {}

    def took(self, person: int, at: Situation, seconds: float) -> None:
        """Remember how long a choice took."""
        if len(self._kinds) > KINDS:
            self._kinds.clear()
        at = at._replace(kind=self._kinds.setdefault(at.kind, at.kind))
        self._of.setdefault(person, deque(maxlen=KEPT)).append(Pause(at, max(seconds, SHORTEST)))
        self._of.move_to_end(person)
        while len(self._of) > PEOPLE:
            self._of.popitem(last=False)

    def known(self, person: int, at: Situation) -> list[float]:
        """List how long somebody took in situations like one, at about the same stage, as if all had been at that."""
        near = sorted(self._latest(person, at), key=lambda one: abs(one.situation.stage - at.stage))
        near = near[:NEAR]  # the latest first among equals
        trend = _trend(near)
        return [one.seconds * math.exp(trend * (at.stage - one.situation.stage)) for one in near[:NEAREST]]

    def _latest(self, person: int, at: Situation) -> list[Pause]:
        """List what somebody chose lately in situations like one, the latest first."""
        alike = (one for one in reversed(self._of.get(person, ())) if one.situation.kind == at.kind)
        return list(islice(alike, LATEST))

    def missing(self, person: int, variant: str) -> int:
        """Tell how many choices in a variant have to be known before the first pause can be drawn."""
        kinds: dict[Hashable, int] = {}
        for one in self._of.get(person, ()):
            kind = one.situation.kind
            if isinstance(kind, tuple) and kind[0] == variant:
                kinds[kind] = kinds.get(kind, 0) + 1
        return max(0, ENOUGH - max(kinds.values(), default=0))

    def draw(self, person: int, at: Situation, gone: float = 0.0) -> float | None:
        """Draw how long a choice might take.

        Args:
            person: who would choose.
            at: in what situation.
            gone: seconds that have gone by without it; the pause is longer.

        Returns:
            seconds; None where too few choices are known.
        """
        known = self.known(person, at)
        if len(known) < ENOUGH:
            return None
        steps = sorted(map(math.log, known))
        below = _rank(steps, math.log(gone)) if gone > 0 else 0.0
        rank = below + (len(steps) + 1 - below) * self._chance.random()
        took = _at_rank(steps, rank)
        taken = sorted(math.log(one.seconds) for one in self._latest(person, at))
        if len(taken) <= len(steps):
            return max(gone, math.exp(took))
        beyond = not 1 <= rank <= len(steps) and self._chance.random() * (len(taken) + 1) < len(steps) + 1
        nearer = took if beyond else self._nearer(taken, took, (steps[-2] - steps[1]) / len(steps))
        return max(gone, math.exp(took if math.exp(nearer) <= gone else nearer))

    def _nearer(self, taken: Sequence[float], value: float, apart: float) -> float:
        """Move a draw to a choice that was made, where none lies as near as they usually do to one another.

        Somebody of a regular pace never takes a time between, below or above those, however many there are.

        Args:
            taken: the logarithms of all choices of the kind, in order.
            value: that of the draw.
            apart: how far apart choices lie as a rule.
        """
        at = bisect_right(taken, value)
        nearest = min(taken[max(0, at - 1) : at + 1], key=lambda one: abs(one - value))
        if abs(value - nearest) <= apart and 0 < at < len(taken):
            return value
        inwards = nearest - value if at in (0, len(taken)) else value - nearest
        return nearest + math.copysign(apart * self._chance.random(), inwards)


def _trend(near: Sequence[Pause]) -> float:
    """Return by how much the logarithm of a pause grows with each stage of a deal."""
    stages = [one.situation.stage for one in near]
    if len(set(stages)) < 2:
        return 0.0
    return statistics.linear_regression(stages, [math.log(one.seconds) for one in near]).slope


# A draw takes the place of one more choice among those known: below, between or above them, each as likely. So the
# longest that is known is exceeded as often as it is by the person, and no pause is met twice.


def _at_rank(steps: Sequence[float], rank: float) -> float:
    """Return the value at a rank between 0 and one more than there are."""
    last = len(steps)
    if rank < 1:
        return steps[0] + _slope(steps) * math.log(max(rank, 1e-12))
    if rank > last:
        return steps[-1] - _slope([-step for step in reversed(steps)]) * math.log(max(last + 1 - rank, 1e-12))
    before = min(int(rank), last - 1)
    return steps[before - 1] + (rank - before) * (steps[before] - steps[before - 1])


def _rank(steps: Sequence[float], value: float) -> float:
    """Return the rank of a value: what `_at_rank` makes of it is the value."""
    last = len(steps)
    if value <= steps[0]:
        return math.exp((value - steps[0]) / _slope(steps))
    if value >= steps[-1]:
        return last + 1 - math.exp((steps[-1] - value) / _slope([-step for step in reversed(steps)]))
    before = bisect_right(steps, value)
    return before + (value - steps[before - 1]) / (steps[before] - steps[before - 1])


def _slope(steps: Sequence[float]) -> float:
    """Return how far below the least of an exponential tail the next would lie on average, by the spacing of some."""
    return max((steps[TAIL] - steps[0]) / sum(1 / i for i in range(1, TAIL + 1)), 1e-3)

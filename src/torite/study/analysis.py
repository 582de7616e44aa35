"""What each decision of a match cost the seat that took it, judged from what that seat knew.

A decision is judged by the strongest bot, several times over, with other worlds each time; what the best was worth more
than what was taken is the decision's cost, and how the times differ its interval. What a game can calculate has none. A
gesture is judged part by part, each with those before it. What anybody might have announced and did not is not judged.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from torite.bots import WeighedAction
from torite.bots.levels import SearchBot
from torite.errors import BadOptions, ToriteError
from torite.kit.game import Game
from torite.match import Match
from torite.match.entries import Entry
from torite.records import Study, Variation
from torite.study.equal_choices import Choice, merged
from torite.study.losses import T_95, Loss, losses, unit_of

TIMES = 6  #: a decision is judged
ITERATIONS = 1000  #: of each time
MOST_TIMES = len(T_95) + 1


class NotOver(ToriteError):
    """A match that is not over is analysed by nobody: whoever plays it would know more than they may."""

    code = "not-over"


def is_unplayed(match: Match) -> bool:
    """Tell whether a match was arranged and nobody has acted in it: it is nobody's, and may be analysed.

    Not where numbers were set before its deal that cannot have come of play: what is compiled counts on them.
    """
    unacted = match.chance.arranged and all(entry.chance for entry in match.log)
    return unacted and match.log.setup.is_sound(match.log.state)


@dataclass(frozen=True)
class Decision:
    """A decision, judged.

    Attributes:
        entry: the number of its entry among those that stand.
        deal: which deal, from 1.
        seat: whose it was.
        taken: what was taken: a whole action, or one part of one.
        choices: what might have been taken, the best first; what is equal in the rules is one choice.
        unit: what a loss is counted in: as of `torite.bots.WeighedAction`, empty for what a deal pays.
        exact: whether it was calculated.
        bot: whether a bot took it for the person whose seat it was.
        part: of a gesture, which part it is, from 0.
    """

    entry: int
    deal: int
    seat: int
    taken: str
    choices: tuple[Choice, ...]
    unit: str
    exact: bool
    bot: bool = False
    part: int = 0

    @property
    def best(self) -> str:
        """The best choice."""
        return self.choices[0].code

    @property
    def equally_good(self) -> tuple[str, ...]:
        """The best choice, and those that are equal to it in the rules."""
        return self.choices[0].codes

    @property
    def cost(self) -> float:
        """What the best was worth more than what was taken."""
        return self._taken.loss

    @property
    def error(self) -> float:
        """Half the width of the cost's 95 % interval."""
        return self._taken.error

    @property
    def is_mistake(self) -> bool:
        """Whether the interval of the cost lies above 0."""
        return self.cost > self.error and self.taken != self.best

    @property
    def _taken(self) -> Loss:
        return next(one for one in self.choices if one.code == self.taken)


@dataclass(frozen=True)
class Analysis:
    """What the decisions of a match cost.

    Attributes:
        match: the match.
        decisions: those with a choice, in order.
        iterations, times, seed: how they were judged.
    """

    match: Match
    decisions: tuple[Decision, ...]
    iterations: int
    times: int
    seed: int

    def of(self, seat: int) -> list[Decision]:
        """List the decisions of a seat."""
        return [one for one in self.decisions if one.seat == seat]

    def cost(self, seat: int, unit: str | None = None) -> tuple[float, float]:
        """Add up what a seat's decisions cost: the sum, and half the width of its 95 % interval.

        Args:
            seat: the seat.
            unit: of decisions in this unit alone.
        """
        counted = [one for one in self.of(seat) if unit is None or one.unit == unit]
        return sum(one.cost for one in counted), math.hypot(*(one.error for one in counted))

    def units(self, seat: int) -> list[str]:
        """List the units of a seat's decisions."""
        return sorted({one.unit for one in self.of(seat)})

    def worst(self, seat: int | None = None, most: int = 3) -> list[Decision]:
        """List the mistakes that cost most, of a seat or of all, the greatest first; of what is certain to be one."""
        made = [one for one in self.decisions if one.is_mistake and seat in (None, one.seat)]
        return sorted(made, key=lambda one: -one.cost)[:most]


@dataclass(frozen=True)
class JudgedVariation:
    """What the decisions of a variation would have cost.

    Attributes:
        variation: the variation.
        decisions: those with a choice, in order; their entries are numbered as if they stood in the match.
    """

    variation: Variation
    decisions: tuple[Decision, ...]


def analyse(
    match: Match,
    seats: Sequence[int] | None = None,
    iterations: int = ITERATIONS,
    times: int = TIMES,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Judge the decisions of a match that is over.

    Args:
        match: the match.
        seats: whose decisions; everybody's by default.
        iterations: worlds that are looked at for a decision, each time.
        times: how often it is judged, from 2 on.
        seed: the same one judges the same.
        progress: is told how many entries are done, and of how many.

    Raises:
        NotOver: for a match that is not over.
        BadOptions: for seats that there are not, and numbers that are too small or too large.
    """
    wanted = _wanted(match, seats, iterations, times)
    found: list[Decision] = []
    for done, judged in enumerate(
        judged_entries(match, iterations=iterations, times=times, seed=seed, seats=wanted), 1
    ):
        found += judged
        if progress is not None:
            progress(done, len(match.log.standing))
    return Analysis(match, tuple(found), iterations, times, seed)


def judged_entries(
    match: Match,
    first: int = 0,
    iterations: int = ITERATIONS,
    times: int = TIMES,
    seed: int = 0,
    seats: Sequence[int] | None = None,
) -> Iterator[list[Decision]]:
    """Judge a match that is over entry by entry, from one on: each gives its decisions, as `analyse` would.

    Args:
        match: the match.
        first: the number of the first entry, among those that stand.
        iterations, times, seed, seats: see `analyse`.

    Raises:
        NotOver: for a match that is not over.
    """
    if not match.over:
        raise NotOver("error.not_over")
    wanted = range(match.seats) if seats is None else seats
    judge, before = Judge(match.game, iterations, times, seed), match.at(first)
    for number, entry in enumerate(match.log.renumbered[first:], first):
        deal = 1 + before.log.state.deals_played
        yield list(judge.decisions(entry, before, deal, number)) if entry.seat in wanted else []
        before.log.follow(entry)


def analyse_variations(
    study: Study,
    seats: Sequence[int] | None = None,
    iterations: int = ITERATIONS,
    times: int = TIMES,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> list[JudgedVariation]:
    """Judge what might have been played as what was: each choice from what its seat would have known then.

    The first choice of a variation is weighed in the same worlds as what was played in its place.

    Args:
        study: a match that is over, with variations.
        seats, iterations, times, seed: see `analyse`.
        progress: is told how many entries of variations are done, and of how many.

    Raises:
        NotOver: for a match that is not over.
        BadOptions: as `analyse`.
    """
    if not study.match.over:
        raise NotOver("error.not_over")
    wanted = _wanted(study.match, seats, iterations, times)
    judge = Judge(study.match.game, iterations, times, seed)
    done, of = 0, sum(len(one.entries) for one in study.variations)
    judged = []
    for one in study.variations:
        before, found = study.at(one.step, one.of), list[Decision]()
        for entry in one.entries:
            if entry.seat in wanted:
                found += judge.decisions(entry, before, 1 + before.log.state.deals_played, entry.number)
            before.log.follow(entry)
            done += 1
            if progress is not None:
                progress(done, of)
        judged.append(JudgedVariation(one, tuple(found)))
    return judged


def _wanted(match: Match, seats: Sequence[int] | None, iterations: int, times: int) -> Sequence[int]:
    """Return the seats whose decisions are judged, when all that was asked for can be."""
    wanted = range(match.seats) if seats is None else seats
    for seat in wanted:
        if not 0 <= seat < match.seats:
            raise BadOptions("error.seat", seat=seat, most=match.seats - 1)
    if iterations < 1:
        raise BadOptions("error.at_least_one", value=iterations)
    if not 2 <= times <= MOST_TIMES:
        raise BadOptions("error.times", value=times, most=MOST_TIMES)
    return wanted


class Judge:
    """Judges decisions: each from a seat's view, several times over."""

    def __init__(self, game: Game, iterations: int, times: int, seed: int) -> None:
        self.game, self.iterations, self.times, self.seed = game, iterations, times, seed

    def decisions(self, entry: Entry, before: Match, deal: int, number: int) -> Iterator[Decision]:
        """Judge an entry, part by part, as far as there was a choice."""
        for part, (taken, seen, offered) in enumerate(self.parts(entry, before)):
            weighed, exact = self.weigh(seen, entry.seat, offered, number, part)
            found, unit = merged(before, entry.seat, losses(weighed), taken), unit_of(weighed)
            if len(found) > 1 and any(one.code == taken for one in found):
                yield Decision(number, deal, entry.seat, taken, tuple(found), unit, exact, entry.bot, part)

    def parts(self, entry: Entry, before: Match) -> Iterator[tuple[str, Any, bool]]:
        """List what an entry consists of: each part, what its seat saw before it, and whether it was on offer."""
        seat, verbs = entry.seat, self.game.verbs
        offers = {action.number for action in before.actions(seat) if action.offer}
        seen = before.view(seat)
        for part, action in enumerate(entry.actions):
            yield verbs.text(action), seen, part == 0 and action in offers
            if part + 1 < len(entry.actions):
                self.game.rules.act(seen, seat, action)

    def weigh(
        self, seen: Any, seat: int, offered: bool, number: int, part: int, known: Sequence[Sequence[WeighedAction]] = ()
    ) -> tuple[list[Sequence[WeighedAction]], bool]:
        """Weigh what a seat may take, several times over, those that are known among them.

        Returns:
            What came of each time; and whether it was calculated, or there is no choice: then once is enough.
        """
        weighed = [*known]
        for time in range(len(known), self.times):
            drawn = random.Random(f"{self.seed}/{number}/{part}/{time}").getrandbits(30)
            bot = SearchBot(self.game, drawn, iterations=self.iterations)
            weighed.append(bot.advise(seen.copy(), (), seat, offered))
            if not bot.searched:
                break
        return weighed, len(weighed) == 1

"""Rollouts: each choice is tried in the same worlds, and played on by the rule of thumb, or by what was learned.

For games of one seat, where nobody answers and a tree over others' views has nothing to tell; and for bets, of which a
seat is asked so often that what chance alone makes look good would soon be taken. Round by round the worse half of the
choices is left out, so that most worlds go to those between which it is hard to tell; and the rule of thumb's own
choice is left only for one that is better beyond doubt. So however short the time, it hardly plays worse than the rule.

Sources: Bertsekas and Castañon, "Rollout algorithms for stochastic scheduling problems", 1999; Karnin, Koren and
Somekh, "Almost optimal exploration in multi-armed bandits", 2013 (sequential halving).
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

from torite.bots.world_draw import draw_world
from torite.kernel.compile import kernel
from torite.kernel.generator import PADDED
from torite.kernel.generator import seed as begin_stream
from torite.kernel.slots import act, over, payoff, succeeded
from torite.kit.actions import WAIT
from torite.kit.game import Game
from torite.kit.turn_order import LEARNED, Playout, StateMemory, play_on
from torite.worlds.constraints import prepare
from torite.worlds.plan import unseen_of

SLICE = 8  #: worlds in which an action is tried between two looks at the clock
FEWEST = 2  #: worlds in which two choices must have been tried to compare them
DOUBT = 1.0  #: standard errors by which a choice must be better than the rule of thumb's


@kernel
def roll(unseen: Any, memory: Any, root: int, action: int, playout: Any, number: int, first: int, payoffs: Any) -> int:
    """Try an action in some worlds, each the same whatever the action.

    Args:
        unseen: the view, prepared: see `torite.worlds.constraints.Unseen`.
        memory: room for one world.
        root: the seat whose view it is.
        action: what it does, `WAIT` for nothing now.
        playout: how it is played on.
        number, first: world *i* is drawn from stream *i* of generators seeded with *number*, from *first* on.
        payoffs: float64[worlds], written with the payoff in each.

    Returns:
        In how many of them the deal succeeded; -1 when none could be drawn.
    """
    s = memory.s
    successes = 0
    for i in range(len(payoffs)):
        begin_stream(playout.rng, number, first + i)
        if not draw_world(unseen, memory, root, playout.rng):
            return -1
        waited = 0
        if action == WAIT:
            waited = 1 << root
        else:
            act(s, root, action)
        play_on(s, False, playout.policies, playout.rng, waited)
        payoff(s, playout.pay)
        payoffs[i] = playout.pay[root]
        successes += succeeded(s)
    return successes


class Rollouts:
    """The rollouts of one decision.

    Args:
        game: the game.
        seen: the view.
        seat: who is to choose.
        seed: of the worlds.
        doubt: standard errors by which a choice must be better than the rule of thumb's.

    Attributes:
        iterations: worlds tried so far, for all actions.
        successes: in how many of its worlds the deal went well, by action.
        ended: whether the match was over at the end of a rollout, as far as some were looked at.
    """

    def __init__(self, game: Game, seen: Any, seat: int, seed: int, doubt: float = DOUBT) -> None:
        import numpy

        def words(values: Any) -> Any:
            return numpy.array(values, dtype=numpy.int64)

        layout, compiled = game.layout, game.binding.compiled
        self.iterations = 0
        self.successes: dict[int, int] = {}
        self.ended, self._game = False, game
        self._seed, self._doubt = seed, doubt
        unseen = unseen_of(layout, seen.to_words(), compiled=True)
        compiled(prepare)(unseen)
        world = numpy.zeros(layout.words, dtype=numpy.int64)
        self._place = unseen, StateMemory(world, world.view(layout.playout_dtype)[0]), seat
        self._playout = Playout(words([LEARNED] * layout.seats), words([0] * layout.seats), words([0] * PADDED))
        self._roll = compiled(roll, playout=True)
        self._payoffs = numpy.zeros(SLICE)

    def weigh(
        self, may: Sequence[int], thumb: int, seconds: float | None = None, iterations: int | None = None
    ) -> list[tuple[int, float, int]]:
        """Try the actions until the time or the iterations are used up; return each with its mean payoff and worlds.

        The first is the one to take. The rule of thumb's is tried in every world.

        Raises:
            ValueError: when the view is of no possible state.
        """
        found: dict[int, list[float]] = {action: [] for action in may}
        left, rounds = list(may), max(1, math.ceil(math.log2(len(may))))
        end = math.inf if seconds is None else time.perf_counter() + seconds
        for number in range(rounds, 0, -1):
            now = time.perf_counter()
            most = None if iterations is None else (iterations - self.iterations) // number
            self._try(left, found, now + (end - now) / number, most)
            left.sort(key=lambda action: -mean(found[action]))
            if number > 1:
                left = left[: (len(left) + 1) // 2] + [thumb] * (thumb in left[(len(left) + 1) // 2 :])
        best = _beyond_doubt(left[0], thumb, found, self._doubt)
        order = sorted(found, key=lambda action: (action != best, -len(found[action]), -mean(found[action])))
        return [(action, mean(found[action]), len(found[action])) for action in order]

    def _try(self, left: list[int], found: dict[int, list[float]], end: float, most: int | None) -> None:
        """Try actions in further worlds, the same ones for each, until it is time, or in so many at the most."""
        begun = self.iterations
        while True:
            times = SLICE if most is None else max(1, min(SLICE, (begun + most - self.iterations) // len(left)))
            for action in left:
                first = len(found[action])
                made = self._roll(*self._place, action, self._playout, self._seed, first, self._payoffs[:times])
                if made < 0:
                    raise ValueError("no assignment of the unseen pieces agrees with this view")
                found[action] += self._payoffs[:times].tolist()
                self.successes[action] = self.successes.get(action, 0) + made
            self.iterations += times * len(left)
            self.ended = self.ended or is_over(self._game, self._place[1].words)
            if time.perf_counter() >= end or (most is not None and self.iterations + len(left) > begun + most):
                return


def is_over(game: Game, words: Any) -> bool:
    """Tell of a state whether its match has ended."""
    return bool(game.binding.interpreted(over)(game.state.from_words([int(word) for word in words])))


def mean(values: Sequence[float]) -> float:
    """Return the mean of some payoffs."""
    return sum(values) / len(values)


def _beyond_doubt(best: int, thumb: int, found: dict[int, list[float]], doubt: float) -> int:
    """Choose the best action, but the rule of thumb's where it is not clear that the other is better."""
    if best == thumb or thumb not in found:
        return best
    more = [a - b for a, b in zip(found[best], found[thumb], strict=False)]
    if len(more) < FEWEST:
        return thumb
    average = mean(more)
    error = math.sqrt(sum((value - average) ** 2 for value in more)) / len(more)
    return best if average > doubt * error else thumb

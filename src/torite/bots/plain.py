"""Plain search: rollouts that nothing need be compiled for, for as long as something compiles.

Worlds are drawn and played on by the rules as they stand, a hundred or so in the time in which compiled code tries
thousands. So each is used for every choice, round by round the worse half of the choices is left out, and the rule of
thumb's own choice is left only for one that is better far beyond doubt: with so few worlds chance alone makes one of
many choices look good.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

from torite.bots.levels import RolloutBot
from torite.bots.rollouts import Rollouts, mean
from torite.kernel.generator import PADDED
from torite.kernel.generator import seed as begin_stream
from torite.kernel.slots import act, over, payoff, succeeded
from torite.kit.actions import WAIT
from torite.kit.game import Game
from torite.kit.turn_order import THUMB, play_on
from torite.worlds.sampler import NoWorld, Sampler

FEWEST = 8  #: worlds in which two choices must have been tried to compare them
DOUBT = 2.0  #: standard errors by which a choice must be better than the rule of thumb's


class PlainRollouts(Rollouts):
    """The rollouts of one decision, interpreted."""

    def __init__(self, game: Game, seen: Any, seat: int, seed: int) -> None:
        bound = game.binding.interpreted
        self.iterations = 0
        self.successes: dict[int, int] = {}
        self.ended = False
        self._seat, self._seed, self._seats = seat, seed, game.layout.seats
        self._sampler = Sampler(game, seen, seat, seed, compiled=False)
        self._worlds: list[Any] = []
        self._begin, self._act, self._play_on = bound(begin_stream), bound(act), bound(play_on)
        self._payoff, self._succeeded, self._over = bound(payoff), bound(succeeded), bound(over)

    def weigh(
        self, may: Sequence[int], thumb: int, seconds: float | None = None, iterations: int | None = None
    ) -> list[tuple[int, float, int]]:
        """Try the actions until the time or the iterations are used up; return each with its mean payoff and worlds.

        The first is the one to take. The rule of thumb's is tried in every world, what there was no time for is left
        out.

        Raises:
            NoWorld: when none could be drawn.
        """
        left = sorted(may, key=lambda action: action != thumb)
        found: dict[int, list[float]] = {}
        rounds = max(1, math.ceil(math.log2(len(left))))
        end = math.inf if seconds is None else time.perf_counter() + seconds
        for number in range(rounds, 0, -1):
            now = time.perf_counter()
            most = math.inf if iterations is None else self.iterations + (iterations - self.iterations) // number
            self._go_on(left, found, now + (end - now) / number, most)
            left = sorted(found.keys() & set(left), key=lambda action: (-mean(found[action]), action))
            if number > 1:
                left = left[: (len(left) + 1) // 2] + [thumb] * (thumb in left[(len(left) + 1) // 2 :])
        best = _beyond_doubt(left[0], thumb, found)
        order = sorted(found, key=lambda action: (action != best, -len(found[action]), -mean(found[action]), action))
        return [(action, mean(found[action]), len(found[action])) for action in order]

    def _go_on(self, left: Sequence[int], found: dict[int, list[float]], end: float, most: float) -> None:
        """Try actions in further worlds, the same ones for each, until it is time, or so many were tried."""
        while True:
            for action in left:
                found.setdefault(action, []).append(self._tried(action, len(found.get(action, ()))))
                if time.perf_counter() >= end:
                    return
            if self.iterations + len(left) > most:
                return

    def _tried(self, action: int, number: int) -> float:
        """Try an action in a world, and return what it pays."""
        if number == len(self._worlds):
            self._worlds.append(self._sampler.likely_world())
        world, rng, pay = self._worlds[number].trial(), [0] * PADDED, [0] * self._seats
        self._begin(rng, self._seed, number + 1)
        waited = 0
        if action == WAIT:
            waited = 1 << self._seat
        else:
            self._act(world, self._seat, action)
        self._play_on(world, False, [THUMB] * self._seats, rng, waited)
        self._payoff(world, pay)
        self.iterations += 1
        self.successes[action] = self.successes.get(action, 0) + self._succeeded(world)
        self.ended = self.ended or bool(self._over(world))
        return float(pay[self._seat])


class PlainBot(RolloutBot):
    """Searches as `RolloutBot` does, uncompiled: weaker, but at once."""

    _lack = NoWorld

    def _rollouts(self, seen: Any, seat: int) -> Rollouts:
        return PlainRollouts(self.game, seen, seat, self.random.getrandbits(30))


def _beyond_doubt(best: int, thumb: int, found: dict[int, list[float]]) -> int:
    """Choose the best action, but the rule of thumb's where it is not clear that the other is better."""
    if best == thumb or thumb not in found:
        return best
    more = [a - b for a, b in zip(found[best], found[thumb], strict=False)]
    if len(more) < FEWEST:
        return thumb
    average = mean(more)
    error = math.sqrt(sum((value - average) ** 2 for value in more)) / len(more)
    return best if average > DOUBT * error else thumb

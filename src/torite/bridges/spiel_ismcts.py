"""OpenSpiel's information set search as an engine of the arena: `torite.bridges.spiel_ismcts:ismcts`.

It is the bot of `open_spiel.python.algorithms`, as it is, but bound by the clock; each of its worlds comes from the
seat's view, as the bridge draws them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

import numpy
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from torite.bridges.openspiel import ToriteState, game_at
from torite.bridges.spiel_trajectory import Trajectory
from torite.lab.contestants import Seats

FEWEST = 2  #: simulations, before which nothing has been tried
SEEDS = 1 << 32
NUMBERS = 1 << 53  #: of worlds


def ismcts(
    table: Seats, seed: int, seconds: float = 0.05, exploration: float = 10.0, simulations: int | None = None
) -> Engine:
    """Make the bot.

    Args:
        table: where it plays.
        seed: makes it repeatable, where it is bound by simulations.
        seconds: thinking time of a decision; of a gesture's further parts half as long as the part before.
        exploration: the constant of its upper confidence bounds; about the spread of payoffs.
        simulations: so many, whatever time they take.
    """
    return Engine(table, seed, TimedISMCTSBot(seconds, exploration, simulations, seed))


class TimedISMCTSBot(ISMCTSBot):  # type: ignore[misc]
    """The bot, bound by the clock or by simulations.

    Args:
        seconds, exploration, simulations, seed: see `ismcts`.
    """

    def __init__(self, seconds: float, exploration: float, simulations: int | None, seed: int) -> None:
        chooser = numpy.random.RandomState(seed % SEEDS)
        super().__init__(None, mcts.RandomRolloutEvaluator(1, chooser), exploration, simulations, random_state=chooser)
        self.share, self._seconds = 1.0, seconds
        self.set_resampler(lambda state, seat: state.resample_from_infostate(seat, chooser.random_sample))

    def run_search(self, state: Any) -> list[tuple[int, float]]:
        """Search, and return how likely each action is to be chosen."""
        self.reset()
        legal = state.legal_actions()
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        self._root_node, made = self.create_new_node(state), 0
        end = time.perf_counter() + self._seconds * self.share
        while made < (self._max_simulations or FEWEST) or (self._max_simulations is None and time.perf_counter() < end):
            self.run_simulation(self.sample_root_state(state))
            made += 1
        return list(self.get_final_policy(state, self._root_node))


class Engine:
    """The bot in a seat of ours.

    Args:
        table: where it plays.
        seed: of the worlds.
        bot: who searches.
    """

    def __init__(self, table: Seats, seed: int, bot: TimedISMCTSBot) -> None:
        self._bot, self._verbs, self._random = bot, table.game.verbs, random.Random(seed)
        self._spiel = game_at(table.variant.name, table.seats, table.options.texts())

    def choose(self, view: Any, history: Sequence[Any] = (), seat: int | None = None, offered: bool = False) -> str:
        """Return the code of the action chosen, `wait` to let an offer pass."""
        context, chooser = self._spiel.context, view.turn if seat is None else seat
        state: ToriteState = self._spiel.new_initial_state()
        state.trajectory = Trajectory.of_view(context, view, chooser, offered, self._random.randrange(NUMBERS))
        parts: list[int] = []
        while not parts or state.trajectory.drafting:
            self._bot.share = 0.5 ** len(parts)
            number = self._bot.step(state)
            parts.append(context.table.actions.actions[number])
            if len(parts) == 1 and context.table.actions.codes[number] == "wait":
                return "wait"
            state.apply_action(number)
        return self._verbs.gesture_text(parts)

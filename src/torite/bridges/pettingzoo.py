"""Every game as a PettingZoo environment whose agents act one at a time: `env("agurk", seats=4)`.

The position asks one seat after another, one small action at a time; `docs/pettingzoo.md` tells how.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from torite.bridges.installed import check_installed

check_installed("pettingzoo")

import numpy  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.utils import EzPickle, seeding  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

from torite.bridges.agent_spaces import AgentSpaces, ObsDict  # noqa: E402
from torite.bridges.render import RENDER_FPS, RENDER_MODES, check_render_mode, rendered  # noqa: E402
from torite.vector.loops import ENDED  # noqa: E402
from torite.vector.position import Position  # noqa: E402
from torite.vector.tables import SEEDS, ProgramTable  # noqa: E402

__all__ = ["TableEnv", "env", "raw_env"]


class TableEnv(AECEnv[str, ObsDict, int], EzPickle):  # type: ignore[misc]
    """A table of a game; its agents are `player_0` and on, by their seats.

    Args:
        game: a variant's name in the catalogue.
        seats: how many sit there; the variant's usual number by default.
        options: options that differ from the variant's.
        unit: whether an episode is a deal, or a match: `deal` or `match`.
        recall: so many of the last actions are in an observation.
        max_cycles: after so many actions, of all agents together, an episode is cut off; never if None.
        offers: whether agents are asked about what they may take out of turn; else they let it pass.
        dtype: of observations: `float32` or `uint8`.
        render_mode: `ansi` for text, `rgb_array` for a picture, `human` for text that is printed; or None.
        language: of what is drawn.

    Attributes:
        table: what is played: `table.actions` and `table.observation` say what the numbers mean.
        position: where it stands; it knows everything, so it is not for agents.

    Raises:
        UnknownName, BadOptions, ValueError: for what does not exist or is not allowed.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        unit: str = "deal",
        recall: int = 0,
        max_cycles: int | None = None,
        offers: bool = True,
        dtype: str = "float32",
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        EzPickle.__init__(
            self, game, seats, options, unit, recall, max_cycles, offers, dtype, render_mode, language
        )  # fmt: skip
        super().__init__()
        check_render_mode(render_mode)
        if max_cycles is not None and (isinstance(max_cycles, bool) or index(max_cycles) < 1):
            raise ValueError(f"max_cycles is a number of actions, 1 or more, not {max_cycles!r}")
        self.table = ProgramTable(game, seats, options, recall)
        self.position = Position(self.table, unit, offers)
        self._spaces = AgentSpaces(self.table, dtype)
        self.max_cycles, self.render_mode, self.language = max_cycles, render_mode, language
        name = f"torite_{self.table.variant.name.replace('-', '_')}_v0"
        self.metadata = {
            "render_modes": RENDER_MODES, "name": name, "is_parallelizable": False, "render_fps": RENDER_FPS
        }  # fmt: skip
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._spaces.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.table.actions)) for agent in self.possible_agents}
        self.state_space = self._spaces.box(self.table.seats)
        self._random: numpy.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent is told: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions: the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode; with a seed, the same one each time, and the same ones after it.

        Args:
            seed: of all chance.
            options: of PettingZoo; there are none.
        """
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.position.begin(int(self._random.integers(SEEDS)))
        self.position.go_on()
        while self.position.seat == ENDED:
            self.position.begin(int(self._random.integers(SEEDS)))
            self.position.go_on()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.seat]
        self._skip_agent_selection = None
        self._paid = numpy.zeros(self.table.seats, numpy.float32)
        self._cycles = 0
        self._show()

    def step(self, action: int | None) -> None:
        """Take an action for the agent that is selected, and go on until another is asked.

        Raises:
            ValueError: for one that its mask does not have; nothing is changed then.
            TypeError: for what is no whole number; nothing is changed then.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.play(index(action))  # type: ignore[arg-type]
        self._cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self._pay()
        if self.position.seat == ENDED:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.position.seat]
            self.truncations = dict.fromkeys(self.agents, self._cycles == self.max_cycles)
        self._show()

    def _pay(self) -> None:
        gained = self.position.rewards - self._paid
        self._paid[:] = self.position.rewards
        self.rewards = dict(zip(self.agents, gained.tolist(), strict=True))
        self._accumulate_rewards()

    def observe(self, agent: str) -> ObsDict:
        """Tell what an agent sees, and what it may take: nothing, unless it is asked."""
        seen = self._spaces.seen(self.position, self.possible_agents.index(agent))
        if self.truncations.get(agent, True):
            seen["action_mask"][:] = 0
        return seen

    def state(self) -> NDArray[Any]:
        """Return what all seats see together, each in a row: for training in one place, not for agents."""
        return self._spaces.form(numpy.array([self.position.observe(seat) for seat in range(self.table.seats)]))

    def render(self) -> str | NDArray[numpy.uint8] | None:
        """Draw what a spectator sees."""
        return rendered(self.position, self.render_mode, self.language)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Do nothing: there is nothing to be let go."""


raw_env = TableEnv


def env(game: str, *, illegal_reward: float = -1.0, **how: Any) -> AECEnv[str, ObsDict, int]:
    """Make an environment of a game with PettingZoo's usual checks around it.

    Args:
        game: a variant's name in the catalogue.
        illegal_reward: what an agent gets that takes what its mask does not have; the episode ends with it.
        how: see `TableEnv`.
    """
    made: AECEnv[str, ObsDict, int] = TableEnv(game, **how)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=illegal_reward)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)

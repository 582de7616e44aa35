"""Many matches at once as Gymnasium's vector environment, each with one agent among bots in compiled code.

`gymnasium.make_vec("torite/Agurk-v0", num_envs=1024)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
from gymnasium import error
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from torite.bridges.agent_spaces import AgentSpaces, ObsDict
from torite.bridges.gymnasium import ActionSpace, levels_of
from torite.vector import VectorEnv as Matches
from torite.vector.tables import SEEDS, ProgramTable

Told = tuple[ObsDict, dict[str, Any]]


class VectorTableEnv(VectorEnv[ObsDict, NDArray[Any], NDArray[Any]]):
    """So many matches side by side; another begins in the step in which one ends (`AutoresetMode.SAME_STEP`).

    Args:
        num_envs: matches.
        threads: how many play; as many as there are processors if 0.
        copy: whether what is returned is the caller's; else it is written over by the next step.
        others: see `torite.bridges.gymnasium.TableEnv`; bots are `random` or `simple`.

    Raises:
        UnknownName, BadOptions, ValueError: for what does not exist or is not allowed.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seat: int = 0,
        bots: Sequence[str] = ("simple",),
        unit: str = "deal",
        recall: int = 0,
        offers: bool = True,
        forced: bool = True,
        dtype: str = "float32",
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        self.table = ProgramTable(game, seats, options, recall)
        levels = levels_of(self.table, seat, bots)
        self.matches = Matches(
            self.table, num_envs, levels, unit, threads=threads, forced=forced, offers=offers, viewer=seat
        )
        self.num_envs, self.seat, self.copy = num_envs, seat, copy
        self._spaces = AgentSpaces(self.table, dtype)
        self.single_observation_space = self._spaces.space()
        self.single_action_space = ActionSpace(len(self.table.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Told:
        """Begin all matches; with a seed, the same ones each time.

        Raises:
            gymnasium.error.ClosedEnvironmentError: when it is closed.
        """
        self._check_open()
        super().reset(seed=seed)
        self.matches.reset(int(self.np_random.integers(SEEDS)))
        return self._told(), self._info()

    def step(self, actions: NDArray[Any]) -> tuple[ObsDict, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take an action in every match, and go on until its agent is asked.

        Raises:
            gymnasium.error.InvalidAction: for one that its mask does not have; nothing is changed in any match then.
            gymnasium.error.ClosedEnvironmentError: when it is closed.
        """
        self._check_open()
        try:
            self.matches.step(actions)
        except ValueError as refused:
            raise error.InvalidAction(str(refused)) from None
        ended = self.matches.done.astype(bool)
        rewards = self.matches.reward[:, self.seat]
        info = self._info()
        if ended.any():
            self._tell_ends(info, ended)
        return self._told(), rewards.copy() if self.copy else rewards, ended, numpy.zeros_like(ended), info

    def close_extras(self, **how: Any) -> None:
        """Let the threads go."""
        self.matches.close()

    def _told(self) -> ObsDict:
        observed = self._spaces.form(self.matches.observation)
        mask = self.matches.mask.view(numpy.int8)
        if not self.copy:
            return {"observation": observed, "action_mask": mask}
        shared = observed is self.matches.observation
        return {"observation": observed.copy() if shared else observed, "action_mask": mask.copy()}

    def _info(self) -> dict[str, Any]:
        mask = self.matches.mask.view(numpy.int8)
        return {"action_mask": mask.copy() if self.copy else mask, "_action_mask": numpy.ones(self.num_envs, bool)}

    def _tell_ends(self, info: dict[str, Any], ended: NDArray[Any]) -> None:
        """Tell what the agents saw of the matches that ended, as `SyncVectorEnv` does."""
        nothing = numpy.zeros(len(self.table.actions), numpy.int8)
        final = numpy.full(self.num_envs, None, object)
        at = ended.nonzero()[0]
        for i, observed in zip(at, self._spaces.form(self.matches.final[at]), strict=True):
            final[i] = {"observation": observed, "action_mask": nothing.copy()}
        masks = numpy.zeros((self.num_envs, len(nothing)), numpy.int8)
        info |= {"final_obs": final, "_final_obs": ended.copy(), "_final_info": ended.copy()}
        info["final_info"] = {"action_mask": masks, "_action_mask": ended.copy()}

    def _check_open(self) -> None:
        if self.closed:
            raise error.ClosedEnvironmentError("the environment is closed")

"""Every game as a Gymnasium environment, for one seat among bots: `gymnasium.make("torite/Agurk-v0")`.

Importing this module registers an id for each variant: `torite/` and its name in capitals, `torite/FrenchTarotSolo-v0`.
`docs/gymnasium.md` tells more.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from torite.bridges.installed import check_installed

check_installed("gymnasium")

import gymnasium  # noqa: E402
from gymnasium import error, spaces  # noqa: E402

from torite.bots import Bot, bot, level_of  # noqa: E402
from torite.bridges.agent_spaces import AgentSpaces, ObsDict  # noqa: E402
from torite.bridges.render import RENDER_FPS, RENDER_MODES, check_render_mode, rendered  # noqa: E402
from torite.errors import BadOptions, UnknownName  # noqa: E402
from torite.games import catalogue  # noqa: E402
from torite.kit.actions import DONE  # noqa: E402
from torite.vector.env import POLICIES  # noqa: E402
from torite.vector.loops import ENDED  # noqa: E402
from torite.vector.position import Position  # noqa: E402
from torite.vector.tables import SEEDS, ProgramTable  # noqa: E402

__all__ = ["ActionSpace", "UnmaskedSample", "TableEnv", "id_of", "levels_of", "register"]

VERSION = 0  #: of the ids: another where a number of an action or a part of an observation comes to mean something else


class UnmaskedSample(int):
    """An action drawn without a mask: whichever of those that are allowed when it is taken its luck falls on.

    Attributes:
        luck: a number that chooses among them.
    """

    luck: int = 0


class ActionSpace(spaces.Discrete):
    """The actions of a game by number. Drawn with a mask, one that it has; without one, an `UnmaskedSample`."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Draw an action."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        drawn = UnmaskedSample(super().sample())
        drawn.luck = int(self.np_random.integers(1 << 62))
        return drawn


class TableEnv(gymnasium.Env[ObsDict, int]):
    """One seat at a table of a game; bots play the others.

    Args:
        game: a variant's name in the catalogue.
        seats: how many sit there; the variant's usual number by default.
        options: options that differ from the variant's.
        seat: the agent's.
        bots: levels of the others, the next seat first, repeated where there are fewer: `random`, `simple`, `search`.
        unit: whether an episode is a deal, or a match: `deal` or `match`.
        recall: so many of the last actions are in an observation.
        offers: whether seats are asked about what they may take out of turn; else they let it pass.
        forced: whether an agent that has but one choice is asked all the same.
        dtype: of observations: `float32` or `uint8`.
        iterations: worlds that a bot of the level `search` looks at for a decision.
        render_mode: `ansi` for text, `rgb_array` for a picture, `human` for text that is printed; or None.
        language: of what is drawn.

    Attributes:
        table: what is played: `table.actions` and `table.observation` say what the numbers mean.
        position: where it stands; it knows everything, so it is not for agents.

    Raises:
        UnknownName, BadOptions, ValueError: for what does not exist or is not allowed.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seat: int = 0,
        bots: Sequence[str] = ("simple",),
        unit: str = "deal",
        recall: int = 0,
        offers: bool = True,
        forced: bool = True,
        dtype: str = "float32",
        iterations: int = 500,
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        check_render_mode(render_mode)
        self.table = ProgramTable(game, seats, options, recall)
        levels = levels_of(self.table, seat, bots)
        compiled = [level if level in POLICIES else None for level in levels]
        self.position = Position(self.table, unit, offers, bots=compiled, forced=forced)
        self.seat, self.iterations, self.render_mode, self.language = seat, iterations, render_mode, language
        self._levels, self._bots = levels, dict[int, Bot]()
        self._spaces = AgentSpaces(self.table, dtype)
        self.observation_space: spaces.Space[Any] = self._spaces.space()
        self.action_space: spaces.Space[Any] = ActionSpace(len(self.table.actions))
        self._closed = False
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObsDict, dict[str, Any]]:
        """Begin an episode; with a seed, the same one each time, and the same ones after it.

        Args:
            seed: of all chance, and of the bots.
            options: of Gymnasium; there are none.

        Raises:
            gymnasium.error.ClosedEnvironmentError: when it is closed.
        """
        self._check_open()
        super().reset(seed=seed)
        self._begin()
        while self.position.seat == ENDED:  # nobody asked the agent
            self._begin()
        self._begun, self._paid = True, 0.0
        self._show()
        return self._told()

    def step(self, action: int) -> tuple[ObsDict, float, bool, bool, dict[str, Any]]:
        """Take an action, and go on until the agent is asked again.

        Raises:
            gymnasium.error.InvalidAction: for one that the mask does not have; nothing is changed then.
            gymnasium.error.ResetNeeded: before an episode, or after it.
            gymnasium.error.ClosedEnvironmentError: when it is closed.
        """
        self._check_open()
        if not self._begun or self.position.seat == ENDED:
            raise error.ResetNeeded("there is no episode: call reset() first")
        self._take(action)
        self._go_on()
        gained = float(self.position.rewards[self.seat]) - self._paid
        self._paid += gained
        self._show()
        observed, info = self._told()
        return observed, gained, self.position.seat == ENDED, False, info

    def render(self) -> Any:
        """Draw what a spectator sees."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() draws nothing: no render_mode was given to gymnasium.make")
            return None
        if not self._begun:
            raise error.ResetNeeded("there is nothing to be drawn: call reset() first")
        return rendered(self.position, self.render_mode, self.language)

    def close(self) -> None:
        """Close it; nothing can be played afterwards."""
        self._closed = True

    # inside

    def _begin(self) -> None:
        self.position.begin(int(self.np_random.integers(SEEDS)))
        self._bots = {
            seat: bot(level, self.table.game, int(self.np_random.integers(1 << 30)), iterations=self.iterations)
            for seat, level in enumerate(self._levels)
            if level is not None and level not in POLICIES
        }
        self.position.go_on()
        self._answer()

    def _go_on(self) -> None:
        self.position.go_on()
        self._answer()

    def _answer(self) -> None:
        """Let the bots that think from their view answer, until the agent is asked."""
        while self.position.seat not in (self.seat, ENDED):
            self._choose(self._bots[self.position.seat], self.position.seat)
            self.position.go_on()

    def _choose(self, player: Bot, seat: int) -> None:
        """Have a bot choose, and take what it chose, part by part."""
        position, actions = self.position, self.table.actions
        code = player.choose(position.view(seat), seat=seat, offered=position.offered)
        for number in actions.parts(code):
            position.take(number)
        if position.seat == seat and position.drafting:
            position.take(actions.dense[DONE])

    def _take(self, action: int) -> None:
        if action not in self.action_space:
            raise error.InvalidAction(f"{action!r} is no action: they are 0 to {len(self.table.actions) - 1}")
        try:
            if isinstance(action, UnmaskedSample):
                allowed = self.position.legal()
                self.position.take(allowed[action.luck % len(allowed)])
            else:
                self.position.take(int(action))
        except ValueError as refused:
            raise error.InvalidAction(str(refused)) from None

    def _told(self) -> tuple[ObsDict, dict[str, Any]]:
        seen = self._spaces.seen(self.position, self.seat)
        return seen, {"action_mask": seen["action_mask"].copy()}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _check_open(self) -> None:
        if self._closed:
            raise error.ClosedEnvironmentError("the environment is closed")


def levels_of(table: ProgramTable, seat: int, bots: Sequence[str]) -> list[str | None]:
    """Return the level of each seat, None for the agent's.

    Raises:
        UnknownName: for an unknown level.
        BadOptions: for a seat that does not exist, or more bots than other seats.
    """
    table.check_seat(seat)
    others = table.seats - 1
    if isinstance(bots, str) or not bots or len(bots) > max(1, others):
        raise BadOptions("error.bots", most=others, wanted=1 if isinstance(bots, str) else len(bots))
    levels: list[str | None] = [None] * table.seats
    for i, name in zip(range(others), itertools.cycle(bots), strict=False):
        level = level_of(name)
        if level is None:
            raise UnknownName("error.bot", name=name, known=", ".join((*POLICIES, "search")))
        levels[(seat + 1 + i) % table.seats] = level
    return levels


def id_of(variant: str) -> str:
    """Return the id of a variant: `torite/FrenchTarotSolo-v0` for `french-tarot-solo`."""
    name = "".join(word[:1].upper() + word[1:] for word in variant.split("-"))
    return f"torite/{name}-v{VERSION}"


def register() -> None:
    """Register an id for each variant of the catalogue that has none yet."""
    for variant in catalogue():
        if id_of(variant) not in gymnasium.registry:
            gymnasium.register(
                id_of(variant),
                f"{__name__}:{TableEnv.__name__}",
                kwargs={"game": variant},
                vector_entry_point=f"{__name__}_vector:VectorTableEnv",
            )


register()

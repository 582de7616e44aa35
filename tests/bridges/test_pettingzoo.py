"""PettingZoo's environments: they pass its own tests, and tell an agent no more than its seat knows."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy
import pytest
from pettingzoo.utils import wrappers

from tests.conftest import Many
from tests.strategies import Table, alone
from torite.bridges import pettingzoo
from torite.bridges.pettingzoo import TableEnv, env
from torite.bridges.pettingzoo_checks import conforms
from torite.bridges.render import seen_by_all
from torite.bridges.scene_text import text
from torite.errors import BadOptions, UnknownName
from torite.games import games
from torite.vector.loops import ENDED
from torite.vector.position import Position

pytestmark = pytest.mark.compiles(sampled=True)
GAMES = sorted(games())


def variant_of(game: str) -> str:
    """Name a game's first variant."""
    return next(iter(games()[game].variants))


def play_on(made: Any, chooser: random.Random, steps: int) -> None:
    """Take so many actions at random, or as many as there are."""
    for _ in range(steps):
        if not made.agents or any(made.terminations.values()):
            return
        mask = made.observe(made.agent_selection)["action_mask"]
        made.step(chooser.choice(mask.nonzero()[0].tolist()))


@pytest.mark.full
def test_every_table_passes_the_tests_of_pettingzoo(table: Table) -> None:
    with alone(table.game.name):
        conforms(table.variant, table.seats)


@pytest.mark.parametrize("game", GAMES)
def test_an_agent_is_told_what_its_seat_knows(game: str, many: Many) -> None:
    """In a position that a seat cannot tell from this one, its agent is told the same, and whoever watches sees it."""
    made, chooser = TableEnv(variant_of(game), unit="match", recall=4), random.Random(game)
    made.reset(seed=4)
    for turn in range(many(60, 8)):
        seat = made.possible_agents.index(made.agent_selection)
        agent, here = made.agent_selection, made.position
        told, drawn, info = made.observe(agent), text(seen_by_all(here, "en")), made.infos[agent]
        made.position = here.resampled(seat, turn)
        assert made.position.seat == seat
        again = made.observe(agent)
        assert told["observation"].tobytes() == again["observation"].tobytes()
        assert told["action_mask"].tobytes() == again["action_mask"].tobytes()
        assert text(seen_by_all(made.position, "en")) == drawn
        assert info == made.infos[agent] == {}
        made.position = here
        play_on(made, chooser, 3)
        if any(made.terminations.values()):
            made.reset()


def test_who_is_not_asked_may_take_nothing() -> None:
    made = TableEnv("agurk", seats=3)
    made.reset(seed=1)
    for agent in made.possible_agents:
        mask = made.observe(agent)["action_mask"]
        assert mask.any() == (agent == made.agent_selection)
        assert made.observation_space(agent).contains(made.observe(agent))
    assert made.state_space.contains(made.state())


def test_rewards_are_what_deals_are_worth() -> None:
    """Over an episode each agent gets what the deals were worth to its seat; all that is told has its agents' names."""
    made = TableEnv("agurk", unit="match")
    made.reset(seed=2)
    got = dict.fromkeys(made.possible_agents, 0.0)
    chooser = random.Random(2)
    while made.agents:
        if made.terminations[made.agent_selection]:
            made.step(None)
        else:
            play_on(made, chooser, 1)
            for agent, reward in made.rewards.items():
                got[agent] += reward
        for told in (made.rewards, made.terminations, made.truncations, made.infos, made._cumulative_rewards):
            assert list(told) == made.agents
    assert list(got.values()) == made.position.rewards.tolist()
    assert made.position.rewards.any()


def test_an_illegal_action_changes_nothing() -> None:
    made = TableEnv("agurk", seats=2)
    made.reset(seed=3)
    before = made.state().tobytes(), made.agent_selection
    illegal = int(numpy.flatnonzero(made.observe(made.agent_selection)["action_mask"] == 0)[-1])
    for wrong, kind in ((illegal, ValueError), (10**6, ValueError), (-1, ValueError), (1.5, TypeError)):
        with pytest.raises(kind):
            made.step(wrong)  # type: ignore[arg-type]
        assert (made.state().tobytes(), made.agent_selection) == before


def test_an_illegal_action_ends_the_episode_as_in_their_classics() -> None:
    made = env("agurk", seats=3, illegal_reward=-9.0)
    made.reset(seed=3)
    agent = made.agent_selection
    illegal = int(numpy.flatnonzero(made.observe(agent)["action_mask"] == 0)[-1])
    made.step(illegal)
    assert all(made.terminations.values())
    assert made.rewards == {one: -9.0 if one == agent else 0 for one in made.possible_agents}
    with pytest.raises(AssertionError):
        made.step(10**6)


def test_an_episode_is_cut_off_after_so_many_actions() -> None:
    made = TableEnv("agurk", unit="match", max_cycles=5)
    made.reset(seed=1)
    play_on(made, random.Random(0), 4)
    assert not any(made.truncations.values())
    play_on(made, random.Random(0), 1)
    assert all(made.truncations.values())
    assert not any(made.terminations.values())
    for agent in made.possible_agents:
        assert not made.observe(agent)["action_mask"].any()
        made.step(None)
    assert made.agents == []


def test_an_episode_is_a_deal_or_a_match() -> None:
    """A match goes on over its deals, a deal ends with its account."""
    deals = {}
    for unit in ("deal", "match"):
        made = TableEnv("agurk", seats=2, unit=unit)
        made.reset(seed=5)
        play_on(made, random.Random(5), 10_000)
        assert made.position.seat == ENDED
        deals[unit] = made.position.state().deals_played
    assert deals["deal"] == 1
    assert deals["match"] > 1


def test_seeds_repeat_what_follows() -> None:
    """The same seed leads to the same episodes, also to those after the first; other seeds to others."""

    def shown(seed: int) -> list[bytes]:
        made = TableEnv("agurk")
        made.reset(seed=seed)
        found = [made.state().tobytes()]
        for _ in range(2):
            made.reset()
            found.append(made.state().tobytes())
        return found

    assert shown(7) == shown(7)
    assert len({*shown(7), *shown(8)}) == 6


def test_it_can_be_sent_elsewhere() -> None:
    made = pickle.loads(pickle.dumps(TableEnv("agurk", seats=3, dtype="uint8")))
    made.reset(seed=1)
    assert made.observe("player_2")["observation"].dtype == numpy.uint8


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownName):
        TableEnv("no-such-game")
    with pytest.raises(BadOptions):
        TableEnv("agurk", seats=99)
    with pytest.raises(BadOptions):
        TableEnv("agurk", unit="day")
    for wrong in ({"dtype": "float16"}, {"render_mode": "film"}, {"max_cycles": 0}):
        with pytest.raises(ValueError, match=str(*wrong.values())):
            TableEnv("agurk", **wrong)
    with pytest.raises(TypeError):
        env("agurk", colour="red")
    assert not hasattr(pettingzoo, "parallel_env")


def test_the_wrappers_are_those_of_their_classics() -> None:
    made = env("agurk")
    assert isinstance(made, wrappers.OrderEnforcingWrapper)
    assert isinstance(made.unwrapped, TableEnv)
    with pytest.raises(AttributeError):
        _ = made.agents


def test_another_world_can_be_drawn_and_played_on(many: Many) -> None:
    """The position under an environment is a value: a search clones it, and redeals what its seat cannot see."""
    made = TableEnv("agurk")
    made.reset(seed=9)
    world: Position = made.position.resampled(made.position.seat, 1)
    while world.seat != ENDED:
        world.play(world.legal()[0])
    assert made.position.seat != ENDED

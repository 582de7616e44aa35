"""Gymnasium's environments: they pass its own test, are refused in its manner, and repeat by their seed."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium import error
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import torite.bridges.gymnasium as bridge
from tests.conftest import Many
from tests.strategies import Table, alone
from torite.bridges.gymnasium import TableEnv, UnmaskedSample, id_of, levels_of
from torite.bridges.gymnasium_checks import conforms
from torite.bridges.gymnasium_vector import VectorTableEnv
from torite.errors import BadOptions, UnknownName
from torite.games import catalogue, games
from torite.vector.loops import ENDED
from torite.vector.tables import ProgramTable

pytestmark = pytest.mark.compiles(sampled=True)
GAMES = sorted(games())


def variant_of(game: str) -> str:
    """Name a game's first variant."""
    return next(iter(games()[game].variants))


def made(variant: str = "agurk", **how: Any) -> TableEnv:
    """Make an environment by its id, without what `make` puts around it."""
    found = gymnasium.make(id_of(variant), **how).unwrapped
    assert isinstance(found, TableEnv)
    return found


def made_many(num_envs: int, **how: Any) -> VectorTableEnv:
    """Make as many at once."""
    found = gymnasium.make_vec("torite/Agurk-v0", num_envs, "vector_entry_point", **how)
    assert isinstance(found, VectorTableEnv)
    return found


def allowed(info: dict[str, Any]) -> list[int]:
    """List what a mask has."""
    found: list[int] = info["action_mask"].nonzero()[0].tolist()
    return found


def episode(env: gymnasium.Env[Any, int], seed: int) -> list[Any]:
    """Play an episode at random; write down all that is told."""
    chooser, (seen, info) = random.Random(seed), env.reset(seed=seed)
    told: list[Any] = [seen["observation"].tobytes(), allowed(info)]
    ended = False
    while not ended:
        seen, reward, ended, cut, info = env.step(chooser.choice(allowed(info)))
        assert not cut
        told += [seen["observation"].tobytes(), allowed(info), reward]
    return told


@pytest.mark.full
def test_every_table_passes_the_test_of_gymnasium(table: Table) -> None:
    with alone(table.game.name):
        conforms(table.variant, table.seats)


def test_every_variant_has_an_id() -> None:
    for variant in catalogue():
        assert gymnasium.spec(id_of(variant)).kwargs == {"game": variant}
    assert id_of("french-tarot-solo") == "torite/FrenchTarotSolo-v0"
    assert len({id_of(variant) for variant in catalogue()}) == len(catalogue())
    bridge.register()  # again: nothing is registered twice


def test_an_id_says_where_it_comes_from() -> None:
    env = gymnasium.make("torite.bridges.gymnasium:torite/Agurk-v0")
    assert isinstance(env.unwrapped, TableEnv)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_repeats_an_episode(game: str) -> None:
    variant = variant_of(game)
    first, second = made(variant), made(variant)
    assert episode(first, 3) == episode(second, 3) == episode(first, 3)
    assert episode(first, 3) != episode(second, 4)


@pytest.mark.parametrize("game", GAMES)
def test_the_agent_is_told_what_its_seat_knows(game: str, many: Many) -> None:
    env = made(variant_of(game))
    _, info = env.reset(seed=6)
    for turn in range(many(30, 6)):
        here = env.position
        env.position = here.resampled(env.seat, turn)
        (told, tells), env.position = env._told(), here
        seen, again = env._told()
        assert told["observation"].tobytes() == seen["observation"].tobytes()
        assert told["action_mask"].tobytes() == seen["action_mask"].tobytes()
        assert allowed(tells) == allowed(again) == allowed(info)
        _, _, ended, _, info = env.step(allowed(info)[turn % len(allowed(info))])
        if ended:
            _, info = env.reset()


@pytest.mark.parametrize("seat", [0, 2])
def test_every_seat_can_be_the_agents(seat: int) -> None:
    env = made(seat=seat, bots=["random", "simple", "random"])
    env.reset(seed=1)
    assert env.position.seat == seat
    told = episode(env, 2)
    assert sum(told[4::3]) == env.position.rewards[seat]


def test_bots_that_search_think_from_their_view(many: Many) -> None:
    """A bot that searches is asked in Python, gets the seat's view, and repeats by the seed."""
    env = made(seats=2, bots=["search"], iterations=40)
    views: list[tuple[int, Any]] = []
    told = []
    for _ in range(2):
        env.reset(seed=4)
        player = env._bots[1]
        choose = player.choose

        def listen(view: Any, *args: Any, choose: Any = choose, **how: Any) -> str:
            views.append((how["seat"], view))
            return choose(view, *args, **how)

        player.choose = listen  # type: ignore[method-assign]
        _, info = env._told()
        ended, seen = False, []
        while not ended:
            observed, reward, ended, _, info = env.step(allowed(info)[0])
            seen.append((observed["observation"].tobytes(), reward))
        told.append(seen)
    assert told[0] == told[1]
    assert views
    assert all(seat == 1 and not any(view.hand[0]) for seat, view in views)


@pytest.mark.compiles(sampled=True, game="domino_cribbage")
def test_offers_and_gestures_of_bots_that_search() -> None:
    """They are asked about offers, and their gestures are taken whole."""
    env = made("domino-cribbage", bots=["search"], iterations=10)
    assert episode(env, 1)
    assert env.position.seat == ENDED


def test_what_is_drawn_without_a_mask_is_one_of_what_is_allowed() -> None:
    """The loop that everybody writes first plays at random; another number must be one that the mask has."""
    env = made()
    env.action_space.seed(1)
    env.reset(seed=1)
    tried = set()
    for _ in range(300):
        drawn = env.action_space.sample()
        assert isinstance(drawn, UnmaskedSample)
        tried.add(int(drawn))
        if env.step(drawn)[2]:
            env.reset()
    assert len(tried) > 20
    mask = numpy.zeros(len(env.table.actions), numpy.int8)
    mask[3] = 1
    assert env.action_space.sample(mask) == 3


def test_illegal_actions_change_nothing() -> None:
    env = made()
    _, info = env.reset(seed=2)
    before = env.position._batch.words.tobytes()
    illegal = int(numpy.flatnonzero(info["action_mask"] == 0)[-1])
    for wrong in (illegal, numpy.int64(illegal), -1, 10**6, 1.5, None, "play C2"):
        with pytest.raises(error.InvalidAction):
            env.step(wrong)  # type: ignore[arg-type]
        assert env.position._batch.words.tobytes() == before
    env.step(allowed(info)[0])


def test_what_comes_out_of_order_is_refused() -> None:
    env = made(render_mode="ansi")
    with pytest.raises(error.ResetNeeded):
        env.step(0)
    with pytest.raises(error.ResetNeeded):
        env.render()
    episode(env, 1)
    with pytest.raises(error.ResetNeeded):
        env.step(0)
    env.close()
    env.close()
    for call in (env.reset, lambda: env.step(0)):
        with pytest.raises(error.ClosedEnvironmentError):
            call()


def test_what_does_not_exist_is_refused() -> None:
    wrong: dict[str, Any]
    for wrong in ({"bots": []}, {"bots": "simple"}, {"bots": ["simple"] * 9}, {"seat": 4}, {"seat": -1}, {"unit": "x"}):
        with pytest.raises(BadOptions):
            made(**wrong)
    with pytest.raises(UnknownName):
        made(bots=["genius"])
    with pytest.raises(ValueError, match="film"):
        TableEnv("agurk", render_mode="film")
    with pytest.raises(TypeError):
        made(colour="red")
    with pytest.raises(error.NameNotFound):
        gymnasium.make("torite/NoSuchGame-v0")


def test_bots_sit_from_the_next_seat_on() -> None:
    table = ProgramTable("agurk", 4)
    assert levels_of(table, 2, ["random", "steady"]) == ["simple", "random", None, "random"]
    assert levels_of(ProgramTable("emissary"), 0, ["simple"]) == [None]


def test_many_matches_at_once_are_told_as_one_is() -> None:
    """A match of the vector environment is what a single one is, of the same stream."""
    many = made_many(3, bots=["random"])
    assert many.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = many.reset(seed=5)
    one = made(bots=["random"])
    for i in range(3):
        one.position.begin(many.matches._book.number, i)
        one.position.go_on()
        single, _ = one._told()
        assert many.single_observation_space.contains(single)
        assert single["observation"].tobytes() == seen["observation"][i].tobytes()
    assert many.observation_space.contains(seen)
    chooser, ends = random.Random(1), 0
    for _ in range(40):
        actions = numpy.array([chooser.choice(mask.nonzero()[0].tolist()) for mask in info["action_mask"]])
        seen, rewards, ended, cut, info = many.step(actions)
        assert many.observation_space.contains(seen)
        assert (seen["action_mask"] == info["action_mask"]).all()
        assert not cut.any()
        assert ("final_obs" in info) == ended.any()
        for i in map(int, ended.nonzero()[0]):
            final = info["final_obs"][i]
            assert many.single_observation_space.contains(final)
            assert not final["action_mask"].any()
            assert final["observation"].tobytes() != seen["observation"][i].tobytes()
            ends += 1
        assert not rewards[~ended].any()
    assert ends
    many.close()
    many.close()
    with pytest.raises(error.ClosedEnvironmentError):
        many.reset()


def test_the_vector_environment_refuses_in_gymnasiums_manner() -> None:
    many = made_many(2, dtype="uint8", copy=False)
    seen, info = many.reset(seed=1)
    assert numpy.shares_memory(seen["observation"], many.matches.observation)
    before = seen["observation"].tobytes()
    illegal = numpy.array([int(numpy.flatnonzero(mask == 0)[-1]) for mask in info["action_mask"]])
    for wrong in (illegal, numpy.zeros(3, int), numpy.zeros(2), numpy.array([-1, -1])):
        with pytest.raises(error.InvalidAction):
            many.step(wrong)
        assert seen["observation"].tobytes() == before
    with pytest.raises(BadOptions):
        made_many(2, bots=["search"])


def test_their_own_vector_environment_tells_the_same_of_an_end() -> None:
    """Where both tell how an episode ended, they tell it in the same form."""
    theirs = SyncVectorEnv([made] * 2, autoreset_mode=AutoresetMode.SAME_STEP)
    forms = []
    for env in (theirs, made_many(2)):
        _, info = env.reset(seed=3)
        while "final_obs" not in info:
            actions = numpy.array([mask.nonzero()[0][0] for mask in info["action_mask"]])
            info = env.step(actions)[-1]
        ended = int(info["_final_obs"].nonzero()[0][0])
        last = {name: (one.shape, one.dtype) for name, one in info["final_obs"][ended].items()}
        forms.append((sorted(info), last, sorted(info["final_info"]), info["final_info"]["action_mask"].shape))
    assert forms[0] == forms[1]

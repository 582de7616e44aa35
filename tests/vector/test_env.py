"""Many matches side by side: what is shown is what the rules say, whoever plays and on however many threads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy
import pytest

from tests.conftest import Many
from tests.strategies import say_twice
from tests.vector.test_observation import observed
from torite import vector
from torite.errors import BadOptions, UnknownName
from torite.games import games
from torite.kit.turn_order import asked
from torite.lab.table import Table as LabTable
from torite.vector import VectorEnv
from torite.vector.loops import ENDED, EPISODE
from torite.vector.position import Position

GAMES = sorted(games())


def variant_of(game: str) -> str:
    """Name a game's first variant."""
    return next(iter(games()[game].variants))


def at_random(env: VectorEnv, chooser: numpy.random.Generator) -> Any:
    """Choose among what each match's mask has."""
    return (chooser.random(env.mask.shape) * env.mask).argmax(axis=1)


def run(env: VectorEnv, steps: int, seed: int = 1) -> Iterator[VectorEnv]:
    """Play at random; stop before each step."""
    chooser = numpy.random.default_rng(seed)
    env.reset()
    for _ in range(steps):
        yield env
        env.step(at_random(env, chooser))


def shown(env: VectorEnv) -> bytes:
    """Join all that a step writes."""
    return b"".join(getattr(env, name).tobytes() for name in env.forms())


@pytest.mark.compiles(sampled=True)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_shown_is_what_the_rules_say(game: str, many: Many) -> None:
    """Compiled, a match shows the bytes and the mask that plain Python makes of its state."""
    env = vector.make(variant_of(game), n=2, seed=5, unit="match")
    rules = env.table.game.binding.interpreted(asked)
    for _ in run(env, many(300, 80)):
        for i in range(env.n):
            state = env.table.game.state.from_words(env._batch.words[i].tolist())
            seat, actions = int(env.seat[i]), env.table.actions.actions
            assert env.observation[i].tobytes() == observed(env.table.game, env.table.observation, state, seat)
            may = [0] * env.table.game.verbs.words
            mask = [actions[number] for number in env.mask[i].nonzero()[0]]
            assert mask
            assert rules(state, seat, mask[0] == 0, may)
            assert mask == [action for action in actions if may[action // 64] >> action % 64 & 1]


@pytest.mark.compiles(sampled=True)
@pytest.mark.parametrize("game", GAMES)
def test_what_belongs_to_seats_that_nobody_has_stays_as_it_is(game: str, many: Many) -> None:
    """However many sit down, a match that begins anew has nothing left of the one before."""
    fewest = games()[game].variants[variant_of(game)].seats[0]
    env, fresh = (vector.make(variant_of(game), n=2, seats=fewest, unit="match", seed=6) for _ in range(2))
    for _ in run(env, many(300, 60)):
        pass
    env.reset()
    fresh.reset()
    assert env._batch.words.tobytes() == fresh._batch.words.tobytes()


@pytest.mark.compiles(sampled=True)
@pytest.mark.parametrize("game", GAMES)
def test_deals_of_random_bots_come_out_as_in_simulation(game: str) -> None:
    """Seats that draw their choices as the simulation's do get what they get there."""
    name, n = variant_of(game), 20
    table = LabTable(name, None, None, ["random"], 3)
    expected = table.results(0, n, whole=False)[0][:, :, 1]
    env = vector.make(name, n=n, seed=3, offers=False)
    env.reset()
    got, open_ = numpy.zeros((n, env.table.seats)), numpy.ones(n, bool)
    while open_.any():
        env.step([drawn(env, i) for i in range(n)])
        ended = open_ & (env.done == 1)
        got[ended], open_ = env.reward[ended], open_ & ~ended
    assert got.tolist() == expected.tolist()


def drawn(env: VectorEnv, i: int) -> int:
    """Draw a choice from the match's own generator, as whoever plays at random does."""
    from torite.kernel.bits import nth_of
    from torite.kernel.generator import below

    rng, may = env._batch.rng[i].tolist(), env._batch.may[i].tolist()
    action = nth_of(may, below(rng, sum(map(int.bit_count, may))))
    env._batch.rng[i] = rng
    return env.table.actions.dense[action]


@pytest.mark.compiles(sampled=True)
def test_threads_change_nothing() -> None:
    """The same seed and actions give the same bytes on one thread and on three."""
    one, three = (vector.make("agurk", n=7, seed=9, threads=threads, recall=4, unit="match") for threads in (1, 3))
    with three:
        for _ in zip(run(one, 200), run(three, 200), strict=True):
            assert shown(one) == shown(three)


@pytest.mark.compiles(sampled=True)
def test_reset_begins_anew_and_by_another_seed_otherwise() -> None:
    env = vector.make("agurk", n=4, seed=2)
    first = [shown(env) for _ in run(env, 30)]
    assert first == [shown(env) for _ in run(env, 30)]
    env.reset(seed=3)
    assert shown(env) != first[0]
    env.reset(seed=2)
    assert shown(env) == first[0]


@pytest.mark.compiles(sampled=True)
def test_bots_play_their_seats_and_who_has_one_choice_is_not_asked() -> None:
    env = vector.make("agurk", n=3, bots=[None, "simple", "random", "easy"], forced=False)
    for _ in run(env, 60):
        assert set(env.seat.tolist()) == {0}
        assert (env.mask.sum(axis=1) > 1).all()


@pytest.mark.long
@pytest.mark.compiles(sampled=True, game="doppelkopf")
def test_offers_are_asked_about_or_let_pass() -> None:
    """With offers `wait` is among the choices now and then, without them never."""
    game = next(name for name in GAMES if any(games()[name].verbs.offers))
    waits = dict.fromkeys((True, False), 0)
    for offers in waits:
        env = vector.make(variant_of(game), n=4, offers=offers)
        waits[offers] = sum(int(env.mask[:, 0].sum()) for _ in run(env, 60))
    assert waits[True] > 0
    assert waits[False] == 0


@pytest.mark.long
@pytest.mark.compiles(sampled=True)
def test_rewards_of_a_match_are_those_of_its_deals() -> None:
    """Each deal that ends gives what it is worth, once; a match goes on behind it."""
    env = vector.make("agurk", n=1, unit="match", seed=4)
    rewarded, ended, deals = 0, 0, 0
    for _ in run(env, 1500):
        state = env.table.game.state.from_words(env._batch.words[0].tolist())
        if env.reward.any():
            rewarded += 1
        ended += int(env.done[0])
        deals = max(deals, state.deals_played)
    assert ended
    assert rewarded >= deals > 1


@pytest.mark.compiles(sampled=True, game="hearts")
def test_the_last_actions_are_recalled_as_the_seat_saw_them() -> None:
    """Others' hidden actions are told by their verb, one's own in full."""
    env = vector.make("hearts", n=1, seed=1, recall=6, unit="match")
    table, past, told = env.table, env.table.observation["past"], set()
    for _ in run(env, 300):
        rows = env.observation[0][past.slice].reshape(past.shape)
        for who, high, low in rows.tolist():
            number = 256 * high + low - 1
            if who == 0:
                assert number == -1
            elif number >= len(table.actions):
                assert who != 1
                told.add(table.actions.told[number - len(table.actions)])
            elif table.actions.codes[number].startswith("pass"):
                assert who == 1
                told.add("own")
    assert told == {"pass", "own"}


@pytest.mark.compiles(sampled=True)
def test_what_is_wrong_changes_nothing_and_says_why() -> None:
    env = vector.make("agurk", n=2, seed=1)
    with pytest.raises(ValueError, match="reset"):
        env.step([0, 0])
    env.reset()
    before, words = shown(env), env._batch.words.copy()
    allowed = [int(row.argmax()) for row in env.mask]
    for wrong in (
        [0, 0],
        [allowed[0], -1],
        [allowed[0], 9999],
        allowed[:1],
        [*allowed, 0],
        ["a", "b"],
        None,
        [0.5, 0.5],
    ):
        with pytest.raises(ValueError, match=r"may not take|whole numbers"):
            env.step(wrong)
        assert shown(env) == before
        assert (env._batch.words == words).all()
    env.close()
    with pytest.raises(ValueError, match="closed"):
        env.step(allowed)
    with pytest.raises(ValueError, match="closed"):
        env.reset()


@pytest.mark.compiles(sampled=True)
def test_buffers_that_are_given_are_written_into() -> None:
    forms = vector.make("agurk", n=2).forms()
    given = {name: numpy.zeros(shape, kind) for name, (shape, kind) in forms.items()}
    env = vector.make("agurk", n=2, buffers=given)
    env.reset()
    assert env.observation is given["observation"]
    assert given["mask"].sum() == 14


@pytest.mark.parametrize(
    ("name", "buffer", "said"),
    [
        ("mask", numpy.zeros((2, 3), numpy.uint8), "mask must be an array"),
        ("reward", numpy.zeros((2, 4), numpy.float64), "float32"),
        ("done", [0, 0], "done must be an array"),
        ("seat", numpy.zeros((4,), numpy.int64)[::2], "in one piece"),
        ("seats", numpy.zeros(2), "there is no buffer seats"),
    ],
)
def test_buffers_of_another_form_are_refused(name: str, buffer: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        vector.make("agurk", n=2, buffers={name: buffer})


@pytest.mark.parametrize(
    "wrong",
    [
        {"n": 0}, {"n": True}, {"n": 1 << 30}, {"unit": "trick"}, {"seed": 10**20}, {"seed": "x"}, {"recall": -1},
        {"recall": 1.5}, {"bots": []}, {"bots": "simple"}, {"bots": ["simple"]}, {"bots": [None, "search"]},
        {"bots": [None] * 5}, {"threads": -1}, {"seats": 99}, {"options": {"no_such": 1}},
    ],
)  # fmt: skip
def test_what_is_not_allowed_is_refused_in_both_languages(wrong: dict[str, Any]) -> None:
    with pytest.raises((BadOptions, UnknownName)) as refused:
        vector.make("agurk", **wrong)
    say_twice(refused.value)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownName):
        vector.make("no such game")


@pytest.mark.compiles(sampled=True)
def test_a_viewer_is_shown_how_matches_end() -> None:
    """What it saw of the position in which a match ended, from its own seat, whoever was asked last."""
    table, ends = vector.ProgramTable("agurk", 3), 0
    env = VectorEnv(table, 2, seed=3, viewer=1)
    positions = [Position(table, seed=3, match=i) for i in range(2)]
    assert env.final.shape == env.observation.shape
    for position in positions:
        position.go_on()
    env.reset()
    for _ in range(60):
        actions = env.mask.argmax(axis=1)
        env.step(actions)
        for i, position in enumerate(positions):
            position.play(int(actions[i]))
            assert (position.seat == ENDED) == env.done[i]
            if env.done[i]:
                assert env.final[i].tobytes() == position.observe(1).tobytes()
                ends += 1
                position.begin(3, i + 2 * int(env._batch.memo[i, EPISODE]))
                position.go_on()
    assert ends > 3
    assert len(VectorEnv(table, 2).final) == 0
    with pytest.raises(BadOptions):
        VectorEnv(table, 2, viewer=3)

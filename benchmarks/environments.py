"""Environments for programs beside others': `python -m benchmarks.environments [--rounds N] [--only TEXT] [--json]`.

A step answers one question in every match, observation and mask of the next included. Ours are timed without the choice
of the actions, which another program makes; the others' choice is a Python call a step, a small part of theirs. Needs
open_spiel; rlcard, pettingzoo[classic] and pgx (with jax on the processor) where they are, else a line says so.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import benchmarks.ours  # noqa: F401 (Hearts from the examples)
from benchmarks.measure import Run, Slice, main, repeated
from benchmarks.peers.hearts_peers import SEED, library, pettingzoo_cards, rlcard_bridge

MATCHES = 256  #: side by side: their states stay in the processor's cache
MANY = 4096  #: from about a thousand on a step is long enough to be shared out among threads
STEPS = 16  #: between two looks at the clock, which is read as each begins and ends
REFERENCE = "Torite, Hearts"


def environments(game: str, threads: int = 1, n: int = MATCHES, **more: Any) -> Run:
    """Step many matches with random actions."""
    import numpy

    from torite import vector

    env = vector.make(game, n=n, seed=SEED, threads=threads, **more)
    chooser = numpy.random.default_rng(SEED)
    env.reset()

    def run(milliseconds: float) -> tuple[int, float]:
        done, seconds = 0, 0.0
        while seconds < milliseconds / 1000:
            actions = ((1 - chooser.random(env.mask.shape, numpy.float32)) * env.mask).argmax(axis=1)
            began = time.perf_counter()
            env.step(actions)
            seconds += time.perf_counter() - began
            done += n
        return done, seconds

    run(1.0)
    return run


def position(game: str) -> Run:
    """Step one match, with what its seat sees and may take."""
    from torite.vector import ProgramTable
    from torite.vector.loops import CHANCE, ENDED
    from torite.vector.position import Position

    table, chooser = ProgramTable(game), random.Random(SEED)

    def deal() -> Position:
        begun = Position(table, seed=chooser.randrange(1 << 30))
        while begun.seat == CHANCE:
            begun.draw()
        return begun

    at = deal()

    def step() -> int:
        nonlocal at
        for _ in range(STEPS):
            at.observe(at.seat)
            at.take(chooser.choice(at.legal()))
            if at.seat in (ENDED, CHANCE):
                at = deal()
        return STEPS

    return repeated(step)


def spiel_environment() -> Run:
    """Step OpenSpiel's own Hearts by its reinforcement learning environment."""
    rl: Any = library("open_spiel.python.rl_environment")
    environment = rl.Environment("hearts(pass_cards=false)")
    environment.seed(SEED)
    chooser = random.Random(SEED)
    at = environment.reset()

    def step() -> int:
        nonlocal at
        for _ in range(STEPS):
            seat = at.observations["current_player"]
            at = environment.step([chooser.choice(at.observations["legal_actions"][seat])])
            if at.last():
                at = environment.reset()
        return STEPS

    return repeated(step)


def spiel_vector() -> Run:
    """Step OpenSpiel's Hearts by its vector of environments, sixteen side by side."""
    rl: Any = library("open_spiel.python.rl_environment")
    sync: Any = library("open_spiel.python.vector_env").SyncVectorEnv
    agent: Any = library("open_spiel.python.rl_agent").StepOutput
    envs = sync([rl.Environment("hearts(pass_cards=false)") for _ in range(16)])
    chooser, at = random.Random(SEED), envs.reset()

    def step() -> int:
        nonlocal at
        chosen = [chooser.choice(one.observations["legal_actions"][one.observations["current_player"]]) for one in at]
        at = envs.step([agent(action=action, probs=None) for action in chosen], reset_if_done=True)[0]
        return len(at)

    return repeated(step)


def pgx_environment(game: str) -> Run:
    """Step pgx's environments side by side on the processor, random actions drawn in the same program."""
    jax: Any = library("jax")
    pgx: Any = library("pgx")
    environment = pgx.make(game)
    begin, go = jax.jit(jax.vmap(environment.init)), jax.jit(jax.vmap(environment.step))
    draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype(jax.numpy.float32)), axis=1))
    keys = jax.random.split(jax.random.PRNGKey(SEED), MATCHES)
    state, key = begin(keys), jax.random.PRNGKey(SEED)

    def step() -> int:
        nonlocal state, key
        key, drawn = jax.random.split(key)
        state = go(state, draw(drawn, state.legal_action_mask))
        state.observation.block_until_ready()
        return MATCHES

    return repeated(step)


def slices() -> list[Slice]:
    """List what is timed."""
    prepared: list[tuple[str, Callable[[], Run]]] = [
        (REFERENCE, lambda: environments("hearts")),
        ("Torite, Hearts, two threads", lambda: environments("hearts", 2)),
        (f"Torite, {MANY:,} of Hearts", lambda: environments("hearts", n=MANY)),
        (f"Torite, {MANY:,} of Hearts, two threads", lambda: environments("hearts", 2, MANY)),
        ("Torite, Agurk", lambda: environments("agurk")),
        ("Torite, Agurk, two threads", lambda: environments("agurk", 2)),
        (f"Torite, {MANY:,} of Agurk", lambda: environments("agurk", n=MANY)),
        (f"Torite, {MANY:,} of Agurk, two threads", lambda: environments("agurk", 2, MANY)),
        ("Torite, Doppelkopf", lambda: environments("doppelkopf")),
        ("Torite, Doppelkopf, offers let pass", lambda: environments("doppelkopf", offers=False)),
        ("Torite, one match of Hearts", lambda: position("hearts")),
        ("Torite, one match of Agurk", lambda: position("agurk")),
        ("OpenSpiel rl_environment, Hearts", spiel_environment),
        ("OpenSpiel vector_env, 16 of Hearts", spiel_vector),
        ("PettingZoo, Hanabi", lambda: pettingzoo_cards("hanabi_v5")),
        ("PettingZoo, Texas hold'em", lambda: pettingzoo_cards("texas_holdem_v4")),
        ("RLCard, bridge", rlcard_bridge),
        ("pgx on the processor, Leduc hold'em", lambda: pgx_environment("leduc_holdem")),
        ("pgx on the processor, Kuhn poker", lambda: pgx_environment("kuhn_poker")),
    ]
    return [Slice(name, prepare, "step") for name, prepare in prepared]


if __name__ == "__main__":
    main(slices(), REFERENCE)

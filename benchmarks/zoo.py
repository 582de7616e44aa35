"""What PettingZoo and Gymnasium cost: a step through them beside one of a position, and of PettingZoo's own classics.

Agurk by four at random, observation and mask included. `python -m benchmarks.zoo`; needs pettingzoo and gymnasium, and
for the classics pygame, rlcard, shimmy: what is missing becomes a line in the report.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from benchmarks.measure import Run, Slice, main, repeated
from benchmarks.peers.hearts_peers import classic, library

GAME = "agurk"
AT_ONCE = 256  #: matches of the vector environment
CLASSICS = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4", "hanabi_v5")


def position() -> Run:
    """Step a position, with what its seat sees and may take."""
    from torite.vector import ProgramTable
    from torite.vector.loops import ENDED
    from torite.vector.position import Position

    chooser, one = random.Random(1), Position(ProgramTable(GAME))

    def play() -> int:
        steps = 0
        one.begin(chooser.getrandbits(40))
        one.go_on()
        while one.seat != ENDED:
            one.observe(one.seat)
            one.play(chooser.choice(one.mask().nonzero()[0].tolist()))
            steps += 1
        return steps

    return repeated(play)


def agents(make: Callable[[], Any]) -> Run:
    """Play episodes of an AEC environment at random."""
    chooser, env = random.Random(1), make()

    def play() -> int:
        steps = 0
        env.reset(seed=chooser.getrandbits(30))
        while True:
            seen, _, ended, cut, info = env.last()
            if ended or cut:
                return steps
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(chooser.choice(mask.nonzero()[0].tolist()))
            steps += 1

    return repeated(play)


def ours(name: str, **how: Any) -> Callable[[], Run]:
    """Play ours, with the wrappers of the classics or without."""

    def prepare() -> Run:
        bridge = library("torite.bridges.pettingzoo")
        return agents(lambda: getattr(bridge, name)(GAME, **how))

    return prepare


def theirs(name: str) -> Callable[[], Run]:
    """Play one of PettingZoo's own."""
    return lambda: agents(lambda: classic(name))


def single() -> Run:
    """Play one seat in Gymnasium among three bots that play at random."""
    gymnasium, bridge = library("gymnasium"), library("torite.bridges.gymnasium")
    chooser, env = random.Random(1), gymnasium.make(bridge.id_of(GAME), bots=["random"])

    def play() -> int:
        steps, ended, (_, info) = 0, False, env.reset(seed=chooser.getrandbits(30))
        while not ended:
            _, _, ended, _, info = env.step(chooser.choice(info["action_mask"].nonzero()[0].tolist()))
            steps += 1
        return steps

    return repeated(play)


def side_by_side() -> Run:
    """Play so many at once in Gymnasium, one seat each among three bots that play at random."""
    gymnasium, bridge = library("gymnasium"), library("torite.bridges.gymnasium")
    env = gymnasium.make_vec(bridge.id_of(GAME), AT_ONCE, bots=["random"], dtype="uint8", copy=False)
    masks = [env.reset(seed=1)[1]["action_mask"]]

    def play() -> int:
        masks[0] = env.step(masks[0].argmax(axis=1))[4]["action_mask"]
        return AT_ONCE

    return repeated(play)


POSITION = "Torite, a position"
SLICES = [
    Slice(POSITION, position, "step"),
    Slice("PettingZoo, raw_env of Torite, uint8", ours("raw_env", dtype="uint8"), "step"),
    Slice("PettingZoo, raw_env of Torite", ours("raw_env"), "step"),
    Slice("PettingZoo, env of Torite", ours("env"), "step"),
    Slice("Gymnasium, Torite, one seat of four", single, "step"),
    Slice(f"Gymnasium, Torite, {AT_ONCE} at once", side_by_side, "step"),
    *(Slice(f"PettingZoo, {name}", theirs(name), "step") for name in CLASSICS),
]

if __name__ == "__main__":
    main(SLICES, POSITION)

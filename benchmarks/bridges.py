"""What a step costs by the bridges, beside the same step of a position: python -m benchmarks.bridges [--only TEXT].

A step is: what may be taken, one of it taken, who is asked then. OpenSpiel and a position play the same deal by the
same choices. In PettingZoo and Gymnasium whoever is asked sees an observation, too, and deals begin anew; so do the
positions beside them. A step of Gymnasium's is one of the agent's: the others play at random before it is asked again.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import benchmarks.ours  # noqa: F401 (Hearts from the examples)
from benchmarks.measure import Run, Slice, Unavailable, main, repeated
from torite.vector.loops import CHANCE
from torite.vector.position import Position
from torite.vector.tables import ProgramTable

TABLES = (("agurk", 4), ("hearts", 4), ("doppelkopf", 4))


def position(variant: str, seats: int) -> Run:
    """Play a deal by `Position`."""
    table = ProgramTable(variant, seats)
    begun = Position(table)
    while begun.seat == CHANCE:
        begun.draw()

    def play() -> int:
        one, choices, steps = begun.clone(), chooser(), 0
        while one.seat >= 0:
            legal = one.legal()
            one.take(legal[next(choices) % len(legal)])
            steps += 1
        return steps

    return repeated(play)


def openspiel(variant: str, seats: int) -> Run:
    """Play a deal by a state of OpenSpiel."""
    return states(variant, seats, lambda state: None)


def informed(variant: str, seats: int) -> Run:
    """The same, with the information state of whoever is asked."""
    return states(variant, seats, lambda state: state.information_state_string())


def states(variant: str, seats: int, look: Callable[[Any], object]) -> Run:
    """Play a deal by a state of OpenSpiel, and look at it before each step."""
    try:
        import pyspiel

        from torite.bridges.openspiel import name_of
    except ImportError as missing:
        raise Unavailable(str(missing)) from None
    begun, chance = pyspiel.load_game(name_of(variant), {"players": seats}).new_initial_state(), random.Random(1)
    while begun.is_chance_node():
        begun.apply_action(chance.choice(begun.legal_actions()))

    def play() -> int:
        one, choices, steps = begun.clone(), chooser(), 0
        while (seat := one.current_player()) >= 0:
            look(one)
            legal = one.legal_actions(seat)
            one.apply_action(legal[next(choices) % len(legal)])
            steps += 1
        return steps

    return repeated(play)


def seen(variant: str, seats: int, alone: bool = False) -> Run:
    """Play deals by `Position`, with what whoever is asked sees; all seats, or one while the others play at random."""
    import numpy

    one, choices, seeds = Position(ProgramTable(variant, seats), bots=bots(seats, alone)), chooser(), chooser()

    def play() -> int:
        one.begin(next(seeds))
        one.go_on()
        steps = 0
        while one.seat >= 0:
            one.observe(one.seat)
            legal = numpy.flatnonzero(one.mask())
            one.take(int(legal[next(choices) % len(legal)]))
            one.go_on()
            steps += 1
        return steps

    return repeated(play)


def bots(seats: int, alone: bool) -> list[str | None]:
    """Say who plays each seat: the program all of them, or the first."""
    return [None, *(["random"] * (seats - 1))] if alone else [None]


def pettingzoo(variant: str, seats: int) -> Run:
    """Play deals by PettingZoo's interface, with its usual checks around it."""
    try:
        from torite.bridges.pettingzoo import env
    except ImportError as missing:
        raise Unavailable(str(missing)) from None
    one, choices, seeds = env(variant, seats=seats, dtype="uint8"), chooser(), chooser()

    def play() -> int:
        one.reset(next(seeds))
        steps = 0
        while True:
            observed, _, over, _, _ = one.last()
            if over:
                return steps
            legal = observed["action_mask"].nonzero()[0]
            one.step(legal[next(choices) % len(legal)])
            steps += 1

    return repeated(play)


def gymnasium(variant: str, seats: int) -> Run:
    """Play deals of one seat by Gymnasium's interface, with its usual checks around it."""
    try:
        import gymnasium as library

        from torite.bridges.gymnasium import id_of
    except ImportError as missing:
        raise Unavailable(str(missing)) from None
    others = bots(seats, alone=True)[1:]
    one = library.make(id_of(variant), seats=seats, bots=others, dtype="uint8", disable_env_checker=True)
    choices, seeds = chooser(), chooser()

    def play() -> int:
        observed, _ = one.reset(seed=next(seeds))
        steps, over = 0, False
        while not over:
            legal = observed["action_mask"].nonzero()[0]
            observed, _, over, _, _ = one.step(legal[next(choices) % len(legal)])
            steps += 1
        return steps

    return repeated(play)


def chooser() -> Iterator[int]:
    """Run through the same numbers, time and again."""
    while True:
        yield from NUMBERS


NUMBERS = random.Random(7).choices(range(1 << 16), k=256)
WAYS: dict[str, Callable[[str, int], Run]] = {
    "position": position,
    "OpenSpiel": openspiel,
    "OpenSpiel, informed": informed,
    "position, seen": seen,
    "PettingZoo": pettingzoo,
}
ALONE: dict[str, Callable[[str, int], Run]] = {
    "position, one seat seen": partial(seen, alone=True),
    "Gymnasium": gymnasium,
}


def slices(variant: str, seats: int, ways: dict[str, Callable[[str, int], Run]], unit: str) -> list[Slice]:
    """List what is timed of a table."""
    return [Slice(f"{variant} {way}", partial(make, variant, seats), unit) for way, make in ways.items()]


if __name__ == "__main__":
    for table in TABLES:
        main(slices(*table, WAYS, "step"), f"{table[0]} position")
        main(slices(*table, ALONE, "turn"), f"{table[0]} position, one seat seen")

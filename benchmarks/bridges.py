"""What a step costs in OpenSpiel, beside the same step of a position: python -m benchmarks.bridges.

A step is: what may be taken, one of it taken, who is asked then. Both play the same deal by the same choices.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

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


def chooser() -> Iterator[int]:
    """Run through the same numbers, time and again."""
    while True:
        yield from NUMBERS


NUMBERS = random.Random(7).choices(range(1 << 16), k=256)
WAYS = {"position": position, "OpenSpiel": openspiel, "OpenSpiel, informed": informed}
SLICES = [
    Slice(f"{variant} {way}", partial(make, variant, seats), unit=f"{variant} step")
    for variant, seats in TABLES
    for way, make in WAYS.items()
]

if __name__ == "__main__":
    main(SLICES, f"{TABLES[0][0]} position")

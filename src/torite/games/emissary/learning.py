"""What is still to be gained before a visit, from visits played by the rule of thumb.

`python -m torite.games.emissary.solving` writes the table, from no kingdom left to all eight: of so many visits each
with hands, rulers and allies drawn at random, the kingdom is chosen by the part of the table that is there already.
"""

from __future__ import annotations

import struct
import sys
from typing import Any

from torite.kernel.generator import below
from torite.kernel.scratch import room
from torite.kernel.slots import ASK_WORDS, OUTCOME_WORDS, act
from torite.kit import EMPTY, bit, has, kernel, nth, put, size
from torite.kit.turn_order import play_on, settle_chance

from .advice import best_kingdom
from .cards import RULERS
from .choosing import places_left
from .future import ENTRIES, FILE, PACKED, index_of
from .state import KINGDOMS, PLAYER, VISIT, Phase, State

VISITS = 3000  # played for each entry
SCALE = 100  # of a score in the table


@kernel
def _set_up(s: State, left: int, allies: int, rng: Any) -> None:
    """Put rulers at the kingdoms left, and so many among the allies; the others are used."""
    rulers = RULERS
    for place in range(KINGDOMS):
        kind = nth(rulers, below(rng, KINGDOMS - place))
        rulers &= ~bit(kind)
        s.kingdoms[place] = kind
    helpers = 0
    for place in range(KINGDOMS):
        if not has(left, place):
            put(s.allies if helpers < allies else s.used_allies, s.kingdoms[place])
            helpers += 1
            s.kingdoms[place] = EMPTY
    s.phase = Phase.DEAL


@kernel
def visit_often(
    blank: Any, words: Any, s: State, left: int, allies: int, worth: Any, policies: Any, rng: Any, times: int
) -> int:
    """Return what visits bring in all, in hundredths of a point: the change of the score, and what is worth after it.

    Args:
        blank: the words of a state that has started.
        words, s: room for a state, as words and as a record.
        left, allies: the kingdoms left, a mask of places, and the number of allies in hand.
        worth: the table so far.
        policies: how the visit is played.
        rng: the generator.
        times: visits.
    """
    ask = room(ASK_WORDS)
    outcome = room(OUTCOME_WORDS)
    total = 0
    for _ in range(times):
        for w in range(len(blank)):
            words[w] = blank[w]
        _set_up(s, left, allies, rng)
        settle_chance(s, ask, outcome, rng)
        act(s, PLAYER, VISIT + best_kingdom(s, left, worth))
        play_on(s, False, policies, rng)
        after = places_left(s)
        total += SCALE * (size(s.allies) - allies)
        if after != left:
            total += SCALE + worth[index_of(after, size(s.allies))]
    return total


def solve(visits: int) -> list[int]:
    """Return the table: what is still to be gained before a visit, in hundredths, by `index_of`."""
    import numpy

    from torite.kernel import generator
    from torite.kit.turn_order import THUMB

    from . import GAME

    state: Any = GAME.state()
    state.seats, state.options = 1, GAME.options("emissary", {}, 1)
    GAME.rules.start(state)
    layout, often = GAME.layout, GAME.binding.compiled(visit_often, playout=True)
    blank = numpy.array(state.to_words()[: layout.words], dtype=numpy.int64)
    words, worth = numpy.zeros_like(blank), numpy.zeros(ENTRIES, dtype=numpy.int64)
    rng, policies = numpy.zeros(generator.PADDED, dtype=numpy.int64), numpy.array([THUMB])
    GAME.binding.compiled(generator.seed)(rng, 1, 1)
    record = words.view(layout.playout_dtype)[0]
    for left in sorted(range(1, 1 << KINGDOMS), key=int.bit_count):
        for allies in range(KINGDOMS - left.bit_count() + 1):
            total = often(blank, words, record, left, allies, worth, policies, rng, visits)
            worth[index_of(left, allies)] = round(total / visits)
    return [int(number) for number in worth]


def main(visits: int = VISITS) -> None:
    """Write the table."""
    table = solve(visits)
    FILE.write_bytes(struct.pack(PACKED, *table))
    print(f"{FILE.name}: a match is worth {table[index_of((1 << KINGDOMS) - 1, 0)] / SCALE:.2f} by the rule of thumb")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

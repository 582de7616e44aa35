"""Learns from visits: what the chance of success is, and with that what is still to be gained before a visit.

`python -m torite.games.emissary.learning` writes both, in twelve minutes of one core. Round by round visits are played
by what was learned in the last ones, some of them with one choice at random, and it learns from what came of them. What
is to be gained is counted then, from no kingdom left to all eight: of so many visits each with hands, rulers and allies
drawn at random, the kingdom is chosen by the part of that table that is there already.
"""

from __future__ import annotations

import struct
import sys
from typing import Any, NamedTuple

from torite.kernel.bits import count_of, nth_of
from torite.kernel.generator import below
from torite.kernel.scratch import room
from torite.kernel.slots import ASK_WORDS, MAY_WORDS, OUTCOME_WORDS, act, actors, legal, over
from torite.kit import EMPTY, bit, count, has, kernel, nth, put, size
from torite.kit.learned import write_net
from torite.kit.learning import Learner
from torite.kit.turn_order import settle_asked

from . import future, learned
from .cards import RULERS
from .choosing import places_left
from .future import ENTRIES, FUTURE, PACKED, index_of
from .learned import BEST, DESCRIBED, HELD, INPUTS, choose
from .state import KINGDOMS, PLAYER, Phase, State

#: What is played to learn from: a variant, and what is agreed.
PLAYED: tuple[tuple[str, dict[str, str]], ...] = (
    ("emissary", {"mode": "hard"}), ("emissary", {}), ("emissary", {"mode": "hard", "vassal_selection": "one_window"}),
    ("emissary-published", {}),
)  # fmt: skip
ROUNDS, POSITIONS = 16, 400_000  # of playing and learning; positions of each of these in a round
VISITS = 3000  # counted for each entry of the table, a fifth of it on the way
COUNTED_AFTER = (2, 5, 9, 13)  # rounds, on the way
LOOKS = 4  # how often a position is learned from in a round; those of the round before, too
STRAYS = 14  # choices, of which one may be at random
LONGEST = 60  # choices of a visit, or more
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
def _leave_one(may: Any, rng: Any) -> None:
    """Leave one choice, at random."""
    action = nth_of(may, below(rng, count_of(may)))
    for j in range(len(may)):
        may[j] = 0
    may[action // 64] = 1 << action % 64


@kernel
def _visit(s: State, net: Any, worth: Any, rng: Any, anywhere: bool, stray: int, positions: Any) -> int:
    """Play a visit, and write down the positions that were chosen; return how many.

    Args:
        s: the state before the visit.
        net, worth: what it is played by.
        rng: the generator.
        anywhere: whether the kingdom is chosen at random.
        stray: the number of another choice at random, from which on positions are written; below 0 for none.
        positions: int8[positions, INPUTS], written from the first on.
    """
    ask = room(ASK_WORDS)
    outcome = room(OUTCOME_WORDS)
    may = room(MAY_WORDS)
    best = room(BEST)
    made, written = 0, 0
    settle_asked(s, ask, outcome, rng)
    while not over(s) and s.phase != Phase.DEAL:
        if actors(s) == 0:
            settle_asked(s, ask, outcome, rng)
        else:
            for j in range(MAY_WORDS):
                may[j] = 0
            legal(s, PLAYER, may)
            if made == stray or (anywhere and s.phase == Phase.KINGDOM):
                _leave_one(may, rng)
            action = choose(s, may, net, worth, best)
            if made >= stray and best[DESCRIBED + HELD] > 0 and written < len(positions):
                for i in range(INPUTS):
                    positions[written, i] = best[DESCRIBED + i]
                written += 1
            act(s, PLAYER, action)
            made += 1
    return written


@kernel
def _begin(played: Any, left: int, allies: int) -> None:
    """Begin a match anew, in the midst of it."""
    for w in range(len(played.blank)):
        played.words[w] = played.blank[w]
    _set_up(played.s, left, allies, played.rng)


@kernel
def visit_and_tell(played: Any, net: Any, worth: Any, positions: Any, well: Any) -> int:
    """Play visits until there are enough positions; return how many there are.

    Args:
        played: what is played in.
        net, worth: what it is played by.
        positions: int8[positions, INPUTS], filled with what was chosen.
        well: int8[positions], filled with 100 where the visit was a success, else 0.
    """
    s, rng = played.s, played.rng
    written = 0
    while written + LONGEST <= len(positions):
        open_kingdoms = 1 + below(rng, KINGDOMS)
        left = 0
        while count(left) < open_kingdoms:
            left |= bit(below(rng, KINGDOMS))
        _begin(played, left, below(rng, KINGDOMS - open_kingdoms + 1))
        stray = below(rng, STRAYS) if below(rng, 3) == 0 else -1
        made = _visit(s, net, worth, rng, below(rng, 2) == 0, stray, positions[written:])
        for i in range(written, written + made):
            well[i] = 100 if places_left(s) != left else 0
        written += made
    return written


@kernel
def visit_often(played: Any, left: int, allies: int, net: Any, worth: Any, positions: Any, times: int) -> int:
    """Return what visits bring in all, in hundredths of a point: the change of the score, and what is worth after it.

    Args:
        played: what is played in.
        left, allies: the kingdoms left, a mask of places, and the number of allies in hand.
        net, worth: what it is played by; the table so far.
        positions: int8[any, INPUTS], filled with what was chosen.
        times: visits.
    """
    s = played.s
    total = 0
    for _ in range(times):
        _begin(played, left, allies)
        _visit(s, net, worth, played.rng, False, -1, positions)
        after = places_left(s)
        total += SCALE * (size(s.allies) - allies)
        if after != left:
            total += SCALE + worth[index_of(after, size(s.allies))]
    return total


class Played(NamedTuple):
    """What is played in.

    Attributes:
        blank: the words of a state that has started.
        words, s: room for a state, as words and as a record.
        rng: the generator.
    """

    blank: Any
    words: Any
    s: Any
    rng: Any


def played_in(variant: str, options: dict[str, str], seed: int) -> Played:
    """Make room for playing a variant."""
    import numpy

    from torite.kernel import generator

    from . import GAME

    state: Any = GAME.state()
    state.seats, state.options = 1, GAME.options(variant, options, 1)
    GAME.rules.start(state)
    layout = GAME.layout
    blank = numpy.array(state.to_words()[: layout.words], dtype=numpy.int64)
    words, rng = numpy.zeros_like(blank), numpy.zeros(generator.PADDED, dtype=numpy.int64)
    GAME.binding.compiled(generator.seed)(rng, seed, 1)
    return Played(blank, words, words.view(layout.playout_dtype)[0], rng)


def count_worth(net: Any, visits: int, seed: int) -> Any:
    """Return the table, for the hard mode: what is still to be gained before a visit, in hundredths."""
    import numpy

    from . import GAME

    often, played = GAME.binding.compiled(visit_often, playout=True), played_in(*PLAYED[0], seed)
    worth, positions = numpy.zeros(ENTRIES, dtype=numpy.int64), numpy.zeros((0, INPUTS), dtype=numpy.int8)
    for left in sorted(range(1, 1 << KINGDOMS), key=int.bit_count):
        for allies in range(KINGDOMS - left.bit_count() + 1):
            total = often(played, left, allies, net, worth, positions, visits)
            worth[index_of(left, allies)] = round(total / visits)
    return worth


def learn(rounds: int, enough: int, visits: int) -> tuple[Any, Any]:
    """Return a network, and the table that goes with it.

    Args:
        rounds: of playing, and learning from it.
        enough: positions of each of PLAYED in a round.
        visits: counted for each entry of the table, the last time.
    """
    import numpy

    from . import GAME

    tell = GAME.binding.compiled(visit_and_tell, playout=True)
    tables = [played_in(variant, options, seed) for seed, (variant, options) in enumerate(PLAYED, 1)]
    learner, worth = Learner(INPUTS, seed=1), numpy.array(FUTURE, dtype=numpy.int64)
    before: list[Any] = []
    for number in range(rounds):
        now = []
        for played in tables:
            positions = numpy.zeros((enough, INPUTS), dtype=numpy.int8)
            well = numpy.zeros(enough, dtype=numpy.int8)
            written = tell(played, learner.net, worth, positions, well)
            now.append((positions[:written], well[:written]))
        described, well = (numpy.concatenate(parts) for parts in zip(*before, *now, strict=True))
        loss = learner.learn(described, well, LOOKS)
        print(f"round {number + 1}: {well.mean():.1f} % of the positions went well; loss {loss:.4f}", flush=True)
        before = now
        if number in COUNTED_AFTER:
            worth = count_worth(learner.net, visits // 5, number)
    return learner.net, count_worth(learner.net, visits, rounds)


def main(rounds: int = ROUNDS, enough: int = POSITIONS, visits: int = VISITS) -> None:
    """Write the network and the table."""
    net, worth = learn(rounds, enough, visits)
    write_net(learned.FILE, net)
    future.FILE.write_bytes(struct.pack(PACKED, *worth.tolist()))
    print(f"a match is worth {worth[index_of((1 << KINGDOMS) - 1, 0)] / SCALE:.2f} by the learned rule")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

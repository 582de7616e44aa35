"""The compiled loops of simulation."""

from __future__ import annotations

from typing import Any

from torite.kernel.compile import kernel
from torite.kernel.generator import seed
from torite.kernel.slots import over, payoff, scores, start
from torite.kit.turn_order import play_on

# what came of a match: of each seat, and of the whole
SCORE, PAY, SHARE, OF_SEAT = range(4)
DEALS, CHOICES, OF_MATCH = range(3)
#: What a whole win counts: whatever number of seats share it, each has a whole number.
WIN = 2520


@kernel
def play_many(
    blank: Any, memory: Any, whole: bool, playout: Any, number: int, first: int, seats: Any, matches: Any
) -> None:
    """Play matches, or deals, from the start; write down what comes of each.

    Args:
        blank: the words of a state with options and seats, before `start`.
        memory: room for one state.
        whole: whole matches; else each counts a first deal only.
        playout: how it is played.
        number, first: row i is of the match drawn from stream *first* + i of generators seeded with *number*.
        seats: int64[matches, seats, OF_SEAT], written.
        matches: int64[matches, OF_MATCH], written.
    """
    s, pay = memory.s, playout.pay
    for i in range(len(matches)):
        for w in range(len(blank)):
            memory.words[w] = blank[w]
        seed(playout.rng, number, first + i)
        start(s)
        matches[i][CHOICES] = play_on(s, whole, playout.policies, playout.rng)
        matches[i][DEALS] = s.deals_played
        payoff(s, pay)
        for seat in range(s.seats):
            seats[i][seat][PAY] = pay[seat]
        winners = 0
        if over(s):
            for seat in range(s.seats):
                winners += s.won[seat]
        for seat in range(s.seats):
            seats[i][seat][SHARE] = s.won[seat] * WIN // winners if winners > 0 else 0
        scores(s, pay)
        for seat in range(s.seats):
            seats[i][seat][SCORE] = pay[seat]


@kernel
def roll_out(dealt: Any, words: Any, s: Any, policies: Any, rng: Any, times: int) -> int:
    """Copy a state and play the deal out, many times; return the number of choices made."""
    made = 0
    for _ in range(times):
        for w in range(len(dealt)):
            words[w] = dealt[w]
        made += play_on(s, False, policies, rng)
    return made


@kernel
def copy_many(source: Any, words: Any, times: int) -> int:
    """Copy a state many times, each time changing it, so that no copy can be left out."""
    for i in range(times):
        for w in range(len(source)):
            words[w] = source[w]
        source[0] = words[0] ^ (i & 1)
    return int(source[0])

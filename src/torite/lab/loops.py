"""The compiled loops of simulation."""

from __future__ import annotations

from typing import Any

from torite.kernel.compile import kernel
from torite.kernel.generator import seed
from torite.kernel.slots import over, payoff, scores, start
from torite.kit.turn_order import play_on

# columns of the sums kept for each seat
SCORE, SCORE2, PAY, PAY2, SHARE, SHARE2, LOWEST, COLUMNS = range(8)
# sums kept for all seats together
MATCHES, DEALS, CHOICES, TOTALS = range(4)


@kernel
def play_many(
    blank: Any, memory: Any, whole: bool, playout: Any, number: int, first: int, times: int, sums: Any, totals: Any
) -> None:
    """Play matches, or deals, from the start; add up what comes of them.

    Args:
        blank: the words of a state with options and seats, before `start`.
        memory: room for one state.
        whole: whole matches; else each counts a first deal only.
        playout: how it is played.
        number, first, times: match i is drawn from stream i of generators seeded with *number*, from *first* on.
        sums: float64[seats, COLUMNS], added to.
        totals: int64[TOTALS], added to.
    """
    s = memory.s
    for i in range(first, first + times):
        for w in range(len(blank)):
            memory.words[w] = blank[w]
        seed(playout.rng, number, i)
        start(s)
        totals[CHOICES] += play_on(s, whole, playout.policies, playout.rng)
        totals[MATCHES] += 1
        totals[DEALS] += s.deals_played
        _add(s, playout.pay, sums)


@kernel
def _add(s: Any, pay: Any, sums: Any) -> None:
    payoff(s, pay)
    worst = pay[0]
    for seat in range(s.seats):
        worst = min(worst, pay[seat])
    winners = 0
    if over(s):
        for seat in range(s.seats):
            winners += s.won[seat]
    for seat in range(s.seats):
        share = s.won[seat] / winners if winners > 0 else 0.0
        sums[seat][PAY] += pay[seat]
        sums[seat][PAY2] += pay[seat] * pay[seat]
        sums[seat][SHARE] += share
        sums[seat][SHARE2] += share * share
        if pay[seat] == worst:
            sums[seat][LOWEST] += 1
    scores(s, pay)
    for seat in range(s.seats):
        sums[seat][SCORE] += pay[seat]
        sums[seat][SCORE2] += pay[seat] * pay[seat]


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

"""What a round was worth to a seat: how likely it wins the match after it."""

from __future__ import annotations

from math import exp

from torite.kernel.scratch import room
from torite.kit import kernel

from .prospects import POINT, STRIKES
from .state import SEATS, State

WHOLE = 1000  # a match that is won, in payoffs
STEP = 10  # thousandths of an exponent from one entry of the table to the next
FALLING = tuple(round((1 << 20) * exp(-STEP * i / 1000)) for i in range(1000))
WITH_THREE = 2  # the table for three players; with four it is the edition's


@kernel
def payoff(s: State, out: list[int]) -> None:
    """AMB-8.2, 8.6: the chance to win the match, in thousandths; at its end each winner's share of the win.

    The chance is read from points and strikes by the tables of `prospects`, which were fitted to 10,000 matches each of
    players by the rule of thumb (`python -m benchmarks.ambition`). So a strike costs the more, the fewer
    are left, points count the more, the nearer the end is, and a round that ends the match is judged by that alone.
    """
    winners = 0
    for seat in range(s.seats):
        winners += s.won[seat]
    if winners > 0:
        for seat in range(s.seats):
            out[seat] = WHOLE // winners if s.won[seat] == 1 else 0
    else:
        _share_out(s, out)


@kernel
def _share_out(s: State, out: list[int]) -> None:
    """Share out the match by the weights of the seats."""
    nearest = s.options.strikes_out
    for seat in range(s.seats):
        nearest = min(nearest, s.options.strikes_out - s.strikes[seat])
    table = s.options.edition if s.seats == SEATS else WITH_THREE
    exponents = room(SEATS)
    best = -(1 << 40)
    for seat in range(s.seats):
        left = s.options.strikes_out - s.strikes[seat]
        exponents[seat] = POINT[table][nearest - 1] * s.score[seat] + STRIKES[table][nearest - 1][left - 1]
        best = max(best, exponents[seat])
    total = 0
    for seat in range(s.seats):
        out[seat] = FALLING[min((best - exponents[seat]) // STEP, len(FALLING) - 1)]
        total += out[seat]
    for seat in range(s.seats):
        out[seat] = WHOLE * out[seat] // total

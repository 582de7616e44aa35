"""Cribbage Dice: what playing for the win is worth: `python -m benchmarks.cribbage_dice [STEP]`.

It calculates, without chance, how likely a player wins who plays for the most points, for the win as the bot does, and
for the win as well as can be, against one who plays for the most points; with a step of 2 or more only every so many
scores are calculated, and those between are taken for alike.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import numpy

from torite.games.cribbage_dice import GAME
from torite.games.cribbage_dice.exact import NEAR
from torite.games.cribbage_dice.faces import DICE, FACES
from torite.games.cribbage_dice.hands import BELOW, HANDS, KEPT
from torite.games.cribbage_dice.racing import chance_of_win, ways
from torite.games.cribbage_dice.solved import COUNTED, SPREADS
from torite.games.cribbage_dice.solving import COUNTS, UNIT, spread_of

TARGET, REROLLS = 90, 3
Floats = Any


def turns(chances: Floats, judged: Floats | None = None) -> Floats:
    """Return what a turn is worth before it, for each starter: float64[12].

    Args:
        chances: float64[12, 41], what each count is worth by the starter.
        judged: float64[12, 41], what the player takes it to be worth; the same if not given.
    """
    smaller, larger = ways()
    counted = numpy.array(COUNTED).reshape(FACES, HANDS)
    stops = numpy.take_along_axis(chances, counted, 1)
    thought = stops if judged is None else numpy.take_along_axis(judged, counted, 1)
    true, seen = numpy.zeros((FACES, KEPT + HANDS)), numpy.zeros((FACES, KEPT + HANDS))
    true[:, KEPT:], seen[:, KEPT:] = stops, thought
    for left in range(REROLLS + 1):
        if left > 0:
            best = seen[:, smaller].argmax(axis=2)
            kept = numpy.take_along_axis(numpy.broadcast_to(smaller, (FACES, *smaller.shape)), best[..., None], 2)[
                ..., 0
            ]
            gains = numpy.take_along_axis(seen, kept, 1)
            again = gains > thought
            true[:, KEPT:] = numpy.where(again, numpy.take_along_axis(true, kept, 1), stops)
            seen[:, KEPT:] = numpy.where(again, gains, thought)
        for size in range(DICE - 1, -1, -1):
            sets = slice(BELOW[size], BELOW[size + 1])
            true[:, sets] = true[:, larger[sets]].mean(axis=2)
            seen[:, sets] = seen[:, larger[sets]].mean(axis=2)
    return true[:, 0]


def race_chances(mine: int, other: int, first: bool) -> Floats:
    """Return what the bot takes each count to be worth: float64[12, 41]."""
    state: Any = GAME.state()
    state.seats, state.options = 2, GAME.options("cribbage-dice", {}, 2)
    state.score[:2], state.reached_by, state.dealer = [mine, other], -1, 1 if first else 0
    spread = numpy.array(SPREADS[COUNTS:]) / UNIT
    row = numpy.array([chance_of_win(state, 0, mine + points, spread) for points in range(COUNTS)])
    return numpy.broadcast_to(row, (FACES, COUNTS))


def chance_to_win(judge: Callable[[int, int, bool, Floats], Floats | None], step: int) -> float:
    """Return how likely seat 0 wins, before it is known who deals, against a player for the most points.

    Args:
        judge: tells what seat 0 takes counts to be worth, from the scores, whether it is the first of the round, and
            what they are worth; None for just that.
        step: scores between are taken for alike.
    """
    other = numpy.array([spread_of(starter, REROLLS + 1) for starter in range(FACES)])
    size = TARGET + COUNTS
    # Chances that seat 0 wins, by both scores: it is the first or the second of a round, or the other is.
    first, second = numpy.ones((size, size)), numpy.ones((size, size, FACES))
    others_first, others_second = numpy.ones((size, size)), numpy.ones((size, size, FACES))
    for table in (first, second, others_first, others_second):
        table[:TARGET, TARGET:] = 0.0
    for total in range(2 * (TARGET - 1), -1, -1):
        for mine in range(min(total, TARGET - 1), max(0, total - TARGET + 1) - 1, -1):
            theirs = total - mine
            if mine % step or theirs % step:
                up = (mine + -mine % step, theirs + -theirs % step)
                if max(up) < TARGET:
                    for table in (first, second, others_first, others_second):
                        table[mine, theirs] = table[up]
                    continue
            for _ in range(2):
                ahead, back = slice(mine, mine + COUNTS), slice(theirs, theirs + COUNTS)
                others_second[mine, theirs] = other @ others_first[mine, back]
                chances = others_second[ahead, theirs].T
                first[mine, theirs] = turns(chances, judge(mine, theirs, True, chances)).mean()
                chances = numpy.broadcast_to(first[ahead, theirs], (FACES, COUNTS))
                second[mine, theirs] = turns(chances, judge(mine, theirs, False, chances))
                others_first[mine, theirs] = (other * second[mine, back].T).sum(axis=1).mean()
    return float(first[0, 0] + others_first[0, 0]) / 2


def for_points(mine: int, theirs: int, first: bool, chances: Floats) -> Floats | None:
    """Judge by the points alone."""
    return numpy.broadcast_to(numpy.arange(COUNTS, dtype=float), (FACES, COUNTS))


def as_the_bot(mine: int, theirs: int, first: bool, chances: Floats) -> Floats | None:
    """Judge as the bot does: by the race once somebody is near, else by the points."""
    if max(mine, theirs) < TARGET - NEAR:
        return for_points(mine, theirs, first, chances)
    return race_chances(mine, theirs, first)


def as_well_as_can_be(mine: int, theirs: int, first: bool, chances: Floats) -> Floats | None:
    """Judge by what is true."""
    return None


def win(step: int = 1) -> None:
    """Print how likely each wins."""
    ways = {
        "for points": for_points,
        "for the win, as the bot": as_the_bot,
        "for the win, perfectly": as_well_as_can_be,
    }
    with ProcessPoolExecutor(2) as pool:
        found = pool.map(partial(chance_to_win, step=step), ways.values())
        for name, chance in zip(ways, found, strict=True):
            print(f"{name:26} wins {100 * chance:.3f} % against a player for points", flush=True)


if __name__ == "__main__":
    win(*map(int, sys.argv[1:]))

"""Cribbage Dice: what the exact play of a turn is worth, and playing for the win.

`python -m benchmarks.cribbage_dice games [GAMES]` plays whole games of two, seat 0 by the exact table and seat 1 by the
rule of thumb. `python -m benchmarks.cribbage_dice win [STEP]` calculates, without chance, how likely a player wins who
plays for the most points, for the win as the bot does, and for the win as well as can be, against one who plays for the
most points; with a step of 2 or more only every so many scores are calculated, and those between are taken for alike.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import numpy

from torite.games.cribbage_dice import GAME
from torite.games.cribbage_dice.exact import NEAR, best_away
from torite.games.cribbage_dice.faces import DICE, FACES
from torite.games.cribbage_dice.hands import BELOW, HANDS, KEPT
from torite.games.cribbage_dice.racing import chance_of_win, ways
from torite.games.cribbage_dice.solved import COUNTED, SPREADS
from torite.games.cribbage_dice.solving import COUNTS, UNIT, spread_of
from torite.games.cribbage_dice.state import KEEP, ROLL
from torite.kernel import generator
from torite.kernel.compile import kernel
from torite.kernel.scratch import room
from torite.kernel.slots import MAY_WORDS, act, actors, legal, over, rule_of_thumb, start
from torite.kit import DONE, has
from torite.kit.turn_order import settle_all

TARGET, REROLLS = 90, 3
Floats = Any


@kernel
def take_exactly(s: Any, seat: int) -> None:
    """Take the choice that is worth the most points, part by part."""
    away = best_away(s.hand[seat], s.starter[0], s.rerolls)
    if away == 0:
        act(s, seat, KEEP)
        return
    dice = room(DICE)
    for i in range(DICE):
        dice[i] = s.hand[seat][i]
    named = 0
    for i in range(DICE):
        if has(away, i):
            act(s, seat, ROLL + dice[i])
            named += 1
    if named < DICE:
        act(s, seat, DONE)


@kernel
def play_games(fresh: Any, words: Any, s: Any, rng: Any, times: int, tally: Any) -> None:
    """Play games between the table and the rule of thumb; count wins and points of each seat, and rounds."""
    may = room(MAY_WORDS)
    for _ in range(times):
        for w in range(len(words)):
            words[w] = fresh[w]
        start(s)
        while not over(s):
            settle_all(s, rng)
            if actors(s) == 1:
                take_exactly(s, 0)
            elif actors(s) == 2:
                for j in range(MAY_WORDS):
                    may[j] = 0
                legal(s, 1, may)
                act(s, 1, rule_of_thumb(s, 1, may))
        for seat in range(2):
            tally[3 * seat] += s.won[seat]
            tally[3 * seat + 1] += s.score[seat]
        tally[2] += s.deals_played


def part(seed: int, times: int) -> list[int]:
    """Play a part of the games."""
    state: Any = GAME.state()
    state.seats, state.options = 2, GAME.options("cribbage-dice", {}, 2)
    fresh = numpy.array(state.to_words()[: GAME.layout.words], dtype=numpy.int64)
    words, tally = fresh.copy(), numpy.zeros(6, dtype=numpy.int64)
    rng = numpy.zeros(generator.PADDED, dtype=numpy.int64)
    GAME.binding.compiled(generator.seed)(rng, seed, 1)
    play = GAME.binding.compiled(play_games, playout=True)
    play(fresh, words, words.view(GAME.layout.playout_dtype)[0], rng, times, tally)
    return [int(number) for number in tally]


def games(times: int) -> None:
    """Print how often the exact table wins, and what each makes in a round."""
    with ProcessPoolExecutor(2) as pool:
        parts = list(pool.map(partial(part, times=times // 2), range(2)))
    wins, points, rounds, _, others, _ = (sum(column) for column in zip(*parts, strict=True))
    share = wins / times
    half = 1.96 * math.sqrt(share * (1 - share) / times)
    print(f"{times} games: the exact table wins {100 * share:.2f} ± {100 * half:.2f} % against the rule of thumb;")
    print(f"{points / rounds:.2f} points a round against {others / rounds:.2f}")


# playing for the win, without chance


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


def win(step: int) -> None:
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


def main() -> None:
    """Do what is asked."""
    what, *numbers = sys.argv[1:] or ["games"]
    if what == "win":
        win(int(numbers[0]) if numbers else 1)
    else:
        games(int(numbers[0]) if numbers else 100_000)


if __name__ == "__main__":
    main()

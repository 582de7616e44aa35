"""Domino Cribbage: how good players lay away, and what that and search are worth.

`python -m benchmarks.domino_cribbage habits [HANDS] [ROUNDS]` writes the table of what is laid away, from the choices
of players who expect the other to choose as in the round before. `python -m benchmarks.domino_cribbage strength [DEALS]
[ITERATIONS]` plays deals of the calculated discard and of search against the rule of thumb.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

HEAD = '"""How often good players lay away a pair that they hold, in thousandths, by the two values from 0 to 12."""\n'
SMOOTH = 1.0  #: pairs laid away in thought, so that nothing is impossible

Table = list[list[float]]


def choices(habits: Any, dealer: bool, seed: int, hands: int) -> tuple[Table, Table]:
    """Count, over random hands, which pairs of values are held and which are laid away."""
    from torite.games.domino_cribbage.discarding import weigh
    from torite.games.domino_cribbage.tiles import TILES, VALUE, VALUES

    held = [[0.0] * VALUES for _ in range(VALUES)]
    laid = [[0.0] * VALUES for _ in range(VALUES)]
    chooser = random.Random(seed)
    for _ in range(hands):
        worth = weigh(sorted(chooser.sample(TILES, 6)), dealer, True, habits)
        best = max(worth, key=lambda pair: worth[pair])
        for one, other in worth:
            for a, b in {(VALUE[one], VALUE[other]), (VALUE[other], VALUE[one])}:
                held[a][b] += 1
                laid[a][b] += (one, other) == best
    return held, laid


def learn(hands: int, rounds: int) -> list[Table]:
    """Find habits that answer themselves: of the player who does not deal, and of the dealer."""
    from torite.games.domino_cribbage.tiles import VALUES

    habits = [[[1.0] * VALUES for _ in range(VALUES)] for _ in range(2)]
    parts = 8
    for number in range(rounds):
        found: list[Table] = []
        for dealer in (False, True):
            seeds = [100 * number + 10 * part + dealer for part in range(parts)]
            work = partial(choices, habits[0 if dealer else 1], dealer, hands=hands // parts)
            with ProcessPoolExecutor(2) as pool:
                counted = list(pool.map(work, seeds))
            held = [[sum(h[a][b] for h, _ in counted) for b in range(VALUES)] for a in range(VALUES)]
            laid = [[sum(n[a][b] for _, n in counted) for b in range(VALUES)] for a in range(VALUES)]
            found.append([
                [(laid[a][b] + SMOOTH) / (held[a][b] + 15 * SMOOTH) for b in range(VALUES)] for a in range(VALUES)
            ])  # fmt: skip
        change = max(abs(x - y) for old, new in zip(habits, found, strict=True) for p, q in zip(old, new, strict=True)
                     for x, y in zip(p, q, strict=True))  # fmt: skip
        print(f"round {number + 1}: the largest change is {change:.3f}", flush=True)
        habits = found
    return habits


def write(habits: list[Table]) -> None:
    """Write the table into the game's package."""
    from torite.games import domino_cribbage

    rows = ["# fmt: off", "HABITS = ("]
    for table, whose in zip(habits, ("who does not deal", "the dealer"), strict=True):
        rows.append(f"    (  # {whose}")
        rows += [f"        ({', '.join(str(round(1000 * share)) for share in row)})," for row in table]
        rows.append("    ),")
    text = HEAD + "\n" + "\n".join([*rows, ")"]) + "\n"
    file = Path(domino_cribbage.__file__).parent / "habits.py"
    file.write_text(text, encoding="utf-8")
    print(f"wrote {file.name}")


def deal(number: int, discards: bool, iterations: int) -> int:
    """Play one deal, seat 0 as told and seat 1 by the rule of thumb; return what seat 0 gained more.

    Args:
        number: the deal's seed; seat 0 deals in every other one.
        discards: whether seat 0 calculates what to lay away.
        iterations: of its search in the play; 0 for the rule of thumb.
    """
    from torite.bots import bot
    from torite.match import Arrangement, Match

    match = Match(
        "domino-cribbage", 2, {"target": 999}, seed=number, arranged=Arrangement(dealer=number % 2), pause=True
    )
    plain, strong = bot("simple", match.game, number), bot("search", match.game, number, iterations=max(1, iterations))
    while not match.deal_over:
        seat = match.actors[0]
        view = match.view(seat)
        in_crib = bool(match.game.advice.expected(view, seat))
        wise = seat == 0 and (discards if in_crib else iterations > 0)
        match.act(seat, (strong if wise else plain).choose(view, (), seat))
    return match.scores[0] - match.scores[1]


def gain(number: int, discards: bool, iterations: int) -> int:
    """Return what seat 0 gains in a deal by playing so, and not by the rule of thumb as the other does."""
    return deal(number, discards, iterations) - deal(number, False, 0)


def strength(deals: int, iterations: int) -> None:
    """Print what the calculated discard, search in the play, and both gain on the same deals, with 95 % intervals."""
    for name, discards, searching in (
        ("calculated discard", True, 0), ("search in the play", False, iterations), ("both", True, iterations)
    ):  # fmt: skip
        with ProcessPoolExecutor(2) as pool:
            gains = list(pool.map(partial(gain, discards=discards, iterations=searching), range(deals), chunksize=8))
        half = 1.96 * statistics.stdev(gains) / math.sqrt(deals)
        print(
            f"{name:20} {statistics.mean(gains):+.2f} ± {half:.2f} points a deal against the rule of thumb", flush=True
        )


def main() -> None:
    """Do what is asked."""
    what, *numbers = sys.argv[1:] or ["strength"]
    if what == "habits":
        hands, rounds = [*map(int, numbers), *(4000, 4)[len(numbers) :]]
        write(learn(hands, rounds))
    else:
        deals, iterations = [*map(int, numbers), *(1000, 1000)[len(numbers) :]]
        strength(deals, iterations)


if __name__ == "__main__":
    main()

"""Domino Cribbage: how good players lay away: `python -m benchmarks.domino_cribbage [HANDS] [ROUNDS]`.

It writes the table of what is laid away, from the choices of players who expect the other to choose as in the round
before.
"""

from __future__ import annotations

import random
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


if __name__ == "__main__":
    hands, rounds = [*map(int, sys.argv[1:]), *(4000, 4)[len(sys.argv) - 1 :]]
    write(learn(hands, rounds))

"""Ambition: how likely a match is won from scores and strikes.

`python -m benchmarks.ambition [MATCHES]` writes the tables of `torite.games.ambition.prospects`: they are fitted to
matches between players by the rule of thumb.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

from torite.kernel.compile import kernel
from torite.kernel.generator import seed
from torite.kernel.slots import over, start
from torite.kit.turn_order import THUMB, play_on, settle_all

HEAD = '''"""How likely a match is won from scores and strikes: fitted to matches between players by the rule of thumb.

Made by `python -m benchmarks.ambition`. A seat's weight is e to the power of what its points count and what
the strikes count that it may still get; its chance is its share of all weights. Both depend on how many strikes the
seat that is nearest to being out may still get.
"""

# fmt: off
'''
TABLES = (("ambition", 4), ("ambition-revised", 4), ("ambition", 3))  # in the order of the tables
MOST_LEFT = 6  # strikes until a seat is out, at most
UNIT = 1000  # the tables are in thousandths
STEPS, RATE, BATCH = 2500, 0.03, 4000  # of the fit


@kernel
def record_rounds(blank: Any, words: Any, s: Any, policies: Any, rng: Any, times: int, rows: Any) -> int:
    """Play matches; write down match, scores, strikes and winners after every round; return how many there were."""
    n = 0
    for i in range(times):
        for w in range(len(blank)):
            words[w] = blank[w]
        seed(rng, 1, i)
        start(s)
        while not over(s) and n < len(rows):
            settle_all(s, rng)
            play_on(s, False, policies, rng)
            rows[n][0] = i
            for seat in range(s.seats):
                rows[n][1 + seat] = s.score[seat]
                rows[n][5 + seat] = s.strikes[seat]
                rows[n][9 + seat] = s.won[seat]
            n += 1
    return n


def rounds(variant: str, seats: int, matches: int) -> tuple[Any, Any, Any]:
    """Play matches to six strikes; return scores, strikes left and shares of the win after every round but the last."""
    import numpy

    from torite.lab.table import Table

    table = Table(variant, seats, {"strikes_out": MOST_LEFT}, ["simple"], 1)
    memory, playout = table.room([THUMB] * seats)
    play: Any = table.game.binding.compiled(record_rounds, playout=True)
    rows = numpy.zeros((30 * matches, 13), dtype=numpy.int64)
    rows = rows[: play(table._blank, *memory, playout.policies, playout.rng, matches, rows)]
    last = numpy.append(rows[1:, 0] != rows[:-1, 0], True)
    won = rows[last, 9 : 9 + seats]
    shares = (won / won.sum(axis=1, keepdims=True))[rows[:, 0]]
    return rows[~last, 1 : 1 + seats], MOST_LEFT - rows[~last, 5 : 5 + seats], shares[~last]


def fit(scores: Any, left: Any, shares: Any) -> tuple[Any, Any]:
    """Find what points and strikes count, by the greatest likelihood: stochastic gradient steps (Adam)."""
    import numpy

    nearest = left.min(axis=1) - 1
    centred = (scores - scores.mean(axis=1, keepdims=True)) / 10
    chooser = numpy.random.default_rng(1)
    size = MOST_LEFT + MOST_LEFT**2
    counts, mean, first, second = numpy.zeros((4, size))

    def chances_of(part: Any) -> Any:
        at = MOST_LEFT * (1 + nearest[part][:, None]) + left[part] - 1
        weights = counts[nearest[part]][:, None] * centred[part] + counts[at]
        chances = numpy.exp(weights - weights.max(axis=1, keepdims=True))
        return at, chances / chances.sum(axis=1, keepdims=True)

    for step in range(1, STEPS + 1):
        part = chooser.integers(len(scores), size=BATCH)
        at, chances = chances_of(part)
        error = shares[part] - chances
        of_points = numpy.bincount(nearest[part], (error * centred[part]).sum(axis=1), size)
        gradient = (of_points + numpy.bincount(at.ravel(), error.ravel(), size)) / BATCH
        first, second = 0.9 * first + 0.1 * gradient, 0.99 * second + 0.01 * gradient**2
        counts = counts + RATE * (first / (1 - 0.9**step)) / (numpy.sqrt(second / (1 - 0.99**step)) + 1e-6)
        if step > STEPS // 2:
            mean += counts / (STEPS - STEPS // 2)
    counts = mean
    _, chances = chances_of(slice(None))
    surprise = -(shares * numpy.log(chances)).sum(axis=1).mean()
    print(f"  {len(scores)} rounds, surprise {surprise:.4f} of {math.log(scores.shape[1]):.4f}")
    strikes = counts[MOST_LEFT:].reshape(MOST_LEFT, MOST_LEFT)
    return counts[:MOST_LEFT] / 10, strikes - numpy.diag(strikes)[:, None]


def prospects(matches: int) -> None:
    """Fit the tables and write them down."""
    slopes, strikes = [], []
    for variant, seats in TABLES:
        print(f"{variant}, {seats} players")
        slope, cost = fit(*rounds(variant, seats, matches))
        slopes.append([round(UNIT * value) for value in slope])
        strikes.append(
            [[round(UNIT * value) if i >= j else 0 for i, value in enumerate(row)] for j, row in enumerate(cost)]
        )
    text = HEAD + "POINT = (  # [table][strikes left to the nearest - 1] what a point counts, in thousandths\n"
    text += "".join(f"    {tuple(row)},\n" for row in slopes) + ")\n"
    text += "STRIKES = (  # [table][strikes left to the nearest - 1][strikes left to the seat - 1] what they count\n"
    text += "".join("    (\n" + "".join(f"        {tuple(row)},\n" for row in rows) + "    ),\n" for rows in strikes)
    file = Path(__file__).parent.parent / "src/torite/games/ambition/prospects.py"
    file.write_text(text + ")\n", encoding="utf-8")


if __name__ == "__main__":
    prospects(int(sys.argv[1]) if sys.argv[1:] else 10_000)

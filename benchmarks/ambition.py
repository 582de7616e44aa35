"""Ambition: how likely a match is won from scores and strikes, and what search is worth over whole matches.

`python -m benchmarks.ambition prospects [MATCHES]` writes the tables of `torite.games.ambition.prospects`: they are
fitted to matches between players by the rule of thumb. `python -m benchmarks.ambition strength [MATCHES] [ITERATIONS]
[VARIANT] [SEATS]` plays whole matches of one searching seat, each seat in turn, against the rule of thumb, and tells
its share of the wins with 95 % intervals, its points, strikes, nils and slams.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from torite.games.ambition.state import Stand
from torite.kernel.compile import kernel
from torite.kernel.generator import seed
from torite.kernel.slots import over, start
from torite.kit.turn_order import THUMB, play_on, settle_all

HEAD = '''"""How likely a match is won from scores and strikes: fitted to matches between players by the rule of thumb.

Made by `python -m benchmarks.ambition prospects`. A seat's weight is e to the power of what its points count and what
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


# strength


def play(number: int, variant: str, seats: int, iterations: int) -> tuple[float, list[int]]:
    """Play a match; return the searching seat's share of the win, and its points, strikes, nils, slams and rounds."""
    from torite.bots import bot
    from torite.match import Match

    match = Match(variant, seats, seed=f"strength {number}", pause=True)
    own = number % seats
    players = [
        bot("search", match.game, number, iterations=iterations) if seat == own else bot("simple", match.game, number)
        for seat in range(seats)
    ]
    found = [0] * len(Stand)
    while not match.over:
        if match.awaits_chance:
            match.go_on()
            continue
        seat = match.actors[0]
        match.act(seat, players[seat].choose(match.view(seat), match.history(seat), seat))
        if match.deal_over:
            found[match.public.stands[own]] += 1
    seen = match.public
    assert match.result is not None
    facts = [seen.score[own], seen.strikes[own], found[Stand.NIL], found[Stand.SLAM], seen.deals_played]
    return float(match.result.shares[own]), facts


def interval(values: Sequence[float]) -> str:
    """Write a mean and the half-width of its 95 % interval."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return f"{mean:.3f} ± {1.96 * math.sqrt(spread / len(values)):.3f}"


def strength(matches: int, iterations: int, variant: str, seats: int) -> None:
    """Play the matches on all cores and print what came of them."""
    one = partial(play, variant=variant, seats=seats, iterations=iterations)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        played = list(pool.map(one, range(matches)))
    print(
        f"{variant}: {matches} matches of {seats}, {iterations} iterations a decision; a fair share is {1 / seats:.3f}"
    )
    print(f"  share of the wins {interval([share for share, _ in played])}")
    rounds_played = sum(facts[-1] for _, facts in played)
    for i, name in enumerate(("points", "strikes", "nils", "slams")):
        print(f"  {name} {sum(facts[i] for _, facts in played) / rounds_played:.3f} a round")


if __name__ == "__main__":
    asked = sys.argv[1:]
    if asked[:1] == ["prospects"]:
        prospects(int(asked[1]) if asked[1:] else 10_000)
    else:
        given = [*asked[1:], *["200", "400", "ambition", "4"][max(0, len(asked) - 1) :]]
        strength(int(given[0]), int(given[1]), given[2], int(given[3]))

"""Galapagos: what search is worth against the rule of thumb, by round and by match.

`python -m benchmarks.galapagos [DEALS] [ITERATIONS] [MATCHES] [VARIANT]` plays deals, each twice with the seats
exchanged, and prints what search scores more than the rule of thumb in each round of a deal, with 95 % intervals; then
matches, and prints how many search wins and by how many game points. Search is bound by iterations, so the figures can
be had again.
"""

from __future__ import annotations

import math
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

PROCESSES = 2
ROUNDS = ("melds", "tricks", "play-off", "bonus", "deal")
FIELDS = ("meld_points", "trick_points", "playoff_points", "bonus")


def played(variant: str, seed: str, searcher: int, iterations: int, whole: bool) -> Any:
    """Play a deal, or a whole match, of search against the rule of thumb; return what everybody sees at its end."""
    from torite import Match
    from torite.bots import bot

    match = Match(variant, seed=seed, pause=not whole)
    bots = [bot("simple", match.game, seat) for seat in range(2)]
    bots[searcher] = bot("search", match.game, searcher, iterations=iterations)
    while not match.over and not match.awaits_chance:
        seat = match.actors[0]
        match.act(seat, bots[seat].choose(match.view(seat), (), seat))
    return match.public


def deal(number: int, variant: str, iterations: int) -> list[float]:
    """Play a deal with search on either side; return the mean of what it scores more, round by round and in all."""
    leads = []
    for searcher in range(2):
        end = played(variant, f"deal {number}", searcher, iterations, whole=False)
        values = [getattr(end, field) for field in FIELDS]
        leads.append([float(value[searcher] - value[1 - searcher]) for value in values])
    rounds = [statistics.mean(pair) for pair in zip(*leads, strict=True)]
    return [*rounds, sum(rounds)]


def whole_match(number: int, variant: str, iterations: int) -> int:
    """Play a match; return the game points that search wins, negative for those it loses."""
    searcher = number % 2
    end = played(variant, f"match {number // 2}", searcher, iterations, whole=True)
    return int(end.game_points[searcher] - end.game_points[1 - searcher])


def interval(values: list[float]) -> str:
    """Write a mean and the half-width of its 95 % interval."""
    error = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return f"{statistics.mean(values):+.1f} ± {error:.1f}"


def main(deals: int = 200, iterations: int = 500, matches: int = 40, variant: str = "galapagos") -> None:
    """Measure both."""
    print(f"{variant}: search ({iterations} iterations a decision) against simple")
    with ProcessPoolExecutor(PROCESSES) as pool:
        found = list(pool.map(partial(deal, variant=variant, iterations=iterations), range(deals), chunksize=2))
        for name, values in zip(ROUNDS, zip(*found, strict=True), strict=bool(found)):
            print(
                f"  {name:9} {interval(list(values))} points a deal ({deals} deals, each from both sides)", flush=True
            )
        points = list(pool.map(partial(whole_match, variant=variant, iterations=iterations), range(matches)))
    if points:
        share = statistics.mean([float(value > 0) for value in points])
        error = 1.96 * math.sqrt(max(share * (1 - share), 1 / matches) / matches)
        won = f"won {100 * share:.0f} ± {100 * error:.0f} %"
        print(f"  matches   {won}, {interval([float(each) for each in points])} game points ({matches} matches)")


if __name__ == "__main__":
    asked = [*sys.argv[1:], *["200", "500", "40", "galapagos"][len(sys.argv) - 1 :]]
    main(int(asked[0]), int(asked[1]), int(asked[2]), asked[3])

"""French Tarot Solo: what search is worth, bid by bid.

`python -m benchmarks.french_tarot_solo [DEALS] [SECONDS]` plays the same deals at random, by the rule of thumb and by
search with so many seconds a decision, and tells of each how often it chose which bid, how often it made it, and its
score.
"""

from __future__ import annotations

import math
import os
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

BIDS = ("Prise", "Garde", "Garde Sans", "Garde Contre")
Played = tuple[int, bool, int]  # bid, whether it was made, score


def play(level: str, seconds: float, number: int) -> Played:
    """Play one deal, with any bid; the same number is the same deal."""
    from torite import Match
    from torite.bots import bot

    options = {"deal_count": 1, "bid_policy": "free"}
    match = Match("french-tarot-solo", options=options, seed=f"benchmark:{number}")
    player = bot(level, match.game, seed=number, seconds=seconds)
    while not match.over:
        match.act(0, player.choose(match.view(0), match.history(0), 0))
    made = any(note.line.key == "made" for note in match.account)
    return match.public.bid, made, match.scores[0]


def interval(values: list[float]) -> str:
    """Write a mean and the half-width of its 95 % interval."""
    error = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return f"{statistics.mean(values):.1f} ± {error:.1f}"


def tell(level: str, played: list[Played]) -> None:
    """Print what came of a player's deals."""
    print(f"{level}: {interval([score for _, _, score in played])} a deal")
    for bid, name in enumerate(BIDS, 1):
        chosen = [(made, score) for chosen, made, score in played if chosen == bid]
        if chosen:
            share = 100 * sum(made for made, _ in chosen) / len(chosen)
            scores = interval([score for _, score in chosen])
            print(f"  {name}: {len(chosen)} deals, {share:.1f} % made, {scores} a deal")


def main(deals: int, seconds: float) -> None:
    """Play, and tell what search scores more than the rule of thumb, deal by deal."""
    found: dict[str, list[Played]] = {}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for level in ("random", "simple", "search"):
            found[level] = list(pool.map(partial(play, level, seconds), range(deals), chunksize=4))
            tell(level, found[level])
    more = [float(b[2] - a[2]) for a, b in zip(found["simple"], found["search"], strict=True)]
    print(f"search over simple: {interval(more)} a deal")


if __name__ == "__main__":
    wanted = sys.argv[1:]
    main(int(wanted[0]) if wanted else 2000, float(wanted[1]) if wanted[1:] else 0.01)

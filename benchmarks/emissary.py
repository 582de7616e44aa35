"""The Emissary: what the rule of thumb and search are worth.

`python -m benchmarks.emissary [MATCHES] [SECONDS] [OPTION=VALUE …]` plays so many matches of each bot, easy and hard if
no mode is given, and prints how many were won and the mean score with 95 % intervals. `random` and `simple` play a
hundred times as many. `python -m torite.games.emissary.solving` makes the table of what is still to be gained anew.
"""

from __future__ import annotations

import math
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

GAME, TWO_SIDED = "emissary", 1.96
PROCESSES = 2
MORE = 100  #: matches of the fast bots for one of search


def searched(number: int, seconds: float, options: dict[str, str]) -> tuple[int, int, int]:
    """Play one match by search; return whether it was won, its score, and the decisions made."""
    from torite.bots import bot
    from torite.match import Match

    match = Match(GAME, 1, options, seed=f"search {number}")
    player = bot("search", match.game, number, seconds=seconds)
    decisions = 0
    while not match.over:
        match.act(0, player.choose(match.view(0), (), 0))
        decisions += 1
    return match.public.won[0], match.scores[0], decisions


def search(matches: int, seconds: float, options: dict[str, str]) -> str:
    """Play matches by search and tell what came of them."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        played = list(pool.map(partial(searched, seconds=seconds, options=options), range(matches), chunksize=4))
    won, score, decisions = zip(*played, strict=True)
    share = statistics.mean(won)
    half = TWO_SIDED * math.sqrt(max(share * (1 - share), 1 / matches) / matches)
    around = TWO_SIDED * statistics.stdev(score) / math.sqrt(matches)
    return told(f"search {seconds} s", share, half, statistics.mean(score), around, matches, sum(decisions))


def fast(bot: str, matches: int, options: dict[str, str]) -> str:
    """Play matches by a bot that does not think and tell what came of them."""
    from torite.lab import simulate

    report = simulate(GAME, matches, [bot], seats=1, options=options)
    row = report.rows[0]
    return told(
        bot, row["mean_share"], row["mean_share_error"], row["mean_score"], row["mean_score_error"], matches,
        report.choices,
    )  # fmt: skip


def told(name: str, won: float, half: float, score: float, around: float, matches: int, decisions: int) -> str:
    """Write a line of the table."""
    return (
        f"  {name:14} won {100 * won:5.1f} ± {100 * half:.1f} %, score {score:5.2f} ± {around:.2f}"
        f" ({matches} matches, {decisions / matches:.0f} decisions each)"
    )


def main(matches: int = 100, seconds: float = 0.01, *chosen: str) -> None:
    """Measure all bots."""
    options = dict(pair.split("=") for pair in chosen)
    for mode in [options["mode"]] if "mode" in options else ["easy", "hard"]:
        rules = {**options, "mode": mode}
        print(" ".join(f"{name}={value}" for name, value in rules.items()), flush=True)
        for name in ("random", "simple"):
            print(fast(name, MORE * matches, rules), flush=True)
        print(search(matches, seconds, rules), flush=True)


if __name__ == "__main__":
    asked = [*sys.argv[1:], *["100", "0.01"][len(sys.argv) - 1 :]]
    main(int(asked[0]), float(asked[1]), *asked[2:])

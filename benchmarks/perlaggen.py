"""What search is worth in Perlaggen: `python -m benchmarks.perlaggen [MATCHES] [ITERATIONS] [BOT]`.

One team searches (or is another bot), the other plays the rule of thumb, whole matches to 18; each seed is played
twice, so that both teams sit on both sides. Printed are wins and points with 95 % intervals; of the team's bets and
raises how many were answered good, or held and then won; and of what it gave up how often the others did hold the
better figure. `python -m benchmarks.perlaggen tables` makes the tables of the rule of thumb.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from typing import Any

TEAMS = 2
NAMES = ("gleich", "hanger", "spiel")


def play(number: int, iterations: int, level: str) -> tuple[bool, int, int, Counter[str]]:
    """Play one match; an even number and the next have the same seed, with the teams exchanged.

    Returns:
        Whether the team won, by how many points, in how many deals, and what became of its bets and concessions.
    """
    from torite.bots import bot
    from torite.lab.table import play
    from torite.match import Match

    match = Match("perlaggen", 4, seed=f"strength {number // TEAMS}", pause=True)
    ours = number % TEAMS
    strong = {"iterations": iterations} if level == "search" else {}
    players = [
        bot(level, match.game, number, **strong) if seat % TEAMS == ours else bot("simple", match.game, number)
        for seat in range(4)
    ]
    play(match, players)
    margin = match.scores[ours] - match.scores[1 - ours]
    return match.scores[ours] >= 18, margin, match.log.state.deals_played, judged(match, ours)


def judged(match: Any, ours: int) -> Counter[str]:
    """Say of each bet of a team what came of it, and of each Gleich or Hanger given up whether it was lost anyway."""
    from torite.games.perlaggen.state import Status

    found: Counter[str] = Counter()
    held: list[int] = []
    for before, entry, after in match.log.steps(0):
        code = match.game.verbs.gesture_text(entry.actions) if entry.actions else ""
        mine = entry.seat % TEAMS == ours
        asked_by_us = before.bet_on >= 0 and before.proposer % TEAMS == ours
        if mine and (code.startswith("bet") or code == "raise"):
            found["bets"] += 1
        if code in ("good", "hold", "raise") and asked_by_us:
            found[f"answered {code}"] += 1
            held += [before.bet_on] if code != "good" else []
        if mine and (code == "good" or code.startswith("concede")):
            found |= given_up(before, code, ours, found)
        if match.game.rules.deal_over(after):
            found["held"] += len(held)
            found["held and won"] += sum(after.by[element] == ours for element in held)
            found["held and lost"] += sum(after.by[element] == 1 - ours for element in held)
            found["held and open"] += sum(after.status[element] == Status.OPEN for element in held)
            held = []
    return found


def given_up(state: Any, code: str, ours: int, found: Counter[str]) -> Counter[str]:
    """Count something given up, and whether the others held the better figure."""
    from torite.games.perlaggen.showdown import best_of

    element = state.bet_on if code == "good" else NAMES.index(code.split()[1])
    way = "good" if code == "good" else "concede" if state.element < 0 else "concede at the showdown"
    told = Counter({way: found[way] + 1})
    if element < len(NAMES) - 1:
        told[f"{way}, figure"] = found[f"{way}, figure"] + 1
        worse = best_of(state, ours, element) < best_of(state, 1 - ours, element)
        told[f"{way}, lost"] = found[f"{way}, lost"] + worse
    return told


def told(values: Sequence[float]) -> str:
    """Write a mean with its 95 % interval."""
    error = 1.96 * statistics.stdev(values) / sqrt(len(values))
    return f"{statistics.mean(values):.3f} ± {error:.3f}"


def share(part: int, whole: int) -> str:
    """Write a share in per cent with its 95 % interval."""
    if not whole:
        return "–"
    p = part / whole
    return f"{part} of {whole}, {100 * p:.0f} ± {196 * sqrt(p * (1 - p) / whole):.0f} %"


def main(matches: int = 100, iterations: int = 400, level: str = "search") -> None:
    """Play the matches on all cores and print what came of them."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(partial(play, iterations=iterations, level=level), range(matches), chunksize=2))
    pairs = [found[i : i + TEAMS] for i in range(0, len(found) - 1, TEAMS)]
    counts = sum((one[3] for one in found), Counter[str]())
    print(f"{level} against simple: {matches} matches, {iterations} iterations a decision")
    print(f"  won            {told([statistics.mean(one[0] for one in pair) for pair in pairs])}")
    print(f"  points more    {told([statistics.mean(one[1] for one in pair) for pair in pairs])} a match")
    print(f"  deals          {statistics.mean(one[2] for one in found):.1f} a match")
    print(f"  bets, raises   {counts['bets']}, answered {share(counts['answered good'], counts['bets'])} good")
    print(f"  held, then won {share(counts['held and won'], counts['held'])}")
    for way in ("good", "concede", "concede at the showdown"):
        print(
            f"  {way}: {counts[way]}; of figures lost anyway", share(counts[f"{way}, lost"], counts[f"{way}, figure"])
        )


def tables(deals: int = 40_000) -> None:
    """Print how often, in per cent, a team has the best figure when one of it holds one of some strength."""
    from torite.games.perlaggen import cards
    from torite.games.perlaggen.figures import best_figure
    from torite.games.perlaggen.state import State

    chooser, state = random.Random(1), State()
    state.loose = cards.ALL_CARDS
    won: dict[tuple[int, int], list[float]] = defaultdict(list)
    for _ in range(deals):
        pack = chooser.sample(cards.PACK.all, 21)
        state.trump = cards.SUIT[pack[20]]
        hands = [cards.PACK.mask(pack[5 * seat : 5 * seat + 5]) for seat in range(4)]
        for element in range(TEAMS):
            best = [best_figure(state, element, hand, state.loose) for hand in hands]
            for seat in range(4):
                mine, theirs = (max(best[(seat + i) % 4], best[(seat + i + 2) % 4]) for i in (0, 1))
                won[element, best[seat]].append(100 if mine > theirs else 50 if mine == theirs else 0)
    for element, strength in sorted(won):
        values = won[element, strength]
        size, rank = divmod(strength, cards.LENGTH)
        print(NAMES[element], size, cards.RANKS[rank], round(statistics.mean(values)), len(values))


if __name__ == "__main__":
    if sys.argv[1:] == ["tables"]:
        tables()
    else:
        asked = [*sys.argv[1:], *["100", "400", "search"][len(sys.argv) - 1 :]]
        main(int(asked[0]), int(asked[1]), asked[2])

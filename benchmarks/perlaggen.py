"""Perlaggen: the tables of its rule of thumb: `python -m benchmarks.perlaggen [DEALS]`."""

from __future__ import annotations

import random
import statistics
import sys
from collections import defaultdict

NAMES = ("gleich", "hanger")


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
        for element in range(len(NAMES) - 1):
            best = [best_figure(state, element, hand, state.loose) for hand in hands]
            for seat in range(4):
                mine, theirs = (max(best[(seat + i) % 4], best[(seat + i + 2) % 4]) for i in (0, 1))
                won[element, best[seat]].append(100 if mine > theirs else 50 if mine == theirs else 0)
    for element, strength in sorted(won):
        values = won[element, strength]
        size, rank = cards.figure_size(strength), cards.figure_rank(strength)
        print(NAMES[element], size, cards.RANKS[rank], round(statistics.mean(values)), len(values))


if __name__ == "__main__":
    tables(*map(int, sys.argv[1:]))

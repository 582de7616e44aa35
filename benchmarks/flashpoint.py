"""Flashpoint: the tables of its rule of thumb: `python -m benchmarks.flashpoint`."""

from __future__ import annotations

from functools import cache

TEAMS = 2
HELD = (2.0, 3.5, 5.0)  # cards that a player holds about in one, two, three suits


def worth(ranks: tuple[int, ...]) -> float:
    """Return what a complete trick is worth for the team of its last card, by the ranks in the order of play."""
    from torite.games.flashpoint.advice import worth_to
    from torite.games.flashpoint.tricks import combination_of

    mask, paired, best = 0, 0, 0
    for at, rank in enumerate(ranks):
        again = mask >> rank & 1
        if again or (not paired and rank > ranks[best]):
            best = at
        paired |= again << rank
        mask |= 1 << rank
    return worth_to(combination_of(len(ranks), mask, paired), (len(ranks) - 1 - best) % TEAMS == 0)


@cache
def promise(ranks: tuple[int, ...]) -> float:
    """Return what a trick is worth for the team of its last card so far, in the mean over what follows.

    Who plays next chooses the best of so many random cards as are held about in the suits that do not lie yet.
    """
    from torite.games.flashpoint.cards import RANKS_IN_ALL

    if len(ranks) == 4:
        return worth(ranks)
    values = sorted(promise((*ranks, rank)) for rank in range(RANKS_IN_ALL))
    held = HELD[3 - len(ranks)]
    shares = [((i + 1) / len(values)) ** held - (i / len(values)) ** held for i in range(len(values))]
    return -sum(share * value for share, value in zip(shares, values, strict=True))


def tables() -> None:
    """Print LED and SECOND."""
    from torite.games.flashpoint.advice import SCALE
    from torite.games.flashpoint.cards import RANKS_IN_ALL

    ranks = range(RANKS_IN_ALL)
    print("LED =", tuple(round(SCALE * promise((rank,))) for rank in ranks))
    print("SECOND =", tuple(tuple(round(SCALE * promise((led, rank))) for rank in ranks) for led in ranks))


if __name__ == "__main__":
    tables()

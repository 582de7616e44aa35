"""What search is worth in Flashpoint: `python -m benchmarks.flashpoint [ROUNDS] [ITERATIONS] [VARIANT]`.

One team searches, the other plays the rule of thumb; each deal is played twice, so that both teams hold both sides of
it. Printed are points and bonus that the searching team gains more than the other, with 95 % intervals, its commands,
and how often commands were disobeyed. `python -m benchmarks.flashpoint tables` makes the tables of the rule of thumb.
"""

from __future__ import annotations

import os
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from math import sqrt

TEAMS = 2
HELD = (2.0, 3.5, 5.0)  # cards that a player holds about in one, two, three suits


@dataclass(frozen=True)
class Round:
    """How a round ended for the searching team: points and bonus more than the other, its commands, penalties."""

    points: int
    bonus: int
    commands: Counter[str]
    paid: int
    received: int


def play(number: int, variant: str, iterations: int) -> Round:
    """Play one round; an even number and the next are the same deal, with the teams exchanged."""
    from torite.bots import bot
    from torite.lab.table import play
    from torite.match import Match

    match = Match(variant, 4, seed=f"strength {number // TEAMS}", pause=True)
    ours = number % TEAMS
    players = [
        bot("search", match.game, number, iterations=iterations)
        if seat % TEAMS == ours
        else bot("simple", match.game, number)
        for seat in range(4)
    ]
    play(match, players, whole=False)
    seen, commands, penalties = match.public, Counter[str](), [0, 0]
    for entry in match.log.standing:
        code = match.game.verbs.gesture_text(entry.actions) if entry.actions else ""
        if entry.seat % TEAMS == ours and (code == "none" or code.startswith("command")):
            commands[" ".join(code.split()[:2])] += 1
        for note in entry.notes:
            penalties[entry.seat % TEAMS != ours] += note.line.key == "disobeys"
    return Round(
        seen.gained[ours] - seen.gained[1 - ours],
        seen.bonus_gained[ours] - seen.bonus_gained[1 - ours],
        commands,
        *penalties,
    )


def told(values: Sequence[float]) -> str:
    """Write a mean with its 95 % interval."""
    error = 1.96 * statistics.stdev(values) / sqrt(len(values))
    return f"{statistics.mean(values):+6.2f} ± {error:.2f}"


def main(rounds: int = 200, iterations: int = 400, variant: str = "flashpoint") -> None:
    """Play the rounds on all cores and print what came of them."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(partial(play, variant=variant, iterations=iterations), range(rounds), chunksize=2))
    pairs = [found[i : i + TEAMS] for i in range(0, len(found) - 1, TEAMS)]
    print(f"{variant}: {rounds} rounds, {iterations} iterations a decision, one team searches")
    print(f"  points more a round {told([statistics.mean(one.points for one in pair) for pair in pairs])}")
    print(f"  bonus more a round  {told([statistics.mean(one.bonus for one in pair) for pair in pairs])}")
    commands = sum((one.commands for one in found), Counter[str]())
    print(f"  commands: {dict(commands.most_common())}")
    print(f"  disobeyed: {sum(one.paid for one in found)}, by the others {sum(one.received for one in found)}")


# the tables of torite.games.flashpoint.advice


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
    if sys.argv[1:] == ["tables"]:
        tables()
    else:
        asked = [*sys.argv[1:], *["200", "400", "flashpoint"][len(sys.argv) - 1 :]]
        main(int(asked[0]), int(asked[1]), asked[2])

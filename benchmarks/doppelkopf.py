"""What search is worth in Doppelkopf: `python -m benchmarks.doppelkopf [DEALS] [ITERATIONS] [SEAT,…] [VARIANT]`.

The seats named search, the others play the rule of thumb. Printed are points a deal with 95 % intervals, for all deals
and by contract and side, and how often each kind of announcement was followed by a win of its party.
"""

from __future__ import annotations

import os
import statistics
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt

NORMAL, MARRIAGE, POVERTY, FIRST_SOLO = 1, 2, 3, 4  # contracts, by number
RE = 2


@dataclass(frozen=True)
class Deal:
    """How a deal ended: who gained what, the contract and its declarer, parties and winner, who announced what."""

    added: tuple[int, ...]
    contract: int
    declarer: int
    party: tuple[int, ...]
    winner: int
    announced: tuple[tuple[int, str], ...]


def play(number: int, variant: str, seats: frozenset[int], iterations: int) -> Deal:
    """Play one deal."""
    from torite.bots import bot
    from torite.lab.table import play
    from torite.match import Match

    match = Match(variant, 4, seed=f"strength {number}", pause=True)
    players = [
        bot("search", match.game, number, iterations=iterations) if seat in seats else bot("simple", match.game, number)
        for seat in range(4)
    ]
    play(match, players, whole=False)
    seen, verbs = match.public, match.game.verbs
    announced = [
        (entry.seat, verbs.text(entry.actions[0]))
        for entry in match.log.standing
        if entry.actions and verbs.verb(entry.actions[0]).offer
    ]
    return Deal(
        tuple(seen.added[:4]), seen.contract, seen.declarer, tuple(seen.party[:4]), seen.winner, tuple(announced)
    )


def kind_of(deal: Deal, seat: int) -> str:
    """Name what a deal was for a seat."""
    if deal.contract == NORMAL:
        return f"normal game as {'Re' if deal.party[seat] == RE else 'Contra'}"
    if deal.contract in (MARRIAGE, POVERTY):
        return "marriage" if deal.contract == MARRIAGE else "poverty"
    return "own solo" if seat == deal.declarer else "against a solo"


def told(values: Sequence[int]) -> str:
    """Write a mean with its 95 % interval."""
    if len(values) < 2:
        return f"{values} (1 deal)"
    error = 1.96 * statistics.stdev(values) / sqrt(len(values))
    return f"{statistics.mean(values):+6.2f} ± {error:.2f}  ({len(values)} deals)"


def main(deals: int = 400, iterations: int = 400, seats: str = "0", variant: str = "doppelkopf") -> None:
    """Play the deals on all cores and print what came of them."""
    searching = frozenset(map(int, seats.split(",")))
    found: dict[str, list[int]] = defaultdict(list)
    words: dict[tuple[str, str], list[bool]] = defaultdict(list)
    one = partial(play, variant=variant, seats=searching, iterations=iterations)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for deal in pool.map(one, range(deals), chunksize=4):
            for seat in searching:
                found["all deals"].append(deal.added[seat])
                found[kind_of(deal, seat)].append(deal.added[seat])
            for seat, code in deal.announced:
                words["search" if seat in searching else "simple", code].append(deal.winner == deal.party[seat])
    print(f"{variant}: {deals} deals, {iterations} iterations a decision, search in seats {seats}, simple elsewhere")
    for kind, values in sorted(found.items()):
        print(f"  {kind:24} {told(values)}")
    for (level, code), right in sorted(words.items()):
        print(f"  {level}: {code:18} {sum(right):4} of {len(right)} won")


if __name__ == "__main__":
    asked = [*sys.argv[1:], *["400", "400", "0", "doppelkopf"][len(sys.argv) - 1 :]]
    main(int(asked[0]), int(asked[1]), asked[2], asked[3])

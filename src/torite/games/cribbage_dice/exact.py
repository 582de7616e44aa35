"""What choices are worth: expectations from the table of solved turns; near the end, the chance to win."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from torite.kit import Worth, kernel

from .faces import DICE, FACES, ROLLED
from .hands import HANDS, KEPT, index_of, index_without
from .racing import weigh_for_win
from .solved import COUNTED, WORTH
from .solving import UNIT
from .state import TO_CRIB, Phase, State

NEAR = 32  # points below the target from which on the chance to win is looked at, and not the points
EACH_STARTER = FACES * KEPT


@kernel
def count_of(dice: Any, starter: int) -> int:
    """Return what four dice count with a starter."""
    return COUNTED[starter * HANDS + index_of(dice, DICE) - KEPT]


@kernel
def worth_of(dice: Any, away: int, starter: int, rerolls: int) -> int:
    """Return what rolling a mask of four dice again is worth, in millionths; 0 rolls nothing and stops.

    Args:
        dice: the kinds of four dice.
        away: the dice to roll again, as a mask of places.
        starter: the starter's kind.
        rerolls: re-rolls left, 1 or more where something is rolled.
    """
    if away == 0:
        return count_of(dice, starter) * UNIT
    return WORTH[(rerolls - 1) * EACH_STARTER + starter * KEPT + index_without(dice, away)]


@kernel
def best_away(dice: Any, starter: int, rerolls: int) -> int:
    """Return the mask of the dice to roll again for the most points; of equals, the fewest dice."""
    best, best_worth = 0, worth_of(dice, 0, starter, rerolls)
    for away in range(1, 1 << DICE):
        worth = worth_of(dice, away, starter, rerolls)
        if worth > best_worth:
            best, best_worth = away, worth
    return best


def expected(s: State, seat: int) -> list[Worth]:
    """Weigh every choice of a seat, best first: points expected, or the chance to win when somebody is near the target.

    Nothing while a gesture is begun.
    """
    if s.drafting[seat] == 1:
        return []
    if s.phase == Phase.CRIB:
        return _weigh_crib(s, seat)
    return _weigh_rolls(s, seat) if s.phase == Phase.CHOOSE else []


def _weigh_rolls(s: State, seat: int) -> list[Worth]:
    dice, starter = s.hand[seat][:DICE], s.starter[0]
    near = max(s.score[: s.seats]) >= s.options.target - NEAR
    values: list[float] = []
    if near:
        values = weigh_for_win(s, seat)
    unit = "win" if near else "points"
    worth = {}
    for away in range(1 << DICE):
        named = sorted(dice[i] for i in range(DICE) if away >> i & 1)
        code = " ".join(["roll", *(str(kind + 1) for kind in named)]) if named else "keep"
        worth[code] = values[away] * 100 if near else worth_of(dice, away, starter, s.rerolls) / UNIT
    order = sorted(worth, key=lambda code: (-worth[code], len(code)))
    return [Worth(code, worth[code], unit) for code in order]


def _weigh_crib(s: State, seat: int) -> list[Worth]:
    """Weigh what the other four dice are worth, and what the crib gets, over all that the other two dice may show."""
    rolled, starter = s.hand[seat][:ROLLED], s.starter[0]
    share = 1.0 if seat == s.dealer else -1.0 / (s.seats - 1)
    worth = {}
    for first, second in combinations(range(ROLLED), TO_CRIB):
        given = sorted((rolled[first], rolled[second]))
        kept = [kind for i, kind in enumerate(rolled) if i not in (first, second)]
        best = worth_of(kept, best_away(kept, starter, s.options.max_rerolls), starter, s.options.max_rerolls)
        crib = sum(count_of([*given, one, other], starter) for one in range(FACES) for other in range(FACES))
        code = f"crib {given[0] + 1} {given[1] + 1}"
        worth[code] = best / UNIT + share * crib / FACES**TO_CRIB
    return [Worth(code, worth[code], "points") for code in sorted(worth, key=lambda code: -worth[code])]

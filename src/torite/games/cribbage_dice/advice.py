"""The rule of thumb: keep the dice that score together, and roll the others again."""

from __future__ import annotations

from torite.kit import DONE, copies, has, holds_action, kernel, room

from .faces import DICE, ROLLED, points_of
from .state import CRIB, KEEP, ROLL, TO_CRIB, Phase, State

ENOUGH = 14  # a hand of so many points is kept
KEPT = 7  # quarters of a point that each die kept must score: one rolled again brings as much


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Roll again what scores nothing with the rest; lay away what leaves the four that score most."""
    crib = s.phase == Phase.CRIB
    dice = ROLLED if crib else DICE
    wanted = _wanted(s, seat, dice, crib)
    named = room(ROLLED)
    for i in range(dice):
        if has(wanted, i):
            face = s.hand[seat][i]
            before = 0
            for j in range(i):
                before += 1 if has(wanted, j) and s.hand[seat][j] == face else 0
            named[i] = 1 if copies(s.draft[seat], face) > before else 0
            if named[i] == 0:
                return (CRIB if crib else ROLL) + face
    return DONE if holds_action(may, DONE) else KEEP


@kernel
def _wanted(s: State, seat: int, dice: int, crib: bool) -> int:
    """Return the dice to name, as a mask of their places: those that score too little with the rest."""
    best, best_value = 0, -1000
    for away in range(1 << dice):
        kept = room(ROLLED)
        n = 0
        for i in range(dice):
            if not has(away, i):
                kept[n] = s.hand[seat][i]
                n += 1
        if crib and n != ROLLED - TO_CRIB:
            continue
        points = points_of(kept, n, s.starter[0])
        value = 4 * points - KEPT * n
        if points >= ENOUGH and n == dice:
            value = 4 * points
        if value > best_value:
            best, best_value = away, value
    return best

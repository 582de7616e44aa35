"""The invariants of the clauses (section 10), as predicates over a state after any action or outcome."""

from __future__ import annotations

from typing import Any

from torite.kit import EMPTY

from .ending import AIM, closest, total_of
from .faces import DICE, FACES, ROLLED, points_of
from .options import EndRule
from .state import NOBODY, Phase, State

IMPOSSIBLE = {1, 19, 25, 26, 27, 29, *range(30, 40)}  # counts that no hand has (CDICE-10.3)
BEST = 40


def _hands(s: State) -> list[list[int]]:
    return [hand[:DICE] for hand in s.hand[: s.seats] if hand[DICE - 1] != EMPTY and hand[DICE] == EMPTY]


def faces_are_faces(s: State) -> bool:
    """Invariant 1: every die shows one to twelve; a hand has four dice, or six before two go to the crib."""
    shown = [face for hand in s.hand for face in hand] + [*s.starter, *s.crib] + [f for pair in s.laid for f in pair]
    sizes = [ROLLED - hand.count(EMPTY) for hand in s.hand]
    return all(face == EMPTY or 0 <= face < FACES for face in shown) and set(sizes) <= {0, DICE, ROLLED}


def rerolls_are_few(s: State) -> bool:
    """Invariant 2: no more re-rolls are left than a turn has, and the starter lies there while dice are rolled."""
    lies = s.phase not in (Phase.CRIB, Phase.CHOOSE, Phase.AGAIN) or s.starter[0] != EMPTY
    return 0 <= s.rerolls <= s.options.max_rerolls and lies


def counts_are_possible(s: State) -> bool:
    """Invariant 3: a hand counts 0 to 40, and some counts do not occur."""
    counts = {points_of(hand, DICE, s.starter[0]) for hand in _hands(s) if s.starter[0] != EMPTY}
    return not counts & IMPOSSIBLE and max(counts, default=0) <= BEST


def order_is_nothing(s: State) -> bool:
    """Invariant 4: a hand counts the same in any order, whichever of the five is the starter."""
    if s.starter[0] == EMPTY:
        return True
    for hand in _hands(s):
        five = sorted([*hand, s.starter[0]])
        if len({points_of(five[:i] + five[i + 1 :], DICE, five[i]) for i in range(len(five))}) != 1:
            return False
    return True


def totals_grow(s: State) -> bool:
    """Invariant 5: totals never fall; without equal turns the game stops at the first to reach the target."""
    grown = all(s.score[seat] >= max(s.back_peg[seat], s.before[seat]) for seat in range(s.seats))
    reached = max(s.score[: s.seats]) >= s.options.target
    return grown and (not reached or s.phase == Phase.OVER or s.options.end_rule == EndRule.EQUAL_TURNS)


def everybody_plays_once(s: State) -> bool:
    """Invariant 6: in a round every seat has one turn, the dealer the last."""
    if s.extra or s.phase in (Phase.DEALER, Phase.ROUND, Phase.OVER):
        return s.turn == NOBODY or s.extra > 0
    return s.turn == (s.dealer + 1 + s.turns_played) % s.seats


def last_roll_pays_little(s: State) -> bool:
    """Invariant 7: a settlement pays 2 points to one seat, or 1 to each at thirty-one, or 1 to one seat."""
    if not s.options.last_roll_31 or s.phase != Phase.ROUND or s.begun == 0:
        return True
    round_played = s.copy()
    round_played.dealer = (s.dealer - 1) % s.seats
    totals = [total_of(s, seat) for seat in range(s.seats)]
    exact = [seat for seat in range(s.seats) if totals[seat] == AIM]
    under = [seat for seat in range(s.seats) if totals[seat] < AIM]
    paid = exact or ([closest(round_played)] if under else [])
    gained = [s.score[seat] - s.back_peg[seat] for seat in paid]
    return gained == ([2] if len(exact) == 1 else [1] * len(paid))


PROMISES: dict[str, Any] = {
    "CDICE-10.1 dice": faces_are_faces,
    "CDICE-10.2 re-rolls": rerolls_are_few,
    "CDICE-10.3 counts": counts_are_possible,
    "CDICE-10.4 order": order_is_nothing,
    "CDICE-10.5 totals": totals_grow,
    "CDICE-10.6 turns": everybody_plays_once,
    "CDICE-10.7 last roll": last_roll_pays_little,
}

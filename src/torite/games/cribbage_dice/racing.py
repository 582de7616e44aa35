"""Playing for the win: how likely a seat wins if its turn ends with so many points, and what to roll again for that.

The others are taken to play for the most points, each for itself, as is the seat in its later turns; what they need is
then a matter of how many turns of a known spread they take. Points of cribs and of the last roll are left out.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .faces import DICE, FACES
from .hands import BELOW, HANDS, KEPT, index_of, index_without, sets
from .options import EndRule
from .solved import COUNTED, SPREADS
from .solving import COUNTS, UNIT
from .state import NOBODY, State, first_of_round

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

ROUNDS = 12  # looked ahead
NEEDS = 160  # points, and more, that are never made in them


def weigh_for_win(s: State, seat: int) -> list[float]:
    """Return how likely a seat wins for each mask of its four dice that it rolls again; 0 rolls nothing."""
    import numpy

    spread = numpy.array(SPREADS[(s.options.max_rerolls - 2) * COUNTS :][:COUNTS]) / UNIT
    chances = [chance_of_win(s, seat, s.score[seat] + points, spread) for points in range(COUNTS)]
    return weigh_turn(s.hand[seat][:DICE], s.starter[0], s.rerolls, numpy.array(chances))


def weigh_turn(dice: list[int], starter: int, rerolls: int, chances: Floats) -> list[float]:
    """Weigh every choice of dice to roll again by what counts are worth.

    Args:
        dice: four kinds.
        starter: the starter's kind.
        rerolls: re-rolls left, 1 or more.
        chances: float64[41], what a count of 0 to 40 is worth.

    Returns:
        What each mask of dice is worth if they are rolled again, with the best play after.
    """
    import numpy

    smaller, larger = ways()
    stops = chances[numpy.array(COUNTED[starter * HANDS : (starter + 1) * HANDS])]
    worth = numpy.zeros(KEPT + HANDS)
    worth[KEPT:] = stops
    for left in range(rerolls):
        if left > 0:
            worth[KEPT:] = numpy.maximum(stops, worth[smaller].max(axis=1))
        for size in range(DICE - 1, -1, -1):
            kept = slice(BELOW[size], BELOW[size + 1])
            worth[kept] = worth[larger[kept]].mean(axis=1)
    rolled = [float(worth[index_without(dice, away)]) for away in range(1, 1 << DICE)]
    return [float(stops[index_of(dice, DICE) - KEPT]), *rolled]


@cache
def ways() -> tuple[Floats, Floats]:
    """List what may be kept of each hand, int64[hands, 15], and each kept set with one die more, int64[kept, 12]."""
    import numpy

    places = [kept for size in range(DICE) for kept in combinations(range(DICE), size)]
    smaller = [[index_of([hand[i] for i in kept], len(kept)) for kept in places] for hand in sets(DICE)]
    larger = [
        [index_of([*kept, face], size + 1) for face in range(FACES)] for size in range(DICE) for kept in sets(size)
    ]
    return numpy.array(smaller), numpy.array(larger)


def chance_of_win(s: State, seat: int, total: int, spread: Floats) -> float:
    """Return how likely a seat wins whose turn ends with this total."""
    reached = total >= s.options.target
    if s.reached_by != NOBODY or (reached and s.options.end_rule == EndRule.EQUAL_TURNS):
        return chance_at_end(s, seat, total, spread)
    return 1.0 if reached else chance_in_race(s, seat, total, spread)


# the last turns


def chance_at_end(s: State, seat: int, total: int, spread: Floats) -> float:
    """CDICE-4.2: how likely a total is the highest when the others have played their last turns; ties count half."""
    chance = 1.0
    for other in range(s.seats):
        above = total - s.score[other]
        if other == seat:
            continue
        if _still_plays(s, seat, other):
            chance *= float(spread[: max(0, above)].sum() + (0.5 * spread[above] if 0 <= above < COUNTS else 0.0))
        else:
            chance *= 1.0 if above > 0 else 0.5 if above == 0 else 0.0
    return chance


def _still_plays(s: State, seat: int, other: int) -> bool:
    """CDICE-4.3: tell whether another seat has a turn left after this one's, the target being reached."""
    if s.extra > 0:
        return s.owes[other] == 1
    if s.reached_by == NOBODY:
        return True
    return _place(s, other) > _place(s, seat) or _place(s, other) < _place(s, s.reached_by)


def _place(s: State, seat: int) -> int:
    """Return a seat's place in the order of the round."""
    return (seat - first_of_round(s)) % s.seats


# the race


@cache
def _falling_short(rerolls: int) -> Any:
    """Return how likely so many turns bring fewer points than that: float64[turns, points]."""
    import numpy

    spread = numpy.array(SPREADS[(rerolls - 2) * COUNTS :][:COUNTS]) / UNIT
    made, rows = numpy.array([1.0]), []
    for _ in range(2 * ROUNDS):
        below = numpy.concatenate([[0.0], numpy.cumsum(made)[: NEEDS - 1]])
        rows.append(numpy.concatenate([below, numpy.full(NEEDS - len(below), below[-1])]))
        made = numpy.convolve(made, spread)
    return numpy.array(rows)


def chance_in_race(s: State, seat: int, total: int, spread: Floats) -> float:
    """CDICE-4.1: how likely a seat with this total is the first at the target, its turn being over."""
    short = _falling_short(s.options.max_rerolls)
    needs = [max(0, min(NEEDS - 1, s.options.target - s.score[other])) for other in range(s.seats)]
    needs[seat] = min(NEEDS - 1, s.options.target - total)
    taken = [0] * s.seats
    chance, unreached = 0.0, 1.0
    for mover in _movers(s, seat):
        before, after = short[taken[mover], needs[mover]], short[taken[mover] + 1, needs[mover]]
        taken[mover] += 1
        if before > 0.0:
            ends = unreached * (before - after) / before
            chance += ends if mover == seat else 0.0
            unreached -= ends
    return float(chance)


def _movers(s: State, seat: int) -> list[int]:
    """CDICE-1.2, 1.3: list the seats in the order in which they play after this turn, the deal passing each round."""
    first = first_of_round(s)
    rest = [(first + order) % s.seats for order in range(_place(s, seat) + 1, s.seats)]
    later = [(first + number + order) % s.seats for number in range(1, ROUNDS) for order in range(s.seats)]
    return rest + later

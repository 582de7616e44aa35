"""What laying two tiles away is worth: exact over all starters, and over a model of what the other lays away."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any

from torite.kit import Worth, hand_points

from .counting import COUNTED, NEVER
from .habits import HABITS
from .state import DEALT, TO_CRIB, Phase, State
from .tiles import PACK, TILES, VALUE, VALUES

if TYPE_CHECKING:
    from numpy.typing import NDArray


def expected(s: State, seat: int) -> list[Worth]:
    """Weigh every pair that a seat may lay away, best first, by its hand and the crib; nothing in the play."""
    if s.phase != Phase.CRIB or s.drafting[seat] == 1:
        return []
    mine = seat == s.dealer
    worth = weigh(PACK.listed(s.hand[seat]), mine, s.options.zero_in_fifteens, HABITS[0 if mine else 1])
    order = sorted(worth, key=lambda pair: -worth[pair])
    return [Worth(f"crib {PACK.text(pair)}", worth[pair], "points") for pair in order]


def weigh(hand: list[int], mine: bool, zero: bool, habits: Any) -> dict[tuple[int, int], float]:
    """Return what each pair of six tiles is worth if it is laid away: the mean of the hand, and of the crib's owner.

    Args:
        hand: six kinds.
        mine: whether the crib is the holder's own.
        zero: whether [0-0] takes part in fifteens.
        habits: how often the other lays away a pair when it is held, by the two values: 13 by 13 numbers.
    """
    import numpy

    points, value = points_by_values(zero), numpy.array(VALUE)
    starters, pairs = _unseen(tuple(hand))
    weight = numpy.array(habits, dtype=float)[value[pairs[:, 0]], value[pairs[:, 1]]]
    weight /= weight.sum()
    worth: dict[tuple[int, int], float] = {}
    for first, second in combinations(hand, TO_CRIB):
        pair = (first, second)
        kept = [kind for kind in hand if kind not in pair]
        hands = numpy.array([[*kept, kind] for kind in TILES if kind not in hand])
        cribs = numpy.concatenate([numpy.tile(pair, (len(pairs), 1)), pairs, starters], axis=1)
        crib = float(points[_index(value[cribs])] @ weight)
        worth[pair] = float(points[_index(value[hands])].mean()) + (crib if mine else -crib)
    return worth


@cache
def points_by_values(zero: bool) -> NDArray[Any]:
    """Count every hand of five tiles by its values: int64[hands], in the order of `_index`."""
    import numpy

    hands = sorted(combinations_with_replacement(range(VALUES), COUNTED), key=lambda values: values[::-1])
    return numpy.array([
        hand_points(list(hand), [value if value or zero else NEVER for value in hand], COUNTED) for hand in hands
    ])  # fmt: skip


def _index(values: NDArray[Any]) -> NDArray[Any]:
    """Number hands of five values, int64[…, 5] in any order, by the combinatorial number system."""
    import numpy

    choose = numpy.array([[comb(n, k) for k in range(COUNTED + 1)] for n in range(VALUES + COUNTED)])
    ordered = numpy.sort(values, axis=-1)
    places = numpy.arange(COUNTED)
    total: NDArray[Any] = choose[ordered + places, places + 1].sum(axis=-1)
    return total


@cache
def _places() -> tuple[NDArray[Any], NDArray[Any]]:
    """List every starter and pair of the other's tiles among the unseen, as places: int64[n, 1] and int64[n, 2]."""
    import numpy

    unseen = range(len(TILES) - DEALT)
    ways = [(starter, pair) for starter in unseen for pair in combinations(unseen, TO_CRIB) if starter not in pair]
    return numpy.array([[starter] for starter, _ in ways]), numpy.array([pair for _, pair in ways])


def _unseen(hand: tuple[int, ...]) -> tuple[NDArray[Any], NDArray[Any]]:
    import numpy

    unseen = numpy.array([kind for kind in TILES if kind not in hand])
    starters, pairs = _places()
    return unseen[starters], unseen[pairs]

"""The fast generator: its source's own numbers, even, and the same interpreted and compiled."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy
import pytest

from torite.kernel.compile import Binding, kernel
from torite.kernel.generator import PADDED, below, next_word, seed
from torite.kit.chances import DICE, HEAD, NUMBER, SHUFFLE
from torite.kit.turn_order import draw

BINDING = Binding("kit-tests", {}, ())


@kernel
def numbers(rng: Any, number: int, stream: int, bounds: Any, words: Any, drawn: Any) -> None:
    """Start a generator; draw words, then numbers below each bound."""
    seed(rng, number, stream)
    for i in range(len(words)):
        words[i] = next_word(rng)
    for i in range(len(bounds)):
        drawn[i] = below(rng, bounds[i])


def started(number: int, stream: int = 0) -> list[int]:
    rng = [0] * PADDED
    seed(rng, number, stream)
    return rng


def test_the_numbers_of_the_source() -> None:
    """The first outputs of xoshiro128** from the state 1, 2, 3, 4, as its public code gives them in C's uint32_t."""
    rng = [1, 2, 3, 4]
    expected = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804]
    assert expected == [next_word(rng) for _ in expected]


def test_compiled_and_interpreted_numbers_are_the_same() -> None:
    compiled = BINDING.compiled(numbers)
    bounds = [1, 2, 3, 6, 52, 62, 1000, (1 << 31) - 1, 1 << 31] * 20
    for number, stream in [(0, 0), (1, 0), (0, 1), (7, 3), (1 << 40, 1 << 50), ((1 << 62) + 5, 4095), (-1, 2)]:
        ours: list[Any] = [[0] * PADDED, [0] * 50, [0] * len(bounds)]
        theirs = [numpy.zeros(len(row), dtype=numpy.int64) for row in ours]
        numbers(ours[0], number, stream, bounds, ours[1], ours[2])
        compiled(theirs[0], number, stream, numpy.array(bounds), theirs[1], theirs[2])
        assert ours == [row.tolist() for row in theirs]
        assert all(0 <= word < 1 << 32 for word in ours[1] + ours[0])
        assert all(0 <= x < n for x, n in zip(ours[2], bounds, strict=True))


@pytest.mark.parametrize("n", [2, 3, 6, 10, 52])
def test_numbers_are_even(n: int) -> None:
    """Chi-squared over 20,000 draws, against the 99.9 % bound (about n − 1 + 3.1 √(2 n) + 5)."""
    rng, times = started(5, n), 20_000
    found = Counter(below(rng, n) for _ in range(times))
    chi = sum((found[x] - times / n) ** 2 / (times / n) for x in range(n))
    assert chi < n - 1 + 3.1 * (2 * n) ** 0.5 + 5


def test_streams_differ() -> None:
    """Numbers and streams each start elsewhere; nearby ones agree no more often than chance has it."""
    firsts = [tuple(started(number, stream)[:4]) for number in range(40) for stream in range(40)]
    assert len(firsts) == len(set(firsts))
    pairs = [(started(1, i), started(1, i + 1)) for i in range(3000)]
    equal = sum(below(a, 6) == below(b, 6) for a, b in pairs)
    assert 400 < equal < 600


def test_an_outcome_is_even() -> None:
    """Shuffles of three pieces, dice and numbers as the lab draws them."""
    rng = started(9)
    outcome = [0] * 8
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        draw([SHUFFLE, 3, 0, 0b1010, 0b0010], outcome, rng)
        orders[tuple(outcome[:3])] += 1
    assert set(permutations([1, 1, 3])) == set(orders)
    assert all(1850 < times < 2150 for times in orders.values())
    faces: Counter[int] = Counter()
    for _ in range(3000):
        draw([DICE, 2, 6, 0], outcome, rng)
        faces.update(outcome[:2])
    assert {1, 2, 3, 4, 5, 6} == set(faces)
    assert all(880 < times < 1120 for times in faces.values())
    draw([NUMBER, 1, 0] + [0] * (4 - HEAD), outcome, rng)
    assert 0 == outcome[0]

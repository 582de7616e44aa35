"""Whether two samples may come from the same distribution."""

from __future__ import annotations

import math
import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence

SHUFFLES = 2000


def apart(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the largest difference of the two distributions (Kolmogorov and Smirnov)."""
    a, b = sorted(one), sorted(other)
    return max(abs(bisect_right(a, x) / len(a) - bisect_right(b, x) / len(b)) for x in (*a, *b))


def chance_of(distance: float, one: int, other: int) -> float:
    """Return how likely samples of these sizes are at least so far apart, if they are alike."""
    size = one * other / (one + other)
    x = (math.sqrt(size) + 0.12 + 0.11 / math.sqrt(size)) * distance
    if x < 0.2:
        return 1.0
    return min(1.0, max(0.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * x) ** 2) for k in range(1, 101))))


def ks(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return how far apart two samples are, and how likely that is if they are alike."""
    distance = apart(one, other)
    return distance, chance_of(distance, len(one), len(other))


def permuted(one: Sequence[float], other: Sequence[float], seed: int = 1) -> float:
    """Return how likely means so different are, if who belongs where is shuffled."""
    chance, both = random.Random(seed), [*one, *other]
    total, size = sum(both), len(one)

    def difference(some: Sequence[float]) -> float:
        return abs(sum(some) / size - (total - sum(some)) / (len(both) - size))

    found = difference(one) - 1e-12
    return (1 + sum(difference(chance.sample(both, size)) >= found for _ in range(SHUFFLES))) / (1 + SHUFFLES)


def mann_whitney(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how likely one sample's ranks among both are so far from the mean, if they are alike; by a normal law."""
    both = sorted([*one, *other])
    rank = {x: (bisect_left(both, x) + bisect_right(both, x) + 1) / 2 for x in both}
    n, m = len(one), len(other)
    ties = sum(count**3 - count for count in Counter(both).values())
    spread = math.sqrt(n * m / 12 * (n + m + 1 - ties / ((n + m) * (n + m - 1))))
    return math.erfc(abs(sum(map(rank.__getitem__, one)) - n * (n + m + 1) / 2) / spread / math.sqrt(2))

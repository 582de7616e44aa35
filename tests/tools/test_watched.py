"""How the soak tells growth from noise."""

from __future__ import annotations

import os
import random
import time

import pytest

from benchmarks.watched import Sample, sampled, slope


def lives(an_hour: float, alike: float = 0.0) -> list[Sample]:
    """Three lives of twenty minutes, each with a level of its own, and noise of which each is like the one before."""
    chance = random.Random(f"{an_hour} {alike}")
    found: list[Sample] = []
    for life in range(3):
        noise = 0.0
        for i in range(240):
            noise = alike * noise + chance.gauss(0, 1)
            at = 5.0 * i
            memory = 100 + 40 * life + an_hour * at / 3600 + noise + (50 - i if i < 50 else 0)
            found.append(Sample(10_000 * life + at, life, memory, 10, 0, 1, 0, 0))
    return found


@pytest.mark.parametrize("alike", [0.0, 0.8])
@pytest.mark.parametrize("an_hour", [0.0, 30.0])
def test_growth_is_found_behind_levels_and_the_time_after_a_start(an_hour: float, alike: float) -> None:
    grown = slope(lives(an_hour, alike), warm=250)
    assert grown is not None
    assert abs(grown.an_hour - an_hour) < 1.5 * grown.give
    assert grown.give < (2 if alike == 0 else 12)
    assert grown.hours == pytest.approx(3 * (1195 - 250) / 3600)


def test_neighbours_that_are_alike_widen_the_interval() -> None:
    free, tied = slope(lives(0.0), 250), slope(lives(0.0, 0.8), 250)
    assert free is not None
    assert tied is not None
    assert tied.give > 2 * free.give


def test_too_little_says_nothing() -> None:
    assert slope(lives(0.0)[:55], warm=250) is None


def test_a_process_is_sampled() -> None:
    now = sampled(os.getpid(), time.monotonic(), 0)
    assert now.memory > 5
    assert now.threads >= 1
    assert now.files > 0

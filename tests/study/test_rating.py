"""Ratings with puzzles: the numbers of the paper, and those that the page calculates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from torite.study.rating import NEW, Rating, chance, changed, half, since

SHARED = Path(__file__).parents[2] / "client" / "tests" / "ratings.json"  # the page's test looks at the same


def test_chances_are_those_of_the_paper() -> None:
    assert chance(1500, 1500) == 0.5
    assert chance(1500, 1550) == pytest.approx(0.432, abs=5e-4)


def test_the_numbers_are_those_of_the_page() -> None:
    for one in json.loads(SHARED.read_text("utf-8")):
        before = since(Rating(one["rating"], one["deviation"]), one["days"])
        after = changed(before, one["puzzle"], one["solved"])
        calculated = [
            chance(before.rating, one["puzzle"]),
            before.deviation,
            after.rating,
            after.deviation,
            half(after),
        ]
        assert calculated == pytest.approx([one["chance"], one["since"], *one["after"], one["half"]], abs=1e-5)


def test_a_rating_gets_surer_with_puzzles_and_less_sure_with_time() -> None:
    mine = NEW
    for puzzle in range(60):
        mine = changed(mine, 1500, solved=puzzle % 2 == 0)
    assert 1400 < mine.rating < 1600
    assert mine.deviation < since(mine, 30).deviation < NEW.deviation
    assert since(mine, 10_000) == Rating(mine.rating, NEW.deviation)

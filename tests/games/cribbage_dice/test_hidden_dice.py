"""Matches that differ only in dice that a seat has not seen are one and the same to that seat."""

from __future__ import annotations

import pytest

from tests.arranged import new_match
from tests.clauses import clause
from tests.every_game.test_non_interference import unlike
from torite.match import Match

OPEN = "5 9 12 12"  # the four dice that stay


def rolled(hidden: str, seats: int = 2) -> Match:
    """Let seat 0 roll the open dice and two others, with a five as the starter, and not yet choose."""
    lots = [3, 9] if seats == 2 else [3, *[1] * (seats - 2), 9]
    first = [5, *map(int, f"{OPEN} {hidden}".split())]
    return new_match("cribbage-dice-extra-dice", seats, rolls=[lots, first], seed=1)


@clause("CDICE-5.8")
@pytest.mark.parametrize("seats", [2, 4])
def test_six_dice_are_the_rollers_alone(seats: int) -> None:
    """Before the choice nobody else can tell one roll from another."""
    first, second = rolled("1 2", seats), rolled("7 7", seats)
    for seat in range(1, seats):
        assert [] == unlike(first, second, seat, ["crib 1 2", "roll 5", "keep"])
    assert any("its view, " in told for told in unlike(first, second, 0, []))


@clause("CDICE-5.2")
@pytest.mark.parametrize("seats", [2, 4])
def test_dice_put_aside_are_not_told(seats: int) -> None:
    """After the choice, and when the hand has been counted, only who put them aside knows."""
    first, second = rolled("1 2", seats), rolled("3 8", seats)
    first.act(0, "crib 1 2")
    second.act(0, "crib 3 8")
    for counted in (False, True):
        if counted:
            first.act(0, "keep")
            second.act(0, "keep")
        for seat in range(1, seats):
            assert [] == unlike(first, second, seat, ["crib 1 2", "roll 5", "keep"])
        assert any("its view, " in told for told in unlike(first, second, 0, []))

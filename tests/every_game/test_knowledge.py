"""What anybody is taken to know is so: worlds are drawn by it, and bots and refusals rest on it."""

from __future__ import annotations

from typing import Any

from tests.conftest import Many
from tests.knowledge import falsehoods
from tests.strategies import Table, walk


def check(table: Table, step: int, state: Any) -> None:
    """Nothing is said of any place that is not so."""
    told = list(falsehoods(table.game, state))
    assert not told, f"after {step} steps of a random match of {table}:\n" + "\n".join(told)


def test_what_is_known_is_true(table: Table, many: Many) -> None:
    """After every action and outcome the places hold what everybody, and each seat, is said to know of them."""
    for seed in range(many(4, 2)):
        step, state = 0, table.begin()
        for step, moment in enumerate(walk(table, f"known {seed}", many(3_000, 400))):
            state = moment.state
            check(table, step, state)
        check(table, step + 1, state)

"""What the tests of games in OpenSpiel share."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pyspiel

import torite.bridges.openspiel
from tests.strategies import Table
from torite.bridges.openspiel import name_of


def load(variant: str, **given: Any) -> Any:
    """Load a variant."""
    return pyspiel.load_game(name_of(variant), given)


def load_table(table: Table, **given: Any) -> Any:
    return load(table.variant, players=table.seats, **given)


def step(state: Any, chooser: random.Random) -> None:
    """Let chance, or whoever is to act, do something at random."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chooser.choices(outcomes, chances)[0])
    else:
        state.apply_action(chooser.choice(state.legal_actions()))


def walk(game: Any, seed: int, most: int = 10_000) -> Iterator[Any]:
    """Run through the states of a random match."""
    state, chooser = game.new_initial_state(), random.Random(seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        step(state, chooser)


def asked(game: Any, seed: int, steps: int = 0) -> Any:
    """Return a state in which a seat is asked, some steps after the first."""
    found = [state.clone() for state in walk(game, seed) if not state.is_chance_node() and not state.is_terminal()]
    return found[min(steps, len(found) - 1)]


__all__ = ["asked", "load", "load_table", "step", "torite", "walk"]

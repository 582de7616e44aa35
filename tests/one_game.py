"""Which game a case of a law is about: for `pytest tests/every_game tests/secrecy --game sueca`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from torite.games import catalogue, games


def game_of(value: Any) -> str:
    """Return the name of the game that a parameter stands for; empty if for none.

    It may be a table, a game, a list of who may know what, a lesson, a page of clauses or a folder of words; or the
    name of a game or of one of its variants.
    """
    if isinstance(value, Path):
        value = value.parent.name
    for attribute in ("game", "variant", "name"):
        value = getattr(value, attribute, value)
    if not isinstance(value, str) or value in games():
        return value if isinstance(value, str) else ""
    return catalogue()[value][0].name if value in catalogue() else ""


def of_others(items: Iterable[pytest.Item], game: str) -> set[pytest.Item]:
    """Find the cases that are not about a game: about others, or about none."""
    cases = {item: getattr(item, "callspec", None) for item in items}
    return {item for item, case in cases.items() if not case or game not in map(game_of, case.params.values())}

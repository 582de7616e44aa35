"""Whole matches at random, action by action against the second telling of the clauses, under all options."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.clauses import clause
from tests.conftest import Many
from tests.games.galapagos.beside import EVERY, Pair
from tests.games.galapagos.naive import DEFAULTS

PARTS = 3
WHOLE = (
    "GALA-1.1", "GALA-1.2", "GALA-1.3", "GALA-1.4", "GALA-1.5", "GALA-1.6", "GALA-2.1", "GALA-2.2", "GALA-2.3",
    "GALA-2.4", "GALA-2.5", "GALA-2.6", "GALA-2.7", "GALA-2.8", "GALA-2.10", "GALA-2.11", "GALA-2.12", "GALA-2.13",
    "GALA-3.1", "GALA-3.2", "GALA-3.3", "GALA-3.4", "GALA-3.5", "GALA-3.6", "GALA-3.7", "GALA-3.8", "GALA-3.9",
    "GALA-3.10", "GALA-3.11", "GALA-3.12", "GALA-3.13", "GALA-3.14", "GALA-3.15", "GALA-3.16", "GALA-3.17",
    "GALA-4.1", "GALA-4.2", "GALA-4.3", "GALA-4.4", "GALA-4.5", "GALA-4.6", "GALA-5.1", "GALA-5.2", "GALA-5.3",
    "GALA-5.4", "GALA-5.5", "GALA-5.6", "GALA-5.7", "GALA-5.8", "GALA-5.9", "GALA-5.10", "GALA-5.11", "GALA-5.12",
    "GALA-5.13", "GALA-6.1", "GALA-6.2", "GALA-6.3", "GALA-6.4", "GALA-6.5", "GALA-6.6", "GALA-6.7", "GALA-6.8",
    "GALA-6.9", "GALA-6.10", "GALA-6.11", "GALA-7.1", "GALA-7.2", "GALA-7.3", "GALA-7.4", "GALA-7.5",
)  # fmt: skip
JOKERS = (
    "GALA-8.1", "GALA-8.2", "GALA-8.3", "GALA-8.4", "GALA-8.5", "GALA-8.6", "GALA-8.8", "GALA-8.9", "GALA-8.10",
    "GALA-8.11", "GALA-8.12", "GALA-8.13", "GALA-8.14", "GALA-8.15", "GALA-8.16", "GALA-8.17", "GALA-8.18",
)  # fmt: skip
INVARIANTS = (
    "GALA-9.1", "GALA-9.2", "GALA-9.3", "GALA-9.4", "GALA-9.5", "GALA-9.6", "GALA-9.7",
)  # fmt: skip


def played(options: dict[str, object], seed: object, rich: float, target: int = 100) -> Counter[str]:
    """Play a match in both tellings; return what happened."""
    return Pair({**options, "target": target}, random.Random(str(seed)), rich).play()


@clause(*WHOLE, *JOKERS, *INVARIANTS)
@pytest.mark.parametrize("jokers", [False, True])
@pytest.mark.parametrize("part", range(PARTS))
def test_matches_under_all_options(part: int, jokers: bool, many: Many) -> None:
    """Every action open, every card and pile, melds, points, bonuses, ends."""
    happened: Counter[str] = Counter()
    chosen = random.Random(f"options {part}").sample(EVERY, many(300, 8))
    for number, options in enumerate(chosen):
        happened += played(options | {"jokers": jokers}, (part, jokers, number), rich=0.85)
    assert happened["deal"] >= len(chosen)
    for what in ("by rank", "lead set", "lead sequence", "pass", "answer set", "show", "named 2"):
        assert happened[what], what


@clause(*WHOLE, *INVARIANTS)
def test_matches_to_a_thousand(many: Many) -> None:
    """With the options of the two variants."""
    happened: Counter[str] = Counter()
    for number in range(many(30, 1)):
        happened += played(DEFAULTS | {"jokers": bool(number % 2)}, f"long {number}", 0.2, target=1000)
    assert happened["deal"] > 5


@clause("GALA-3.15", "GALA-3.16", "GALA-3.10")
def test_matches_without_overlap(many: Many) -> None:
    """Rich hands: many selections, and suits that raise the total or do not."""
    happened: Counter[str] = Counter()
    for number in range(many(300, 8)):
        options = {"meld_overlap": "none", "trump_bonus_time": ("at_melds", "at_tricks")[number % 2]}
        happened += played(DEFAULTS | options, f"apart {number}", 1)
    assert happened["name"]
    assert happened["decline"]
    assert happened["extra"]


@clause(*JOKERS)
def test_rare_things_do_happen(many: Many) -> None:
    """Jokers against jokers, in tricks and in the play-off; ties of all kinds."""
    happened: Counter[str] = Counter()
    for number in range(many(100, 8)):
        options = {"joker_follow": ("free", "as_trump_suit")[number % 2], "meld_reveal": "never"}
        happened += played(DEFAULTS | options | {"jokers": True}, f"rare {number}", 0.5)
    for what in ("by joker", "by suit", "by colour", "exchange", "keep", "joker in a trick", "joker in the play-off"):
        assert happened[what], what

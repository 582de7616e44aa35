"""Mistakes planted in a game, as authors make them, are found by the laws, in words that say what is wrong."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from tests.every_game import test_knowledge, test_random_matches
from tests.strategies import usual_tables
from torite.kernel.slots import reset_deal
from torite.kit import know, require


def left_out(*facts: Any) -> None:
    """Do nothing."""


def one_more(s: Any, place: int, mask: int, least: int) -> None:
    """Require one piece more than is sure."""
    require(s, place, mask, least + 1)


def another(s: Any, viewer: int, place: int, kind: int) -> None:
    """Know a piece beside the one that was given."""
    know(s, viewer, place, kind ^ 1)


def reset_fields_alone(s: Any) -> None:
    """Take up the pieces, and leave what is known of the deal before."""
    reset_deal(s)


HEARTS, BINGO, FLASHPOINT = "torite_hearts", "torite.games.bingo", "torite.games.flashpoint"
PLANTED = (
    (
        "hearts-100",
        f"{HEARTS}.rules",
        "begin_deal",
        reset_fields_alone,
        r"everybody knows that hand\[\d\] holds none of",
    ),
    ("hearts", f"{HEARTS}.rules", "require", one_more, r"everybody knows that hand\[\d\] holds 2 or more of C2 "),
    ("hearts", f"{HEARTS}.passing", "know", another, r"seat \d knows that hand\[\d\] holds .* \(known\)"),
    ("flashpoint", f"{FLASHPOINT}.leading", "require", one_more, r"everybody knows that hand\[\d\] holds 2"),
    ("bingo", f"{BINGO}.rules", "came_in", left_out, r"everybody knows that hand\[\d\] holds 0 to 0 of 6-6 "),
    ("bingo", f"{BINGO}.rules", "begin_deal", reset_fields_alone, r"knows that hand\[\d\] holds "),
)


@pytest.mark.parametrize(("variant", "module", "verb", "wrong", "said"), PLANTED)
def test_false_knowledge_is_found(
    variant: str, module: str, verb: str, wrong: Callable[..., None], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names the game, who is to know it, the place, what was said of it and what lies there."""
    table = next(table for table in usual_tables() if table.variant == variant)
    rules = importlib.import_module(module)
    assert callable(vars(rules)[verb])
    monkeypatch.setattr(rules, verb, wrong)
    with pytest.raises(AssertionError, match=rf"{table.game.name}: .*{said}.*; it holds (\S+ )*\S+") as failure:
        test_knowledge.test_what_is_known_is_true(table, lambda full, few: few)
    assert str(table) in str(failure.value)


def test_a_deal_that_ends_too_soon_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """`deal_over` as it is easily written: from the second deal on it would hold all the time."""
    table = next(table for table in usual_tables() if table.variant == "hearts-100")
    monkeypatch.setitem(vars(table.game.rules), "deal_over", lambda s: s.deals_played > 0)
    with pytest.raises(AssertionError, match=r"hearts-100-4: in phase P\w+ deal_over holds, and actors has seats \["):
        test_random_matches.test_match_ends_and_keeps_its_promises(table, lambda full, few: full)


@pytest.mark.parametrize("rule", ["scores", "payoff"])
def test_partners_of_unequal_scores_are_found(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A side's points, written for one of its seats."""
    table = next(table for table in usual_tables() if table.variant == "perlaggen")

    def wrong(s: Any, out: list[int]) -> None:
        out[:4] = [1, 0, 0, 0]

    monkeypatch.setitem(vars(table.game.rules), rule, wrong)
    with pytest.raises(AssertionError, match=rf"perlaggen-4: {rule} gives the seats of a side {{0: 1, 2: 0}}"):
        test_random_matches.test_partners_score_alike(table, lambda full, few: few)

"""Ambition: who may know what, from `clauses.md`."""

from __future__ import annotations

from typing import Any

from tests.secrecy.law import Fact, Item, Law, everybody, owner


def first_lead(s: Any) -> bool:
    """Tell whether the first trick is about to be led, or nobody has led it."""
    return s.tricks_played == 0


LAW = Law(
    "ambition",
    items=(
        Item("hand", owner, "| a hand | owner only |"),
        Item("for_left for_across for_right", owner, "| passed cards | giver (from choosing) and receiver"),
        Item("drafting draft draft_left draft_across draft_right", owner, "AMB-3.3"),
        Item("chosen", everybody, "AMB-3.1"),
        Item("trick leader trick_len led best_seat worth turn", everybody, "| current trick | all |"),
        Item("taken", everybody, "| earlier tricks | all saw them;"),
        Item(
            "points stands to_slam slam_on",
            everybody,
            "| points taken this round | all (`show_points`), else what each",
        ),
        Item(
            "tricks tricks_played score strikes understrikes slams line added won out deals_played",
            everybody,
            "| tricks taken, scores, strikes, slams already scored | all |",
        ),
        Item("dealer", everybody, "AMB-1.6"),
        Item("way", everybody, "AMB-3.2"),
        Item("seats options phase in_play", everybody, "AMB-1.1"),
    ),
    facts=(
        Fact("actors", "| who holds ♦3 | its holder; all once the passing is over", first_lead),
        Fact("leader", "| who holds ♦3 | its holder; all once the passing is over", first_lead),
        Fact("turn", "| who holds ♦3 | its holder; all once the passing is over", first_lead),
    ),
    shows=("pass", "pass left"),  # the last to choose takes up cards (AMB-3.1)
    tables=(
        ("ambition", 4, {}, {}),
        ("ambition", 4, {"fourth_round": "scatter"}, {"initial": {"deals_played": 3}}),
        ("ambition-revised", 4, {}, {}),
        ("ambition", 3, {}, {}),
    ),
)

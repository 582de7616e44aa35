"""Cribbage Dice: who may know what, from `clauses.md`."""

from __future__ import annotations

from typing import Any

from tests.secrecy.law import Fact, Item, Law, everybody, owner
from torite.games.cribbage_dice.state import Phase


def unless_two_go_aside(s: Any, owner: int, viewer: int) -> bool:
    """Six dice of which two are still to be put aside are seen by the roller only; all others by everybody."""
    return viewer == owner or not (s.phase == Phase.CRIB and owner == s.turn)


CRIB = "all four are shown after the dealer's hand is scored"

LAW = Law(
    "cribbage_dice",
    items=(
        Item("hand", unless_two_go_aside, "| six dice before the crib choice | the roller only |"),
        Item("drafting draft", owner, "CDICE-5.8"),
        Item("laid", owner, "| crib dice | the player who put them there knows the own two;"),
        Item("crib", everybody, CRIB),
        Item("starter", everybody, "| starter die | all, from the first roll of the round |"),
        Item("again rerolls", everybody, "| the four dice in play, rerolls left | all"),
        Item(
            "score back_peg before won dealer turn turns_played reached_by owes extra tied deals_played begun",
            everybody,
            "| scores, dealer, order | all |",
        ),
        Item("seats options phase in_play", everybody, "CDICE-1.1"),
    ),
    facts=(Fact("crib", CRIB), Fact("score", CRIB), Fact("note crib_count", CRIB)),
    words=("hand", "laid"),
    shows=("roll!", "keep"),  # dice (CDICE-2.5), the next player's too (CDICE-2.3)
    tables=(
        ("cribbage-dice-extra-dice", 2, {}, {}),
        ("cribbage-dice-extra-dice", 2, {"starter": "per_turn"}, {}),
        ("cribbage-dice-extra-dice", 2, {"last_roll_31": "yes", "end_rule": "equal_turns"}, {}),
        ("cribbage-dice-extra-dice", 4, {}, {}),
    ),
)

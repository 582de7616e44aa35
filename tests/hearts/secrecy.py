"""Hearts, the example: who may know what, from `clauses.md`."""

from __future__ import annotations

from tests.games.ambition.secrecy import first_lead
from tests.secrecy.law import Fact, Item, Law, everybody, owner

LAW = Law(
    "hearts",
    items=(
        Item("hand passing drafting draft", owner, "| own hand, own cards laid aside | that player |"),
        Item("chosen", everybody, "that a choice was made: all;"),
        Item(
            "trick leader trick_len led score dealer direction",
            everybody,
            "| current trick, running scores, dealer, direction | all |",
        ),
        Item("taken", everybody, "every card was seen when it was played"),
        Item("turn", everybody, "HEARTS-3.4"),
        Item("broken", everybody, "HEARTS-4.2"),
        Item("tricks_played deals_played added won", everybody, "HEARTS-5.1"),
        Item("seats options phase in_play", everybody, "HEARTS-1.1"),
    ),
    facts=(
        Fact("actors", "who is about to lead to the first trick holds ♣2", first_lead),
        Fact("leader", "who is about to lead to the first trick holds ♣2", first_lead),
        Fact("turn", "who is about to lead to the first trick holds ♣2", first_lead),
    ),
    shows=("pass",),  # the last to choose takes up cards (HEARTS-2.4)
    tables=(
        ("hearts", 4, {}, {}),
        ("hearts-100", 4, {}, {}),
        ("hearts", 4, {"pass_cards": "no"}, {}),
        ("hearts", 4, {"can_lead_hearts_instead_of_qs": "yes"}, {}),
    ),
)

"""Domino Cribbage: who may know what, from `clauses.md`."""

from __future__ import annotations

from tests.secrecy.law import Fact, Item, Law, everybody, nobody, owner

GO = "A Go does tell both that every tile of that hand is too high for the count"

LAW = Law(
    "domino_cribbage",
    items=(
        Item("hand", owner, "| own hand (not yet played) | owner; number of tiles: both |"),
        Item("drafting draft", owner, "DCRIB-2.5"),
        Item("laid", owner, "| crib | before counting: each player knows only the own two; at counting: both |"),
        Item("crib", everybody, "each player knows only the own two; at counting: both"),
        Item("stock", nobody, "| rest of the stock (15 tiles) | nobody, never |"),
        Item("starter", everybody, "| starter | both, once both have laid away (DCRIB-2.5) |"),
        Item(
            "line line_by line_len total played last_seat said_go first_go go_paid go_owed split_owed turn",
            everybody,
            "| played tiles, count, whose Go | both |",
        ),
        Item("score back_peg before won deals_played", everybody, "| scores | both |"),
        Item("dealer begun", everybody, "| tiles drawn for the first deal | both |"),
        Item("seats options phase in_play", everybody, "DCRIB-1.1"),
    ),
    facts=(
        Fact("said_go", GO),
        Fact("note go", GO),
        Fact("line_len", GO),
        Fact("actors", GO),
    ),
    shows=("crib", "play!"),  # the starter (DCRIB-2.5); a Go, or none (DCRIB-3.14)
    tables=(
        ("domino-cribbage", 2, {}, {}),
        ("domino-cribbage-split-31", 2, {}, {}),
        ("domino-cribbage-card", 2, {}, {}),
        ("domino-cribbage", 2, {"empty_hand_go_scores": "yes"}, {}),
    ),
)

"""Bingo: who may know what, from `clauses.md`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.secrecy.law import Fact, Item, Law, Told, everybody, nobody, owner
from torite.games.bingo.state import VERBS, Phase
from torite.games.bingo.tiles import PACK
from torite.match.entries import Entry

DOUBLES = sum(1 << PACK.kind(f"{pip}-{pip}") for pip in range(7))


def tells(before: Any, entry: Entry, after: Any) -> Iterable[Told]:
    """Doubles are shown: those named, all others where there is nothing to choose, and all that end a deal."""
    for action in entry.actions:
        verb = VERBS.verb(action)
        if verb.name == "show":
            yield Told("hand", entry.seat, 1 << action - verb.base, lambda viewer: True)
        elif verb.name in ("reveal 7", "reveal 6"):
            yield Told("hand", entry.seat, DOUBLES, lambda viewer: True)
        elif verb.name == "lead" and before.declared > 0 and before.chain == 0:
            held = sum(word & DOUBLES for word in before.hand[entry.seat])
            if held.bit_count() == before.declared:
                yield Told("hand", entry.seat, DOUBLES, lambda viewer: True)


def may_show(s: Any) -> bool:
    """Tell whether doubles were declared whose first was led just now."""
    return bool(s.declared > 0 and s.phase in (Phase.SHOW, Phase.REPLY))


LAW = Law(
    "bingo",
    items=(
        Item("hand", owner, "| own hand | owner only; size: both |"),
        Item("drafting draft", owner, "BINGO-7.16"),
        Item("stock", nobody, "| stock tiles (the trump tile apart), before and after closing | nobody; number left:"),
        Item("stock_left", everybody, "| nobody; number left: both |"),
        Item("turned", everybody, "| trump tile | both, until it is drawn; its taker is known to both;"),
        Item("trump order", everybody, "| trump suit | both, always |"),
        Item("trick leader trick_len led best_seat turn", everybody, "| tiles of the current trick | both |"),
        Item("taken tile_points", everybody, "| nobody may look (both saw them when played;"),
        Item("last_bonus made with_bingo", everybody, "BINGO-8.2"),
        Item("tricks tricks_played may_reveal", everybody, "| number of tricks won | both |"),
        Item("declared chain shown revealed", everybody, "| announced k and shown doubles | both |"),
        Item("closed_by", everybody, "| declaration of victory | both |"),
        Item("score added won deals_played", everybody, "| game points | both |"),
        Item("dealer begun", everybody, "BINGO-1.9"),
        Item("seats options phase in_play", everybody, "BINGO-1.1"),
    ),
    facts=(
        Fact("actors", "with exactly k nothing is chosen", may_show),
        Fact("phase", "with exactly k nothing is chosen", may_show),
        Fact("turn", "with exactly k nothing is chosen", may_show),
        Fact("shown", "| announced k and shown doubles | both |"),
    ),
    tells=tells,
    prefers=("reveal", "declare"),
    shows=("draw!",),  # a tile of the stock (BINGO-4.5)
    tables=(
        ("bingo", 2, {}, {}),
        ("bingo-pagat-like", 2, {}, {}),
        ("bingo", 2, {"doubles_need_trick": "no"}, {}),
        ("bingo", 2, {"doubles_need_trick": "no"}, {"hands": {0: "0-0 1-1 2-2 3-3", 1: "4-4 5-5 6-6"}}),
    ),
)

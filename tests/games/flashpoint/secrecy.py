"""Flashpoint: who may know what, from `clauses.md`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.secrecy.law import Fact, Item, Law, Told, everybody, owner
from torite.games.flashpoint.cards import PACK
from torite.games.flashpoint.state import VERBS
from torite.match.entries import Entry

SEATS = 4
OF_RANK = [sum(1 << PACK.kind(suit + rank) for suit in "CSHD") for rank in ("A", "K", "Q", "J", "10", "9", "8", "7")]


def neighbour(s: Any, owner: int, viewer: int) -> bool:
    """The owner and the left-hand neighbour."""
    return viewer == owner or viewer == (owner + 1) % SEATS


def tells(before: Any, entry: Entry, after: Any) -> Iterable[Told]:
    """A flash shows the whole hand to the left-hand neighbour; a Four flash its four cards, of two sets the higher."""
    for action in entry.actions:
        name = VERBS.verb(action).name
        if name.startswith("flash"):
            hand = before.hand[entry.seat][0]
            if name == "flash four":
                sets = [cards for cards in OF_RANK if hand & cards == cards]
                each = before.options.texts()["double_four"] == "each"
                hand = sum(sets) if each else sets[0]
            yield Told("hand", entry.seat, hand, lambda viewer: viewer == (entry.seat + 1) % SEATS)


PENALTY = "(whether a disobedient leader *could* have obeyed becomes public through the penalty)"
PASS = "(a pass shows that the hand has only suits already played)"

LAW = Law(
    "flashpoint",
    items=(
        Item("hand", owner, "| a hand | owner only |"),
        Item("drafting draft", owner, "FLASH-7.13"),
        Item("four_rank", neighbour, "the left neighbour also sees the proving cards"),
        Item("void_flash twin_flash long_flash four_flash square_flash square_left", everybody, "FLASH-7.11"),
        Item("pass_told", everybody, "FLASH-7.12"),
        Item(
            "trick leader trick_len on_trick lying ranks paired best_seat best combination worth gains passed",
            everybody,
            "| cards in the current trick, order of play, passes | all |",
        ),
        Item("taken spent tricks tricks_played", everybody, "| earlier tricks | all saw them;"),
        Item("command proved", everybody, "| commands, disobedience and the penalty | all"),
        Item(
            "score gained bonus bonus_gained dealer to_lead turn",
            everybody,
            "| points, bonuses, dealer, leader | all |",
        ),
        Item("won deals_played begun seats options phase in_play", everybody, "FLASH-9.1"),
    ),
    facts=(
        Fact("score", PENALTY),
        Fact("proved", PENALTY),
        Fact("passed", PASS),
        Fact("trick_len", PASS),
        Fact("actors", PASS),
        Fact("void_flash", "FLASH-7.11"),
        Fact("four_flash", "FLASH-7.11"),
        Fact("pass_told", "FLASH-7.12"),
        Fact("phase", PASS),
    ),
    tells=tells,
    prefers=("flash",),
    shows=("play!", "flash!", "command!"),  # who passes (FLASH-3.6); it was seen or heard (FLASH-2.8, 7.11)
    tables=(
        ("flashpoint", 4, {}, {}),
        ("flashpoint-parlett", 4, {}, {}),
        ("flashpoint", 4, {}, {"hands": {0: "CA SA HA DA", 1: "C7 C8 C9 C10 CJ CQ", 3: "CK SK HK DK"}}),
        ("flashpoint", 4, {"double_four": "each"}, {"hands": {2: "CA SA HA DA CK SK HK DK", 1: "S7 S8 S9 H7 H8 H9"}}),
        ("flashpoint", 4, {"square_timing": "any_four_cards", "command_mode": "off"}, {}),
        ("flashpoint", 4, {}, {"hands": {1: "CA SK HQ DJ C10 S9 H8 D7", 2: "C7 C8 S7 S8 H7 H9 D8 D9"}}),
    ),
)

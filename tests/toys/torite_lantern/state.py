"""The cards, options, state, actions, chances and sentences of Lantern."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite import kit
from torite.kit import Chances, ForDeal, Lines, Pieces, Public, Refusals, See, Spec, TrickState, Variant, Verbs, option
from torite.kit.shelf import Shelf
from torite.pieces import Pack, cards

PACK: Pack = cards("2 3 4 5 6 7", suits="SH")  # LANTERN-1.1
SUIT, OF_SUIT = PACK.suit, PACK.of_suit
RANK = PACK.table({"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7})
CARDS, DEALT, STOCK = 12, 4, 8

Phase = IntEnum("Phase", "DEAL PLAY OVER", start=0)


class Options(kit.Options):
    """What may be agreed before a match."""

    deals: int = option(1, "LANTERN-1.3", least=1, most=3)
    target: int = option(2, "LANTERN-4.2", least=1, most=4)


SHELF = Shelf("alone", 1, 1, "S7 H4 S2", "ochre")
VARIANTS = {
    "lantern": Variant("lantern", (1, 1), "LANTERN-1", shelf=SHELF),
    "lantern-two": Variant("lantern-two", (1, 1), "LANTERN-1.3", {"deals": 2}, guide="lantern"),
}

VERBS = Verbs(PACK)
PLAY = VERBS.pieces("play")

CHANCES = Chances()
DEAL = CHANCES.name("deal")

REFUSALS = Refusals()
FOLLOW = REFUSALS.line("follow", "LANTERN-3.2")

NOTES = Lines()
TAKES = NOTES.line("takes", "LANTERN-3.3")
LIT = NOTES.line("lit", "LANTERN-4.1", scoring=True)


class State(TrickState, seats=1, pack=PACK):
    """A Lantern match in progress."""

    options: Options  # the rules agreed before the match
    stock: Annotated[list[int], Spec((STOCK,), See.NOBODY, "sequence")]  # cards to turn up, the last is next
    stock_left: Annotated[Public, range(STOCK + 1)]  # cards in the stock
    lead: ForDeal[Pieces]  # the card turned up (LANTERN-3.1)
    gone: ForDeal[Pieces]  # cards of earlier tricks
    taken: ForDeal[Annotated[Public, range(DEALT + 1)]]  # tricks taken in this deal
    added: Public  # what the deal just scored added

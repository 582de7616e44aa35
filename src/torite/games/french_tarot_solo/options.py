"""The options of French Tarot Solo (clauses, "Options") and its variant."""

from __future__ import annotations

from enum import IntEnum

from torite import kit
from torite.kit import Shelf, Variant, option

from .cards import SIZES

PetitSecRedeal = IntEnum("PetitSecRedeal", "PLAYER_RIGHT AUTOMATIC OFF", start=0)
BidPolicy = IntEnum("BidPolicy", "FIRST_PRISE_THEN_FREE FREE NON_DECREASING", start=0)
FlipTiming = IntEnum("FlipTiming", "BEFORE_PLAYER AFTER_TRICK", start=0)
PetitBeforeExcuse = IntEnum("PetitBeforeExcuse", "PLAYED_BY_SLAM_SIDE ANY_IN_TRICK", start=0)


class HandfulTable(IntEnum):
    """TAROT-7.2: trumps of a single, a double and a triple handful."""

    FEWER = 0
    MORE = 1

    @property
    def text(self) -> str:
        """The option's value as players write it."""
        return "_".join(map(str, SIZES[self]))


class Options(kit.Options):
    """What may be agreed before a session."""

    deal_count: int = option(6, "TAROT-1.4 TAROT-15.1", least=1, most=1000)
    petit_sec_redeal: PetitSecRedeal = option(PetitSecRedeal.PLAYER_RIGHT, "TAROT-3.3 TAROT-3.4")
    bid_policy: BidPolicy = option(BidPolicy.FIRST_PRISE_THEN_FREE, "TAROT-4.3 TAROT-4.4 TAROT-4.9")
    handful_table: HandfulTable = option(HandfulTable.FEWER, "TAROT-7.2")
    dummy_flip_timing: FlipTiming = option(FlipTiming.BEFORE_PLAYER, "TAROT-8.6")
    petit_before_excuse_slam: PetitBeforeExcuse = option(PetitBeforeExcuse.PLAYED_BY_SLAM_SIDE, "TAROT-12.4")
    defence_slam_bonus: int = option(0, "TAROT-14.8 TAROT-14.11", values=(0, 200))
    show_history: bool = option(True, "TAROT-16.2")


VARIANTS = {
    "french-tarot-solo": Variant(
        "french-tarot-solo",
        (1, 1),
        "TAROT-1.1",
        shelf=Shelf("alone", 30, 3, "3*? | T21 HK SC / T8 H9 S4 | ^EX", "plum"),
    ),
}

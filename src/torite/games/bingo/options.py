"""The options of Bingo (clauses, section 9) and its variants."""

from __future__ import annotations

from enum import IntEnum

from torite import kit
from torite.kit import Shelf, Variant, option

BlankOrder = IntEnum("BlankOrder", "LOW HIGH", start=0)
DoubleOrder = IntEnum("DoubleOrder", "PIP TOP", start=0)
Both70 = IntEnum("Both70", "HIGHER NOBODY", start=0)


class Options(kit.Options):
    """What may be agreed before a match."""

    blank_order: BlankOrder = option(BlankOrder.LOW, "BINGO-2.6")
    double_order: DoubleOrder = option(DoubleOrder.PIP, "BINGO-2.7")
    must_trump_when_void: bool = option(False, "BINGO-5.6")
    bingo_follows_any_suit: bool = option(False, "BINGO-5.8 BINGO-5.11")
    doubles_points: tuple[int, int, int, int, int] = option((20, 40, 50, 60, 70), "BINGO-7.7", most=1000)
    doubles_need_trick: bool = option(True, "BINGO-7.2")
    bingo_bonus: int = option(10, "BINGO-7.8", most=1000)
    no_trick_game_points: int = option(2, "BINGO-8.4", values=(2, 3))
    both_70: Both70 = option(Both70.HIGHER, "BINGO-8.7")
    last_trick_bonus: int = option(10, "BINGO-3.6 BINGO-8.8", most=1000)
    target_game_points: int = option(7, "BINGO-8.9", least=1, most=1000)
    show_running_points: bool = option(False, "BINGO-4.4")


PAGAT_LIKE = {
    "blank_order": "high",
    "double_order": "top",
    "must_trump_when_void": "yes",
    "no_trick_game_points": 3,
}

VARIANTS = {
    "bingo": Variant("bingo", (2, 2), "BINGO-1.1", shelf=Shelf("tiles", 30, 2, "6-6 ^0-0 6-4 | 3*?", "ochre")),
    "bingo-pagat-like": Variant("bingo-pagat-like", (2, 2), "BINGO-2.6 BINGO-2.7", PAGAT_LIKE, guide="bingo"),
}

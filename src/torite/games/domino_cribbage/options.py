"""The options of Domino Cribbage (clauses, section 7) and its variants."""

from __future__ import annotations

from enum import IntEnum

from torite import kit
from torite.kit import Shelf, Variant, option

DoubleBlank = IntEnum("DoubleBlank", "FULL SPLIT", start=0)
GoThen31 = IntEnum("GoThen31", "BOTH ONLY_31", start=0)


class Options(kit.Options):
    """What may be agreed before a match."""

    target: int = option(61, "DCRIB-6.1", least=1, most=999)
    double_blank_on_31: DoubleBlank = option(DoubleBlank.FULL, "DCRIB-4.16 DCRIB-4.17")
    go_then_31: GoThen31 = option(GoThen31.BOTH, "DCRIB-4.8 DCRIB-4.19")
    empty_hand_go_scores: bool = option(False, "DCRIB-4.10 DCRIB-4.20")
    zero_in_fifteens: bool = option(True, "DCRIB-5.8")


NAME = "domino-cribbage"
SHELF = Shelf("tiles", 20, 2, "6-4 5-3 5-5 3-0 > (31)", "moss")
CARD = {"target": 121, "go_then_31": "only_31"}

VARIANTS = {
    NAME: Variant(NAME, (2, 2), "DCRIB-1.1", shelf=SHELF),
    f"{NAME}-split-31": Variant(f"{NAME}-split-31", (2, 2), "DCRIB-4.16", {"double_blank_on_31": "split"}, guide=NAME),
    f"{NAME}-card": Variant(f"{NAME}-card", (2, 2), "DCRIB-4.8", CARD, guide=NAME),
}

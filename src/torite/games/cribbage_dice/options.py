"""The options of Cribbage Dice (clauses, section 7) and its variants."""

from __future__ import annotations

from enum import IntEnum

from torite import kit
from torite.kit import Shelf, Variant, option

Starter = IntEnum("Starter", "SHARED PER_TURN", start=0)
EndRule = IntEnum("EndRule", "FIRST EQUAL_TURNS", start=0)
Tie = IntEnum("Tie", "SHARE PLAYOFF", start=0)
CribFrom = IntEnum("CribFrom", "TWO_PLAYERS FIRST", start=0)
Closeness = IntEnum("Closeness", "ABSOLUTE NOT_OVER", start=0)


class Options(kit.Options):
    """What may be agreed before a match; the number of players is the number of seats."""

    max_rerolls: int = option(3, "CDICE-2.4", values=(3, 2))
    starter: Starter = option(Starter.SHARED, "CDICE-2.3 CDICE-2.9")
    target: int = option(90, "CDICE-4.1", least=1, most=999)
    end_rule: EndRule = option(EndRule.FIRST, "CDICE-4.2")
    tie: Tie = option(Tie.SHARE, "CDICE-4.5 CDICE-4.8")
    extra_dice: bool = option(False, "CDICE-5.1")
    crib_from: CribFrom = option(CribFrom.TWO_PLAYERS, "CDICE-5.9 CDICE-5.13")
    last_roll_31: bool = option(False, "CDICE-6.1")
    last_roll_closeness: Closeness = option(Closeness.ABSOLUTE, "CDICE-6.8")

    def clash(self, seats: int) -> tuple[str, str] | None:
        """CDICE-5.13: the crib of two players is for two players."""
        crowded = self.extra_dice and seats > 2 and self.crib_from == CribFrom.TWO_PLAYERS
        return ("crowded_crib", "CDICE-5.13") if crowded else None


NAME = "cribbage-dice"
SEATED = (2, 6)
SHELF = Shelf("dice", 25, 1, "5 10 > ^(15)", "vermilion")

VARIANTS = {
    NAME: Variant(NAME, SEATED, "CDICE-1.1", usual_seats=2, shelf=SHELF),
    f"{NAME}-extra-dice": Variant(
        f"{NAME}-extra-dice", SEATED, "CDICE-5.1", {"extra_dice": "yes", "crib_from": "first"}, 2, NAME
    ),
    f"{NAME}-equal-turns": Variant(f"{NAME}-equal-turns", SEATED, "CDICE-4.2", {"end_rule": "equal_turns"}, 3, NAME),
    f"{NAME}-last-roll-31": Variant(f"{NAME}-last-roll-31", SEATED, "CDICE-6.1", {"last_roll_31": "yes"}, 3, NAME),
    f"{NAME}-designer": Variant(
        f"{NAME}-designer", SEATED, "CDICE-2.4 CDICE-2.9", {"max_rerolls": 2, "starter": "per_turn"}, 2, NAME
    ),
}

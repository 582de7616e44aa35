"""The options of Flashpoint (clauses, section "Options") and its variants."""

from __future__ import annotations

from enum import IntEnum

from torite import kit
from torite.kit import Shelf, Variant, option

CommandMode = IntEnum("CommandMode", "FREE ON_INVITATION OFF", start=0)
DoubleVoid = IntEnum("DoubleVoid", "EACH ONCE", start=0)
DoubleFour = IntEnum("DoubleFour", "ONCE EACH", start=0)
SquareTiming = IntEnum("SquareTiming", "FIFTH_TRICK ANY_FOUR_CARDS", start=0)
BonusUse = IntEnum("BonusUse", "ADD_IF_TARGET MARGIN_ONLY", start=0)
Tie = IntEnum("Tie", "POINTS_THEN_DRAW EXTRA_ROUND", start=0)


class Options(kit.Options):
    """What may be agreed before a match."""

    target: int = option(100, "FLASH-9.1 FLASH-9.2 FLASH-9.3 FLASH-9.8", least=20, most=1000)
    command_mode: CommandMode = option(CommandMode.FREE, "FLASH-2.1 FLASH-2.6 FLASH-2.10")
    command_penalty: int = option(15, "FLASH-2.3", most=1000)
    double_void: DoubleVoid = option(DoubleVoid.EACH, "FLASH-7.8")
    double_four: DoubleFour = option(DoubleFour.ONCE, "FLASH-7.9 FLASH-7.14 FLASH-7.15")
    square_timing: SquareTiming = option(SquareTiming.FIFTH_TRICK, "FLASH-8.2")
    bonus_use: BonusUse = option(BonusUse.ADD_IF_TARGET, "FLASH-9.3 FLASH-9.5 FLASH-9.6")
    tie: Tie = option(Tie.POINTS_THEN_DRAW, "FLASH-9.6 FLASH-9.9")


PARLETT = {"command_mode": "on_invitation", "bonus_use": "margin_only"}

VARIANTS = {
    "flashpoint": Variant(
        "flashpoint", (4, 4), "FLASH-1.1", shelf=Shelf("partners", 30, 2, "D9 | S10 | ^CJ | HQ", "vermilion")
    ),
    "flashpoint-parlett": Variant("flashpoint-parlett", (4, 4), "FLASH-2.6 FLASH-9.5", PARLETT, guide="flashpoint"),
}

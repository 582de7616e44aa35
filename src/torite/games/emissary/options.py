"""The options of The Emissary (clauses, "Options") and its variants."""

from __future__ import annotations

from enum import IntEnum

from torite import kit
from torite.kit import Shelf, Variant, option

Mode = IntEnum("Mode", "EASY HARD", start=0)
VassalSelection = IntEnum("VassalSelection", "TWO_WINDOWS ONE_WINDOW ANY_TIME", start=0)
PowerTiming = IntEnum("PowerTiming", "ANY_TIME BETWEEN_TRICKS", start=0)
PoliticsBan = IntEnum("PoliticsBan", "POSITION_8 LAST_VISIT", start=0)
Carryover = IntEnum("Carryover", "REFRESH_ALL STAY_DOWN", start=0)


class Options(kit.Options):
    """What may be agreed before a match."""

    mode: Mode = option(Mode.EASY, "EMIS-7.1 EMIS-7.2")
    vassal_selection: VassalSelection = option(VassalSelection.TWO_WINDOWS, "EMIS-5.2 EMIS-5.5")
    power_timing: PowerTiming = option(PowerTiming.ANY_TIME, "EMIS-5.7")
    diplomacy_refill: bool = option(True, "EMIS-6.2 EMIS-6.3")
    politics_ban: PoliticsBan = option(PoliticsBan.POSITION_8, "EMIS-6.9 EMIS-6.10")
    unused_vassal_carryover: Carryover = option(Carryover.REFRESH_ALL, "EMIS-9.5")
    recycle_for_powers: bool = option(True, "EMIS-4.2")
    stop_when_lost: bool = option(True, "EMIS-3.11")
    show_seen_cards: bool = option(False, "EMIS-11.3")


NAME = "emissary"
PUBLISHED = {
    "vassal_selection": "any_time",
    "power_timing": "between_tricks",
    "diplomacy_refill": "no",
    "politics_ban": "last_visit",
    "recycle_for_powers": "no",
}

VARIANTS = {
    NAME: Variant(
        NAME, (1, 1), "EMIS-1.6", shelf=Shelf("alone", 15, 3, "HK=1 CQ=2 DK=3 SQ=4 / SK=5 HQ=6 CK=7 DQ=8", "indigo")
    ),
    f"{NAME}-published": Variant(f"{NAME}-published", (1, 1), "EMIS-5.13", PUBLISHED, guide=NAME),
}

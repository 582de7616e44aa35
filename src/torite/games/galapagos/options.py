"""The options of Galapagos (clauses, "Options") and its variants."""

from __future__ import annotations

from enum import IntEnum

from torite import kit
from torite.kit import Shelf, Variant, option

CenturyMark = IntEnum("CenturyMark", "AT_LEAST_100 OVER_100", start=0)
MeldOverlap = IntEnum("MeldOverlap", "SET_AND_SEQUENCE NONE", start=0)
TrumpBonusTime = IntEnum("TrumpBonusTime", "AT_MELDS AT_TRICKS", start=0)
MeldReveal = IntEnum("MeldReveal", "ON_DEMAND ALWAYS NEVER", start=0)
TrumpNaming = IntEnum("TrumpNaming", "SIMULTANEOUS LAST_TAKER_FIRST", start=0)
ReviewPiles = IntEnum("ReviewPiles", "ALL_OWN OWN_WON_ONLY", start=0)
JokerSurplus = IntEnum("JokerSurplus", "DISCARD_TWO_UNSEEN REVEAL_TWO", start=0)
JokerExchange = IntEnum("JokerExchange", "WITH_WON_CARD NONE", start=0)
JokerFollow = IntEnum("JokerFollow", "FREE AS_TRUMP_SUIT", start=0)


class Options(kit.Options):
    """What may be agreed before a match."""

    target: int = option(1000, "GALA-7.2 GALA-7.3 GALA-7.5", least=100)
    century_mark: CenturyMark = option(CenturyMark.AT_LEAST_100, "GALA-4.3")
    meld_overlap: MeldOverlap = option(MeldOverlap.SET_AND_SEQUENCE, "GALA-3.9 GALA-3.15")
    ace_both_ends: bool = option(False, "GALA-3.8")
    trump_bonus_time: TrumpBonusTime = option(TrumpBonusTime.AT_MELDS, "GALA-3.10 GALA-5.12")
    meld_reveal: MeldReveal = option(MeldReveal.ON_DEMAND, "GALA-3.13")
    trump_naming: TrumpNaming = option(TrumpNaming.SIMULTANEOUS, "GALA-5.2 GALA-5.13")
    review_piles: ReviewPiles = option(ReviewPiles.ALL_OWN, "GALA-1.7")
    jokers: bool = option(False, "GALA-8.1")
    joker_surplus: JokerSurplus = option(JokerSurplus.DISCARD_TWO_UNSEEN, "GALA-8.3")
    joker_exchange: JokerExchange = option(JokerExchange.WITH_WON_CARD, "GALA-8.6")
    joker_follow: JokerFollow = option(JokerFollow.FREE, "GALA-8.10 GALA-8.18")

    def clash(self, seats: int) -> tuple[str, str] | None:
        """GALA-3.18: an ace in two runs, and each card in one meld only, contradict each other."""
        if self.ace_both_ends and self.meld_overlap == MeldOverlap.NONE:
            return "ends_or_overlap", "GALA-3.18"
        return None


NAME = "galapagos"

VARIANTS = {
    NAME: Variant(NAME, (2, 2), "GALA-1.5", shelf=Shelf("take", 60, 3, "SJ HJ DJ > ^C9 > 4*?", "teal")),
    f"{NAME}-jokers": Variant(f"{NAME}-jokers", (2, 2), "GALA-8.1", {"jokers": True}, guide=NAME),
}

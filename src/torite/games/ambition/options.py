"""The options of Ambition (clauses, section 9) and its two editions."""

from __future__ import annotations

from enum import IntEnum

from torite import kit
from torite.kit import Shelf, Variant, option

Edition = IntEnum("Edition", "GAMEFARM_2004 REVISED", start=0)
TwoPromotion = IntEnum("TwoPromotion", "SAME_SUIT ANY_COURT", start=0)
FourthRound = IntEnum("FourthRound", "NONE SCATTER", start=0)
SlamScore = IntEnum("SlamScore", "BONUS_ONLY POINTS_PLUS_BONUS", start=0)
SlamRepeat = IntEnum("SlamRepeat", "BY_EDITION ONCE TIERED UNLIMITED UNTIL_SECOND_LINE", start=0)


class Options(kit.Options):
    """What may be agreed before a match; the number of players is the number of seats."""

    edition: Edition = option(Edition.GAMEFARM_2004, "AMB-2.1 AMB-2.3 AMB-6.1 AMB-7.1")
    two_promotion: TwoPromotion = option(TwoPromotion.SAME_SUIT, "AMB-5.2")
    fourth_round: FourthRound = option(FourthRound.NONE, "AMB-3.5 AMB-3.6")
    slam_score: SlamScore = option(SlamScore.BONUS_ONLY, "AMB-6.6")
    slam_repeat: SlamRepeat = option(SlamRepeat.BY_EDITION, "AMB-6.7 AMB-6.9 AMB-6.10 AMB-7.7 AMB-7.9")
    strikes_out: int = option(4, "AMB-8.2 AMB-8.3", least=2, most=6)
    show_points: bool = option(True, "AMB-4.7")

    def clash(self, seats: int) -> tuple[str, str] | None:
        """AMB-1.3, 6.6: the revised edition is for four, and its slams already count more for more points."""
        if self.edition != Edition.REVISED:
            return None
        if seats != 4:
            return "four_only", "AMB-1.3"
        return ("plus_bonus", "AMB-6.6") if self.slam_score == SlamScore.POINTS_PLUS_BONUS else None


VARIANTS = {
    "ambition": Variant(
        "ambition", (3, 4), "AMB-2.1 AMB-6", usual_seats=4, shelf=Shelf("take", 45, 3, "SK S9 ^S2 S7", "plum")
    ),
    "ambition-revised": Variant("ambition-revised", (4, 4), "AMB-2.3 AMB-7", {"edition": "revised"}, 4, "ambition"),
}

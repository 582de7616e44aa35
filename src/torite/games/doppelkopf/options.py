"""The options of Doppelkopf (clauses, section 20) and its variants."""

from __future__ import annotations

from enum import IntEnum

from torite import kit
from torite.kit import Shelf, Variant, option


class FirstDealer(IntEnum):
    RANDOM = 0
    SEAT_0 = 1
    SEAT_1 = 2
    SEAT_2 = 3
    SEAT_3 = 4
    SEAT_4 = 5

    @property
    def text(self) -> str:
        return str(self - 1) if self else "random"


AllReserversPass = IntEnum("AllReserversPass", "NORMAL_GAME FIRST_MUST_SOLO", start=0)
SoloLeader = IntEnum("SoloLeader", "FOREHAND SOLOIST", start=0)
Threshold = IntEnum("Threshold", "UNDER AT_MOST", start=0)
ReplyLimit = IntEnum("ReplyLimit", "REQUIREMENT_MINUS_ONE ANNOUNCER_HAND_MINUS_ONE", start=0)
MarriageAlone = IntEnum("MarriageAlone", "SHIFT_TWO FORBIDDEN", start=0)
AgainstTheQueens = IntEnum("AgainstTheQueens", "BY_DECK OFF ON", start=0)
DrawScoring = IntEnum("DrawScoring", "EXTRAS_ONLY DDV", start=0)
ExtraPoints = IntEnum("ExtraPoints", "ZERO_SUM GAIN_ONLY", start=0)
HeartTen = IntEnum("HeartTen", "FIRST_WINS SECOND_WINS SECOND_WINS_EXCEPT_LAST", start=0)
LastFox = IntEnum("LastFox", "REPLACE ADD", start=0)


class Options(kit.Options):
    """What may be agreed before a match; the number of players is the number of seats."""

    deck: int = option(48, "DOKO-2.1 DOKO-18.1", values=(48, 40))
    first_dealer: FirstDealer = option(FirstDealer.RANDOM, "DOKO-1.6 DOKO-1.10")
    deal_count: int = option(0, "DOKO-1.8 DOKO-1.9", least=1, most=1000, optional=True)
    tournament: bool = option(False, "DOKO-15.1")
    diamond_suit_solo: bool = option(True, "DOKO-3.7")
    poverty_allowed: bool = option(True, "DOKO-5.7")
    poverty_announce_returned_trumps: bool = option(False, "DOKO-7.8")
    all_reservers_pass: AllReserversPass = option(AllReserversPass.NORMAL_GAME, "DOKO-6.11")
    solo_leader: SoloLeader = option(SoloLeader.FOREHAND, "DOKO-9.1")
    solo_overcall: bool = option(False, "DOKO-17.1")
    n_threshold: Threshold = option(Threshold.UNDER, "DOKO-11.5")
    reply_limit: ReplyLimit = option(ReplyLimit.REQUIREMENT_MINUS_ONE, "DOKO-10.14")
    late_reply_opens_90: bool = option(True, "DOKO-10.15")
    marriage_alone_announcements: MarriageAlone = option(MarriageAlone.SHIFT_TWO, "DOKO-10.22")
    against_the_queens: AgainstTheQueens = option(AgainstTheQueens.BY_DECK, "DOKO-12.9 DOKO-18.22")
    overachievement_points: bool = option(True, "DOKO-12.5")
    draw_scoring: DrawScoring = option(DrawScoring.EXTRAS_ONLY, "DOKO-12.8")
    charlie_capture: bool = option(True, "DOKO-13.7")
    extra_points_mode: ExtraPoints = option(ExtraPoints.ZERO_SUM, "DOKO-14.2")
    solo_factor: int = option(3, "DOKO-14.4", values=(3, 1))
    heart10_rule: HeartTen = option(HeartTen.FIRST_WINS, "DOKO-16.1 DOKO-16.2 DOKO-16.3")
    redeal_right_40: bool = option(True, "DOKO-18.6")
    last_fox_mode: LastFox = option(LastFox.REPLACE, "DOKO-18.21")
    defence_bonus_in_solo: bool = option(False, "DOKO-18.23")
    show_last_trick: bool = option(True, "DOKO-19.2")
    show_running_points: bool = option(False, "DOKO-19.3")

    def clash(self, seats: int) -> tuple[str, str] | None:
        """Section 20: combinations that refuse one another."""
        small = self.deck == 40
        only_small = (self.redeal_right_40, self.last_fox_mode, self.defence_bonus_in_solo)
        refused = {
            "small_five": ("DOKO-18.1", small and seats == 5),
            "small_tournament": ("DOKO-15.15", small and self.tournament),
            "small_overcall": ("DOKO-18.10", small and self.solo_overcall),
            "tournament_deals": ("DOKO-15.16", self.tournament and self.deal_count > 0),
            "only_small": ("DOKO-18.1", not small and only_small != (True, LastFox.REPLACE, False)),
            "no_such_dealer": ("DOKO-1.10", self.first_dealer > seats),
        }
        return next(((key, clause) for key, (clause, hit) in refused.items() if hit), None)


DDV = {
    "poverty_allowed": "no",
    "all_reservers_pass": "first_must_solo",
    "late_reply_opens_90": "no",
    "against_the_queens": "on",
    "draw_scoring": "ddv",
    "charlie_capture": "no",
}

VARIANTS = {
    "doppelkopf": Variant(
        "doppelkopf", (4, 5), "DOKO-1.1", usual_seats=4, shelf=Shelf("partners", 45, 3, "3*? ^CQ | ^CQ 3*?", "plum")
    ),
    "doppelkopf-ddv": Variant("doppelkopf-ddv", (4, 5), "DOKO-5.7", DDV, 4, "doppelkopf"),
    "doppelkopf-40": Variant("doppelkopf-40", (4, 4), "DOKO-18.1", {"deck": 40}, 4, "doppelkopf"),
}

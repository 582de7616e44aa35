"""The options of the Cucumber games (clauses, section 14) and the 25 variants made of them (section 13)."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from torite import kit
from torite.kit import Shelf, Variant, option


class JokerRank(IntEnum):
    BY_NUMBER = 0
    AS_ACE = 1
    ABOVE_ACE = 2

    @property
    def text(self) -> str:
        return ("-", "as_ace", "above_ace")[self]


class TopCards(IntEnum):
    NONE = 0
    C6 = 1
    S7_C7 = 2

    @property
    def text(self) -> str:
        return ("none", "C6=21", "S7=16,C7=15")[self]


HandRule = IntEnum("HandRule", "FIXED ALL LOSER_POINTS SHRINK", start=0)
LastTrickAce = IntEnum("LastTrickAce", "HIGH LOW", start=0)
LeadRule = IntEnum("LeadRule", "ANY LOWEST", start=0)
LeadCount = IntEnum("LeadCount", "ONE SAME_RANK_SET", start=0)
BeatReference = IntEnum("BeatReference", "PREVIOUS HIGHEST", start=0)
AceRule = IntEnum("AceRule", "NONE PREVIOUS_ACE ONCE_PER_TRICK", start=0)
MultiFollow = IntEnum("MultiFollow", "HIGHEST PAIRWISE", start=0)
ShrinkEnd = IntEnum("ShrinkEnd", "RESTART STAY BOUNCE", start=0)
LastTrickTie = IntEnum("LastTrickTie", "REFUND ALL_LOSE", start=0)
OutCompare = IntEnum("OutCompare", "GE GT", start=0)
Leftover = IntEnum("Leftover", "HIDDEN FACE_UP", start=0)
Exchange = IntEnum("Exchange", "NONE SAME_COUNT RASSI DEALER_GATE ONE_FEWER", start=0)
StockEmpty = IntEnum("StockEmpty", "REFUSE RESHUFFLE", start=0)
BuyIn = IntEnum("BuyIn", "NONE PAID FREE", start=0)
FirstLeader = IntEnum("FirstLeader", "LEFT DEALER", start=0)
NextDealer = IntEnum("NextDealer", "CLOCKWISE WEAKEST_LAST", start=0)


class Options(kit.Options):
    """What may be agreed before a game; the defaults are Agurk."""

    two_decks_from: int = option(0, "OGOREK-1.1 RASSI-1.2 CUC-1.6", least=2, most=17, optional=True)
    jokers: int = option(0, "AGURK-2.1 GURKA_NO-2.1 CUC-1.7", values=(0, 1, 3))
    joker_rank: JokerRank = option(JokerRank.BY_NUMBER, "CUC-1.7")
    hand_rule: HandRule = option(HandRule.FIXED, "MATAPESA-1.1 NORWEGIAN-1.2 GURKA_IS-1.3")
    hand_size: int = option(7, "CUC-2.4", most=107)
    top_cards: TopCards = option(TopCards.NONE, "GURKA_IS-1.2 GURKA_IS-4.1")
    last_trick_ace: LastTrickAce = option(LastTrickAce.HIGH, "RASSI-1.3 OGOREK-1.4")
    ace_points: int = option(14, "CUC-1.4 RASSI-1.4", least=1, most=1000)
    court_points: tuple[int, int, int] = option((13, 12, 11), "CUC-1.4 NORWEGIAN-1.4", least=1, most=1000)
    joker_points: int = option(15, "CUC-1.4 CUC-1.7", least=1, most=1000)
    lead_rule: LeadRule = option(LeadRule.ANY, "CUC-3.2 GURKA_SE-3.4")
    lead_count: LeadCount = option(LeadCount.ONE, "GURKA_IS-1.5")
    beat_reference: BeatReference = option(BeatReference.PREVIOUS, "CUC-3.5 GURKA_IS-1.9")
    beat_equal: bool = option(True, "CUC-3.6 GURKA_IS-4.2")
    may_duck: bool = option(True, "CUC-3.7")
    ace_rule: AceRule = option(AceRule.NONE, "GURKA_SE-3.2 GURKA_NO-3.1")
    multi_follow: MultiFollow = option(MultiFollow.HIGHEST, "GURKA_IS-1.11")
    keep_last_single: bool = option(True, "GURKA_IS-1.7")
    shrink_end: ShrinkEnd = option(ShrinkEnd.RESTART, "GURKA_IS-1.4")
    last_trick_tie: LastTrickTie = option(LastTrickTie.REFUND, "CUC-4.3 CUC-4.5")
    out_at: int = option(21, "CUC-5.1 MATAPESA-1.5", least=1)
    out_compare: OutCompare = option(OutCompare.GE, "CUC-5.1")
    exact_reset: bool = option(False, "GURKA_IS-2.2")
    club6_always_out: bool = option(False, "GURKA_IS-2.4")
    fixed_deals: int = option(0, "MATAPESA-1.6 CUC-5.7", least=1, optional=True)
    played_visible: bool = option(False, "CUC-3.12")
    leftover: Leftover = option(Leftover.HIDDEN, "CUC-2.5 MATAPESA-1.3")
    exchange: Exchange = option(Exchange.NONE, "CUC-2.6")
    redouble_needs_double: bool = option(True, "RASSI-2.4")
    stock_empty: StockEmpty = option(StockEmpty.REFUSE, "RASSI-2.7")
    contra: bool = option(False, "OGOREK-2.1")
    ante: bool = option(False, "CUC-6.1")
    starting_chips: int = option(10, "CUC-6.4")
    ante_chips: int = option(1, "CUC-6.4", least=1)
    buy_in: BuyIn = option(BuyIn.NONE, "GURKA_SE-2.1 GURKA_SE-3.5")
    buy_in_antes: int = option(2, "GURKA_SE-2.4 GURKA_SE-2.5", values=(1, 2))
    first_leader: FirstLeader = option(FirstLeader.LEFT, "CUC-3.1 NORWEGIAN-1.8")
    next_dealer: NextDealer = option(NextDealer.CLOCKWISE, "CUC-2.2 NORWEGIAN-1.9")

    def packs(self, seats: int) -> int:
        """CUC-1.6: how many packs so many players start with."""
        return 2 if self.two_decks_from and seats >= self.two_decks_from else 1

    def clash(self, seats: int) -> tuple[str, str] | None:
        """CUC-7.1, 7.2."""
        largest = max(self.hand_size, 7) if self.hand_rule == HandRule.LOSER_POINTS else self.hand_size
        refused = {
            "hand_all": ("CUC-7.1", (self.hand_size == 0) != (self.hand_rule == HandRule.ALL)),
            "hand_size": ("CUC-7.1", largest * seats > 52 * self.packs(seats) + self.jokers),
            "seen_stock": ("CUC-7.2", self.exchange != Exchange.NONE and self.leftover == Leftover.FACE_UP),
            "ace_sets": (
                "CUC-7.2",
                self.ace_rule != AceRule.NONE and self.lead_count == LeadCount.SAME_RANK_SET,
            ),
            "buy_ante": ("CUC-7.2", self.buy_in == BuyIn.PAID and not self.ante),
            "chips": ("CUC-7.2", self.ante and self.starting_chips < self.ante_chips),
        }
        return next(((key, clause) for key, (clause, hit) in refused.items() if hit), None)


def _variant(
    name: str, seats: tuple[int, int], clauses: str, parent: dict[str, Any], guide: str = "", **options: Any
) -> Variant:
    return Variant(
        name, seats, clauses, {**parent, **options}, min(4, seats[1]), guide or name, SHELVES.get(name, Shelf())
    )


SHELVES = {
    "agurk": Shelf("avoid", 15, 1, "6*_? | ^SK=13", "moss"),
    "gurka-se": Shelf("avoid", 25, 2, "DA=14 | (29) > ^(17)", "indigo"),
    "ogorek": Shelf("avoid", 30, 2, "^SA=1 HK=13 SQ=12 DJ=11", "vermilion"),
    "kurkku": Shelf("avoid", 20, 2, "S4 H7 C10 DK / C4 HQ S9 D2", "teal"),
    "matapesa": Shelf("avoid", 25, 3, "C2 H3 D5 S6 C8 H9 S10 DJ HQ CK DK SA HA", "plum"),
    "rassi": Shelf("avoid", 35, 2, "HK H9 H2 _HA", "ochre"),
    "gurka-no": Shelf("avoid", 25, 1, "^CK=13 ^SK=13 _H9 _D4", "indigo"),
    "norwegian": Shelf("avoid", 30, 2, "H6 > 6*?", "teal"),
    "gurka-is": Shelf("avoid", 35, 3, "H8 D8 S8 | ^C6=21", "vermilion"),
}

AGURK: dict[str, Any] = {}
SWEDEN = {"hand_size": 6, "out_at": 30, "ante": True, "buy_in": "paid"}
POLAND = {"two_decks_from": 8, "hand_size": 6, "ace_points": 1, "may_duck": False, "out_at": 50}
NORWAY = {"two_decks_from": 8, "last_trick_tie": "all_lose", "ante": True}
ICELAND = {
    "hand_rule": "shrink",
    "hand_size": 10,
    "top_cards": "C6=21",
    "lead_count": "same_rank_set",
    "beat_reference": "highest",
    "last_trick_tie": "all_lose",
    "out_compare": "gt",
    "exact_reset": True,
}

VARIANTS = {
    variant.name: variant
    for variant in (
        _variant("agurk", (2, 7), "AGURK-1", AGURK),
        _variant(
            "agurk-joker",
            (2, 7),
            "AGURK-2",
            AGURK,
            "agurk",
            jokers=3,
            joker_rank="above_ace",
            exchange="same_count",
        ),
        _variant(
            "agurk-trad",
            (2, 7),
            "AGURK-1.2 CUC-3.5",
            AGURK,
            "agurk",
            beat_reference="highest",
            out_compare="gt",
        ),
        _variant("gurka-se", (2, 8), "GURKA_SE-1 GURKA_SE-2", SWEDEN),
        _variant("gurka-se-must-win", (2, 8), "GURKA_SE-3.1", SWEDEN, "gurka-se", may_duck=False),
        _variant("gurka-se-ace", (2, 8), "GURKA_SE-3.2", SWEDEN, "gurka-se", ace_rule="previous_ace"),
        _variant("gurka-se-lead", (2, 8), "GURKA_SE-3.4", SWEDEN, "gurka-se", lead_rule="lowest"),
        _variant("gurka-se-short", (2, 8), "GURKA_SE-3.5", SWEDEN, "gurka-se", out_at=20, buy_in="free"),
        _variant("ogorek", (2, 17), "OGOREK-1", POLAND),
        _variant("ogorek-21", (2, 17), "OGOREK-1.6", POLAND, "ogorek", out_at=21),
        _variant("ogorek-contra", (2, 17), "OGOREK-2", POLAND, "ogorek", contra=True),
        _variant(
            "ogorek-trad",
            (2, 17),
            "OGOREK-1.4 OGOREK-1.5 OGOREK-1.7",
            POLAND,
            "ogorek",
            last_trick_ace="low",
            beat_reference="highest",
            last_trick_tie="all_lose",
        ),
        _variant("kurkku", (3, 4), "KURKKU-1", AGURK, out_at=30, played_visible=True),
        _variant(
            "matapesa",
            (3, 8),
            "MATAPESA-1",
            AGURK,
            hand_rule="all",
            hand_size=0,
            out_at=30,
            played_visible=True,
            leftover="face_up",
        ),
        _variant(
            "rassi",
            (2, 9),
            "RASSI-1 RASSI-2",
            AGURK,
            two_decks_from=6,
            hand_size=6,
            last_trick_ace="low",
            ace_points=1,
            out_at=50,
            played_visible=True,
            exchange="rassi",
        ),
        _variant("gurka-no", (3, 14), "GURKA_NO-1", NORWAY),
        _variant(
            "gurka-no-joker",
            (3, 14),
            "GURKA_NO-2",
            NORWAY,
            "gurka-no",
            jokers=1,
            joker_rank="as_ace",
            joker_points=14,
        ),
        _variant("gurka-no-ace", (3, 14), "GURKA_NO-3", NORWAY, "gurka-no", ace_rule="once_per_trick"),
        _variant(
            "norwegian",
            (3, 14),
            "NORWEGIAN-1",
            NORWAY,
            hand_rule="loser_points",
            hand_size=5,
            ace_points=11,
            court_points=(11, 11, 11),
            exchange="dealer_gate",
            first_leader="dealer",
            next_dealer="weakest_last",
        ),
        _variant("gurka-is", (2, 4), "GURKA_IS-1 GURKA_IS-2", ICELAND),
        _variant("gurka-is-exchange", (2, 4), "GURKA_IS-3", ICELAND, "gurka-is", exchange="one_fewer"),
        _variant("gurka-is-sevens", (2, 4), "GURKA_IS-4.1", ICELAND, "gurka-is", top_cards="S7=16,C7=15"),
        _variant("gurka-is-strict", (2, 4), "GURKA_IS-4.2", ICELAND, "gurka-is", beat_equal=False),
        _variant("gurka-is-5", (2, 4), "GURKA_IS-4.3", ICELAND, "gurka-is", hand_size=5),
        _variant("gurka-is-6", (2, 4), "GURKA_IS-4.3", ICELAND, "gurka-is", hand_size=6),
    )
}

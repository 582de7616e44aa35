"""The options of Perlaggen (clauses, section "Options") and its variant."""

from __future__ import annotations

from enum import IntEnum

from torite import kit
from torite.kit import Shelf, Variant, option

CutRitual = IntEnum("CutRitual", "AUTO INTERACTIVE OFF", start=0)
AfterDecline = IntEnum("AfterDecline", "NONE PARTNER", start=0)
WildDuty = IntEnum("WildDuty", "NEVER TRUMP_LEAD_ONLY", start=0)
WildDesignation = IntEnum("WildDesignation", "MUST_SATISFY_DUTY ANY", start=0)
EqualCard = IntEnum("EqualCard", "WILD_STRENGTH FIRST_PLAYED", start=0)
PlayedCards = IntEnum("PlayedCards", "LAST_TRICK OPEN", start=0)
WildBinding = IntEnum("WildBinding", "CLAIMS_ONLY WHEN_PLAYED", start=0)
FigureTie = IntEnum("FigureTie", "NOBODY FIRST_CLAIM", start=0)
FifthTrick = IntEnum("FifthTrick", "LED_OR_WILD LED_TRUMP_OR_WILD SPIEL_ONLY OFF", start=0)
AnnounceMode = IntEnum("AnnounceMode", "FREE POLLED", start=0)
TableTalk = IntEnum("TableTalk", "PUBLIC TEAM OFF", start=0)
Showdown = IntEnum("Showdown", "PROCEDURE AUTO", start=0)
ShowdownConcession = IntEnum("ShowdownConcession", "COMPARED GROUP1", start=0)
GestrichenCompare = IntEnum("GestrichenCompare", "POOLED BY_ELEMENT", start=0)


class Options(kit.Options):
    """What may be agreed before a match."""

    target: int = option(18, "PERL-9.2 PERL-10.1", least=3, most=1000)
    cut_ritual: CutRitual = option(CutRitual.AUTO, "PERL-2.2 PERL-2.3 PERL-2.4 PERL-2.5")
    exchange_after_decline: AfterDecline = option(AfterDecline.NONE, "PERL-2.13")
    wild_duty: WildDuty = option(WildDuty.NEVER, "PERL-3.9")
    wild_designation: WildDesignation = option(WildDesignation.MUST_SATISFY_DUTY, "PERL-3.10")
    equal_card: EqualCard = option(EqualCard.WILD_STRENGTH, "PERL-3.12")
    played_cards: PlayedCards = option(PlayedCards.LAST_TRICK, "PERL-3.15")
    wild_binding: WildBinding = option(WildBinding.CLAIMS_ONLY, "PERL-4.8 PERL-4.9 PERL-4.10 PERL-4.14")
    figure_tie: FigureTie = option(FigureTie.NOBODY, "PERL-4.11 PERL-8.4 PERL-8.7")
    raise_needs_figure: bool = option(True, "PERL-5.12")
    fifth_trick: FifthTrick = option(FifthTrick.LED_OR_WILD, "PERL-5.13 PERL-5.14")
    max_value: int = option(18, "PERL-5.18", least=2, most=1000)
    gestrichen_may_raise: bool = option(True, "PERL-5.20")
    announce_mode: AnnounceMode = option(AnnounceMode.FREE, "PERL-6.1 PERL-6.2 PERL-6.3 PERL-6.8 PERL-6.9")
    table_talk: TableTalk = option(TableTalk.PUBLIC, "PERL-6.4 PERL-6.5 PERL-6.6")
    showdown: Showdown = option(Showdown.PROCEDURE, "PERL-8.3 PERL-8.10 PERL-8.15")
    showdown_concession: ShowdownConcession = option(ShowdownConcession.COMPARED, "PERL-9.4 PERL-9.7")
    instant_win: bool = option(True, "PERL-9.5 PERL-9.8 PERL-10.10")
    gestrichen_compare: GestrichenCompare = option(GestrichenCompare.POOLED, "PERL-10.5")


NAME = "perlaggen"

VARIANTS = {NAME: Variant(NAME, (4, 4), "PERL-1.1", shelf=Shelf("partners", 40, 3, "HK | ^D6~HA | (18)", "plum"))}

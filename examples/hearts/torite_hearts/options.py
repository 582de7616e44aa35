"""The options of Hearts (clauses, section 7), and its two variants."""

from __future__ import annotations

from torite import kit
from torite.kit import Shelf, Variant, option


class Options(kit.Options):
    """What may be agreed before a match; the names are OpenSpiel's, and so are the defaults."""

    pass_cards: bool = option(True, "HEARTS-2.1")
    no_pts_on_first_trick: bool = option(True, "HEARTS-3.5")
    can_lead_any_club: bool = option(False, "HEARTS-3.1")
    must_break_hearts: bool = option(True, "HEARTS-4.1")
    qs_breaks_hearts: bool = option(True, "HEARTS-4.2")
    can_lead_hearts_instead_of_qs: bool = option(False, "HEARTS-4.4")
    jd_bonus: bool = option(False, "HEARTS-5.4")
    avoid_all_tricks_bonus: bool = option(False, "HEARTS-5.5")
    deals: int = option(1, "HEARTS-6.1", least=1, optional=True)
    out_at: int = option(100, "HEARTS-6.2", least=1)


VARIANTS = {
    "hearts": Variant("hearts", (4, 4), "HEARTS-6.1", shelf=Shelf("avoid", 30, 2, "HQ SQ HA", "vermilion")),
    "hearts-100": Variant("hearts-100", (4, 4), "HEARTS-6.2", {"deals": "none"}, guide="hearts"),
}

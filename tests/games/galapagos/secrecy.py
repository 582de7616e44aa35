"""Galapagos: who may know what, from `clauses.md`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any

from tests.secrecy.law import Fact, Item, Law, Told, everybody, nobody, owner
from torite.games.galapagos.cards import MELD_KIND, MELD_OF, MELD_SIZE, OF_RANK, OF_SUIT, SET
from torite.games.galapagos.options import JokerSurplus
from torite.games.galapagos.state import Phase
from torite.match.entries import Entry

SEATS = 2


def removed_cards(s: Any, owner: int, viewer: int) -> bool:
    """The two cards removed from the stock are shown to both, where that is agreed."""
    return bool(s.options.joker_surplus == JokerSurplus.REVEAL_TWO)


def tells(before: Any, entry: Entry, after: Any) -> Iterable[Told]:
    """The cards of a meld are shown when they are asked for: no more than were declared, of its rank or suit."""
    for seat in range(SEATS):
        new = after.shown[seat][0] & ~before.shown[seat][0]
        if new:
            asked = [
                after.meld[seat][i]
                for i in range(after.meld_count[seat])
                if after.shown_melds[seat][i] > before.shown_melds[seat][i]
            ]
            may = [OF_RANK[MELD_OF[m]] if MELD_KIND[m] == SET else OF_SUIT[MELD_OF[m]] for m in asked]
            assert not new & ~reduce(or_, may, 0), "more was shown than a meld"
            assert new.bit_count() <= sum(MELD_SIZE[m] for m in asked), "more was shown than a meld"
            yield Told("won_pile", seat, new, lambda viewer: True)


def counted(s: Any) -> bool:
    """Tell whether the melds are declared, or what goes before and after that: steps without a choice are skipped."""
    return bool(s.phase in (Phase.EXCHANGE, Phase.COMMIT, Phase.CHALLENGE, Phase.NAME, Phase.TRICKS))


DECLARED = "| declared melds | both: kind, size and rank or suit; exact cards only when shown |"
SKIPPED = "a step without any choice is skipped (GALA-3.14)"

LAW = Law(
    "galapagos",
    items=(
        Item("hand", owner, "| a player's hand before bidding | owner only |"),
        Item("bidding", owner, "| a pending bid | owner only until both bids are in |"),
        Item("drafting draft", owner, "GALA-6.2"),
        Item("bids", everybody, "| spent bids (bid pile) | both saw each one when revealed;"),
        Item("turned", everybody, "| faced stock card | both |"),
        Item("stock", nobody, "| order and content of the stock | nobody |"),
        Item(
            "stock_left last_taker turn leader dealer begun", everybody, "| winner of the auction | `faced` or `blind`"
        ),
        Item("removed", removed_cards, "the two removed cards are shown to both"),
        Item("won_pile", owner, "| won pile | owner fully;"),
        Item("taken_faced", everybody, "the opponent knows only the faced cards they saw being taken"),
        Item("decided", everybody, "GALA-2.14"),
        Item("swap given", owner, "| both see whether; only the owner sees which card |"),
        Item("exchanged", everybody, "that an exchange was made is public, the card given up is not"),
        Item("declarer declared could_name bound meld meld_count meld_points", everybody, DECLARED),
        Item("shown_melds shown", everybody, "the shown cards are seen by both"),
        Item("naming", owner, "| a suit | nobody until both are set; then both |"),
        Item("trump", everybody, "| personal trump | both, once named |"),
        Item(
            "trick trick_len led played lacks combo combo_size combo_top laid", everybody, "cards played become public"
        ),
        Item(
            "score tricks tricks_played trick_points playoff_points bonus reached game_points stage won deals_played",
            everybody,
            "| scores, tricks won, cards left | both, always |",
        ),
        Item("seats options phase in_play", everybody, "GALA-1.1"),
    ),
    facts=(
        Fact("meld", DECLARED),
        Fact("could_name", SKIPPED),
        Fact("bound", SKIPPED),
        Fact("shown_melds", DECLARED),
        Fact("exchanged", "that an exchange was made is public, the card given up is not"),
        Fact("trump", "| personal trump | both, once named |"),
        Fact("phase", SKIPPED, counted),
        Fact("declarer", SKIPPED, counted),
        Fact("actors", SKIPPED, counted),
        Fact("shown", "the shown cards are seen by both"),
    ),
    tells=tells,
    sealed=("name", "keep", "exchange"),
    words=("swap", "naming"),
    prefers=("show", "exchange"),
    shows=("bid!", "take faced!", "take blind!", "name!", "keep!"),  # bids, stock, trumps (GALA-2.2, 2.9, 5.2, 8.7)
    tables=(
        ("galapagos", 2, {}, {}),
        ("galapagos-jokers", 2, {}, {}),
        ("galapagos", 2, {"trump_naming": "last_taker_first"}, {}),
        ("galapagos-jokers", 2, {"joker_surplus": "reveal_two", "meld_reveal": "always"}, {}),
        ("galapagos", 2, {"trump_bonus_time": "at_tricks", "meld_reveal": "never"}, {}),
    ),
)

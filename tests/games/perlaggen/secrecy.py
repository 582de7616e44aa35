"""Perlaggen: who may know what, from `clauses.md`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.secrecy.law import Fact, Item, Law, Told, everybody, nobody, owner
from torite.games.perlaggen.cards import PACK
from torite.games.perlaggen.state import VERBS, Phase
from torite.match.entries import Entry

SEATS = 4
PERMANENT = {PACK.kind(code) for code in ("HK", "D6", "D7", "C7")}


def tells(before: Any, entry: Entry, after: Any) -> Iterable[Told]:
    """The card seen at the cut: all see a permanent wild, the cutter alone any other; and the cards of a claim."""
    verb = VERBS.verb(entry.actions[0]) if entry.actions else None
    if entry.chance == "cut" or (verb is not None and verb.name == "cut"):
        lifted = entry.outcome[0] + 1 if verb is None else entry.actions[0] - verb.base + 1
        cutter, card = (before.dealer - 1) % SEATS, before.pack[lifted - 1]
        yield Told("pack", 0, 0, lambda viewer: card in PERMANENT or viewer == cutter, lifted - 1)
    for action in entry.actions:
        verb = VERBS.verb(action)
        if verb.name.startswith(("claim", "play D7 as")) or verb.stem.startswith("claim"):
            kind = verb.piece if verb.stem else action - verb.base
            yield Told("hand", entry.seat, 1 << kind, lambda viewer: True)


def at_the_deal(s: Any) -> bool:
    """Tell whether the pack is cut, or a card may be exchanged, or the first one is due."""
    return bool(s.phase in (Phase.CUT, Phase.EXCHANGE) or s.tricks_played == 0)


def after_the_play(s: Any) -> bool:
    """Tell whether the play has ended."""
    return bool(s.deciding >= 0)


RIGHT_PASSES = "| that the dealer has no eligible card for an exchange | all, when the right passes to the partner |"
ALONE = "PERL-8.6"

LAW = Law(
    "perlaggen",
    items=(
        Item("hand five", owner, "| a hand | owner only (never the partner) |"),
        Item("drafting draft draft_as", owner, "PERL-8.4"),
        Item("pack stock", nobody, "| the 12 undealt cards | nobody (the cutter knows the bottom one) |"),
        Item("pack_left", everybody, "| all see the depth; a permanent wild is shown to all,"),
        Item("turned trump", everybody, "| turned-up card, card given in exchange | all |"),
        Item(
            "trick trick_as leader trick_len led best best_seat due turn",
            everybody,
            "| cards of the current trick with designations | all |",
        ),
        Item("spent tricks tricks_played", everybody, "| earlier tricks | seen by all when played;"),
        Item(
            "value ever_bet holder status by bet_on proposer raised deferred bet_loose_gleich bet_loose_hanger",
            everybody,
            "| bets, answers, values, concessions | all |",
        ),
        Item(
            "claim standing_by shown loose fixed deciding element acting gleich_loose",
            everybody,
            "| claims and the cards in them | all |",
        ),
        Item("below_gleich below_hanger reach_gleich reach_hanger", everybody, ALONE),
        Item("score gained won dealer deals_played begun", everybody, "| scores, dealer, gestrichen state | all |"),
        Item("seats options phase in_play", everybody, "PERL-1.1"),
    ),
    facts=(
        Fact("note keeps_wild", "| permanent wilds won at the cut | all |"),
        Fact("note cannot_exchange", RIGHT_PASSES),
        Fact("actors", RIGHT_PASSES, at_the_deal),
        Fact("phase", RIGHT_PASSES, at_the_deal),
        Fact("turn", RIGHT_PASSES, at_the_deal),
        Fact("actors", ALONE, after_the_play),
        Fact("status", ALONE, after_the_play),
        Fact("by", ALONE, after_the_play),
        Fact("element", ALONE, after_the_play),
        Fact("acting", ALONE, after_the_play),
        Fact("phase", ALONE, after_the_play),
        Fact("score", "PERL-10.4", after_the_play),
    ),
    tells=tells,
    asked_by_hand=after_the_play,  # either partner may act: who has more than offers is asked first (PERL-8.3)
    prefers=("claim", "hold", "bet", "raise", "exchange"),
    shows=("cut!", "exchange!", "bet!", "concede!", "claim!"),  # the card seen (PERL-2.2); it was heard (5.21)
    tables=(
        ("perlaggen", 4, {}, {}),
        ("perlaggen", 4, {"cut_ritual": "interactive"}, {}),
        ("perlaggen", 4, {"announce_mode": "polled"}, {}),
        ("perlaggen", 4, {"showdown": "auto"}, {}),
        ("perlaggen", 4, {"wild_binding": "when_played"}, {}),
        ("perlaggen", 4, {"target": "4"}, {}),
    ),
)

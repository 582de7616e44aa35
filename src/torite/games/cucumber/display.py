"""What a scene shows of a Cucumber match, and the facts that fill its prompts and refusals."""

from __future__ import annotations

from typing import Any

from torite.kit import Sentence, kinds, size

from .cards import FACES, PACK, STRENGTH, of_strength
from .exchange import DOUBLE_ROUND, FREE_ROUND
from .options import AceRule, BeatReference, BuyIn, Exchange, LeadCount, LeadRule, MultiFollow, OutCompare, TopCards
from .scoring import at_limit, highest_other, points_of, price
from .state import Phase, State
from .tricks import ACE_STRENGTH, _hand_can_beat, beating, is_lead, reference

#: The sentences of `prompt` that `facts` may name.
PROMPTS = (
    "lead", "lead_lowest", "lead_set", "last",
    "follow", "follow_strict", "follow_must", "follow_low", "follow_ace",
    "follow_set", "follow_set_strict", "follow_set_low",
    "exchange", "exchange_exactly", "free", "free_barred", "double", "redouble", "contra",
    "buy", "buy_or_drop", "return", "return_or_drop",
)  # fmt: skip
#: Sentences that `ends` may name.
SAYS = ("ends.reaching", "ends.passing", "ends.deals")
COSTS = {"two": "C2", "king": "CK", "ace": "CA", "joker": "JR"}  # cards whose cost `ends` tells


def unseen_zones(s: State) -> set[str]:
    """CUC-3.12: the cards of finished tricks may be looked at again only where that was agreed."""
    return set() if s.options.played_visible else {"played"}


def is_out(s: State, seat: int) -> bool:
    """CUC-5.2: tell whether a seat has dropped out."""
    return s.out[seat] == 1


def rank_key(s: State, seat: int) -> tuple[int, int]:
    """Rank who did not win: the longer in the game the better, then the lower score (CUC-5.2, 5.7)."""
    return (-s.left_at[seat] if s.out[seat] else -s.deals_played - 1, s.score[seat])


def hidden_facts(s: State) -> set[str]:
    """Name the facts and marks that say nothing now."""
    idle = {"chips", "pot"} if not s.options.ante else set()
    idle |= {"out_at"} if s.options.fixed_deals else {"fixed_deals"}
    return idle


def sort_key(s: State, kind: int) -> int:
    """Hold cards by strength, the weakest first."""
    return STRENGTH[s.order][kind]


def tricks_in_all(s: State) -> int:
    """CUC-2.4, GURKA_IS-1.5: a deal has as many tricks as cards in a hand, unless several may be led at once."""
    return s.hand_size if s.options.lead_count == LeadCount.ONE else 0


def ends(s: State) -> Sentence:
    """CUC-1.4, 5.1, 5.2, 5.7: say what cards cost, what puts a player out, or after how many deals who wins."""
    agreed = s.options
    name = "reaching" if agreed.out_compare == OutCompare.GE else "passing"
    costs = {card: points_of(s, PACK.kind(code)) for card, code in COSTS.items()}
    more = {"jokers": int(agreed.jokers > 0), "c6": int(agreed.top_cards == TopCards.C6)}
    more["sevens"] = int(agreed.top_cards == TopCards.S7_C7)
    told = {"limit": agreed.out_at, "deals": agreed.fixed_deals, **costs, **more}
    return Sentence("deals" if agreed.fixed_deals else name, told)


def facts(s: State, seat: int) -> dict[str, Any]:
    """Collect what a sentence for a seat may mention.

    Returns:
        `prompt`, the sentence's name; `reference`, the cards to beat, drawn; `previous`, 1 if they were played just
        before, 0 if they are the strongest so far; `count`, how many to follow with; `fewest` and `most` cards to
        exchange; `price`, `target` and `score` of a buy-in.
    """
    following = s.phase == Phase.PLAY and not is_lead(s)
    return {
        "prompt": _prompt(s, seat),
        "reference": _reference(s) if following else "",
        "previous": 1 if s.options.beat_reference == BeatReference.PREVIOUS else 0,
        "count": s.set_size,
        "fewest": s.fewest,
        "most": s.most,
        "price": price(s),
        "target": highest_other(s, seat),
        "score": s.score[seat],
    }


def _reference(s: State) -> str:
    """CUC-3.5, GURKA_IS-1.11: draw the cards that must be beaten."""
    seat = s.best_seat if s.options.beat_reference == BeatReference.HIGHEST else s.previous_seat
    cards = PACK.listed(s.trick[seat])
    if s.set_size == 1 or s.options.multi_follow == MultiFollow.HIGHEST:
        cards = PACK.listed([kinds(s.trick[seat]) & of_strength(s.order, reference(s))])[:1]
    return " ".join(PACK.glyph(card) for card in sorted(cards, key=lambda card: STRENGTH[s.order][card]))


def _prompt(s: State, seat: int) -> str:
    if s.phase == Phase.EXCHANGE:
        return _exchange_prompt(s, seat)
    if s.phase == Phase.CONTRA:
        return "contra"
    if s.phase == Phase.BUY_IN:
        verb = "buy" if s.options.buy_in == BuyIn.PAID else "return"
        return f"{verb}_or_drop" if at_limit(s, seat) else verb
    if s.phase != Phase.PLAY:
        return ""
    if size(s.hand[seat]) == (1 if is_lead(s) else s.set_size):
        return "last"
    return _lead_prompt(s) if is_lead(s) else _follow_prompt(s, seat)


def _exchange_prompt(s: State, seat: int) -> str:
    if s.options.exchange != Exchange.RASSI:
        return "exchange_exactly" if s.fewest == s.most else "exchange"
    if s.round == FREE_ROUND:
        return "free_barred" if kinds(s.hand[seat]) & FACES else "free"
    return "double" if s.round == DOUBLE_ROUND else "redouble"


def _lead_prompt(s: State) -> str:
    if s.options.lead_rule == LeadRule.LOWEST:
        return "lead_lowest"
    return "lead" if s.options.lead_count == LeadCount.ONE else "lead_set"


def _follow_prompt(s: State, seat: int) -> str:
    several = "" if s.set_size == 1 else "_set"
    after = kinds(s.trick[s.previous_seat]) & of_strength(s.order, ACE_STRENGTH)
    if s.options.ace_rule == AceRule.PREVIOUS_ACE and after:
        return "follow_ace"
    if not (_hand_can_beat(s, seat) if several else beating(s) & kinds(s.hand[seat])):
        return f"follow{several}_low"
    if not s.options.may_duck:
        return "follow_must"
    return f"follow{several}" if s.options.beat_equal else f"follow{several}_strict"

"""What a scene shows of a Galapagos match, and the facts that fill its prompts, refusals and status."""

from __future__ import annotations

from typing import Any

from torite.kit import Sentence, kinds, lowest, size
from torite.pieces.cards import SUIT_GLYPHS, SUITS

from .cards import (
    BLACK_JOKER,
    CLUBS,
    DIAMONDS,
    HEARTS,
    IS_RED,
    JOKERS,
    OF_RANK,
    OF_SUIT,
    PACK,
    PARITY,
    RANK,
    RANK_COUNT,
    RANKS,
    RED_JOKER,
    SPADES,
    SUIT,
)
from .declaring import melds_not_shown
from .melds import find_melds, meld_total, nameable
from .options import JokerFollow, MeldOverlap, ReviewPiles
from .playoff import LEFT_POINTS, further_answers
from .scoring import BONUS, deal_score, mark_of
from .state import HAND_SIZE, MELDS, NO_SUIT, SEATS, STOCK, Combo, Phase, Stage, State
from .tricks import EVEN_POINTS, ODD_POINTS, is_lead

#: The sentences of `prompt` that `facts` may name.
PROMPTS = (
    "bid", "bid_joker", "bid_last", "pick", "exchange", "commit", "commit_total", "challenge", "challenge_more",
    "name", "name_in_turn",
    "trick_lead", "trick_follow", "trick_follow_joker", "trick_trump", "trick_free", "trick_last",
    "lead", "answer_card", "answer_set", "answer_sequence", "answer_pass",
)  # fmt: skip
#: The other sentences that these functions may name.
SAYS = (
    "ends.total",
    "status.auction", "status.melds", "status.no_melds", "status.may_name", "status.bid_pile", "status.bid_pile_plain",
    "status.tricks", "status.last_trick", "status.play_off", "status.mark", "status.mark_reached",
)  # fmt: skip
NAMES = RANKS.split()
SUITS_HELD = (CLUBS, HEARTS, SPADES, DIAMONDS)  # black and red in turn
HELD = 16  # more than there are ranks


def unseen_zones(s: State) -> set[str]:
    """GALA-1.7: past bids may be hidden; what belongs to another phase of the deal is put away."""
    unseen = {"bids"} if s.options.review_piles == ReviewPiles.OWN_WON_ONLY else set()
    unseen |= {name for name in ("turned", "stock", "removed") if s.stock_left == 0 or name == "removed"}
    if s.options.jokers:
        unseen.discard("removed")
    if s.stage == Stage.PLAYOFF:
        unseen |= {"played", "shown"}
    if s.stage != Stage.TRICKS and (s.phase != Phase.LEAD or any(map(kinds, s.laid)) or any(map(kinds, s.trick))):
        unseen.add("last_trick")
    return unseen


def at_stake(s: State) -> set[str]:
    """GALA-2.1, 2.2: the faced card, the blind one under it, and the bids for them lie in the middle."""
    return {"turned", "stock", "bidding"} if s.phase in (Phase.BID, Phase.PICK) else set()


def number_labels(s: State, seat: int) -> dict[str, dict[int, Sentence]]:
    """GALA-3.12, 3.17: name the melds that may be asked for, by their places."""
    if s.phase != Phase.CHALLENGE or s.declarer < 0:
        return {}
    melds = s.meld[s.declarer][: s.meld_count[s.declarer]]
    return {"show": {place: Sentence(f"value.meld.{meld}") for place, meld in enumerate(melds, 1)}}


def hidden_facts(s: State) -> set[str]:
    """Name the facts and marks that say nothing now."""
    idle = set()
    if s.stage == Stage.MELDS:
        idle |= {"tricks", "trick_points"}
    if s.phase != Phase.TRICKS:
        idle.add("led")
    if not any(s.declared):
        idle.add("meld_points")
    if not any(s.playoff_points):
        idle.add("playoff_points")
    if not any(s.game_points):
        idle.add("game_points")
    if s.begun == 0 or s.stock_left == 0:
        idle.add("stock_left")
    return idle


def groups(s: State, seat: int) -> dict[str, list[list[int]]]:
    """GALA-3.3 to 3.9: say which won cards, and which of those that were shown, make melds."""
    if s.stage != Stage.MELDS:
        return {}
    suit = s.trump[seat] if s.bound[seat] else NO_SUIT
    return {"won_pile": _melds_of(s, kinds(s.won_pile[seat]), suit), "shown": _melds_of(s, kinds(s.shown[seat]), suit)}


def _melds_of(s: State, cards: int, suit: int) -> list[list[int]]:
    melds, masks = [0] * MELDS, [0] * MELDS
    found = find_melds(s, cards, suit, melds, masks)
    return [PACK.listed([mask]) for mask in masks[:found]]


def sort_key(s: State, kind: int) -> int:
    """Hold won cards by suit, so that sequences stand together, trumps at the right; bids and Play-off by rank."""
    won = s.phase == Phase.TRICKS or any(kinds(row) >> kind & 1 for row in s.won_pile)
    if not won or JOKERS >> kind & 1:
        return HELD * HELD + HELD * RANK[kind] + SUIT[kind]
    owner = next((seat for seat in range(SEATS) if kinds(s.hand[seat]) >> kind & 1), 0)
    place = HELD if SUIT[kind] == s.trump[owner] and s.phase == Phase.TRICKS else SUITS_HELD.index(SUIT[kind])
    return HELD * place + RANK[kind]


# facts of sentences


def ends(s: State) -> Sentence:
    """GALA-7.2, 7.3: say when the match ends, and who wins it."""
    return Sentence("total", {"target": s.options.target})


def facts(s: State, seat: int) -> dict[str, Any]:
    """Collect what a sentence for a seat may mention.

    Returns:
        `prompt`, the sentence's name; `faced`, the faced card; `tie`, the suits in the order in which they win a tie;
        `joker`, the joker that would win against the other; `suits`, those that may be named; `declared`, how many
        melds were declared, and `unshown`, how many of them were not shown; `led`, the card led; `suit` and `trump`,
        glyphs of the suit led and of one's own trumps; `size` and `top`, cards and rank of what is to be beaten.
    """
    faced = lowest(kinds(s.turned)) if kinds(s.turned) else 0
    other = s.trick[1 - seat] if seat >= 0 else s.trick[0]
    led = kinds(other) if s.phase == Phase.TRICKS else 0
    return {
        "prompt": _prompt(s, seat),
        "faced": faced,
        "tie": tie_order(SUIT[faced]),
        "joker": RED_JOKER if IS_RED[SUIT[faced]] else BLACK_JOKER,
        "suits": _suits(s, seat),
        "declared": s.meld_count[s.declarer] if s.declarer >= 0 else 0,
        "unshown": melds_not_shown(s, s.declarer).bit_count() if s.declarer >= 0 else 0,
        "led": lowest(led) if led else 0,
        "suit": SUIT_GLYPHS[SUITS[s.led]],
        "trump": SUIT_GLYPHS[SUITS[s.trump[seat]]] if seat >= 0 and s.trump[seat] >= 0 else "–",
        "size": s.combo_size,
        "top": _top(s),
    }


def tie_order(faced: int) -> str:
    """GALA-2.4 to 2.6: list the suits in the order in which they win a tie for a faced card's suit."""

    def kinship(suit: int) -> tuple[bool, bool, bool]:
        return suit == faced, IS_RED[suit] == IS_RED[faced], PARITY[suit] == PARITY[faced]

    order = sorted(range(len(SUITS)), key=kinship, reverse=True)
    return " ".join(SUIT_GLYPHS[SUITS[suit]] for suit in order)


def _suits(s: State, seat: int) -> str:
    if seat < 0 or s.phase != Phase.COMMIT or seat != s.declarer:
        return ""
    suits = nameable(s, kinds(s.won_pile[seat]))
    return " ".join(SUIT_GLYPHS[SUITS[suit]] for suit in range(len(SUITS)) if suits >> suit & 1)


def _top(s: State) -> str:
    """Write by what the combination on the table compares: a rank, or a joker's star."""
    if s.combo == Combo.SEQUENCE:
        return PACK.glyph(RED_JOKER) if s.combo_top > RANK_COUNT + 1 else NAMES[s.combo_top - 2]
    return NAMES[s.combo_top] if s.combo == Combo.SET and s.combo_top >= 0 else PACK.glyph(RED_JOKER)


def _prompt(s: State, seat: int) -> str:
    if seat < 0:
        return ""
    if s.phase == Phase.BID:
        if s.stock_left == STOCK - 2 * (HAND_SIZE - 1):
            return "bid_last"
        return "bid_joker" if kinds(s.hand[seat]) & JOKERS else "bid"
    if s.phase == Phase.TRICKS:
        return _trick_prompt(s, seat)
    if s.phase == Phase.ANSWER:
        return _answer_prompt(s, seat)
    if s.phase == Phase.COMMIT:
        return "commit" if s.options.meld_overlap == MeldOverlap.SET_AND_SEQUENCE else "commit_total"
    if s.phase == Phase.CHALLENGE:
        return "challenge_more" if any(s.shown_melds[1 - seat]) else "challenge"
    if s.phase == Phase.NAME:
        return "name_in_turn" if s.trump[1 - seat] >= 0 else "name"
    return {Phase.PICK: "pick", Phase.EXCHANGE: "exchange", Phase.LEAD: "lead"}.get(Phase(s.phase), "")


def _trick_prompt(s: State, seat: int) -> str:
    hand = kinds(s.hand[seat])
    if size(s.hand[seat]) == 1:
        return "trick_last"
    if is_lead(s):
        return "trick_lead"
    if hand & OF_SUIT[s.led]:
        free = s.options.joker_follow == JokerFollow.FREE and hand & JOKERS
        return "trick_follow_joker" if free else "trick_follow"
    trumps = JOKERS | (OF_SUIT[s.trump[seat]] if s.trump[seat] != NO_SUIT else 0)
    return "trick_trump" if hand & trumps else "trick_free"


def _answer_prompt(s: State, seat: int) -> str:
    if not further_answers(s, kinds(s.hand[seat]), 0):
        return "answer_pass"
    if s.combo == Combo.SEQUENCE:
        return "answer_sequence"
    return "answer_card" if s.combo_size == 1 else "answer_set"


# the state of the deal


def status(s: State, seat: int) -> list[Sentence]:
    """Tell how the deal stands: what the seat is building, what its tricks count, how far the mark of the bonus is."""
    if s.begun == 0:
        return []
    said = []
    if s.phase in (Phase.BID, Phase.PICK):
        said.append(Sentence("auction", {"number": HAND_SIZE + 1 - s.stock_left // 2, "all": HAND_SIZE}))
    if seat < 0 or s.phase in (Phase.JOKERS, Phase.DEAL, Phase.OVER):
        return said
    if s.stage == Stage.MELDS and s.phase != Phase.NAME:
        said += _building(s, seat)
    elif s.phase == Phase.TRICKS:
        said.append(_tricks(s, seat))
    elif s.stage == Stage.PLAYOFF:
        mine, theirs = size(s.hand[seat]), _held(s, 1 - seat)
        said.append(Sentence("play_off", {"mine": mine, "theirs": theirs, "points": LEFT_POINTS * theirs}))
    return [*said, _mark(s, seat)]


def _held(s: State, seat: int) -> int:
    """Count the cards in a hand, also of a view that does not see them all."""
    return int(s.count[s.layout.place("hand", seat)])


def _building(s: State, seat: int) -> list[Sentence]:
    """Tell the melds of the won cards, and what the bid pile holds for the Play-off."""
    cards = kinds(s.won_pile[seat])
    melds, masks = [0] * MELDS, [0] * MELDS
    suit = s.trump[seat] if s.bound[seat] else NO_SUIT
    found = find_melds(s, cards, suit, melds, masks)
    points = meld_total(s, cards, suit)
    shown = " · ".join(_drawn(mask) for mask in masks[:found])
    said = [Sentence("melds", {"points": points, "melds": shown}) if found else Sentence("no_melds")]
    best = max(meld_total(s, cards, suit) for suit in range(len(SUITS)))
    if best > points and suit == NO_SUIT:
        said.append(Sentence("may_name", {"points": best}))
    if s.options.review_piles == ReviewPiles.OWN_WON_ONLY:
        return said
    groups = bid_groups(kinds(s.bids[seat]) | kinds(s.given[seat]))
    if groups:
        said.append(Sentence("bid_pile", {"groups": " · ".join(groups)}))
    elif kinds(s.bids[seat]):
        said.append(Sentence("bid_pile_plain"))
    return said


def _drawn(cards: int) -> str:
    return " ".join(PACK.glyph(kind) for kind in PACK.listed([cards]))


def bid_groups(cards: int) -> list[str]:
    """GALA-6.2: list the sets of two and more in some cards, and the longest stretches of ranks, for the Play-off."""
    groups = [
        " ".join([name] * (cards & OF_RANK[rank]).bit_count())
        for rank, name in enumerate(NAMES)
        if (cards & OF_RANK[rank]).bit_count() > 1
    ]
    held = "".join("x" if cards & OF_RANK[rank] else " " for rank in (RANK_COUNT - 1, *range(RANK_COUNT)))
    names = [NAMES[-1], *NAMES]
    at = 0
    for run in held.split(" "):
        if len(run) > 2:
            groups.append(f"{names[at]}–{names[at + len(run) - 1]}")
        at += len(run) + 1
    return groups


def _tricks(s: State, seat: int) -> Sentence:
    """GALA-5.11: tell what the tricks won count, and what they would count with one more."""
    won = s.tricks[seat]
    left = HAND_SIZE - s.tricks_played
    known = {"won": won, "points": trick_worth(won), "more": trick_worth(won + 1), "left": left}
    return Sentence("last_trick" if left == 1 else "tricks", known)


def trick_worth(won: int) -> int:
    """GALA-5.11: return the points of so many tricks."""
    return won * (ODD_POINTS if won % 2 else EVEN_POINTS)


def _mark(s: State, seat: int) -> Sentence:
    """GALA-4.2: tell how far the mark of the bonus is, or that somebody has reached it."""
    if any(s.reached):
        return Sentence("mark_reached", {"points": deal_score(s, seat)})
    points, theirs = deal_score(s, seat), deal_score(s, 1 - seat)
    return Sentence("mark", {"points": points, "theirs": theirs, "mark": mark_of(s), "bonus": BONUS[s.stage]})

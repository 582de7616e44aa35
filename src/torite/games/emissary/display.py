"""What a scene shows of an Emissary match, and the facts that fill its prompts, refusals and stations."""

from __future__ import annotations

from typing import Any, Literal

from torite.kit import EMPTY, Sentence, Station, kinds, lowest, size
from torite.pieces.cards import SUIT_GLYPHS, SUITS

from .cards import CLUBS, DIAMONDS, HEARTS, KINDS, OF_SUIT, PACK, SPADES, SUIT, WITH_POWER
from .choosing import owes_a_power, places_left
from .options import VassalSelection
from .state import COMMERCE_CARDS, KING, KINGDOMS, PLAYER, Phase, State

#: The sentences of `prompt` that `facts` may name.
PROMPTS = (
    "kingdom_first", "kingdom_next", "kingdom_last", "lead_first", "lead_second", "lead_powers", "lead_duty",
    "answer_follow", "answer_trump", "answer_free", "answer_duty", "discard_two", "discard_one",
)  # fmt: skip
POWERS = {HEARTS: "diplomacy", CLUBS: "military", SPADES: "politics", DIAMONDS: "commerce"}
#: The other sentences that these functions may name.
SAYS = (
    "ends.defeat",
    *(f"caption.{power}{part}" for power in POWERS.values() for part in ("", "_about")),
    *(f"station.{state}" for state in ("open", "here", "won", "lost")),
    *(f"{family}.{how}" for family in ("ending", "share") for how in ("won", "too_many", "too_few")),
    "status.arguments", "status.ruler",
)  # fmt: skip
HELD = 16  # more than there are ranks


def unseen_zones(s: State) -> set[str]:
    """EMIS-11.2, 11.3: discards and won pile are not looked at again, only counted; the rulers lie along the road."""
    return {"kingdoms"} if s.options.show_seen_cards else {"kingdoms", "discards", "won_pile"}


def hidden_facts(s: State) -> set[str]:
    """Name the facts and marks that say nothing now."""
    idle = {"dealer"}
    if s.begun == 0:
        idle |= {"stock_left", "discarded"}
    if s.kingdom < 0:
        idle |= {"trump", "arguments"}
    return idle


def trumps(s: State) -> list[int]:
    """EMIS-2.6: list the trumps, the strongest first."""
    return [] if s.kingdom < 0 else sorted(PACK.listed([OF_SUIT[s.trump]]), key=lambda kind: -PACK.rank[kind])


def sort_key(s: State, kind: int) -> int:
    """Hold the cards by suit, black and red in turn, trumps at the right."""
    suit = 4 if SUIT[kind] == s.trump else (CLUBS, HEARTS, SPADES, DIAMONDS).index(SUIT[kind])
    return suit * HELD + PACK.rank[kind]


def road(s: State) -> list[Station]:
    """EMIS-1.1, 1.2, 2.5: the row of kingdoms: who rules there, and what it demands."""
    return [_station(s, place) for place in range(KINGDOMS)] if s.begun else []


def _station(s: State, place: int) -> Station:
    kind, demand = s.kingdoms[place], place + 1
    known = {"number": demand, "demand": demand}
    if kind == EMPTY:
        return Station(kind, "won", demand, None, Sentence("won", known))
    if place != s.kingdom:
        return Station(kind, "open", demand, None, Sentence("open", known))
    state: Literal["lost", "here"] = "lost" if s.phase == Phase.OVER else "here"
    return Station(kind, state, demand, s.arguments, Sentence(state, {**known, "have": s.arguments}))


def captions(s: State) -> dict[int, str]:
    """EMIS-6.1, 8.2: name the power of each vassal and ruler."""
    return {kind: POWERS[SUIT[kind]] for kind in KINDS if WITH_POWER >> kind & 1}


def status(s: State, seat: int) -> list[Sentence]:
    """Tell how the visit stands: arguments won and demanded, cards left, and whose suit is trump."""
    if not Phase.LEAD <= s.phase <= Phase.RECYCLE:
        return []
    known = facts(s, seat)
    return [Sentence("ruler", known), Sentence("arguments", known)]


def ends(s: State) -> Sentence:
    """EMIS-1.6, 9.2: say that all kingdoms must succeed, and that the first defeat ends the game."""
    return Sentence("defeat", {"kingdoms": KINGDOMS})


def facts(s: State, seat: int) -> dict[str, Any]:
    """Collect what a sentence may mention.

    Returns:
        `prompt` and `ending`, names of sentences; `led`, the king's card; `suit` and `trump`, glyphs of its suit and of
        trumps; `kingdom`, its number, which is the demand; `ruler`, who lies there; `won`, the arguments won; `need`,
        those still to be won; `left`, cards in hand; `kingdoms`, those won; `allies`, those not used; `score`.
    """
    led = lowest(kinds(s.trick[KING])) if kinds(s.trick[KING]) else 0
    ruler = s.kingdoms[s.kingdom] if s.kingdom >= 0 else EMPTY
    return {
        "prompt": _prompt(s),
        "ending": _ending(s),
        "led": led,
        "suit": SUIT_GLYPHS[SUITS[SUIT[led]]],
        "trump": SUIT_GLYPHS[SUITS[s.trump]] if s.trump >= 0 else "",
        "kingdom": s.kingdom + 1,
        "ruler": max(ruler, 0),
        "won": s.arguments,
        "need": s.kingdom + 1 - s.arguments,
        "left": _held(s),
        "kingdoms": KINGDOMS - places_left(s).bit_count() if s.begun else 0,
        "allies": size(s.allies),
        "score": s.score[PLAYER],
    }


def _held(s: State) -> int:
    """Count the cards in hand, also of a view that does not see them."""
    return size(s.hand[PLAYER]) or int(s.count[s.layout.place("hand")])


def _ending(s: State) -> str:
    if s.won[PLAYER]:
        return "won"
    return "too_many" if s.arguments > s.kingdom + 1 else "too_few"


def _prompt(s: State) -> str:
    if s.phase == Phase.KINGDOM:
        left = places_left(s).bit_count()
        return "kingdom_first" if left == KINGDOMS else "kingdom_last" if left == 1 else "kingdom_next"
    if s.phase == Phase.DISCARD:
        return "discard_two" if size(s.hand[PLAYER]) >= COMMERCE_CARDS else "discard_one"
    last_owing = size(s.hand[PLAYER]) == 1 and owes_a_power(s)
    if s.phase == Phase.ANSWER:
        return "answer_duty" if last_owing else _answer_prompt(s)
    if last_owing:
        return "lead_duty"
    selects = s.options.vassal_selection != VassalSelection.ANY_TIME and s.tricks_played < 2
    return ("lead_first", "lead_second")[s.tricks_played] if selects else "lead_powers"


def _answer_prompt(s: State) -> str:
    hand, led = kinds(s.hand[PLAYER]), SUIT[lowest(kinds(s.trick[KING]))]
    if hand & OF_SUIT[led]:
        return "answer_follow"
    return "answer_trump" if hand & OF_SUIT[s.trump] else "answer_free"

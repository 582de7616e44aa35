"""Why a card, a command or a flash is advised: what it brings for sure, else what such cards bring on average."""

from __future__ import annotations

from collections.abc import Mapping

from torite.kit import Sentence, bit, is_of, kinds, piece_of, size, size_of
from torite.pieces.cards import SUIT_GLYPHS, SUITS
from torite.words import numeral

from .advice import SCALE, promise_of, wins_with, worth_to
from .cards import OF_SUIT, PACK, RANK, SUITS_IN_ALL
from .display import facts
from .state import COMMAND, FLASH_SQUARE, FLASH_VOID, PLAY, SEATS, Phase, State
from .tricks import combination_of

#: Sentences that `because` may name.
SAYS = tuple(
    f"because.{key}" for key in ("obeys", "average", "whichever", "most", "least", "so_far", "few_of_suit", "bonus")
)
FLASHES = {FLASH_VOID + n: name for n, name in enumerate(("void", "twin", "long", "four"))} | {FLASH_SQUARE: "square"}


def because(s: State, seat: int, action: int) -> Sentence | None:
    """FLASH-2, 4, 5, 7: say what speaks for a card, a suit commanded or a flash."""
    told = {"worth": 0, "other": "", "less": "", "penalty": s.options.command_penalty, "suit": "", "count": 0}
    if action in FLASHES:
        return Sentence("bonus", told | {"worth": facts(s, seat)[f"{FLASHES[action]}_bonus"]})
    if s.phase == Phase.COMMAND and COMMAND <= action < COMMAND + SUITS_IN_ALL:
        return _of_command(s, seat, action - COMMAND, told)
    if not is_of(action, PLAY) or size(s.hand[seat]) == 1:
        return None
    card = piece_of(action)
    if s.phase == Phase.LEAD and (paying := facts(s, seat)["doubtful"]):
        return Sentence("obeys", told) if card not in paying else None
    if s.phase == Phase.LEAD or s.trick_len == 1:
        return _on_average(s, seat, card, told)
    return _as_it_lies(s, seat, card, told)


def _of_command(s: State, seat: int, suit: int, told: Mapping[str, object]) -> Sentence | None:
    """FLASH-3.2: say of a suit to be led that one holds the fewest of it, and may play none of it then."""
    held = [size_of(s.hand[seat], OF_SUIT[each]) for each in range(SUITS_IN_ALL)]
    if held[suit] != min(held) or not size(s.hand[seat]):
        return None
    return Sentence("few_of_suit", {**told, "suit": SUIT_GLYPHS[SUITS[suit]], "count": held[suit]})


def _choices(s: State, seat: int) -> list[int]:
    """FLASH-3.2: list the cards of suits that do not lie; all of them for a lead."""
    lying = s.lying if s.phase == Phase.FOLLOW else 0
    return PACK.listed([kinds(s.hand[seat]) & ~lying])


def _on_average(s: State, seat: int, card: int, told: Mapping[str, object]) -> Sentence | None:
    """Say what a lead or a second card comes to on average, if none promises more; of figures that look alike one."""
    promised = {each: promise_of(s, seat, each) for each in _choices(s, seat)}
    worst = min(promised, key=lambda each: promised[each])
    if len(promised) > 1 and _shown(promised[worst]) == _shown(max(promised.values())):
        return Sentence("whichever", {**told, "worth": _signed(promised[card])})
    if promised[card] < max(promised.values()) or promised[card] == promised[worst]:
        return None
    other = {"other": PACK.glyph(worst), "less": _signed(promised[worst])}
    return Sentence("average", {**told, **other, "worth": _signed(promised[card])})


def _signed(parts: int) -> str:
    """Write parts of a point with its sign and one decimal."""
    return numeral(_shown(parts), "+.1f")


def _shown(parts: int) -> float:
    """Round parts of a point to what is told of them; what is next to nothing has no sign of its own."""
    return round(parts / SCALE, 1) + 0.0


def _as_it_lies(s: State, seat: int, card: int, told: Mapping[str, object]) -> Sentence | None:
    """FLASH-5.1, 5.4: say what the trick comes to with a card, if none of the others makes more of it."""
    worths = {each: _worth(s, seat, each) for each in _choices(s, seat)}
    worth = worths[card]
    if worth < max(worths.values()) or worth == min(worths.values()):
        return None
    key = "so_far" if s.trick_len < SEATS - 1 else "most" if worth > 0 else "least"
    return Sentence(key, {**told, "worth": abs(worth)}) if key != "so_far" or worth > 0 else None


def _worth(s: State, seat: int, card: int) -> int:
    """FLASH-5.1, 5.4: return what the trick is worth to the seat's team when the card is played."""
    ranks, again = s.ranks | bit(RANK[card]), s.ranks & bit(RANK[card])
    return worth_to(combination_of(size(s.on_trick) + 1, ranks, s.paired | again), wins_with(s, seat, card))

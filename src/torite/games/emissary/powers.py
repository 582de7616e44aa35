"""What the four powers do (EMIS-6)."""

from __future__ import annotations

from torite.kit import clear, drop, has, kernel, kinds, lowest, note, note_pieces, put, room, size, size_of

from .cards import CLUBS, HEARTS, OF_SUIT, SUIT, VASSALS
from .drawing import draw_cards, go_on
from .scoring import reckon
from .state import COMMERCE_CARDS, EXCHANGES, LAYS_AWAY, PLAYER, TRUMP, Errand, State


@kernel
def use(s: State, helper: int) -> None:
    """EMIS-6.1, 6.5, 6.13: Diplomacy, Military or Commerce, by a vassal or an ally."""
    _spend(s, helper)
    if SUIT[helper] == HEARTS:
        _lay_trumps_away(s)
    elif SUIT[helper] == CLUBS:
        draw_cards(s, Errand.HAND, size_of(s.hand[PLAYER], OF_SUIT[CLUBS]))
    else:
        draw_cards(s, Errand.COMMERCE, COMMERCE_CARDS)


@kernel
def use_politics(s: State, helper: int, place: int) -> None:
    """EMIS-6.7, 6.8, 6.11, 5.9: the rulers of two kingdoms change places, and trump with them."""
    _spend(s, helper)
    former = s.kingdoms[s.kingdom]
    s.kingdoms[s.kingdom] = s.kingdoms[place]
    s.kingdoms[place] = former
    note(s, EXCHANGES, PLAYER, place + 1)
    name_trump(s)
    go_on(s)


@kernel
def name_trump(s: State) -> None:
    """EMIS-2.6: the suit of the ruler at the kingdom visited is trump."""
    s.trump = SUIT[s.kingdoms[s.kingdom]]
    note(s, TRUMP, PLAYER, s.trump)


@kernel
def _spend(s: State, helper: int) -> None:
    """EMIS-5.1, 8.3: a vassal is used for this visit, an ally for good."""
    if not has(VASSALS, helper):
        drop(s.allies, helper)
        put(s.used_allies, helper)
        put(s.spent, helper)
        reckon(s)
    else:
        drop(s.selected if has(kinds(s.selected), helper) else s.vassals, helper)
        put(s.used_vassals, helper)


@kernel
def _lay_trumps_away(s: State) -> None:
    """EMIS-6.2 to 6.4: all trumps of the hand are discarded, and as many cards are drawn."""
    trumps = room(1)
    left = kinds(s.hand[PLAYER]) & OF_SUIT[s.trump]
    while left != 0:
        put(trumps, lowest(left))
        throw_away(s, lowest(left))
        left &= left - 1
    note_pieces(s, LAYS_AWAY, PLAYER, size(trumps), trumps)
    if s.options.diplomacy_refill:
        draw_cards(s, Errand.HAND, size(trumps))
    else:
        go_on(s)


@kernel
def throw_away(s: State, card: int) -> None:
    """Lay a card of the hand among the discards."""
    drop(s.hand[PLAYER], card)
    put(s.discards, card)
    s.discarded += 1


@kernel
def discard(s: State, card: int) -> None:
    """EMIS-6.14, 6.16: two cards of the hand are discarded, or all of a smaller hand."""
    put(s.draft[PLAYER], card)
    s.drafting[PLAYER] = 1
    if size(s.draft[PLAYER]) < min(COMMERCE_CARDS, size(s.hand[PLAYER])):
        return
    s.drafting[PLAYER] = 0
    left = kinds(s.draft[PLAYER])
    clear(s.draft[PLAYER])
    while left != 0:
        throw_away(s, lowest(left))
        left &= left - 1
    go_on(s)

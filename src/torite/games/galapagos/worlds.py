"""What a world must settle anew: sealed choices, and won cards that would make other melds than were declared."""

from __future__ import annotations

from typing import Any

from torite.kernel.generator import below
from torite.kit import bit, count, kernel, kinds, nth, room, size

from .cards import JOKERS, SUITS
from .melds import find_melds, meld_total, nameable
from .options import JokerSurplus, TrumpBonusTime
from .state import MELDS, NO_SUIT, Phase, State
from .valuing import card_to_give, suit_to_name

MOST_TRIES = 4000  # ways to lay the unseen cards that are tried for one that agrees
WHIM = 4  # one sealed choice in so many is taken at random


@kernel
def complete(s: State, viewer: int, rng: Any) -> None:
    """GALA-3.12, 5.2, 8.7: choose for the other what is sealed, and see that its cards make the melds it declared."""
    other = 1 - viewer
    if s.phase == Phase.EXCHANGE and s.decided[other] == 1:
        s.swap[other] = 1 + _likely_gift(s, other, rng)
    elif s.phase == Phase.NAME and s.decided[other] == 1 and s.bound[other] == 0:
        s.naming[other] = 1 + _likely_suit(s, other, rng)
    if s.options.jokers and Phase.COMMIT <= s.phase <= Phase.TRICKS and _may_differ(s, other):
        _deal_until_it_agrees(s, other, rng)


@kernel(seldom=True)
def _likely_gift(s: State, seat: int, rng: Any) -> int:
    """Choose the card that a seat gives for its joker, -1 for none."""
    if below(rng, WHIM) != 0:
        return card_to_give(s, seat)
    cards = kinds(s.won_pile[seat])
    chosen = below(rng, count(cards) + 1)
    return nth(cards, chosen) if chosen < count(cards) else -1


@kernel(seldom=True)
def _likely_suit(s: State, seat: int, rng: Any) -> int:
    """Choose the personal trump that a seat names."""
    return suit_to_name(s, kinds(s.won_pile[seat])) if below(rng, WHIM) != 0 else below(rng, SUITS)


@kernel
def hidden_removed(s: State) -> int:
    """Return the cards removed from the stock, unless both have seen them."""
    return kinds(s.removed) if s.options.joker_surplus == JokerSurplus.DISCARD_TWO_UNSEEN else 0


@kernel
def _may_differ(s: State, seat: int) -> bool:
    """Tell whether the other knows something of a seat's melds, and not all of its cards."""
    asked = s.declared[seat] == 1 or s.declarer == seat
    return asked and (size(s.given[seat]) != 0 or hidden_removed(s) != 0) and not _agrees(s, seat)


@kernel
def won_cards(s: State, seat: int) -> int:
    """Return the thirteen cards that a seat had when the melds were declared."""
    in_hand = kinds(s.hand[seat]) if s.phase == Phase.TRICKS else 0
    return in_hand | kinds(s.won_pile[seat]) | kinds(s.trick[seat]) | kinds(s.played[seat])


@kernel(seldom=True)
def _agrees(s: State, seat: int) -> bool:
    """GALA-3.10, 3.12, 3.14: tell whether a seat would have named, declared and shown what it did."""
    cards = won_cards(s, seat)
    suit = s.trump[seat] if s.bound[seat] == 1 else NO_SUIT
    if s.declared[seat] == 1 and not _declares(s, seat, cards, suit):
        return False
    if s.options.trump_bonus_time == TrumpBonusTime.AT_TRICKS:
        return True
    return (nameable(s, cards) != 0) == (s.could_name[seat] == 1)


@kernel
def _declares(s: State, seat: int, cards: int, suit: int) -> bool:
    if meld_total(s, cards, suit) != s.meld_points[seat]:
        return False
    melds, masks = room(MELDS), room(MELDS)
    if find_melds(s, cards, suit, melds, masks) != s.meld_count[seat]:
        return False
    shown = 0
    for i in range(s.meld_count[seat]):
        if melds[i] != s.meld[seat][i]:
            return False
        if s.shown_melds[seat][i] == 1:
            shown |= masks[i]
    return shown == kinds(s.shown[seat])


@kernel(seldom=True)
def _deal_until_it_agrees(s: State, seat: int, rng: Any) -> None:
    """Lay the cards that the other has not seen anew, evenly, until a seat's won cards agree with what it declared."""
    won = s.hand[seat] if s.phase == Phase.TRICKS else s.won_pile[seat]
    faced = kinds(s.taken_faced[seat])
    fixed = JOKERS | kinds(s.shown[seat]) | (faced if s.exchanged[seat] == 0 else 0)
    unseen = (kinds(won) | kinds(s.given[seat]) | hidden_removed(s)) & ~fixed
    stays = kinds(won) & fixed
    for _ in range(MOST_TRIES):
        left = unseen
        for _ in range(count(hidden_removed(s))):
            left &= ~bit(_any_of(left & ~faced, rng))
        removed = unseen & ~left
        given = bit(_any_of(left, rng)) if size(s.given[seat]) != 0 else 0
        won[0] = stays | (left & ~given)
        if won[0] & kinds(s.lacks[seat]) == 0 and _agrees(s, seat):
            s.given[seat][0] = given
            if removed != 0:
                s.removed[0] = removed
            return


@kernel
def _any_of(cards: int, rng: Any) -> int:
    return nth(cards, below(rng, count(cards)))

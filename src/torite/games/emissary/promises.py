"""The invariants of the clauses, as predicates over a state after any action or outcome."""

from __future__ import annotations

from typing import Any

from torite.kit import EMPTY, kinds, size

from .cards import CARDS, PACK, RULERS, SUIT, VASSALS
from .choosing import places_left
from .scoring import demand
from .state import COMMERCE_CARDS, HAND_SIZE, KING, KINGDOMS, MOST_STOCK, PLAYER, Phase, State


def cards_add_up(s: State) -> bool:
    """Stock, hand, discards, won pile and the king's card are the 32 playing cards, and are counted right."""
    stock = [kind for kind in s.stock if kind != EMPTY]
    rows = (s.hand[PLAYER], s.discards, s.won_pile, s.trick[KING])
    listed = stock + [kind for row in rows for kind in PACK.listed(row)]
    counted = s.stock_left == len(stock) and s.discarded == size(s.discards)
    return s.begun == 0 or (counted and sorted(listed) == PACK.listed([CARDS]))


def stock_lies_at_the_end(s: State) -> bool:
    """The stock is the last places of its sequence, next card first."""
    return all((kind != EMPTY) == (at >= MOST_STOCK - s.stock_left) for at, kind in enumerate(s.stock))


def arguments_are_cards(s: State) -> bool:
    """The won pile has as many cards as arguments were won."""
    return s.arguments == size(s.won_pile) <= s.tricks_played


def tricks_are_cards_of_the_hand(s: State) -> bool:
    """Without Military a visit has eight arguments at most; Commerce draws two cards and discards them again."""
    if not Phase.LEAD <= s.phase <= Phase.RECYCLE:
        return True
    military = any(PACK.codes[k][0] == "C" for k in PACK.listed(s.used_vassals) + PACK.listed(s.spent))
    return military or s.tricks_played + size(s.hand[PLAYER]) <= HAND_SIZE + COMMERCE_CARDS


def rulers_add_up(s: State) -> bool:
    """Rulers in the row, allies and used allies are the eight."""
    row = [kind for kind in s.kingdoms if kind != EMPTY]
    listed = row + PACK.listed(s.allies) + PACK.listed(s.used_allies)
    return s.phase == Phase.RULERS or sorted(listed) == PACK.listed([RULERS])


def vassals_add_up(s: State) -> bool:
    """Each vassal is face up, selected, used or sits out."""
    rows = (s.vassals, s.selected, s.used_vassals, s.resting)
    return sorted(kind for row in rows for kind in PACK.listed(row)) == PACK.listed([VASSALS])


def places_won_have_no_ruler(s: State) -> bool:
    """After k successes k places are empty; each visit but a failed one made one so."""
    if s.phase == Phase.RULERS or (s.phase == Phase.DEAL and s.begun == 0):
        return True
    won = KINGDOMS - places_left(s).bit_count()
    return s.deals_played == won + (s.phase == Phase.OVER and won < KINGDOMS)


def score_is_counted(s: State) -> bool:
    """The score is kingdoms won and allies not used, 0 to 16; 8 or more for a win."""
    won = 0 if s.phase == Phase.RULERS or s.begun == 0 else KINGDOMS - places_left(s).bit_count()
    least, most = (KINGDOMS, 2 * KINGDOMS) if s.won[PLAYER] else (0, 2 * KINGDOMS - 2)
    return s.score[PLAYER] == won + size(s.allies) and least <= s.score[PLAYER] <= most


def trump_is_the_rulers_suit(s: State) -> bool:
    """Trump is the suit of the ruler lying at the kingdom visited."""
    visiting = Phase.LEAD <= s.phase <= Phase.RECYCLE
    return not visiting or (s.kingdom >= 0 and s.trump == SUIT[s.kingdoms[s.kingdom]])


def nothing_was_won_too_much(s: State) -> bool:
    """With `stop_when_lost` no visit goes on after one argument too many."""
    visiting = Phase.LEAD <= s.phase <= Phase.RECYCLE
    return not (visiting and s.options.stop_when_lost) or s.arguments <= demand(s)


def somebody_can_act(s: State) -> bool:
    """A hand that is empty ends the visit; the king's card lies there exactly while it is to be answered."""
    if s.phase in (Phase.LEAD, Phase.ANSWER, Phase.DISCARD) and size(s.hand[PLAYER]) == 0:
        return False
    turned = kinds(s.trick[KING]) != 0
    return turned if s.phase == Phase.ANSWER else not turned or s.phase in (Phase.DISCARD, Phase.RECYCLE)


PROMISES: dict[str, Any] = {
    "EMIS-4.3 cards": cards_add_up,
    "EMIS-1.4 stock": stock_lies_at_the_end,
    "EMIS-3.7 arguments": arguments_are_cards,
    "EMIS-3.10 tricks": tricks_are_cards_of_the_hand,
    "EMIS-8.3 rulers": rulers_add_up,
    "EMIS-5.1 vassals": vassals_add_up,
    "EMIS-2.3 places": places_won_have_no_ruler,
    "EMIS-10.2 score": score_is_counted,
    "EMIS-2.6 trump": trump_is_the_rulers_suit,
    "EMIS-3.11 too many": nothing_was_won_too_much,
    "EMIS-3.12 acting": somebody_can_act,
}

"""The invariants of the clauses, as predicates over a state after any action or outcome."""

from __future__ import annotations

from typing import Any

from torite.kit import kinds, size

from .cards import JOKERS, ORDINARY, PACK
from .melds import meld_total
from .options import TrumpBonusTime
from .scoring import deal_score
from .state import HAND_SIZE, NO_SUIT, SEATS, STOCK, Phase, Stage, State
from .worlds import won_cards

AUCTIONS = (Phase.BID, Phase.PICK)
SCORING = (Phase.EXCHANGE, Phase.COMMIT, Phase.CHALLENGE, Phase.NAME)
ENDED = (Phase.JOKERS, Phase.DEAL, Phase.OVER)  # after the Play-off; before the first deal nothing is scored either


def cards_add_up(s: State) -> bool:
    """Invariant 1: every card of the pack lies in one place."""
    if s.phase in (Phase.DEALER, Phase.JOKERS, Phase.DEAL):
        return True
    rows = (s.turned, s.removed, *s.hand, *s.bidding, *s.bids, *s.won_pile, *s.given, *s.trick, *s.played, *s.laid)
    listed = [kind for kind in s.stock if kind >= 0] + [kind for row in rows for kind in PACK.listed(row)]
    return sorted(listed) == PACK.listed([ORDINARY | (JOKERS if s.options.jokers else 0)])


def piles_grow(s: State) -> bool:
    """Invariant 2: after so many auctions there are as many bids and won cards, and the rest in hands and stock."""
    if s.phase not in AUCTIONS:
        return True
    done = (STOCK - s.stock_left) // 2
    out = done + (s.phase == Phase.PICK)
    in_stock = size(s.turned) + sum(kind >= 0 for kind in s.stock)
    return in_stock == s.stock_left and all(
        size(s.won_pile[seat]) == done
        and size(s.bids[seat]) == out
        and size(s.bidding[seat]) == s.decided[seat] * (s.phase == Phase.BID)
        and size(s.hand[seat]) + size(s.bidding[seat]) == HAND_SIZE - out
        for seat in range(SEATS)
    )


def auctions_end(s: State) -> bool:
    """GALA-2.12: then the hands and the stock are empty, and both have thirteen won cards and as many bids."""
    return s.phase not in SCORING or (
        s.stock_left == size(s.turned) == 0
        and all(size(row) == 0 for row in (*s.hand, *s.bidding))
        and all(size(row) == HAND_SIZE for row in s.won_pile)
        and all(size(s.bids[seat]) + size(s.given[seat]) == HAND_SIZE for seat in range(SEATS))
    )


def faced_cards_were_taken(s: State) -> bool:
    """GALA-2.8: of each pair one was taken before all eyes; it is in the taker's won pile, or given for a joker."""
    if s.phase not in (*AUCTIONS, *SCORING):
        return True
    where = [kinds(s.won_pile[seat]) | kinds(s.given[seat]) for seat in range(SEATS)]
    taken = (STOCK - s.stock_left) // 2
    return sum(map(size, s.taken_faced)) == taken and all(
        kinds(s.taken_faced[seat]) & ~where[seat] == 0 for seat in range(SEATS)
    )


def melds_are_what_counts(s: State) -> bool:
    """GALA-3.1, 3.13: what was declared is the best that the won cards give, with the suit named."""
    if s.phase not in (Phase.CHALLENGE, Phase.NAME, Phase.TRICKS):
        return True
    named = [s.trump[seat] if s.bound[seat] else NO_SUIT for seat in range(SEATS)]
    return all(
        s.meld_points[seat] == meld_total(s, won_cards(s, seat), named[seat])
        for seat in range(SEATS)
        if s.declared[seat]
    )


def tricks_add_up(s: State) -> bool:
    """Invariant 4: tricks won are tricks played; of thirteen one player wins an odd number; points are 70 to 130."""
    if s.stage == Stage.MELDS:
        return sum(s.tricks) == 0
    if s.stage == Stage.TRICKS:
        lying = [size(s.trick[seat]) * (s.trick_len == 1) for seat in range(SEATS)]
        held = all(size(s.hand[seat]) + lying[seat] == HAND_SIZE - s.tricks_played for seat in range(SEATS))
        return held and sum(s.tricks) == s.tricks_played
    odd = max(s.tricks, key=lambda won: won % 2)
    late = s.options.trump_bonus_time == TrumpBonusTime.AT_TRICKS
    return sum(s.tricks) == HAND_SIZE and (late or sum(s.trick_points) == 5 * (HAND_SIZE + odd))


def scores_are_round(s: State) -> bool:
    """Invariant 5: scores are multiples of five; of the Play-off one has none, the other ten to 130."""
    points = sorted(s.playoff_points)
    ended = s.begun == 1 and s.stage == Stage.PLAYOFF and s.phase in ENDED
    return (
        all(score % 5 == 0 for score in s.score)
        and points[0] == 0
        and (points[1] in range(10, 140, 10) if ended else points[1] == 0)
    )


def one_bonus(s: State) -> bool:
    """Invariant 6: at most one bonus in a deal, of 100, 50 or 30, for a player who has reached the mark."""
    return (
        sorted(s.bonus)[0] == 0
        and max(s.bonus) in (0, 30, 50, 100)
        and all(s.bonus[seat] == 0 or (s.reached[seat] == 1 and deal_score(s, seat) >= 100) for seat in range(SEATS))
    )


def tricks_begin_with_all(s: State) -> bool:
    """Invariant 7: when the tricks begin, hands and bid piles are the whole pack, without two cards with jokers."""
    if s.phase != Phase.TRICKS or s.tricks_played > 0 or s.trick_len > 0:
        return True
    rows = (*s.hand, *s.bids, *s.given)
    return sum(map(size, rows)) == 2 * STOCK and all(size(s.hand[seat]) == HAND_SIZE for seat in range(SEATS))


def shown_were_held(s: State) -> bool:
    """GALA-3.12: melds that were shown are of the won cards; what was shown not to be held is not held."""
    if s.phase not in (*SCORING, Phase.TRICKS):
        return True
    return all(
        kinds(s.shown[seat]) & ~won_cards(s, seat) == 0
        and (s.phase != Phase.TRICKS or kinds(s.hand[seat]) & kinds(s.lacks[seat]) == 0)
        for seat in range(SEATS)
    )


PROMISES: dict[str, Any] = {
    "GALA-9.1 cards": cards_add_up,
    "GALA-9.2 piles": piles_grow,
    "GALA-2.12 end of the auctions": auctions_end,
    "GALA-2.8 faced cards": faced_cards_were_taken,
    "GALA-3.13 melds": melds_are_what_counts,
    "GALA-9.4 tricks": tricks_add_up,
    "GALA-9.5 scores": scores_are_round,
    "GALA-9.6 bonus": one_bonus,
    "GALA-9.7 partition": tricks_begin_with_all,
    "GALA-3.12 shown": shown_were_held,
}

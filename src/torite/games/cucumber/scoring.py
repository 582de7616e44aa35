"""The end of a deal: the last trick's score, buy-ins, drop-outs, the winner and the pot (CUC-4 to 6, GURKA_SE-2)."""

from __future__ import annotations

from torite.kit import kernel, kinds, lowest, note, note_pieces, offer_one, size_of

from .cards import ACE, C6, C7, JACK, JOKER, KING, NATURAL_POINTS, QUEEN, RANK, S7, of_strength, weakest
from .options import BuyIn, JokerRank, LastTrickTie, NextDealer, OutCompare, TopCards
from .state import (
    BOUGHT,
    BUY,
    DECLINE,
    DROPS_OUT,
    LOSES,
    MULTIPLIED,
    REFUNDED,
    RESET,
    RETURN,
    TAKES_POT,
    WINS,
    Phase,
    State,
    active_after,
    active_count,
)

BUYERS = 3  # a paid buy-in is open to so many players or fewer (GURKA_SE-2.1)
CONTRA, CONTRA_BY_LOSER = 2, 4  # OGOREK-2.4, 2.5


@kernel
def points_of(s: State, card: int) -> int:
    """CUC-1.4, 1.7, GURKA_IS-1.2, 4.1: what a card counts."""
    options = s.options
    if options.top_cards == TopCards.C6 and card == C6:
        return 21
    if options.top_cards == TopCards.S7_C7 and card == S7:
        return 16
    if options.top_cards == TopCards.S7_C7 and card == C7:
        return 15
    if card == JOKER:
        above = options.joker_rank == JokerRank.ABOVE_ACE or (
            options.joker_rank == JokerRank.BY_NUMBER and options.jokers == 3
        )
        return options.joker_points if above else options.ace_points
    rank = RANK[card]
    if rank == ACE:
        return options.ace_points
    if rank == KING:
        return options.court_points[0]
    if rank == QUEEN:
        return options.court_points[1]
    if rank == JACK:
        return options.court_points[2]
    return NATURAL_POINTS[card]


@kernel
def multiplier(s: State, seat: int, lost: int) -> int:
    """CUC-4.6, 4.7, OGOREK-2.4 to 2.6, RASSI-2.2, 2.3: what a loser's points are multiplied by, for the lost cards."""
    contra = 1
    if s.contra_by >= 0:
        contra = CONTRA_BY_LOSER if s.contra_by == seat else CONTRA
    return contra * s.factor[seat]


@kernel
def score_deal(s: State) -> None:
    """CUC-4.1 to 4.5: the last trick's strongest card costs its points; ties refund or lose alike."""
    losing = of_strength(s.last_order, s.best)
    for seat in range(s.seats):
        s.added[seat] = 0
        s.doomed[seat] = 0
        s.asked[seat] = 0
    card = lowest(kinds(s.trick[s.best_seat]) & losing)
    s.losing_points = points_of(s, card)
    for seat in range(s.seats):
        n = size_of(s.trick[seat], losing)
        if n == 0 or s.out[seat] == 1:
            continue
        if seat == s.best_seat or s.options.last_trick_tie == LastTrickTie.ALL_LOSE:
            _lose(s, seat, card, n)
        else:
            _refund(s, seat, n)
    _weakest_player(s)
    s.deals_played += 1
    for seat in range(s.seats):
        _reset(s, seat)


@kernel
def _lose(s: State, seat: int, card: int, n: int) -> None:
    """CUC-4.2, 5.7, GURKA_IS-1.7, 2.4: add the points of the losing card or cards."""
    times = multiplier(s, seat, kinds(s.trick[seat]) & of_strength(s.last_order, s.best))
    if times > 1:
        note(s, MULTIPLIED, seat, times)
    s.added[seat] = s.losing_points * n * times
    s.score[seat] += s.added[seat]
    fatal = s.options.club6_always_out and s.options.fixed_deals == 0
    if fatal and s.options.top_cards == TopCards.C6 and card == C6:
        s.doomed[seat] = 1
    note_pieces(s, LOSES, seat, s.added[seat], s.trick[seat])


@kernel
def _refund(s: State, seat: int, n: int) -> None:
    """CUC-4.3, 4.4, GURKA_IS-1.18: an earlier card of equal strength takes its points off, not below 0."""
    off = min(s.score[seat], s.losing_points * n)
    s.added[seat] = -off
    s.score[seat] -= off
    note_pieces(s, REFUNDED, seat, off, s.trick[seat])


@kernel
def _reset(s: State, seat: int) -> None:
    """CUC-4.8, GURKA_IS-2.2, 2.5: a score of exactly the limit is set back to 0."""
    if s.options.exact_reset and s.score[seat] == s.options.out_at and s.doomed[seat] == 0 and s.out[seat] == 0:
        s.score[seat] = 0
        note(s, RESET, seat, s.options.out_at)


@kernel
def _weakest_player(s: State) -> None:
    """NORWEGIAN-1.9, 1.12: the first to play the weakest card of the last trick."""
    least = 99
    seat = s.leader
    for _ in range(active_count(s)):
        strength = weakest(s.last_order, kinds(s.trick[seat]))
        if strength < least:
            least = strength
            s.weakest_seat = seat
        seat = active_after(s, seat)


@kernel
def at_limit(s: State, seat: int) -> bool:
    """CUC-5.1, 5.7, GURKA_IS-2.5: tell whether the seat's score puts it out."""
    if s.out[seat] == 1 or s.options.fixed_deals > 0:
        return False
    if s.doomed[seat] == 1 or s.score[seat] > s.options.out_at:
        return True
    return s.options.out_compare == OutCompare.GE and s.score[seat] == s.options.out_at


@kernel
def highest_other(s: State, seat: int) -> int:
    """GURKA_SE-2.7, 2.8, 2.13: the highest score of the others still in and below the limit, -1 if none is."""
    best = -1
    for other in range(s.seats):
        if other != seat and s.out[other] == 0 and not at_limit(s, other):
            best = max(best, s.score[other])
    return best


@kernel
def price(s: State) -> int:
    """GURKA_SE-2.4, 2.5."""
    return s.options.buy_in_antes * s.options.ante_chips


@kernel
def may_buy(s: State, seat: int) -> bool:
    """GURKA_SE-2.1, 2.3, 2.8 to 2.11, 3.6, GURKA_IS-2.5: tell whether the seat can take the buy-in now."""
    if s.options.buy_in == BuyIn.NONE or s.options.fixed_deals > 0:
        return False
    if s.out[seat] == 1 or s.bought[seat] == 1 or s.doomed[seat] == 1:
        return False
    if s.options.buy_in == BuyIn.PAID and (active_count(s) > BUYERS or s.chips[seat] < price(s)):
        return False
    target = highest_other(s, seat)
    return target >= 0 and (at_limit(s, seat) or target < s.score[seat])


@kernel
def ask_buyer(s: State) -> None:
    """GURKA_SE-2.9, 2.11, 2.12: ask who reached the limit, clockwise, then the others; then end the deal."""
    for turn_of in range(2):
        seat = s.dealer
        for _ in range(active_count(s)):
            seat = active_after(s, seat)
            if at_limit(s, seat) == (turn_of == 0) and s.asked[seat] == 0 and may_buy(s, seat):
                s.asked[seat] = 1
                s.turn = seat
                s.phase = Phase.BUY_IN
                return
    end_deal(s)


@kernel(seldom=True)
def legal_buy_in(s: State, may: list[int]) -> None:
    """GURKA_SE-2, 3.5: take it or not."""
    offer_one(may, BUY if s.options.buy_in == BuyIn.PAID else RETURN)
    offer_one(may, DECLINE)


@kernel(seldom=True)
def act_buy_in(s: State, seat: int, action: int) -> None:
    """GURKA_SE-2.4, 2.6, 2.7: pay into the pot and go back to the highest score of the others."""
    if action != DECLINE:
        s.score[seat] = highest_other(s, seat)
        s.bought[seat] = 1
        if action == BUY:
            s.chips[seat] -= price(s)
            s.pot += price(s)
        note(s, BOUGHT, seat, s.score[seat])
    ask_buyer(s)


@kernel
def end_deal(s: State) -> None:
    """CUC-5.1 to 5.5, 5.7: drop out all together; end the match or pass the deal on."""
    dropped = 0
    for seat in range(s.seats):
        if at_limit(s, seat):
            dropped |= 1 << seat
    left = active_count(s)
    for seat in range(s.seats):
        if (dropped >> seat) & 1 == 1:
            s.out[seat] = 1
            s.left_at[seat] = s.deals_played
            left -= 1
            note(s, DROPS_OUT, seat, s.score[seat])
    if left == 0:
        _finish(s, dropped)
    elif left == 1 or s.options.fixed_deals == s.deals_played > 0:
        _finish(s, _still_in(s))
    else:
        _pass_deal(s)


@kernel
def _still_in(s: State) -> int:
    mask = 0
    for seat in range(s.seats):
        mask |= (1 - s.out[seat]) << seat
    return mask


@kernel
def _finish(s: State, candidates: int) -> None:
    """CUC-5.2, 5.5 to 5.8: the lowest score of the candidates wins, equal ones jointly."""
    s.phase = Phase.OVER
    s.turn = -1
    least = -1
    for seat in range(s.seats):
        if (candidates >> seat) & 1 == 1 and (least < 0 or s.score[seat] < least):
            least = s.score[seat]
    for seat in range(s.seats):
        if (candidates >> seat) & 1 == 1 and s.score[seat] == least:
            s.won[seat] = 1
            note(s, WINS, seat, s.score[seat])
    if s.pot > 0:
        _share_pot(s)


@kernel
def _share_pot(s: State) -> None:
    """CUC-5.6, 6.3: equal shares, odd chips one by one from the dealer's left."""
    winners = 0
    for seat in range(s.seats):
        winners += s.won[seat]
    share = s.pot // winners
    odd = s.pot % winners
    seat = s.dealer
    for _ in range(s.seats):
        seat = (seat + 1) % s.seats
        if s.won[seat] == 1:
            part = share + (1 if odd > 0 else 0)
            odd -= 1 if odd > 0 else 0
            s.chips[seat] += part
            note(s, TAKES_POT, seat, part)
    s.pot = 0


@kernel
def _pass_deal(s: State) -> None:
    """CUC-2.2, 2.3, NORWEGIAN-1.9, 1.10: the next dealer."""
    s.phase = Phase.DEAL
    s.turn = -1
    if s.options.next_dealer == NextDealer.WEAKEST_LAST and s.out[s.weakest_seat] == 0:
        s.dealer = s.weakest_seat
    elif s.options.next_dealer == NextDealer.WEAKEST_LAST:
        s.dealer = active_after(s, s.weakest_seat)
    else:
        s.dealer = active_after(s, s.dealer)

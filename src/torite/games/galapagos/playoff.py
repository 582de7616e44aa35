"""The Play-off: sets and sequences led and answered, until a hand is empty (GALA-6)."""

from __future__ import annotations

from typing import Any

from torite.kit import (
    DONE,
    HAND,
    bar_for,
    clear,
    count,
    drop,
    kernel,
    kinds,
    know,
    left_openly,
    lowest,
    note,
    offer,
    offer_one,
    piece_of,
    pour,
    put,
    size,
    strike,
    unbar,
)

from .auctions import refuse
from .cards import JOKERS, OF_RANK, RANK_COUNT
from .combos import closes_around, further_in_runs, further_in_set, further_leads, kind_of, top_of
from .exchanging import REMOVED
from .options import ReviewPiles
from .scoring import end_deal, score_stage
from .state import (
    ACE_BETWEEN,
    GOES_OUT,
    JOKER_ALONE,
    JOKER_AT_AN_END,
    MUST_LEAD,
    PASS,
    PLAY,
    SEATS,
    SEQUENCE_NOT_HIGHER,
    SET_TOO_FEW,
    SET_TOO_LOW,
    UNLIKE,
    WINS_EXCHANGE,
    Combo,
    Phase,
    Stage,
    State,
)

LEFT_POINTS = 10  # for each card left with the other (GALA-6.9)


@kernel(seldom=True)
def open_playoff(s: State) -> None:
    """GALA-6.1, 8.6: the bid piles are the hands; the winner of the last trick leads."""
    for seat in range(SEATS):
        unbar(s, HAND + seat)
        clear(s.lacks[seat])
        _remember_bids(s, 1 - seat, seat)
        pour(s.bids[seat], s.hand[seat])
        pour(s.given[seat], s.hand[seat])
    s.stage = Stage.PLAYOFF
    s.combo = Combo.NONE
    s.phase = Phase.LEAD
    s.leader = s.turn
    s.trick_len = 0


@kernel
def _remember_bids(s: State, viewer: int, seat: int) -> None:
    """GALA-1.7, 6.1: the viewer saw each bid; where past bids are hidden, the hand lies face down again."""
    left = kinds(s.bids[seat])
    if s.options.review_piles == ReviewPiles.OWN_WON_ONLY:
        bar_for(s, viewer, REMOVED, left)
        return
    while left != 0:
        know(s, viewer, HAND + seat, lowest(left))
        left &= left - 1


@kernel
def further_answers(s: State, hand: int, named: int) -> int:
    """GALA-6.5 to 6.7, 8.17: return the cards that can be named next by whoever answers."""
    if s.combo == Combo.SET:
        return further_in_set(hand, named, s.combo_size, s.combo_top)
    return further_in_runs(hand, named, s.combo_size, s.combo_top)


@kernel
def legal_playoff(s: State, seat: int, may: list[int]) -> None:
    """GALA-6.2, 6.5: lead or answer."""
    if seat != s.turn:
        return
    if s.phase == Phase.LEAD:
        legal_lead(s, seat, may)
    else:
        legal_answer(s, seat, may)


@kernel
def legal_lead(s: State, seat: int, may: list[int]) -> None:
    """GALA-6.2 to 6.4: any set or sequence, card by card; something must be led."""
    hand, named = kinds(s.hand[seat]), kinds(s.draft[seat])
    refuse(may, PASS, 1, MUST_LEAD)
    offer(may, PLAY, hand & ~named)
    unfit = hand & ~named & ~further_leads(hand, named)
    _strike_leads(may, unfit, named)
    if named != 0 and kind_of(named) != Combo.NONE:
        offer_one(may, DONE)


@kernel
def _strike_unsaid(may: Any, unfit: int, named: int) -> None:
    strike(may, PLAY, unfit, UNLIKE)


@kernel(compiled=_strike_unsaid)
def _strike_leads(may: Any, unfit: int, named: int) -> None:
    strike(may, PLAY, unfit & closes_around(named), ACE_BETWEEN)
    strike(may, PLAY, unfit & JOKERS, JOKER_AT_AN_END)
    strike(may, PLAY, unfit, JOKER_AT_AN_END if named & JOKERS != 0 else UNLIKE)


@kernel
def legal_answer(s: State, seat: int, may: list[int]) -> None:
    """GALA-6.5 to 6.7: a higher combination of the same kind and number, card by card, or a pass."""
    hand, named = kinds(s.hand[seat]), kinds(s.draft[seat])
    offer(may, PLAY, hand & ~named)
    unfit = hand & ~named & ~further_answers(s, hand, named)
    _strike_answers(s, may, unfit, named)
    if named == 0:
        offer_one(may, PASS)


@kernel
def _strike_answers_unsaid(s: State, may: Any, unfit: int, named: int) -> None:
    strike(may, PLAY, unfit, UNLIKE)


@kernel(compiled=_strike_answers_unsaid)
def _strike_answers(s: State, may: Any, unfit: int, named: int) -> None:
    if s.combo == Combo.SET:
        if s.combo_size == 1:
            strike(may, PLAY, unfit & JOKERS, JOKER_ALONE)
        strike(may, PLAY, unfit & up_to(s.combo_top), SET_TOO_LOW)
        strike(may, PLAY, unfit, SET_TOO_FEW if named == 0 else UNLIKE)
    else:
        strike(may, PLAY, unfit & closes_around(named), ACE_BETWEEN)
        strike(may, PLAY, unfit, SEQUENCE_NOT_HIGHER)


@kernel
def up_to(rank: int) -> int:
    """Return the cards of a rank and of all below it."""
    found = 0
    for one in range(min(rank + 1, RANK_COUNT)):
        found |= OF_RANK[one]
    return found


@kernel
def act_playoff(s: State, seat: int, action: int) -> None:
    """GALA-6.2, 6.5, 6.8: name one card more, or pass; the full number, or a word, completes a combination."""
    if action == PASS:
        _win_exchange(s, 1 - seat)
    elif action == DONE:
        _put_combo(s, seat)
    else:
        put(s.draft[seat], piece_of(action))
        s.drafting[seat] = 1
        wanted = s.combo_size if s.phase == Phase.ANSWER else size(s.hand[seat])
        if size(s.draft[seat]) == wanted:
            _put_combo(s, seat)


@kernel
def _win_exchange(s: State, seat: int) -> None:
    """GALA-6.8: who played last wins the exchange and leads next; the cards stay until then."""
    note(s, WINS_EXCHANGE, seat, 0)
    s.combo = Combo.NONE
    s.phase = Phase.LEAD
    s.turn = seat


@kernel
def _put_combo(s: State, seat: int) -> None:
    """GALA-6.7 to 6.9: lay the combination on the table; an empty hand ends the phase."""
    if s.phase == Phase.LEAD:
        _clear_table(s)
        s.leader = seat
    pour(s.trick[seat], s.laid[seat])
    cards = kinds(s.draft[seat])
    s.combo = kind_of(cards)
    s.combo_size = count(cards)
    s.combo_top = top_of(cards, s.combo)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        drop(s.hand[seat], card)
        left_openly(s, HAND + seat, card)
    pour(s.draft[seat], s.trick[seat])
    s.drafting[seat] = 0
    if size(s.hand[seat]) == 0:
        _go_out(s, seat)
    else:
        s.phase = Phase.ANSWER
        s.turn = 1 - seat


@kernel
def _clear_table(s: State) -> None:
    for seat in range(SEATS):
        pour(s.trick[seat], s.laid[seat])


@kernel(seldom=True)
def _go_out(s: State, seat: int) -> None:
    """GALA-6.9, 6.10: ten points for each card left with the other; there is no reply."""
    s.playoff_points[seat] = LEFT_POINTS * size(s.hand[1 - seat])
    s.score[seat] += s.playoff_points[seat]
    note(s, GOES_OUT, seat, s.playoff_points[seat])
    score_stage(s, Stage.PLAYOFF)
    end_deal(s)

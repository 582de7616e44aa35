"""The scoring of the won cards: naming a suit, declaring melds, showing them on demand (GALA-3)."""

from __future__ import annotations

from torite.kit import (
    bit,
    has,
    kernel,
    kinds,
    know_one,
    lowest,
    note,
    note_pieces,
    number_of,
    offer,
    offer_one,
    put,
    room,
    strike,
)

from .auctions import WON_PILE
from .cards import FOURS, MELD_POINTS, SEQUENCES
from .melds import find_melds, meld_total, nameable
from .naming import open_naming
from .options import MeldOverlap, MeldReveal, TrumpBonusTime
from .scoring import score_stage
from .state import (
    ACCEPT,
    ANY_SUIT,
    DECLINE,
    MELD_FOUR,
    MELD_RUN,
    MELD_THREE,
    MELDS,
    MELDS_COUNT,
    NAME,
    NO_MELDS,
    NO_SUCH_MELD,
    NOBODY,
    NOT_MISSING,
    RAISES_NOTHING,
    SEATS,
    SHOW,
    SHOWN_ALREADY,
    SHOWS,
    TRUMP,
    TRUMP_BONUS,
    Phase,
    Stage,
    State,
)


@kernel(seldom=True)
def open_declarations(s: State) -> None:
    """GALA-3.11, 3.14: the last taker declares first."""
    s.declarer = s.last_taker
    _go_on(s, False)


@kernel(seldom=True)
def _go_on(s: State, named: bool) -> None:
    """GALA-3.10, 3.14: go on until somebody has a choice: a suit to name, or melds to see; then come the points.

    Args:
        s: the state.
        named: whether the declarer has named a suit, or none.
    """
    while s.declarer != NOBODY:
        if not named and _may_name(s, s.declarer):
            s.could_name[s.declarer] = 1
            s.phase = Phase.COMMIT
            s.turn = s.declarer
            return
        _declare(s, s.declarer)
        if s.options.meld_reveal == MeldReveal.ON_DEMAND and s.meld_count[s.declarer] > 0:
            s.phase = Phase.CHALLENGE
            s.turn = 1 - s.declarer
            return
        _end_declaration(s)
        named = False
    _score_melds(s)
    open_naming(s)


@kernel
def _may_name(s: State, seat: int) -> bool:
    at_melds = s.options.trump_bonus_time == TrumpBonusTime.AT_MELDS
    return at_melds and nameable(s, kinds(s.won_pile[seat])) != 0


@kernel
def _end_declaration(s: State) -> None:
    """GALA-3.14: after the last taker the other player declares."""
    s.declarer = 1 - s.last_taker if s.declarer == s.last_taker else NOBODY


@kernel(seldom=True)
def legal_commit(s: State, seat: int, may: list[int]) -> None:
    """GALA-3.10, 3.15: a suit that raises the seat's own total, or none."""
    suits = nameable(s, kinds(s.won_pile[seat]))
    unfit = RAISES_NOTHING if s.options.meld_overlap == MeldOverlap.NONE else NOT_MISSING
    offer(may, NAME, ANY_SUIT)
    strike(may, NAME, ANY_SUIT & ~suits, unfit)
    offer_one(may, DECLINE)


@kernel(seldom=True)
def act_commit(s: State, seat: int, action: int) -> None:
    """GALA-3.10: the suit named is the personal trump; then the melds are declared."""
    if action != DECLINE:
        s.trump[seat] = number_of(action, NAME)
        s.bound[seat] = 1
        note(s, TRUMP, seat, s.trump[seat])
    _go_on(s, True)


@kernel(seldom=True)
def _declare(s: State, seat: int) -> None:
    """GALA-3.12 to 3.14, 3.17: all melds are declared; then the other may ask to see them."""
    cards = kinds(s.won_pile[seat])
    masks = room(MELDS)
    s.meld_count[seat] = find_melds(s, cards, s.trump[seat], s.meld[seat], masks)
    s.meld_points[seat] = meld_total(s, cards, s.trump[seat])
    plain = 0
    for i in range(s.meld_count[seat]):
        plain += MELD_POINTS[s.meld[seat][i]]
        _tell_meld(s, seat, s.meld[seat][i])
    if s.meld_points[seat] > plain:
        note(s, TRUMP_BONUS, seat, s.meld_points[seat] - plain)
    if s.meld_count[seat] == 0:
        note(s, NO_MELDS, seat, 0)
    s.declared[seat] = 1
    if s.options.meld_reveal == MeldReveal.ALWAYS:
        for i in range(s.meld_count[seat]):
            _show(s, seat, i)


@kernel
def _tell_meld(s: State, seat: int, meld: int) -> None:
    """GALA-3.12: say what was declared, under the clause by which it counts."""
    if meld >= SEQUENCES:
        note(s, MELD_RUN, seat, meld)
    else:
        note(s, MELD_FOUR if meld >= FOURS else MELD_THREE, seat, meld)


@kernel
def melds_not_shown(s: State, seat: int) -> int:
    """Return the melds that a seat has declared and not shown, as a mask of their places."""
    places = 0
    for i in range(s.meld_count[seat]):
        if s.shown_melds[seat][i] == 0:
            places |= bit(i)
    return places


@kernel(seldom=True)
def legal_challenge(s: State, seat: int, may: list[int]) -> None:
    """GALA-3.12, 3.13, 3.17: ask to see a meld that was declared and not shown, or no more of them."""
    declared = bit(s.meld_count[s.declarer]) - 1
    offer(may, SHOW, bit(MELDS) - 1)
    strike(may, SHOW, (bit(MELDS) - 1) & ~declared, NO_SUCH_MELD)
    strike(may, SHOW, declared & ~melds_not_shown(s, s.declarer), SHOWN_ALREADY)
    offer_one(may, ACCEPT)


@kernel(seldom=True)
def act_challenge(s: State, action: int) -> None:
    """GALA-3.12, 3.14: a meld is shown when the other asks; with the last one, or at a word, all goes on."""
    if action != ACCEPT:
        _show(s, s.declarer, number_of(action, SHOW))
    if action == ACCEPT or melds_not_shown(s, s.declarer) == 0:
        _end_declaration(s)
        _go_on(s, False)


@kernel(seldom=True)
def _show(s: State, seat: int, place: int) -> None:
    """GALA-3.12: the cards of a meld are seen by both."""
    melds, masks, cards = room(MELDS), room(MELDS), room(1)
    find_melds(s, kinds(s.won_pile[seat]), s.trump[seat], melds, masks)
    s.shown_melds[seat][place] = 1
    cards[0] = masks[place]
    note_pieces(s, SHOWS, seat, 0, cards)
    left = masks[place]
    while left != 0:
        card = lowest(left)
        left &= left - 1
        know_one(s, 1 - seat, WON_PILE + seat, card)
        if not has(kinds(s.shown[seat]), card):
            put(s.shown[seat], card)


@kernel(seldom=True)
def _score_melds(s: State) -> None:
    """GALA-3.14, 4.6: after both declarations the points are entered."""
    for seat in range(SEATS):
        note(s, MELDS_COUNT, seat, s.meld_points[seat])
        s.score[seat] += s.meld_points[seat]
    score_stage(s, Stage.MELDS)

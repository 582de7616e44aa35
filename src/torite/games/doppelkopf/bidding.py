"""Reservations, their questions, the auction of solos and the naming of a contract (DOKO-6, DOKO-17, DOKO-18)."""

from __future__ import annotations

from torite.kit import bit, copies, is_one_of, kernel, note, number_of, offer_one, pour, size_of, strike

from .cards import CLUB_QUEEN, DIAMONDS_ORDER, TRUMPS, points_in
from .contracts import begin_poverty, play_contract
from .options import AllReserversPass
from .parties import BOTH
from .state import (
    ACTIVE,
    BID,
    BID_CLUBS,
    BID_DIAMONDS,
    BID_HEARTS,
    BID_JACKS,
    BID_MARRIAGE,
    BID_NOTRUMP,
    BID_POVERTY,
    BID_QUEENS,
    BID_QUEENS_JACKS,
    BID_SPADES,
    BIDS,
    CALL_90,
    CALL_SCHWARZ,
    EXCHANGED,
    HOLD,
    KEEP,
    MUST_SOLO,
    NO,
    NO_MARRIAGE,
    NO_REDEAL,
    NOT_ABOVE,
    NOT_POOR,
    PASS,
    PASSED,
    REDEAL,
    RESERVE,
    RESERVED,
    SHOWS_HAND,
    TOO_LOW,
    UNSAID,
    YES,
    Contract,
    Naming,
    Phase,
    Question,
    State,
    active_after,
    forehand,
)

REDEAL_POINTS, REDEAL_TRUMPS = 84, 2  # DOKO-18.6
SCHWARZ = 4  # level of an overcall above which there is none (DOKO-17.4)
OF_KIND = 3  # bids of each kind: plain, with Re, without Re (DOKO-18.14)
CONTRACT_OF_KIND = (
    Contract.NONE, Contract.SOLO_QUEENS, Contract.SOLO_QUEENS_JACKS, Contract.SOLO_JACKS, Contract.SOLO_NOTRUMP,
)  # fmt: skip


@kernel
def trumps_held(s: State, seat: int) -> int:
    """DOKO-5.4: count the trumps of the normal game in a hand."""
    return size_of(s.hand[seat], TRUMPS[DIAMONDS_ORDER])


@kernel(seldom=True)
def is_poor(s: State, seat: int) -> bool:
    """DOKO-5.4: three trumps or fewer."""
    return trumps_held(s, seat) <= EXCHANGED


@kernel
def can_marry(s: State, seat: int) -> bool:
    """DOKO-5.3: both queens of clubs."""
    return copies(s.hand[seat], CLUB_QUEEN) == BOTH


# the redeal of the small pack


@kernel(seldom=True)
def may_redeal(s: State, seat: int) -> bool:
    """DOKO-18.6: 84 card points or more, or two trumps or fewer."""
    return points_in(s.hand[seat]) >= REDEAL_POINTS or trumps_held(s, seat) <= REDEAL_TRUMPS


@kernel
def legal_redeal(s: State, seat: int, may: list[int]) -> None:
    """DOKO-18.24: everybody is asked, and most can only keep."""
    if s.kept[seat] == 0:
        offer_one(may, KEEP)
        offer_one(may, REDEAL)
        if not may_redeal(s, seat):
            strike(may, REDEAL, 1, NO_REDEAL)


@kernel(seldom=True)
def act_redeal(s: State, seat: int, action: int) -> None:
    """DOKO-18.7, 18.8, 18.24: a hand shown begins the deal anew with the same dealer; all kept, the bidding begins."""
    if action == REDEAL:
        pour(s.hand[seat], s.shown[seat])
        note(s, SHOWS_HAND, seat, 0)
        s.phase = Phase.DEAL
        s.turn = -1
        return
    s.kept[seat] = 1
    if undecided(s) == 0:
        open_bidding(s)


@kernel
def undecided(s: State) -> int:
    """DOKO-18.24: return the mask of the seats that have not said whether they keep their hand."""
    mask = 0
    for seat in range(s.seats):
        if s.kept[seat] == 0 and seat != s.idle:
            mask |= bit(seat)
    return mask


# reservations


@kernel
def open_bidding(s: State) -> None:
    """DOKO-6.1: forehand speaks first."""
    s.phase = Phase.BID
    s.turn = forehand(s)


@kernel
def legal_bid(may: list[int]) -> None:
    """DOKO-6.1, 6.10: any hand may reserve."""
    offer_one(may, PASS)
    offer_one(may, RESERVE)


@kernel(seldom=True)
def act_bid(s: State, seat: int, action: int) -> None:
    """DOKO-6.1 to 6.5: pass or reserve; when all have spoken, the reservers are asked what they want."""
    s.said[seat] = RESERVED if action == RESERVE else PASSED
    s.turn = active_after(s, seat)
    if s.said[s.turn] == UNSAID:
        return
    reservers = 0
    for other in range(s.seats):
        reservers += s.said[other] == RESERVED
    if reservers == 0:
        play_contract(s, Contract.NORMAL, -1)
    elif reservers == 1:
        _let_name(s, _next_reserver(s), Naming.ANYTHING)
    else:
        put_question(s, Question.COMPULSORY)


@kernel
def _next_reserver(s: State) -> int:
    """Return the first reserver from forehand."""
    seat = forehand(s)
    while s.said[seat] != RESERVED:
        seat = active_after(s, seat)
    return seat


@kernel(seldom=True)
def put_question(s: State, question: int) -> None:
    """DOKO-6.5, 6.16, 15.7: put the first question from this one on that there is anybody to ask."""
    seat = -1
    while seat < 0 and question <= Question.MARRIAGE:
        s.question = question
        if question == Question.SOLO and s.options.deck == 40:
            _open_auction(s)
            return
        seat = next_asked(s, -1)
        question += 1
    if seat >= 0:
        s.phase = Phase.ASK
        s.turn = seat
    elif s.options.all_reservers_pass == AllReserversPass.NORMAL_GAME:
        s.question = Question.NONE
        play_contract(s, Contract.NORMAL, -1)
    else:
        note(s, MUST_SOLO, _next_reserver(s), 0)
        _let_name(s, _next_reserver(s), Naming.SOLO)


@kernel(seldom=True)
def next_asked(s: State, after: int) -> int:
    """DOKO-6.6: return the next reserver from forehand whom the question concerns, after a seat (-1: the first)."""
    seat = forehand(s)
    passed = after < 0
    for _ in range(ACTIVE):
        if passed and _concerns(s, seat):
            return seat
        passed = passed or seat == after
        seat = active_after(s, seat)
    return -1


@kernel
def _concerns(s: State, seat: int) -> bool:
    """DOKO-6.16, 15.9: a question is put to every reserver whom public facts allow to say yes."""
    if s.said[seat] != RESERVED:
        return False
    if s.question == Question.COMPULSORY:
        return s.owes[seat] == 1
    if s.question == Question.SOLO:
        return s.owes[seat] == 0
    return s.question == Question.MARRIAGE or s.options.poverty_allowed


@kernel
def legal_answer(s: State, seat: int, may: list[int]) -> None:
    """DOKO-6.7: yes to poverty and marriage only from a hand that is entitled to it."""
    offer_one(may, YES)
    offer_one(may, NO)
    if s.question == Question.POVERTY and not is_poor(s, seat):
        strike(may, YES, 1, NOT_POOR)
    if s.question == Question.MARRIAGE and not can_marry(s, seat):
        strike(may, YES, 1, NO_MARRIAGE)


@kernel(seldom=True)
def act_answer(s: State, seat: int, action: int) -> None:
    """DOKO-6.6: the first yes ends the bidding, unless a solo may be overcalled."""
    if action == NO:
        s.turn = next_asked(s, seat)
        if s.turn < 0:
            put_question(s, s.question + 1)
    elif s.question == Question.POVERTY:
        begin_poverty(s, seat)
    elif s.question == Question.MARRIAGE:
        play_contract(s, Contract.MARRIAGE, seat)
    else:
        s.holder = seat
        _challenge(s, seat)


# overcalling


@kernel(seldom=True)
def _challenge(s: State, after: int) -> None:
    """DOKO-17.5, 17.9: the next reserver after a seat faces the holder; if there is none, the holder plays."""
    challenger = next_asked(s, after) if s.options.solo_overcall and s.level < SCHWARZ else -1
    s.challenger = challenger
    s.challenge = 0
    s.phase = Phase.OVERCALL
    s.turn = challenger
    if challenger < 0:
        _let_name(s, s.holder, Naming.SOLO)


@kernel(seldom=True)
def legal_overcall(s: State, seat: int, may: list[int]) -> None:
    """DOKO-17.2 to 17.4: the challenger goes above the level held or passes; the holder equals the call or passes."""
    offer_one(may, PASS)
    if seat == s.holder:
        offer_one(may, HOLD)
        return
    for level in range(1, SCHWARZ + 1):
        offer_one(may, CALL_90 + level - 1)
        if level <= s.level:
            strike(may, CALL_90 + level - 1, 1, NOT_ABOVE)


@kernel(seldom=True)
def act_overcall(s: State, seat: int, action: int) -> None:
    """DOKO-17.2, 17.5, 17.9."""
    if is_one_of(action, CALL_90, CALL_SCHWARZ):
        s.challenge = number_of(action, CALL_90) + 1
        s.turn = s.holder
    elif action == HOLD:
        s.level = s.challenge
        s.challenge = 0
        s.turn = s.challenger
        if s.level == SCHWARZ:
            _challenge(s, s.challenger)
    elif seat == s.holder:
        s.holder = s.challenger
        s.level = s.challenge
        _challenge(s, s.holder)
    else:
        _challenge(s, seat)


# the auction of the small pack


@kernel
def _open_auction(s: State) -> None:
    """DOKO-18.17: the first reserver from forehand bids or passes."""
    s.phase = Phase.AUCTION
    s.turn = _next_reserver(s)


@kernel(seldom=True)
def legal_auction(s: State, seat: int, may: list[int]) -> None:
    """DOKO-18.10 to 18.15: any bid above the last one."""
    offer_one(may, PASS)
    for strength in range(len(BIDS)):
        offer_one(may, BID + strength)
        if strength <= s.bid:
            strike(may, BID + strength, 1, TOO_LOW)


@kernel(seldom=True)
def act_auction(s: State, seat: int, action: int) -> None:
    """DOKO-18.17, 18.25: the auction ends when the highest bidder alone is left, or nothing is above the bid."""
    if action == PASS:
        s.left[seat] = 1
    else:
        s.bid = number_of(action, BID)
        s.holder = seat
    s.turn = -1 if s.bid == len(BIDS) - 1 else _next_bidder(s, seat)
    if s.turn >= 0:
        return
    if s.holder < 0:
        put_question(s, Question.POVERTY)
    elif s.bid < OF_KIND:
        _let_name(s, s.holder, Naming.SUIT)
    else:
        play_contract(s, CONTRACT_OF_KIND[s.bid // OF_KIND], s.holder)


@kernel
def _next_bidder(s: State, after: int) -> int:
    """DOKO-18.25: return the next reserver who has not left, but for the holder; -1 when there is none."""
    seat = after
    for _ in range(ACTIVE):
        seat = active_after(s, seat)
        if s.said[seat] == RESERVED and s.left[seat] == 0 and seat != s.holder:
            return seat
    return -1


# naming


@kernel
def _let_name(s: State, seat: int, naming: int) -> None:
    s.phase = Phase.NAME
    s.naming = naming
    s.turn = seat


@kernel
def force_solo(s: State, seat: int) -> None:
    """DOKO-15.12: no bidding; the forced player names a solo."""
    _let_name(s, seat, Naming.SOLO)


@kernel(seldom=True)
def legal_name(s: State, seat: int, may: list[int]) -> None:
    """DOKO-6.4, 6.8, 18.17: what the lone reserver, the soloist or the winner of an auction may name."""
    if s.naming == Naming.ANYTHING:
        offer_one(may, BID_MARRIAGE)
        if not can_marry(s, seat):
            strike(may, BID_MARRIAGE, 1, NO_MARRIAGE)
        if s.options.poverty_allowed:
            offer_one(may, BID_POVERTY)
            if not is_poor(s, seat):
                strike(may, BID_POVERTY, 1, NOT_POOR)
    if s.naming != Naming.SUIT:
        offer_one(may, BID_QUEENS)
        offer_one(may, BID_JACKS)
        offer_one(may, BID_NOTRUMP)
        if s.options.deck == 40:
            offer_one(may, BID_QUEENS_JACKS)
    offer_one(may, BID_CLUBS)
    offer_one(may, BID_SPADES)
    offer_one(may, BID_HEARTS)
    if s.options.diamond_suit_solo:
        offer_one(may, BID_DIAMONDS)


@kernel(seldom=True)
def act_name(s: State, seat: int, action: int) -> None:
    """DOKO-6.4, 6.8: the contract is fixed, but for the exchange of a poverty."""
    if action == BID_POVERTY:
        begin_poverty(s, seat)
    elif action == BID_MARRIAGE:
        play_contract(s, Contract.MARRIAGE, seat)
    elif is_one_of(action, BID_CLUBS, BID_DIAMONDS):
        play_contract(s, Contract.SOLO_CLUBS + number_of(action, BID_CLUBS), seat)
    else:
        play_contract(s, CONTRACT_OF_KIND[number_of(action, BID) // OF_KIND], seat)

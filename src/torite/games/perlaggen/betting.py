"""Announcements: bets, their answers, and what is given up (PERL-5, 6)."""

from __future__ import annotations

from torite.kit import (
    DONE,
    HAND,
    bit,
    is_one_of,
    kernel,
    next_seat,
    number_of,
    offer,
    offer_one,
    require,
    size,
    strike,
    verb_index,
)

from .bet_rules import ALLOWED, bet_refusal, concession_refusal, is_anything_open, is_fifth_led, raise_refusal
from .cards import OF_SUIT, WILDS
from .claims import act_claim, legal_claim
from .options import AnnounceMode, FifthTrick
from .refusals import refuse, refuse_claims, refuse_element, refuse_play
from .scoring import give_up
from .showdown import begin_showdown, concede_now, faces_equal, go_on_settling, tie
from .state import (
    ACCEPT,
    BET,
    BET_OPEN,
    BETS,
    CLAIM_GLEICH,
    CONCEDE,
    CONCESSIONS,
    DEFER,
    DEFER_LAST,
    DEFER_ONCE,
    ELEMENTS,
    GLEICH,
    GOOD,
    HANGER,
    HOLD,
    NO_BET,
    NO_CLAIM_NOW,
    NO_POLL,
    NOT_ACTING,
    NOT_ASKED,
    NOT_EQUAL,
    NOTHING,
    OTHER_ELEMENT,
    OWN_BET,
    PARTNER_ACTS,
    PARTNER_ANSWERS,
    PASS,
    PLAY_ASKED,
    PLAY_OVER,
    RAISE,
    SPIEL,
    VERBS,
    Phase,
    State,
    partner_of,
    team_of,
)

ALL_BETS, ALL_CONCESSIONS = VERBS.mask(*BETS), VERBS.mask(*CONCESSIONS)
ANNOUNCEMENTS = VERBS.mask(*BETS, *CONCESSIONS)
ANSWERS = VERBS.mask(GOOD, HOLD, RAISE)


@kernel
def is_polled(s: State) -> bool:
    """PERL-6.3: tell whether seats are asked in a fixed order."""
    return s.options.announce_mode == AnnounceMode.POLLED


@kernel
def begin_turn(s: State, seat: int) -> None:
    """PERL-6.1, 6.3, 6.8: a seat is due to play; where announcements are asked for, all four are asked first."""
    s.due = seat
    s.turn = seat
    s.phase = Phase.POLL if is_polled(s) and is_anything_open(s) else Phase.PLAY


# in the play


@kernel
def legal_announcement(s: State, seat: int, may: list[int]) -> None:
    """PERL-5.2, 5.4, 6.1, 6.3: bet or give up, at any moment or when asked."""
    refuse(may, GOOD, ANSWERS, NO_BET)
    refuse(may, ACCEPT, 1, NOT_EQUAL)
    refuse_claims(s, seat, may, NO_CLAIM_NOW)
    if not is_polled(s):
        refuse(may, PASS, 3, NO_POLL)
    elif s.phase == Phase.PLAY or seat != s.turn:
        refuse(may, PASS, 1, PLAY_ASKED if seat == s.due and s.phase == Phase.PLAY else NOT_ASKED)
        refuse(may, DEFER, 1, NO_BET)
        refuse(may, BET, ANNOUNCEMENTS, PLAY_ASKED if seat == s.due and s.phase == Phase.PLAY else NOT_ASKED)
        return
    else:
        offer_one(may, PASS)
        refuse(may, DEFER, 1, NO_BET)
    offer(may, BET, ANNOUNCEMENTS)
    for element in range(ELEMENTS):
        refusal = bet_refusal(s, seat, element)
        if refusal != ALLOWED:
            strike(may, BET, bit(element), refusal)
        refusal = concession_refusal(s, element)
        if refusal != ALLOWED:
            strike(may, CONCEDE, bit(element), refusal)


@kernel
def act_announcement(s: State, seat: int, action: int) -> None:
    """PERL-5.1, 5.15, 6.3, 7.2: a bet, a concession or a pass in the play."""
    if action == PASS:
        s.turn = next_seat(s, seat)
        if s.turn == s.due:
            s.phase = Phase.PLAY
    elif is_one_of(action, BET, BET + SPIEL):
        bet(s, seat, number_of(action, BET))
    else:
        _give_up_in_play(s, team_of(seat), number_of(action, CONCEDE))


@kernel(seldom=True)
def _give_up_in_play(s: State, team: int, element: int) -> None:
    """PERL-7.1, 7.2: Spiel given up ends the play; else it goes on, those who are asked from the beginning."""
    give_up(s, team, element)
    if s.phase == Phase.OVER:
        return
    if element == SPIEL:
        begin_showdown(s)
    else:
        begin_turn(s, s.due)


@kernel(seldom=True)
def bet(s: State, seat: int, element: int) -> None:
    """PERL-5.1, 5.16, 6.2: propose one more for an element; everything waits for the answer."""
    s.bet_on = element
    s.ever_bet[element] = 1
    s.raised = 0
    _propose(s, seat)
    if is_fifth_led(s):
        _tell_fifth_card(s, seat)


@kernel
def _propose(s: State, seat: int) -> None:
    """PERL-5.10, 5.12, 6.3: the other team must answer, first the seat to the left of who proposes."""
    s.proposer = seat
    s.deferred = 0
    s.phase = Phase.ANSWER
    s.turn = next_seat(s, seat)
    if s.raised == 1 and not s.options.raise_needs_figure:
        return
    if s.bet_on == GLEICH:
        s.bet_loose_gleich[seat] = s.loose
    elif s.bet_on == HANGER:
        s.bet_loose_hanger[seat] = s.loose


@kernel
def _tell_fifth_card(s: State, seat: int) -> None:
    """PERL-5.13, 5.14: everybody learns what the bettor's last card is."""
    limit = s.options.fifth_trick
    if size(s.hand[seat]) == 0 or limit == FifthTrick.OFF:
        return
    if limit == FifthTrick.SPIEL_ONLY and s.bet_on != SPIEL:
        return
    cards = OF_SUIT[s.led] | WILDS[s.trump]
    if limit == FifthTrick.LED_TRUMP_OR_WILD:
        cards |= OF_SUIT[s.trump]
    require(s, HAND + seat, cards, 1)


# answers


@kernel
def answerers(s: State) -> int:
    """PERL-5.5, 6.2, 6.3: both seats of the other team; in order, the one that is asked."""
    if is_polled(s):
        return bit(s.turn)
    left = next_seat(s, s.proposer)
    return bit(left) | bit(partner_of(left))


@kernel(seldom=True)
def legal_answer(s: State, seat: int, may: list[int]) -> None:
    """PERL-5.5, 5.12, 5.16, 6.3: good, hold or raise, and nothing else by anybody."""
    refuse(may, BET, ANNOUNCEMENTS, BET_OPEN)
    refuse(may, PASS, 1, BET_OPEN)
    refuse(may, ACCEPT, 1, BET_OPEN)
    refuse_play(s, seat, may, BET_OPEN)
    refuse_claims(s, seat, may, BET_OPEN)
    if team_of(seat) == team_of(s.proposer):
        refuse(may, GOOD, ANSWERS, OWN_BET)
        refuse(may, DEFER, 1, OWN_BET)
        return
    if not is_polled(s):
        refuse(may, DEFER, 1, NO_POLL)
    elif seat != s.turn:
        refuse(may, GOOD, ANSWERS, PARTNER_ANSWERS)
        refuse(may, DEFER, 1, PARTNER_ANSWERS)
        return
    else:
        _offer_deferral(s, may)
    offer(may, GOOD, ANSWERS)
    refusal = raise_refusal(s, seat)
    if refusal != ALLOWED:
        strike(may, RAISE, 1, refusal)


@kernel
def _offer_deferral(s: State, may: list[int]) -> None:
    """PERL-6.3, 6.9: who is asked first may leave it to the partner, once."""
    offer_one(may, DEFER)
    if s.deferred == 1:
        strike(may, DEFER, 1, DEFER_LAST if s.phase == Phase.SHOWDOWN else DEFER_ONCE)


@kernel(seldom=True)
def act_answer(s: State, seat: int, action: int) -> None:
    """PERL-5.6 to 5.8, 6.2, 8.5: give the element up, accept, or accept and propose another one more."""
    element = s.bet_on
    if action == DEFER:
        s.deferred = 1
        s.turn = partner_of(seat)
        return
    if action == RAISE:
        s.value[element] += 1
        s.raised = 1
        _propose(s, seat)
        return
    s.bet_on = NOTHING
    s.deferred = 0
    if action == HOLD:
        s.value[element] += 1
        s.holder[element] = team_of(seat)
        _go_back(s)
    elif s.element != NOTHING:
        give_up(s, team_of(seat), element)
        go_on_settling(s)
    else:
        _give_up_in_play(s, team_of(seat), element)


@kernel
def _go_back(s: State) -> None:
    """PERL-6.3, 8.5: after hold: to the seat due; at the showdown to who faces a claim, else to the team that held."""
    if s.element == NOTHING:
        begin_turn(s, s.due)
        return
    s.acting = s.holder[s.element] if s.standing_by < 0 else 1 - team_of(s.standing_by)
    go_on_settling(s)


# at the showdown


@kernel
def actors_at_showdown(s: State) -> int:
    """PERL-8.3, 6.9: both seats of the acting team, till one begins a claim; in order, the one that is asked."""
    if is_polled(s):
        return bit(s.turn)
    first, second = s.acting, partner_of(s.acting)
    if s.drafting[first] == 1:
        return bit(first)
    return bit(second) if s.drafting[second] == 1 else bit(first) | bit(second)


@kernel(seldom=True)
def legal_at_showdown(s: State, seat: int, may: list[int]) -> None:
    """PERL-8.3, 8.13: the acting team claims, bets, accepts or gives up, and only the element being settled."""
    refuse(may, GOOD, ANSWERS, NO_BET)
    refuse(may, PASS, 1, NO_POLL)
    refuse_play(s, seat, may, PLAY_OVER)
    if actors_at_showdown(s) & bit(seat) == 0:
        refusal = PARTNER_ACTS if team_of(seat) == s.acting else NOT_ACTING
        refuse(may, BET, ANNOUNCEMENTS, refusal)
        refuse(may, ACCEPT, 1, refusal)
        refuse(may, DEFER, 1, refusal)
        refuse_claims(s, seat, may, refusal)
        return
    if s.drafting[seat] == 0:
        _legal_bet(s, seat, may)
        _legal_yielding(s, may)
    refuse_element(s, seat, may, OTHER_ELEMENT)
    legal_claim(s, seat, may)


@kernel
def duties_at_showdown(s: State, seat: int, may: list[int]) -> None:
    """PERL-8.3: what there is but bets and concessions."""
    legal_claim(s, seat, may)
    if s.drafting[seat] == 0:
        _legal_yielding(s, may)


@kernel
def _legal_bet(s: State, seat: int, may: list[int]) -> None:
    """PERL-8.3, 8.13: bet or give up."""
    refuse(may, BET, ALL_BETS & ~bit(s.element), OTHER_ELEMENT)
    refuse(may, CONCEDE, ALL_CONCESSIONS & ~bit(s.element), OTHER_ELEMENT)
    offer_one(may, CONCEDE + s.element)
    offer_one(may, BET + s.element)
    refusal = bet_refusal(s, seat, s.element)
    if refusal != ALLOWED:
        strike(may, BET + s.element, 1, refusal)


@kernel
def _legal_yielding(s: State, may: list[int]) -> None:
    """PERL-8.7, 6.9: accept, or leave it to the partner."""
    if faces_equal(s):
        offer_one(may, ACCEPT)
    else:
        refuse(may, ACCEPT, 1, NOT_EQUAL)
    if is_polled(s):
        _offer_deferral(s, may)
    else:
        refuse(may, DEFER, 1, NO_POLL)


@kernel
def act_at_showdown(s: State, seat: int, action: int) -> None:
    """PERL-8.3 to 8.7: a claim, a bet, a concession, equal claims left equal, or the partner's turn."""
    if action == DONE or verb_index(action, CLAIM_GLEICH) >= 0:
        act_claim(s, seat, action)
    elif action == DEFER:
        s.deferred = 1
        s.turn = partner_of(seat)
    elif action == ACCEPT:
        tie(s)
        go_on_settling(s)
    elif is_one_of(action, BET, BET + SPIEL):
        bet(s, seat, number_of(action, BET))
    else:
        concede_now(s)
        go_on_settling(s)

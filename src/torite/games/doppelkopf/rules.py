"""Doppelkopf: two queens of clubs play together, and nobody says so.

Clauses: clauses.md beside this file, with their sources.
"""

from __future__ import annotations

from torite.kit import ask_number, ask_shuffle, begin_deal, bit, is_one_of, kernel, next_seat, note, piece_of, put

from .announcing import act_announce, legal_announce
from .bidding import (
    act_answer,
    act_auction,
    act_bid,
    act_name,
    act_overcall,
    act_redeal,
    force_solo,
    legal_answer,
    legal_auction,
    legal_bid,
    legal_name,
    legal_overcall,
    legal_redeal,
    open_bidding,
    undecided,
)
from .cards import ALL_CARDS, NINES
from .contracts import act_accept, act_offer, act_return, legal_accept, legal_offer, legal_return, tell_poverty_cards
from .options import FirstDealer
from .scoring import score_deal
from .state import (
    ACTIVE,
    ANNOUNCE,
    ANNOUNCE_SCHWARZ,
    DRAW_DEALER,
    FORCED,
    SHUFFLE,
    WINS,
    Contract,
    Phase,
    State,
    active_after,
    forehand,
    tricks_in_all,
)
from .tricks import act_play, legal_play

PACKETS = 3  # in which a hand is dealt (DOKO-4.1, 18.5)
PACKETS_48, PACKETS_40 = (4, 4, 4), (3, 4, 3)
ORDINARY_DEALS = 20  # of a tournament (DOKO-15.1)
DEALS_EACH = 2  # deals a seat where no number is agreed (DOKO-1.8)
WIN = 20  # what winning the match is worth in the payoff, in points of the score


@kernel
def start(s: State) -> None:
    """DOKO-1.10, 2.1, 15.2, 18.2: two of each card, nines only in the pack of 48."""
    for j in range(len(s.in_play)):
        s.in_play[j] = ALL_CARDS if s.options.deck == 48 else ALL_CARDS & ~NINES
    s.idle = -1
    s.turn = -1
    s.phase = Phase.DEALER
    if s.options.first_dealer != FirstDealer.RANDOM:
        s.dealer = s.options.first_dealer - 1
        s.phase = Phase.DEAL
    for seat in range(s.seats):
        s.owes[seat] = 1 if s.options.tournament else 0


@kernel
def chance(s: State, ask: list[int]) -> int:
    """DOKO-1.6, 4.1: who deals first, and the shuffle."""
    if s.phase == Phase.DEALER:
        ask_number(ask, s.seats)
        return DRAW_DEALER
    if s.phase == Phase.DEAL:
        ask_shuffle(ask, s.in_play)
        return SHUFFLE
    return 0


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """Take what chance settled."""
    if s.phase == Phase.DEALER:
        s.dealer = outcome[0]
        s.phase = Phase.DEAL
        return
    begin_deal(s)
    _deal(s, outcome)
    if is_forced(s):
        s.forced = 1
        note(s, FORCED, debtor(s), 0)
        force_solo(s, debtor(s))
    elif s.options.deck == 40 and s.options.redeal_right_40:
        s.phase = Phase.REDEAL
        s.turn = forehand(s)
    else:
        open_bidding(s)


@kernel(seldom=True)
def _deal(s: State, outcome: list[int]) -> None:
    """DOKO-1.3, 4.1 to 4.3, 18.5: all cards in packets, from forehand; of five the dealer gets none."""
    s.begun = 1
    s.idle = s.dealer if s.seats > ACTIVE else -1
    at = 0
    for packet in range(PACKETS):
        cards = PACKETS_48[packet] if s.options.deck == 48 else PACKETS_40[packet]
        seat = s.dealer
        for _ in range(ACTIVE):
            seat = active_after(s, seat)
            for _ in range(cards):
                put(s.hand[seat], outcome[at])
                at += 1


@kernel
def actors(s: State) -> int:
    """All four who may demand a redeal, at once; else one seat at a time."""
    if s.phase == Phase.REDEAL:
        return undecided(s)
    return 0 if s.turn < 0 else bit(s.turn)


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """Fill in what the seat may take now: its duty, and in the play the announcements of any seat."""
    if s.phase == Phase.PLAY:
        if seat == s.turn:
            legal_play(s, seat, may)
        legal_announce(s, seat, may)
    elif s.phase == Phase.REDEAL:
        if seat != s.idle:
            legal_redeal(s, seat, may)
    elif seat == s.turn:
        _legal_before_play(s, seat, may)


@kernel
def duties(s: State, seat: int, may: list[int]) -> None:
    """The card in the play; what else a seat may take includes its duty."""
    if s.phase == Phase.PLAY and seat == s.turn:
        legal_play(s, seat, may)
    else:
        legal(s, seat, may)


@kernel(seldom=True)
def _legal_before_play(s: State, seat: int, may: list[int]) -> None:
    if s.phase == Phase.BID:
        legal_bid(may)
    elif s.phase == Phase.NAME:
        legal_name(s, seat, may)
    elif s.phase == Phase.ASK:
        legal_answer(s, seat, may)
    elif s.phase == Phase.OVERCALL:
        legal_overcall(s, seat, may)
    elif s.phase == Phase.AUCTION:
        legal_auction(s, seat, may)
    elif s.phase == Phase.OFFER:
        legal_offer(s, seat, may)
    elif s.phase == Phase.ANSWER:
        legal_accept(may)
    elif s.phase == Phase.RETURN:
        legal_return(s, seat, may)


@kernel
def act(s: State, seat: int, action: int) -> None:
    """Take an action; the last card of a deal scores it."""
    if s.phase != Phase.PLAY:
        _act_before_play(s, seat, action)
    elif is_one_of(action, ANNOUNCE, ANNOUNCE_SCHWARZ):
        act_announce(s, seat, action)
    else:
        act_play(s, seat, piece_of(action))
        if s.tricks_played == tricks_in_all(s):
            _end_deal(s)


@kernel(seldom=True)
def _act_before_play(s: State, seat: int, action: int) -> None:
    if s.phase == Phase.REDEAL:
        act_redeal(s, seat, action)
    elif s.phase == Phase.BID:
        act_bid(s, seat, action)
    elif s.phase == Phase.NAME:
        act_name(s, seat, action)
    elif s.phase == Phase.ASK:
        act_answer(s, seat, action)
    elif s.phase == Phase.OVERCALL:
        act_overcall(s, seat, action)
    elif s.phase == Phase.AUCTION:
        act_auction(s, seat, action)
    elif s.phase == Phase.OFFER:
        act_offer(s, seat, piece_of(action))
    elif s.phase == Phase.ANSWER:
        act_accept(s, seat, action)
    else:
        act_return(s, seat, piece_of(action))


# deals and the match


@kernel(seldom=True)
def _end_deal(s: State) -> None:
    """DOKO-1.7, 1.8, 15.6, 15.16, 19.4: score the deal, show the parties, and let the next dealer deal or end."""
    for seat in range(s.seats):
        s.party[seat] = s.side[seat]
        for other in range(s.seats):
            s.knows[seat][other] = s.side[other]
    if s.contract == Contract.POVERTY:
        tell_poverty_cards(s)
    score_deal(s)
    s.deals_played += 1
    s.ordinary += 1 - s.compulsory
    if s.compulsory == 0 or s.forced == 1:
        s.dealer = next_seat(s, s.dealer)
    s.open_calls = 0
    s.turn = -1
    s.phase = Phase.DEAL
    if s.deals_played == deals_in_all(s):
        _name_winners(s)
    elif is_forced(s) and debtor(s) < 0:
        s.dealer = next_seat(s, s.dealer)


@kernel
def deals_in_all(s: State) -> int:
    """DOKO-1.8, 15.1, 15.11: the deals that are scored in the match."""
    if s.options.tournament:
        return ORDINARY_DEALS + s.seats
    return s.options.deal_count if s.options.deal_count > 0 else DEALS_EACH * s.seats


@kernel
def is_forced(s: State) -> bool:
    """DOKO-15.11: tell whether the deal is one of those that come after the last ordinary one of a tournament."""
    return s.options.tournament and s.ordinary == ORDINARY_DEALS


@kernel(seldom=True)
def debtor(s: State) -> int:
    """DOKO-15.12: the first seat from the dealer that owes a solo and would play; -1 when the dealer alone owes one."""
    seat = s.dealer
    for _ in range(ACTIVE):
        seat = next_seat(s, seat)
        if s.owes[seat] == 1:
            return seat
    return -1


@kernel(seldom=True)
def _name_winners(s: State) -> None:
    """DOKO-14.6, 15.15: the highest total wins, equal ones together."""
    best = s.score[0]
    for seat in range(s.seats):
        best = max(best, s.score[seat])
    for seat in range(s.seats):
        if s.score[seat] == best:
            s.won[seat] = 1
            note(s, WINS, seat, best)
    s.phase = Phase.OVER


@kernel
def deal_over(s: State) -> bool:
    """A deal has ended, scored or not, and the next is not dealt."""
    return s.begun == 1 and (s.phase == Phase.DEAL or s.phase == Phase.OVER)


@kernel
def payoff(s: State, out: list[int]) -> None:
    """DOKO-14.6: what the deal added; at the match's end also a share of the win."""
    winners = 0
    for seat in range(s.seats):
        winners += s.won[seat]
    for seat in range(s.seats):
        out[seat] = s.added[seat]
        if s.won[seat] == 1:
            out[seat] += WIN // winners

"""The cut, the deal and the exchange for the card turned up (PERL-2)."""

from __future__ import annotations

from torite.kit import (
    EMPTY,
    HAND,
    bar,
    begin_deal,
    bit,
    clear,
    drop,
    has,
    kernel,
    kinds,
    know,
    left_openly,
    lowest,
    next_seat,
    note,
    note_pieces,
    offer,
    offer_one,
    piece_of,
    put,
    put_each,
    require,
    size,
    strike,
)

from .betting import ANNOUNCEMENTS, ANSWERS, begin_turn
from .cards import CARDS, HAND_SIZE, OF_SUIT, PERMANENT, SUIT
from .options import AfterDecline, CutRitual
from .refusals import refuse, refuse_claims, refuse_exchange, refuse_play
from .state import (
    ACCEPT,
    BET,
    CANNOT_EXCHANGE,
    CUT,
    DECLINE,
    EXCHANGE,
    EXCHANGE_FIRST,
    GIVE_NO_PERMANENT,
    GIVE_TRUMP,
    GOOD,
    KEEPS_WILD,
    NOT_CUTTER,
    NOT_DEALT,
    NOT_EXCHANGER,
    PASS,
    SEATS,
    TAKES_UP,
    TOO_DEEP,
    TURNS_UP,
    Phase,
    State,
    partner_of,
)

STOCK = State.layout.place("stock")
FIRST_PACKET, SECOND_PACKET = 2, 3  # cards that each gets at a time (PERL-2.6)
DEPTHS = (1 << (CARDS - 1)) - 1  # mask of all numbers of `cut`
PASS_AND_DEFER = 3


# the cut


@kernel
def cutter_of(s: State) -> int:
    """PERL-2.2: return who sits to the dealer's right."""
    return next_seat(s, partner_of(s.dealer))


@kernel(seldom=True)
def shuffle(s: State, outcome: list[int]) -> None:
    """PERL-2.2: the shuffled pack lies there to be cut; without a cut it is dealt."""
    begin_deal(s)
    s.begun = 1
    for i in range(CARDS):
        s.pack[i] = outcome[i]
    s.pack_left = CARDS
    s.phase = Phase.CUT
    if s.options.cut_ritual == CutRitual.OFF:
        _deal(s, 0)
    elif s.options.cut_ritual == CutRitual.INTERACTIVE:
        s.turn = cutter_of(s)


@kernel(seldom=True)
def cut(s: State, depth: int) -> None:
    """PERL-2.3, 2.4, 2.7: a permanent wild is shown and kept, and the pack is cut again; else the cut is finished."""
    cutter = cutter_of(s)
    card = s.pack[depth - 1]
    if not has(PERMANENT, card):
        _deal(s, depth)
        know(s, cutter, STOCK, card)
        return
    for i in range(depth, s.pack_left):
        s.pack[i - 1] = s.pack[i]
    s.pack_left -= 1
    s.pack[s.pack_left] = EMPTY
    put(s.hand[cutter], card)
    for viewer in range(SEATS):
        know(s, viewer, HAND + cutter, card)
    note_pieces(s, KEEPS_WILD, cutter, 1, s.hand[cutter])


@kernel(seldom=True)
def legal_cut(s: State, seat: int, may: list[int]) -> None:
    """PERL-2.2, 2.5: lift at least one card and leave at least one."""
    refuse_others(s, seat, may)
    offer(may, CUT, DEPTHS)
    if seat != s.turn:
        strike(may, CUT, DEPTHS, NOT_CUTTER)
    else:
        strike(may, CUT, DEPTHS & ~(bit(s.pack_left - 1) - 1), TOO_DEEP)


@kernel
def refuse_others(s: State, seat: int, may: list[int]) -> None:
    """PERL-5.3: say that no card is played and nothing announced before the hands are complete."""
    refuse_play(s, seat, may, EXCHANGE_FIRST)
    refuse_claims(s, seat, may, EXCHANGE_FIRST)
    refuse(may, BET, ANNOUNCEMENTS, EXCHANGE_FIRST)
    refuse(may, GOOD, ANSWERS, EXCHANGE_FIRST)
    refuse(may, ACCEPT, 1, EXCHANGE_FIRST)
    refuse(may, PASS, PASS_AND_DEFER, EXCHANGE_FIRST)
    if s.phase == Phase.CUT:
        refuse_exchange(s, seat, may, NOT_DEALT)
        refuse(may, DECLINE, 1, NOT_DEALT)


# the deal


@kernel(seldom=True)
def _deal(s: State, first: int) -> None:
    """PERL-2.4, 2.6 to 2.9: two each, then three each, from the dealer's left; the next card is turned up."""
    cutter = cutter_of(s)
    kept = size(s.hand[cutter])
    at = first
    seat = s.dealer
    for turn in range(2 * SEATS):
        seat = next_seat(s, seat)
        packet = FIRST_PACKET if turn < SEATS else HAND_SIZE - size(s.hand[seat])
        if seat == cutter and turn < SEATS:
            packet = max(0, FIRST_PACKET - kept)
        for _ in range(packet):
            put(s.hand[seat], s.pack[at % s.pack_left])
            at += 1
    turned = s.pack[at % s.pack_left]
    put(s.turned, turned)
    for i in range(at + 1, first + s.pack_left):
        put(s.stock, s.pack[i % s.pack_left])
    for i in range(CARDS):
        s.pack[i] = EMPTY
    s.trump = SUIT[turned]
    note_pieces(s, TURNS_UP, s.dealer, s.trump, s.turned)
    _offer_exchange(s)


# the exchange


@kernel
def exchangeable(s: State) -> int:
    """PERL-2.10, 2.12: return the trumps that may be given for the card turned up."""
    return OF_SUIT[s.trump] & ~PERMANENT


@kernel(seldom=True)
def _offer_exchange(s: State) -> None:
    """PERL-2.10, 2.11, 2.15: the dealer is asked, or the partner, or nobody."""
    if kinds(s.turned) & PERMANENT == 0:
        begin_play(s)
    elif not _asks(s, s.dealer):
        _offer_partner(s)


@kernel(seldom=True)
def _offer_partner(s: State) -> None:
    """PERL-2.11, 2.13, 2.15: the dealer's partner is asked, or the play begins."""
    if not _asks(s, partner_of(s.dealer)):
        begin_play(s)


@kernel(seldom=True)
def _asks(s: State, seat: int) -> bool:
    """PERL-2.10, 2.11: ask a seat that has a trump to give; if it has none, everybody learns that."""
    if kinds(s.hand[seat]) & exchangeable(s) == 0:
        note(s, CANNOT_EXCHANGE, seat, 0)
        bar(s, HAND + seat, exchangeable(s))
        return False
    s.phase = Phase.EXCHANGE
    s.turn = seat
    require(s, HAND + seat, exchangeable(s), 1)
    return True


@kernel(seldom=True)
def legal_exchange(s: State, seat: int, may: list[int]) -> None:
    """PERL-2.10 to 2.12: decline, or give a trump that is no permanent wild."""
    refuse_others(s, seat, may)
    if seat != s.turn:
        refuse_exchange(s, seat, may, NOT_EXCHANGER)
        refuse(may, DECLINE, 1, NOT_EXCHANGER)
        return
    hand = kinds(s.hand[seat])
    offer_one(may, DECLINE)
    offer(may, EXCHANGE, hand)
    strike(may, EXCHANGE, hand & PERMANENT, GIVE_NO_PERMANENT)
    strike(may, EXCHANGE, hand & ~PERMANENT & ~OF_SUIT[s.trump], GIVE_TRUMP)


@kernel(seldom=True)
def act_exchange(s: State, seat: int, action: int) -> None:
    """PERL-2.10 to 2.14: the wild goes to the hand, the trump lies in its place; or all stays as it is."""
    if action == DECLINE:
        if seat == s.dealer and s.options.exchange_after_decline == AfterDecline.PARTNER:
            _offer_partner(s)
        else:
            begin_play(s)
        return
    given = piece_of(action)
    wild = lowest(kinds(s.turned))
    drop(s.hand[seat], given)
    left_openly(s, HAND + seat, given)
    note_pieces(s, TAKES_UP, seat, 1, s.turned)
    clear(s.turned)
    put(s.turned, given)
    put(s.hand[seat], wild)
    for viewer in range(SEATS):
        know(s, viewer, HAND + seat, wild)
    begin_play(s)


@kernel(seldom=True)
def begin_play(s: State) -> None:
    """PERL-3.1, 4.5, 5.3: hands are complete; the player on the dealer's left leads."""
    for seat in range(SEATS):
        put_each(s.five[seat], kinds(s.hand[seat]))
    begin_turn(s, next_seat(s, s.dealer))

"""What follows when a contract is fixed: parties, leader, announcements; and the exchange of a poverty (DOKO-7)."""

from __future__ import annotations

from torite.kit import (
    HAND,
    bar,
    bar_for,
    bit,
    drop,
    kernel,
    know,
    left_before,
    limit,
    lowest,
    mixed,
    next_seat,
    note,
    offer,
    offer_one,
    open_trick,
    pour,
    put,
    size,
    size_of,
    spare,
    strike,
    unbar,
)

from .cards import CLUB_QUEEN, DIAMONDS_ORDER, TRUMPS
from .options import SoloLeader
from .parties import BOTH, divide_by_queens, divide_openly, show_party, spread_knowledge
from .state import (
    ACCEPT,
    ALL_TRUMPS,
    CONTRACT,
    EXCHANGED,
    LAID_DOWN,
    NORMAL_GAME,
    OFFER,
    ORDER_OF,
    RE,
    REFUSE,
    RETURN,
    RETURNED_TRUMPS,
    SAID_PARTY,
    THROWN_IN,
    Contract,
    Phase,
    State,
    active_after,
    forehand,
)

LOW_TRUMPS = TRUMPS[DIAMONDS_ORDER]
WITH_RE, WITHOUT_RE = 1, 2  # additions to a bid of the auction (DOKO-18.14)
ADDITIONS = 3


@kernel(seldom=True)
def play_contract(s: State, contract: int, declarer: int) -> None:
    """DOKO-8, 10.23: fix a contract that needs no exchange, and begin the play."""
    s.contract = contract
    s.order = ORDER_OF[contract]
    s.declarer = declarer
    leader = forehand(s)
    if contract == Contract.NORMAL:
        divide_by_queens(s)
    elif contract == Contract.MARRIAGE:
        _marry(s, declarer)
    else:
        s.compulsory = s.owes[declarer]
        s.owes[declarer] = 0
        if s.compulsory or s.options.solo_leader == SoloLeader.SOLOIST:
            leader = declarer
        divide_openly(s, declarer)
        _bind_soloist(s, declarer)
    note(s, NORMAL_GAME if declarer < 0 else CONTRACT, declarer, contract)
    _open_play(s, leader)
    s.open_calls = contract != Contract.MARRIAGE


@kernel(seldom=True)
def _marry(s: State, seat: int) -> None:
    """DOKO-8.3, 8.9: the marrying player is Re, and everybody knows where both queens of clubs are."""
    for viewer in range(s.seats):
        for _ in range(BOTH):
            know(s, viewer, HAND + seat, CLUB_QUEEN)
    s.side[seat] = RE
    show_party(s, seat)
    spread_knowledge(s)


@kernel(seldom=True)
def _bind_soloist(s: State, seat: int) -> None:
    """DOKO-17.7, 18.16: what a solo was won with counts as announced with the whole hand."""
    level = s.level + 1 if s.level > 0 else 0
    if s.bid >= 0 and s.bid % ADDITIONS == WITH_RE:
        level = SAID_PARTY
    s.mute = 1 if s.bid >= 0 and s.bid % ADDITIONS == WITHOUT_RE else 0
    s.called[RE] = level
    s.announced[seat] = level
    if level > SAID_PARTY:
        s.fewest[RE] = size(s.hand[seat])


@kernel
def _open_play(s: State, leader: int) -> None:
    open_trick(s, leader)
    s.tricks_played = 0
    s.turn = leader
    s.phase = Phase.PLAY


# poverty


@kernel(seldom=True)
def begin_poverty(s: State, seat: int) -> None:
    """DOKO-5.4, 7.1: everybody knows now that the hand has three trumps at most."""
    s.contract = Contract.POVERTY
    s.order = ORDER_OF[Contract.POVERTY]
    s.declarer = seat
    s.phase = Phase.OFFER
    s.turn = seat
    note(s, CONTRACT, seat, Contract.POVERTY)
    limit(s, HAND + seat, LOW_TRUMPS, 0, EXCHANGED)


@kernel(seldom=True)
def legal_offer(s: State, seat: int, may: list[int]) -> None:
    """DOKO-7.1 to 7.3: three cards, all trumps among them."""
    left = spare(s.hand[seat], s.draft[seat])
    trumps = size_of(s.hand[seat], LOW_TRUMPS) - size_of(s.draft[seat], LOW_TRUMPS)
    offer(may, OFFER, left)
    if trumps >= EXCHANGED - size(s.draft[seat]):
        strike(may, OFFER, left & ~LOW_TRUMPS, ALL_TRUMPS)


@kernel(seldom=True)
def act_offer(s: State, seat: int, card: int) -> None:
    """DOKO-7.1, 7.4: the third card lays all three face down, and the others are asked from forehand."""
    put(s.draft[seat], card)
    s.drafting[seat] = 1
    if size(s.draft[seat]) < EXCHANGED:
        return
    for j in range(len(s.laid)):
        s.laid[j] = s.draft[seat][j]
    _give_draft(s, seat, s.offered)
    mixed(s, HAND + seat, seat)
    bar(s, HAND + seat, LOW_TRUMPS)
    s.phase = Phase.ANSWER
    s.turn = _next_but(s, s.dealer, seat)


@kernel
def _give_draft(s: State, seat: int, target: list[int]) -> None:
    """Move the cards of a gesture from the hand, face down."""
    for j in range(len(s.draft[seat])):
        left = s.draft[seat][j]
        while left != 0:
            card = lowest(left)
            left ^= bit(card)
            drop(s.hand[seat], card)
    pour(s.draft[seat], target)
    s.drafting[seat] = 0


@kernel
def legal_accept(may: list[int]) -> None:
    """DOKO-7.5: yes or no, unseen."""
    offer_one(may, ACCEPT)
    offer_one(may, REFUSE)


@kernel(seldom=True)
def act_accept(s: State, seat: int, action: int) -> None:
    """DOKO-7.4, 7.6, 7.9: the first who accepts takes the cards; if nobody does, the deal is thrown in."""
    if action == ACCEPT:
        for j in range(len(s.offered)):
            _remember(s, s.declarer, seat, s.offered[j])
        pour(s.offered, s.hand[seat])
        s.partner = seat
        divide_openly(s, seat)
        s.phase = Phase.RETURN
        return
    s.refused[seat] = 1
    s.turn = _next_but(s, seat, s.declarer)
    if s.refused[s.turn] == 1:
        _throw_in(s)


@kernel
def _next_but(s: State, seat: int, left_out: int) -> int:
    seat = active_after(s, seat)
    return active_after(s, seat) if seat == left_out else seat


@kernel
def _remember(s: State, viewer: int, holder: int, left: int) -> None:
    """A viewer knows that each of these cards goes into a hand."""
    while left != 0:
        card = lowest(left)
        left ^= bit(card)
        know(s, viewer, HAND + holder, card)


@kernel(seldom=True)
def _throw_in(s: State) -> None:
    """DOKO-7.9, 1.9, 19.4: all hands are laid open, nobody scores, and the next dealer deals."""
    for seat in range(s.seats):
        pour(s.hand[seat], s.shown[seat])
        s.added[seat] = 0
    pour(s.offered, s.shown[s.declarer])
    tell_poverty_cards(s)
    note(s, THROWN_IN, s.declarer, 0)
    s.dealer = next_seat(s, s.dealer)
    s.phase = Phase.DEAL
    s.turn = -1


@kernel
def legal_return(s: State, seat: int, may: list[int]) -> None:
    """DOKO-7.6: any three of the fifteen."""
    offer(may, RETURN, spare(s.hand[seat], s.draft[seat]))


@kernel(seldom=True)
def act_return(s: State, seat: int, card: int) -> None:
    """DOKO-7.6 to 7.8, 7.11: the third card gives all three back, and forehand leads."""
    put(s.draft[seat], card)
    s.drafting[seat] = 1
    if size(s.draft[seat]) < EXCHANGED:
        return
    poor = s.declarer
    trumps = size_of(s.draft[seat], LOW_TRUMPS)
    _learn_from_return(s, seat, poor)
    _give_draft(s, seat, s.hand[poor])
    if s.options.poverty_announce_returned_trumps:
        note(s, RETURNED_TRUMPS, seat, trumps)
    _open_play(s, forehand(s))
    s.open_calls = 1


@kernel(seldom=True)
def _learn_from_return(s: State, rich: int, poor: int) -> None:
    """DOKO-7.6, 7.8: the rich player knows the cards given, and no other trumps are there; the poor one sees them."""
    unbar(s, HAND + poor)
    for j in range(len(s.draft[rich])):
        _remember(s, rich, poor, s.draft[rich][j])
        left = s.draft[rich][j]
        while left != 0:
            left_before(s, poor, HAND + rich, lowest(left))
            left &= left - 1
    bar_for(s, rich, HAND + poor, LOW_TRUMPS)
    trumps = size_of(s.draft[rich], LOW_TRUMPS)
    if s.options.poverty_announce_returned_trumps:
        limit(s, HAND + poor, LOW_TRUMPS, trumps, trumps)
    else:
        limit(s, HAND + poor, LOW_TRUMPS, 0, EXCHANGED)


@kernel(seldom=True)
def tell_poverty_cards(s: State) -> None:
    """DOKO-19.4: after the deal everybody learns what the poor player had laid on the table."""
    for j in range(len(s.laid)):
        left = s.laid[j]
        while left != 0:
            note(s, LAID_DOWN, s.declarer, lowest(left))
            left &= left - 1

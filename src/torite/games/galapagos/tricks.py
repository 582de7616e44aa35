"""The tricks, with a trump of one's own (GALA-5, GALA-8.9 to GALA-8.11, GALA-8.18)."""

from __future__ import annotations

from torite.kit import (
    HAND,
    bar,
    has,
    kernel,
    kinds,
    know,
    lowest,
    mixed,
    note,
    offer,
    open_trick,
    pour,
    put_each,
    put_on_trick,
    strike,
    unbar,
)

from .auctions import WON_PILE, refuse
from .cards import JOKERS, OF_SUIT, RANK, SUIT
from .melds import meld_total
from .options import JokerFollow, TrumpBonusTime
from .playoff import open_playoff
from .scoring import score_stage
from .state import (
    EVEN,
    FOLLOW,
    FOLLOW_JOKER_LED,
    HAND_SIZE,
    JOKER_IS_TRUMP,
    LATE_BONUS,
    NO_PASS_IN_TRICKS,
    ODD,
    PASS,
    PLAY,
    SEATS,
    TAKES,
    Phase,
    Stage,
    State,
)

ODD_POINTS, EVEN_POINTS = 10, 5  # for each trick (GALA-5.11)
BELOW_TWO = -1  # how high a joker ranks (GALA-8.9)


@kernel
def seen_won(s: State, seat: int) -> int:
    """Return the won cards of a seat that the other has seen: faced cards, unless one may be gone, melds, a joker."""
    faced = kinds(s.taken_faced[seat]) if s.exchanged[seat] == 0 else 0
    return faced | kinds(s.shown[seat]) | (kinds(s.won_pile[seat]) & JOKERS)


@kernel(seldom=True)
def open_tricks(s: State) -> None:
    """GALA-5.3: the won cards are the hands; the last taker leads."""
    for seat in range(SEATS):
        unbar(s, HAND + seat)
        _hand_over(s, 1 - seat, seat, seen_won(s, seat))
        pour(s.won_pile[seat], s.hand[seat])
    s.stage = Stage.TRICKS
    s.phase = Phase.TRICKS
    s.tricks_played = 0
    s.turn = s.last_taker
    open_trick(s, s.turn)


@kernel
def _hand_over(s: State, viewer: int, seat: int, seen: int) -> None:
    """What the viewer knows of the won pile it knows of the hand."""
    mixed(s, WON_PILE + seat, seat)
    while seen != 0:
        know(s, viewer, HAND + seat, lowest(seen))
        seen &= seen - 1


@kernel
def is_lead(s: State) -> bool:
    """Tell whether the next card is led: the trick is complete, or there is none yet."""
    return s.trick_len != 1


@kernel
def legal_trick(s: State, seat: int, may: list[int]) -> None:
    """GALA-5.4: lead what you like; follow the suit led if you can, else play what you like."""
    if seat == s.turn:
        refuse(may, PASS, 1, NO_PASS_IN_TRICKS)
        offer(may, PLAY, kinds(s.hand[seat]))
        if not is_lead(s):
            _limit_follow(s, seat, may)


@kernel
def _limit_follow(s: State, seat: int, may: list[int]) -> None:
    """GALA-5.4, 8.10, 8.11, 8.18: a joker is free, or a card of its player's trump suit."""
    hand = kinds(s.hand[seat])
    suit, jokers = hand & OF_SUIT[s.led], hand & JOKERS
    others = hand & ~suit & ~jokers
    unfit = FOLLOW_JOKER_LED if kinds(s.trick[1 - seat]) & JOKERS != 0 else FOLLOW
    if jokers == 0 or s.options.joker_follow == JokerFollow.FREE:
        if suit != 0:
            strike(may, PLAY, others, unfit)
    elif s.trump[seat] == s.led:
        strike(may, PLAY, others, unfit if suit != 0 else JOKER_IS_TRUMP)
    elif suit != 0:
        strike(may, PLAY, others, unfit)
        strike(may, PLAY, jokers, JOKER_IS_TRUMP)


@kernel
def act_trick(s: State, seat: int, card: int) -> None:
    """GALA-5.3 to 5.10: put a card on the trick; the second decides it, the thirteenth trick ends the phase."""
    if is_lead(s):
        _open_with(s, seat, card)
    else:
        _learn(s, seat, card)
    put_on_trick(s, seat, card)
    s.trick_len += 1
    if s.trick_len < SEATS:
        s.turn = 1 - seat
    else:
        _take(s)
        if s.tricks_played == HAND_SIZE:
            _end_tricks(s)


@kernel
def _open_with(s: State, seat: int, card: int) -> None:
    """GALA-5.10, 8.11: the trick before is put away; the card led, or its player's trump for a joker, is the suit."""
    _clear_trick(s)
    open_trick(s, seat)
    s.led = s.trump[seat] if has(JOKERS, card) else SUIT[card]


@kernel(seldom=True)
def _end_tricks(s: State) -> None:
    score_tricks(s)
    _clear_trick(s)
    open_playoff(s)


@kernel
def _clear_trick(s: State) -> None:
    for seat in range(SEATS):
        pour(s.trick[seat], s.played[seat])


@kernel
def _learn(s: State, seat: int, card: int) -> None:
    """GALA-5.4, 8.10, 8.18: who did not follow has no card of the suit led; a joker, if it is free, tells nothing."""
    strict = s.options.joker_follow == JokerFollow.AS_TRUMP_SUIT
    is_joker = has(JOKERS, card)
    own_suit = strict and s.trump[seat] == s.led
    if SUIT[card] == s.led or (is_joker and (not strict or own_suit)):
        return
    missing = OF_SUIT[s.led] | (JOKERS if own_suit else 0)
    bar(s, HAND + seat, missing)
    put_each(s.lacks[seat], missing & ~kinds(s.lacks[seat]))


@kernel
def is_trump(s: State, seat: int, card: int) -> bool:
    """GALA-5.5, 8.9: tell whether a card is a trump when this seat plays it."""
    return has(JOKERS, card) or SUIT[card] == s.trump[seat]


@kernel
def height(card: int) -> int:
    """GALA-1.2, 8.9: return how high a card ranks in tricks."""
    return BELOW_TWO if has(JOKERS, card) else RANK[card]


@kernel
def follower_wins(s: State, leader: int, led: int, card: int) -> bool:
    """GALA-5.6 to 5.9, 8.9, 8.11: tell whether the second card takes the trick."""
    first, second = is_trump(s, leader, led), is_trump(s, 1 - leader, card)
    if first != second:
        return second
    return height(card) > height(led) and (second or SUIT[card] == SUIT[led])


@kernel
def _take(s: State) -> None:
    """GALA-5.10: the winner leads to the next trick."""
    leader = s.leader
    led, card = lowest(kinds(s.trick[leader])), lowest(kinds(s.trick[1 - leader]))
    s.turn = 1 - leader if follower_wins(s, leader, led, card) else leader
    s.tricks[s.turn] += 1
    s.tricks_played += 1
    note(s, TAKES, s.turn, 0)


@kernel(seldom=True)
def score_tricks(s: State) -> None:
    """GALA-5.11, 5.12: an odd number counts ten each, an even one five; a suit named late may raise the melds."""
    for seat in range(SEATS):
        won = s.tricks[seat]
        is_odd = won & 1 == 1
        s.trick_points[seat] = won * (ODD_POINTS if is_odd else EVEN_POINTS)
        note(s, ODD if is_odd else EVEN, seat, s.trick_points[seat])
        if s.options.trump_bonus_time == TrumpBonusTime.AT_TRICKS:
            cards = kinds(s.played[seat]) | kinds(s.trick[seat])
            extra = meld_total(s, cards, s.trump[seat]) - s.meld_points[seat]
            s.trick_points[seat] += extra
            if extra > 0:
                note(s, LATE_BONUS, seat, extra)
        s.score[seat] += s.trick_points[seat]
    score_stage(s, Stage.TRICKS)

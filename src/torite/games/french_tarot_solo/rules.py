"""French Tarot Solo: bid, discard, and beat a hand that leads blindly and a Dummy whose cards you play yourself.

Clauses: clauses.md beside this file, with their sources.
"""

from __future__ import annotations

from torite.kit import (
    EMPTY,
    ask_shuffle,
    begin_deal,
    drop,
    is_one_of,
    kernel,
    note,
    note_pieces,
    number_of,
    pour,
    put,
    reset_trick,
    verb_index,
)

from .bidding import (
    act_discard,
    ask_bid,
    begin_bidding,
    can_show,
    declare_handful,
    is_petit_sec,
    legal_bid,
    legal_discard,
    legal_handful,
    legal_redeal,
    legal_slam,
    smallest_handful,
    take_bid,
)
from .cards import ALL_PLAIN, ALL_TRUMPS, EXCUSE, PETIT, STRENGTH, SUIT_OF, TRUMP_STRENGTH, TRUMPS, UNBEATEN
from .following import legal_play
from .options import FlipTiming, PetitSecRedeal
from .scoring import is_made, score_deal
from .state import (
    AI,
    ANNOUNCE_SLAM,
    BID,
    DUMMY,
    DUMMY_PLAYS,
    EXCUSE_WINS,
    FLIPS,
    GARDE_CONTRE,
    HAND_SIZE,
    HANDFUL,
    KEEPS_EXCUSE,
    LAY_AWAY,
    LEADS,
    ME,
    OPEN_CARDS,
    OPENS,
    PACKET,
    PASS,
    PLAY,
    PRISE,
    REDEAL,
    REDEALT,
    ROUNDS,
    SHUFFLE,
    SIDES,
    TAKES,
    Phase,
    State,
    party,
)


@kernel
def start(s: State) -> None:
    """TAROT-2.1: all 78 cards."""
    s.in_play[0] = ALL_PLAIN
    s.in_play[1] = ALL_TRUMPS
    s.leader = AI
    s.phase = Phase.DEAL


@kernel
def chance(s: State, ask: list[int]) -> int:
    """TAROT-3.1: the shuffle of every deal and redeal."""
    if s.phase != Phase.DEAL:
        return 0
    ask_shuffle(ask, s.in_play)
    return SHUFFLE


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """TAROT-3.1 to 3.8: deal; a bare trump 1 may be dealt again."""
    begin_deal(s)
    _deal(s, outcome)
    if s.options.petit_sec_redeal == PetitSecRedeal.AUTOMATIC and is_petit_sec(s):
        note(s, REDEALT, ME, 0)
    else:
        begin_bidding(s)


@kernel(seldom=True)
def _deal(s: State, outcome: list[int]) -> None:
    """TAROT-3.1, 3.7: six times four cards to the player, the AI and the Dummy, and one to the kitty."""
    at = 0
    for turn in range(ROUNDS):
        for i in range(PACKET):
            put(s.hand[ME], outcome[at + i])
            s.closed[AI][PACKET * turn + i] = outcome[at + PACKET + i]
            s.closed[DUMMY][PACKET * turn + i] = outcome[at + 2 * PACKET + i]
        put(s.kitty, outcome[at + 3 * PACKET])
        at += 3 * PACKET + 1


@kernel
def actors(s: State) -> int:
    """The player alone decides."""
    return 0 if s.phase == Phase.DEAL or s.phase == Phase.OVER else 1


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """Fill in what the player may take now."""
    if s.phase == Phase.OWN or s.phase == Phase.DUMMY:
        legal_play(s, may)
    elif s.phase == Phase.DISCARD:
        legal_discard(s, may)
    elif s.phase == Phase.BID:
        legal_bid(s, may)
    elif s.phase == Phase.SLAM:
        legal_slam(may)
    elif s.phase == Phase.HANDFUL:
        legal_handful(s, may)
    elif s.phase == Phase.REDEAL:
        legal_redeal(may)


@kernel
def act(s: State, seat: int, action: int) -> None:
    """Take an action; the last trick ends the deal."""
    if verb_index(action, LAY_AWAY) >= 0:
        act_discard(s, number_of(action, LAY_AWAY))
    elif verb_index(action, PLAY) >= 0:
        _act_play(s, number_of(action, PLAY))
    elif is_one_of(action, BID + PRISE, BID + GARDE_CONTRE):
        take_bid(s, number_of(action, BID))
    elif s.phase == Phase.REDEAL:
        _act_redeal(s, action)
    elif s.phase == Phase.SLAM:
        s.slam = 1 if action == ANNOUNCE_SLAM else 0
        _open_dummy(s)
    else:
        if action != PASS:
            declare_handful(s, number_of(action, HANDFUL))
        s.phase = Phase.OWN


@kernel
def _act_redeal(s: State, action: int) -> None:
    """TAROT-3.3, 3.5: have the cards dealt again, or play this deal."""
    if action == REDEAL:
        s.phase = Phase.DEAL
    else:
        ask_bid(s)


@kernel
def _open_dummy(s: State) -> None:
    """TAROT-8.1: three of the Dummy's cards are turned up before the first trick."""
    for _ in range(OPEN_CARDS):
        _open_one(s)
    note_pieces(s, OPENS, DUMMY, OPEN_CARDS, s.shown[DUMMY])
    _lead(s)


@kernel
def _lead(s: State) -> None:
    """TAROT-8.2, 8.3: the AI leads the next of its cards."""
    reset_trick(s)
    kind = s.closed[AI][s.tricks_played]
    s.closed[AI][s.tricks_played] = EMPTY
    _lay(s, AI, kind)
    note(s, LEADS, AI, kind)
    s.phase = Phase.DUMMY


@kernel
def _lay(s: State, side: int, kind: int) -> None:
    """TAROT-9.11, 10, 11.6: put a card on the trick, and see who wins it so far."""
    put(s.trick[side], kind)
    if kind == EXCUSE:
        s.excuse_side = side
        if _has_all_tricks(s, side):
            s.best = UNBEATEN
            s.best_seat = side
        return
    suit = SUIT_OF[kind]
    if s.led < 0:
        s.led = suit
    if kind >= TRUMPS:
        s.top_trump = max(s.top_trump, STRENGTH[kind] - TRUMP_STRENGTH)
    if kind == PETIT:
        s.petit_trick = s.tricks_played + 1
        s.petit_side = side
    if (kind >= TRUMPS or suit == s.led) and STRENGTH[kind] > s.best:
        s.best = STRENGTH[kind]
        s.best_seat = side


@kernel
def _has_all_tricks(s: State, side: int) -> bool:
    """TAROT-11.6, 11.12: tell whether a side, the defence as one, has won all tricks before the last."""
    if s.tricks_played != HAND_SIZE - 1:
        return False
    return s.tricks[ME] == (HAND_SIZE - 1 if side == ME else 0)


@kernel
def _act_play(s: State, kind: int) -> None:
    """TAROT-8.4 to 8.7: the Dummy's card, and a new one is turned up; then the own card."""
    if s.phase == Phase.DUMMY:
        drop(s.shown[DUMMY], kind)
        _lay(s, DUMMY, kind)
        note(s, DUMMY_PLAYS, DUMMY, kind)
        if s.options.dummy_flip_timing == FlipTiming.BEFORE_PLAYER:
            _flip(s)
        asks = s.tricks_played == 0 and can_show(s, smallest_handful(s))
        s.phase = Phase.HANDFUL if asks else Phase.OWN
        return
    drop(s.hand[ME], kind)
    _lay(s, ME, kind)
    _end_trick(s)


@kernel
def _flip(s: State) -> None:
    """TAROT-8.5, 8.8: a card of the Dummy is turned up, as long as there is one."""
    if s.opened < HAND_SIZE:
        note(s, FLIPS, DUMMY, s.closed[DUMMY][s.opened])
        _open_one(s)


@kernel
def _open_one(s: State) -> None:
    put(s.shown[DUMMY], s.closed[DUMMY][s.opened])
    s.closed[DUMMY][s.opened] = EMPTY
    s.opened += 1


@kernel
def _end_trick(s: State) -> None:
    """TAROT-10.4, 11: the trick goes to its winner, but for the Excuse; the AI leads again, or the deal is over."""
    winner = s.best_seat
    s.tricks[winner] += 1
    s.tricks_played += 1
    note(s, TAKES, winner, 0)
    if s.petit_trick == s.tricks_played:
        s.petit_taker = winner
    for side in range(SIDES):
        for block in range(2):
            s.last_trick[side][block] = s.trick[side][block]
        pour(s.trick[side], s.taken[winner])
    _return_excuse(s, winner)
    if s.options.dummy_flip_timing == FlipTiming.AFTER_TRICK:
        _flip(s)
    if s.tricks_played == HAND_SIZE:
        score_deal(s)
    else:
        _lead(s)


@kernel
def _return_excuse(s: State, winner: int) -> None:
    """TAROT-11.1 to 11.7: the Excuse stays with its side, which owes half a point; not in the last trick."""
    side = s.excuse_side
    if side < 0:
        return
    if s.tricks_played == HAND_SIZE:
        if side == winner:
            note(s, EXCUSE_WINS, winner, 0)
    elif party(side) != party(winner):
        drop(s.taken[winner], EXCUSE)
        put(s.taken[side], EXCUSE)
        s.debt = 1 - 2 * party(side)
        note(s, KEEPS_EXCUSE, side, 0)


@kernel
def deal_over(s: State) -> bool:
    """Tell whether a deal has been scored and the next has not begun."""
    return s.settled == 1


@kernel
def succeeded(s: State) -> bool:
    """TAROT-13.3: tell whether the deal that has just ended was made."""
    return is_made(s)


@kernel
def payoff(s: State, out: list[int]) -> None:
    """What the declarer scores in the deal."""
    out[0] = s.added if s.settled == 1 else 0

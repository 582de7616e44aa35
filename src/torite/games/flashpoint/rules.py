"""Flashpoint: partners at a table where a suit may come only once to a trick, and what lies together scores.

Clauses: clauses.md beside this file, with their sources.
"""

from __future__ import annotations

from torite.kit import ask_number, ask_shuffle, begin_deal, deal, is_of, kernel, kinds, next_seat, note, piece_of

from .cards import ALL_CARDS
from .flashes import act_flash, unshown
from .leading import (
    act_command,
    act_invite,
    begin_lead,
    judge_lead,
    legal_command,
    legal_invite,
    let_winner_lead,
    strike_words,
)
from .scoring import end_round, final_total
from .state import DRAW_DEALER, HAND_SIZE, PASS, PASSES, PLAY, SEATS, SHOWN_ALL, SHUFFLE, Phase, State
from .tricks import act_pass, clear_trick, go_on, legal_follow, legal_lead, pass_turn, put_down, take_trick

BATCH = 4  # cards dealt at a time (FLASH-1.5)
WIN = 100  # what winning the match is worth in the payoff, in points: more than a round can bring
BONUS_PART = 2  # a point of bonus is worth a half or so: it decides only where both teams reach the target


@kernel
def start(s: State) -> None:
    """FLASH-1.1: the pack of 32."""
    s.in_play[0] = ALL_CARDS
    s.turn = -1
    s.phase = Phase.DEALER


@kernel
def chance(s: State, ask: list[int]) -> int:
    """FLASH-1.4, 1.8: who deals first, and the shuffle."""
    if s.phase == Phase.DEALER:
        ask_number(ask, SEATS)
        return DRAW_DEALER
    if s.phase == Phase.DEAL:
        ask_shuffle(ask, s.in_play)
        return SHUFFLE
    return 0


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """FLASH-1.6, 1.8: the dealer's left-hand neighbour leads first."""
    if s.phase == Phase.DEALER:
        s.dealer = outcome[0]
        s.phase = Phase.DEAL
        return
    begin_deal(s)
    s.begun = 1
    left = deal(s, outcome, 0, 1, BATCH)  # FLASH-1.4, 1.5
    deal(s, outcome, left, 1, BATCH)
    begin_lead(s, next_seat(s, s.dealer))


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """Fill in what the seat may take now, and tell others why they may not command."""
    if s.turn < 0:
        return
    if seat != s.turn:
        strike_words(s, seat, may)
    elif s.phase == Phase.INVITE:
        legal_invite(s, seat, may)
    elif s.phase == Phase.COMMAND:
        legal_command(s, seat, may)
    else:
        strike_words(s, seat, may)
        if s.phase == Phase.LEAD:
            legal_lead(s, seat, may)
        else:
            legal_follow(s, seat, may)


@kernel
def act(s: State, seat: int, action: int) -> None:
    """Take an action; who cannot play passes at once, and the last turn of a trick scores it."""
    if s.phase == Phase.INVITE:
        act_invite(s, seat, action)
    elif s.phase == Phase.COMMAND:
        act_command(s, action)
    else:
        _act_in_trick(s, seat, action)
        if s.phase == Phase.FOLLOW and s.trick_len == SEATS:
            _end_trick(s)


@kernel
def _act_in_trick(s: State, seat: int, action: int) -> None:
    """FLASH-3, 7.12, 7.13: flash, pass or play."""
    if is_of(action, PLAY):
        if s.phase == Phase.LEAD:
            judge_lead(s, seat, piece_of(action))
            clear_trick(s)
            s.leader = seat
        put_down(s, seat, piece_of(action))
        return
    if action == PASS:
        act_pass(s, seat)
        return
    act_flash(s, seat, action)
    if s.phase == Phase.FOLLOW and kinds(s.hand[seat]) & ~s.lying == 0 and unshown(s, seat) == 0:
        s.pass_told[seat] = SHOWN_ALL
        note(s, PASSES, seat, HAND_SIZE)
        pass_turn(s, seat)
        go_on(s)


@kernel
def _end_trick(s: State) -> None:
    """FLASH-5.6, 6.1, 6.4: score the trick; without cards in any hand the round is over."""
    take_trick(s)
    left = 0
    for seat in range(SEATS):
        left |= kinds(s.hand[seat])
    if left == 0:
        end_round(s)
    else:
        let_winner_lead(s)


@kernel
def scores(s: State, out: list[int]) -> None:
    """FLASH-9.10: a team's points; when the match is over, its final total."""
    for seat in range(SEATS):
        out[seat] = final_total(s, seat) if s.phase == Phase.OVER else s.score[seat]


@kernel
def payoff(s: State, out: list[int]) -> None:
    """FLASH-9: what the team gained in the round more than the other, bonuses in part; at the end also the win."""
    for seat in range(SEATS):
        other = next_seat(s, seat)
        out[seat] = s.gained[seat] - s.gained[other]
        out[seat] += (s.bonus_gained[seat] - s.bonus_gained[other]) // BONUS_PART
        out[seat] += WIN * (s.won[seat] - s.won[other])

"""Cribbage Dice: a dice game by Frank Wilcox, Jr.; a race to ninety with hands of four dice and a starter.

Clauses: clauses.md beside this file, with their sources.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.generator import below
from torite.kit import (
    DONE,
    EMPTY,
    UNKNOWN,
    ask_dice,
    begin_deal,
    bit,
    drop,
    has,
    kernel,
    kinds,
    note,
    note_pieces,
    offer,
    offer_one,
    peg,
    piece_of,
    put,
    room,
    size,
    spare,
    tell_hand,
)

from .ending import end_turn, ends_at_once
from .faces import COUNTED, DICE, FACES, ROLLED, VALUE, WORTH, points_of
from .options import Starter
from .state import (
    CRIB,
    CRIB_COUNT,
    DEALS,
    DRAW_DEALER,
    FIFTEEN,
    FIRST_ROLL,
    HAND_COUNT,
    KEEP,
    NEXT_ROLL,
    NOBODY,
    ROLL,
    ROLLS,
    ROLLS_AGAIN,
    STARTER,
    TO_CRIB,
    Phase,
    State,
    first_of_round,
    gives_to_crib,
)

WIN = 20  # what winning the match is worth in the payoff, in points
ROW = ROLLED  # words of a multiset of dice


@kernel
def start(s: State) -> None:
    """CDICE-1.1: everybody rolls for the deal."""
    for seat in range(s.seats):
        s.tied[seat] = 1
    s.turn = NOBODY
    s.reached_by = NOBODY
    s.phase = Phase.DEALER


# chance


@kernel
def chance(s: State, ask: list[int]) -> int:
    """CDICE-1.1, 2.1 to 2.5, 2.9, 5.1, 5.3: the dice for the deal, for a turn, and those that are rolled again."""
    if s.phase == Phase.DEALER:
        dice = 0
        for seat in range(s.seats):
            dice += s.tied[seat]
        ask_dice(ask, dice, FACES)
        return DRAW_DEALER
    if s.phase == Phase.ROUND:
        extra = s.options.extra_dice
        ask_dice(ask, 1 + (ROLLED if extra else DICE), FACES)
        return FIRST_ROLL
    if s.phase == Phase.ROLL:
        dice = ROLLED if gives_to_crib(s, s.turn) else DICE
        ask_dice(ask, dice + (1 if s.options.starter == Starter.PER_TURN else 0), FACES)
        return NEXT_ROLL
    if s.phase == Phase.AGAIN:
        dice = 0
        for i in range(DICE):
            dice += s.again[i]
        ask_dice(ask, dice, FACES)
        return NEXT_ROLL
    return 0


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """Take what chance settled; the last roll of a turn has the hand counted."""
    if s.phase == Phase.DEALER:
        _draw_dealer(s, outcome)
    elif s.phase == Phase.AGAIN:
        _roll_again(s, outcome)
    else:
        if s.phase == Phase.ROUND:
            _begin_round(s)
        _roll_first(s, outcome)


@kernel(seldom=True)
def _draw_dealer(s: State, outcome: list[int]) -> None:
    """CDICE-1.1, 1.5: the highest deals; those who tie for it roll again."""
    highest, at = 0, 0
    for seat in range(s.seats):
        if s.tied[seat] == 1:
            highest = max(highest, outcome[at])
            at += 1
    at = 0
    left = 0
    for seat in range(s.seats):
        if s.tied[seat] == 1:
            s.tied[seat] = 1 if outcome[at] == highest else 0
            left += s.tied[seat]
            at += 1
            if s.tied[seat] == 1:
                s.dealer = seat
    if left == 1:
        s.tied[s.dealer] = 0
        note(s, DEALS, s.dealer, highest)
        s.phase = Phase.ROUND


@kernel(seldom=True)
def _begin_round(s: State) -> None:
    """CDICE-1.3, 2.2: the table is cleared; the seat to the dealer's left begins."""
    begin_deal(s)
    for seat in range(s.seats):
        s.before[seat] = s.score[seat]
    s.begun = 1
    s.turn = first_of_round(s)


@kernel
def _roll_first(s: State, outcome: list[int]) -> None:
    """CDICE-2.1 to 2.3, 2.9, 5.1, 5.3: the starter if there is none, and the dice of the turn."""
    at = 0
    if s.phase == Phase.ROUND or s.options.starter == Starter.PER_TURN:
        s.starter[0] = outcome[0] - 1
        at = 1
        _note_dice(s, STARTER, s.turn, s.starter, 1)
    rolled = ROLLED if gives_to_crib(s, s.turn) else DICE
    for i in range(ROLLED):
        s.hand[s.turn][i] = outcome[at + i] - 1 if i < rolled else EMPTY
    s.rerolls = s.options.max_rerolls
    if rolled == ROLLED:
        s.phase = Phase.CRIB
        return
    _note_dice(s, ROLLS, s.turn, s.hand[s.turn], DICE)
    s.phase = Phase.CHOOSE


@kernel
def _roll_again(s: State, outcome: list[int]) -> None:
    """CDICE-2.5, 2.8: new faces for the dice named; after the last of all the hand is counted."""
    at = 0
    rolled = room(DICE)
    for i in range(DICE):
        if s.again[i] == 1:
            s.hand[s.turn][i] = outcome[at] - 1
            rolled[at] = outcome[at] - 1
            s.again[i] = 0
            at += 1
    _note_dice(s, ROLLS_AGAIN, s.turn, rolled, at)
    s.phase = Phase.CHOOSE
    if s.rerolls == 0:
        _count_turn(s)


@kernel
def _unnoted(s: State, line: int, seat: int, dice: Any, n: int) -> None:
    pass


@kernel(playout=_unnoted)
def _note_dice(s: State, line: int, seat: int, dice: Any, n: int) -> None:
    row = room(ROW)
    for i in range(n):
        put(row, dice[i])
    note_pieces(s, line, seat, n, row)


# choices


@kernel
def actors(s: State) -> int:
    """CDICE-2.5, 5.2: whose turn it is, while there is something to choose."""
    return bit(s.turn) if s.phase == Phase.CHOOSE or s.phase == Phase.CRIB else 0


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """CDICE-2.5 to 2.7, 5.2: dice to roll again, or to keep all; or dice for the crib. Faces, not places (2.10)."""
    if seat != s.turn:
        return
    if s.phase == Phase.CHOOSE:
        offer(may, ROLL, undrafted(s, seat, DICE))
        offer_one(may, KEEP if s.drafting[seat] == 0 else DONE)
    elif s.phase == Phase.CRIB:
        offer(may, CRIB, undrafted(s, seat, ROLLED))


@kernel
def undrafted(s: State, seat: int, dice: int) -> int:
    """Return the faces of so many dice of a seat of which more lie there than are named."""
    lying = room(ROW)
    for i in range(dice):
        put(lying, s.hand[seat][i])
    return spare(lying, s.draft[seat])


@kernel
def act(s: State, seat: int, action: int) -> None:
    """Take an action; keeping all has the hand counted."""
    if action == KEEP:
        _count_turn(s)
        return
    if action != DONE:
        put(s.draft[seat], piece_of(action))
        s.drafting[seat] = 1
    if s.phase == Phase.CRIB:
        if size(s.draft[seat]) == TO_CRIB:
            _lay_away(s, seat)
    elif action == DONE or size(s.draft[seat]) == DICE:
        _pick_up(s, seat)


@kernel
def _pick_up(s: State, seat: int) -> None:
    """CDICE-2.5: the dice named are rolled again."""
    for i in range(DICE):
        s.again[i] = _take_named(s, seat, i)
    s.drafting[seat] = 0
    s.rerolls -= 1
    s.phase = Phase.AGAIN


@kernel
def _take_named(s: State, seat: int, i: int) -> int:
    """Return 1 if the face of die i is named still; it is named once less then, for another die."""
    face = s.hand[seat][i]
    if not has(kinds(s.draft[seat]), face):
        return 0
    drop(s.draft[seat], face)
    return 1


@kernel
def _lay_away(s: State, seat: int) -> None:
    """CDICE-5.2, 5.7, 5.8: two dice go to the crib unseen; the other four are open now, lowest first.

    In the order in which they were rolled they would tell something: of equal faces the first one was taken.
    """
    kept, given = 0, 0
    taken = room(ROLLED)
    for i in range(ROLLED):
        taken[i] = _take_named(s, seat, i)
    for i in range(ROLLED):
        face = s.hand[seat][i]
        s.hand[seat][i] = EMPTY
        if taken[i] == 1:
            s.laid[seat][given] = face
            given += 1
        else:
            at = kept
            while at > 0 and s.hand[seat][at - 1] > face:
                s.hand[seat][at] = s.hand[seat][at - 1]
                at -= 1
            s.hand[seat][at] = face
            kept += 1
    s.drafting[seat] = 0
    _note_dice(s, ROLLS, seat, s.hand[seat], DICE)
    s.phase = Phase.CHOOSE


# counting


@kernel
def _count_turn(s: State) -> None:
    """CDICE-2.7, 4.6, 5.5: the hand, then the dealer's crib; then whoever is next."""
    seat = s.turn
    _count(s, seat, s.hand[seat], HAND_COUNT)
    if ends_at_once(s, seat):
        return
    if s.options.extra_dice and seat == s.dealer and s.extra == 0:
        _open_crib(s)
        _count(s, seat, s.crib, CRIB_COUNT)
        if ends_at_once(s, seat):
            return
    end_turn(s)


@kernel
def _open_crib(s: State) -> None:
    """CDICE-5.4: the dice put aside are shown."""
    n = 0
    for seat in range(s.seats):
        for i in range(TO_CRIB):
            if s.laid[seat][i] != EMPTY:
                s.crib[n] = s.laid[seat][i]
                s.laid[seat][i] = EMPTY
                n += 1


@kernel
def _count(s: State, seat: int, dice: Any, line: int) -> None:
    """CDICE-3, 4.7, 5.6: four dice with the starter."""
    points = points_of(dice, DICE, s.starter[0])
    _tell(s, seat, dice, points, line)
    peg(s, seat, points)


@kernel
def _untold(s: State, seat: int, dice: Any, points: int, line: int) -> None:
    pass


@kernel(playout=_untold)
def _tell(s: State, seat: int, dice: Any, points: int, line: int) -> None:
    """Say what was counted, group by group."""
    kind = room(COUNTED)
    value = room(COUNTED)
    worth = room(COUNTED)
    for i in range(COUNTED):
        kind[i] = dice[i] if i < DICE else s.starter[0]
        value[i] = VALUE[kind[i]]
        worth[i] = WORTH[kind[i]]
    row = room(ROW)
    for i in range(COUNTED):
        put(row, kind[i])
    note_pieces(s, line, seat, points, row)
    tell_hand(s, seat, kind, value, worth, COUNTED, FIFTEEN)


# the end


@kernel
def deal_over(s: State) -> bool:
    """Tell whether a round has ended and the next has not begun."""
    return s.phase == Phase.OVER or (s.phase == Phase.ROUND and s.begun == 1)


@kernel
def payoff(s: State, out: list[int]) -> None:
    """The points of the round; at the match's end also a share of the win."""
    winners = 0
    for seat in range(s.seats):
        winners += s.won[seat]
    for seat in range(s.seats):
        out[seat] = s.score[seat] - s.before[seat]
        if s.won[seat] == 1:
            out[seat] += WIN // winners


@kernel
def complete(s: State, viewer: int, rng: Any) -> None:
    """CDICE-5.4, 5.8: dice that the viewer cannot see may show anything."""
    for seat in range(s.seats):
        for i in range(ROLLED):
            if s.hand[seat][i] == UNKNOWN:
                s.hand[seat][i] = below(rng, FACES)
        for i in range(TO_CRIB):
            if s.laid[seat][i] == UNKNOWN:
                s.laid[seat][i] = below(rng, FACES)

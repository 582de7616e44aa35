"""The play to thirty-one: what a tile scores, who says Go, and who leads again (DCRIB-3, DCRIB-4)."""

from __future__ import annotations

from torite.kit import (
    HAND,
    bar,
    bit,
    drop,
    has,
    has_reached,
    kernel,
    kinds,
    left_openly,
    note,
    note_pieces,
    offer,
    peg,
    put,
    reset_trick,
    room,
    size,
    strike,
)

from .options import DoubleBlank, GoThen31
from .state import (
    COUNTS,
    FIFTEEN,
    GO,
    GO_POINT,
    LAST,
    LEADS,
    PAIR,
    PLAY,
    RUN,
    SEATS,
    SPLIT_BLANK,
    SPLIT_MAKER,
    SPLIT_REST,
    THIRTY_ONE,
    TOO_HIGH,
    State,
)
from .tiles import ALL_TILES, FITS, MOST, VALUE

FIFTEEN_AT = 15
SHORTEST = 3  # tiles of a run (DCRIB-4.6)
EQUALS = (0, 0, 2, 6, 12)  # points for so many tiles of one value in a row (DCRIB-4.3 to 4.5)
NONE = -1


@kernel
def playable(s: State, seat: int) -> int:
    """DCRIB-3.3: return the tiles of a hand that do not exceed thirty-one."""
    return kinds(s.hand[seat]) & FITS[MOST - s.total]


@kernel
def legal_play(s: State, seat: int, may: list[int]) -> None:
    """DCRIB-3.3, 3.5: any tile that fits; whoever can play must."""
    offer(may, PLAY, kinds(s.hand[seat]))
    strike(may, PLAY, ALL_TILES & ~FITS[MOST - s.total], TOO_HIGH)


@kernel
def open_sequence(s: State, leader: int) -> None:
    """DCRIB-3.7 to 3.10: the tiles are put aside; a new sequence begins; an empty hand has said Go."""
    for i in range(s.line_len):
        put(s.played[s.line_by[i]], s.line[i])
    reset_trick(s)
    for seat in range(SEATS):
        s.said_go[seat] = 1 if size(s.hand[seat]) == 0 else 0
    s.turn = leader


@kernel
def play_tile(s: State, seat: int, tile: int) -> bool:
    """DCRIB-3.2, 4.22: lay a tile, and score it, then what follows from it; tell whether somebody has won."""
    on_31 = s.total == MOST
    drop(s.hand[seat], tile)
    left_openly(s, HAND + seat, tile)
    s.line[s.line_len] = tile
    s.line_by[s.line_len] = seat
    s.line_len += 1
    s.total += VALUE[tile]
    s.last_seat = seat
    note(s, COUNTS, seat, s.total)
    peg(s, seat, _points_of_total(s, seat, on_31) + _points_of_line(s, seat) + _points_of_last(s, seat))
    return has_reached(s, seat) or _go_on(s, seat)


@kernel
def _points_of_total(s: State, seat: int, on_31: bool) -> int:
    """DCRIB-4.1, 4.2, 4.12, 4.16, 4.17: what the count itself scores."""
    if s.total == FIFTEEN_AT:
        note(s, FIFTEEN, seat, 2)
        return 2
    if s.total != MOST:
        return 0
    if s.options.double_blank_on_31 == DoubleBlank.FULL:
        note(s, THIRTY_ONE, seat, 2)
        return 2
    if on_31:
        s.split_owed = NONE
        note(s, SPLIT_BLANK, seat, 1)
    else:
        s.split_owed = seat
        note(s, SPLIT_MAKER, seat, 1)
    return 1


@kernel
def _points_of_line(s: State, seat: int) -> int:
    """DCRIB-4.3 to 4.6, 4.21: equal tiles and runs that end with the tile just played."""
    same = 1
    while same < s.line_len and VALUE[s.line[s.line_len - 1 - same]] == VALUE[s.line[s.line_len - 1]]:
        same += 1
    if same > 1:
        note_line(s, PAIR + same - 2, seat, EQUALS[same], same)
    run = run_of_line(s)
    if run > 0:
        note_line(s, RUN, seat, run, run)
    return EQUALS[same] + run


@kernel
def run_of_line(s: State) -> int:
    """DCRIB-4.6: return how many of the last tiles, in any order, form a run; 0 for none."""
    values, least, most, longest = 0, VALUE[s.line[s.line_len - 1]], 0, 0
    for n in range(1, s.line_len + 1):
        value = VALUE[s.line[s.line_len - n]]
        if has(values, value):
            break
        values |= bit(value)
        least, most = min(least, value), max(most, value)
        if n >= SHORTEST and most - least + 1 == n:
            longest = n
    return longest


@kernel
def _unnoted(s: State, line: int, seat: int, points: int, tiles: int) -> None:
    pass


@kernel(playout=_unnoted)
def note_line(s: State, line: int, seat: int, points: int, tiles: int) -> None:
    """Say what the last tiles of the sequence score together."""
    row = room(1)
    for i in range(s.line_len - tiles, s.line_len):
        put(row, s.line[i])
    note_pieces(s, line, seat, points, row)


@kernel
def _points_of_last(s: State, seat: int) -> int:
    """DCRIB-4.9: the last tile of the deal, below thirty-one."""
    if size(s.hand[0]) + size(s.hand[1]) > 0 or s.total == MOST:
        return 0
    note(s, LAST, seat, 1)
    return 1


@kernel
def _go_on(s: State, seat: int) -> bool:
    """DCRIB-3.14, 3.15: find who plays next; who cannot says Go, until both have; tell whether somebody has won."""
    if size(s.hand[seat]) == 0 and _say_go(s, seat):
        return True
    s.turn = seat if s.said_go[1 - seat] == 1 else 1 - seat
    while s.said_go[s.turn] == 0 and playable(s, s.turn) == 0:
        if _say_go(s, s.turn):
            return True
        s.turn = 1 - s.turn
    return s.said_go[s.turn] == 1 and _close(s)


@kernel
def _say_go(s: State, seat: int) -> bool:
    """DCRIB-3.4, 3.9, 4.7 to 4.10, 4.18 to 4.20: a Go, said or by an empty hand; tell whether its point wins."""
    empty = size(s.hand[seat]) == 0
    s.said_go[seat] = 1
    if s.first_go == NONE:
        s.first_go = seat
    if not empty:
        note(s, GO, seat, 0)
        bar(s, HAND + seat, FITS[MOST - s.total])
    if empty and (not s.options.empty_hand_go_scores or size(s.hand[1 - seat]) == 0):
        return False
    if s.total == MOST or s.go_paid == 1:
        return False
    s.go_paid = 1
    gains = 1 - seat if empty else s.last_seat
    if s.options.go_then_31 == GoThen31.ONLY_31:
        s.go_owed = gains
        return False
    note(s, GO_POINT, gains, 1)
    peg(s, gains, 1)
    return has_reached(s, gains)


@kernel
def _close(s: State) -> bool:
    """DCRIB-3.7, 3.8, 4.17, 4.19: both have said Go: what was held back is scored, and the first of them leads."""
    if s.go_owed != NONE and s.total < MOST:
        note(s, GO_POINT, s.go_owed, 1)
        peg(s, s.go_owed, 1)
        if has_reached(s, s.go_owed):
            return True
    if s.split_owed != NONE:
        note(s, SPLIT_REST, s.split_owed, 1)
        peg(s, s.split_owed, 1)
        if has_reached(s, s.split_owed):
            return True
    leader = s.first_go if size(s.hand[s.first_go]) > 0 else 1 - s.first_go
    open_sequence(s, leader)
    if size(s.hand[leader]) > 0:
        note(s, LEADS, leader, 0)
    return False

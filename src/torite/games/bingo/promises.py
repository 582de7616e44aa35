"""The invariants of the clauses (section 12), as predicates over a state after any action or outcome."""

from __future__ import annotations

from typing import Any

from torite.kit import Actions, kinds, size

from .following import legal_reply
from .state import HAND_SIZE, SEATS, STOCK, VERBS, Phase, State, is_open
from .tiles import ALL_TILES, PACK, POINTS, TILES, beats

TOTALS = (143, 135, 138, 131, 134, 147, 140)  # points of all tiles, by trump (BINGO-3.7)


def _dealt(s: State) -> bool:
    return s.begun == 1


def tiles_add_up(s: State) -> bool:
    """Invariant 1: hands, stock, tiles won and the trick are the set, none twice."""
    rows = [*s.hand, *s.taken, *s.trick, s.turned]
    stock = [kind for kind in s.stock if kind >= 0]
    listed = [kind for row in rows for kind in PACK.listed(row)] + stock
    return not _dealt(s) or sorted(listed) == list(TILES)


def hands_are_level(s: State) -> bool:
    """Invariant 2: before each trick both hands have the same size, seven while tiles are drawn."""
    if s.phase != Phase.LEAD:
        return True
    sizes = [size(row) for row in s.hand]
    return sizes[0] == sizes[1] and (sizes[0] == HAND_SIZE or not is_open(s))


def tricks_are_limited(s: State) -> bool:
    """Invariant 3: fourteen tricks, seven of them with drawing; after a closing six more at most."""
    if not _dealt(s):
        return True
    if s.closed_by < 0:
        return s.tricks_played <= 2 * HAND_SIZE and s.stock_left >= STOCK + 1 - 2 * s.tricks_played
    drawn = (STOCK + 1 - s.stock_left) // SEATS
    return s.tricks_played <= drawn + HAND_SIZE


def points_add_up(s: State) -> bool:
    """Invariant 4: the tiles won have the points of all but those that are elsewhere."""
    elsewhere = ALL_TILES & ~(kinds(s.taken[0]) | kinds(s.taken[1]))
    lying = kinds(s.trick[0]) | kinds(s.trick[1])
    if s.trick_len == SEATS:
        elsewhere &= ~lying
    missing = sum(POINTS[s.trump][k] for k in TILES if elsewhere >> k & 1)
    return not _dealt(s) or sum(s.tile_points) + missing == TOTALS[s.trump]


def tricks_have_a_winner(s: State) -> bool:
    """Invariant 5: the tile that wins the trick is not beaten by the other, whichever was led."""
    if s.trick_len != SEATS or not kinds(s.trick[0]):
        return True
    tile = [row[0].bit_length() - 1 for row in s.trick]
    other = 1 - s.leader
    return (s.best_seat == other) == beats(s.order, s.trump, tile[s.leader], tile[other])


def something_may_be_played(s: State) -> bool:
    """Invariant 6: something may be replied, and what may depends on the tile led, the own hand and the trump alone."""
    if s.phase != Phase.REPLY or is_open(s):
        return True
    bare = State()
    bare.options, bare.order, bare.trump, bare.led = s.options, s.order, s.trump, s.led
    bare.hand[s.turn], bare.closed_by = s.hand[s.turn], s.turn
    here, there = Actions(VERBS.words), Actions(VERBS.words)
    legal_reply(s, s.turn, here)
    legal_reply(bare, s.turn, there)
    return any(here) and here == there


def one_scores(s: State) -> bool:
    """Invariant 7: at most one player scores game points in a deal, and they never fall."""
    return min(s.added) == 0 and min(s.score) >= 0


def chains_are_whole(s: State) -> bool:
    """Invariant 8: a declaration that runs has fewer wins than doubles, and the rest of them are shown."""
    if s.declared == 0:
        return s.chain == 0 and (kinds(s.shown) == 0 or s.revealed > 0)
    led = s.chain + (1 if s.phase == Phase.REPLY else 0)
    return s.chain < s.declared and (led == 0 or s.phase == Phase.SHOW or size(s.shown) == s.declared - led)


PROMISES: dict[str, Any] = {
    "BINGO-12.1 tiles": tiles_add_up,
    "BINGO-12.2 hands": hands_are_level,
    "BINGO-12.3 tricks": tricks_are_limited,
    "BINGO-12.4 points": points_add_up,
    "BINGO-12.5 winner": tricks_have_a_winner,
    "BINGO-12.6 replies": something_may_be_played,
    "BINGO-12.7 game points": one_scores,
    "BINGO-12.8 chains": chains_are_whole,
}

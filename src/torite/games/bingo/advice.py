"""The rule of thumb: win what is worth it as cheaply as it can be won, and close with enough in sight."""

from __future__ import annotations

from torite.kit import bit, count, has, holds_action, kernel, kinds, lowest, offered

from .scoring import ENOUGH
from .state import CLOSE, DECLARE, DRAW, FEWEST, LEAD, PLAY, REVEAL_6, REVEAL_7, SHOW, Phase, State, is_open, points_of
from .tiles import ALL_TILES, BINGO, DOUBLES, POINTS, STRENGTH, SUIT_LED, beats, has_pip

TRICK = 12  # points that a trick taken with a sure tile brings about
TRUMP_COST, BINGO_COST = 8, 22  # what it costs to spend them while tiles are drawn, in points
SURE_TO_CLOSE = 3  # tiles sure of their tricks, without which nobody closes early


@kernel
def rule_of_thumb(s: State, seat: int, may: list[int]) -> int:
    """Show seven doubles, close in time, declare doubles that cannot lose, and spend strength on points alone."""
    if s.phase == Phase.REPLY:
        return PLAY + _reply(s, offered(may, PLAY))
    if holds_action(may, REVEAL_7):
        return REVEAL_7
    if holds_action(may, REVEAL_6):
        return REVEAL_6
    if s.phase == Phase.DRAW:
        return CLOSE if _should_close(s, seat) else DRAW
    sure = sure_tiles(s, seat)
    if s.phase == Phase.SHOW:
        left = offered(may, SHOW)
        return SHOW + lowest(left & sure if left & sure != 0 else left)
    doubles = min(count(sure & DOUBLES), len(s.options.doubles_points) + 1)
    if doubles >= FEWEST and holds_action(may, DECLARE + doubles - FEWEST):
        return DECLARE + doubles - FEWEST
    return LEAD + _lead(s, offered(may, LEAD), sure)


@kernel
def unseen_tiles(s: State, seat: int) -> int:
    """Return the tiles that the seat has not seen: in the stock, or in the other hand."""
    seen = kinds(s.hand[seat]) | kinds(s.taken[0]) | kinds(s.taken[1]) | kinds(s.trick[0]) | kinds(s.trick[1])
    return ALL_TILES & ~seen


@kernel
def sure_tiles(s: State, seat: int) -> int:
    """Return the tiles of the hand that win their trick if they are led, whatever the other holds."""
    unseen = unseen_tiles(s, seat)
    hand = kinds(s.hand[seat])
    sure = 0
    while hand != 0:
        tile = lowest(hand)
        hand &= hand - 1
        if not _is_beaten(s, tile, unseen):
            sure |= bit(tile)
    return sure


@kernel
def _is_beaten(s: State, tile: int, unseen: int) -> bool:
    while unseen != 0:
        if beats(s.order, s.trump, tile, lowest(unseen)):
            return True
        unseen &= unseen - 1
    return False


@kernel
def _should_close(s: State, seat: int) -> bool:
    mine = points_of(s, seat)
    sure = count(sure_tiles(s, seat))
    return mine >= ENOUGH or (sure >= SURE_TO_CLOSE and mine + TRICK * sure >= ENOUGH)


@kernel
def _cost(s: State, tile: int) -> int:
    """Return what it costs to spend a tile, in points."""
    if not is_open(s):
        return 0
    if tile == BINGO:
        return BINGO_COST
    suit = SUIT_LED[s.order][s.trump][tile]
    return STRENGTH[s.order][suit][tile] + (TRUMP_COST if has_pip(tile, s.trump) else 0)


@kernel
def _lead(s: State, choices: int, sure: int) -> int:
    """Lead a sure tile for its points once nobody draws, else the one that gives away and costs least."""
    best, best_value = lowest(choices), -1000
    left = choices
    while left != 0:
        tile = lowest(left)
        left &= left - 1
        worth = POINTS[s.trump][tile]
        is_sure = has(sure, tile) and (not is_open(s) or s.declared > 0)
        value = 100 + worth if is_sure else -3 * worth - _cost(s, tile)
        if value > best_value:
            best, best_value = tile, value
    return best


@kernel
def _reply(s: State, choices: int) -> int:
    """Win points at the least cost, or give as few as can be."""
    best, best_value = lowest(choices), -1000
    left = choices
    while left != 0:
        tile = lowest(left)
        left &= left - 1
        worth = POINTS[s.trump][s.led] + POINTS[s.trump][tile]
        value = (worth if beats(s.order, s.trump, s.led, tile) else -worth) - _cost(s, tile)
        if value > best_value:
            best, best_value = tile, value
    return best

"""The state of a Bingo match, its actions, chances and sentences."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite.kit import (
    Chances,
    ForDeal,
    KindIn,
    Lines,
    NamedPieces,
    OfTrick,
    OneOf,
    PerSeat,
    Pieces,
    PiecesPerSeat,
    Public,
    Refusals,
    SeatIn,
    See,
    Spec,
    TrickState,
    Verbs,
    YesNo,
    kernel,
)

from .options import Options
from .tiles import ORDERS, PACK, PIPS, POINTS

SEATS, HAND_SIZE, STOCK, TRICKS = 2, 7, 13, 14
Phase = IntEnum("Phase", "DEALER DEAL LEAD SHOW REPLY DRAW OVER", start=0)

VERBS = Verbs(PACK)
REVEAL_7, REVEAL_6 = VERBS.word("reveal 7"), VERBS.word("reveal 6")
DRAW, CLOSE = VERBS.word("draw"), VERBS.word("close")
LEAD = VERBS.pieces("lead", gesture=lambda options: False)
PLAY = VERBS.pieces("play", gesture=lambda options: False)
SHOW = VERBS.pieces("show")
DECLARE = VERBS.number("declare", 2, 6)
FEWEST, MOST_DECLARED = 2, 6  # doubles declared (BINGO-7.1)

CHANCES = Chances()
DRAW_DEALER = CHANCES.name("dealer", public=True)
SHUFFLE = CHANCES.name("deal")

REFUSALS = Refusals()
FOLLOW = REFUSALS.line("follow", "BINGO-5.1")
BEAT_TRUMP = REFUSALS.line("beat_trump", "BINGO-5.2")
FOLLOW_TRUMP = REFUSALS.line("follow_trump", "BINGO-5.3")
PLAY_BINGO = REFUSALS.line("play_bingo", "BINGO-5.4")
MUST_TRUMP = REFUSALS.line("must_trump", "BINGO-5.6")
LEAD_SHOWN = REFUSALS.line("lead_shown", "BINGO-7.17")
LEAD_DOUBLE = REFUSALS.line("lead_double", "BINGO-7.3")
SHOW_DOUBLES = REFUSALS.line("show_doubles", "BINGO-7.16")
TOO_FEW_DOUBLES = REFUSALS.line("too_few_doubles", "BINGO-7.1")
NO_TRICK_YET = REFUSALS.line("no_trick_yet", "BINGO-7.2")
RUNNING = REFUSALS.line("running", "BINGO-7.17")

NOTES = Lines()
TURNS_UP = NOTES.line("trump", "BINGO-1.4")
TAKES = NOTES.line("takes", "BINGO-4.3")
TAKES_TRUMP_TILE = NOTES.line("takes_trump_tile", "BINGO-4.6")
SHOWS = NOTES.line("shows", "BINGO-7.3")
MAKES = NOTES.line("makes", "BINGO-7.5", scoring=True)
WITH_BINGO = NOTES.line("with_bingo", "BINGO-7.8", scoring=True)
FAILS = NOTES.line("fails", "BINGO-7.6", scoring=True)
TILE_POINTS = NOTES.line("tile_points", "BINGO-3.7", scoring=True)
LAST_TRICK = NOTES.line("last_trick", "BINGO-3.6", scoring=True)
TOTAL = NOTES.line("total", "BINGO-8.2", scoring=True)
SEVEN_SHOWN = NOTES.line("seven_shown", "BINGO-7.10", scoring=True, heading=True)
SIX_SHOWN = NOTES.line("six_shown", "BINGO-7.12", scoring=True, heading=True)
SCORES_ONE = NOTES.line("scores_one", "BINGO-8.2", scoring=True, heading=True)
SCORES_TWO = NOTES.line("scores_two", "BINGO-8.3", scoring=True, heading=True)
NO_TRICK = NOTES.line("no_trick", "BINGO-8.4", scoring=True, heading=True)
CLOSED_IN_VAIN = NOTES.line("closed_in_vain", "BINGO-8.5", scoring=True, heading=True)
CLOSER_FIRST = NOTES.line("closer_first", "BINGO-8.6", scoring=True, heading=True)
HIGHER = NOTES.line("higher", "BINGO-8.7", scoring=True, heading=True)
BOTH_70 = NOTES.line("both_70", "BINGO-8.7", scoring=True, heading=True)
NOBODY_70 = NOTES.line("nobody_70", "BINGO-8.8", scoring=True, heading=True)
WINS = NOTES.line("wins", "BINGO-8.9", scoring=True)


Doubles = Annotated[Public, range(PIPS + 1)]  # how many (BINGO-1.1)
TilePoints = Annotated[PerSeat, range(max(map(sum, POINTS)) + 1)]  # BINGO-3


class State(TrickState, seats=SEATS, pack=PACK):
    """A Bingo match in progress."""

    options: Options  # the rules agreed before the match
    order: Annotated[Public, OneOf(ORDERS)]  # how tiles rank, an index of tiles.STRENGTH (BINGO-2.6, 2.7)
    stock: Annotated[list[int], Spec((STOCK,), See.NOBODY, "sequence")]  # tiles face down, next first (BINGO-1.4)
    stock_left: Annotated[Public, range(STOCK + 2)]  # tiles of the stock, the trump tile included (BINGO-4.5)
    turned: ForDeal[Pieces]  # the trump tile, until it is taken (BINGO-1.8)
    trump: Annotated[Public, OneOf(PIPS)]  # pip of the trumps (BINGO-1.5, 1.6)
    closed_by: ForDeal[SeatIn[Public]] = -1  # seat that declared victory, -1 while nobody has (BINGO-6)
    begun: YesNo[Public]  # 1 once a deal was dealt
    # trick
    led: KindIn[Public]  # tile led to the trick
    best_seat: ForDeal[OfTrick[SeatIn[Public]]] = -1  # seat that takes the trick so far
    taken: ForDeal[PiecesPerSeat]  # tiles of the tricks each seat won, without the trick that still lies (BINGO-4.4)
    tile_points: ForDeal[TilePoints]  # points of the tiles each seat won, the last trick's bonus not included (BINGO-3)
    tricks: ForDeal[Annotated[PerSeat, range(TRICKS + 1)]]  # tricks each seat won
    # doubles
    declared: ForDeal[Doubles]  # doubles in the declaration that is running, 0 for none (BINGO-7.1)
    chain: ForDeal[Doubles]  # its tricks won so far (BINGO-7.5)
    with_bingo: ForDeal[YesNo[Public]]  # 1 if one of them was won with [0-0] (BINGO-7.8)
    shown: ForDeal[NamedPieces]  # its doubles that are shown and not led yet (BINGO-7.3)
    made: ForDeal[PerSeat]  # points of successful declarations (BINGO-7.7)
    may_reveal: ForDeal[SeatIn[Public]] = -1  # who won the trick just now by replying with a double (BINGO-7.18)
    revealed: ForDeal[Doubles]  # doubles shown to end the deal, 0 for none (BINGO-7.10, 7.12)
    # match
    last_bonus: ForDeal[PerSeat]  # points of the last trick of a deal played out (BINGO-3.6)
    added: ForDeal[Annotated[PerSeat, range(4)]]  # game points of the deal just scored (BINGO-8)


@kernel
def is_open(s: State) -> bool:
    """BINGO-4: tell whether tiles are still drawn."""
    return s.stock_left > 0 and s.closed_by < 0


@kernel
def points_of(s: State, seat: int) -> int:
    """BINGO-8: return a player's points: tiles won, last trick, successful declarations."""
    return s.tile_points[seat] + s.last_bonus[seat] + s.made[seat]

"""The state of a Domino Cribbage match, its actions, chances and sentences."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite.kit import (
    Chances,
    ForDeal,
    ForTrick,
    Lines,
    OwnPiecesPerSeat,
    PeggedState,
    PerSeat,
    Pieces,
    PiecesPerSeat,
    Public,
    Refusals,
    SeatIn,
    See,
    Shown,
    Spec,
    Verbs,
    YesNo,
)

from .options import Options
from .tiles import MOST, PACK

SEATS, DEALT, TO_CRIB, PLAYED, STOCK = 2, 6, 2, 4, 16
LONGEST = SEATS * PLAYED  # tiles of a sequence, at most
Phase = IntEnum("Phase", "DEALER DEAL CRIB PLAY OVER", start=0)

VERBS = Verbs(PACK)
PLAY = VERBS.pieces("play", gesture=lambda options: False, final=True)  # a Go comes of itself, or none does: DCRIB-3.14
CRIB = VERBS.pieces("crib", shown=Shown.COUNT)

CHANCES = Chances()
DRAW_DEALER = CHANCES.name("dealer")
SHUFFLE = CHANCES.name("deal")

REFUSALS = Refusals()
TOO_HIGH = REFUSALS.line("too_high", "DCRIB-3.3")

NOTES = Lines()
DRAWS = NOTES.line("draws", "DCRIB-1.2")
DEALS = NOTES.line("deals", "DCRIB-1.2")
STARTER = NOTES.line("starter", "DCRIB-2.3")
COUNTS = NOTES.line("counts", "DCRIB-3.2")
GO = NOTES.line("go", "DCRIB-3.4")
LEADS = NOTES.line("leads", "DCRIB-3.7")
FIFTEEN = NOTES.line("fifteen", "DCRIB-4.1", scoring=True)
THIRTY_ONE = NOTES.line("thirty_one", "DCRIB-4.2", scoring=True)
PAIR = NOTES.line("pair", "DCRIB-4.3", scoring=True)
TRIPLET = NOTES.line("triplet", "DCRIB-4.4", scoring=True)
FOURS = NOTES.line("fours", "DCRIB-4.5", scoring=True)
RUN = NOTES.line("run", "DCRIB-4.6", scoring=True)
GO_POINT = NOTES.line("go_point", "DCRIB-4.7", scoring=True)
LAST = NOTES.line("last", "DCRIB-4.9", scoring=True)
SPLIT_MAKER = NOTES.line("split_maker", "DCRIB-4.17", scoring=True)
SPLIT_BLANK = NOTES.line("split_blank", "DCRIB-4.16", scoring=True)
SPLIT_REST = NOTES.line("split_rest", "DCRIB-4.17", scoring=True)
HAND_COUNT = NOTES.line("hand_count", "DCRIB-5.1", scoring=True, heading=True)
CRIB_COUNT = NOTES.line("crib_count", "DCRIB-5.1", scoring=True, heading=True)
HAND_FIFTEEN = NOTES.line(
    "hand_fifteen", "DCRIB-5.3", scoring=True, detail=True
)  # the first of the lines of kit.tell_hand
HAND_PAIR = NOTES.line("hand_pair", "DCRIB-5.4", scoring=True, detail=True)
HAND_TRIPLET = NOTES.line("hand_triplet", "DCRIB-5.4", scoring=True, detail=True)
HAND_FOURS = NOTES.line("hand_fours", "DCRIB-5.4", scoring=True, detail=True)
HAND_FIVES = NOTES.line("hand_fives", "DCRIB-5.9", scoring=True, detail=True)
HAND_RUN = NOTES.line("hand_run", "DCRIB-5.5", scoring=True, detail=True)
WINS = NOTES.line("wins", "DCRIB-6.1", scoring=True)


class State(PeggedState, seats=SEATS, pack=PACK):
    """A Domino Cribbage match in progress."""

    options: Options  # the rules agreed before the match
    hand: ForDeal[OwnPiecesPerSeat]  # tiles held
    laid: ForDeal[OwnPiecesPerSeat]  # tiles put aside for the crib, until it is counted (DCRIB-2.1)
    stock: Annotated[list[int], Spec((STOCK,), See.NOBODY, "sequence")]  # tiles not dealt, the starter-to-be first
    starter: ForDeal[Pieces]  # the tile turned for both hands (DCRIB-2.3)
    crib: ForDeal[Pieces]  # the crib, once it is counted (DCRIB-5.1)
    begun: YesNo[Public]  # 1 once a deal was dealt
    # the play
    line: ForTrick[Annotated[list[int], Spec((LONGEST,), holds="sequence")]]  # its tiles, in order (DCRIB-3)
    line_by: ForTrick[SeatIn[Annotated[list[int], Spec((LONGEST,))]]]  # who played each
    line_len: ForTrick[Annotated[Public, range(LONGEST + 1)]]  # how many they are
    total: ForTrick[Annotated[Public, range(MOST + 1)]]  # what they count (DCRIB-3.2)
    played: ForDeal[PiecesPerSeat]  # tiles of the sequences before, in front of who played them (DCRIB-3.13)
    last_seat: ForDeal[SeatIn[Public]] = -1  # who played the last tile, -1 for nobody
    said_go: YesNo[PerSeat]  # 1 once the seat has said Go in this sequence (DCRIB-3.4)
    first_go: ForTrick[SeatIn[Public]] = -1  # who said it first, -1 for nobody (DCRIB-3.7)
    go_paid: ForTrick[YesNo[Public]]  # 1 once a Go of this sequence was paid, or held back (DCRIB-4.8)
    go_owed: ForTrick[SeatIn[Public]] = -1  # seat whose point for a Go is held back, -1 for none (DCRIB-4.19)
    split_owed: ForTrick[SeatIn[Public]] = -1  # seat whose second point for 31 is held back, -1 for none (DCRIB-4.17)

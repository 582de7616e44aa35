"""The state of an Ambition match, its actions, chances and sentences."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite.kit import (
    Chances,
    ForDeal,
    Lines,
    OfTrick,
    OwnPiecesPerSeat,
    PerSeat,
    PiecesPerSeat,
    Public,
    Refusals,
    Row,
    SeatIn,
    See,
    Shown,
    Spec,
    SuitIn,
    TrickState,
    Verbs,
    YesNo,
    kernel,
    kinds,
)

from .cards import ALL_POINTS, CARDS, PACK
from .options import Options

SEATS, PASSED = 4, 3

Phase = IntEnum("Phase", "DEALER DEAL PASS PLAY OVER", start=0)
Way = IntEnum("Way", "NOBODY LEFT ACROSS RIGHT SCATTER", start=0)
#: What a seat's points taken come to (AMB-6, AMB-7): as they stand after each trick, and at the end of the round.
Stand = IntEnum("Stand", "NIL UNDER BETWEEN HIGHEST SLAM VOID", start=0)

VERBS = Verbs(PACK)
PLAY = VERBS.pieces("play", gesture=lambda options: False)
PASS = VERBS.pieces("pass", shown=Shown.COUNT)
PASS_LEFT = VERBS.pieces("pass left", sealed="pass each")
PASS_ACROSS = VERBS.pieces("pass across", sealed="pass each")
PASS_RIGHT = VERBS.pieces("pass right", sealed="pass each")

CHANCES = Chances()
DRAW_DEALER = CHANCES.name("dealer", public=True)
SHUFFLE = CHANCES.name("deal")

REFUSALS = Refusals()
FIRST_LEAD = REFUSALS.line("first_lead", "AMB-4.1")
FOLLOW = REFUSALS.line("follow", "AMB-4.3")
ALL_TO_ONE = REFUSALS.line("all_to_one", "AMB-3.2")
ONE_TO_EACH = REFUSALS.line("one_to_each", "AMB-3.5")
GIVEN = REFUSALS.line("given", "AMB-3.5")
NOBODY_ACROSS = REFUSALS.line("nobody_across", "AMB-3.6")

NOTES = Lines()
PROMOTES = NOTES.line("promotes", "AMB-5.1")
TAKES = NOTES.line("takes", "AMB-4.6")
FIRST_TRICK = NOTES.line("first_trick", "AMB-2.4", scoring=True, detail=True)
LAST_TRICK = NOTES.line("last_trick", "AMB-2.2", scoring=True, detail=True)
# lines of the account, of the edition gamefarm_2004 and of the revised one
NIL = NOTES.line("nil", "AMB-6.1", scoring=True)
NIL_ALONE = NOTES.line("nil_alone", "AMB-7.1", scoring=True)
NIL_OF_TWO = NOTES.line("nil_of_two", "AMB-7.1", scoring=True)
NIL_OF_THREE = NOTES.line("nil_of_three", "AMB-7.2", scoring=True)
UNDER, UNDER_REVISED = (
    NOTES.line("under", "AMB-6.2", scoring=True),
    NOTES.line("under_revised", "AMB-7.3", scoring=True),
)
HIGHEST = NOTES.line("highest", "AMB-6.3", scoring=True, heading=True)
HIGHEST_REVISED = NOTES.line("highest_revised", "AMB-7.4", scoring=True, heading=True)
BETWEEN, BETWEEN_REVISED = (
    NOTES.line("between", "AMB-6.4", scoring=True),
    NOTES.line("between_revised", "AMB-7.5", scoring=True),
)
TOOK = NOTES.line("took", "AMB-4.6", scoring=True, detail=True)
SLAM = NOTES.line("slam", "AMB-6.5", scoring=True, heading=True)
SLAM_PLUS = NOTES.line("slam_plus", "AMB-6.6", scoring=True, heading=True)
SLAM_REVISED = NOTES.line("slam_revised", "AMB-7.6", scoring=True, heading=True)
VOID_ONCE = NOTES.line("void_once", "AMB-6.7", scoring=True, heading=True)
VOID_TIERED = NOTES.line("void_tiered", "AMB-6.9", scoring=True, heading=True)
VOID_REVISED = NOTES.line("void_revised", "AMB-7.9", scoring=True, heading=True)
STRIKES = NOTES.line("strikes", "AMB-8.1", scoring=True)
PARDONED = NOTES.line("pardoned", "AMB-8.5", scoring=True)
OUT = NOTES.line("goes_out", "AMB-8.3", scoring=True)
WINS, SHARES_WIN = NOTES.line("wins", "AMB-8.6", scoring=True), NOTES.line("shares_win", "AMB-8.7", scoring=True)
VOID_LATE = NOTES.line("void_late", "AMB-6.10", scoring=True, heading=True)

NAMED = Spec(("seats",), See.OWNER, "pieces", place=False)


TAKEN = range(max(ALL_POINTS) + 1)  # points that one may take in a round (AMB-2)
Points = Annotated[Public, TAKEN]
PointsPerSeat = Annotated[PerSeat, TAKEN]
Strikes = Annotated[PerSeat, range(7)]  # AMB-8.2


class State(TrickState, seats=SEATS, pack=PACK):
    """An Ambition match in progress."""

    options: Options  # the rules agreed before the match
    # passing
    way: Annotated[Public, Way]  # where the cards of this round are passed, a Way (AMB-3.2, 3.4 to 3.6)
    draft_left: Annotated[list[Row], NAMED]  # cards of the draft that are for the left neighbour (AMB-3.5)
    draft_across: Annotated[list[Row], NAMED]  # those for the seat opposite
    draft_right: Annotated[list[Row], NAMED]  # those for the right neighbour
    for_left: OwnPiecesPerSeat  # cards laid aside for the left neighbour, until all have chosen (AMB-3.3)
    for_across: OwnPiecesPerSeat  # cards laid aside for the seat opposite
    for_right: OwnPiecesPerSeat  # cards laid aside for the right neighbour
    chosen: ForDeal[YesNo[PerSeat]]  # 1 once the seat has laid its cards aside (AMB-3.1)
    # trick
    led: SuitIn[Public]  # suit led to the trick, an index of "CSHD" (AMB-4.3)
    worth: ForDeal[Points]  # points of the trick so far: its cards, and 10 for the first or 2 for the last (AMB-2)
    best_seat: OfTrick[SeatIn[Public]]  # who takes the trick as it lies (AMB-4.4, AMB-5)
    taken: ForDeal[PiecesPerSeat]  # cards of the tricks each seat took, without the trick that still lies
    # round
    tricks: ForDeal[Annotated[PerSeat, range(CARDS // 3 + 1)]]  # tricks each seat took in this round (AMB-1.2)
    points: ForDeal[PointsPerSeat]  # points each seat took in this round: card points and the bonus for a trick (AMB-2)
    stands: Annotated[PerSeat, Stand]  # what its points come to if no trick followed, a Stand (AMB-6, AMB-7)
    to_slam: PointsPerSeat  # points wanting for a slam that counts; where none can count any more, for one that is void
    slam_on: YesNo[PerSeat]  # 1 while the seat has no slam in this round and one that counts is in reach
    # match
    strikes: Strikes  # strikes and understrikes of each seat, counted together (AMB-8.1)
    understrikes: Strikes  # how many of them are understrikes, the pardoned not counted (AMB-8.5)
    slams: PerSeat  # slams of each seat that counted (AMB-6.7)
    line: Annotated[PerSeat, range(4)]  # highest line of those slams, 1 to 3; 0 for none (AMB-6.9)
    out: YesNo[PerSeat]  # 1 once the seat is out; the match is over then (AMB-8.3)
    added: PerSeat  # what the round just scored added to each score


@kernel
def cards_on_trick(s: State) -> int:
    """Return the cards that lie on the trick."""
    mask = 0
    for seat in range(s.seats):
        mask |= kinds(s.trick[seat])
    return mask


@kernel
def tricks_in_all(s: State) -> int:
    """AMB-1.2, 1.6: return the tricks of a round, which are the cards of a hand: 13, or 17 with three players."""
    return CARDS // s.seats

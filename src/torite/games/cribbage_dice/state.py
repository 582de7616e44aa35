"""The state of a Cribbage Dice match, its actions, chances and sentences."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite.kit import (
    Chances,
    ForDeal,
    Lines,
    OneOf,
    PeggedState,
    PerSeat,
    Public,
    Refusals,
    SeatIn,
    See,
    Shown,
    Spec,
    Verbs,
    YesNo,
    kernel,
)

from .faces import DICE, PACK, ROLLED
from .options import Options

SEATS, TO_CRIB = 6, 2
NOBODY = -1
Phase = IntEnum("Phase", "DEALER ROUND ROLL CRIB CHOOSE AGAIN OVER", start=0)

VERBS = Verbs(PACK)
KEEP = VERBS.word("keep")
ROLL = VERBS.pieces("roll")
CRIB = VERBS.pieces("crib", shown=Shown.COUNT)

CHANCES = Chances()
DRAW_DEALER = CHANCES.name("dealer", public=True)
FIRST_ROLL = CHANCES.name("deal")  # of a round
NEXT_ROLL = CHANCES.name("roll")

REFUSALS = Refusals()

NOTES = Lines()
DEALS = NOTES.line("deals", "CDICE-1.1")
STARTER = NOTES.line("starter", "CDICE-2.1")
ROLLS = NOTES.line("rolls", "CDICE-2.3")
ROLLS_AGAIN = NOTES.line("rolls_again", "CDICE-2.5")
HAND_COUNT = NOTES.line("hand_count", "CDICE-2.7", scoring=True, heading=True)
CRIB_COUNT = NOTES.line("crib_count", "CDICE-5.5", scoring=True, heading=True)
FIFTEEN = NOTES.line("fifteen", "CDICE-3.1", scoring=True, detail=True)  # the first of the lines of kit.tell_hand
PAIR = NOTES.line("pair", "CDICE-3.3", scoring=True, detail=True)
TRIPLET = NOTES.line("triplet", "CDICE-3.3", scoring=True, detail=True)
FOURS = NOTES.line("fours", "CDICE-3.3", scoring=True, detail=True)
FIVES = NOTES.line("fives", "CDICE-3.3", scoring=True, detail=True)
RUN = NOTES.line("run", "CDICE-3.5", scoring=True, detail=True)
LAST_ROLL = NOTES.line("last_roll", "CDICE-6.1", scoring=True)
ONLY_31 = NOTES.line("only_31", "CDICE-6.2", scoring=True)
SHARED_31 = NOTES.line("shared_31", "CDICE-6.3", scoring=True)
ALL_OVER = NOTES.line("all_over", "CDICE-6.4", scoring=True)
ONLY_UNDER = NOTES.line("only_under", "CDICE-6.5", scoring=True)
CLOSEST = NOTES.line("closest", "CDICE-6.6", scoring=True)
REACHES = NOTES.line("reaches", "CDICE-4.2")
ONE_MORE = NOTES.line("one_more", "CDICE-4.3")
PLAYOFF = NOTES.line("playoff", "CDICE-4.8")
WINS = NOTES.line("wins", "CDICE-4.1", scoring=True)

DICE_OF_SEAT = Spec(("seats", ROLLED), See.RULE, "sequence", place=False)
COUNTED_CRIB = Spec((2 * TO_CRIB,), holds="sequence", place=False)
OWN_CRIB = Spec(("seats", TO_CRIB), See.OWNER, "sequence", place=False)


Turns = Annotated[Public, range(SEATS + 1)]


class State(PeggedState, seats=SEATS, pack=PACK):
    """A Cribbage Dice match in progress. Dice are no pieces that are dealt: rolls bring them, worlds roll them anew."""

    options: Options  # the rules agreed before the match
    tied: YesNo[PerSeat]  # 1 while the seat may still become the first dealer (CDICE-1.1, 1.5)
    begun: YesNo[Public]  # 1 once the first dice of a round were rolled
    # a turn
    starter: ForDeal[Annotated[list[int], Spec((1,), holds="sequence", place=False)]]  # the starter die (CDICE-2.2)
    hand: ForDeal[Annotated[list[list[int]], DICE_OF_SEAT]]  # dice of each: four, or six before the crib (CDICE-5.8)
    again: YesNo[Annotated[list[int], Spec((DICE,))]]  # 1 for the dice that are being rolled again (CDICE-2.5)
    rerolls: Annotated[Public, range(4)]  # times that dice may still be rolled again in this turn (CDICE-2.4)
    # a round
    turns_played: ForDeal[Turns]  # turns scored in this round, those after it not counted (CDICE-1.2)
    laid: ForDeal[Annotated[list[list[int]], OWN_CRIB]]  # dice that each seat put aside for the crib (CDICE-5.4)
    crib: ForDeal[Annotated[list[int], COUNTED_CRIB]]  # the crib, once it is counted
    # the end
    reached_by: SeatIn[Public]  # seat that was the first to reach the target with equal turns (CDICE-4.2)
    owes: YesNo[PerSeat]  # 1 while the seat has an additional turn to play, or one of a play-off (CDICE-4.3, 4.8)
    extra: Annotated[Public, OneOf(3)]  # 1 while additional turns are played, 2 in a play-off


@kernel
def first_of_round(s: State) -> int:
    """CDICE-1.3, 1.4: return the seat to the dealer's left."""
    return s.dealer + 1 if s.dealer + 1 < s.seats else 0


@kernel
def gives_to_crib(s: State, seat: int) -> bool:
    """CDICE-5.2, 5.3, 5.9, 5.11: tell whether a seat rolls two dice more in this turn, for the crib."""
    return s.options.extra_dice and s.extra == 0 and (seat == s.dealer or seat == first_of_round(s))

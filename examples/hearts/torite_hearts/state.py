"""The state of a Hearts match, its actions, chances and sentences."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite.kit import (
    Chances,
    ForDeal,
    Lines,
    OwnPiecesPerSeat,
    PerSeat,
    PiecesPerSeat,
    Public,
    Refusals,
    Shown,
    SuitIn,
    TrickState,
    Verbs,
    YesNo,
    kernel,
    kinds,
)

from .cards import PACK
from .options import Options

SEATS, TRICKS, PASSED = 4, 13, 3

Phase = IntEnum("Phase", "DEALER DIRECTION DEAL PASS PLAY OVER", start=0)

VERBS = Verbs(PACK)
PLAY = VERBS.pieces("play", gesture=lambda options: False)
PASS = VERBS.pieces("pass", shown=Shown.COUNT)

CHANCES = Chances()
DRAW_DEALER = CHANCES.name("dealer", public=True)
DRAW_DIRECTION = CHANCES.name("direction", public=True)
SHUFFLE = CHANCES.name("deal")

REFUSALS = Refusals()
FIRST_LEAD = REFUSALS.line("first_lead", "HEARTS-3.1")
FOLLOW = REFUSALS.line("follow", "HEARTS-3.3")
FIRST_TRICK = REFUSALS.line("first_trick", "HEARTS-3.5")
NOT_BROKEN = REFUSALS.line("not_broken", "HEARTS-4.1")

NOTES = Lines()
TAKES = NOTES.line("takes", "HEARTS-3.6")
BREAKS = NOTES.line("breaks", "HEARTS-4.2")
COUNTS = NOTES.line("counts", "HEARTS-5.1", scoring=True)
SHOOTS = NOTES.line("shoots", "HEARTS-5.2", scoring=True)
JACK_BONUS = NOTES.line("jack", "HEARTS-5.4", scoring=True)
NO_TRICK = NOTES.line("no_trick", "HEARTS-5.5", scoring=True)
WINS = NOTES.line("wins", "HEARTS-6.3", scoring=True)


class State(TrickState, seats=SEATS, pack=PACK):
    """A Hearts match in progress."""

    options: Options  # the rules agreed before the match
    direction: Annotated[Public, range(SEATS)]  # seats clockwise from giver to receiver, 0 for no passing (HEARTS-2.1)
    passing: OwnPiecesPerSeat  # cards laid aside for the receiver, until all have chosen (HEARTS-2.3)
    chosen: ForDeal[YesNo[PerSeat]]  # 1 once the seat has laid its cards aside (HEARTS-2.3)
    led: SuitIn[Public]  # suit led to the trick, an index of "CSHD" (HEARTS-3.3)
    broken: YesNo[Public]  # 1 once hearts may be led (HEARTS-4)
    taken: ForDeal[PiecesPerSeat]  # cards of the tricks each seat took, without the trick that still lies (HEARTS-3.6)
    added: PerSeat  # what the deal just scored changed each score by (HEARTS-5)
    won: YesNo[PerSeat]  # 1 for the winner or winners of the match (HEARTS-6.3)


@kernel
def cards_on_trick(s: State) -> int:
    """Return the cards that lie on the trick."""
    mask = 0
    for seat in range(SEATS):
        mask |= kinds(s.trick[seat])
    return mask

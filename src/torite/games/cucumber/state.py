"""The state of a Cucumber match, its actions, chances and sentences."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite.kit import (
    Chances,
    ForDeal,
    Lines,
    OfTrick,
    OneOf,
    OwnPiecesPerSeat,
    PerSeat,
    Pieces,
    Public,
    Refusals,
    SeatIn,
    See,
    Shown,
    Spec,
    TrickState,
    Verbs,
    YesNo,
    each,
    kernel,
    next_seat,
)

from .cards import PACK, STRENGTH, STRONGEST
from .options import LeadCount, Options

SEATS = 17
STOCK = 107  # two packs and three jokers

Phase = IntEnum("Phase", "DEALER DEAL EXCHANGE RESHUFFLE CONTRA PLAY BUY_IN OVER", start=0)

VERBS = Verbs(PACK)
KEEP = VERBS.word("keep")
FREE, DOUBLE, REDOUBLE = VERBS.word("free"), VERBS.word("double"), VERBS.word("redouble")
CONTRA, PASS = VERBS.word("contra"), VERBS.word("pass")
BUY, RETURN, DECLINE = VERBS.word("buy"), VERBS.word("return"), VERBS.word("decline")
PLAY = VERBS.pieces("play", gesture=lambda options: options.lead_count != LeadCount.ONE)
EXCHANGE = VERBS.pieces("exchange", shown=Shown.COUNT)

CHANCES = Chances()
DRAW_DEALER = CHANCES.name("dealer", public=True)
SHUFFLE = CHANCES.name("deal")
RESHUFFLE = CHANCES.name("reshuffle")

REFUSALS = Refusals()
BEAT = REFUSALS.line("beat", "CUC-3.4")
MUST_BEAT = REFUSALS.line("must_beat", "CUC-3.7")
AFTER_ACE = REFUSALS.line("after_ace", "GURKA_SE-3.2")
SECOND_ACE = REFUSALS.line("second_ace", "GURKA_NO-3.1")
LEAD_LOWEST = REFUSALS.line("lead_lowest", "GURKA_SE-3.4")
ONE_RANK = REFUSALS.line("one_rank", "GURKA_IS-1.5")
BEAT_SET = REFUSALS.line("beat_set", "GURKA_IS-1.11")
MIXED_SET = REFUSALS.line("mixed_set", "GURKA_IS-1.13")
FACE_HELD = REFUSALS.line("face_held", "RASSI-2.1")

NOTES = Lines()
TAKES = NOTES.line("takes", "CUC-3.9")
LOSES = NOTES.line("loses", "CUC-4.2", scoring=True)
REFUNDED = NOTES.line("refunded", "CUC-4.3", scoring=True)
RESET = NOTES.line("reset", "GURKA_IS-2.2", scoring=True)
MULTIPLIED = NOTES.line("multiplied", "CUC-4.7", scoring=True)
EXCHANGED = NOTES.line("exchanged", "CUC-2.6")
BOUGHT = NOTES.line("bought", "GURKA_SE-2.7", scoring=True)
DROPS_OUT = NOTES.line("drops_out", "CUC-5.1", scoring=True)
WINS = NOTES.line("wins", "CUC-5.2", scoring=True)
TAKES_POT = NOTES.line("takes_pot", "CUC-6.3", scoring=True)


SoMany = Annotated[Public, range(STOCK + 1)]  # cards
Order = Annotated[Public, OneOf(len(STRENGTH))]
Factor = Annotated[PerSeat, range(1, 5)]


class State(TrickState, seats=SEATS, pack=PACK):
    """A Cucumber match in progress."""

    options: Options  # the rules agreed before the game
    packs: Annotated[Public, range(3)]  # packs of 52 in use (CUC-1.6)
    order: Order  # strength of cards before the last trick, a row of STRENGTH
    last_order: Order  # strength of cards in the last trick (RASSI-1.3)
    hand_size: SoMany  # cards dealt to each in this deal (0 before the first)
    growing: YesNo[Public]  # 1 while a bouncing hand size goes up again (GURKA_IS-1.16)
    stock: ForDeal[Annotated[list[int], Spec((STOCK,), See.RULE, "sequence")]]  # cards not dealt, next first (CUC-2.5)
    stock_top: ForDeal[SoMany]  # index of the stock's next card
    stock_left: SoMany  # cards in the stock
    played: ForDeal[Pieces]  # cards of finished tricks of this deal
    thrown_free: ForDeal[OwnPiecesPerSeat]  # hands thrown in a free exchange (RASSI-2.1)
    thrown: ForDeal[OwnPiecesPerSeat]  # cards discarded in any other exchange (AGURK-2.9)
    thrown_count: ForDeal[SoMany]  # cards discarded in this deal
    # exchange
    round: Annotated[Public, range(4)]  # round of questions in a Rassi exchange, 1 to 3 (RASSI-2)
    asked: YesNo[PerSeat]  # 1 if the seat was asked in this round of questions
    fewest: SoMany  # fewest cards the seat asked may exchange
    most: Annotated[Public, range(-1, STOCK + 1)]  # most cards it may exchange
    exchanged: SoMany  # cards in the most recent exchange of this deal, 0 before (GURKA_IS-3.2)
    factor: ForDeal[Factor] = each(1)  # what an exchange multiplies the seat's loss by: 1, 2 or 4 (RASSI-2)
    contra_by: ForDeal[SeatIn[Public]] = -1  # seat that said contra, -1 if none did (OGOREK-2)
    # trick
    set_size: SoMany  # cards that were led (GURKA_IS-1.10)
    is_last: YesNo[Public]  # 1 in the last trick
    best: Annotated[Public, range(-1, STRONGEST + 1)]  # strength of the strongest card on the trick
    best_seat: OfTrick[SeatIn[Public]]  # who played it, the last of equals (CUC-3.10)
    previous_seat: SeatIn[Public]  # who played last
    # scoring
    added: PerSeat  # what the deal just scored changed each score by
    losing_points: Public  # points of one losing card of the last deal (NORWEGIAN-1.3)
    weakest_seat: SeatIn[Public]  # first to play the weakest card of the last trick (NORWEGIAN-1.9)
    doomed: YesNo[PerSeat]  # 1 if the seat lost with the six of clubs and is out whatever it has (GURKA_IS-2.5)
    out: YesNo[PerSeat]  # 1 once dropped out
    left_at: PerSeat  # deals scored when the seat dropped out
    bought: YesNo[PerSeat]  # 1 once the seat has bought in (GURKA_SE-2.3)
    chips: PerSeat  # chips of each seat
    pot: Public  # chips in the pot


@kernel
def active_after(s: State, seat: int) -> int:
    """CUC-2.3: return the next seat clockwise that is still in."""
    seat = next_seat(s, seat)
    while s.out[seat] == 1:
        seat = next_seat(s, seat)
    return seat


@kernel
def active_count(s: State) -> int:
    """Count the seats still in."""
    n = 0
    for seat in range(s.seats):
        n += 1 - s.out[seat]
    return n

"""The cards, options, state, actions, chances and sentences of Haggle."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite import kit
from torite.kit import (
    Chances,
    ForDeal,
    HiddenPerSeat,
    HiddenPieces,
    Lines,
    OneOf,
    OwnPerSeat,
    PerSeat,
    Pieces,
    Public,
    Refusals,
    SeatBySeat,
    SeatIn,
    See,
    Shown,
    Spec,
    SuitIn,
    TrickState,
    UpTo,
    Variant,
    Verbs,
    YesNo,
    each,
    kernel,
    kinds,
    option,
)
from torite.pieces import Pack, cards

PACK: Pack = cards("5 6 7 8 9 J Q K", suits="SH", copies=2)  # HAGGLE-1.1
TWICE = tuple(PACK.kinds("S7 H7 SJ HJ"))
ONCE = tuple(kind for kind in range(len(PACK)) if kind not in TWICE)
SUIT, OF_SUIT = PACK.suit, PACK.of_suit
VALUE = PACK.table({"5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "J": 10, "Q": 11, "K": 12})  # HAGGLE-4.4
GOODS = PACK.mask(PACK.kinds("HJ"))
HIGH = PACK.mask(PACK.kinds("SQ SK HQ HK"))

SEATS, CARDS, DEALT, STOCK, DRAWN, MOST_DRAWS, MOST_LAID, HIGHEST_BID = 4, 20, 3, 3, 2, 2, 3, 5
SMUGGLED, WIN = 5, 100

Phase = IntEnum("Phase", "ROLL DEAL BID PLAY ANSWER RESHUFFLE OVER", start=0)
UNSURE, HONEST, SMUGGLER = 0, 1, 2  # what a seat knows of another


class Options(kit.Options):
    """What may be agreed before a match."""

    deals: int = option(2, "HAGGLE-1.3", least=1, most=9)
    doubling: bool = option(True, "HAGGLE-5.1")


VARIANTS = {"haggle": Variant("haggle", (1, SEATS), "HAGGLE-1")}

VERBS = Verbs(PACK)
DOUBLE = VERBS.word("double", offer=True)
ACCEPT, FOLD = VERBS.word("accept"), VERBS.word("fold")
DRAW = VERBS.word("draw on")
LAY = VERBS.pieces("lay")
BID = VERBS.number("bid", 0, HIGHEST_BID, shown=Shown.VERB)

CHANCES = Chances()
ROLL = CHANCES.name("roll", public=True)
SHUFFLE = CHANCES.name("deal")
AGAIN = CHANCES.name("reshuffle")

REFUSALS = Refusals()
FOLLOW = REFUSALS.line("follow", "HAGGLE-4.2")
ONE_SUIT = REFUSALS.line("one_suit", "HAGGLE-4.1")
DRAWN_OUT = REFUSALS.line("drawn_out", "HAGGLE-4.5")

NOTES = Lines()
BIDS = NOTES.line("bids", "HAGGLE-3.2")
TAKES = NOTES.line("takes", "HAGGLE-4.4")
CAUGHT = NOTES.line("caught", "HAGGLE-2.4")
STAKE = NOTES.line("stake", "HAGGLE-5.2")
SCORES = NOTES.line("scores", "HAGGLE-6.1", scoring=True)
SMUGGLES = NOTES.line("smuggles", "HAGGLE-6.2", scoring=True)
FOLDED = NOTES.line("folded", "HAGGLE-5.3", scoring=True)
WINS = NOTES.line("wins", "HAGGLE-6.3", scoring=True)


BIDDEN = range(-1, HIGHEST_BID + 1)  # tricks
Knows = Annotated[SeatBySeat, OneOf(3)]


class State(TrickState, seats=SEATS, pack=PACK):
    """A Haggle match in progress."""

    options: Options  # the rules agreed before the match
    dice: Annotated[list[int], Spec((2,)), range(7)]  # the two dice of the deal (HAGGLE-2.1)
    stake: Annotated[Public, range(12 * 2**SEATS + 1)]  # what a trick is worth now (HAGGLE-2.1, 5.2)
    bid: ForDeal[Annotated[OwnPerSeat, BIDDEN]]  # tricks each seat bids, sealed (HAGGLE-3.1)
    chosen: ForDeal[YesNo[PerSeat]]  # 1 once the seat has bid
    bids: ForDeal[Annotated[PerSeat, BIDDEN]] = each(-1)  # the bids once they are shown, -1 before (HAGGLE-3.2)
    stock: ForDeal[Annotated[list[int], Spec((CARDS,), See.NOBODY, "sequence")]]  # cards to draw, the last is next
    stock_left: Annotated[Public, UpTo("pack")]  # cards in the stock
    kitty: ForDeal[HiddenPieces]  # one card that belongs to nobody (HAGGLE-2.3)
    discards: ForDeal[Pieces]  # cards out of play until the stock is empty (HAGGLE-4.6)
    owed: Annotated[Public, range(DRAWN + 1)]  # cards that the seat in turn has still to draw
    draws: ForDeal[Annotated[PerSeat, range(MOST_DRAWS + 1)]]  # how often the seat has drawn in this deal (HAGGLE-4.5)
    led: SuitIn[Public]  # suit led, an index of "CSHD"
    taken: ForDeal[Annotated[PerSeat, range(DEALT + DRAWN * MOST_DRAWS + 1)]]  # tricks taken in this deal
    doubled: ForDeal[YesNo[PerSeat]]  # 1 once the seat has doubled in this deal (HAGGLE-5.1)
    doubler: SeatIn[Public]  # who doubled last
    side: YesNo[HiddenPerSeat]  # 1 for a smuggler; nobody sees it as such (HAGGLE-2.4)
    knows_side: ForDeal[Knows]  # [viewer, seat] what the viewer knows of that: UNSURE, HONEST or SMUGGLER
    caught: ForDeal[YesNo[PerSeat]]  # 1 once the seat has laid the goods openly (HAGGLE-2.4)
    added: PerSeat  # what the deal just scored changed each score by


@kernel
def holds_goods(s: State, seat: int) -> bool:
    """HAGGLE-2.4: tell whether the goods are in the hand."""
    return kinds(s.hand[seat]) & GOODS != 0


@kernel
def name_side(s: State, seat: int) -> None:
    """HAGGLE-2.4: a smuggler holds the goods, or was caught with them; the seat itself knows."""
    s.side[seat] = 1 if s.caught[seat] == 1 or holds_goods(s, seat) else 0
    s.knows_side[seat][seat] = HONEST + s.side[seat]

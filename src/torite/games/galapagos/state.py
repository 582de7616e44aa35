"""The state of a Galapagos match, its actions, chances and sentences."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite.kit import (
    Chances,
    ForDeal,
    Lines,
    NamedPerSeat,
    OneOf,
    OwnPerSeat,
    OwnPiecesPerSeat,
    PerSeat,
    Pieces,
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
    each,
)

from .cards import MELD_KIND, PACK, SUITS, TOP
from .options import Options

SEATS, HAND_SIZE, STOCK, MELDS = 2, 13, 26, 8  # no thirteen cards make more than eight melds
NOBODY, NO_SUIT = -1, -1
Phase = IntEnum(
    "Phase",
    "DEALER JOKERS DEAL BID PICK EXCHANGE COMMIT CHALLENGE NAME TRICKS LEAD ANSWER OVER",
    start=0,
)
Stage = IntEnum("Stage", "MELDS TRICKS PLAYOFF", start=0)  # the phases of the clauses, each scored (GALA-4)
Combo = IntEnum("Combo", "NONE SET SEQUENCE", start=0)  # what is answered in the Play-off (GALA-6.2)

VERBS = Verbs(PACK)
TAKE_FACED, TAKE_BLIND = VERBS.word("take faced"), VERBS.word("take blind")
KEEP = VERBS.word("keep", sealed="exchange", final=True)
NAMES = tuple(VERBS.word(f"name {suit}", sealed="name", final=True) for suit in "CSHD")  # the last shows both: GALA-5.2
NAME, ANY_SUIT = NAMES[0], VERBS.mask(*NAMES)  # NAME + a suit
DECLINE, ACCEPT, PASS = VERBS.word("decline"), VERBS.word("accept"), VERBS.word("pass")
BID = VERBS.pieces("bid", shown=Shown.VERB, gesture=lambda options: False, final=True)
EXCHANGE = VERBS.pieces("exchange", sealed="exchange", gesture=lambda options: False, final=True)
PLAY = VERBS.pieces("play")
SHOW = VERBS.number("show", 1, MELDS, final=True)  # what was seen stays seen

CHANCES = Chances()
DRAW_DEALER = CHANCES.name("dealer", public=True)
SHUFFLE_JOKERS = CHANCES.name("jokers")
SHUFFLE = CHANCES.name("deal")

REFUSALS = Refusals()
BID_STANDS = REFUSALS.line("bid_stands", "GALA-2.14")
WON_NO_BIDS = REFUSALS.line("won_no_bids", "GALA-2.10")
SPENT = REFUSALS.line("spent", "GALA-2.11")
MUST_BID = REFUSALS.line("must_bid", "GALA-2.13")
WINNER_PICKS = REFUSALS.line("winner_picks", "GALA-2.8")
CHOSEN = REFUSALS.line("chosen", "GALA-8.7")
NOT_WON = REFUSALS.line("not_won", "GALA-8.6")
OWN_JOKER_STAYS = REFUSALS.line("joker_for_a_card", "GALA-8.6")
NOT_MISSING = REFUSALS.line("not_missing", "GALA-3.10")
RAISES_NOTHING = REFUSALS.line("raises_nothing", "GALA-3.15")
NO_SUCH_MELD = REFUSALS.line("no_such_meld", "GALA-3.17")
SHOWN_ALREADY = REFUSALS.line("shown_already", "GALA-3.12")
MUST_NAME = REFUSALS.line("must_name", "GALA-5.1")
BOUND = REFUSALS.line("bound", "GALA-5.2")
NAMED_ALREADY = REFUSALS.line("named_already", "GALA-5.2")
FOLLOW = REFUSALS.line("follow", "GALA-5.4")
FOLLOW_JOKER_LED = REFUSALS.line("follow_joker_led", "GALA-8.11")
JOKER_IS_TRUMP = REFUSALS.line("joker_is_trump", "GALA-8.18")
NO_PASS_IN_TRICKS = REFUSALS.line("no_pass_in_tricks", "GALA-5.4")
MUST_LEAD = REFUSALS.line("must_lead", "GALA-6.3")
UNLIKE = REFUSALS.line("unlike", "GALA-6.2")
ACE_BETWEEN = REFUSALS.line("ace_between", "GALA-6.4")
JOKER_AT_AN_END = REFUSALS.line("joker_at_an_end", "GALA-8.13")
SET_TOO_LOW = REFUSALS.line("set_too_low", "GALA-6.7")
SET_TOO_FEW = REFUSALS.line("set_too_few", "GALA-6.6")
SEQUENCE_NOT_HIGHER = REFUSALS.line("sequence_not_higher", "GALA-6.7")
JOKER_ALONE = REFUSALS.line("joker_alone", "GALA-8.14")

NOTES = Lines()
TURNS_UP = NOTES.line("turns_up", "GALA-2.12")
BIDS = NOTES.line("bids", "GALA-2.2")
HIGHER = NOTES.line("higher", "GALA-2.3")  # why a bid wins the auction
SAME_SUIT = NOTES.line("same_suit", "GALA-2.4")
SAME_COLOUR = NOTES.line("same_colour", "GALA-2.5")
SAME_PARITY = NOTES.line("same_parity", "GALA-2.6")
JOKER_WINS = NOTES.line("joker_wins", "GALA-8.4")
JOKER_COLOUR = NOTES.line("joker_colour", "GALA-8.5")
EXCHANGES = NOTES.line("exchanges", "GALA-8.7")
KEEPS_JOKER = NOTES.line("keeps_joker", "GALA-8.7")
TRUMP = NOTES.line("trump", "GALA-5.1")  # the suit named, of the phase or at meld scoring
MELD_THREE = NOTES.line("meld", "GALA-3.3", scoring=True)  # a meld declared: its index in cards.MELD_POINTS
MELD_FOUR = NOTES.line("meld", "GALA-3.4", scoring=True)
MELD_RUN = NOTES.line("meld", "GALA-3.5", scoring=True)
TRUMP_BONUS = NOTES.line("trump_bonus", "GALA-3.3", scoring=True)
NO_MELDS = NOTES.line("no_melds", "GALA-3.12")
SHOWS = NOTES.line("shows", "GALA-3.12")
MELDS_COUNT = NOTES.line("melds_count", "GALA-3.14", scoring=True)
TAKES = NOTES.line("takes", "GALA-5.10")
ODD = NOTES.line("odd", "GALA-5.11", scoring=True)
EVEN = NOTES.line("even", "GALA-5.11", scoring=True)
LATE_BONUS = NOTES.line("late_bonus", "GALA-5.12", scoring=True)
WINS_EXCHANGE = NOTES.line("wins_exchange", "GALA-6.8")
GOES_OUT = NOTES.line("goes_out", "GALA-6.9", scoring=True, heading=True)
CENTURY = NOTES.line("century", "GALA-4.2", scoring=True, heading=True)  # the bonus of 100, 50 or 30
DEAL_COUNTS = NOTES.line("deal_counts", "GALA-4.6", scoring=True)
TIED = NOTES.line("tied", "GALA-7.4", scoring=True)
WINS = NOTES.line("wins", "GALA-7.3", scoring=True)

PerMeld = Annotated[list[list[int]], Spec(("seats", MELDS))]


IN_HAND = range(HAND_SIZE + 1)  # cards of a hand, and tricks
Swap = Annotated[OwnPerSeat, OneOf(1 + len(PACK))]
Naming = Annotated[OwnPerSeat, OneOf(1 + SUITS)]
Melds = Annotated[PerMeld, range(len(MELD_KIND))]
Top = Annotated[Public, range(-1, TOP + 3)]  # a joker may stand above the ace


class State(TrickState, seats=SEATS, pack=PACK):
    """A Galapagos match in progress.

    The hand is first that of the bids, then of the tricks (the won pile), then of the Play-off (the bid pile). In the
    Play-off the trick is the last combination of each player in the exchange.
    """

    options: Options  # the rules agreed before the match
    begun: YesNo[Public]  # 1 once a deal was dealt
    # auctions
    turned: ForDeal[Pieces]  # the faced card (GALA-2.1)
    stock: Annotated[list[int], Spec((STOCK - 1,), See.NOBODY, "sequence")]  # the cards under it, the blind one first
    stock_left: Annotated[Public, range(STOCK + 1)]  # cards of the stock, the faced one included (GALA-2.12)
    removed: ForDeal[Annotated[Row, Spec(see=See.RULE, holds="pieces")]]  # two cards from its bottom (GALA-8.3)
    bidding: OwnPiecesPerSeat  # a bid, until both are in (GALA-2.2)
    bids: ForDeal[PiecesPerSeat]  # bid piles, until they are the Play-off hands (GALA-2.11)
    won_pile: ForDeal[OwnPiecesPerSeat]  # won piles, until they are the hands of the tricks (GALA-2.10)
    taken_faced: ForDeal[NamedPerSeat]  # faced cards that each took in this deal, which the other saw (GALA-2.8)
    last_taker: ForDeal[SeatIn[Public]] = NOBODY  # who took the last card of the stock, -1 before (GALA-3.11)
    # jokers
    decided: YesNo[PerSeat]  # 1 once it has decided what is decided at once: exchange, personal trump (GALA-5.2, 8.7)
    swap: Swap  # 1 + the kind that the seat gives for its joker, 0 for none, until both decided (GALA-8.7)
    exchanged: ForDeal[YesNo[PerSeat]]  # 1 if the seat has its joker in the won cards (GALA-8.6)
    given: ForDeal[OwnPiecesPerSeat]  # the won card that goes to the Play-off hand instead (GALA-8.6)
    # melds
    declarer: ForDeal[SeatIn[Public]] = NOBODY  # seat that names, declares and is asked at meld scoring (GALA-3.14)
    declared: ForDeal[YesNo[PerSeat]]  # 1 once the seat has declared
    could_name: ForDeal[YesNo[PerSeat]]  # 1 if the seat could name a suit at meld scoring, and so was asked (GALA-3.10)
    bound: ForDeal[YesNo[PerSeat]]  # 1 if it named one, which is its trump (GALA-3.10)
    meld: ForDeal[Melds]  # melds declared, in order, each an index of cards.MELD_KIND, 0 for none (GALA-3.12, 3.17)
    meld_count: ForDeal[Annotated[PerSeat, range(MELDS + 1)]]  # how many they are
    shown_melds: ForDeal[YesNo[PerMeld]]  # 1 for a meld that was shown (GALA-3.12)
    shown: ForDeal[NamedPerSeat]  # cards of the melds that were shown
    # tricks
    naming: Naming  # 1 + the suit that the seat names, 0 for none, until both are in (GALA-5.2)
    trump: ForDeal[SuitIn[PerSeat]] = each(NO_SUIT)  # personal trump, -1 before it is known (GALA-5.1)
    led: SuitIn[Public]  # suit led to the trick (GALA-5.4, 8.11)
    played: ForDeal[PiecesPerSeat]  # cards that each played to earlier tricks of this deal
    lacks: NamedPerSeat  # cards that the seat has shown not to hold, by not following (GALA-5.4)
    tricks: ForDeal[Annotated[PerSeat, IN_HAND]]  # tricks won in this deal (GALA-5.11)
    # play-off
    combo: ForDeal[Annotated[Public, Combo]]  # what is answered, a member of Combo; none: somebody leads (GALA-6.2)
    combo_size: ForDeal[Annotated[Public, IN_HAND]]  # its cards (GALA-6.6)
    combo_top: ForDeal[Top]  # rank of the set, -1 of a joker alone; place of a sequence's top card (GALA-6.7, 8.13)
    laid: ForDeal[PiecesPerSeat]  # cards that each played in the Play-off before those on the trick (GALA-6.8)
    # score
    stage: ForDeal[Annotated[Public, Stage]]  # the phase that is played or was scored last (GALA-4.1)
    meld_points: ForDeal[PerSeat]  # points of the melds of this deal (GALA-3)
    trick_points: ForDeal[PerSeat]  # points of the tricks of this deal, with a trump named late (GALA-5.11, 5.12)
    playoff_points: ForDeal[PerSeat]  # points of the Play-off of this deal (GALA-6.9)
    bonus: ForDeal[Annotated[PerSeat, range(101)]]  # 100, 50, 30 or 0 (GALA-4.2)
    reached: ForDeal[YesNo[PerSeat]]  # 1 once the deal score has reached the mark (GALA-4.3)
    game_points: Annotated[PerSeat, range(5)]  # 1 to 4 for the winner of the match (GALA-7.3)

"""The state of a Doppelkopf match, its actions, chances and sentences."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite.kit import (
    Chances,
    ForDeal,
    KindIn,
    Lines,
    OfTrick,
    OneOf,
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
    next_seat,
)

from .cards import ALL_POINTS, ORDERS, PACK
from .options import Options

SEATS, ACTIVE, EXCHANGED = 5, 4, 3
MOST_FOXES, MOST_HELD = 2, 12

Phase = IntEnum("Phase", "DEALER DEAL REDEAL BID NAME ASK OVERCALL AUCTION OFFER ANSWER RETURN PLAY OVER", start=0)
Contract = IntEnum(
    "Contract",
    "NONE NORMAL MARRIAGE POVERTY SOLO_CLUBS SOLO_SPADES SOLO_HEARTS SOLO_DIAMONDS "
    "SOLO_QUEENS SOLO_JACKS SOLO_NOTRUMP SOLO_QUEENS_JACKS",
    start=0,
)
ORDER_OF = (0, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6, 7)  # of each contract, an index of cards.ORDERS (DOKO-3)
Question = IntEnum("Question", "NONE COMPULSORY SOLO POVERTY MARRIAGE", start=0)
Naming = IntEnum("Naming", "ANYTHING SOLO SUIT", start=0)  # what the seat that names may name
UNSAID, PASSED, RESERVED = 0, 1, 2  # of `said`
UNDECIDED, CONTRA, RE = 0, 1, 2  # parties
SAID_PARTY, SAID_90, SAID_60, SAID_30, SAID_SCHWARZ = 1, 2, 3, 4, 5  # levels of announcements

VERBS = Verbs(PACK)
KEEP, REDEAL = VERBS.word("keep"), VERBS.word("redeal")
PASS, RESERVE = VERBS.word("pass"), VERBS.word("reserve")
YES, NO = VERBS.word("yes"), VERBS.word("no")
BID_MARRIAGE, BID_POVERTY = VERBS.word("bid marriage"), VERBS.word("bid poverty")
BID_CLUBS = VERBS.word("bid solo-clubs")
BID_SPADES, BID_HEARTS = VERBS.word("bid solo-spades"), VERBS.word("bid solo-hearts")
BID_DIAMONDS = VERBS.word("bid solo-diamonds")
CALL_90 = VERBS.word("call 90")
CALL_60, CALL_30, CALL_SCHWARZ = VERBS.word("call 60"), VERBS.word("call 30"), VERBS.word("call schwarz")
HOLD = VERBS.word("hold")
ACCEPT, REFUSE = VERBS.word("accept"), VERBS.word("refuse")
AUCTION_KINDS = ("suit", "queens", "queens-jacks", "jacks", "notrump")  # from weak to strong (DOKO-18.11)
ADDITIONS = ("", " with-re", " without-re")  # from weak to strong (DOKO-18.14)
BIDS = tuple(VERBS.word(f"bid solo-{kind}{more}") for kind in AUCTION_KINDS for more in ADDITIONS)
BID = BIDS[0]  # BID + strength is the bid of that strength
BID_QUEENS, BID_QUEENS_JACKS, BID_JACKS, BID_NOTRUMP = BIDS[3], BIDS[6], BIDS[9], BIDS[12]
ANNOUNCE = VERBS.word("announce re", offer=True, final=True)
ANNOUNCE_CONTRA = VERBS.word("announce contra", offer=True, final=True)
ANNOUNCE_90 = VERBS.word("announce 90", offer=True, final=True)
ANNOUNCE_60 = VERBS.word("announce 60", offer=True, final=True)
ANNOUNCE_30 = VERBS.word("announce 30", offer=True, final=True)
ANNOUNCE_SCHWARZ = VERBS.word("announce schwarz", offer=True, final=True)
PLAY = VERBS.pieces("play", gesture=lambda options: False)
OFFER = VERBS.pieces("offer", shown=Shown.COUNT)
RETURN = VERBS.pieces("return", shown=Shown.COUNT)

CHANCES = Chances()
DRAW_DEALER = CHANCES.name("dealer", public=True)
SHUFFLE = CHANCES.name("deal")

REFUSALS = Refusals()
FOLLOW = REFUSALS.line("follow", "DOKO-9.3")
NO_REDEAL = REFUSALS.line("no_redeal", "DOKO-18.6")
NO_MARRIAGE = REFUSALS.line("no_marriage", "DOKO-5.3")
NOT_POOR = REFUSALS.line("not_poor", "DOKO-5.4")
ALL_TRUMPS = REFUSALS.line("all_trumps", "DOKO-7.2")
TOO_LOW = REFUSALS.line("too_low", "DOKO-18.10")
NOT_ABOVE = REFUSALS.line("not_above", "DOKO-17.4")
NOT_YOUR_PARTY = REFUSALS.line("not_your_party", "DOKO-10.2")
SAID_ALREADY = REFUSALS.line("said_already", "DOKO-10.3")
TOO_LATE = REFUSALS.line("too_late", "DOKO-10.9")
NOT_DETERMINED = REFUSALS.line("not_determined", "DOKO-10.17")
MARRIED_ALONE = REFUSALS.line("married_alone", "DOKO-10.22")
LATE_REPLY = REFUSALS.line("late_reply", "DOKO-10.15")
WITHOUT_RE = REFUSALS.line("without_re", "DOKO-18.16")

NOTES = Lines()
TAKES = NOTES.line("takes", "DOKO-9.8")
SHOWS_HAND = NOTES.line("shows_hand", "DOKO-18.6", heading=True)
NORMAL_GAME = NOTES.line("normal_game", "DOKO-5.2", heading=True)
CONTRACT = NOTES.line("contract", "DOKO-5.1", heading=True)
FORCED = NOTES.line("forced", "DOKO-15.10")
MUST_SOLO = NOTES.line("must_solo", "DOKO-6.11")
RETURNED_TRUMPS = NOTES.line("returned_trumps", "DOKO-7.8")
IS_RE, IS_CONTRA = NOTES.line("is_re", "DOKO-8.9"), NOTES.line("is_contra", "DOKO-8.9")
PARTNER = NOTES.line("partner", "DOKO-8.3")
ALONE = NOTES.line("alone", "DOKO-8.5")
CATCHES_FOX = NOTES.line("catches_fox", "DOKO-13.5")
MAKES_DOPPELKOPF = NOTES.line("makes_doppelkopf", "DOKO-13.12")
LAID_DOWN = NOTES.line("laid_down", "DOKO-19.4", scoring=True)
THROWN_IN = NOTES.line("thrown_in", "DOKO-7.9", scoring=True, heading=True)
RE_WINS = NOTES.line("re_wins", "DOKO-11.1", scoring=True, heading=True)
CONTRA_WINS = NOTES.line("contra_wins", "DOKO-11.1", scoring=True, heading=True)
DRAW = NOTES.line("draw", "DOKO-11.9", scoring=True, heading=True)
WON = NOTES.line("won", "DOKO-12.2", scoring=True)
UNDER_90 = NOTES.line("under_90", "DOKO-12.2", scoring=True)
UNDER_60 = NOTES.line("under_60", "DOKO-12.2", scoring=True)
UNDER_30 = NOTES.line("under_30", "DOKO-12.2", scoring=True)
NO_TRICK = NOTES.line("no_trick", "DOKO-12.2", scoring=True)
SAID_RE = NOTES.line("said_re", "DOKO-12.3", scoring=True)
SAID_CONTRA = NOTES.line("said_contra", "DOKO-12.3", scoring=True)
RE_LEVELS = NOTES.line("re_levels", "DOKO-12.3", scoring=True)
CONTRA_LEVELS = NOTES.line("contra_levels", "DOKO-12.3", scoring=True)
BEATEN = NOTES.line("beaten", "DOKO-12.5", scoring=True)
QUEENS_BEATEN = NOTES.line("queens_beaten", "DOKO-12.9", scoring=True)
DRAW_RE = NOTES.line("draw_re", "DOKO-12.8", scoring=True)
DRAW_CONTRA = NOTES.line("draw_contra", "DOKO-12.8", scoring=True)
FOX_RE, FOX_CONTRA = (
    NOTES.line("fox_re", "DOKO-13.4", scoring=True),
    NOTES.line("fox_contra", "DOKO-13.4", scoring=True),
)
CHARLIE_RE = NOTES.line("charlie_re", "DOKO-13.6", scoring=True)
CHARLIE_CONTRA = NOTES.line("charlie_contra", "DOKO-13.6", scoring=True)
CAUGHT_RE = NOTES.line("caught_re", "DOKO-13.7", scoring=True)
CAUGHT_CONTRA = NOTES.line("caught_contra", "DOKO-13.7", scoring=True)
DOUBLE_RE = NOTES.line("double_re", "DOKO-13.10", scoring=True)
DOUBLE_CONTRA = NOTES.line("double_contra", "DOKO-13.10", scoring=True)
SCORES_RE = NOTES.line("scores_re", "DOKO-14.3", scoring=True)
SCORES_CONTRA = NOTES.line("scores_contra", "DOKO-14.3", scoring=True)
SCORES_ALONE = NOTES.line("scores_alone", "DOKO-14.4", scoring=True)
WINS = NOTES.line("wins", "DOKO-14.6", scoring=True)


SIDE = Spec(("seats",), See.NOBODY, follows=True)
KNOWS = Spec(("seats", "seats"), See.VIEWER, follows=True)
LAID = Spec((), See.RULE, "pieces", place=False, follows=True)


PerParty = Annotated[list[int], Spec((3,))]
PerFox = Annotated[list[int], Spec((MOST_FOXES,))]
PARTY = OneOf(3)  # UNDECIDED, CONTRA or RE
Strength = Annotated[Public, range(-1, len(BIDS))]  # of a bid
Balance = Annotated[PerSeat, range(-MOST_HELD, MOST_HELD + 1)]
LEVEL = range(5)  # taken on for a solo (DOKO-17.4)
SAID = range(SAID_SCHWARZ + 1)  # levels of announcements
IN_HAND = range(MOST_HELD + 1)  # cards of a hand in the play, and tricks (DOKO-9.9)


class State(TrickState, seats=SEATS, pack=PACK):
    """A Doppelkopf match in progress."""

    options: Options  # the rules agreed before the match
    idle: SeatIn[Public]  # seat that deals and sits out, -1 with four players (DOKO-1.3)
    begun: YesNo[Public]  # 1 once a deal was dealt
    # bidding
    kept: ForDeal[YesNo[PerSeat]]  # 1 once the seat keeps its hand (DOKO-18.24)
    said: ForDeal[Annotated[PerSeat, OneOf(3)]]  # UNSAID, PASSED or RESERVED in this deal (DOKO-6.1)
    question: ForDeal[Annotated[Public, Question]]  # question that is put to the reservers, a Question (DOKO-6.5)
    naming: Annotated[Public, Naming]  # what the seat in turn may name, a Naming
    holder: ForDeal[SeatIn[Public]] = -1  # seat that has the solo so far, -1 for none (DOKO-17.9, 18.25)
    level: ForDeal[Annotated[Public, LEVEL]]  # level it has taken on, 0 for plain to 4 for schwarz (DOKO-17.4)
    challenger: ForDeal[SeatIn[Public]] = -1  # seat that may overcall, -1 for none
    challenge: ForDeal[Annotated[Public, LEVEL]]  # level that it called and the holder has not answered, 0 for none
    bid: ForDeal[Strength] = -1  # strength of the highest bid of the auction, -1 for none (DOKO-18.15)
    left: ForDeal[YesNo[PerSeat]]  # 1 once the seat has left the auction (DOKO-18.17)
    # contract
    contract: ForDeal[Annotated[Public, Contract]]  # a Contract
    order: ForDeal[Annotated[Public, OneOf(len(ORDERS))]]  # how its cards rank, an index of cards.ORDERS (DOKO-3)
    declarer: ForDeal[SeatIn[Public]] = -1  # soloist, marrying or poor player, -1 in a normal game
    partner: ForDeal[SeatIn[Public]] = -1  # partner of a marriage or poverty, -1 for none
    compulsory: ForDeal[YesNo[Public]]  # 1 in a compulsory solo (DOKO-15.3)
    forced: ForDeal[YesNo[Public]]  # 1 in a deal that its soloist was forced to play (DOKO-15.10)
    refused: ForDeal[YesNo[PerSeat]]  # 1 once the seat has refused the poor player's cards (DOKO-7.4)
    offered: ForDeal[Annotated[Row, Spec((), See.RULE, "pieces")]]  # the poor player's cards on the table (DOKO-7.1)
    laid: ForDeal[Annotated[Row, LAID]]  # which cards those were, for the end (DOKO-19.4)
    shown: ForDeal[PiecesPerSeat]  # hands laid open in a deal that is not played (DOKO-18.6, 19.4)
    # parties
    side: ForDeal[Annotated[list[int], SIDE, PARTY]]  # the party of each seat; nobody sees it as such (DOKO-8)
    knows: ForDeal[Annotated[list[list[int]], KNOWS, PARTY]]  # [viewer, seat] what the viewer knows of it, as `side`
    party: ForDeal[Annotated[PerSeat, PARTY]]  # the party of each seat once it is public (DOKO-8.9)
    queens: ForDeal[Annotated[PerSeat, range(3)]]  # queens of clubs that the seat has played
    # announcements, by party
    open_calls: ForDeal[YesNo[Public]]  # 1 while announcements may be made at all (DOKO-10.1, 10.17, 10.22)
    called: ForDeal[Annotated[PerParty, SAID]]  # [party] highest level it has announced (DOKO-10.3)
    late: ForDeal[YesNo[PerParty]]  # [party] 1 if its Re or Contra was a late reply (DOKO-10.15)
    fewest: ForDeal[Annotated[PerParty, IN_HAND]]  # [party] fewest cards held at 90 to schwarz (DOKO-10.14)
    announced: ForDeal[Annotated[PerSeat, SAID]]  # highest level that the seat itself has announced
    shift: ForDeal[Annotated[Public, range(3)]]  # cards by which a marriage lowers the limits (DOKO-10.20)
    mute: ForDeal[YesNo[Public]]  # 1 where the soloist may not announce (DOKO-18.16)
    # play
    led: SuitIn[Public]  # class led, a suit or TRUMP
    best: KindIn[Public]  # kind that takes the trick so far
    best_seat: OfTrick[SeatIn[Public]]  # who played it
    taken: ForDeal[PiecesPerSeat]  # cards of the tricks each seat took, without the trick that still lies (DOKO-9.8)
    markers: ForDeal[PiecesPerSeat]  # captured foxes and a card of each Doppelkopf trick, face up (DOKO-13.12)
    points: ForDeal[Annotated[PerSeat, range(ALL_POINTS + 1)]]  # card points in each seat's tricks (DOKO-2.2)
    tricks: ForDeal[Annotated[PerSeat, IN_HAND]]  # tricks each seat took
    fox_by: SeatIn[PerFox]  # who played each fox that another seat took (DOKO-13.4)
    fox_to: SeatIn[PerFox]  # who took it
    fox_last: YesNo[PerFox]  # 1 if that was the last trick (DOKO-18.20)
    foxes: ForDeal[Annotated[Public, range(MOST_FOXES + 1)]]  # how many there are
    doubles: ForDeal[Annotated[PerSeat, range(5)]]  # Doppelkopf tricks each seat took (DOKO-13.10)
    helped: ForDeal[Balance]  # fat cards given to Re less those given to Contra, as far as parties were public
    trumps_out: ForDeal[Annotated[PerSeat, IN_HAND]]  # trumps that the seat has played
    # match
    winner: ForDeal[Annotated[Public, PARTY]]  # party that won the deal just scored, UNDECIDED for a draw
    added: ForDeal[PerSeat]  # what the deal just scored changed each score by
    owes: YesNo[PerSeat]  # 1 while the seat owes its compulsory solo (DOKO-15.2)
    ordinary: Public  # ordinary deals scored in a tournament (DOKO-15.1)


@kernel
def active_after(s: State, seat: int) -> int:
    """DOKO-1.3, 1.4: return the next seat clockwise that plays in this deal."""
    seat = next_seat(s, seat)
    return next_seat(s, seat) if seat == s.idle else seat


@kernel
def forehand(s: State) -> int:
    """DOKO-1.5: return the first active seat from the dealer."""
    return active_after(s, s.dealer)


@kernel
def tricks_in_all(s: State) -> int:
    """DOKO-9.9, 18.4: return the tricks of a deal, which are the cards of a hand."""
    return s.options.deck // ACTIVE

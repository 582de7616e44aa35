"""The state of a session of French Tarot Solo, its actions, chances and sentences."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite.kit import (
    BaseState,
    Chances,
    ForDeal,
    ForTrick,
    Lines,
    NamedPerChair,
    NamedPieces,
    OfTrick,
    OwnPiecesPerSeat,
    PerChair,
    PiecesPerChair,
    Public,
    Refusals,
    Row,
    SeatIn,
    See,
    Shown,
    Spec,
    SuitIn,
    Verbs,
    YesNo,
    kernel,
)

from .cards import PACK
from .options import Options

FIGURES = ("ai", "dummy")
ME, AI, DUMMY = 0, 1, 2  # chairs
SIDES, HAND_SIZE, KITTY_SIZE, OPEN_CARDS = 3, 24, 6, 3
ROUNDS, PACKET = 6, 4  # of the deal (TAROT-3.1)
PRISE, GARDE, GARDE_SANS, GARDE_CONTRE = range(1, 5)
Phase = IntEnum("Phase", "DEAL REDEAL BID DISCARD SLAM DUMMY HANDFUL OWN OVER", start=0)

VERBS = Verbs(PACK)
REDEAL, KEEP, PASS = VERBS.word("redeal"), VERBS.word("keep"), VERBS.word("pass")
BID = VERBS.word("bid prise") - PRISE
for _name in ("bid garde", "bid garde-sans", "bid garde-contre"):
    VERBS.word(_name)
ANNOUNCE_SLAM = VERBS.word("announce slam")
HANDFUL = VERBS.word("announce single") - 1
for _name in ("announce double", "announce triple"):
    VERBS.word(_name)
PLAY = VERBS.pieces("play", gesture=lambda options: False)
LAY_AWAY = VERBS.pieces("discard", shown=Shown.VERB, final=True)

CHANCES = Chances()
SHUFFLE = CHANCES.name("deal")

REFUSALS = Refusals()
FOLLOW, DUMMY_FOLLOW = REFUSALS.line("follow", "TAROT-9.1"), REFUSALS.line("dummy_follow", "TAROT-9.1")
TRUMP, DUMMY_TRUMP = REFUSALS.line("trump", "TAROT-9.2"), REFUSALS.line("dummy_trump", "TAROT-9.2")
OVERTRUMP, DUMMY_OVERTRUMP = REFUSALS.line("overtrump", "TAROT-9.3"), REFUSALS.line("dummy_overtrump", "TAROT-9.3")
FOLLOW_TRUMP = REFUSALS.line("follow_trump", "TAROT-9.5")
DUMMY_FOLLOW_TRUMP = REFUSALS.line("dummy_follow_trump", "TAROT-9.5")
GO_HIGHER, DUMMY_GO_HIGHER = REFUSALS.line("go_higher", "TAROT-9.5"), REFUSALS.line("dummy_go_higher", "TAROT-9.5")
DUMMYS_TURN = REFUSALS.line("dummys_turn", "TAROT-8.4")
OWN_TURN = REFUSALS.line("own_turn", "TAROT-8.7")
NO_OUDLER = REFUSALS.line("no_oudler", "TAROT-5.3")
NO_KING = REFUSALS.line("no_king", "TAROT-5.3")
NO_TRUMP = REFUSALS.line("no_trump", "TAROT-5.4")
TRUMPS_ENOUGH = REFUSALS.line("trumps_enough", "TAROT-5.5")
HIGHER_BID = REFUSALS.line("higher_bid", "TAROT-4.9")
TOO_FEW_TRUMPS = REFUSALS.line("too_few_trumps", "TAROT-7.5")

NOTES = Lines()
REDEALT = NOTES.line("redealt", "TAROT-3.4")
IS_PRISE = NOTES.line("is_prise", "TAROT-4.3")
TURNS_UP = NOTES.line("turns_up", "TAROT-5.1")
LAYS_TRUMPS = NOTES.line("lays_trumps", "TAROT-5.4")
OPENS = NOTES.line("opens", "TAROT-8.1")
LEADS = NOTES.line("leads", "TAROT-8.3")
FLIPS = NOTES.line("flips", "TAROT-8.5")
SHOWS_EXCUSE = NOTES.line("shows_excuse", "TAROT-7.4")
DUMMY_PLAYS = NOTES.line("dummy_plays", "TAROT-8.4")
TAKES = NOTES.line("takes", "TAROT-10.4")
KEEPS_EXCUSE = NOTES.line("keeps_excuse", "TAROT-11.1")
EXCUSE_WINS = NOTES.line("excuse_wins", "TAROT-11.6")
MADE = NOTES.line("made", "TAROT-13.3", scoring=True, heading=True)
FAILED = NOTES.line("failed", "TAROT-13.3", scoring=True, heading=True)
OUDLERS_WON = NOTES.line("oudlers", "TAROT-2.9", scoring=True, detail=True)
TRICK_POINTS = NOTES.line("trick_points", "TAROT-13.1", scoring=True, detail=True)
DISCARD_POINTS = NOTES.line("discard_points", "TAROT-13.1", scoring=True, detail=True)
KITTY_POINTS = NOTES.line("kitty_points", "TAROT-13.1", scoring=True, detail=True)
KITTY_LOST = NOTES.line("kitty_lost", "TAROT-4.8", scoring=True, detail=True)
GIVES_HALF = NOTES.line("gives_half", "TAROT-11.4", scoring=True, detail=True)
GETS_HALF = NOTES.line("gets_half", "TAROT-11.4", scoring=True, detail=True)
CARD_POINTS = NOTES.line("card_points", "TAROT-13.1", scoring=True, detail=True)
ROUNDED = NOTES.line("rounded", "TAROT-13.4", scoring=True, detail=True)
NEEDS = NOTES.line("needs", "TAROT-2.9", scoring=True, detail=True)
BASE = NOTES.line("base", "TAROT-14.1", scoring=True, detail=True)
PETIT_AU_BOUT = NOTES.line("petit_au_bout", "TAROT-14.3", scoring=True, detail=True)
TIMES = NOTES.line("times", "TAROT-14.4", scoring=True, detail=True)
HANDFUL_POINTS = NOTES.line("handful_points", "TAROT-14.5", scoring=True, detail=True)
SLAM_MADE = NOTES.line("slam_made", "TAROT-14.6", scoring=True)
SLAM_UNSAID = NOTES.line("slam_unsaid", "TAROT-14.6", scoring=True)
SLAM_MISSED = NOTES.line("slam_missed", "TAROT-14.6", scoring=True)
SLAM_SUFFERED = NOTES.line("slam_suffered", "TAROT-14.8", scoring=True)
UNIT = NOTES.line("unit", "TAROT-14.9", scoring=True, detail=True)
SCORES = NOTES.line("scores", "TAROT-14.9", scoring=True)
DEFENDER_SCORES = NOTES.line("defender_scores", "TAROT-14.9", scoring=True, detail=True)
BEATEN = NOTES.line("beaten", "TAROT-15.2", scoring=True)

BY_RULE = Spec(see=See.RULE, holds="pieces")
IN_ORDER = Spec(("chairs", HAND_SIZE), See.NOBODY, "sequence")


IN_HAND = range(HAND_SIZE + 1)  # cards of a hand, and tricks
SoMany = Annotated[Public, IN_HAND]
Bid = Annotated[Public, range(GARDE_CONTRE + 1)]
Handful = Annotated[Public, range(4)]
Debt = Annotated[Public, range(-1, 2)]


class State(BaseState, seats=1, figures=len(FIGURES), pack=PACK):
    """A session in progress: the player is side 0, the AI side 1, the Dummy side 2 (TAROT-1.2)."""

    options: Options  # the rules agreed before the session
    hand: ForDeal[OwnPiecesPerSeat]  # the player's cards
    kitty: ForDeal[Annotated[Row, BY_RULE]]  # seen while it is exchanged, and after the deal (TAROT-5.1)
    laid_away: ForDeal[Annotated[Row, BY_RULE]]  # the player's discard (TAROT-5.2, 5.7)
    trumps_away: ForDeal[NamedPieces]  # its trumps, which are shown (TAROT-5.4)
    turned: ForDeal[NamedPieces]  # the kitty as it was turned up (TAROT-5.1)
    closed: Annotated[list[list[int]], IN_ORDER]  # face-down hands (TAROT-3.6)
    shown: ForDeal[PiecesPerChair]  # the Dummy's face-up cards (TAROT-8.1)
    opened: ForDeal[SoMany]  # cards of the Dummy that were turned up so far (TAROT-8.5)
    # trick
    trick: ForDeal[PiecesPerChair]  # what each side put on the trick
    last_trick: ForDeal[NamedPerChair]  # the trick before it
    leader: SeatIn[Public]  # side that leads every trick: the AI (TAROT-8.2)
    led: ForTrick[SuitIn[Public]] = -1  # suit asked for, an index of "CSHD", 4 for trumps, -1 for none yet (TAROT-9.11)
    best: ForTrick[Public] = -1  # strength of the best card so far (TAROT-10)
    best_seat: ForTrick[OfTrick[SeatIn[Public]]] = -1  # side that takes the trick so far
    top_trump: ForTrick[Annotated[Public, range(22)]]  # number of the highest trump in it, 0 for none (TAROT-9.3)
    excuse_side: ForTrick[SeatIn[Public]] = -1  # side that played the Excuse to this trick, -1 for none (TAROT-11)
    tricks_played: ForDeal[SoMany]  # tricks complete in this deal
    tricks: ForDeal[Annotated[PerChair, IN_HAND]]  # tricks each side won
    taken: ForDeal[PiecesPerChair]  # cards of the tricks each side won, corrected by the Excuse (TAROT-10.4, 11.1)
    # deal
    bid: ForDeal[Bid]  # 1 Prise, 2 Garde, 3 Garde Sans, 4 Garde Contre; 0 before it (TAROT-4.1)
    last_bid: Bid  # the latest bid of the session (TAROT-4.9)
    slam: ForDeal[YesNo[Public]]  # 1 if a slam was announced (TAROT-6.1)
    handful: ForDeal[Handful]  # size of the handful declared: 1 single, 2 double, 3 triple; 0 for none (TAROT-7)
    debt: ForDeal[Debt]  # 1 if the declarer owes a card for the Excuse, -1 if the defence does (TAROT-11.2)
    petit_trick: ForDeal[SoMany]  # number of the trick to which trump 1 was played, 0 for none yet (TAROT-12.1)
    petit_side: ForDeal[SeatIn[Public]] = -1  # side that played it (TAROT-12.4)
    petit_taker: ForDeal[SeatIn[Public]] = -1  # side that won that trick (TAROT-12.3)
    settled: ForDeal[YesNo[Public]]  # 1 once the deal is scored, until the next (TAROT-16.3)
    # session
    added: Public  # what the declarer scored in the latest deal (TAROT-14.9)
    best_added: Public  # the most that was scored in a deal of the session (TAROT-15.2)
    times_beaten: Public  # deals that scored more than the one before (TAROT-15.2)


@kernel
def party(side: int) -> int:
    """TAROT-1.3: 0 for the declarer, 1 for the defence."""
    return min(side, 1)


@kernel
def has_exchange(s: State) -> bool:
    """TAROT-4.6: tell whether the kitty is exchanged at this bid."""
    return s.bid == PRISE or s.bid == GARDE

"""The state of an Emissary match, its actions, chances and sentences."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite.kit import (
    BaseState,
    Chances,
    Constant,
    ForDeal,
    Lines,
    NamedPerChair,
    NamedPieces,
    OneOf,
    OwnPiecesPerSeat,
    Pieces,
    PiecesPerChair,
    Public,
    Refusals,
    SeatIn,
    See,
    Spec,
    SuitIn,
    Verbs,
    YesNo,
)

from .cards import PACK
from .options import Options

FIGURES = ("king",)
PLAYER, KING = 0, 1  # chairs
KINGDOMS, HAND_SIZE, MOST_STOCK = 8, 8, 32
COMMERCE_CARDS = 2  # drawn, and discarded, by Commerce (EMIS-6.14)
NOWHERE = -1  # no kingdom is visited, no suit is trump
Phase = IntEnum("Phase", "RULERS DEAL KINGDOM LEAD ANSWER DISCARD RECYCLE OVER", start=0)
Errand = IntEnum("Errand", "LEAD HAND COMMERCE", start=0)  # what cards are drawn for
Run = IntEnum("Run", "NONE OPEN CLOSED", start=0)  # of selections, with `one_window`

VERBS = Verbs(PACK)
TURN = VERBS.word("turn")
VISIT = VERBS.number("visit", 1, KINGDOMS, stations=True, final=True)
SELECT = VERBS.pieces("select", gesture=lambda options: False, final=True)
USE = VERBS.pieces("use", gesture=lambda options: False)
USE_SJ = VERBS.number("use SJ", 1, KINGDOMS, stations=True)
USE_SQ = VERBS.number("use SQ", 1, KINGDOMS, stations=True)
USE_SK = VERBS.number("use SK", 1, KINGDOMS, stations=True)
DISCARD = VERBS.pieces("discard")
PLAY = VERBS.pieces("play", gesture=lambda options: False)
POLITICS = (USE_SJ, USE_SQ, USE_SK)
POLITICIANS = tuple(PACK.kind(code) for code in ("SJ", "SQ", "SK"))
PLACES = (1 << KINGDOMS) - 1  # all kingdoms, as numbers of a verb

CHANCES = Chances()
DEAL_RULERS = CHANCES.name("rulers")
SHUFFLE = CHANCES.name("deal")
RECYCLE = CHANCES.name("recycle")

REFUSALS = Refusals()
CHOOSE_FIRST = REFUSALS.line("choose_first", "EMIS-2.2")
KINGDOM_WON = REFUSALS.line("kingdom_won", "EMIS-2.3")
STAY = REFUSALS.line("stay", "EMIS-2.8")
TURN_FIRST = REFUSALS.line("turn_first", "EMIS-3.1")
TURNED_ALREADY = REFUSALS.line("turned_already", "EMIS-3.12")
FOLLOW = REFUSALS.line("follow", "EMIS-3.2")
NO_HELPER = REFUSALS.line("no_helper", "EMIS-5.1")
USED_VASSAL = REFUSALS.line("used_vassal", "EMIS-5.1")
NOT_SELECTED = REFUSALS.line("not_selected", "EMIS-5.2")
TOO_LATE = REFUSALS.line("too_late", "EMIS-5.2")
AFTER_FIRST_TRICK = REFUSALS.line("after_first_trick", "EMIS-5.5")
AFTER_TURNING = REFUSALS.line("after_turning", "EMIS-5.7")
CARRY_OUT_FIRST = REFUSALS.line("carry_out_first", "EMIS-5.8")
SELECTED_ALREADY = REFUSALS.line("selected_already", "EMIS-5.12")
RUN_IS_OVER = REFUSALS.line("run_is_over", "EMIS-5.12")
NOTHING_TO_SELECT = REFUSALS.line("nothing_to_select", "EMIS-5.13")
NAME_KINGDOM = REFUSALS.line("name_kingdom", "EMIS-6.7")
SAME_KINGDOM = REFUSALS.line("same_kingdom", "EMIS-6.7")
NO_RULER_THERE = REFUSALS.line("no_ruler_there", "EMIS-6.7")
BARRED_AT_EIGHT = REFUSALS.line("barred_at_eight", "EMIS-6.9")
LAST_KINGDOM = REFUSALS.line("last_kingdom", "EMIS-6.10")
NO_SELECTING = REFUSALS.line("no_selecting", "EMIS-8.4")
NO_COMMERCE = REFUSALS.line("no_commerce", "EMIS-6.14")
DUTY = REFUSALS.line("duty", "EMIS-7.3")
NO_POLITICS_HERE = REFUSALS.line("no_politics_here", "EMIS-7.4")
DUTY_BEFORE_TURNING = REFUSALS.line("duty_before_turning", "EMIS-7.6")
COULD_NOT_BE_USED = REFUSALS.line("could_not_be_used", "EMIS-7.6")
NO_ALLY = REFUSALS.line("no_ally", "EMIS-8.1")
ALLY_USED = REFUSALS.line("ally_used", "EMIS-8.3")
RESTING = REFUSALS.line("resting", "EMIS-9.4")

NOTES = Lines()
TRUMP = NOTES.line("trump", "EMIS-2.6")
TURNS_UP = NOTES.line("turns_up", "EMIS-3.1")
TAKES = NOTES.line("takes", "EMIS-3.4")
CANNOT_LEAD = NOTES.line("cannot_lead", "EMIS-4.4")
LAYS_AWAY = NOTES.line("lays_away", "EMIS-6.2")
DRAWS = NOTES.line("draws", "EMIS-6.5")
EXCHANGES = NOTES.line("exchanges", "EMIS-6.7")
SUCCEEDS = NOTES.line("succeeds", "EMIS-9.1", scoring=True, heading=True)
TOO_MANY = NOTES.line("too_many", "EMIS-9.2", scoring=True, heading=True)
TOO_FEW = NOTES.line("too_few", "EMIS-9.2", scoring=True, heading=True)
DEMANDED = NOTES.line("demanded", "EMIS-2.5", scoring=True)
ARGUMENTS = NOTES.line("arguments", "EMIS-3.7", scoring=True)
NEW_ALLY = NOTES.line("new_ally", "EMIS-8.1", scoring=True)
ALLIES_USED = NOTES.line("allies_used", "EMIS-8.3", scoring=True)
KINGDOMS_WON = NOTES.line("kingdoms_won", "EMIS-10.2", scoring=True)
ALLIES_LEFT = NOTES.line("allies_left", "EMIS-10.2", scoring=True)
ALL_WON = NOTES.line("all_won", "EMIS-10.1", scoring=True)


SoMany = Annotated[Public, range(MOST_STOCK + 1)]  # playing cards
Kingdom = Annotated[Public, OneOf(KINGDOMS)]


class State(BaseState, seats=1, figures=1, pack=PACK):
    """An Emissary match in progress; a deal is a visit."""

    options: Options  # the rules agreed before the match
    hand: ForDeal[OwnPiecesPerSeat]  # playing cards held
    stock: ForDeal[Annotated[list[int], Spec((MOST_STOCK,), See.NOBODY, "sequence")]]  # the stock at its end
    stock_left: SoMany  # cards of the stock (EMIS-11.4)
    discards: ForDeal[Pieces]  # cards thrown away in this visit, all seen (EMIS-3.7, 3.8)
    discarded: ForDeal[SoMany]  # how many they are (EMIS-11.4)
    won_pile: ForDeal[Pieces]  # the player's cards that won (EMIS-3.7)
    arguments: ForDeal[SoMany]  # arguments won in this visit (EMIS-11.4)
    # the row
    kingdoms: Annotated[list[int], Spec((KINGDOMS,), holds="sequence")]  # rulers, from left to right (EMIS-1.2)
    kingdom: ForDeal[Kingdom] = NOWHERE  # index of the kingdom visited, -1 before it is chosen (EMIS-2.2)
    trump: ForDeal[SuitIn[Public]] = NOWHERE  # suit of its ruler, -1 before (EMIS-2.6)
    # those who help
    vassals: Pieces  # vassals face up (EMIS-1.3)
    selected: Pieces  # vassals selected and not used (EMIS-5.2)
    used_vassals: Pieces  # vassals used in this visit (EMIS-5.1)
    resting: Pieces  # vassals that sit this visit out (EMIS-9.5)
    run: ForDeal[Annotated[Public, Run]]  # of selections under `one_window`: 0 none, 1 unbroken, 2 over (EMIS-5.12)
    allies: Pieces  # rulers won and not used (EMIS-8.1)
    used_allies: Pieces  # rulers won and used (EMIS-8.3)
    spent: NamedPieces  # those of them used in this visit
    # the trick
    trick: PiecesPerChair  # the king's card, until it is answered
    leader: SeatIn[Constant]  # the king's chair (EMIS-3.9)
    tricks_played: ForDeal[SoMany]  # tricks complete in this visit
    last_trick: ForDeal[NamedPerChair]  # the cards of the last one
    last_leader: SeatIn[Constant]  # the king's chair
    # a drawing that chance interrupts
    to_draw: SoMany  # cards still to be drawn by a power (EMIS-4.5)
    errand: Annotated[Public, Errand]  # what they are drawn for, a member of Errand
    begun: YesNo[Public]  # 1 once the first visit was dealt

"""The state of a Flashpoint match, its actions, chances and sentences."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite.kit import (
    Bits,
    Chances,
    ForDeal,
    ForTrick,
    KindIn,
    KindsIn,
    Lines,
    NamedPieces,
    OfTrick,
    OneOf,
    PerSeat,
    PiecesPerSeat,
    Public,
    Refusals,
    Row,
    SeatIn,
    See,
    Spec,
    TrickState,
    UpTo,
    Verbs,
    YesNo,
    kernel,
)

from .cards import NAMED, OBEYING, PACK, RANKS
from .options import Options

SEATS, HAND_SIZE = 4, 8
Phase = IntEnum("Phase", "DEALER DEAL INVITE COMMAND LEAD FOLLOW OVER", start=0)
Combination = IntEnum("Combination", "NONE PAIR RUN_OF_THREE TRIPLET PAIR_RUN TWO_PAIRS RUN_OF_FOUR QUARTET", start=0)
POINTS = (10, 1, 3, 6, 8, 10, 12, 16)  # of each combination; of none, for the team that did not win (FLASH-5.1, 5.4)
NO_COMMAND = -1
HELD_BACK, SHOWN_ALL = 1, 2  # of `pass_told`

VERBS = Verbs(PACK)
INVITE, DECLINE = VERBS.word("invite"), VERBS.word("decline")
NONE = VERBS.word("none")
COMMANDS = tuple(VERBS.word(f"command {way} {named}", final=True) for way in ("lead", "avoid") for named in NAMED)
COMMAND = COMMANDS[0]  # COMMAND + an index of cards.OBEYING
FLASH_VOID, FLASH_TWIN = VERBS.word("flash void", final=True), VERBS.word("flash twin", final=True)
FLASH_LONG, FLASH_FOUR = VERBS.word("flash long", final=True), VERBS.word("flash four", final=True)
FLASH_SQUARE = VERBS.word("flash square", final=True)
FLASHES = (FLASH_VOID, FLASH_TWIN, FLASH_LONG, FLASH_FOUR, FLASH_SQUARE)
PASS = VERBS.word("pass")
PLAY = VERBS.pieces("play", gesture=lambda options: False, final=True)  # a pass comes of itself, or none: FLASH-3.6
VOID, TWIN, LONG, FOUR = 1, 2, 4, 8  # masks of kinds of flash; FLASH_VOID offered with them

CHANCES = Chances()
DRAW_DEALER = CHANCES.name("dealer", public=True)
SHUFFLE = CHANCES.name("deal")

REFUSALS = Refusals()
SUIT_LIES = REFUSALS.line("suit_lies", "FLASH-3.2")  # a card of a suit that is in the trick already
CANNOT_PLAY = REFUSALS.line("cannot_play", "FLASH-3.3")  # a card where every suit in hand lies already
ABLE = REFUSALS.line("able", "FLASH-3.4")  # a pass by who can play
LEADER_PLAYS = REFUSALS.line("leader_plays", "FLASH-3.1")  # a pass by the leader
LEAD_WAITS = REFUSALS.line("lead_waits", "FLASH-2.6")  # a card, flash or pass before the leader has invited or declined
PARTNER_FIRST = REFUSALS.line("partner_first", "FLASH-2.1")  # a card or flash before the partner has spoken
NOT_PARTNER = REFUSALS.line("not_partner", "FLASH-2.1")  # a command by somebody else than the leader's partner
TOO_LATE = REFUSALS.line("too_late", "FLASH-2.7")  # a second command, or one after the lead
NOT_INVITED = REFUSALS.line("not_invited", "FLASH-2.10")  # a command before the leader has invited it, or uninvited
NO_INVITATION = REFUSALS.line("no_invitation", "FLASH-2.6")  # invite or decline at another time, or uncalled for
ONLY_COMMAND = REFUSALS.line("only_command", "FLASH-2.1")  # a card, flash or pass by who is to command
NO_COMMANDS = REFUSALS.line("no_commands", "FLASH-2.6")  # a command where none are played
NOT_VOID = REFUSALS.line("not_void", "FLASH-7.3")
NOT_TWIN = REFUSALS.line("not_twin", "FLASH-7.4")
NOT_LONG = REFUSALS.line("not_long", "FLASH-7.5")
NOT_FOUR = REFUSALS.line("not_four", "FLASH-7.6")
SHOWN_BEFORE = REFUSALS.line("shown_before", "FLASH-7.10")  # a flash shown already in this round
FLASH_LATE = REFUSALS.line("flash_late", "FLASH-7.12")  # a flash after the first trick
NOT_FIFTH = REFUSALS.line("not_fifth", "FLASH-8.2")  # a Square flash in another trick than the fifth
NOT_FOUR_CARDS = REFUSALS.line("not_four_cards", "FLASH-8.4")  # with more or fewer cards than four
NOT_SQUARE = REFUSALS.line("not_square", "FLASH-8.1")  # with four cards, but not one of each suit
SQUARE_BEFORE = REFUSALS.line("square_before", "FLASH-8.2")  # a second Square flash in one round

NOTES = Lines()
DISOBEYS = NOTES.line("disobeys", "FLASH-2.3", scoring=True)  # seat: the leader; amount: for the other team
CANNOT_OBEY = NOTES.line("cannot_obey", "FLASH-2.4")  # seat: the leader
PASSES = NOTES.line("passes", "FLASH-3.3")  # seat: who passes by itself
TAKES = NOTES.line("takes", "FLASH-4.1")  # seat: the winner, here and in all lines of tricks
DAMP_SQUIB = NOTES.line("damp_squib", "FLASH-5.4", scoring=True)  # amount: for the team that did not win
PAIR = NOTES.line("pair", "FLASH-5.1", scoring=True)  # amount: for the winner's team, here and in the next six
RUN_OF_THREE = NOTES.line("run_of_three", "FLASH-5.1", scoring=True)
TRIPLET = NOTES.line("triplet", "FLASH-5.1", scoring=True)
PAIR_RUN = NOTES.line("pair_run", "FLASH-5.1", scoring=True)
TWO_PAIRS = NOTES.line("two_pairs", "FLASH-5.1", scoring=True)
RUN_OF_FOUR = NOTES.line("run_of_four", "FLASH-5.1", scoring=True)
QUARTET = NOTES.line("quartet", "FLASH-5.1", scoring=True)
COMBINATIONS = DAMP_SQUIB  # COMBINATIONS + a Combination
LAST_TRICK = NOTES.line("last_trick", "FLASH-5.5", scoring=True)  # amount: as much again, for the same team
LEADS_INSTEAD = NOTES.line("leads_instead", "FLASH-6.2")  # seat: who leads because the winner has no cards
SHOWS_VOID = NOTES.line("shows_void", "FLASH-7.3", scoring=True)  # amount: bonus, here and in the next four
SHOWS_TWIN = NOTES.line("shows_twin", "FLASH-7.4", scoring=True)
SHOWS_LONG = NOTES.line("shows_long", "FLASH-7.5", scoring=True)
SHOWS_FOUR = NOTES.line("shows_four", "FLASH-7.6", scoring=True)
SHOWS_SQUARE = NOTES.line("shows_square", "FLASH-8.1", scoring=True)
ROUND = NOTES.line("round", "FLASH-9.1", scoring=True, heading=True)  # seat: one of a team; amount: its points
ADDS_BONUS = NOTES.line("adds_bonus", "FLASH-9.3", scoring=True)  # seat: one of a team, here and below
NO_BONUS = NOTES.line("no_bonus", "FLASH-9.3", scoring=True)  # amount: a bonus that is not added
MORE_POINTS = NOTES.line("more_points", "FLASH-9.6", scoring=True)  # amount: points before bonus
EXTRA_ROUND = NOTES.line("extra_round", "FLASH-9.9", scoring=True)
DRAWN = NOTES.line("drawn", "FLASH-9.6", scoring=True)  # amount: the equal total
MARGIN = NOTES.line("margin", "FLASH-9.5", scoring=True)  # amount: by how much the team wins, bonuses included
WINS = NOTES.line("wins", "FLASH-9.4", scoring=True)  # amount: the final total (of points under margin_only)

SPENT = Spec(("seats",), holds="pieces", place=False)
SHOWN_RANK = Spec(("seats",), See.RULE, follows=True)

COMMAND_BITS, RANK_BITS = Bits(len(OBEYING)), Bits(len(RANKS.split()))


Command = Annotated[Public, OneOf(len(OBEYING))]
Times = Annotated[PerSeat, range(4)]  # that a flash counts
ShownRank = Annotated[list[int], SHOWN_RANK, range(RANK_BITS.size + 1)]
Told = Annotated[PerSeat, OneOf(3)]


class State(TrickState, seats=SEATS, pack=PACK):
    """A Flashpoint match in progress; `score` has the points of each seat's team, without bonus."""

    options: Options  # the rules agreed before the match
    begun: YesNo[Public]  # 1 once a round was dealt
    # lead
    to_lead: SeatIn[Public]  # seat that leads next, or has led the trick in progress (FLASH-6)
    command: Command  # command for this lead, an index of cards.OBEYING, NO_COMMAND for none (FLASH-2)
    proved: ForDeal[Annotated[PerSeat, COMMAND_BITS]]  # it can surely obey: it paid for disobeying (FLASH-2.3, 2.4)
    # trick; `trick_len` counts the turns taken, passes too (FLASH-3.5)
    on_trick: ForTrick[NamedPieces]  # all its cards
    lying: ForTrick[KindsIn[Public]]  # mask of the cards of its suits, none of which may be played (FLASH-3.2)
    ranks: ForTrick[Annotated[Public, RANK_BITS]]  # mask of the ranks in it, indices of cards.RANKS
    paired: ForTrick[Annotated[Public, RANK_BITS]]  # mask of those that lie twice or more (FLASH-4.2)
    best_seat: OfTrick[SeatIn[Public]]  # seat that wins it so far (FLASH-4)
    best: KindIn[Public]  # its card that wins so far
    combination: ForDeal[Annotated[Public, Combination]]  # Combination that lies in it (FLASH-5.1)
    worth: ForDeal[Annotated[Public, range(2 * max(POINTS) + 1)]]  # points that it is worth so far (FLASH-5)
    gains: ForDeal[OfTrick[YesNo[PerSeat]]]  # 1 for the two seats whose team scores them as it lies (FLASH-5.1, 5.4)
    passed: ForTrick[YesNo[PerSeat]]  # 1 if the seat passed in it (FLASH-3.3)
    taken: ForDeal[PiecesPerSeat]  # cards of the tricks each seat won, without the trick that still lies
    tricks: ForDeal[Annotated[PerSeat, UpTo("pack")]]  # tricks each seat won in this round
    # flash; each number is how often the kind counts, 0 for not shown
    void_flash: ForDeal[Times]  # suits missing, 1 at most under double_void = once (FLASH-7.3, 7.8)
    twin_flash: ForDeal[YesNo[PerSeat]]  # 1 once shown (FLASH-7.4)
    long_flash: ForDeal[YesNo[PerSeat]]  # 1 once shown (FLASH-7.5)
    four_flash: ForDeal[Times]  # sets of four that count (FLASH-7.6, 7.9)
    square_flash: ForDeal[YesNo[PerSeat]]  # 1 once shown (FLASH-8)
    four_rank: ForDeal[ShownRank]  # 1 + rank of the four shown, the higher of two
    spent: ForDeal[Annotated[list[Row], SPENT]]  # cards that each seat has played in this round
    square_left: ForDeal[KindsIn[PerSeat]]  # cards of the suits of which it holds one each since its Square flash, or 0
    pass_told: ForDeal[Told]  # how it passed in trick 1: HELD_BACK a flash, or SHOWN_ALL that it had; 0 (FLASH-7.12)
    # score
    gained: ForDeal[PerSeat]  # points of the seat's team in this round, penalties included (FLASH-2.9, 5)
    bonus: PerSeat  # bonus of the seat's team in the match (FLASH-7, 8)
    bonus_gained: ForDeal[PerSeat]  # bonus of the seat's team in this round


@kernel
def partner_of(seat: int) -> int:
    """FLASH-1.3: return who sits opposite."""
    return (seat + 2) % SEATS


@kernel
def credit(s: State, seat: int, points: int) -> None:
    """FLASH-2.9, 5: give a seat's team points, which count at once."""
    mate = partner_of(seat)
    s.gained[seat] += points
    s.gained[mate] += points
    s.score[seat] += points
    s.score[mate] += points


@kernel
def credit_bonus(s: State, seat: int, bonus: int) -> None:
    """FLASH-7.1, 8.1: note a bonus for a seat's team, apart from its points."""
    mate = partner_of(seat)
    s.bonus[seat] += bonus
    s.bonus[mate] += bonus
    s.bonus_gained[seat] += bonus
    s.bonus_gained[mate] += bonus

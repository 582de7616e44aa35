"""The state of a Perlaggen match, its actions, chances and sentences."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from torite.kit import (
    Chances,
    ForDeal,
    HiddenPieces,
    KindIn,
    KindsIn,
    Lines,
    NamedPerSeat,
    OfTrick,
    OneOf,
    PerSeat,
    Pieces,
    PiecesPerSeat,
    Public,
    Refusals,
    Row,
    SeatIn,
    See,
    Spec,
    SuitIn,
    TrickState,
    Verbs,
    YesNo,
    each,
    kernel,
    kinds,
)

from .cards import ALL_CARDS, CARDS, MOST_WILDS, PACK, STRENGTHS, WILD_KINDS
from .options import Options

SEATS, TEAMS, ELEMENTS, TRICKS = 4, 2, 3, 5
GLEICH, HANGER, SPIEL = range(ELEMENTS)
ELEMENT_NAMES = ("gleich", "hanger", "spiel")
NOBODY, NOTHING = -1, -1
MAJORITY = 3  # tricks that decide Spiel (PERL-4.6)
Phase = IntEnum("Phase", "DEALER DEAL CUT EXCHANGE POLL PLAY ANSWER SHOWDOWN OVER", start=0)
Status = IntEnum("Status", "OPEN GIVEN WON TIED VOID", start=0)  # of an element (clauses, "Decision structure")

VERBS = Verbs(PACK)
DECLINE = VERBS.word("decline")
BETS = tuple(VERBS.word(f"bet {name}", offer=True, final=True) for name in ELEMENT_NAMES)
CONCESSIONS = tuple(VERBS.word(f"concede {name}", offer=True, final=True) for name in ELEMENT_NAMES)
BET, CONCEDE = BETS[0], CONCESSIONS[0]  # BET + an element, CONCEDE + an element
GOOD, HOLD = VERBS.word("good", final=True), VERBS.word("hold", final=True)
RAISE = VERBS.word("raise", final=True)
ACCEPT = VERBS.word("accept", final=True)
PASS, DEFER = VERBS.word("pass"), VERBS.word("defer", final=True)
CUT = VERBS.number("cut", 1, CARDS - 1, final=True)
EXCHANGE = VERBS.pieces("exchange", gesture=lambda options: False, final=True)
PLAY = VERBS.pieces("play", gesture=lambda options: False)
PLAY_AS = VERBS.stands("play", WILD_KINDS)  # nth_verb(PLAY_AS, a wild's place in WILD_KINDS) + what it stands for
CLAIM_GLEICH = VERBS.pieces("claim gleich", final=True)
CLAIM_GLEICH_AS = VERBS.stands("claim gleich", WILD_KINDS)
CLAIM_HANGER = VERBS.pieces("claim hanger", final=True)
CLAIM_HANGER_AS = VERBS.stands("claim hanger", WILD_KINDS)

CHANCES = Chances()
DRAW_DEALER = CHANCES.name("dealer", public=True)
SHUFFLE = CHANCES.name("deal")
DRAW_CUT = CHANCES.name("cut", public=True)  # one less than the cards that are lifted

REFUSALS = Refusals()
# cut and exchange
NOT_CUTTER = REFUSALS.line("not_cutter", "PERL-2.2")  # a cut by somebody else than the player right of the dealer
TOO_DEEP = REFUSALS.line("too_deep", "PERL-2.5")  # a cut that leaves nothing
NOT_EXCHANGER = REFUSALS.line("not_exchanger", "PERL-2.11")  # an exchange by who may not make it now
GIVE_TRUMP = REFUSALS.line("give_trump", "PERL-2.10")  # a card in exchange that is no trump
GIVE_NO_PERMANENT = REFUSALS.line("give_no_permanent", "PERL-2.10")  # a permanent wild in exchange
EXCHANGE_LATE = REFUSALS.line("exchange_late", "PERL-2.10")  # an exchange or decline when there is nothing to exchange
NOT_DEALT = REFUSALS.line("not_dealt", "PERL-2.10")  # an exchange before there is a card turned up
EXCHANGE_FIRST = REFUSALS.line("exchange_first", "PERL-5.3")  # a card or an announcement before the exchange
# cards
NOT_YOUR_TURN = REFUSALS.line("not_your_turn", "PERL-3.1")  # a card out of turn
FOLLOW = REFUSALS.line("follow", "PERL-3.6")  # neither the suit led nor a trump
FOLLOW_TRUMP = REFUSALS.line("follow_trump", "PERL-3.8")  # no trump after a trump lead
STAND_FOR_SUIT = REFUSALS.line("stand_for_suit", "PERL-3.10")  # a wild as another suit, holding a natural one
STAND_FOR_TRUMP = REFUSALS.line("stand_for_trump", "PERL-3.10")  # a wild as no trump after a trump lead
NOT_WILD = REFUSALS.line("not_wild", "PERL-1.5")  # a card that is not wild under these trumps, as another
BET_OPEN = REFUSALS.line("bet_open", "PERL-5.16")  # anything but an answer while a bet is open
PLAY_OVER = REFUSALS.line("play_over", "PERL-7.1")  # a card at the showdown
# bets and concessions
ELEMENT_OVER = REFUSALS.line("element_over", "PERL-5.17")  # an element that is settled already
SPIEL_DECIDED = REFUSALS.line("spiel_decided", "PERL-5.17")  # Spiel when a team has three tricks
MUST_HAVE_HELD = REFUSALS.line("must_have_held", "PERL-5.9")  # a second bet by who did not hold the first
STRUCK_OUT = REFUSALS.line("struck_out", "PERL-5.19")  # a bet by a gestrichen team
AT_MAX = REFUSALS.line("at_max", "PERL-5.18")
NO_FIGURE = REFUSALS.line("no_figure", "PERL-5.10")  # a bet on a figure that one does not hold
FIFTH_CARD = REFUSALS.line("fifth_card", "PERL-5.13")  # a bet in trick 5 without the suit led or a wild
NOT_ASKED = REFUSALS.line("not_asked", "PERL-6.3")  # an announcement out of order, where it is asked for in order
PLAY_ASKED = REFUSALS.line("play_asked", "PERL-6.3")  # an announcement by who has declined and is to play
ASKED_FIRST = REFUSALS.line("asked_first", "PERL-6.3")  # a card while announcements are asked for
NO_POLL = REFUSALS.line("no_poll", "PERL-6.3")  # a pass or a deferral where nobody is asked in order
# answers
NO_BET = REFUSALS.line("no_bet", "PERL-5.5")  # an answer without a bet
OWN_BET = REFUSALS.line("own_bet", "PERL-5.5")  # an answer by the team that bet
RAISE_NO_FIGURE = REFUSALS.line("raise_no_figure", "PERL-5.12")
RAISE_AT_MAX = REFUSALS.line("raise_at_max", "PERL-5.18")
RAISE_STRUCK_OUT = REFUSALS.line("raise_struck_out", "PERL-5.20")
PARTNER_ANSWERS = REFUSALS.line("partner_answers", "PERL-6.3")  # an answer by who is not asked, or has deferred
DEFER_LAST = REFUSALS.line("defer_last", "PERL-6.9")  # the same at the showdown
DEFER_ONCE = REFUSALS.line("defer_once", "PERL-6.3")  # a second deferral
# showdown
NOT_ACTING = REFUSALS.line("not_acting", "PERL-8.3")  # anything by the team that is not to act
PARTNER_ACTS = REFUSALS.line("partner_acts", "PERL-6.9")  # by the partner of who is asked
OTHER_ELEMENT = REFUSALS.line("other_element", "PERL-8.13")  # anything about the element that is not being settled
TOO_WEAK = REFUSALS.line("too_weak", "PERL-8.4")  # a card that makes no figure strong enough
NOT_STRICTLY = REFUSALS.line("not_strictly", "PERL-8.7")  # a card that makes none strictly stronger, where it must be
FIXED = REFUSALS.line("fixed", "PERL-4.9")  # a wild as something else than before
NOT_IN_FIGURE = REFUSALS.line("not_in_figure", "PERL-4.2")  # a card that does not go with those chosen
NOT_IN_RUN = REFUSALS.line("not_in_run", "PERL-4.3")
NOT_YET = REFUSALS.line("not_yet", "PERL-8.4")  # closing a claim that is not strong enough yet
NO_CLAIM_NOW = REFUSALS.line("no_claim_now", "PERL-8.2")  # a claim before the showdown
NOT_EQUAL = REFUSALS.line("not_equal", "PERL-8.7")  # to accept where no equal claims lie

NOTES = Lines()
KEEPS_WILD = NOTES.line("keeps_wild", "PERL-2.3")  # seat: the cutter; piece: the card shown and kept
TURNS_UP = NOTES.line("turns_up", "PERL-2.9")  # amount: the suit; piece: the card turned up
CANNOT_EXCHANGE = NOTES.line("cannot_exchange", "PERL-2.11")  # seat: who has no card to give
TAKES_UP = NOTES.line("takes_up", "PERL-2.10")  # seat: who exchanges; piece: the wild taken
TAKES = NOTES.line("takes", "PERL-3.13")  # seat: the winner of the trick
HAS_THREE = NOTES.line("has_three", "PERL-4.6")  # seat: who won the third trick of the team
GIVES_GLEICH = NOTES.line("gives_gleich", "PERL-9.1", scoring=True)  # seat: of the team that gets it; amount: its value
GIVES_HANGER = NOTES.line("gives_hanger", "PERL-9.1", scoring=True)
GIVES_SPIEL = NOTES.line("gives_spiel", "PERL-9.1", scoring=True)
GESTRICHEN = NOTES.line("gestrichen", "PERL-10.1")  # seat: one of the team
PLAY_ENDS = NOTES.line("play_ends", "PERL-7.3")  # seat: one of the deciding team
SETTLES_GLEICH = NOTES.line("settles_gleich", "PERL-8.1")
SETTLES_HANGER = NOTES.line("settles_hanger", "PERL-8.1")
CANNOT_BEAT = NOTES.line("cannot_beat", "PERL-8.6")  # seat: one of the team that concedes by itself
ACCEPTS_EQUAL = NOTES.line("accepts_equal", "PERL-8.12")  # seat: one of the team that accepts by itself
VOID_GLEICH = NOTES.line("void_gleich", "PERL-8.8", scoring=True)
VOID_HANGER = NOTES.line("void_hanger", "PERL-8.8", scoring=True)
TIED_GLEICH = NOTES.line("tied_gleich", "PERL-4.11", scoring=True)
TIED_HANGER = NOTES.line("tied_hanger", "PERL-4.11", scoring=True)
BEST_GLEICH = NOTES.line("best_gleich", "PERL-8.10")  # seat: one of the team; amount: its cards
BEST_HANGER = NOTES.line("best_hanger", "PERL-8.10")
WINS_GLEICH = NOTES.line("wins_gleich", "PERL-9.6", scoring=True)  # seat: of the team that gets it; amount: its value
WINS_HANGER = NOTES.line("wins_hanger", "PERL-9.6", scoring=True)
WINS_SPIEL = NOTES.line("wins_spiel", "PERL-9.6", scoring=True)
SHEET_ANEW = NOTES.line("sheet_anew", "PERL-9.8", scoring=True)
AGAIN_GLEICH = NOTES.line("again_gleich", "PERL-9.8", scoring=True)  # what was given up, entered anew
AGAIN_HANGER = NOTES.line("again_hanger", "PERL-9.8", scoring=True)
AGAIN_SPIEL = NOTES.line("again_spiel", "PERL-9.8", scoring=True)
BOTH_STRUCK = NOTES.line("both_struck", "PERL-10.4", scoring=True)
LONG_GLEICH = NOTES.line("long_gleich", "PERL-10.5", scoring=True)  # seat: the holder; amount: its cards
LONG_HANGER = NOTES.line("long_hanger", "PERL-10.5", scoring=True)
SPIEL_BREAKS = NOTES.line("spiel_breaks", "PERL-10.6", scoring=True)  # seat: one of the team that got Spiel
DEAL_COUNTS = NOTES.line("deal_counts", "PERL-9.6", scoring=True, heading=True)  # seat: of a team; amount: its points
WINS = NOTES.line("wins", "PERL-9.2", scoring=True)  # seat: one of the team; amount: its score

PerElement = Annotated[list[int], Spec((ELEMENTS,))]
PerTeam = Annotated[list[int], Spec((TEAMS,))]
FIVE = Spec(("seats",), See.OWNER, "pieces", place=False, follows=True)
FIXED_AS = Spec((MOST_WILDS,), holds="sequence", place=False)
TRICK_AS = Spec(("seats",), holds="sequence", place=False)
DRAFT_AS = Spec(("seats", MOST_WILDS), See.OWNER)


ELEMENT = OneOf(ELEMENTS)
SeatFigure = Annotated[PerSeat, STRENGTHS]
TeamFigure = Annotated[PerTeam, STRENGTHS]
DraftAs = Annotated[list[list[int]], DRAFT_AS, OneOf(len(PACK.codes))]


class State(TrickState, seats=SEATS, pack=PACK):
    """A Perlaggen match in progress; `score` has the score of each seat's team. Teams: 0 is NS, 1 is EW."""

    options: Options  # the rules agreed before the match
    begun: YesNo[Public]  # 1 once a deal was dealt
    # cut, deal, exchange
    pack: Annotated[list[int], Spec((CARDS,), See.NOBODY, "sequence")]  # the pack while it is cut, top first (PERL-2.2)
    pack_left: Annotated[Public, range(CARDS + 1)]  # its cards
    stock: ForDeal[HiddenPieces]  # the undealt cards (PERL-2.9)
    turned: ForDeal[Pieces]  # the card turned up, or the trump given for it (PERL-2.9, 2.12)
    trump: ForDeal[SuitIn[Public]] = NOTHING  # suit of trumps, an index of "CSHD", -1 before it is known
    # play
    five: ForDeal[Annotated[list[Row], FIVE]]  # cards of each seat, played or not, that make figures (PERL-4.5)
    due: ForDeal[SeatIn[Public]] = NOBODY  # seat that plays the next card (PERL-6.1)
    led: SuitIn[Public]  # suit of the card led, by designation (PERL-3.5)
    trick_as: ForDeal[Annotated[list[int], TRICK_AS]]  # what each card in the trick stands for; empty if itself
    best_seat: OfTrick[SeatIn[Public]]  # seat that wins the trick so far (PERL-3.11)
    best: KindIn[Public]  # its card, by designation
    tricks: ForDeal[Annotated[PerSeat, range(TRICKS + 1)]]  # tricks that each seat won
    spent: ForDeal[PiecesPerSeat]  # cards that each played to earlier tricks, which stay in front of it (PERL-3.14)
    loose: ForDeal[KindsIn[Public]] = ALL_CARDS  # cards whose meaning for Gleich and Hanger is not fixed (PERL-4.10)
    fixed: ForDeal[Annotated[list[int], FIXED_AS]]  # of each wild, strongest first: …
    #                                                                        … what it is fixed as (PERL-4.9)
    # elements: Gleich, Hanger, Spiel
    value: ForDeal[PerElement] = each(1)  # what it is worth now (PERL-4.1, 5.7)
    ever_bet: ForDeal[YesNo[PerElement]]  # 1 if it was bet on (PERL-5.9)
    holder: ForDeal[SeatIn[PerElement]] = each(NOBODY)  # team that answered hold in the last bet (PERL-5.9)
    status: ForDeal[Annotated[PerElement, Status]]  # a Status
    by: ForDeal[SeatIn[PerElement]] = each(NOBODY)  # team that has it, -1 for none
    # bet that is open (PERL-5.16)
    bet_on: ForDeal[Annotated[Public, ELEMENT]] = NOTHING  # its element, -1 for no bet
    proposer: ForDeal[SeatIn[Public]] = NOBODY  # seat that proposed last (PERL-5.8)
    raised: YesNo[Public]  # 1 if it has been raised (PERL-5.8)
    deferred: ForDeal[YesNo[Public]]  # 1 if who was asked first has left it to the partner (PERL-6.3, 6.9)
    # showdown
    deciding: ForDeal[SeatIn[Public]] = NOBODY  # team that got Spiel, -1 before the play has ended (PERL-7.3)
    element: ForDeal[Annotated[Public, ELEMENT]] = NOTHING  # element being settled, -1 for none (PERL-8.1)
    acting: SeatIn[Public]  # team that is to act (PERL-8.3)
    claim: ForDeal[TeamFigure]  # how strong the team's latest claim for it is, 0 for none (PERL-8.4)
    standing_by: ForDeal[SeatIn[Public]] = NOBODY  # seat whose claim stands, -1 for none (PERL-8.12)
    shown: ForDeal[NamedPerSeat]  # cards of each seat's latest claim for the element settled last (PERL-8.4)
    draft_as: DraftAs  # of a claim being made: what each wild in it is to stand for
    # what everybody has learnt of figures; each is judged with the wilds that were not fixed then (PERL-8.14)
    bet_loose_gleich: ForDeal[KindsIn[PerSeat]]  # cards not fixed when it last bet or raised on Gleich, 0 if never
    bet_loose_hanger: ForDeal[KindsIn[PerSeat]]  # the same for Hanger
    below_gleich: ForDeal[SeatFigure]  # what the seat's best Gleich falls short of, 0 if nothing is known (PERL-8.6)
    below_hanger: ForDeal[SeatFigure]  # the same for Hanger
    reach_gleich: ForDeal[TeamFigure]  # what a best Gleich of the team reaches: it was asked at the showdown (PERL-8.6)
    reach_hanger: ForDeal[TeamFigure]  # the same for Hanger
    gleich_loose: ForDeal[KindsIn[Public]]  # mask of cards not fixed when Gleich was settled
    # score
    gained: ForDeal[PerSeat]  # points of the seat's team in this deal


@kernel
def team_of(seat: int) -> int:
    """PERL: players opposite each other are partners; 0 is NS, 1 is EW."""
    return seat % TEAMS


@kernel
def partner_of(seat: int) -> int:
    """Return who sits opposite."""
    return (seat + TEAMS) % SEATS


@kernel
def cards_of(s: State, seat: int) -> int:
    """PERL-4.5: return the five cards of a seat, played or not, as a mask."""
    return kinds(s.five[seat])


@kernel
def is_gestrichen(s: State, team: int) -> bool:
    """PERL-10.1, 10.2: a team one point short of the target, or beyond it."""
    return s.score[team] >= s.options.target - 1


@kernel
def team_tricks(s: State, team: int) -> int:
    """Count the tricks of a team."""
    return s.tricks[team] + s.tricks[team + TEAMS]


@kernel
def is_spiel_decided(s: State) -> bool:
    """PERL-5.17: a team has three tricks."""
    return team_tricks(s, 0) >= MAJORITY or team_tricks(s, 1) >= MAJORITY

"""The play of the cards: what may be played, wilds as other cards, who wins a trick (PERL-3)."""

from __future__ import annotations

from torite.kit import (
    EMPTY,
    HAND,
    bar,
    bit,
    has,
    is_of,
    kernel,
    kinds,
    lowest,
    next_seat,
    note,
    nth_verb,
    offer,
    open_trick,
    piece_of,
    pour,
    put_on_trick,
    strike,
    verb_index,
)

from .betting import begin_turn
from .cards import ALL_CARDS, OF_SUIT, RANK, STAND_INDEX, STRENGTH, SUIT, WIDTH, WILD_KINDS, WILDS
from .options import EqualCard, WildBinding, WildDesignation, WildDuty
from .refusals import refuse, refuse_play
from .showdown import begin_showdown, fix
from .state import (
    ASKED_FIRST,
    FOLLOW,
    FOLLOW_TRUMP,
    HAS_THREE,
    MAJORITY,
    NOT_WILD,
    NOT_YOUR_TURN,
    PLAY,
    PLAY_AS,
    SEATS,
    SPIEL,
    STAND_FOR_SUIT,
    STAND_FOR_TRUMP,
    TAKES,
    TRICKS,
    Phase,
    State,
    Status,
    team_of,
    team_tricks,
)


@kernel
def is_lead(s: State) -> bool:
    """PERL-3.1, 3.13: tell whether the next card leads: no trick lies there, or a complete one."""
    return s.trick_len == 0 or s.trick_len == SEATS


@kernel
def obliging(s: State, suit: int) -> int:
    """PERL-3.6, 3.8, 3.9: return the cards of a suit that oblige who holds one of them: none of them wild."""
    if s.options.wild_duty == WildDuty.TRUMP_LEAD_ONLY and suit != s.trump:
        return OF_SUIT[suit]
    return OF_SUIT[suit] & ~WILDS[s.trump]


@kernel
def dutiful(s: State, seat: int) -> int:
    """PERL-3.2, 3.6 to 3.8: return the cards that do the seat's duty, as what they stand for."""
    if is_lead(s) or kinds(s.hand[seat]) & obliging(s, s.led) == 0:
        return ALL_CARDS
    return OF_SUIT[s.led] | OF_SUIT[s.trump]


@kernel
def legal_play(s: State, seat: int, may: list[int]) -> None:
    """PERL-3.2 to 3.10: a card, a wild as any card that does the duty."""
    if seat != s.due:
        refuse_play(s, seat, may, NOT_YOUR_TURN)
        return
    if s.phase != Phase.PLAY:
        refuse_play(s, seat, may, ASKED_FIRST)
        return
    hand = kinds(s.hand[seat])
    wilds = hand & WILDS[s.trump]
    fit = dutiful(s, seat)
    offer(may, PLAY, hand)
    strike(may, PLAY, hand & ~wilds & ~fit, FOLLOW_TRUMP if s.led == s.trump else FOLLOW)
    refusal = STAND_FOR_TRUMP if s.led == s.trump else STAND_FOR_SUIT
    if s.options.wild_designation == WildDesignation.ANY:
        fit = ALL_CARDS
    strike(may, PLAY, wilds & ~fit, refusal)
    for_others = hand & ~wilds
    while wilds != 0:
        wild = lowest(wilds)
        wilds &= wilds - 1
        base = nth_verb(PLAY_AS, STAND_INDEX[wild])
        offer(may, base, fit & ~bit(wild))
        refuse(may, base, ALL_CARDS & ~bit(wild) & ~fit, refusal)
    _refuse_naturals(may, for_others)


@kernel
def _skip(may: list[int], cards: int) -> None:
    pass


@kernel(compiled=_skip)
def _refuse_naturals(may: list[int], cards: int) -> None:
    """PERL-1.3, 1.5: say of cards that are wild under other trumps that they are not now."""
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if STAND_INDEX[card] >= 0:
            refuse(may, nth_verb(PLAY_AS, STAND_INDEX[card]), ALL_CARDS & ~bit(card), NOT_WILD)


@kernel
def act_play(s: State, seat: int, action: int) -> None:
    """PERL-3: play a card; the fourth of a trick ends it."""
    meaning = piece_of(action)
    card = meaning if is_of(action, PLAY) else WILD_KINDS[verb_index(action, PLAY_AS)]
    if is_lead(s):
        _take_up(s, seat)
        s.led = SUIT[meaning]
    tell_by_card(s, seat, card, meaning)
    if s.trick_len == 0 or beats(s, card, meaning):
        s.best_seat = seat
        s.best = meaning
    put_on_trick(s, seat, card)
    s.trick_as[seat] = meaning if meaning != card else EMPTY
    if s.options.wild_binding == WildBinding.WHEN_PLAYED:
        fix(s, card, meaning)
    s.trick_len += 1
    if s.trick_len == SEATS:
        _end_trick(s)
    else:
        begin_turn(s, next_seat(s, seat))


@kernel
def _take_up(s: State, leader: int) -> None:
    """PERL-3.14: the cards of the trick before stay with who played them."""
    for seat in range(SEATS):
        pour(s.trick[seat], s.spent[seat])
        s.trick_as[seat] = EMPTY
    open_trick(s, leader)


@kernel
def tell_by_card(s: State, seat: int, card: int, meaning: int) -> None:
    """PERL-3.6 to 3.10: who plays neither the suit led nor a trump holds no card that obliges."""
    if s.trick_len == 0:
        return
    if s.options.wild_designation == WildDesignation.ANY and has(WILDS[s.trump], card):
        return
    if SUIT[meaning] != s.led and SUIT[meaning] != s.trump:
        bar(s, HAND + seat, obliging(s, s.led))


@kernel
def power(s: State, meaning: int) -> int:
    """PERL-3.11: trumps beat the suit led, which beats the rest."""
    if SUIT[meaning] == s.trump:
        return 2 * WIDTH + RANK[meaning]
    return WIDTH + RANK[meaning] if SUIT[meaning] == s.led else 0


@kernel
def beats(s: State, card: int, meaning: int) -> bool:
    """PERL-3.11, 3.12: tell whether a card beats the best one; of equal cards the stronger wild does."""
    if meaning != s.best:
        return power(s, meaning) > power(s, s.best)
    if s.options.equal_card == EqualCard.FIRST_PLAYED:
        return False
    before = lowest(kinds(s.trick[s.best_seat]))
    return STRENGTH[s.trump][card] < STRENGTH[s.trump][before]


@kernel(seldom=True)
def _end_trick(s: State) -> None:
    """PERL-3.13, 3.16, 4.6, 7.1: the winner leads; three tricks win Spiel, the fifth ends the play."""
    winner = s.best_seat
    team = team_of(winner)
    note(s, TAKES, winner, 0)
    s.tricks[winner] += 1
    s.tricks_played += 1
    if team_tricks(s, team) == MAJORITY and s.status[SPIEL] == Status.OPEN:
        s.status[SPIEL] = Status.WON
        s.by[SPIEL] = team
        note(s, HAS_THREE, winner, 0)
    if s.tricks_played == TRICKS:
        begin_showdown(s)
    else:
        begin_turn(s, winner)

"""Perlaggen: partners, wild cards, and three things that can be bet on at any moment.

Clauses: clauses.md beside this file, with their sources.
"""

from __future__ import annotations

from torite.kit import ask_number, ask_shuffle, bit, kernel, kinds, lowest, number_of, verb_index, words_of

from .betting import (
    act_announcement,
    act_answer,
    act_at_showdown,
    actors_at_showdown,
    answerers,
    duties_at_showdown,
    legal_announcement,
    legal_answer,
    legal_at_showdown,
)
from .cards import ALL_CARDS, STAND_INDEX, WILDS
from .dealing import DEPTHS, act_exchange, cut, legal_cut, legal_exchange, shuffle
from .options import CutRitual
from .refusals import refuse, refuse_exchange
from .state import (
    CLAIM_GLEICH,
    CLAIM_HANGER,
    CUT,
    DECLINE,
    DRAW_CUT,
    DRAW_DEALER,
    EXCHANGE,
    EXCHANGE_LATE,
    GLEICH,
    NOT_CUTTER,
    PLAY,
    SEATS,
    SHUFFLE,
    Phase,
    State,
    cards_of,
)
from .tricks import act_play, legal_play


def when_arranged(places: set[str]) -> dict[str, str]:
    """Clauses, "Chance": hands, or the card turned up, that are arranged are dealt without a cut."""
    return {"cut_ritual": "off"} if places - {"pack"} else {}


@kernel
def start(s: State) -> None:
    """PERL-1.1: the pack of 33."""
    s.in_play[0] = ALL_CARDS
    s.turn = -1
    s.phase = Phase.DEALER


@kernel
def chance(s: State, ask: list[int]) -> int:
    """PERL-2.1, 2.2, 2.5: who deals first, the shuffle, and how deep the pack is cut."""
    if s.phase == Phase.DEALER:
        ask_number(ask, SEATS)
        return DRAW_DEALER
    if s.phase == Phase.DEAL:
        ask_shuffle(ask, s.in_play)
        return SHUFFLE
    if s.phase == Phase.CUT and s.options.cut_ritual == CutRitual.AUTO:
        ask_number(ask, s.pack_left - 1)
        return DRAW_CUT
    return 0


@kernel
def settle(s: State, outcome: list[int]) -> None:
    """PERL-2.1 to 2.9: the dealer is drawn, the pack shuffled and cut, the cards dealt."""
    if s.phase == Phase.DEALER:
        s.dealer = outcome[0]
        s.phase = Phase.DEAL
    elif s.phase == Phase.DEAL:
        shuffle(s, outcome)
    else:
        cut(s, outcome[0] + 1)


@kernel
def actors(s: State) -> int:
    """One seat, or both of a team that answers a bet or acts at the showdown."""
    if s.turn < 0:
        return 0
    if s.phase == Phase.ANSWER:
        return answerers(s)
    return actors_at_showdown(s) if s.phase == Phase.SHOWDOWN else bit(s.turn)


@kernel
def legal(s: State, seat: int, may: list[int]) -> None:
    """Fill in what the seat may take now, and say why not of the rest."""
    if s.turn < 0:
        return
    if s.phase == Phase.CUT:
        legal_cut(s, seat, may)
        return
    refuse(may, CUT, DEPTHS, NOT_CUTTER)
    if s.phase == Phase.EXCHANGE:
        legal_exchange(s, seat, may)
        return
    refuse(may, DECLINE, 1, EXCHANGE_LATE)
    refuse_exchange(s, seat, may, EXCHANGE_LATE)
    if s.phase == Phase.ANSWER:
        legal_answer(s, seat, may)
    elif s.phase == Phase.SHOWDOWN:
        legal_at_showdown(s, seat, may)
    else:
        legal_play(s, seat, may)
        legal_announcement(s, seat, may)


@kernel
def duties(s: State, seat: int, may: list[int]) -> None:
    """The card in the play, the claim at the showdown; what else a seat may take includes its duty."""
    if s.phase == Phase.PLAY:
        legal_play(s, seat, may)
    elif s.phase == Phase.SHOWDOWN:
        duties_at_showdown(s, seat, may)
    else:
        legal(s, seat, may)


@kernel
def duty_words(s: State, seat: int) -> int:
    """Cards as themselves, and as others those that the seat has and that are wild; in other phases words."""
    if s.phase == Phase.PLAY:
        return words_of(PLAY, 1 | _as_others(s, kinds(s.hand[seat])))
    words = words_of(DECLINE, 1)
    if s.phase == Phase.SHOWDOWN:
        words |= words_of(CLAIM_GLEICH if s.element == GLEICH else CLAIM_HANGER, 1 | _as_others(s, cards_of(s, seat)))
    elif s.phase == Phase.CUT or s.phase == Phase.EXCHANGE:
        words |= words_of(CUT, 1) | words_of(EXCHANGE, 1)
    return words


@kernel
def _as_others(s: State, cards: int) -> int:
    """Return which verbs after that of cards as themselves are those of wilds that are among some cards."""
    verbs = 0
    wilds = cards & WILDS[s.trump]
    while wilds != 0:
        verbs |= bit(1 + STAND_INDEX[lowest(wilds)])
        wilds &= wilds - 1
    return verbs


@kernel
def act(s: State, seat: int, action: int) -> None:
    """Take an action."""
    if s.phase == Phase.SHOWDOWN:
        act_at_showdown(s, seat, action)
    elif verb_index(action, PLAY) >= 0:
        act_play(s, seat, action)
    elif s.phase == Phase.ANSWER:
        act_answer(s, seat, action)
    elif s.phase == Phase.CUT:
        cut(s, number_of(action, CUT) + 1)
    elif s.phase == Phase.EXCHANGE:
        act_exchange(s, seat, action)
    else:
        act_announcement(s, seat, action)

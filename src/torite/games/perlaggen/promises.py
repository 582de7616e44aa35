"""The invariants of the clauses (section "Invariants"), as predicates over a state after any action or outcome."""

from __future__ import annotations

from typing import Any

from torite.kernel.fields import EMPTY
from torite.kit import kinds, size

from .bet_rules import ALLOWED, bet_refusal
from .betting import actors_at_showdown, answerers
from .cards import ALL_CARDS, CARDS, HAND_SIZE, PERMANENT, WILD_BY_TRUMP, WILDS
from .inference import can_reach, is_possible
from .options import Showdown
from .showdown import can_act
from .state import ELEMENTS, GLEICH, HANGER, SEATS, SPIEL, TEAMS, TRICKS, Phase, State, Status, cards_of, team_of

PLAYING = (Phase.POLL, Phase.PLAY, Phase.ANSWER, Phase.SHOWDOWN)
UNDEALT = CARDS - SEATS * HAND_SIZE - 1


def cards_lie_once(s: State) -> bool:
    """PERL-11.1: every card lies in one place; dealt, each player has five, one is turned up and twelve are left."""
    if not s.begun:
        return True
    places = [kinds(rows[seat]) for rows in (s.hand, s.trick, s.spent) for seat in range(SEATS)]
    places += [kinds(s.stock), kinds(s.turned), sum(1 << kind for kind in s.pack if kind != EMPTY)]
    whole = sum(places) == ALL_CARDS and sum(map(int.bit_count, places)) == CARDS
    if s.phase == Phase.CUT:
        return whole
    return whole and size(s.stock) == UNDEALT and size(s.turned) == 1


def hands_are_five(s: State) -> bool:
    """PERL-2.6, 4.5, 11.1: each player has five cards, held or played, and figures are made of these."""
    if not s.begun or s.phase == Phase.CUT:
        return True
    own = [kinds(s.hand[seat]) | kinds(s.trick[seat]) | kinds(s.spent[seat]) for seat in range(SEATS)]
    if any(mask.bit_count() != HAND_SIZE for mask in own):
        return False
    return s.due < 0 or own == [cards_of(s, seat) for seat in range(SEATS)]


def wilds_are_counted(s: State) -> bool:
    """PERL-11.2: seven wilds with ♥ or ♠ as trumps, six with ♦ or ♣, four of them permanent."""
    if s.trump < 0:
        return True
    wilds = WILDS[s.trump]
    return wilds.bit_count() == (7 if s.trump in (1, 2) else 6) and (wilds & PERMANENT).bit_count() == 4


def values_grow_by_bets(s: State) -> bool:
    """PERL-11.3, 5.18: what was never bet on is worth one; nothing is worth more than was agreed."""
    for element in range(ELEMENTS):
        if s.ever_bet[element] == 0 and (s.value[element] != 1 or s.holder[element] >= 0):
            return bool(not s.begun)
        if s.value[element] > s.options.max_value:
            return False
    return True


def bets_are_open_singly(s: State) -> bool:
    """PERL-11.4, 11.5: one bet at most is open, on an open element, and only an answer is asked for."""
    if s.phase != Phase.ANSWER:
        return s.bet_on < 0
    answering = answerers(s)
    return (
        s.bet_on >= 0
        and s.status[s.bet_on] == Status.OPEN
        and answering != 0
        and all(team_of(seat) != team_of(s.proposer) for seat in range(SEATS) if answering >> seat & 1)
    )


def elements_score_once(s: State) -> bool:
    """PERL-11.6: an element that is given up or won has one team, another none; Spiel is credited in every deal."""
    if not s.begun:
        return True
    for element in range(ELEMENTS):
        if (s.status[element] in (Status.GIVEN, Status.WON)) != (s.by[element] >= 0):
            return False
    if s.phase == Phase.DEAL:
        settled = all(s.status[element] != Status.OPEN for element in range(ELEMENTS))
        gains = [sum(s.value[element] for element in range(ELEMENTS) if s.by[element] == team) for team in range(TEAMS)]
        return settled and s.by[SPIEL] >= 0 and [s.gained[0], s.gained[1]] == gains
    return True


def fixed_wilds_stay(s: State) -> bool:
    """PERL-11.7, 4.9: a wild has a meaning if and only if it is fixed, and only wilds are."""
    if s.trump < 0:
        return True
    for number, kind in enumerate(WILD_BY_TRUMP[s.trump]):
        if (s.fixed[number] == EMPTY) != bool(s.loose >> kind & 1):
            return False
    return (ALL_CARDS & ~s.loose & ~WILDS[s.trump]) == 0


def nobody_beyond_the_target(s: State) -> bool:
    """PERL-11.8, 9.2, 9.5: while the match goes on no team has the target; partners share their score."""
    if s.score[0] != s.score[2] or s.score[1] != s.score[3]:
        return False
    return s.phase == Phase.OVER or not s.options.instant_win or max(s.score) < s.options.target


def tricks_add_up(s: State) -> bool:
    """PERL-11.9: as many tricks were won as were played; five, unless Spiel was given up or it decided the match."""
    played = sum(s.tricks) == s.tricks_played <= TRICKS
    if not s.begun or s.phase not in (Phase.SHOWDOWN, Phase.DEAL) or s.status[SPIEL] == Status.GIVEN:
        return played
    return played and s.tricks_played == TRICKS


def what_was_told_is_true(s: State) -> bool:
    """PERL-5.10, 8.6, 8.8: what everybody has learnt of figures holds."""
    if s.due < 0:
        return True
    return all(is_possible(s, seat) for seat in range(SEATS)) and all(can_reach(s, team) for team in range(TEAMS))


def somebody_can_act(s: State) -> bool:
    """PERL-8.6: the acting team can claim or bet; under `auto` there is no showdown to act in."""
    if s.phase != Phase.SHOWDOWN:
        return True
    acting = actors_at_showdown(s)
    own = all(team_of(seat) == s.acting for seat in range(SEATS) if acting >> seat & 1)
    return s.options.showdown == Showdown.PROCEDURE and s.element in (GLEICH, HANGER) and own and can_act(s, s.acting)


def struck_teams_start_no_bet(s: State) -> bool:
    """PERL-11.8, 5.19: a gestrichen team may not bet."""
    if s.phase not in PLAYING:
        return True
    struck = [seat for seat in range(SEATS) if s.score[seat] >= s.options.target - 1]
    return all(bet_refusal(s, seat, element) != ALLOWED for seat in struck for element in range(ELEMENTS))


PROMISES: dict[str, Any] = {
    "PERL-11.1 cards": cards_lie_once,
    "PERL-11.1 hands": hands_are_five,
    "PERL-11.2 wilds": wilds_are_counted,
    "PERL-11.3 values": values_grow_by_bets,
    "PERL-11.5 bets": bets_are_open_singly,
    "PERL-11.6 elements": elements_score_once,
    "PERL-11.7 fixed": fixed_wilds_stay,
    "PERL-11.8 target": nobody_beyond_the_target,
    "PERL-11.8 gestrichen": struck_teams_start_no_bet,
    "PERL-11.9 tricks": tricks_add_up,
    "PERL-8.6 showdown": somebody_can_act,
    "PERL-8.14 told": what_was_told_is_true,
}

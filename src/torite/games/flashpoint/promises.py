"""The invariants of the clauses (section "Invariants"), as predicates over a state after any action or outcome."""

from __future__ import annotations

from typing import Any

from torite.kit import kinds, size

from .cards import ALL_CARDS, SUIT
from .inference import is_possible
from .options import DoubleFour, DoubleVoid
from .state import POINTS, SEATS, Combination, Phase, State

PLAYING = (Phase.INVITE, Phase.COMMAND, Phase.LEAD, Phase.FOLLOW)
MOST_TRICKS = 32


def _listed(mask: int) -> list[int]:
    return [kind for kind in range(mask.bit_length()) if mask >> kind & 1]


def cards_lie_once(s: State) -> bool:
    """Invariant 1: every card lies in a hand, in the trick or in a trick won."""
    if not s.begun:
        return True
    places = [kinds(rows[seat]) for rows in (s.hand, s.trick, s.taken) for seat in range(SEATS)]
    return sum(places) == ALL_CARDS and sum(map(int.bit_count, places)) == ALL_CARDS.bit_count()


def suits_differ(s: State) -> bool:
    """Invariant 2: a trick has a card a seat at most, all of different suits; 8 to 32 tricks make a round."""
    lying = [kinds(s.trick[seat]) for seat in range(SEATS)]
    suits = [SUIT[card] for mask in lying for card in _listed(mask)]
    over = s.phase in (Phase.DEAL, Phase.OVER) and s.begun == 1
    return (
        len(suits) == len({*suits})
        and all(mask.bit_count() <= 1 for mask in lying)
        and sum(lying) == kinds(s.on_trick)
        and s.tricks_played <= MOST_TRICKS
        and (not over or s.tricks_played >= MOST_TRICKS // SEATS)
    )


def passes_are_forced(s: State) -> bool:
    """Invariant 3: a seat passed if and only if it held nothing but suits that lay already; it plays no card then."""
    if s.phase not in PLAYING or s.trick_len == 0:
        return True
    turns = [(s.leader + i) % SEATS for i in range(s.trick_len)]
    lying = 0
    for seat in turns:
        if s.passed[seat] and (kinds(s.trick[seat]) or {*_suits(kinds(s.hand[seat]))} - {*_suits(lying)}):
            return False
        lying |= kinds(s.trick[seat])
    return all(s.passed[seat] == 0 for seat in range(SEATS) if seat not in turns)


def _suits(mask: int) -> list[int]:
    return [SUIT[card] for card in _listed(mask)]


def one_team_scores(s: State) -> bool:
    """Invariants 4 and 5: the trick is worth one of the amounts, or twice that, to exactly one team."""
    if not kinds(s.on_trick):
        return True
    doubled = s.phase in (Phase.DEAL, Phase.OVER)
    squib = s.combination == Combination.NONE
    side = (s.best_seat + squib) % 2
    return s.worth == POINTS[s.combination] * (1 + doubled) and s.gains == [int(x % 2 == side) for x in range(SEATS)]


def bonuses_wait(s: State) -> bool:
    """Invariant 6: the match is over only when a team has its points without the bonus; partners share both."""
    shared = all(row[0] == row[2] and row[1] == row[3] for row in (s.score, s.bonus, s.gained, s.bonus_gained))
    return shared and (s.phase != Phase.OVER or max(s.score) >= s.options.target)


def bonuses_are_held(s: State) -> bool:
    """Invariant 7: what was shown is in the cards dealt; no more than 60 a seat (100 with two fours), and 10."""
    most = 100 if s.options.double_four == DoubleFour.EACH else 60
    once = s.options.double_void == DoubleVoid.ONCE
    for seat in range(SEATS):
        first = 10 * s.void_flash[seat] + 20 * s.twin_flash[seat] + 30 * s.long_flash[seat] + 40 * s.four_flash[seat]
        if first > most or (once and s.void_flash[seat] > 1) or not is_possible(s, seat):
            return False
    return True


def hands_are_as_long_as_told(s: State) -> bool:
    """What everybody may count: each seat has played what it does not hold any more."""
    return not s.begun or all(size(s.hand[seat]) + size(s.spent[seat]) == MOST_TRICKS // SEATS for seat in range(SEATS))


PROMISES: dict[str, Any] = {
    "FLASH-10.1 cards": cards_lie_once,
    "FLASH-10.2 suits": suits_differ,
    "FLASH-10.3 passes": passes_are_forced,
    "FLASH-10.4 points": one_team_scores,
    "FLASH-10.6 bonuses": bonuses_wait,
    "FLASH-10.7 flashes": bonuses_are_held,
    "FLASH-10.8 hands": hands_are_as_long_as_told,
}

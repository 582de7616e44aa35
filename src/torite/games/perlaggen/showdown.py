"""The showdown: Gleich and Hanger are settled, team after team (PERL-7, 8)."""

from __future__ import annotations

from torite.kit import bit, clear, has, kernel, next_seat, note

from .bet_rules import ALLOWED, ladder_refusal
from .cards import FEWEST, STRENGTH, WILDS, figure_size, figure_strength
from .figures import best_after, best_figure
from .options import FigureTie, Showdown, ShowdownConcession
from .scoring import decide_by_figures, give_up, is_last_resort, lose, settle_deal
from .state import (
    ACCEPTS_EQUAL,
    BEST_GLEICH,
    CANNOT_BEAT,
    GLEICH,
    HANGER,
    NOBODY,
    NOTHING,
    PLAY_ENDS,
    SEATS,
    SETTLES_GLEICH,
    SPIEL,
    TEAMS,
    TIED_GLEICH,
    VOID_GLEICH,
    Phase,
    State,
    Status,
    cards_of,
    partner_of,
    team_of,
)

ANY_FIGURE = figure_strength(FEWEST, 0)  # less than any figure, or the weakest (PERL-4.2, 4.3)


@kernel(seldom=True)
def begin_showdown(s: State) -> None:
    """PERL-7.3, 8.1, 8.11: the team that got Spiel decides; both gestrichen, the figures decide the match."""
    s.deciding = s.by[SPIEL]
    s.element = NOTHING
    note(s, PLAY_ENDS, s.deciding, 0)
    if is_last_resort(s):
        decide_by_figures(s)
    elif s.options.showdown == Showdown.AUTO:
        _compare_all(s)
    else:
        go_on_settling(s)


@kernel(seldom=True)
def go_on_settling(s: State) -> None:
    """PERL-8.2, 8.6, 8.8, 8.12: find the next team that can do something, settling what settles itself."""
    while True:
        if s.phase == Phase.OVER or s.phase == Phase.DEAL:
            return
        if s.element == NOTHING or s.status[s.element] != Status.OPEN:
            if not _open_next(s):
                settle_deal(s)
                return
        elif can_act(s, s.acting):
            _ask(s)
            return
        elif faces_equal(s):
            note(s, ACCEPTS_EQUAL, s.acting, 0)
            _tell_below(s, s.acting)
            tie(s)
        else:
            note(s, CANNOT_BEAT, s.acting, is_facing(s, s.acting))
            _tell_below(s, s.acting)
            concede_now(s)


@kernel(seldom=True)
def _open_next(s: State) -> bool:
    """PERL-8.1, 8.8: open the next element that is not settled; one that nobody has is void. Tell if there is any."""
    if s.element == GLEICH:
        s.gleich_loose = s.loose
    s.element += 1
    if s.element > HANGER:
        return False
    for team in range(TEAMS):
        s.claim[team] = 0
    for seat in range(SEATS):
        clear(s.shown[seat])
    s.standing_by = NOBODY
    s.acting = s.deciding
    if s.status[s.element] != Status.OPEN:
        return True
    if best_of(s, 0, s.element) == 0 and best_of(s, 1, s.element) == 0:
        s.status[s.element] = Status.VOID
        note(s, VOID_GLEICH + s.element, NOBODY, 0)
        _tell_below(s, 0)
        _tell_below(s, 1)
    else:
        note(s, SETTLES_GLEICH + s.element, NOBODY, 0)
    return True


@kernel(seldom=True)
def best_of(s: State, team: int, element: int) -> int:
    """Return how strong the best figure of a team for an element is."""
    best = best_figure(s, element, cards_of(s, team), s.loose)
    return max(best, best_figure(s, element, cards_of(s, team + TEAMS), s.loose))


@kernel
def is_facing(s: State, team: int) -> bool:
    """PERL-8.12: tell whether a team faces a claim of the other."""
    return s.standing_by != NOBODY and team_of(s.standing_by) != team


@kernel
def faces_equal(s: State) -> bool:
    """PERL-8.7, 8.12: tell whether the acting team faces a claim equal to its own."""
    return is_facing(s, s.acting) and s.claim[0] == s.claim[1]


@kernel
def needed(s: State, team: int) -> int:
    """PERL-8.4, 8.7: return how strong a claim of a team must be."""
    if not is_facing(s, team):
        return ANY_FIGURE
    standing = s.claim[1 - team]
    strictly = s.options.figure_tie == FigureTie.FIRST_CLAIM or s.claim[team] == standing
    return standing + 1 if strictly else standing


@kernel
def least_to_act(s: State, team: int) -> int:
    """PERL-8.3, 8.6: return the weakest figure with which a team can still claim or bet; everybody knows it."""
    return ANY_FIGURE if ladder_refusal(s, team, s.element) == ALLOWED else needed(s, team)


@kernel
def can_act(s: State, team: int) -> bool:
    """PERL-8.6: tell whether a team can claim or bet."""
    least = least_to_act(s, team)
    if best_figure(s, s.element, cards_of(s, team), s.loose) >= least:
        return True
    return best_figure(s, s.element, cards_of(s, partner_of(team)), s.loose) >= least


@kernel(seldom=True)
def _ask(s: State) -> None:
    """PERL-8.3, 6.9: the acting team is to act, first the seat that one meets first clockwise from the dealer."""
    s.phase = Phase.SHOWDOWN
    s.deferred = 0
    s.turn = next_seat(s, s.dealer)
    if team_of(s.turn) != s.acting:
        s.turn = next_seat(s, s.turn)
    least = least_to_act(s, s.acting)
    if s.element == GLEICH:
        s.reach_gleich[s.acting] = max(s.reach_gleich[s.acting], least)
    else:
        s.reach_hanger[s.acting] = max(s.reach_hanger[s.acting], least)


@kernel
def _tell_below(s: State, team: int) -> None:
    """PERL-8.6, 8.8, 8.12: everybody learns what neither of a team has."""
    least = least_to_act(s, team) if s.status[s.element] == Status.OPEN else ANY_FIGURE
    for seat in range(team, SEATS, TEAMS):
        if s.element == GLEICH:
            s.below_gleich[seat] = least
        else:
            s.below_hanger[seat] = least


@kernel
def tie(s: State) -> None:
    """PERL-4.11, 8.7: equal figures score for nobody."""
    s.status[s.element] = Status.TIED
    note(s, TIED_GLEICH + s.element, NOBODY, 0)


@kernel(seldom=True)
def concede_now(s: State) -> None:
    """PERL-8.6, 9.4, 9.7: the acting team gives the element up; against a claim that stands it was beaten."""
    if is_facing(s, s.acting) and s.options.showdown_concession == ShowdownConcession.COMPARED:
        lose(s, s.acting, s.element)
    else:
        give_up(s, s.acting, s.element)


@kernel
def fix(s: State, card: int, meaning: int) -> None:
    """PERL-4.9, 4.10, 4.14: from now on in this deal a wild stands for one card, if it did not before."""
    if has(WILDS[s.trump], card) and has(s.loose, card):
        s.loose ^= bit(card)
        s.fixed[STRENGTH[s.trump][card]] = meaning


# showdown = auto


@kernel(seldom=True)
def _compare_all(s: State) -> None:
    """PERL-8.10, 8.15: the best Gleich of each team, the wilds in the better one fixed, then the best Hanger."""
    winner = NOBODY
    if s.status[GLEICH] == Status.OPEN:
        winner = _compare(s, GLEICH, best_of(s, 0, GLEICH), best_of(s, 1, GLEICH))
    tied = s.status[GLEICH] == Status.TIED
    if s.status[HANGER] == Status.OPEN:
        _compare(s, HANGER, _hanger_left(s, 0, tied or winner == 0), _hanger_left(s, 1, tied or winner == 1))
    settle_deal(s)


@kernel(seldom=True)
def _compare(s: State, element: int, north: int, east: int) -> int:
    """PERL-4.11, 8.8, 8.15: settle an element between the best figures of NS and EW; return its winner, -1 for none."""
    if north == 0 and east == 0:
        s.status[element] = Status.VOID
        note(s, VOID_GLEICH + element, NOBODY, 0)
        return NOBODY
    winner = 0 if north > east else 1
    if north == east and s.options.figure_tie == FigureTie.NOBODY:
        s.status[element] = Status.TIED
        note(s, TIED_GLEICH + element, NOBODY, 0)
        return NOBODY
    if north == east:
        winner = s.deciding
    note(s, BEST_GLEICH + element, winner, figure_size(max(north, east)))
    lose(s, 1 - winner, element)
    return winner


@kernel(seldom=True)
def _hanger_left(s: State, team: int, fixes: bool) -> int:
    """PERL-8.10, 8.15: return a team's best Hanger, after one of it has fixed the wilds of its best Gleich or not."""
    if not fixes:
        return best_of(s, team, HANGER)
    gleich = best_of(s, team, GLEICH)
    best = 0
    for seat in range(team, SEATS, TEAMS):
        if best_figure(s, GLEICH, cards_of(s, seat), s.loose) == gleich:
            mate = best_figure(s, HANGER, cards_of(s, partner_of(seat)), s.loose)
            best = max(best, mate, best_after(s, cards_of(s, seat)))
    return best

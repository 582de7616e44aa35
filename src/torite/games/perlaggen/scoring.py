"""What is entered on the sheet and when, and who wins (PERL-9, 10.4 to 10.10)."""

from __future__ import annotations

from torite.kit import kernel, next_seat, note

from .cards import LONG, figure_size
from .figures import best_figure
from .options import GestrichenCompare
from .state import (
    AGAIN_GLEICH,
    BOTH_STRUCK,
    DEAL_COUNTS,
    ELEMENTS,
    GESTRICHEN,
    GIVES_GLEICH,
    GLEICH,
    HANGER,
    LONG_GLEICH,
    NOBODY,
    SEATS,
    SHEET_ANEW,
    SPIEL_BREAKS,
    TEAMS,
    WINS,
    WINS_GLEICH,
    Phase,
    State,
    Status,
    cards_of,
    is_gestrichen,
    team_of,
)

NOT_BET_ON, BET_ON, ANY = 0, 1, 2  # groups of elements (PERL-9.3)


@kernel
def credit(s: State, team: int, points: int) -> None:
    """PERL-9.1, 9.6: enter points for a team."""
    struck = is_gestrichen(s, team)
    for seat in range(team, SEATS, TEAMS):
        s.score[seat] += points
        s.gained[seat] += points
    if not struck and is_gestrichen(s, team) and not (s.options.instant_win and has_reached(s, team)):
        note(s, GESTRICHEN, team, s.score[team])


@kernel
def has_reached(s: State, team: int) -> bool:
    """PERL-9.2: tell whether a team has reached the target."""
    return s.score[team] >= s.options.target


@kernel(seldom=True)
def give_up(s: State, team: int, element: int) -> None:
    """PERL-5.6, 5.15, 9.1, 9.5: a team gives an element up; the other scores its value at once, and may win by it."""
    winner = 1 - team
    s.status[element] = Status.GIVEN
    s.by[element] = winner
    note(s, GIVES_GLEICH + element, winner, s.value[element])
    credit(s, winner, s.value[element])
    if s.options.instant_win and has_reached(s, winner):
        end_deal(s)


@kernel
def lose(s: State, team: int, element: int) -> None:
    """PERL-9.4: a team is beaten for an element, which is entered when the deal is settled."""
    s.status[element] = Status.WON
    s.by[element] = 1 - team


@kernel(seldom=True)
def settle_deal(s: State) -> None:
    """PERL-9.3, 9.6, 9.8: enter what is left: elements that were bet on, then the others, until a team has won."""
    if not s.options.instant_win and is_reached_at_all(s):
        _enter_anew(s)
    _enter(s, Status.WON, WINS_GLEICH, BET_ON)
    _enter(s, Status.WON, WINS_GLEICH, NOT_BET_ON)
    end_deal(s)


@kernel
def is_reached_at_all(s: State) -> bool:
    """PERL-9.8: tell whether a team reaches the target with all that the deal brings."""
    for team in range(TEAMS):
        total = s.score[team]
        for element in range(ELEMENTS):
            if s.status[element] == Status.WON and s.by[element] == team:
                total += s.value[element]
        if total >= s.options.target:
            return True
    return False


@kernel(seldom=True)
def _enter_anew(s: State) -> None:
    """PERL-9.8: go back to the scores before the deal, and enter what was given up from Gleich to Spiel."""
    note(s, SHEET_ANEW, NOBODY, 0)
    for seat in range(SEATS):
        s.score[seat] -= s.gained[seat]
        s.gained[seat] = 0
    _enter(s, Status.GIVEN, AGAIN_GLEICH, ANY)


@kernel(seldom=True)
def _enter(s: State, status: int, line: int, group: int) -> None:
    """PERL-9.3: enter the elements of a group, Gleich first, until a team has reached the target."""
    for element in range(ELEMENTS):
        if has_reached(s, 0) or has_reached(s, 1):
            return
        if s.status[element] == status and (group == ANY or s.ever_bet[element] == group):
            note(s, line + element, s.by[element], s.value[element])
            credit(s, s.by[element], s.value[element])


@kernel(seldom=True)
def end_deal(s: State) -> None:
    """PERL-2.1, 9.2: the deal passes on, or a team has won."""
    note(s, DEAL_COUNTS, 0, s.gained[0])
    note(s, DEAL_COUNTS, 1, s.gained[1])
    s.deals_played += 1
    s.turn = -1
    s.element = NOBODY
    s.phase = Phase.DEAL
    for team in range(TEAMS):
        if has_reached(s, team):
            s.phase = Phase.OVER
            note(s, WINS, team, s.score[team])
            for seat in range(SEATS):
                s.won[seat] = team_of(seat) == team
    if s.phase == Phase.DEAL:
        s.dealer = next_seat(s, s.dealer)


@kernel
def is_last_resort(s: State) -> bool:
    """PERL-8.11, 10.4, 10.8, 10.10: both teams are gestrichen, and neither Gleich nor Hanger was given up."""
    if s.status[GLEICH] == Status.GIVEN or s.status[HANGER] == Status.GIVEN:
        return False
    if has_reached(s, 0) or has_reached(s, 1):
        return False
    return is_gestrichen(s, 0) and is_gestrichen(s, 1)


@kernel(seldom=True)
def decide_by_figures(s: State) -> None:
    """PERL-10.4 to 10.6, 10.9: the best figure of three or more wins the match, else Spiel does."""
    note(s, BOTH_STRUCK, NOBODY, 0)
    winner = NOBODY
    if s.options.gestrichen_compare == GestrichenCompare.BY_ELEMENT:
        winner = _compare_long(s, GLEICH, GLEICH)
        if winner == NOBODY:
            winner = _compare_long(s, HANGER, HANGER)
    else:
        winner = _compare_long(s, GLEICH, HANGER)
    if winner == NOBODY:
        winner = s.deciding
        note(s, SPIEL_BREAKS, winner, 0)
    credit(s, winner, s.options.target - s.score[winner])
    end_deal(s)


@kernel(seldom=True)
def _compare_long(s: State, first: int, last: int) -> int:
    """PERL-10.4, 10.5: return the team with the better figure of three or more among some elements, -1 for neither.

    Gleich beats an equal Hanger, so it counts half a rank more.
    """
    best, winner = 0, NOBODY
    holder, kind, strength = 0, 0, 0
    for seat in range(SEATS):
        for element in range(first, last + 1):
            found = best_figure(s, element, cards_of(s, seat), s.loose)
            if figure_size(found) < LONG:
                continue
            worth = 2 * found + (element == GLEICH)
            if worth > best:
                best, winner = worth, team_of(seat)
                holder, kind, strength = seat, element, found
            elif worth == best and winner != team_of(seat):
                winner = NOBODY
    if winner != NOBODY:
        note(s, LONG_GLEICH + kind, holder, figure_size(strength))
    return winner

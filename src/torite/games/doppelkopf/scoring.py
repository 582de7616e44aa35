"""The end of a deal: who wins, what it is worth, extra points, and each player's score (DOKO-11 to DOKO-14)."""

from __future__ import annotations

from torite.kit import has, kernel, kinds, note

from .announcing import opponents_of
from .cards import ALL_POINTS, CLUB_JACK
from .options import AgainstTheQueens, DrawScoring, ExtraPoints, LastFox, Threshold
from .state import (
    BEATEN,
    CAUGHT_CONTRA,
    CAUGHT_RE,
    CHARLIE_CONTRA,
    CHARLIE_RE,
    CONTRA,
    CONTRA_LEVELS,
    CONTRA_WINS,
    DOUBLE_CONTRA,
    DOUBLE_RE,
    DRAW,
    DRAW_CONTRA,
    DRAW_RE,
    FOX_CONTRA,
    FOX_RE,
    NO_TRICK,
    QUEENS_BEATEN,
    RE,
    RE_LEVELS,
    RE_WINS,
    SAID_90,
    SAID_CONTRA,
    SAID_PARTY,
    SAID_RE,
    SAID_SCHWARZ,
    SCORES_ALONE,
    SCORES_CONTRA,
    SCORES_RE,
    UNDECIDED,
    UNDER_90,
    WON,
    State,
)

HALF = ALL_POINTS // 2  # DOKO-11.1
UNDERS = (90, 60, 30)  # of the levels 90, 60 and 30
PARTY_SAID = 2  # what Re and Contra count when they were announced (items f and g)
ENOUGH = (120, 90, 60, 30)  # against 90, 60, 30 and schwarz (item j)


@kernel(seldom=True)
def points_of(s: State, party: int) -> int:
    """Add up the card points of a party."""
    total = 0
    for seat in range(s.seats):
        total += s.points[seat] * (s.side[seat] == party)
    return total


@kernel(seldom=True)
def tricks_of(s: State, party: int) -> int:
    """Count the tricks of a party."""
    total = 0
    for seat in range(s.seats):
        total += s.tricks[seat] * (s.side[seat] == party)
    return total


@kernel(seldom=True)
def is_alone(s: State) -> bool:
    """DOKO-13.3: tell whether Re is one player when the deal ends."""
    members = 0
    for seat in range(s.seats):
        members += s.side[seat] == RE
    return members == 1


# who wins


@kernel
def is_under(s: State, party: int, bound: int) -> bool:
    """DOKO-11.5: tell whether a party has taken fewer card points than a bound; with `at_most`, that many at most."""
    return points_of(s, party) < bound + (s.options.n_threshold == Threshold.AT_MOST)


@kernel
def comes_true(s: State, party: int) -> bool:
    """DOKO-11.4 to 11.6: tell whether the party's highest announcement of 90 to schwarz comes true."""
    others = opponents_of(party)
    if s.called[party] == SAID_SCHWARZ:
        return tricks_of(s, others) == 0
    return is_under(s, others, UNDERS[s.called[party] - SAID_90])


@kernel(seldom=True)
def winner_of(s: State) -> int:
    """DOKO-11: return the party that wins the deal, UNDECIDED for a draw."""
    re_aims = s.called[RE] >= SAID_90
    contra_aims = s.called[CONTRA] >= SAID_90
    if not re_aims and not contra_aims:
        lone_contra = s.called[CONTRA] == SAID_PARTY and s.called[RE] == 0
        return CONTRA if points_of(s, CONTRA) >= HALF + lone_contra else RE
    if re_aims and comes_true(s, RE):
        return RE
    if contra_aims and comes_true(s, CONTRA):
        return CONTRA
    if re_aims and contra_aims:
        return UNDECIDED
    return CONTRA if re_aims else RE


# what it is worth


@kernel(seldom=True)
def value_of(s: State, winner: int) -> int:
    """DOKO-12.1 to 12.3: add up the items for the winners."""
    note(s, WON, -1, 1)
    value = 1 + unders(s, opponents_of(winner), WON)
    if s.called[RE] > 0:
        note(s, SAID_RE, -1, PARTY_SAID)
        value += PARTY_SAID
    if s.called[CONTRA] > 0:
        note(s, SAID_CONTRA, -1, PARTY_SAID)
        value += PARTY_SAID
    value += _levels(s, RE, RE_LEVELS) + _levels(s, CONTRA, CONTRA_LEVELS)
    beaten = overachieved(s, winner)
    if beaten > 0:
        note(s, BEATEN, -1, beaten)
    return value + beaten + _against_queens(s, winner)


@kernel(seldom=True)
def unders(s: State, party: int, line: int) -> int:
    """DOKO-12.2, 12.6: items b to e against a party, each a line of the account unless it is another's."""
    found = 0
    for i in range(len(UNDERS)):
        if is_under(s, party, UNDERS[i]):
            found += 1
            if line == WON:
                note(s, UNDER_90 + i, -1, 1)
    if tricks_of(s, party) == 0:
        found += 1
        if line == WON:
            note(s, NO_TRICK, -1, 1)
    return found


@kernel
def _levels(s: State, party: int, line: int) -> int:
    """DOKO-12.3, 12.4: items h and i, one for each of 90 to schwarz, said or meant."""
    levels = max(0, s.called[party] - SAID_PARTY)
    if levels > 0:
        note(s, line, -1, levels)
    return levels


@kernel(seldom=True)
def overachieved(s: State, party: int) -> int:
    """DOKO-12.5: item j, one for each level of the opponents that was beaten by thirty or more."""
    found = 0
    if s.options.overachievement_points:
        for level in range(SAID_90, s.called[opponents_of(party)] + 1):
            found += points_of(s, party) >= ENOUGH[level - SAID_90]
    return found


@kernel
def _against_queens(s: State, winner: int) -> int:
    """DOKO-12.9, 18.22, 18.23: item k."""
    choice = s.options.against_the_queens
    played = choice == AgainstTheQueens.ON or (choice == AgainstTheQueens.BY_DECK and s.options.deck == 40)
    if winner == CONTRA and played and (s.options.defence_bonus_in_solo or not is_alone(s)):
        note(s, QUEENS_BEATEN, -1, 1)
        return 1
    return 0


@kernel(seldom=True)
def value_of_draw(s: State) -> int:
    """DOKO-12.7, 12.8: nothing, or what each party has reached against the other, Re's less Contra's."""
    if s.options.draw_scoring == DrawScoring.EXTRAS_ONLY:
        return 0
    of_re = overachieved(s, RE) + unders(s, CONTRA, DRAW)
    of_contra = overachieved(s, CONTRA) + unders(s, RE, DRAW)
    if of_re > 0:
        note(s, DRAW_RE, -1, of_re)
    if of_contra > 0:
        note(s, DRAW_CONTRA, -1, of_contra)
    return of_re - of_contra


# extra points


@kernel(seldom=True)
def extras_of(s: State, party: int) -> int:
    """DOKO-13: the extra points of a party, none when Re is alone."""
    if is_alone(s):
        return 0
    foxes = _foxes(s, party)
    if foxes > 0:
        note(s, FOX_RE if party == RE else FOX_CONTRA, -1, foxes)
    doubles = 0
    for seat in range(s.seats):
        doubles += s.doubles[seat] * (s.side[seat] == party)
    if doubles > 0:
        note(s, DOUBLE_RE if party == RE else DOUBLE_CONTRA, -1, doubles)
    return foxes + doubles + _charlies(s, party)


@kernel
def _foxes(s: State, party: int) -> int:
    """DOKO-13.4, 13.5, 18.20, 18.21: what the opponents' foxes count."""
    found = 0
    for fox in range(s.foxes):
        if s.side[s.fox_to[fox]] == party and s.side[s.fox_by[fox]] != party:
            worth = 1
            if s.fox_last[fox] == 1 and s.options.deck == 40:
                worth = 2 if s.options.last_fox_mode == LastFox.REPLACE else 3
            found += worth
    return found


@kernel
def _charlies(s: State, party: int) -> int:
    """DOKO-13.6 to 13.9: the last trick won with a jack of clubs, or with an opponent's in it."""
    if s.side[s.best_seat] != party:
        return 0
    found = 0
    for seat in range(s.seats):
        if has(kinds(s.trick[seat]), CLUB_JACK):
            if seat == s.best_seat:
                note(s, CHARLIE_RE if party == RE else CHARLIE_CONTRA, -1, 1)
                found += 1
            elif s.side[seat] != party and s.options.charlie_capture:
                note(s, CAUGHT_RE if party == RE else CAUGHT_CONTRA, -1, 1)
                found += 1
    return found


# each player's score


@kernel(seldom=True)
def score_deal(s: State) -> None:
    """DOKO-14: what the deal adds to each score."""
    s.winner = winner_of(s)
    if s.winner == UNDECIDED:
        note(s, DRAW, -1, points_of(s, RE))
        value = value_of_draw(s)
    else:
        note(s, RE_WINS if s.winner == RE else CONTRA_WINS, -1, points_of(s, s.winner))
        value = value_of(s, s.winner) * (1 if s.winner == RE else -1)
    of_re = extras_of(s, RE)
    of_contra = extras_of(s, CONTRA)
    if s.options.extra_points_mode == ExtraPoints.ZERO_SUM:
        of_re -= of_contra
        of_contra = -of_re
    factor = s.options.solo_factor if is_alone(s) else 1
    for seat in range(s.seats):
        s.added[seat] = 0
        if s.side[seat] == RE:
            s.added[seat] = factor * (value + of_re)
            note(s, SCORES_RE if factor == 1 else SCORES_ALONE, seat, s.added[seat])
        elif s.side[seat] == CONTRA:
            s.added[seat] = of_contra - value
            note(s, SCORES_CONTRA, seat, s.added[seat])
        s.score[seat] += s.added[seat]

"""Where each seat stands between nothing and the slam, after every trick and at the end of a round (AMB-6, AMB-7)."""

from __future__ import annotations

from torite.kit import kernel

from .cards import ALL_POINTS
from .options import SlamRepeat
from .state import Stand, State

LINES = ((0, 53, 65, 85), (0, 75, 105, 121))  # [edition][line] fewest points of a slam's lines (AMB-6.5, 6.9, 7.6)
UNDER_STRIKE = (11, 16)  # by edition: with fewer points it is an understrike (AMB-6.2, 7.3)
BY_EDITION = (int(SlamRepeat.ONCE), int(SlamRepeat.UNLIMITED))  # AMB-6.7, 7.7
MOST_LINES = 3
SECOND_LINE = 2


@kernel
def repeats(s: State) -> int:
    """AMB-6.7, 7.7: return how often a seat may slam: as agreed, else once in the older edition, always in the new."""
    if s.options.slam_repeat == SlamRepeat.BY_EDITION:
        return BY_EDITION[s.options.edition]
    return s.options.slam_repeat


@kernel
def line_of(s: State, points: int) -> int:
    """AMB-6.5, 6.9: return the line of a slam that points reach, 1 to 3; 0 if they are no slam."""
    line = MOST_LINES
    while points < LINES[s.options.edition][line]:
        line -= 1
    return line


@kernel
def wanted_line(s: State, seat: int) -> int:
    """AMB-6.7, 6.9, 6.10, 7.7: return the lowest line of a slam that counts for a seat, 0 if none does any more."""
    repeat = repeats(s)
    if repeat == SlamRepeat.ONCE:
        return 1 if s.slams[seat] == 0 else 0
    if repeat == SlamRepeat.TIERED:
        return (s.line[seat] + 1) % (MOST_LINES + 1)
    if repeat == SlamRepeat.UNTIL_SECOND_LINE:
        return 1 if s.line[seat] < SECOND_LINE else 0
    return 1


@kernel
def take_stock(s: State) -> None:
    """AMB-6, AMB-7: find what each seat's points come to, and how far it is from a slam."""
    best = 0
    left = ALL_POINTS[s.options.edition]
    for seat in range(s.seats):
        best = max(best, s.points[seat])
        left -= s.points[seat]
    for seat in range(s.seats):
        wanted = wanted_line(s, seat)
        s.stands[seat] = _stand(s, seat, best, wanted)
        short = LINES[s.options.edition][max(1, wanted)] - s.points[seat]
        s.to_slam[seat] = max(0, short)
        s.slam_on[seat] = 1 if wanted > 0 and 0 < short <= left else 0


@kernel
def _stand(s: State, seat: int, best: int, wanted: int) -> int:
    """AMB-6.1 to 6.9, 7.1 to 7.9: nil, understrike, slam, void slam, the most of all without a slam, or in between."""
    points = s.points[seat]
    line = line_of(s, points)
    if s.tricks[seat] == 0:
        return Stand.NIL
    if points < UNDER_STRIKE[s.options.edition]:
        return Stand.UNDER
    if line > 0:
        return Stand.SLAM if 0 < wanted <= line else Stand.VOID
    return Stand.HIGHEST if points == best else Stand.BETWEEN

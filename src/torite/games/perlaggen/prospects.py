"""What a score is worth: how likely a team wins the match that is so many points from the target (PERL-9.2)."""

from __future__ import annotations

from math import exp, sqrt

from torite.kit import kernel

from .state import SEATS, Phase, State, team_of

MOST = 40  # points from the target that the table tells apart
SURE = 1000  # the chance of who has won
PACE = 0.9  # how far points ahead outweigh the points still to come


def _chance(ours: int, theirs: int) -> int:
    """Return a team's chance, in thousandths, when it lacks so many points and the other team so many."""
    if ours == 0 or theirs == 0:
        return SURE // 2 if ours == theirs else SURE * (theirs > 0)
    return round(SURE / (1 + exp(-PACE * (theirs - ours) / sqrt(ours + theirs))))


CHANCE = tuple(tuple(_chance(ours, theirs) for theirs in range(MOST + 1)) for ours in range(MOST + 1))


@kernel
def lacking(s: State, team: int) -> int:
    """Return how many points a team still needs, fewer by what both need beyond those that the table knows."""
    ours = max(0, s.options.target - s.score[team])
    theirs = max(0, s.options.target - s.score[1 - team])
    beyond = max(0, max(ours, theirs) - MOST)
    return max(min(ours, 1), ours - beyond)


@kernel
def payoff(s: State, out: list[int]) -> None:
    """PERL-9.2: a team's chance to win the match, in thousandths; when it is over, whether it has."""
    for seat in range(SEATS):
        if s.phase == Phase.OVER:
            out[seat] = SURE * s.won[seat]
        else:
            out[seat] = CHANCE[lacking(s, team_of(seat))][lacking(s, 1 - team_of(seat))]

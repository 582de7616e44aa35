"""Ratings of bots from the deals that each two of them played: openskill's model of Bradley and Terry.

A duplicate deal, all of its lines together, is one meeting that one of two wins or that is level. Meetings are rated in
the order of the deals, so the same deals come to the same ratings wherever they were played. Bots do not change, so
nothing is added to what is uncertain from one meeting to the next (openskill's `tau`).

Source: Weng and Lin, "A Bayesian approximation method for online ranking", 2011 (algorithm 1, full pairing).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest

from torite.lab.duel import AHEAD, BEHIND
from torite.lab.files import check_installed

RANKS = {AHEAD: [0.0, 1.0], BEHIND: [1.0, 0.0]}
EVEN = [0.0, 0.0]


def rated(bots: int, courses: Mapping[tuple[int, int], str]) -> list[tuple[float, float]]:
    """Rate bots.

    Args:
        bots: how many.
        courses: of each two, what each deal came to for the first; see `torite.lab.duel.Duel`.

    Returns:
        Of each its rating and the standard deviation of what is believed of it.

    Raises:
        NotInstalled: without openskill.
    """
    check_installed("openskill")
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull(tau=0.0)
    ratings = [model.rating() for _ in range(bots)]
    for deal in zip_longest(*courses.values(), fillvalue=""):
        for (one, other), mark in zip(courses, deal, strict=True):
            if mark:
                (ratings[one],), (ratings[other],) = model.rate(
                    [[ratings[one]], [ratings[other]]], RANKS.get(mark, EVEN)
                )
    return [(rating.mu, rating.sigma) for rating in ratings]

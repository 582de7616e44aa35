"""What choices are worth less than the best of them, from what several searches say, and how sure that is."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from torite.bots import WeighedAction

#: Student's t, two-sided 95 %, by the degrees of freedom from 1 on.
T_95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)
UNTRIED = 1e8  #: the regret of what a search never tried


@dataclass(frozen=True)
class Loss:
    """What a choice is worth less than the best.

    Attributes:
        code: the choice.
        loss: in the decision's unit, 0 for the best.
        error: half the width of its 95 % interval; 0 where it was calculated.
    """

    code: str
    loss: float
    error: float


def unit_of(weighed: Sequence[Sequence[WeighedAction]]) -> str:
    """Tell what is counted in what was weighed: a search may see the end of the match now and then."""
    return max(one.unit for time in weighed for one in time)


def losses(weighed: Sequence[Sequence[WeighedAction]]) -> list[Loss]:
    """Make of choices that were weighed several times what each is worth less than the best of all.

    What was not tried every time is left out: there is no saying what it costs.
    """
    regrets: dict[str, list[float]] = {}
    for time in weighed:
        for one in time:
            if one.regret < UNTRIED:
                regrets.setdefault(one.code, []).append(one.regret)
    always = {code: list_ for code, list_ in regrets.items() if len(list_) == len(weighed)}
    if not always:
        return []
    best = min(always, key=lambda code: statistics.fmean(always[code]))
    found = []
    for code, list_ in always.items():
        differences = [one - least for one, least in zip(list_, always[best], strict=True)]
        error = 0.0
        if len(differences) > 1:
            error = T_95[len(differences) - 2] * statistics.stdev(differences) / math.sqrt(len(differences))
        found.append(Loss(code, statistics.fmean(differences), error))
    return sorted(found, key=lambda one: (one.loss, one.code != best))

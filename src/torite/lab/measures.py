"""What designers ask of a game, from what was seen in its matches; docs/lab.md has the formulas and their sources."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from torite.kit.game import Game
from torite.lab import observed
from torite.lab.observed import MILLION, Observed
from torite.lab.tally import TWO_SIDED
from torite.lab.told import CameUp, Kind, Measures

CHOICE, FORCED, DEAL = 5.0, 1.0, 20.0  #: seconds that people take: for a choice, for what is no choice, for a deal
UNTAKEN = (("action", "wait"), ("action", "done"))  #: verbs that say nothing of a game

Part = Mapping[int, float]
#: Each measure is what comes of some columns, each times its factor, by what comes of others; by matches if of none.
RATIOS: dict[str, tuple[Part, Part]] = {
    "choices": ({observed.CHOICES: 1}, {}),
    "forced": ({observed.CHOICES: 1, observed.REAL: -1}, {observed.CHOICES: 1}),
    "options": ({observed.OPTIONS: 1}, {observed.REAL: 1}),
    "deals": ({observed.DEALS: 1}, {}),
    "minutes": (
        {observed.REAL: (CHOICE - FORCED) / 60, observed.CHOICES: FORCED / 60, observed.DEALS: DEAL / 60}, {}
    ),
    "lead_changes": ({observed.CHANGES: 1}, {}),
    "open": ({observed.OPEN: 1 / MILLION}, {}),
    "drama": ({observed.DRAMA: 1 / MILLION}, {}),
    "alone": ({observed.ALONE: 1}, {}),
    "clarity": ({observed.AGREED: 1}, {observed.WEIGHED: 1}),
}  # fmt: skip
COURSE = ("lead_changes", "open", "drama", "alone")  #: those that only whole matches of several seats have


def measures(seen: Observed, seats: int, whole: bool) -> Measures:
    """Calculate the measures of single matches.

    Args:
        seen: what was seen.
        seats: number of seats.
        whole: whether whole matches were.

    Returns:
        For each name its value and the half-width of its 95 % interval; without what is not there.
    """
    found: Measures = {"matches": seen.matches}
    for name in RATIOS:
        if (name not in COURSE or (whole and seats > 1)) and (ratio := _Ratio.of(seen, name)):
            found[name] = ratio.value
            found[f"{name}_error"] = _half_width(_covaried(ratio, ratio, seen.products), seen.matches)
    return found


def differences(one: Observed, other: Observed, beside: Sequence[Sequence[int]], found: Measures) -> None:
    """Add to the measures of a table how they differ from those of another, match by match.

    Args:
        one: what was seen at that other table, the first.
        other: what was seen at this one.
        beside: of each measure there and each here, the sum of their products.
        found: the measures here, to which are added, for each, the `…_difference`, the half-width of its 95 % interval
            (`…_difference_error`), and whether that leaves out zero (`…_real`).
    """
    for name in RATIOS:
        there, here = _Ratio.of(one, name), _Ratio.of(other, name)
        if name in found and there and here:
            apart = here.value - there.value
            varied = _covaried(there, there, one.products) + _covaried(here, here, other.products)
            error = _half_width(varied - 2 * _covaried(there, here, beside), one.matches)
            found |= {
                f"{name}_difference": apart,
                f"{name}_difference_error": error,
                f"{name}_real": abs(apart) > error,
            }


@dataclass(frozen=True)
class _Ratio:
    """A measure, and what each column of a match adds to it (the delta method).

    Attributes:
        value: the measure.
        weights: of the columns that count, how much the measure grows by each, times the number of matches.
        means: the mean of each column.
        matches: how many they were.
    """

    value: float
    weights: Part
    means: Sequence[float]
    matches: int

    @classmethod
    def of(cls, seen: Observed, name: str) -> _Ratio | None:
        """Calculate it; None where what it is divided by never came up."""
        above, below = RATIOS[name]
        means = [total / seen.matches for total in seen.totals]
        by = sum(factor * means[at] for at, factor in below.items()) if below else 1.0
        if not by:
            return None
        value = sum(factor * means[at] for at, factor in above.items()) / by
        weights = {at: (above.get(at, 0) - value * below.get(at, 0)) / by for at in {*above, *below}}
        return cls(value, weights, means, seen.matches)


def _covaried(one: _Ratio, other: _Ratio, products: Sequence[Sequence[int]]) -> float:
    """Return the covariance of what matches add to two measures."""
    return sum(
        a * b * (products[i][j] / one.matches - one.means[i] * other.means[j])
        for i, a in one.weights.items()
        for j, b in other.weights.items()
    )


def _half_width(variance: float, n: int) -> float:
    return TWO_SIDED * math.sqrt(max(0.0, variance) / n)


def came_up(game: Game, seen: Observed) -> list[CameUp]:
    """List the sentences of the rules and the verbs, and how often each came up.

    Returns:
        Of each its `kind` ("scoring", "happening", "refusal" or "action"), `name` and `clause`, the share of the
        `matches` in which it came up, and how many `times` a match.
    """
    lines: list[tuple[Kind, str, str]] = [
        *(("scoring" if note.scoring else "happening", note.key, note.clause) for note in game.notes.listed),
        *(("refusal", line.key, line.clause) for line in game.refusals.listed),
        *(("action", verb.name, "") for verb in game.verbs.listed),
    ]
    counts = [*seen.noted, *seen.refused, *seen.taken]
    return [
        {
            "kind": kind,
            "name": name,
            "clause": clause,
            "matches": count[0] / seen.matches,
            "times": count[1] / seen.matches,
        }
        for (kind, name, clause), count in zip(lines, counts, strict=True)
        if (kind, name) not in UNTAKEN
    ]

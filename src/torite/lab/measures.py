"""What designers ask of a game, from what was seen in its matches; docs/lab.md has the formulas and their sources."""

from __future__ import annotations

from typing import Any

from torite.kit.game import Game
from torite.lab import observed
from torite.lab.observed import MILLION, Observed
from torite.lab.tally import interval

CHOICE, FORCED, DEAL = 5.0, 1.0, 20.0  #: seconds that people take: for a choice, for what is no choice, for a deal
SURE = 0.95
UNTAKEN = (("action", "wait"), ("action", "done"))  #: verbs that say nothing of a game

#: Measures that are means over matches: their name, the column, and its parts to the unit.
MEANS = (
    ("choices", observed.CHOICES, 1), ("deals", observed.DEALS, 1), ("lead_changes", observed.CHANGES, 1),
    ("open", observed.OPEN, MILLION), ("drama", observed.DRAMA, MILLION), ("alone", observed.ALONE, 1),
)  # fmt: skip
COURSE = ("lead_changes", "open", "drama", "alone")  #: those that only whole matches of several seats have


def measures(seen: Observed, seats: int, whole: bool) -> dict[str, Any]:
    """Calculate the measures of single matches.

    Args:
        seen: what was seen.
        seats: number of seats.
        whole: whether whole matches were.

    Returns:
        For each name its value, and for means the half-width of the 95 % interval; without what is not there.
    """
    n, totals = seen.matches, seen.totals
    found: dict[str, Any] = {"matches": n}
    for name, column, unit in MEANS:
        if name not in COURSE or (whole and seats > 1):
            found[name], found[f"{name}_error"] = interval(totals[column], seen.squares[column], n, unit)
    forced = totals[observed.CHOICES] - totals[observed.REAL]
    found["forced"] = forced / max(1, totals[observed.CHOICES])
    found["options"] = totals[observed.OPTIONS] / max(1, totals[observed.REAL])
    found["minutes"] = (CHOICE * totals[observed.REAL] + FORCED * forced + DEAL * totals[observed.DEALS]) / (60 * n)
    if weighed := totals[observed.WEIGHED]:
        agreed = totals[observed.AGREED]
        found["clarity"], found["clarity_error"] = interval(agreed, agreed, weighed)
    return found


def came_up(game: Game, seen: Observed) -> list[dict[str, Any]]:
    """List the sentences of the rules and the verbs, and how often each came up.

    Returns:
        Of each its `kind` ("scoring", "happening", "refusal" or "action"), `name` and `clause`, the share of the
        `matches` in which it came up, and how many `times` a match.
    """
    lines = [
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

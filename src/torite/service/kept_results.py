"""Somebody's results as the process that looks at them gets them: packed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from torite.games import catalogue
from torite.records.results import SoloResult
from torite.service.errors import Refused
from torite.service.plausible import count_of, time_of

MOST_ELSEWHERE = 50  #: variants that are not here, of other versions, of which somebody may have results
FIELDS = ("id", "game", "variant", "score", "finished_at", "usual", "daily", "won")  #: of a row, in their order
NONE = msgspec.msgpack.encode([])  #: the results of whoever has none


def unpacked(rows: bytes) -> list[SoloResult]:
    """Read packed rows, in the order in which the games ended; a database may write truth as numbers."""
    found = []
    for row in msgspec.msgpack.decode(rows):
        facts = dict(zip(FIELDS, row, strict=True))
        won = facts.pop("won")
        facts["usual"] = bool(facts["usual"])
        facts |= {"finished_at": time_of(facts["finished_at"]), "score": count_of(facts["score"])}
        found.append(SoloResult(**facts, won=None if won is None else bool(won)))
    return sorted(found, key=lambda result: result.finished_at)


def check_here(new: Iterable[SoloResult], before: Iterable[SoloResult]) -> None:
    """Check that results that are to be kept are of variants that are here, but for a few.

    Those of an earlier or later version are kept too: only so many are not that each has its own figures for nothing.

    Raises:
        Refused: for the first variant that is one too many.
    """
    here = catalogue()
    elsewhere = {row.variant for row in before if row.variant not in here}
    for row in new:
        if row.variant in here or row.variant in elsewhere:
            continue
        if len(elsewhere) >= MOST_ELSEWHERE:
            raise Refused("results_elsewhere", "bad-options", game=row.game, variant=row.variant, most=MOST_ELSEWHERE)
        elsewhere.add(row.variant)


def told_of(rows: Sequence[SoloResult]) -> list[SoloResult]:
    """Leave out the variants that are not here but for those played last, so that an answer has a longest length."""
    here = catalogue()
    latest: dict[str, None] = {}
    for row in reversed(rows):
        if row.variant not in here and len(latest) < MOST_ELSEWHERE:
            latest[row.variant] = None
    return [row for row in rows if row.variant in here or row.variant in latest]

"""How a match stood, to be brought back: for whoever could not keep what was done since."""

from __future__ import annotations

from dataclasses import dataclass

from torite.match.arrange import FixedOutcomes
from torite.match.log import LogMoment
from torite.match.match import Match


@dataclass(frozen=True)
class Moment:
    """How a match stood; see `moment`."""

    log: LogMoment
    drafts: dict[int, list[int]]
    wanted: FixedOutcomes


def moment(match: Match) -> Moment:
    """Return how a match stands, for `back_to`: it costs a copy of some lists of numbers, and no state."""
    return Moment(match.log.moment(), match.gestures.drafts(), match.chance.wanted())


def back_to(match: Match, then: Moment) -> None:
    """Have a match stand as it stood then, as if nothing had been done since; chance comes out the same again.

    Other than what `undo` takes back, what was done leaves no entry.

    Args:
        match: the match.
        then: a moment of it that is brought back for the first time.
    """
    match.log.back_to(then.log)
    match.gestures.draft_again(then.drafts)
    match.chance.want_again(then.wanted)
    match.knowledge.forget_scenes()  # they are known by how long the log was

"""What the choices at one position are worth, of a match or a variation: from what its mover knew, ever more surely.

A position is weighed a few times, told, and weighed further with what is known: after as many times as a decision is
judged it comes to the same. At the end of a variation nothing was taken yet; there all who are to act are told of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from torite.bots import WeighedAction
from torite.match import Entry, Match
from torite.records import Study
from torite.records.entering import on
from torite.records.studying import home
from torite.study.analysis import ITERATIONS, TIMES, Judge, NotOver, is_unplayed
from torite.study.equal_choices import Choice, firsts, merge
from torite.study.losses import losses, unit_of


@dataclass(frozen=True)
class Weighing:
    """A choice, weighed some times.

    Attributes:
        seat: whose it is.
        part: of a gesture, which part it is, from 0.
        taken: what was taken, a whole action or a part of one; empty where nothing was yet.
        weighed: what came of each time.
        exact: it was calculated.
        first: of each choice the first that is equal to it in the rules.
    """

    seat: int
    part: int
    taken: str
    weighed: tuple[tuple[WeighedAction, ...], ...]
    exact: bool
    first: dict[str, str] = field(default_factory=dict)

    @property
    def choices(self) -> list[Choice]:
        """What each choice is worth less than the best, the best first; what is equal is one choice."""
        return merge(losses(self.weighed), self.first, self.taken)

    @property
    def unit(self) -> str:
        """What that is counted in."""
        return unit_of(self.weighed)


def weigh(
    study: Study,
    step: int,
    of: int = 0,
    known: Sequence[Weighing] = (),
    times: int = TIMES,
    iterations: int = ITERATIONS,
    seed: int = 0,
    between: Callable[[], None] = on,
) -> list[Weighing]:
    """Weigh the choices at a position, so many times altogether.

    Args:
        study: a match that is over, or an arranged one that nobody has played, with variations.
        step, of: the position.
        known: what came of fewer times, with the same iterations and seed.
        times: how often, from 2 on.
        iterations, seed: see `analyse`.
        between: called before each choice; what it raises gives the work up.

    Returns:
        Those where there is a choice; none where chance or nobody is to act.

    Raises:
        NotOver: for a match that is not over.
        BadRecord: when there is no such position.
    """
    if not study.match.over and not is_unplayed(study.match):
        raise NotOver("error.not_over")
    step, of = home(study, step, of)
    before, judge = study.at(step, of), Judge(study.match.game, iterations, times, seed)
    weighed = {(one.seat, one.part): one for one in known}
    found = []
    for seat, part, taken, seen, offered in _asked(judge, before, _follows(study, step, of)):
        between()
        one = weighed.get((seat, part))
        if one is None or not one.exact:
            all_, exact = judge.weigh(seen, seat, offered, step, part, one.weighed if one else ())
            first = firsts(before, seat, [*dict.fromkeys(tried.code for time in all_ for tried in time)])
            one = Weighing(seat, part, taken, tuple(map(tuple, all_)), exact, first)
        if len(one.weighed[0]) > 1:
            found.append(one)
    return found


def _follows(study: Study, step: int, of: int) -> Entry | None:
    """Return what is played at a position; None at the end of a line."""
    begins = study.variations[of - 1].step if of else 0
    entries = study.variations[of - 1].entries if of else study.match.log.renumbered
    return entries[step - begins] if step - begins < len(entries) else None


def _asked(judge: Judge, before: Match, entry: Entry | None) -> Iterator[tuple[int, int, str, Any, bool]]:
    """List who chooses at a position: seat, part, what was taken, what the seat sees, whether it was on offer."""
    if entry is None:
        for seat in before.actors:
            offered = all(action.offer for action in before.actions(seat))
            yield seat, 0, "", before.view(seat), offered
    elif not entry.chance:
        for part, (taken, seen, offered) in enumerate(judge.parts(entry, before)):
            yield entry.seat, part, taken, seen, offered

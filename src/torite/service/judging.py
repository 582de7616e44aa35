"""What a replay teaches: judged a few entries at a time, or a position of it ever more surely; told in words."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, cast

import msgspec

import torite
from torite import bots, study, worlds
from torite.errors import BadOptions
from torite.games import games
from torite.kernel.cache import sources_hash
from torite.match import Match
from torite.records import Study
from torite.scenes import reasons, wording
from torite.scenes.labels import legend
from torite.service.page_messages import page_words
from torite.service.replay_answers import (
    Judged,
    JudgedChoice,
    JudgedChoices,
    JudgedDeal,
    JudgedPart,
    JudgedPosition,
    SeatOfDeal,
    Unit,
)
from torite.study import (
    DealWorth,
    Decision,
    Tried,
    Weighing,
    deals_worth,
    judged_entries,
    mistakes_tried,
    sentences,
    weigh,
)
from torite.study.analysis import ITERATIONS, TIMES, NotOver
from torite.study.equal_choices import named

ENTRIES = 6  #: judged at a time: half a second of most games

FORM = 3  #: of what is kept
AT_ONCE = 2  #: times that a position is weighed before it is told how it stands

#: What judges beside the rules: the search, the worlds that it looks at, what is made of both.
JUDGES = tuple(Path(str(package.__file__)).parent for package in (bots, study, worlds))


class Judgement(msgspec.Struct, frozen=True):
    """What was found out about a few entries.

    Attributes:
        decisions: what they cost.
        deals: what those were worth whose first choice is among the entries.
        tried: of the mistakes, in their order, what came of both choices in the same worlds.
    """

    decisions: list[Decision]
    deals: list[DealWorth]
    tried: list[Tried]


class Weighed(msgspec.Struct, frozen=True):
    """What was found out about the choices at a position.

    Attributes:
        times: how often they were weighed; as often as they ever are, where more would say no more.
        found: what came of it.
    """

    times: int
    found: list[Weighing]


#: What is known of a position that has not been weighed.
UNWEIGHED = msgspec.json.encode(Weighed(0, []))


def not_yet(first: int) -> dict[str, Any]:
    """Return a part in which nothing was found, as that which begins with an entry is not judged yet."""
    return {"decisions": written([], [], []), "following": first}


def is_whole(part: dict[str, Any]) -> bool:
    """Tell whether nothing of what is kept of a part is damaged."""
    try:
        msgspec.json.decode(part["decisions"], type=Judgement)
    except (msgspec.MsgspecError, TypeError):
        return False
    return isinstance(part["following"], int)


@functools.cache
def engine() -> str:
    """Name what judges: by other rules, or by another search, it may come to something else."""
    rules = sorted(game.digest for game in games().values())
    facts = (torite.__version__, str(ITERATIONS), str(TIMES), str(FORM), sources_hash(JUDGES).hex(), *rules)
    return hashlib.sha256(" ".join(facts).encode()).hexdigest()


def check_part(match: Match, first: int) -> None:
    """Check that a part begins with an entry of a match that is over.

    Raises:
        NotOver: for a match that is not over.
        BadOptions: for an entry that there is not, or with which no part begins.
    """
    if not match.over:
        raise NotOver("error.not_over")
    last = len(match.log.standing) - 1
    if not 0 <= first <= last or first % ENTRIES:
        raise BadOptions("replay.no_part", page_words, most=last, each=ENTRIES)


def judge(match: Match, first: int, between: Callable[[], None]) -> tuple[bytes, int]:
    """Judge a few entries.

    Args:
        match: a match that is over.
        first: the number of the first of them, among those that stand.
        between: called before each; what it raises gives the work up.

    Returns:
        What was found, as JSON; and the entry with which the next part begins, -1 after the last.

    Raises:
        NotOver: for a match that is not over.
        BadOptions: for an entry that there is not, or with which no part begins.
    """
    check_part(match, first)
    decisions: list[Decision] = []
    entries = judged_entries(match, first)
    for judged in islice(entries, ENTRIES):
        decisions += judged
        between()
    following = first + ENTRIES
    deals = deals_worth(match, first, following, between=between)
    both = mistakes_tried(match, decisions, between=between)
    return written(decisions, deals, both), following if following < len(match.log.standing) else -1


def written(decisions: Iterable[Decision], deals: Iterable[DealWorth], both: Iterable[Tried]) -> bytes:
    """Write down what is told."""
    return msgspec.json.encode(Judgement([*map(_short, decisions)], [*deals], [*both]))


def _short(one: Decision) -> Decision:
    """Leave out the choices that are not told, which are most of what would be kept."""
    return replace(one, choices=tuple(choice for choice in one.choices if choice.code in (one.best, one.taken)))


def told(match: Match, decisions: bytes, following: int, language: str) -> JudgedPart:
    """Tell in words what was found."""
    found = msgspec.json.decode(decisions, type=Judgement)
    both = {(one.entry, one.part): one for one in found.tried}
    judged = [_told(match, one, both.get((one.entry, one.part)), language) for one in found.decisions]
    return JudgedPart(judged, [*map(_deal, found.deals)], following, len(match.log.standing))


def _told(match: Match, one: Decision, both: Tried | None, language: str) -> Judged:
    before, words = match.at(one.entry), legend(match.game, language).words
    taken = wording.chosen(words, match.game, one.taken)
    return Judged(
        step=one.entry,
        deal=one.deal,
        seat=one.seat,
        taken=taken,
        best=taken if one.best == one.taken else wording.alternatives(words, match.game, one.equally_good),
        cost=one.cost,
        error=one.error,
        unit=_unit(one.unit),
        exact=one.exact,
        bot=one.bot,
        mistake=one.is_mistake,
        why=reasons.because(before, one.seat, one.best, language) if one.is_mistake else "",
        reasons=sentences(match, both, language) if both else [],
    )


def _deal(one: DealWorth) -> JudgedDeal:
    rows = zip(one.average, one.luck, one.played, one.paid, strict=True)
    seats = [
        SeatOfDeal(average.value, luck.value, luck.error, played.value, played.error, paid)
        for average, luck, played, paid in rows
    ]
    return JudgedDeal(one.entry, one.deal, _unit(one.unit), seats)


def _unit(unit: str) -> Unit:
    return cast(Unit, unit if unit in ("match", "win", "success") else "points")


def times_of(weighed: bytes | None) -> int:
    """Tell how often the choices at a position were weighed."""
    return msgspec.json.decode(weighed, type=Weighed).times if weighed else 0


def weighed_further(study: Study, of: int, step: int, before: bytes | None, between: Callable[[], None]) -> bytes:
    """Weigh the choices at a position some more times.

    Args:
        study: a match that is over, with variations.
        of, step: the position.
        before: what was found out before; None if nothing was.
        between: called before each choice; what it raises gives the work up.

    Returns:
        What is found out now, as JSON.

    Raises:
        NotOver: for a match that is not over.
        BadRecord: when there is no such position.
    """
    known = msgspec.json.decode(before, type=Weighed) if before else Weighed(0, [])
    times = min(TIMES, known.times + AT_ONCE)
    found = weigh(study, step, of, known.found, times, between=between)
    return msgspec.json.encode(Weighed(TIMES if all(one.exact for one in found) else times, found))


def weighed_told(study: Study, of: int, step: int, weighed: bytes, language: str) -> JudgedPosition:
    """Tell in words what the choices at a position are worth."""
    known, before = msgspec.json.decode(weighed, type=Weighed), study.at(step, of)
    told = [_choices(before, one, language) for one in known.found if len(one.choices) > 1]
    return JudgedPosition(told, known.times, TIMES)


def _choices(before: Match, one: Weighing, language: str) -> JudgedChoices:
    listed = one.choices
    best, next_best = listed[:2]
    return JudgedChoices(
        seat=one.seat,
        choices=[
            JudgedChoice(text, choice.loss, choice.error, choice.code == one.taken)
            for text, choice in zip(named(before.game.words(language), before.game, listed), listed, strict=True)
        ],
        unit=_unit(one.unit),
        exact=one.exact,
        why=reasons.because(before, one.seat, best.code, language) if next_best.loss > next_best.error else "",
    )

"""What the decisions of a replay cost: judged a few entries at a time, kept as numbers, told in words."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import cast

import msgspec

import torite
from torite import bots, study, worlds
from torite.errors import BadOptions
from torite.games import games
from torite.kernel.cache import sources_hash
from torite.match import Match
from torite.scenes import reasons
from torite.service.page_messages import page_words
from torite.service.replay_answers import Judged, JudgedPart, Unit
from torite.service.teaching import action
from torite.study import Decision, judged_entries
from torite.study.analysis import ITERATIONS, TIMES

ENTRIES = 6  #: judged at a time: half a second of most games

#: What judges beside the rules: the search, the worlds that it looks at, what is made of both.
JUDGES = tuple(Path(str(package.__file__)).parent for package in (bots, study, worlds))


@functools.cache
def engine() -> str:
    """Name what judges: by other rules, or by another search, it may come to something else."""
    rules = sorted(game.digest for game in games().values())
    facts = (torite.__version__, str(ITERATIONS), str(TIMES), sources_hash(JUDGES).hex(), *rules)
    return hashlib.sha256(" ".join(facts).encode()).hexdigest()


def judge(match: Match, first: int, between: Callable[[], None]) -> tuple[bytes, int]:
    """Judge the decisions of a few entries.

    Args:
        match: a match that is over.
        first: the number of the first of them, among those that stand.
        between: called before each; what it raises gives the work up.

    Returns:
        The decisions, as JSON; and the entry with which the next part begins, -1 after the last.

    Raises:
        NotOver: for a match that is not over.
        BadOptions: for an entry that there is not, or with which no part begins.
    """
    last = len(match.log.standing) - 1
    if not 0 <= first <= last or first % ENTRIES:
        raise BadOptions("replay.no_part", page_words, most=last, each=ENTRIES)
    found: list[Decision] = []
    entries = judged_entries(match, first)
    for judged in islice(entries, ENTRIES):
        found += map(_short, judged)
        between()
    following = first + ENTRIES
    return msgspec.json.encode(found), following if following <= last else -1


def _short(one: Decision) -> Decision:
    """Leave out the choices that are not told, which are most of what would be kept."""
    return replace(one, choices=tuple(choice for choice in one.choices if choice.code in (one.best, one.taken)))


def told(match: Match, decisions: bytes, following: int, language: str) -> JudgedPart:
    """Tell decisions in words."""
    found = msgspec.json.decode(decisions, type=list[Decision])
    return JudgedPart([_told(match, one, language) for one in found], following, len(match.log.standing))


def _told(match: Match, one: Decision, language: str) -> Judged:
    before = match.at(one.entry)
    return Judged(
        step=one.entry,
        deal=one.deal,
        seat=one.seat,
        taken=action(before, one.taken, language),
        best=action(before, one.best, language),
        cost=one.cost,
        error=one.error,
        unit=cast(Unit, one.unit if one.unit in ("match", "win", "success") else "points"),
        exact=one.exact,
        bot=one.bot,
        mistake=one.is_mistake,
        why=reasons.because(before, one.seat, one.best, language) if one.is_mistake else "",
    )

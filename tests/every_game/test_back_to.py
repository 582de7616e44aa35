"""A match that is brought back to a moment stands as if nothing had been done since, whatever that was."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import torite
from tests.conftest import Many
from tests.strategies import Table
from torite.match import Match
from torite.match.moments import back_to, moment
from torite.scenes import lay_out
from torite.worlds import SPECTATOR

LANGUAGES = ("en", "ja")


def told(match: Match) -> list[Any]:
    """Return all that is told of a match, and what it goes on from."""
    viewers = [*range(match.seats), SPECTATOR]
    state, kept = match.log.state, range(len(match.log))
    return [
        torite.write(match, True),
        state.to_words(),
        [lay_out(match, viewer, language) for viewer in viewers for language in LANGUAGES],
        [match.history(viewer) for viewer in viewers],
        [(match.actions(seat), match.gestures.begun(seat), match.may_undo(seat, True)) for seat in range(match.seats)],
        [mark.to_words() if mark else None for mark in map(match.log.marks.at, kept)],
        (
            match.log.settled,
            dict(match.log.ends),
            match.log.renumbered,
            match.score_sheet.deals,
            match.score_sheet.account,
            match.result,
        ),
    ]


def go_on(match: Match, chooser: Random) -> None:
    """Do something that changes a match: an action, or a part of one, something taken back, what chance settles."""
    if match.turns.awaits_chance:
        match.go_on()
        return
    able = [seat for seat in range(match.seats) if match.may_undo(seat, True)]
    if able and not chooser.randrange(4):
        match.undo(chooser.choice(able), True)
        return
    seat = chooser.choice(match.actors)
    match.act(seat, chooser.choice(match.actions(seat)))


def some(match: Match, chooser: Random, times: int, each: Callable[[], object] = lambda: None) -> None:
    for _ in range(times):
        if not match.over:
            go_on(match, chooser)
            each()


@pytest.mark.long
def test_what_is_brought_back_is_as_it_was(table: Table, many: Many) -> None:
    """And goes on as another does in which nothing of it was done."""
    chooser = table.chooser("back")
    match, twin = (table.match("back", pause=True) for _ in range(2))
    for part in range(many(6, 3)):
        steps = chooser.randrange(1, 40)
        for one in (match, twin):
            some(one, table.chooser(part), steps)
        before, then = told(twin), moment(match)
        some(match, chooser, chooser.randrange(1, 30), lambda: lay_out(match, SPECTATOR, "en"))
        back_to(match, then)
        assert before == told(match)
    for one in (match, twin):
        some(one, table.chooser("end"), 20)
    assert told(twin) == told(match)


def test_what_was_arranged_is_there_again() -> None:
    match = Match("agurk", 2, arranged=torite.Arrangement(hands={0: "SA S2"}, dealer=1), seed=1, manual=True)
    before, then = told(match), moment(match)
    for _ in range(2):
        match.go_on()
    dealt = told(match)
    assert {"SA", "S2"} <= set(match.cards(0))
    back_to(match, then)
    assert before == told(match)
    for _ in range(2):
        match.go_on()
    assert dealt == told(match)

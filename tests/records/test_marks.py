"""States that a match keeps: whatever is found from them is what playing from the start gives."""

from __future__ import annotations

import random

import pytest

from tests.strategies import differing
from torite.games import catalogue
from torite.match import Match, marks
from torite.records import enter, enter_all, line, read, write
from torite.scenes import lay_out

VARIANTS = ("agurk-joker", "rassi", "doppelkopf", "galapagos", "cribbage-dice", "emissary")


def played(variant: str, moves: int, undos: float) -> Match:
    """Play at random, and take back one's last action now and then, or several in a row."""
    chooser = random.Random(variant)
    match = Match(variant, catalogue()[variant][1].seats[0], seed=variant)
    for _ in range(moves):
        if match.over:
            break
        seat = match.actors[0]
        match.act(seat, chooser.choice(match.actions(seat)))
        while chooser.random() < undos and match.may_undo(seat, free=True):
            match.undo(seat, free=True)
    return match


def from_the_start(match: Match, step: int) -> Match:
    """Play the entries that stand again, one after the other."""
    other = match.at(0)
    for entry in match.log.standing[:step]:
        other.log.follow(entry)
    return other


@pytest.fixture(params=[(3, 2, 7), (16, 3, 256)], ids=["many", "usual"])
def kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in zip(("MARK", "MARKS", "FAR"), request.param, strict=True):
        monkeypatch.setattr(marks, name, value)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_position_is_found(variant: str) -> None:
    match = played(variant, 120, 0.4)
    again = read(write(match, with_key=True))
    assert [] == differing(match.log.state, again.log.state)
    for one in (match, again):
        count = len(one.log.standing)
        for step in {0, 1, count, *range(0, count, 11)}:
            found, plain = one.at(step), from_the_start(one, step)
            assert [] == differing(plain.log.state, found.log.state)
            assert plain.log == found.log
            assert lay_out(plain) == lay_out(found)
            assert plain.score_sheet.deals == found.score_sheet.deals


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_taken_back_is_taken_back_wholly(variant: str) -> None:
    """After each undo the state is that of the entries that stand; chance goes on as it would have."""
    match = played(variant, 90, 0.5)
    seat = next(entry.seat for entry in match.log.backwards() if entry.seat >= 0)
    while match.may_undo(seat, free=True):
        match.undo(seat, free=True)
        assert [] == differing(from_the_start(match, len(match.log.standing)).log.state, match.log.state)
    text = write(match, with_key=True)
    assert text == write(read(text), with_key=True)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_log_is_entered_at_once_as_it_is_line_by_line(variant: str) -> None:
    match = played(variant, 90, 0.3)
    lines = [line(match, entry) for entry in match.log]
    fresh = [Match(variant, match.seats, seed=variant, manual=True) for _ in range(2)]
    for number, text in enumerate(lines, 1):
        enter(fresh[0], text, number)
    enter_all(fresh[1], lines)
    assert fresh[0].log == fresh[1].log
    assert lines == [line(fresh[1], entry) for entry in fresh[1].log]
    assert [] == differing(fresh[0].log.state, fresh[1].log.state)
    for one in fresh:
        one.chance.wait(manual=False)
        seat = next(entry.seat for entry in one.log.backwards() if entry.seat >= 0)
        one.undo(seat, free=True)
    assert fresh[0].log == fresh[1].log
    assert [] == differing(fresh[0].log.state, fresh[1].log.state)
    assert fresh[0].history(-1) == fresh[1].history(-1)


def test_few_states_are_kept() -> None:
    """However much is played, and however much of it is taken back later."""
    match = Match("agurk", 2, {"out_at": "1000000"}, seed=1)
    for _ in range(2000):
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    near, far = len(match.log.marks._near), len(match.log.marks._far)
    assert near <= marks.MARKS
    assert far <= len(match.log) // marks.FAR + 1
    acts = [entry for entry in match.log if entry.seat >= 0]
    lines = [line(match, entry) for entry in match.log]
    undone = [f"{entry.seat}: undo {entry.number}" for entry in reversed(acts)]
    again = Match("agurk", 2, {"out_at": "1000000"}, seed=1, manual=True)
    most = 0
    with again.log.in_place(entry.number for entry in acts):
        for number, text in enumerate([*lines, *undone], 1):
            enter(again, text, number)
            most = max(most, len(again.log.marks._near))
    assert most <= marks.FAR < len(acts)
    assert not [entry for entry in again.log.standing if entry.seat >= 0]

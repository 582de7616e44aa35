"""Which actions may still be tried when others have acted since the position that they answer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.test_elements_in_scenes import table
from torite.match import Match
from torite.match.log import Log


def passed(match: Match, seat: int) -> str:
    """What a seat may pass, as one gesture."""
    parts: list[str] = []
    while not (drafted := match.gestures.draft(seat, parts))["complete"]:
        parts.append(drafted["may"][0])
    return str(drafted["parts"])


def test_choices_made_at_once_may_come_in_any_order() -> None:
    """Three pass before the fourth, who saw none of it: the pass stands. One that was made already does not."""
    match = Match("ambition", 4, seed=3)
    number = len(match.log)
    codes = [passed(match, seat) for seat in range(4)]
    for seat in (2, 0, 3):
        assert match.turns.still_valid(number, seat, codes[seat])
        match.act(seat, codes[seat])
        assert not match.turns.still_valid(number, seat, codes[seat])
    assert match.turns.still_valid(number, 1, codes[1])
    assert not match.turns.still_valid(number, 1, codes[2])
    assert not match.turns.still_valid(number, 1, "nonsense")
    assert not match.turns.still_valid(number, 1, "")
    match.act(1, codes[1])
    first = match.actors[0]
    card = match.actions(first)[0].code
    assert match.turns.still_valid(len(match.log), first, card)
    assert not match.turns.still_valid(number, first, card)


def test_what_was_asked_anew_is_not_answered_by_what_came_before() -> None:
    """Chance, or an answer taken back, comes between."""
    match = Match("ambition", 4, seed=3)
    number = len(match.log)
    codes = [passed(match, seat) for seat in range(4)]
    match.act(2, codes[2])
    assert match.turns.still_valid(number, 0, codes[0])
    match.undo(2)
    assert not match.turns.still_valid(number, 0, codes[0])
    assert not match.turns.still_valid(number - 1, 0, codes[0])
    assert not match.turns.still_valid(-1, 0, codes[0])
    assert not match.turns.still_valid(len(match.log) + 1, 0, codes[0])


def test_an_answer_to_one_bet_is_none_to_the_next() -> None:
    """Either partner may answer. When one has, and the others bet more, the other partner's answer came too late."""
    match = table()
    match.act(0, "bet spiel")
    number = len(match.log)
    assert (1, 3) == match.actors
    match.act(1, "hold")
    assert not match.turns.still_valid(number, 3, "hold")
    raiser = next(seat for seat in (1, 3) if "bet spiel" in map(str, match.actions(seat)))
    match.act(raiser, "bet spiel")
    assert not match.turns.still_valid(number, 3, "hold")
    match.act(0, "hold")
    match.act(2, "bet spiel")
    assert "hold" in map(str, match.actions(3))
    assert not match.turns.still_valid(number, 3, "hold")


def test_a_card_does_not_stand_once_somebody_has_bet() -> None:
    """A bet does: the log says who was first."""
    match = table()
    number = len(match.log)
    match.act(1, "bet gleich")
    assert not match.turns.still_valid(number, 0, "play HQ")
    assert match.turns.still_valid(number, 2, "bet gleich")


def test_an_answer_to_long_ago_is_late_without_playing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """More others have acted than there are: nobody needs to look what was asked then."""
    match = Match("agurk", 3, {"hand_size": "15"}, seed=3)
    number = len(match.log)
    for _ in range(15):
        match.act(match.actors[0], match.actions(match.actors[0])[0])
    played_again: list[int] = []
    steps = Log.steps

    def counted(self: Log, first: int) -> Any:
        played_again.append(first)
        return steps(self, first)

    monkeypatch.setattr(Log, "steps", counted)
    assert match.turns.only_choices_since(number)
    seat = match.actors[0]
    assert not match.turns.still_valid(number, seat, match.actions(seat)[0].code)
    assert [] == played_again

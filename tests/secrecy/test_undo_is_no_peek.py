"""Taking back is no way to look: what is undone has shown nothing, and what has shown something stands.

Each action is taken in both states of a pair. Where the seat may take it back, it must have looked the same to it in
both, and so must all that follows the undo; where it looked different, it is not taken back.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest

import torite
from tests.secrecy.comparing import apart, bytes_of, everything
from tests.secrecy.law import Law
from tests.secrecy.pairs import Course, Pair
from tests.secrecy.positions import LAWS, pairs_of, seats_of
from tests.strategies import differing
from torite.match import Match

OFTEN = 160  #: pairs of a game and seat in which an action is taken, at most


@dataclass
class Attack:
    """What came of trying actions: how often each verb was taken, and taken back."""

    taken: Counter[str]
    undone: Counter[str]


def act(match: Match, seat: int, code: str, chooser: random.Random) -> None:
    """Take an action and complete its gesture."""
    match.act(seat, code)
    while match.gestures.begun(seat):
        match.act(seat, chooser.choice(match.actions(seat)))


def attack(course: Course, pair: Pair, number: int, found: Attack, any_: bool) -> None:
    """Take an action in both states, and take it back where that is allowed.

    It is one that shows something and was not taken yet, if there is one; else any, if any is to be.
    """
    seat = course.viewer
    one, other = course.matches(pair)
    before = one.view(seat), bytes_of(one.history(seat))
    verbs = {code: one.game.verbs.verb(code.number).name for code in one.actions(seat)}
    new = [code for code, verb in verbs.items() if not found.taken[verb] and shows(course.law, verb)]
    others = [*verbs][:1] if number % 2 else [*verbs][-1:]
    for code in new[:1] or (others if any_ else []):
        for match in (one, other):
            act(match, seat, code.code, random.Random(number))
        name = verbs[code]
        found.taken[name] += 1
        if one.turns.awaits_chance or not one.may_undo(seat):
            assert one.turns.awaits_chance or _refused(one, seat)
            return
        found.undone[name] += 1
        assert [] == differing(one.view(seat), other.view(seat)), name
        assert bytes_of(one.history(seat)) == bytes_of(other.history(seat))
        for match in (one, other):
            match.undo(seat)
        assert ([], before[1]) == (differing(one.view(seat), before[0]), bytes_of(one.history(seat)))
        if number % 40 == 0:
            told = (everything(match, seat, random.Random(number), 4) for match in (one, other))
            assert [] == apart(course.law, one, *told)


def _refused(match: Match, seat: int) -> bool:
    with pytest.raises(torite.IllegalMove):
        match.undo(seat)
    return True


def attacked(law: Law, most: int, first: int) -> Attack:
    """Attack a game from every seat."""
    found = Attack(Counter(), Counter())
    for seat in range(seats_of(law)):
        for number, (course, pair) in enumerate(pairs_of(law, seat, most, first)):
            any_ = number % max(1, most // OFTEN) == 0
            missed = not all(any(meant(name, verb) for verb in found.taken) for name in law.shows)
            if (any_ or missed) and course.game.rules.actors(pair.true) >> course.viewer & 1:
                attack(course, pair, number, found, any_)
    return found


def meant(name: str, verb: str) -> bool:
    """Tell whether a name in the list is a verb's, or how it begins."""
    return verb == name.removesuffix("!") or verb.startswith(name.removesuffix("!") + " ")


def shows(law: Law, verb: str) -> bool:
    """Tell whether the list has a verb among those that may show something."""
    return any(meant(name, verb) for name in law.shows)


def shown_and_undone(law: Law, found: Attack) -> list[str]:
    """List the verbs that always show something and were taken back."""
    always = [name for name in law.shows if name.endswith("!")]
    return [verb for verb in found.undone if any(meant(name, verb) for name in always)]


@pytest.mark.long
@pytest.mark.full
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.game)
def test_what_is_taken_back_has_shown_nothing(law: Law) -> None:
    found = attacked(law, 30, first=900)
    assert sum(found.taken.values()) > 0
    assert [] == shown_and_undone(law, found)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.game)
def test_every_showing_verb_was_attacked(law: Law) -> None:
    """With thousands of pairs each verb of the list is met."""
    found = attacked(law, 6_000, first=2_000)
    assert [] == shown_and_undone(law, found)
    for name in law.shows:
        assert any(meant(name, verb) for verb in found.taken), name

"""A bot is given the bytes of a view, and they hold nothing hidden: poisoned states give the same bytes and choices."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.secrecy.comparing import chosen, differing_bytes
from tests.secrecy.law import Law
from tests.secrecy.pairs import Course, Pair
from tests.secrecy.positions import LAWS, pairs_of, seats_of
from tests.secrecy.test_law import parts
from torite.kernel.fields import EMPTY
from torite.kit.multisets import copies, put
from torite.service import bot_worker
from torite.worlds import view

POISON = (5, 40, 1 << 61)  #: what is written where pieces, or numbers, are hidden
every_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.game)


def poisoned(law: Law, game: Any, state: Any, seat: int, chooser: random.Random) -> tuple[Any, int]:
    """Overwrite everything of a state that the list hides from a seat, numbers of pieces kept; count the parts.

    Where a seat knows some pieces of a place, only the others become different ones.
    """
    other, changed = state.copy(), 0
    for field in game.layout.fields:
        item = None if field.spec.beside else law.of(field.name)
        for owner in parts(field, state.seats) if item else ():
            if item is None or item.who(state, owner, seat):
                continue
            value = getattr(other, field.name)
            part = value[owner] if field.is_parted else value
            new = _poison(game, field.spec.holds, part, _known(state, field, owner, seat), chooser)
            changed += new != part
            if field.is_parted:
                value[owner] = new
            else:
                setattr(other, field.name, new)
    return other, changed


def _known(state: Any, field: Any, owner: int, seat: int) -> list[int]:
    places = state.layout._place_numbers
    return state.known[seat][places[field.name, owner]] if (field.name, owner) in places else []


def _poison(game: Any, holds: str, part: Any, known: list[int], chooser: random.Random) -> Any:
    if holds == "sequence":
        return [one if one == EMPTY else chooser.choice(list(game.pack.all)) for one in part]
    if holds != "pieces":
        return [chooser.choice(POISON) for _ in part] if isinstance(part, list) else chooser.choice(POISON)
    number = sum(map(int.bit_count, part)) - sum(map(int.bit_count, known))
    row = list(known) if any(known) else [0] * len(part)
    for kind in chooser.sample([kind for kind in game.pack.all if copies(row, kind) == 0], number):
        put(row, kind)
    return row


@pytest.mark.long
@every_law
def test_nothing_hidden_is_in_the_bytes_of_a_view(law: Law) -> None:
    """Whatever stands in what a seat may not see, its view is the same in every byte."""
    changed = 0
    for seat in range(seats_of(law)):
        for number, (course, pair) in enumerate(pairs_of(law, seat, 150)):
            if number % 15 == 0:
                chooser = random.Random(number)
                other, parts_changed = poisoned(law, course.game, pair.true, course.viewer, chooser)
                mine, theirs = (view(course.game, state, course.viewer).to_bytes() for state in (pair.true, other))
                assert mine == theirs
                changed += parts_changed
    assert changed >= 5


def asked(course: Course, pair: Pair, seat: int, iterations: int) -> list[str]:
    """Name the bots that choose or advise differently in the two states of a pair."""
    one, other = course.matches(pair)
    return differing_bytes(chosen(one, seat, iterations), chosen(other, seat, iterations))


@pytest.mark.long
@every_law
def test_bots_choose_the_same(law: Law) -> None:
    """At random and by the rule of thumb, from a seat that must choose or may, whatever the others hold."""
    tried = 0
    for seat in range(seats_of(law)):
        for number, (course, pair) in enumerate(pairs_of(law, seat, 120, first=500)):
            if number % 12 == 0:
                assert [] == asked(course, pair, course.viewer, 0)
                tried += 1
    assert tried >= 10


@pytest.mark.slow
@every_law
def test_the_search_chooses_the_same(law: Law) -> None:
    """With a seed and so many iterations; and whether the rest of the deal matters is answered alike."""
    tried = 0
    for seat in range(seats_of(law)):
        for number, (course, pair) in enumerate(pairs_of(law, seat, 600, first=700)):
            if number % 40 == 0 and course.game.rules.actors(pair.true) >> course.viewer & 1:
                assert [] == asked(course, pair, course.viewer, 60)
                tried += 1
    assert tried > 0


@pytest.mark.slow
def test_a_thinking_process_is_sent_no_more_than_the_view() -> None:
    """What the process is asked is written from the view, and it answers the same in both states of a pair."""
    law = next(law for law in LAWS if law.game == "hearts")
    course, pair = next(
        (course, pair)
        for course, pair in pairs_of(law, 0, 500)
        if course.game.rules.actors(pair.true) >> course.viewer & 1
    )
    answers = []
    for match in course.matches(pair):
        seat = course.viewer
        question: bot_worker.ThinkerQuestion = {
            "variant": match.variant.name,
            "view": match.view(seat).to_bytes(),
            "seat": seat,
            "what": "settled",
        }
        answers.append(bot_worker._answer(question))
    assert answers[0] == answers[1]

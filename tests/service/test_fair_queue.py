"""Whoever asks much waits for themselves, and nobody for them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest

from torite.service.fair_queue import FairQueue, Kind

PLAY, HINT, LOOK = Kind("play", at_once=None), Kind("hint", hurries=True), Kind("look")


@dataclass
class Asking:
    kind: str
    person: int
    number: int = 0


def queue(*questions: Asking, most: int = 100) -> FairQueue[Asking]:
    made: FairQueue[Asking] = FairQueue((PLAY, HINT, LOOK), dict.fromkeys(("play", "hint", "look"), most))
    for question in questions:
        assert made.put(question)
    return made


def served(waiting: FairQueue[Asking], lanes: int = 1) -> list[Asking]:
    """Answer one after the other, so many at a time, the first asked first done."""
    order: list[Asking] = []
    running: list[Asking] = []
    while True:
        while len(running) < lanes and (question := waiting.take(running, lanes)):
            running.append(question)
            order.append(question)
        if not running:
            return order
        running.pop(0)


def test_people_take_turns() -> None:
    """Thirty of one and two of another: the other's are the second and the fourth."""
    many = [Asking("hint", 1, number) for number in range(30)]
    order = served(queue(*many, Asking("hint", 2, 0), Asking("hint", 2, 1)))
    assert [1, 2, 1, 2, 1, 1] == [one.person for one in order][:6]
    assert many == [one for one in order if one.person == 1], "one's own come in their order"
    assert 32 == len(order)


def test_what_comes_later_waits_its_turn_and_no_longer() -> None:
    waiting = queue(*(Asking("play", 1, number) for number in range(9)))
    first = waiting.take((), 1)
    assert first == Asking("play", 1, 0)
    assert waiting.put(Asking("play", 2))
    assert waiting.put(Asking("play", 2, 1))
    order = [(one.person, one.number) for one in served(waiting)]
    assert [(2, 0), (1, 1), (2, 1), (1, 2), (1, 3)] == order[:5]
    assert waiting.put(Asking("play", 3))
    assert waiting.put(Asking("play", 1, 9))
    assert [3, 1] == [one.person for one in served(waiting)], "who asked much before waits for one turn only"


def test_play_comes_first_then_hints_then_looks() -> None:
    order = served(queue(Asking("look", 3), Asking("play", 1), Asking("play", 1, 1)))
    assert ["play", "play", "look"] == [one.kind for one in order]


def test_a_hint_comes_at_once_and_then_every_second_time() -> None:
    """However much is played; and however many hints are asked for, play has every second place."""
    play = [Asking("play", 1, number) for number in range(5)]
    hints = [Asking("hint", person) for person in range(5)]
    order = [one.kind for one in served(queue(*play, *hints))]
    assert ["hint", "play"] * 5 == order


@pytest.mark.parametrize("lanes", [2, 3, 8])
def test_one_lane_is_kept_for_play(lanes: int) -> None:
    """Though nothing is played now."""
    waiting = queue(*(Asking(kind, person) for kind in ("hint", "look") for person in range(20)))
    running: list[Asking] = []
    while question := waiting.take(running, lanes):
        running.append(question)
    assert lanes - 1 == len(running)
    assert waiting.put(Asking("play", 1))
    assert Asking("play", 1) == waiting.take(running, lanes)


def test_one_person_has_one_hint_at_a_time_and_any_number_of_bots() -> None:
    waiting = queue(Asking("hint", 1), Asking("hint", 1, 1), Asking("hint", 2))
    first = waiting.take((), 8)
    assert first == Asking("hint", 1)
    second = waiting.take([first], 8)
    assert second == Asking("hint", 2)
    assert waiting.take([first, second], 8) is None
    waiting = queue(Asking("play", 1), Asking("play", 1, 1))
    running = [waiting.take((), 8)]
    assert waiting.take([one for one in running if one], 8) == Asking("play", 1, 1)


def test_what_does_not_fit_lets_others_by() -> None:
    waiting = queue(Asking("play", 1, 5), Asking("play", 1, 6), Asking("play", 2, 4))
    assert Asking("play", 1, 6) == waiting.take((), 1, lambda one: one.number > 5)
    assert Asking("play", 2, 4) == waiting.take((), 1, lambda one: one.number < 5)
    assert waiting.take((), 1, lambda one: one.number < 5) is None
    assert Asking("play", 1, 5) == waiting.take((), 1)


def test_so_many_may_wait_of_each_person_and_kind() -> None:
    waiting = queue(*(Asking("hint", 1, number) for number in range(4)), most=4)
    assert not waiting.put(Asking("hint", 1, 5))
    assert waiting.put(Asking("hint", 2))
    assert waiting.put(Asking("look", 1))
    assert waiting.take((), 1)
    assert waiting.put(Asking("hint", 1, 6))
    assert {"play": 0, "hint": 5, "look": 1} == waiting.lengths()
    assert 2 == waiting.people("hint")


def test_who_goes_away_waits_no_more() -> None:
    first = Asking("hint", 1)
    waiting = queue(first, Asking("hint", 1, 1))
    assert waiting.drop(first)
    assert not waiting.drop(first)
    assert [Asking("hint", 1, 1)] == served(waiting)
    assert 0 == waiting.people("hint"), "nothing is left of who asked"


@pytest.mark.parametrize("own", [0, 1, 5])
def test_what_is_ahead_is_what_is_answered_before(own: int) -> None:
    people = Counter({2: 7, 3: 1, 4: 3})
    asked = [Asking("play", person, number) for person, many in people.items() for number in range(many)]
    waiting = queue(*asked, *(Asking("play", 1, number) for number in range(own)))
    ahead = waiting.ahead("play", 1)
    mine = Asking("play", 1, 99)
    assert waiting.put(mine)
    assert ahead == served(waiting).index(mine)

"""States that are one to a seat by the text of the rules are told to it, and to a spectator, in the same bytes.

Of each pair the cheap part is compared: view and public view (all fields, what lies beside the state too), what may be
taken, every stroke of a rule, notes, scores, who is asked, what chance is asked, how the last entry reads. Of some the
whole is: histories, events, scenes in both languages whole and since the last entry, refusals of actions of every verb
and of what is no action, drafts, undo and its refusal, who was first, lessons, hints, tables, phrases; of fewer what
a table sends; of fewer still what the search says.

`make slow` takes 10,000 pairs of each game and seat: all of them cheaply, every 100th whole, every 400th on the wire,
every 1,000th with the search.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.secrecy.comparing import apart, chosen, codes_of, differing_bytes, everything, on_the_wire
from tests.secrecy.law import Law
from tests.secrecy.pairs import Course, Pair
from tests.secrecy.positions import LAWS, pairs_of, seats_of

QUICK = 120  #: pairs of a game and seat in the usual run; one of them is compared whole
PAIRS, CHUNKS = 10_000, 4  #: of a game and seat in the slow run
WHOLE, WIRE, SEARCH = 100, 400, 1_000  #: every so many pairs
ITERATIONS = 40
CODES = 6  #: sent over the wire

SEATS = [(law, seat) for law in LAWS for seat in range(seats_of(law))]
every_seat = pytest.mark.parametrize(("law", "seat"), SEATS, ids=[f"{law.game}-{seat}" for law, seat in SEATS])


def unlike_whole(course: Course, pair: Pair, number: int, wire: bool, iterations: int) -> list[str]:
    """Name what differs in the two matches of a pair."""
    one, other = course.matches(pair)
    seat = course.viewer
    found = apart(course.law, one, *(everything(match, seat, random.Random(number)) for match in (one, other)))
    found += differing_bytes(chosen(one, seat, iterations), chosen(other, seat, iterations))
    if wire:
        codes = codes_of(one, random.Random(number), CODES)
        found += differing_bytes(on_the_wire(one, seat, codes), on_the_wire(other, seat, codes))
    return found


def depth(pair: Pair) -> int:
    """Count the actions since the deal."""
    return sum(bool(actions) for _, actions, _ in pair.lines)


@every_seat
def test_pairs_are_told_alike(law: Law, seat: int) -> None:
    """A few dozen pairs of each game and seat, the deepest of them whole."""
    deepest, actions = -1, Counter[int]()
    last = None
    for number, (course, pair) in enumerate(pairs_of(law, seat, QUICK)):
        unlike = course.unlike(pair)
        assert not unlike, course.told_apart(pair, unlike)
        actions[depth(pair)] += 1
        if depth(pair) > deepest:
            deepest, last = depth(pair), (course, pair, number)
    assert last is not None
    assert max(actions) > 0
    assert [] == unlike_whole(*last, wire=True, iterations=0)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@every_seat
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_thousands_of_pairs_are_told_alike(law: Law, seat: int, chunk: int) -> None:
    """10,000 pairs of each game and seat in four parts; see above for what is compared of how many."""
    most = PAIRS // CHUNKS
    found = 0
    for number, (course, pair) in enumerate(pairs_of(law, seat, most, first=(1 + chunk) * most), 1):
        unlike = course.unlike(pair)
        assert not unlike, course.told_apart(pair, unlike)
        if number % WHOLE == 0:
            iterations = ITERATIONS if number % SEARCH == 0 else 0
            assert [] == unlike_whole(course, pair, number, number % WIRE == 0, iterations)
        found += 1
    assert found == most

"""What is known of how many pieces of some kinds lie in a place, and what one viewer alone knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb, sqrt
from typing import Any

import pytest

from tests.kit.haggling import game, playing, state_of, toys_listed
from torite.kit import HAND, bar_for, know_one, left_before, left_openly, limit, require, size, size_of, unbar
from torite.kit.knowledge import ANY
from torite.worlds import view
from torite.worlds.sampler import Sampler

DRAWN = 400


@pytest.fixture(scope="module", autouse=True)
def _haggle() -> Iterator[None]:
    with toys_listed():
        yield


def position() -> Any:
    """A state in which seat 1 holds three cards that seat 0 has not seen."""
    return state_of(playing()).copy()


def spades() -> int:
    mask: int = game().pack.of_suit[1]
    return mask


def worlds(state: Any, viewer: int = 0) -> list[Any]:
    sampler = Sampler(game(), view(game(), state, viewer), viewer, 7, compiled=False)
    return [sampler.world() for _ in range(DRAWN)]


def in_hand(state: Any, seat: int, mask: int) -> int:
    return size_of(state.hand[seat], mask)


@pytest.mark.parametrize(("least", "most"), [(0, 0), (1, 1), (2, 3), (0, 1), (3, 3)])
def test_worlds_keep_to_a_bound_evenly(least: int, most: int) -> None:
    """The number of spades in the hand comes up as often as there are ways for it."""
    state = position()
    limit(state, HAND + 1, spades(), least, most)
    seen = view(game(), state, 0)
    unseen = size_of(seen.in_play, spades()) - sum(
        size_of(row, spades()) for row in [seen.hand[0], seen.discards, *seen.trick]
    )
    free = size(seen.in_play) - sum(size(row) for row in [seen.hand[0], seen.discards, *seen.trick])
    held = size(state.hand[1])
    ways = {n: comb(unseen, n) * comb(free - unseen, held - n) for n in range(least, most + 1)}
    found = Counter(in_hand(world, 1, spades()) for world in worlds(state))
    assert set(found) <= {n for n, count in ways.items() if count}
    for n, count in ways.items():
        fair = DRAWN * count / sum(ways.values())
        assert abs(found[n] - fair) <= 4 * sqrt(fair) + 1


def test_a_bound_follows_what_leaves_openly() -> None:
    state = position()
    spade = next(kind for kind in game().pack.listed(state.hand[1]) if spades() >> kind & 1)
    limit(state, HAND + 1, spades(), 1, 2)
    left_openly(state, HAND + 1, spade)
    assert (0, 1) == (state.least[HAND + 1], state.at_most[HAND + 1])


def test_at_least_says_nothing_of_at_most() -> None:
    state = position()
    require(state, HAND + 1, spades(), 1)
    assert (1, ANY) == (state.least[HAND + 1], state.at_most[HAND + 1])
    unbar(state, HAND + 1)
    assert (0, 0, 0) == (state.required[HAND + 1], state.least[HAND + 1], state.at_most[HAND + 1])


def test_what_one_viewer_knows_not_to_be_there_is_its_own() -> None:
    """Its worlds have none of it there, the others' have; nothing of it is in anybody else's view."""
    state = position()
    bar_for(state, 0, HAND + 1, spades())
    assert {0} == {in_hand(world, 1, spades()) for world in worlds(state)}
    assert 0 != sum(in_hand(world, 1, spades()) for world in worlds(state, 2))
    for viewer in (-1, 2):
        assert view(game(), state, viewer).to_words() == view(game(), position(), viewer).to_words()
    unbar(state, HAND + 1)
    assert not any(state.barred_for[0])


def test_one_piece_is_known_once_and_may_leave_before_its_viewer() -> None:
    state = position()
    kind = game().pack.listed(state.hand[1])[0]
    for _ in range(2):
        know_one(state, 0, HAND + 1, kind)
    assert 1 == size(state.known[0][HAND + 1])
    left_before(state, 0, HAND + 1, kind)
    left_before(state, 0, HAND + 1, kind)
    assert 0 == size(state.known[0][HAND + 1])


def test_a_field_of_every_state_keeps_its_form() -> None:
    """A game that gives one of its fields such a name by mistake is told so when it is read."""
    from torite.kit import BaseState, Public

    with pytest.raises(TypeError, match="barred"):
        type("State", (BaseState,), {"__annotations__": {"barred": Public}, "__module__": __name__})

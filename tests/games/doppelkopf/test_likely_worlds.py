"""What a search draws from a view: worlds in which the others would have chosen as they did, more often than others."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from tests.aloud import play
from tests.games.doppelkopf.builders import CONTRA, RE, normal
from tests.games.doppelkopf.test_inference import even, gift, worlds
from torite import Match
from torite.bots.world_draw import draw_world
from torite.games.doppelkopf.inference import CERTAIN, SILENT
from torite.kit.turn_order import StateMemory
from torite.worlds.sampler import Sampler


class Drawn(Sampler):
    """Draws worlds as a search does, uncompiled: unlikely ones are drawn anew."""

    def __init__(self, m: Match, viewer: int, seed: int = 1) -> None:
        super().__init__(m.game, m.view(viewer), viewer, seed, compiled=False)
        layout = m.game.layout
        self._world = numpy.zeros(layout.words, dtype=numpy.int64)
        self._record = self._world.view(numpy.dtype((numpy.record, layout.playout_dtype)))[0]
        self._draw = m.game.binding.interpreted(draw_world)

    def likely(self) -> Any:
        """Draw a world as a search does."""
        assert self._draw(self._unseen, StateMemory(self._world, self._record), self.viewer, self._rng)
        return self.game.state.from_words([int(word) for word in self._world])


def drawn(m: Match, viewer: int, number: int, seed: int = 1) -> list[Any]:
    """Some worlds as a search draws them."""
    sampler = Drawn(m, viewer, seed)
    return [sampler.likely() for _ in range(number)]


def silent(m: Match, world: Any, viewer: int) -> bool:
    """Tell whether another than the viewer has both queens of clubs."""
    queen = m.game.pack.kind("CQ")
    hands = [m.game.pack.listed(world.hand[seat]) for seat in range(m.seats) if seat != viewer]
    return any(2 == hand.count(queen) for hand in hands)


@pytest.mark.long
def test_silent_solos_are_drawn_as_seldom_as_they_are_unlikely() -> None:
    """About a third of all worlds that the cards allow, one in twenty or so of those that are drawn."""
    m, number = normal(*even("", "CQ", "CQ", "")), 400
    allowed = worlds(m, 0, number)
    weights = [m.game.worlds.odds(world, 0) for world in allowed]
    share = sum(silent(m, world, 0) for world in allowed) / number
    expected = sum(w for w, world in zip(weights, allowed, strict=True) if silent(m, world, 0)) / sum(weights)
    found = sum(silent(m, world, 0) for world in drawn(m, 0, number)) / number
    assert expected < share / 4
    assert found == pytest.approx(expected, abs=0.04)


def test_who_gave_a_gift_is_drawn_as_a_partner_more_often() -> None:
    m = gift(2)
    sides = [world.side[2] for world in drawn(m, 0, 200)]
    assert sides.count(RE) > sides.count(CONTRA)
    assert sides.count(CONTRA) > 0, "unlikely is not impossible"


def test_a_world_drawn_is_one_that_the_view_allows() -> None:
    """With the sides that its hands make."""
    m = gift(3)
    for world in drawn(m, 0, 20):
        for name in ("hand", "trick", "taken"):
            for seat in range(4):
                number = len(m.game.pack.listed(getattr(m.log.trial(), name)[seat]))
                assert number == len(m.game.pack.listed(getattr(world, name)[seat]))
        assert m.cards(0) == [m.game.pack.codes[kind] for kind in m.game.pack.listed(world.hand[0])]
        completed = world.copy()
        m.game.worlds.complete(completed, 0, [0] * 8)
        assert completed.side == world.side


def test_where_every_world_is_unlikely_one_is_drawn_all_the_same() -> None:
    """Seat 1 has played both queens of clubs: there is no other world."""
    m = play(normal(*even("CJ", "CQ CQ", "SJ", "HJ")), "CJ CQ SJ HJ CQ")
    for world in drawn(m, 0, 20):
        assert m.game.worlds.odds(world, 0) <= CERTAIN // SILENT


@pytest.mark.parametrize("variant", ["agurk", "ogorek-contra"])
def test_a_game_without_odds_takes_every_world(variant: str) -> None:
    """The first that is drawn, and no random number more."""
    m = Match(variant, 3, seed=2)
    viewer = m.actors[0]
    plain = worlds(m, viewer, 10)
    assert [world.hand for world in plain] == [world.hand for world in drawn(m, viewer, 10)]

"""Worlds drawn from a view: what cannot be seen may be anything, what is seen stays."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.aloud import take
from tests.clauses import clause
from tests.games.cribbage_dice.builders import EXTRA, NOTHING, SEED, table, unlike
from tests.strategies import legal
from torite import Match
from torite.worlds import SPECTATOR, view
from torite.worlds.sampler import Sampler

WORLDS = 240
ALL = set(range(12))
STAGES = {
    "six dice of the first": [],
    "crib dice of the first": ["crib 1 2"],
    "six dice of the dealer": ["crib 1 2", "keep"],
    "all crib dice": ["crib 1 2", "keep", "crib 3 10"],
    "re-rolled": ["crib 1 2", "keep", "crib 3 10", "roll 6"],
}
#: what each viewer cannot see at these stages: field, owner, dice.
UNSEEN: dict[str, dict[int, list[tuple[str, int, int]]]] = {
    "six dice of the first": {0: [], 1: [("hand", 0, 6)]},
    "crib dice of the first": {0: [], 1: [("laid", 0, 2)]},
    "six dice of the dealer": {0: [("hand", 1, 6)], 1: [("laid", 0, 2)]},
    "all crib dice": {0: [("laid", 1, 2)], 1: [("laid", 0, 2)]},
    "re-rolled": {0: [("laid", 1, 2)], 1: [("laid", 0, 2)]},
}


def at(stage: str) -> Match:
    """The round of worked example 19, as far as this."""
    return take(table("5 1 2 5 5 9 12", "3 3 6 7 8 10", "9", variant=EXTRA), *STAGES[stage])


@pytest.mark.long
@clause("CDICE-5.2", "CDICE-5.4", "CDICE-5.8")
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("stage", STAGES)
def test_unseen_dice_show_every_face(stage: str, viewer: int) -> None:
    """Each of them alone, in world after world; every world gives the viewer the same view and the same choices."""
    m = at(stage)
    seen, sampler = m.view(viewer), Sampler(m.game, m.view(viewer), viewer, 7, compiled=False)
    faces = {(name, owner, i): Counter[int]() for name, owner, dice in UNSEEN[stage][viewer] for i in range(dice)}
    for _ in range(WORLDS):
        world = sampler.world()
        for name, owner, i in faces:
            faces[name, owner, i][getattr(world, name)[owner][i]] += 1
        assert [] == unlike(seen, view(m.game, world, viewer))
        assert legal(m.game, seen, viewer) == legal(m.game, world, viewer)
    assert all(ALL == set(count) for count in faces.values()), faces
    assert all(max(count.values()) < WORLDS // 4 for count in faces.values())


@clause("CDICE-5.4")
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("stage", STAGES)
def test_seen_dice_stay(stage: str, viewer: int) -> None:
    """The starter, the open hands and the own two are the true ones in every world."""
    m = at(stage)
    truth, sampler = m.log.trial(), Sampler(m.game, m.view(viewer), viewer, 3, compiled=False)
    hidden = {(name, owner) for name, owner, _ in UNSEEN[stage][viewer]}
    for _ in range(20):
        world = sampler.world()
        assert list(truth.starter) == list(world.starter)
        for name in ("hand", "laid"):
            for owner in (0, 1):
                if (name, owner) not in hidden:
                    assert list(getattr(truth, name)[owner]) == list(getattr(world, name)[owner])


@clause("CDICE-5.2", "CDICE-5.4")
def test_worlds_of_a_spectator() -> None:
    """Who sits nowhere knows none of the four crib dice."""
    m = at("all crib dice")
    sampler = Sampler(m.game, m.public, SPECTATOR, 5, compiled=False)
    faces = [Counter[int]() for _ in range(4)]
    for _ in range(WORLDS):
        world = sampler.world()
        for i, face in enumerate([*world.laid[0], *world.laid[1]]):
            faces[i][face] += 1
        assert [5, 6, 7] == sorted(set(world.hand[1][:4]) - {2})
    assert [ALL] * 4 == [set(count) for count in faces]


@clause("CDICE-5.4")
def test_worlds_without_extra_dice_are_the_truth() -> None:
    """There is nothing to draw."""
    m = take(table(f"12 {NOTHING}", "2 2 8 8", variant=SEED), "keep")
    sampler = Sampler(m.game, m.view(0), 0, 1, compiled=False)
    for _ in range(5):
        assert [] == unlike(m.log.trial(), sampler.world())

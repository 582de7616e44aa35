"""Worlds of one view, for Python: the kernels of `torite.worlds.sample` with the room they need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from torite.kernel import generator
from torite.kernel.generator import below
from torite.kernel.slots import complete, odds
from torite.kit.game import Game
from torite.worlds import sample
from torite.worlds.constraints import A_GROUP, lay, prepare
from torite.worlds.plan import Unseen, unseen_of


class NoWorld(ValueError):
    """None could be drawn: the view is of no possible state, or hardly one of ten thousand worlds agrees with it."""


class LaidWorld(NamedTuple):
    """A world in which the unseen pieces were laid as somebody said.

    Attributes:
        state: the world.
        odds: how likely the others would have chosen so, in thousandths; 0 if it cannot be.
        by_chance: whether the game's `complete` drew something: another time it may come out otherwise.
    """

    state: Any
    odds: int
    by_chance: bool


CERTAIN = 1000  #: what `odds` says of a world in which the others would surely have chosen so
MOST_LIKELY = 24  #: possible worlds drawn for one that is likely


class Sampler:
    """Draws worlds that agree with a view.

    Args:
        game: the game.
        seen: a seat's view.
        viewer: whose view it is.
        seed: of the generator.
        compiled: whether to compile; plain Python is slower and the same.
    """

    def __init__(self, game: Game, seen: Any, viewer: int, seed: int = 0, compiled: bool = True) -> None:
        self.game, self.viewer = game, viewer
        self._view = seen
        self._unseen = unseen_of(game.layout, seen.to_words(), compiled)
        self._world: Any = [0] * game.layout.words
        self._rng: Any = [0] * generator.PADDED
        bind = game.binding.compiled if compiled else game.binding.interpreted
        if compiled:
            import numpy

            self._world, self._rng = (numpy.array(words, dtype=numpy.int64) for words in (self._world, self._rng))
        bind(generator.seed)(self._rng, seed, 0)
        self._sample = bind(sample.sample)
        plainly = game.binding.interpreted
        self._blank, self._lay, self._complete = plainly(sample.blank_numbers), plainly(lay), plainly(complete)
        self._odds = plainly(odds)
        bind(prepare)(self._unseen)

    def world(self) -> Any:
        """Draw a world: a state that the view allows, with the viewer's own knowledge beside it.

        Raises:
            NoWorld: when none could be drawn.
        """
        for _ in range(sample.MOST_REFUSED):
            world = self._drawn()
            if self._odds(world, self.viewer) > 0:
                return world
        raise NoWorld("no world that was drawn agrees with what was told")

    def likely_world(self) -> Any:
        """Draw a world, and another, some times at most, while the others would hardly have chosen so in it.

        Raises:
            NoWorld: when none could be drawn.
        """
        likely = 0
        for _ in range(sample.MOST_REFUSED):
            world = self._drawn()
            weight = self._odds(world, self.viewer)
            likely += weight > 0
            if below(self._rng, CERTAIN) < weight or likely == MOST_LIKELY:
                return world
        raise NoWorld("no world that was drawn agrees with what was told")

    def _drawn(self) -> Any:
        if not self._sample(self._unseen, self._world, self._rng):
            raise NoWorld("no assignment of the unseen pieces agrees with this view")
        return self._completed()

    def laid(self, dealt: Sequence[int]) -> LaidWorld:
        """Lay the unseen pieces in an order, those of each open place one after the other; not by compiled code.

        Args:
            dealt: the kinds of all unseen pieces; what is known of the open places is not looked at.
        """
        seen, plan, table, _ = self.unseen
        for i in range(table.words):
            self._world[i] = seen[i]
        self._blank(table, self._world)
        for i, kind in enumerate(dealt):
            plan.dealt[i] = kind
        self._lay(plan, table, self._world)
        before = list(self._rng)
        world = self._completed()
        return LaidWorld(world, self._odds(world, self.viewer), list(self._rng) != before)

    @property
    def unseen(self) -> Unseen:
        """The view, and what is known of its open places."""
        return self._unseen

    @property
    def kinds(self) -> list[int]:
        """The kinds of all unseen pieces, equal ones repeated."""
        plan = self._unseen.plan
        return sorted(int(piece) % A_GROUP for piece in plan.piece[: plan.piece_count])

    def _completed(self) -> Any:
        world = self.game.state.from_words([int(word) for word in self._world])
        for name in ("barred", "required", "least", "at_most"):
            setattr(world, name, list(getattr(self._view, name)))
        world.known = [[row[:] for row in rows] for rows in self._view.known]
        self._complete(world, self.viewer, self._rng)
        return world

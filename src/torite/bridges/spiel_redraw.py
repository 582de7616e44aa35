"""Worlds of one view, drawn in compiled code: a search asks for thousands of the same."""

from __future__ import annotations

from typing import Any

from torite.bridges.spiel_desk import Desk
from torite.kernel import generator
from torite.kit.turn_order import StateMemory
from torite.vector.loops import PARTS, WHAT, WHO, Batch
from torite.worlds.constraints import prepare, unseen_of

FORGOTTEN = ("count", "barred_for", "note_count")  #: of a view, what its worlds do not have


class Redraw:
    """Draws worlds that a view allows, in which the others would likely have chosen as they did.

    Args:
        desk: what is played.
        seen: the view.
        seat: whose view it is.
    """

    def __init__(self, desk: Desk, seen: Any, seat: int) -> None:
        import numpy

        self._desk, self._seat = desk, seat
        words = seen.to_words()
        self._unseen = unseen_of(desk.game.layout, words, compiled=True)
        desk.game.binding.compiled(prepare)(self._unseen)
        self._view = numpy.array(words, numpy.int64)
        for name in FORGOTTEN:
            field = desk.game.layout.named[name]
            self._view[field.offset : field.offset + field.words] = 0
        self._rng = numpy.zeros(generator.PADDED, numpy.int64)

    def draw(self, batch: Batch, number: int, acting: int) -> None:
        """Write a world into the one match of a batch, and leave nothing there that the seat cannot know.

        Args:
            batch: the match.
            number: the same number draws the same world.
            acting: the seat that is asked.

        Raises:
            ValueError: where none could be drawn.
        """
        batch.words[0] = self._view
        memory = StateMemory(batch.words[0], batch.states[0])
        if not self._desk.redraw(self._unseen, memory, self._seat, self._rng, number):
            raise ValueError("no world that was drawn agrees with what the seat knows")
        past = batch.past[0]
        hidden = (past[:, WHO] >= 0) & (past[:, WHO] != self._seat)
        past[hidden, WHAT] = self._desk.like[past[hidden, WHAT]]
        if acting != self._seat:
            batch.memo[0, PARTS] = 0

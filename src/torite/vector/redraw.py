"""Positions that a seat cannot tell from its own, drawn in compiled code: a search asks for thousands of the same."""

from __future__ import annotations

from typing import Any

from torite.vector import loops
from torite.vector.loops import PARTS, WHAT, WHO, Batch, Rulebook
from torite.vector.tables import ProgramTable
from torite.worlds.constraints import prepare
from torite.worlds.plan import unseen_of

FORGOTTEN = ("count", "barred_for", "note_count")  #: of a view, what its worlds do not have


class Redraw:
    """Draws worlds that a view allows, in which the others would likely have chosen as they did.

    Args:
        table: what is played.
        seen: the view.
        seat: whose view it is.
    """

    def __init__(self, table: ProgramTable, seen: Any, seat: int) -> None:
        import numpy

        self._table, self._seat = table, seat
        words, layout, binding = seen.to_words(), table.game.layout, table.game.binding
        self._unseen = unseen_of(layout, words, compiled=True)
        binding.compiled(prepare)(self._unseen)
        self._draw = binding.compiled(loops.redraw)
        self._view = numpy.array(words, numpy.int64)
        for name in FORGOTTEN:
            field = layout.named[name]
            self._view[field.offset : field.offset + field.words] = 0

    def draw(self, batch: Batch, book: Rulebook, number: int, asked: int) -> None:
        """Write a world into the one match of a batch, and leave nothing there that the seat cannot know.

        Args:
            batch, book: the match, and how it is played.
            number: the same number draws the same world, and the same chance afterwards.
            asked: the seat that is asked; negative where nobody is.

        Raises:
            ValueError: where none could be drawn.
        """
        batch.words[0] = self._view
        if not self._draw(self._unseen, batch, book, self._seat, asked, number):
            raise ValueError("no world that was drawn agrees with what the seat knows")
        past, alike = batch.past[0], self._table.actions.alike
        hidden = (past[:, WHO] >= 0) & (past[:, WHO] != self._seat)
        past[hidden, WHAT] = alike[past[hidden, WHAT]]
        if asked != self._seat:
            batch.memo[0, PARTS] = 0
            batch.parts[0] = 0

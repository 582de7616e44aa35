"""What a seat sees as one flat array, the same way for every game: derived from what the fields declare.

A part of the array is made of each field that the seat may see anything of. Seats stand in the order in which they sit,
from the viewer on. Pieces are a byte for each kind, how many there are; what names something is one of so many bytes;
amounts are a byte or two. `Observation.scaled` makes floats of them, mostly from 0 to 1.

Two states that a seat cannot tell apart give it the same bytes, and two that its view tells apart give it others. What
lasts as long as the table, its options and the number of its seats, is not in it, nor are the notes of the last entry.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from torite.kit.game import Game
from torite.pieces.pack import BLOCK
from torite.vector.plan import EncodingPlan, widths

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

PAST = 3  #: bytes of an earlier action: whose it was, and its number in two
SPILL = 8  #: bytes behind all others, for a row of pieces may write so many too many
CACHE_LINE = 64  #: the whole is a multiple of so many bytes, as a line of a cache is


@dataclass(frozen=True)
class ObservationPart:
    """One part of an observation.

    Attributes:
        name: of the field, and what of it: `hand`, `hand.count`, `hand.barred`.
        start: its first byte.
        shape: its sizes; owners come first, seats from the viewer on, then figures.
        meaning: what stands in it.
        scale: what its bytes are multiplied by, to be floats.
    """

    name: str
    start: int
    shape: tuple[int, ...]
    meaning: str
    scale: float = 1.0

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return math.prod(self.shape)

    @property
    def slice(self) -> slice:
        """Where it lies."""
        return slice(self.start, self.start + self.size)


class Observation:
    """The layout of what a seat at a table sees.

    Args:
        game: the game.
        seats: how many sit there.
        recall: so many of the last actions are in it, as the seat saw them.

    Attributes:
        parts: in order.
        size: bytes in all.
        past: the first byte of the last actions.
        sets, numbers, others: of each seat the rows for the compiled loops; see `torite.vector.encode`.
    """

    def __init__(self, game: Game, seats: int, recall: int = 0) -> None:
        plans = [EncodingPlan(game, seats, viewer) for viewer in range(seats)]
        plan = plans[0]
        self.game, self.seats, self.recall = game, seats, recall
        self.past = plan.size
        if recall:
            told = "the last actions, the latest first: 1 + whose, 1 + its number as the seat saw it, in two bytes"
            plan.part("past", (recall, PAST), told, 255)
        plan.part("padding", (SPILL + -(plan.size + SPILL) % CACHE_LINE,), "nothing")
        self.parts = tuple(ObservationPart(*part[:-1], 1 / part[-1]) for part in plan.parts)
        self.size = plan.size
        self.sets, self.numbers, self.others = zip(*((one.sets, one.numbers, one.others) for one in plans), strict=True)

    def __getitem__(self, name: str) -> ObservationPart:
        """Return a part by its name."""
        return self._named[name]

    @cached_property
    def _named(self) -> dict[str, ObservationPart]:
        return {part.name: part for part in self.parts}

    @cached_property
    def scale(self) -> NDArray[numpy.float32]:
        """float32[size]: what each byte is multiplied by, to be a float."""
        import numpy

        return numpy.repeat(
            numpy.array([part.scale for part in self.parts], numpy.float32), [part.size for part in self.parts]
        )

    def scaled(self, observed: Any, out: Any = None) -> NDArray[numpy.float32]:
        """Make floats of the bytes of one observation, or of many: float32 of the same shape."""
        import numpy

        return numpy.multiply(observed, self.scale, out=out, dtype=numpy.float32)

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """Number the kinds of the pack in the order of their bytes; -1 where there is no kind."""
        pack, blocks = self.game.pack, widths(self.game.pack)
        if pack.blocks == 1:
            return tuple(range(len(pack.codes)))
        first = [0, *accumulate(blocks)]
        return tuple(first[kind // BLOCK - 1] + kind % BLOCK if code else -1 for kind, code in enumerate(pack.codes))

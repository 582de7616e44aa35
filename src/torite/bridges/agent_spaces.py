"""What agents are told, as Gymnasium's spaces and arrays: what a seat sees, and which actions are open to it."""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import spaces
from numpy.typing import NDArray

from torite.vector.position import Position
from torite.vector.tables import ProgramTable

BYTE = 255  #: the greatest
DTYPES = ("float32", "uint8")

ObsDict = dict[str, NDArray[Any]]


class AgentSpaces:
    """The form in which the seats of a table are told what they see.

    Args:
        table: the table.
        dtype: `float32` for numbers that are mostly from 0 to 1, `uint8` for the bytes as they are.

    Raises:
        ValueError: for another dtype.
    """

    def __init__(self, table: ProgramTable, dtype: str = "float32") -> None:
        if dtype not in DTYPES:
            raise ValueError(f"observations are {' or '.join(DTYPES)}, not {dtype!r}")
        self.table, self.scaled = table, dtype == "float32"

    def box(self, *heads: int) -> spaces.Box:
        """Make the space of what a seat sees."""
        most: Any = self.table.observation.scale * numpy.float32(BYTE) if self.scaled else BYTE
        shape = (*heads, self.table.observation.size)
        kind: Any = numpy.float32 if self.scaled else numpy.uint8
        return spaces.Box(numpy.zeros(shape, kind), numpy.broadcast_to(kind(most), shape).copy(), shape, kind)

    def space(self) -> spaces.Dict:
        """Make the space of what an agent is told."""
        mask = spaces.Box(0, 1, (len(self.table.actions),), numpy.int8)
        return spaces.Dict({"observation": self.box(), "action_mask": mask})

    def seen(self, position: Position, seat: int) -> ObsDict:
        """Tell what a seat sees, and which actions it may take: none unless it is asked."""
        observed = self.form(position.observe(seat))
        if position.seat == seat:
            return {"observation": observed, "action_mask": position.mask().view(numpy.int8)}
        return {"observation": observed, "action_mask": numpy.zeros(len(self.table.actions), numpy.int8)}

    def form(self, observed: NDArray[numpy.uint8]) -> NDArray[Any]:
        """Put the bytes of observations into the form."""
        return self.table.observation.scaled(observed) if self.scaled else observed

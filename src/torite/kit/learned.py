"""What was learned: a chance, by a small network with one hidden layer; or how good a choice is, by a table of traits.

Both reckon in whole numbers, so that they say the same everywhere, compiled or not. `torite.kit.learning` makes them.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torite.kernel.compile import kernel
from torite.kernel.scratch import room

HIDDEN = 32  #: nodes of the hidden layer
SCALE = 1024  #: of all weights
CERTAIN = 10_000  #: a chance of one
STEPS, REACH = 256, 2048  #: of the logistic curve: so many for 1, and so many on each side of 0
CURVE = tuple(round(CERTAIN / (1 + math.exp(-at / STEPS))) for at in range(-REACH, REACH + 1))


@kernel
def learned_chance(x: Any, net: Any) -> int:
    """Estimate a chance, in hundredths of a per cent.

    Args:
        x: the description; most of it is 0.
        net: for each number of it a row of HIDDEN weights; what the nodes have beforehand; what each counts for; and
            what is added in the end, which makes the logarithm of the odds.
    """
    nodes = room(HIDDEN)
    inputs = len(x)
    for j in range(HIDDEN):
        nodes[j] = net[inputs * HIDDEN + j]
    for i in range(inputs):
        if x[i] != 0:
            for j in range(HIDDEN):
                nodes[j] += net[i * HIDDEN + j] * x[i]
    total = net[(inputs + 2) * HIDDEN]
    for j in range(HIDDEN):
        total += net[(inputs + 1) * HIDDEN + j] * max(0, nodes[j])
    at = total // (SCALE * SCALE // STEPS) + REACH
    return CURVE[max(0, min(at, 2 * REACH))]


def size_of_net(inputs: int) -> int:
    """Return how many numbers a network for so many inputs is."""
    return (inputs + 2) * HIDDEN + 1


def read_net(file: Path, inputs: int) -> tuple[int, ...]:
    """Read a network from a file.

    Raises:
        struct.error: when it is none for so many inputs.
    """
    return struct.unpack(f"<{size_of_net(inputs)}i", file.read_bytes())


def write_net(file: Path, net: Any) -> None:
    """Write a network to a file."""
    file.write_bytes(struct.pack(f"<{len(net)}i", *map(int, net)))


# a table of traits

SEAL = 8  #: bytes before a table that tell by which traits it was learned


@dataclass(frozen=True)
class Traits:
    """What tells one choice from another: of each a few traits, and what they count for together is how good it is.

    Attributes:
        describe: a kernel, `describe(s, seat, action, thumb, lines)`, that writes which lines of the table are the
            choice's, from the seat's view; *thumb* is what the rule of thumb chooses.
        sizes: how many lines each trait has; the lines of one follow those of the one before.
        file: of the table.
    """

    describe: Callable[[Any, int, int, int, Any], None]
    sizes: tuple[int, ...]
    file: Path

    @property
    def lines(self) -> int:
        """How many lines the table has."""
        return sum(self.sizes)


def starts_of(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return where the lines of each trait begin."""
    return tuple(sum(sizes[:number]) for number in range(len(sizes)))


def steps(bounds: tuple[int, ...], most: int, least: int = 0) -> tuple[int, ...]:
    """Make numbers coarse: return for each, from the least to the most, how many bounds it has reached."""
    return tuple(sum(number >= bound for bound in bounds) for number in range(least, most + 1))


def read_table(file: Path, lines: int) -> tuple[int, ...]:
    """Read what each line counts for.

    Raises:
        struct.error: when it is no table of so many lines.
    """
    return struct.unpack(f"<{lines}h", file.read_bytes()[SEAL:])


def write_table(file: Path, seal: bytes, table: Any) -> None:
    """Write what each line counts for, behind what tells by which traits."""
    file.write_bytes(seal[:SEAL] + struct.pack(f"<{len(table)}h", *map(int, table)))

"""A chance that was learned: what a small network, with one hidden layer, makes of a description in a few numbers.

It reckons in whole numbers, so that it says the same everywhere, compiled or not. `torite.kit.learning` makes one.
"""

from __future__ import annotations

import math
import struct
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

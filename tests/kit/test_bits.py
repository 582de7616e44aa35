"""Bits: interpreted, compiled and spelled out agree over the whole domain of 63 bits."""

from __future__ import annotations

import os
import platform
import random
import subprocess
import sys
from typing import Any

import numpy
import pytest

from torite.kernel import bits, jit
from torite.kernel.bits import count, highest, lowest, nth
from torite.kernel.compile import Binding, kernel
from torite.kit import put
from torite.kit.multisets import clear, copies, drop, kinds, pour, size, size_of, spare

BINDING = Binding("kit-tests", {}, ())
CHOOSER = random.Random(1)
MASKS = [
    *(1 << i for i in range(63)),
    *(1 << i | 1 << j for i in range(63) for j in range(i)),
    *((1 << i) - 1 for i in range(1, 64)),
    *((1 << 63) - 1 & ~(1 << i) for i in range(63)),
    *(CHOOSER.getrandbits(63) | 1 << CHOOSER.randrange(63) for _ in range(300)),
    *(CHOOSER.getrandbits(63) & CHOOSER.getrandbits(63) & CHOOSER.getrandbits(63) | 1 << 40 for _ in range(300)),
]


@kernel
def facts(masks: Any, out: Any, nths: Any) -> None:
    """Write down count, lowest, highest and every set bit by its number."""
    for i in range(len(masks)):
        out[i][0] = count(masks[i])
        out[i][1] = lowest(masks[i])
        out[i][2] = highest(masks[i])
        for n in range(count(masks[i])):
            nths[i][n] = nth(masks[i], n)


def set_bits(mask: int) -> list[int]:
    return [i for i in range(63) if mask & 2**i]


def test_bits_are_what_they_say() -> None:
    for mask in MASKS:
        there = set_bits(mask)
        assert len(there) == bits.count(mask)
        assert there[0] == bits.lowest(mask)
        assert there[-1] == bits.highest(mask)
        assert there == [bits.nth(mask, n) for n in range(len(there))]
        assert there == [jit._nth_by_halving(mask, n) for n in range(len(there))]
        assert there == [i for i in range(63) if bits.has(mask, i)]
    assert 0 == bits.count(0)
    assert [2**i for i in range(63)] == [bits.bit(i) for i in range(63)]


def test_compiled_bits_are_the_same() -> None:
    compiled = BINDING.compiled(facts)
    out = numpy.zeros((len(MASKS) + 1, 3), dtype=numpy.int64)
    nths = numpy.full((len(MASKS) + 1, 63), -1, dtype=numpy.int64)
    compiled(numpy.array(MASKS), out[:-1], nths[:-1])
    for mask, three, all_of in zip(MASKS, out.tolist(), nths.tolist(), strict=False):
        there = set_bits(mask)
        assert [len(there), there[0], there[-1]] == three
        assert there == all_of[: len(there)]
    assert [-1] * 63 == nths[-1].tolist()


def test_bits_of_rows() -> None:
    words = [0b101, 0, 1 << 62, 0b1]
    assert 4 == bits.count_of(words)
    assert [0, 2, 128 + 62, 192] == [bits.nth_of(words, n) for n in range(4)]
    assert -1 == bits.nth_of(words, 4)


@pytest.mark.parametrize("width", [1, 2, 3])
def test_rows_are_multisets(width: int) -> None:
    """Put, drop, pour and spare against lists; equal multisets are equal rows whatever the order."""
    chooser = random.Random(width)
    for _ in range(200):
        held = [kind for kind in chooser.sample(range(62), 9) for _ in range(chooser.randint(0, width))]
        row, other = [0] * width, [0] * width
        for kind in held:
            put(row, kind)
        for kind in chooser.sample(held, len(held)):
            put(other, kind)
        assert row == other
        assert len(held) == size(row)
        mask = chooser.getrandbits(62)
        assert sum(mask >> kind & 1 for kind in held) == size_of(row, mask)
        assert {kind for kind in range(62) if kinds(row) >> kind & 1} == set(held)
        drafted = [0] * width
        named = chooser.sample(held, len(held) // 2)
        for kind in named:
            put(drafted, kind)
        left = list(held)
        for kind in named:
            left.remove(kind)
        assert {kind for kind in range(62) if spare(row, drafted) >> kind & 1} == set(left)
        for kind in named:
            drop(row, kind)
        assert [left.count(kind) for kind in range(62)] == [copies(row, kind) for kind in range(62)]
        pour(drafted, row)
        assert other == row
        assert 0 == size(drafted)
        clear(row)
        assert [0] * width == row


@pytest.mark.long
@pytest.mark.parametrize("processor", ["generic", "x86-64-v2"])
@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="names of other processors")
def test_bits_are_the_same_on_lesser_processors(processor: str) -> None:
    """Numba may be told to compile for a processor that lacks what this one has."""
    order = "from tests.kit import test_bits; test_bits.test_compiled_bits_are_the_same()"
    environment = os.environ | {"NUMBA_CPU_NAME": processor, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", order], env=environment, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)

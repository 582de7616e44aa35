"""The fast generator of simulations and search: xoshiro128**, in int64 arithmetic that never overflows.

State: four words of 32 bits. The same source gives the same numbers interpreted and compiled. It is not for
matches between people; their chance comes from `torite.kernel.chance`.

Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.compile import kernel

LOW = 0xFFFFFFFF
PADDED = 8  #: words of a generator's state, padded to a cache line


@kernel
def step(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int, int]:
    """Draw 32 bits from a state of four words; return them with the state that follows."""
    x = (b * 5) & LOW
    x = ((x << 7) | (x >> 25)) & LOW
    drawn = (x * 9) & LOW
    shifted = (b << 9) & LOW
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    return drawn, a, b, c, ((d << 11) | (d >> 21)) & LOW


@kernel
def next_word(rng: Any) -> int:
    """Draw 32 bits."""
    drawn, rng[0], rng[1], rng[2], rng[3] = step(rng[0], rng[1], rng[2], rng[3])
    return drawn


@kernel
def scaled(drawn: int, n: int) -> int:
    """Make a number 0 ≤ x < n ≤ 2³¹ of 32 bits drawn; the bias is below n / 2³²."""
    return (drawn * n) >> 32


@kernel
def below(rng: Any, n: int) -> int:
    """Draw a number 0 ≤ x < n ≤ 2³¹."""
    return scaled(next_word(rng), n)


@kernel
def seed(rng: Any, number: int, stream: int) -> None:
    """Start a generator: streams of one number are independent, so are numbers."""
    a = number & LOW
    b = (number >> 32) & LOW
    c = stream & LOW
    d = (stream >> 32) & LOW
    for i in range(4):
        a = _mixed(a ^ (0x9E3779B9 + i))
        a = _mixed(a ^ b)
        a = _mixed(a ^ c)
        a = _mixed(a ^ d)
        rng[i] = a
    rng[0] |= 1


@kernel
def _mixed(x: int) -> int:
    x ^= x >> 16
    x = _times(x, 0x7FEB352D)
    x ^= x >> 15
    x = _times(x, 0x846CA68B)
    return x ^ (x >> 16)


@kernel
def _times(x: int, y: int) -> int:
    """Multiply modulo 2³² without leaving 63 bits."""
    return ((x & 0xFFFF) * y + ((((x >> 16) * (y & 0xFFFF)) & 0xFFFF) << 16)) & LOW

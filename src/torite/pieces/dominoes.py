"""Domino tiles: the larger end first (`6-4`, `0-0`), and from the highest tile down."""

from __future__ import annotations

from torite.pieces.pack import Pack


def dominoes(highest: int = 6) -> Pack:
    """Make the set of tiles whose ends go from 0 (the blank) to *highest*; either end may be read first."""
    tiles = [(high, low) for high in range(highest, -1, -1) for low in range(high, -1, -1)]
    codes = tuple(f"{high}-{low}" for high, low in tiles)
    kinds = {code: kind for kind, code in enumerate(codes)}
    kinds |= {f"{low}-{high}": kind for kind, (high, low) in enumerate(tiles)}
    high, low = zip(*tiles, strict=True)
    return Pack(codes, 1, high, low, tuple(f"[{code}]" for code in codes), "domino", kinds)

"""The tiles of Domino Cribbage: only the sum of their ends counts (DCRIB-1.1)."""

from __future__ import annotations

from torite.pieces import dominoes

PACK = dominoes(6)
TILES = range(len(PACK))
VALUE = tuple(PACK.suit[k] + PACK.rank[k] for k in TILES)
VALUES = 13  # from 0 to 12
BLANK = PACK.kind("0-0")
ALL_TILES = PACK.mask(TILES)
MOST = 31  # that a sequence may count (DCRIB-3.3)
FITS = tuple(PACK.mask(k for k in TILES if VALUE[k] <= room) for room in range(MOST + 1))  # tiles of so much at most

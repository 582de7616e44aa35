"""Dice: the kinds are the faces that they show (`1` … `12`)."""

from __future__ import annotations

from torite.pieces.pack import Pack


def dice(faces: int, most: int) -> Pack:
    """Make the faces of a die, of which at most so many dice lie together in one place."""
    codes = tuple(str(face) for face in range(1, faces + 1))
    kinds = {code: kind for kind, code in enumerate(codes)}
    ranks = tuple(range(faces))
    return Pack(codes, most, (0,) * faces, ranks, tuple(f"[{code}]" for code in codes), f"d{faces}", kinds)

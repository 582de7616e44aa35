"""Matches for programs: what a seat sees as arrays, actions as numbers, thousands at once in compiled code.

>>> from torite import vector
>>> env = vector.make("agurk", n=2, seed=1)
>>> env.reset()
>>> env.observation.shape[0], env.mask.sum(axis=1).tolist()
(2, [7, 7])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torite.vector.env import VectorEnv
from torite.vector.tables import ProgramTable

__all__ = ["ProgramTable", "VectorEnv", "make"]


def make(
    game: str,
    n: int = 1,
    bots: Sequence[str | None] = (None,),
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    recall: int = 0,
    **more: Any,
) -> VectorEnv:
    """Make so many matches of a game, to be played side by side.

    Args:
        game: a variant's name in the catalogue.
        n: matches.
        bots: who plays each seat: None for one that is asked, else `random` or `simple`.
        seats: how many sit at each table; the variant's usual number by default.
        options: options that differ from the variant's.
        recall: so many of the last actions are in an observation.
        more: see `VectorEnv`.

    Raises:
        UnknownName, BadOptions: for what does not exist or is not allowed.
        ValueError: for buffers of another form.
    """
    return VectorEnv(ProgramTable(game, seats, options, recall), n, bots, **more)

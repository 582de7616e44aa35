"""Room for sets of actions, questions and outcomes: a list when interpreted, an array of a known size when compiled.

An array made inside a compiled loop, of a size that is a constant, is known to be nobody else's, and its loops
unroll: Hearts playouts are half as fast again with arrays handed in.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.compile import kernel


@kernel
def _zeros(n: int) -> Any:
    return zeros(n, int64)  # type: ignore[name-defined]  # noqa: F821


@kernel(compiled=_zeros)
def room(n: int) -> Any:
    """Make room for n words, all 0."""
    return [0] * n

"""Room for sets of actions, questions and outcomes: a list when interpreted, an array of a known size when compiled.

The array lies on the stack of the kernel that asks for it, where the processor's registers may take its place: what
a playout spends most of its time with. So it ends with that kernel, and no kernel returns its room.
"""

from __future__ import annotations

from typing import Any

from torite.kernel.compile import intrinsic


@intrinsic("room")
def room(n: int) -> Any:
    """Make room for n words, all 0; n is a constant."""
    return [0] * n

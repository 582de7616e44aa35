"""What is still to be gained after a visit that succeeded: a table over the kingdoms left, by the allies in hand."""

from __future__ import annotations

import struct
from pathlib import Path

from torite.kit import kernel, size

from .choosing import places_left
from .state import KINGDOMS, State

ENTRIES = (1 << KINGDOMS) * (KINGDOMS + 1)
PACKED = f"<{ENTRIES}h"  # how `python -m torite.games.emissary.learning` stores the table
FILE = Path(__file__).parent / "future.bin"
FUTURE: tuple[int, ...] = struct.unpack(PACKED, FILE.read_bytes())  # in hundredths of a point, by `index_of`


@kernel
def index_of(left: int, allies: int) -> int:
    """Return where the table has what is left, by the kingdoms, a mask of places, and the allies in hand."""
    return left * (KINGDOMS + 1) + allies


@kernel
def future(s: State) -> int:
    """Return the further score to be expected before a visit, in hundredths."""
    return FUTURE[index_of(places_left(s), size(s.allies))]

"""How long the log of a match may become at a table, so that opening it stays short; whole matches come nowhere near.

The longest by usual rules, Ogórek at 17 seats, have 10,400 to 12,000 entries; up to eight seats none has 1,900.
What can be played here can also be brought as a record (`replays.py`).
"""

from __future__ import annotations

A_SEAT = 900  #: entries of a match for each seat,
LEAST = 6_000  #: and at small tables so many
LONG = 2_000  #: a log of more entries is opened where it keeps no other waiting


def most_entries(seats: int) -> int:
    """Return after how many entries a match takes no more."""
    return max(LEAST, A_SEAT * seats)

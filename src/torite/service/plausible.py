"""Numbers as they are kept: what is damaged is read as unknown, so that one value breaks no answer in which it is told.

SQLite lets anything stand anywhere, and both databases know numbers that are none, or no time.
"""

from __future__ import annotations

from typing import Any

LATEST = 253_402_300_800.0  #: the end of the year 9999, in seconds since 1970


def time_of(value: Any) -> float:
    """Return a time, in seconds since 1970; 0 for what is none, lies before or is beyond the year 9999."""
    return value if isinstance(value, (int, float)) and 0 <= value < LATEST else 0.0


def count_of(value: Any) -> int:
    """Return a whole number; 0 for what is none."""
    return value if isinstance(value, int) else 0

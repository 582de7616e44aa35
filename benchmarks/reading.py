"""How long the worst records take to read: `python -m benchmarks.reading`.

Records that are made to take long, of 1 MiB and of what the service takes at most, are read for several games, refused
or not; told are those that took most of the processor's time. Beside them stand the longest real matches: of 17 seats
in the service's limits, and one that only the library reads, which is long because it was played for long.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import torite
from benchmarks.replay_flood import longest_record
from tests.records.adversary import GAMES, bombs
from torite.records import read
from torite.service.replays import MOST_LETTERS, opened

LARGE = (1 << 20) - 6000
TOLD = 8


def took(reader: Callable[[str], Any], text: str) -> tuple[float, str]:
    """Read a record; return the seconds of processor time, and what came of it."""
    began = time.process_time()
    try:
        reader(text)
        came = "read"
    except torite.ToriteError as fault:
        came = f"{fault.key.partition('.')[2]}, line {fault.facts.get('line', 0)}"
    return time.process_time() - began, came


def worst(name: str, reader: Callable[[str], Any], size: int, games: tuple[str, ...] = GAMES, rounds: int = 2) -> None:
    """Tell which records of a size took longest."""
    found = [(*took(reader, text), what, len(text)) for what, text in bombs(size, games, rounds)]
    found.sort(reverse=True)
    print(f"{name}, {len(found)} records of {size:,} letters and more")
    for seconds, came, what, letters in found[:TOLD]:
        print(f"  {seconds:7.3f} s  {letters:9,}  {what:32} {came}")


def main() -> None:
    """Read them all."""
    print(f"load {os.getloadavg()[0]:.1f}")
    record = longest_record()
    seconds, came = took(opened, record)
    print(f"the longest match that the service takes: {record.count(chr(10)):,} lines, {seconds:.3f} s, {came}")
    worst("the service", opened, LARGE)
    worst("the service", opened, MOST_LETTERS - 100_000)
    worst("the library", read, LARGE, ("ogorek", "doppelkopf", "flashpoint", "perlaggen"), 1)


if __name__ == "__main__":
    main()

"""How long the worst records take to read: `python -m benchmarks.reading`.

Records that are made to take long, of 1 MiB and of what the service takes at most, are read for several games, refused
or not; told are those that took most of the processor's time. Beside them stand those of as many lines as are read,
and the longest real match, of 17 seats in the service's limits.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from typing import Any

import torite
from benchmarks.replay_flood import longest_record
from tests.records.adversary import GAMES, body, bombs, undone
from torite.records import read
from torite.records.writing import MOST_LINES
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
    print(f"{name}, {len(found)} records of {size:,} letters and more")
    _tell(found)


def longest(games: tuple[str, ...] = GAMES) -> None:
    """Tell which records took longest of as many lines as are read, something played and taken back all the time."""
    made = [
        (variant, undone(variant, LARGE, random.Random(variant)).split("\n")[: MOST_LINES - 2]) for variant in games
    ]
    texts = [(variant, body(lines)) for variant, lines in made]
    print(f"the library, {len(games)} records of {MOST_LINES:,} lines")
    _tell([(*took(read, text), variant, len(text)) for variant, text in texts])


def _tell(found: list[tuple[float, str, str, int]]) -> None:
    found.sort(reverse=True)
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
    longest()


if __name__ == "__main__":
    main()

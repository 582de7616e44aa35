"""SQLite's write-ahead log (`torite.db-wal`): whether all that it holds will be read, before SQLite reads it.

SQLite reads it as far as each frame's sum follows from the one before, and forgets the rest without a word: that is how
it drops what a power cut left half-written. A frame that was damaged later looks the same, and takes with it all that
was acknowledged after it. The two are told apart by what follows: a change is on the disk, with all before it, before
the next one is written. So where two changes or more end behind the first bad frame, it was whole once. Of a single one
that cannot be known. How a log begins is on the disk before all else: one that begins otherwise was damaged, too.

The format is SQLite's own (https://www.sqlite.org/fileformat2.html#walformat).
"""

from __future__ import annotations

import os
import struct
import sys
from collections import Counter
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

HEADER, FRAME_HEADER = 32, 24  #: bytes
MAGIC = 0x377F0682  #: of a log whose sums are taken of little-endian words; one more: big-endian
SMALLEST, LARGEST = 512, 65_536  #: bytes of a page
MOST = 0xFFFFFFFF
UNKNOWN = 2  #: changes behind a bad frame from which on it is known to have been whole

Sum = tuple[int, int]


class ReadableLog(Struct, frozen=True):
    """How far a log can be read.

    Attributes:
        readable: bytes that SQLite reads.
        changes: those within, which are kept.
        lost: changes behind the first bad frame, which are not.
        begins_well: whether it begins as every log of SQLite's does, or was never begun.
    """

    readable: int = 0
    changes: int = 0
    lost: int = 0
    begins_well: bool = True

    @property
    def is_damaged(self) -> bool:
        """Whether something was lost that had been on the disk."""
        return self.lost >= UNKNOWN or not self.begins_well


def read_log(file: Path) -> ReadableLog:
    """Read how far a log can be read; nobody may write into it meanwhile.

    Args:
        file: the log; what is no file, or is empty, holds nothing.

    Raises:
        OSError: when it cannot be read.
    """
    if not file.is_file():
        return ReadableLog()
    with file.open("rb") as log:
        header = log.read(HEADER)
        if len(header) < HEADER:
            return ReadableLog()
        magic, _, size, _, *salts, first, second = struct.unpack(">8I", header)
        words = ">" if magic & 1 else "<"
        known = magic & ~1 == MAGIC
        good = known and _sum(words, header[:24]) == (first, second)
        before: Sum | None = (first, second)
        if not good:  # what it says is unknown: the database, the machine and most of the frames tell
            size, words, before = _page_size(file), "<" if sys.byteorder == "little" else ">", None
        begins_well = known or not any(header)
        if not SMALLEST <= size <= LARGEST:
            return ReadableLog(begins_well=begins_well)
        found = _read_frames(log, size, words, salts if good else _commonest_salts(log, size), before)
        return msgspec.structs.replace(found, begins_well=begins_well)


def cut(file: Path, log: ReadableLog, aside: Path) -> None:
    """Keep what can be read of a log, and put the whole of it aside.

    Args:
        file: the log.
        log: how far it can be read.
        aside: where the whole goes.

    Raises:
        OSError: when it cannot be written; the log is as it was then, and nothing lies aside.
    """
    whole = file.read_bytes()
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(descriptor, "wb") as kept:
            kept.write(whole)
            kept.flush()
            os.fsync(kept.fileno())
    except OSError:
        aside.unlink()
        raise
    os.truncate(file, log.readable)


def _commonest_salts(log: IO[bytes], size: int) -> list[int]:
    """Return what most frames are salted with, from a log's first frame on, and go back there."""
    found: Counter[tuple[int, ...]] = Counter()
    while len(frame := log.read(FRAME_HEADER + size)) == FRAME_HEADER + size:
        found[struct.unpack(">2I", frame[8:16])] += 1
    log.seek(HEADER)
    return [salt for salts, _ in found.most_common(1) for salt in salts]


def _read_frames(log: IO[bytes], size: int, words: str, salts: list[int], before: Sum | None) -> ReadableLog:
    """Read frames one after the other, also behind a bad one: each holds the sum from which the next goes on.

    Those of a log that was begun anew since have other salts, and so are passed over.
    """
    at, readable, changes, lost, good = HEADER, 0, 0, 0, before is not None
    while len(frame := log.read(FRAME_HEADER + size)) == FRAME_HEADER + size:
        page, ends, *salt, first, second = struct.unpack(">6I", frame[:FRAME_HEADER])
        at += len(frame)
        ours = salt == salts and page > 0
        fits = ours and before is not None and _sum(words, frame[:8] + frame[FRAME_HEADER:], before) == (first, second)
        if good and fits:
            readable, changes = (at, changes + 1) if ends else (readable, changes)
        elif ends and (fits or (good and ours)):
            lost += 1
        good, before = good and fits, (first, second)
    return ReadableLog(readable, changes, lost)


def _page_size(file: Path) -> int:
    """Read how large the pages of a log's database are."""
    with file.with_name(file.name.removesuffix("-wal")).open("rb") as database:
        head = database.read(18)
    size = int.from_bytes(head[16:18], "big")
    return LARGEST if size == 1 else size


def _sum(words: str, data: bytes, before: Sum = (0, 0)) -> Sum:
    """Take SQLite's sum of some words, going on from another."""
    one, two = before
    values = iter(struct.unpack(f"{words}{len(data) // 4}I", data))
    for value in values:
        one = (one + value + two) & MOST
        two = (two + next(values) + one) & MOST
    return one, two

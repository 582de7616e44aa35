"""A run: matches that are wanted, what came of those that are done, and a file from which it goes on another time."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from torite import __version__
from torite.errors import ToriteError
from torite.lab.parts import Broken, Part, WorkerFails, one_by_one, parts
from torite.lab.processes import processes
from torite.lab.told import TableTold
from torite.lab.work import MatchSums, Work, get_ready, none_played

HERE = 0.5  #: seconds that are played here before other processes are started, which takes as long
TRIES = 3  #: how often a part may end the process that plays it
SAVED = 5.0  #: seconds from one time that a run is written to the next
FORMAT = 2

Progress = Callable[[int, int], None]


class Kept(Struct, forbid_unknown_fields=True):
    """A run as it is kept in a file.

    Attributes:
        format: of the file.
        version: of Torite, which wrote it.
        work: what is played.
        done: how many matches are done, from the first.
        sums: what came of them.
        ahead: what was played behind others that are not done.
        seconds: how long all of it took.
    """

    format: int
    version: str
    work: Work
    done: int
    sums: MatchSums
    ahead: list[Part]
    seconds: float


class BadRun(ToriteError):
    """A run that cannot be gone on with, or not be kept."""

    code = "bad-run"


@dataclass(frozen=True)
class RunOutcome:
    """What came of a run.

    Attributes:
        unit: "match" or "deal".
        matches: how many were played, at each table.
        seconds: how long it took, without compiling.
        stopped: whether it was interrupted before all that was wanted were played.
        rows: what came of each seat.
        tables: what was played at each table; see `Table.described`.
        seed: that chance was drawn from.
        first: the first match, from 0.
    """

    unit: str
    matches: int
    seconds: float
    stopped: bool
    rows: list[dict[str, Any]]
    tables: list[TableTold]
    seed: int
    first: int

    def to_json(self) -> dict[str, Any]:
        """Return it as plain dictionaries and lists."""
        return dict(vars(self))


class Run:
    """Matches between bots, as far as they are played.

    What is done are always the first so many matches, without a gap: so a run that was stopped says what one that
    wanted no more says. What was played behind a gap is kept till that is closed.

    Args:
        work: what is played.
        file: from which it goes on where that is there, and in which it is kept; None for none.

    Attributes:
        sums: what came of those that are done.
        seconds: how long they took, without getting ready.

    Raises:
        BadRun: when the file is of something else, damaged, or cannot be read.
    """

    def __init__(self, work: Work, file: Path | None = None) -> None:
        self.sums = none_played(work)
        self.seconds = 0.0
        self._work = work
        self._file = file
        self._ahead: list[Part] = []
        if file is not None and file.exists():
            self._take(_read(file))

    @classmethod
    def of(cls, work: Work, kept: bytes) -> Run:
        """Return a run as far as it is kept; from its beginning, where what is kept is of other work.

        Raises:
            BadRun: when it is damaged.
        """
        run, known = cls(work), _decoded(kept, "")
        if known.work == work:
            run._take(known)
        return run

    @property
    def kept(self) -> bytes:
        """It as it is kept, in a file or elsewhere."""
        return msgspec.json.encode(
            Kept(FORMAT, __version__, self._work, self.matches, self.sums, self._ahead, self.seconds)
        )

    @property
    def matches(self) -> int:
        """How many are done."""
        return self.sums.matches

    def go_on(
        self, wanted: int, progress: Progress | None = None, jobs: int = 1, executor: Executor | None = None
    ) -> None:
        """Play what is wanted and not done; what is done is kept also where this is interrupted.

        Args:
            wanted: how many matches; the first so many.
            progress: called now and then with matches played and wanted.
            jobs: in so many processes, where it takes longer than they take to start.
            executor: where instead.

        Raises:
            BadRun: when it cannot be kept.
            WorkerFails: when some of it cannot be played where it was to be.
        """
        get_ready(self._work)
        began, saved, before = time.perf_counter(), time.monotonic(), self.seconds
        self._join(wanted)
        self._ahead = [part for part in self._ahead if not part.first < wanted < part.end]
        try:
            for part in self._parts(wanted, jobs, executor):
                self._ahead.append(part)
                self._join(wanted)
                self.seconds = before + time.perf_counter() - began
                if progress:
                    progress(wanted - sum(end - first for first, end in self._lacking(wanted)), wanted)
                if time.monotonic() - saved > SAVED:
                    self._save()
                    saved = time.monotonic()
        finally:
            self._save()

    def go_on_for(self, seconds: float, wanted: int) -> None:
        """Play some of what is wanted, here, for about so long."""
        get_ready(self._work)
        began = time.perf_counter()
        for part in parts(self._work, self._lacking(wanted)):
            self._ahead.append(part)
            self._join(wanted)
            if time.perf_counter() - began > seconds:
                break
        self.seconds += time.perf_counter() - began

    def _parts(self, wanted: int, jobs: int, executor: Executor | None) -> Iterator[Part]:
        if executor is not None:
            return self._parts_there(wanted, executor)
        return itertools.chain(self._parts_here(wanted, jobs), self._parts_beside(wanted, jobs))

    def _parts_there(self, wanted: int, executor: Executor) -> Iterator[Part]:
        try:
            yield from parts(self._work, self._lacking(wanted), executor)
        except Broken:
            raise WorkerFails("error.executor_broken") from None

    def _parts_here(self, wanted: int, jobs: int) -> Iterator[Part]:
        ends = time.perf_counter() + HERE
        for part in parts(self._work, self._lacking(wanted)):
            yield part
            if jobs > 1 and time.perf_counter() > ends:
                return

    def _parts_beside(self, wanted: int, jobs: int) -> Iterator[Part]:
        """Play in other processes; where one is ended, whatever was on its way is played one part after another."""
        while lacking := self._lacking(wanted):
            try:
                with processes(jobs) as executor:
                    yield from parts(self._work, lacking, executor)
            except Broken as broken:
                yield from one_by_one(self._work, broken.lost, TRIES - 1)

    def _lacking(self, wanted: int) -> list[tuple[int, int]]:
        """List the ranges of matches that are not played."""
        ends = [self.matches, *(part.end for part in self._ahead)]
        begins = [*(part.first for part in self._ahead), wanted]
        return [(end, min(first, wanted)) for end, first in zip(ends, begins, strict=True) if end < min(first, wanted)]

    def _join(self, wanted: int) -> None:
        """Add up what follows what is done, or one another, up to what is wanted."""
        joined = [Part(0, self.matches, self.sums)]
        for part in sorted(self._ahead, key=lambda part: part.first):
            if part.first == joined[-1].end and part.end <= wanted:
                joined[-1] += part
            else:
                joined.append(part)
        self.sums, self._ahead = joined[0].sums, joined[1:]

    def _take(self, kept: Kept) -> None:
        if kept.work != self._work:
            raise BadRun(
                "error.other_run",
                file=self._file,
                what=_what(kept.work, self._work),
                asked=_what(self._work, kept.work),
            )
        self.sums, self.seconds, self._ahead = kept.sums, kept.seconds, kept.ahead

    def _save(self) -> None:
        if self._file is None:
            return
        new = self._file.with_name(f"{self._file.name}.new")
        try:
            with new.open("wb") as out:
                out.write(self.kept)
                out.flush()
                os.fsync(out.fileno())
            new.replace(self._file)
        except OSError as fault:
            with contextlib.suppress(OSError):
                new.unlink()
            raise BadRun("error.run_unkept", file=self._file, why=fault.strerror or fault) from None


def _read(file: Path) -> Kept:
    if not file.is_file():  # a device may have no end
        raise BadRun("error.run_unread", file=file, why=os.strerror(errno.EINVAL))
    try:
        data = file.read_bytes()
    except OSError as fault:
        raise BadRun("error.run_unread", file=file, why=fault.strerror or fault) from None
    return _decoded(data, file)


def _decoded(data: bytes, file: Path | str) -> Kept:
    try:
        kept = msgspec.json.decode(data, type=Kept)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadRun("error.no_run", file=file) from None
    if kept.format != FORMAT or not _adds_up(kept):
        raise BadRun("error.no_run", file=file)
    return kept


def _adds_up(kept: Kept) -> bool:
    """Tell whether parts follow one another, and sums are of so many matches and of the tables' seats."""
    bounds = [kept.done, *(bound for part in kept.ahead for bound in (part.first, part.end))]
    counted = [(kept.done, kept.sums), *((part.times, part.sums) for part in kept.ahead)]
    shape = _shape(none_played(kept.work))
    return (
        [0, *bounds] == sorted([0, *bounds])
        and all(side.matches == times for times, sums in counted for side in sums.sides)
        and all(len(duel.course) == times for times, sums in counted for duel in sums.duel)
        and all(_shape(sums) == shape for _, sums in counted)
    )


def _shape(sums: MatchSums) -> list[list[int]]:
    """List how many numbers there are in each part of the sums."""
    tables = [table for side in sums.sides for table in (side.totals, side.squares, [side.lowest])]
    seen = [table for one in sums.seen for table in ([one.totals], one.products, one.refused, one.noted, one.taken)]
    duel = [[one.totals, one.squares] for one in sums.duel]
    return [[len(row) for row in table] for table in (*tables, *sums.products, *seen, *sums.beside, *duel)]


def _what(work: Work, other: Work) -> str:
    """Write what is played in a line, as far as it may differ from what is played in another run."""
    sides = []
    for one, beside in itertools.zip_longest(work.sides, other.sides):
        if one is not None:
            alike = beside is not None and beside.variant == one.variant
            options = [
                f"{name}={value}" for name, value in one.options if alike and (name, value) not in beside.options
            ]
            sides.append(" ".join([f"{one.variant}/{one.seats}", *options, *one.bots]))
    unit = "matches" if work.whole else "deals"
    looked = f", {work.observed} looked at" if work.observed else ""
    return f"{' | '.join(sides)}, {unit} from {work.first}{looked}, seed {work.seed}, rules {' '.join(work.rules)}"

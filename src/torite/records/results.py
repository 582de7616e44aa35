"""Results of games played alone: what is kept of each, and the file that carries them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from torite.errors import BadOptions, BadRecord
from torite.games import catalogue
from torite.kernel.chance import read_day

if TYPE_CHECKING:
    from torite.match import Match

FORMAT = "torite results"
VERSION = 1
MOST_BYTES = 1 << 22
MOST_ROWS = 20_000
MOST_SCORE = 1_000_000  #: far beyond what any game counts
DAY = 24 * 3600.0

Name = Annotated[str, Meta(max_length=80, pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*\Z")]
Id = Annotated[str, Meta(max_length=40, pattern=r"^[A-Za-z0-9._:-]+\Z")]


class SoloResult(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """How a scored game for one ended.

    Attributes:
        id: names it; no other has the same.
        game, variant: their names in the catalogue.
        score: as the table writes it.
        finished_at: when, in seconds since 1970.
        usual: whether the variant's own options were in force.
        daily: the day of a daily deal; empty for any other.
        won: whether it was won; None where the game has no win.
    """

    id: Id
    game: Name
    variant: Name
    score: Annotated[int, Meta(ge=-(10**9), le=10**9)]
    finished_at: Annotated[float, Meta(ge=0, le=1e11)]
    usual: bool = True
    daily: str = ""
    won: bool | None = None

    @property
    def same(self) -> tuple[str, ...]:
        """What two rows share that tell of one game: of a daily deal only the first counts, wherever it was played."""
        return (self.variant, self.daily) if self.daily else (self.id,)


class _Kind(Struct):
    format: str = ""
    version: int = 0


class _File(Struct, forbid_unknown_fields=True):
    format: str
    version: int
    rows: Annotated[list[SoloResult], Meta(max_length=MOST_ROWS)]


def result_of(match: Match, name: str, at: float) -> SoloResult:
    """Tell how a match of one seat ended, under a name for the game and with the time."""
    usual = match.game.options(match.variant.name, {}, match.seats).texts()
    return SoloResult(
        name,
        match.game.name,
        match.variant.name,
        match.scores[0],
        at,
        usual=match.options.texts() == usual,
        daily=match.chance.daily,
        won=_won(match),
    )


def _won(match: Match) -> bool | None:
    """Tell whether the match was won; None where that cannot be."""
    if not match.game.winnable:
        return None
    return match.result is not None and bool(match.result.shares[0])


def written(rows: Iterable[SoloResult]) -> bytes:
    """Write results as a file, one a line."""
    lines = b",\n".join(map(msgspec.json.encode, rows))
    return b'{"format": "%b", "version": %d, "rows": [\n%b\n]}\n' % (FORMAT.encode(), VERSION, lines)


def read_results(data: bytes) -> list[SoloResult]:
    """Read a file of results that anybody may have written.

    Raises:
        BadRecord: when it is too long, none of ours, from a newer version, or anything in it is not as it should be.
    """
    if len(data) > MOST_BYTES:
        raise BadRecord("error.results_long", line=0, most=MOST_BYTES)
    kind = _decoded(data, _Kind, "none")
    if kind.format != FORMAT:
        raise BadRecord("error.results_none", line=0)
    if kind.version != VERSION:
        raise BadRecord("error.results_newer", line=0)
    rows: list[SoloResult] = _decoded(data, _File, "wrong").rows
    for number, row in enumerate(rows):
        _check_day(row, number)
    return rows


def _decoded(data: bytes, kind: type[Any], fault: str) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadRecord(f"error.results_{fault}", line=0, why=str(wrong)[:200]) from None


def _check_day(row: SoloResult, number: int) -> None:
    try:
        if row.daily:
            read_day(row.daily)
    except BadOptions:
        why = f"`{row.daily[:40]}` - at `$.rows[{number}].daily`"
        raise BadRecord("error.results_wrong", line=0, why=why) from None


def check_possible(rows: Iterable[SoloResult], now: float) -> None:
    """Check that rows tell of games that can have been played by now, here or elsewhere.

    A deal of the day may be of any day: those to come are dealt to whoever asks for them. Of what is here it is of a
    game for one.

    Raises:
        BadRecord: for the first that cannot.
    """
    here = catalogue()
    for number, row in enumerate(rows):
        several = row.variant in here and here[row.variant][1].seats != (1, 1)
        for name, impossible in (
            ("finished_at", row.finished_at > now + DAY),
            ("score", abs(row.score) > MOST_SCORE),
            ("daily", bool(row.daily) and several),
        ):
            if impossible:
                why = f"`{getattr(row, name)}` - at `$.rows[{number}].{name}`"
                raise BadRecord("error.results_impossible", line=0, why=why)


def unknown(rows: Iterable[SoloResult], known: Iterable[SoloResult]) -> list[SoloResult]:
    """List the rows that are not among those known, each once."""
    seen = {row.same for row in known}
    return [row for row in rows if not (row.same in seen or seen.add(row.same))]  # type: ignore[func-returns-value]

"""Puzzles: positions in which one choice is clearly the best, as they lie in files; looked at, opened and answered.

A file has a puzzle a line, in JSON. What a seat does not see of a puzzle's position lies as in some deal that the seat
could not tell from the one it was found in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from torite.errors import ToriteError
from torite.kernel.chance import read_day
from torite.kit.game import Game, Variant
from torite.match import Arrangement, Match
from torite.records import enter_all
from torite.study.equal_choices import Choice, merged
from torite.study.losses import Loss

FILE = "puzzles.jsonl"  #: beside the games that have some
MOST_BYTES = 1 << 24  #: of a file
WAIT = "wait"  #: the choice to let an offer pass
THEMES = ("lead", "follow", "discard", "word", "offer", "endgame")
GRADES = 3  #: how many levels may fail a puzzle
RATINGS = (1200, 1500, 1800)  #: what puzzles are rated, by how many levels fail them, from one


class BadPuzzles(ToriteError):
    """A file of puzzles that cannot be read, or a puzzle in it that cannot be opened."""

    code = "bad-puzzles"


class Puzzle(Struct, forbid_unknown_fields=True, frozen=True):
    """A position in which one choice is clearly the best.

    Attributes:
        variant, seats, options: by which rules it is played; the options that differ from the variant's.
        lines: the entries that lead to it, as a record writes them.
        seat: whose choice it is.
        offered: whether it is asked about its offers; else about its duties.
        choices: what it may choose, the best first, each with what it is worth less.
        unit: what that is counted in, as of `torite.study.Decision`.
        exact: whether it was calculated.
        grade: how many of the levels choose otherwise: 1 to 3.
        themes: what it is about.
    """

    variant: str
    seats: Annotated[int, Meta(ge=1)]
    options: dict[str, str]
    lines: list[str]
    seat: Annotated[int, Meta(ge=0)]
    offered: bool
    choices: Annotated[list[Loss], Meta(min_length=2)]
    unit: str
    exact: bool
    grade: Annotated[int, Meta(ge=1, le=GRADES)]
    themes: list[str]

    @property
    def best(self) -> str:
        """The best choice."""
        return self.choices[0].code

    @property
    def rating(self) -> int:
        """What it is rated: who has as much is as likely to solve it as not."""
        return RATINGS[self.grade - 1]

    @property
    def name(self) -> str:
        """What names it: its position, hashed."""
        parts = [self.variant, str(self.seats), *map("=".join, sorted(self.options.items())), *self.lines]
        return hashlib.sha256("\n".join([*parts, f"{self.seat} {self.offered}"]).encode()).hexdigest()[:12]


def standing(puzzle: Puzzle, names: Sequence[str] = (), **settings: Any) -> Match:
    """Make a match that stands at a puzzle's position; from there its chance is drawn anew.

    Args:
        puzzle: the puzzle.
        names: the players' names, by seat.
        settings: of the match besides: `seed` or `key`, `pause`.

    Raises:
        BadPuzzles: when it cannot be opened.
    """
    try:
        match = Match(
            puzzle.variant, puzzle.seats, puzzle.options, names=names, manual=True,
            arranged=Arrangement(elsewhere=True), **settings,
        )  # fmt: skip
        enter_all(match, puzzle.lines)
        asked = [one for one in match.turns.asked() if (one.seat, one.offer) == (puzzle.seat, puzzle.offered)]
    except ToriteError as fault:
        told = fault
        raise BadPuzzles(
            "error.puzzle_opened", name=puzzle.name, reason=lambda words: told.say(words.language)
        ) from None
    if not asked or (puzzle.best != WAIT and match.gestures.refusal(puzzle.seat, puzzle.best) is not None):
        raise BadPuzzles("error.puzzle_asked", name=puzzle.name)
    match.chance.wait(manual=False)
    return match


def is_same(game: Game, one: str, other: str) -> bool:
    """Tell whether two codes say the same, whatever the order of their parts."""
    return _parts(game, one) == _parts(game, other)


def _parts(game: Game, code: str) -> list[int]:
    try:
        return [] if code == WAIT else sorted(game.verbs.parse(code.removesuffix("+")))
    except ValueError:
        return [-1]


def choices(match: Match, puzzle: Puzzle) -> list[Choice]:
    """List the choices of a puzzle, in a match that stood at it; what is equal in the rules is one."""
    return merged(match, puzzle.seat, puzzle.choices)


def answered(match: Match, puzzle: Puzzle) -> Choice | None:
    """Return what was chosen in a match that stood at a puzzle; None for nothing yet, or nothing that was weighed.

    Who was asked about offers and does something else has let them pass.
    """
    own = (entry for entry in match.log.standing[len(puzzle.lines) :] if entry.seat == puzzle.seat)
    entry = next(own, None)
    if entry is None:
        return None
    code = match.game.verbs.gesture_text(entry.actions)
    if puzzle.offered and not match.turns.is_offer(code):
        code = WAIT
    found = choices(match, puzzle)
    return next((one for one in found if any(is_same(match.game, same, code) for same in one.codes)), None)


# files


def written(puzzles: Sequence[Puzzle]) -> str:
    """Write puzzles, one a line."""
    return "".join(msgspec.json.encode(one).decode() + "\n" for one in puzzles)


def read(text: str, file: str = FILE) -> list[Puzzle]:
    """Read a file of puzzles.

    Args:
        text: what is in it.
        file: its name, for errors.

    Raises:
        BadPuzzles: for what is no puzzle; it says in which line.
    """
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            puzzle = msgspec.json.decode(line, type=Puzzle)
        except (msgspec.MsgspecError, UnicodeError) as fault:
            raise BadPuzzles("error.puzzles", file=file, line=number, fault=str(fault)[:200]) from None
        found.append(puzzle)
    if not found:
        raise BadPuzzles("error.no_puzzles_in", file=file)
    return found


@cache
def of_game(game: Game) -> Sequence[Puzzle]:
    """List the puzzles that lie beside a game.

    Raises:
        BadPuzzles: for a file that cannot be read.
    """
    file = game.folder / FILE
    return tuple(read(file.read_text(encoding="utf-8"), f"{game.name}/{FILE}")) if file.exists() else ()


def of_variant(game: Game, variant: Variant) -> Sequence[Puzzle]:
    """List the puzzles of a variant: its own, or those of the variant whose guide it shares.

    Raises:
        BadPuzzles: for a file that cannot be read.
    """
    known = of_game(game)
    own = [one for one in known if one.variant == variant.name]
    return tuple(own or [one for one in known if one.variant == variant.guide])


def of_day(game: Game, variant: Variant, day: str) -> Puzzle | None:
    """Return a variant's puzzle of a day, the same for everybody; None where it has none.

    All have come up before one comes again, each time in another order.

    Raises:
        BadOptions: for what is no day.
        BadPuzzles: for a file that cannot be read.
    """
    known = of_variant(game, variant)
    if not known:
        return None
    turn, at = divmod(read_day(day).toordinal(), len(known))
    return sorted(known, key=lambda one: hashlib.sha256(f"{turn} {one.name}".encode()).digest())[at]


def near(game: Game, variant: Variant, rating: int, solved: Sequence[str]) -> Puzzle | None:
    """Return a puzzle for somebody of a rating: of those not solved yet the nearest, else the one solved longest ago.

    Args:
        game, variant: whose puzzle; None where it has none.
        rating: theirs.
        solved: the names of those that they have solved, or tried, the latest last.

    Raises:
        BadPuzzles: for a file that cannot be read.
    """
    last = {name: at for at, name in enumerate(solved)}
    known = of_variant(game, variant)
    return min(known, key=lambda one: (last.get(one.name, -1), abs(one.rating - rating), one.name), default=None)

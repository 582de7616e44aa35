"""`torite puzzles`: puzzles found in matches of bots, a file of them checked, and those of a game solved."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from torite.errors import BadOptions
from torite.games import find as game_of
from torite.study.rating import half
from torite.terminal import INTERRUPTED, solved
from torite.terminal.analysis import amount
from torite.terminal.learn import unsaved
from torite.terminal.play import LEFT, Wish, agreed, line_of, names_of
from torite.terminal.reading import YES
from torite.terminal.saves import BadInput
from torite.terminal.wording import sentences

if TYPE_CHECKING:
    from torite.kit.game import Game, Variant
    from torite.study import Puzzle
    from torite.study.equal_choices import Choice
    from torite.terminal.session import Session
    from torite.terminal.table import ScenePen

MOST_TOLD = 6  #: choices whose cost is told
MOST_SECONDS = 3600.0  #: of a search
DRAWN = 100  #: puzzles of a file that are checked, if nothing is said


@dataclass(frozen=True)
class PuzzlesWanted:
    """What is asked.

    Attributes:
        number: so many are found, or drawn of a file.
        seed: the same one finds, and draws, the same.
        out: the file that they are written to; they are printed if empty.
    """

    number: int
    seed: int
    out: str = ""


def make(wish: Wish, wanted: PuzzlesWanted) -> int:
    """Find puzzles and write them; return the exit code.

    Raises:
        ToriteError: for an unknown game, options that are not allowed, and a file that cannot be written.
    """
    from torite.study.puzzle_search import find
    from torite.study.puzzles import written

    say = sentences(wish.language)
    if wanted.out and not Path(wanted.out).resolve().parent.is_dir():
        raise BadInput("input.no_file", path=wanted.out)
    loud, looked = sys.stderr.isatty(), 0

    def tell_progress(found: int, of: int, matches: int) -> None:
        nonlocal looked
        looked = matches
        if loud:
            end = "\n" if found == of else ""
            print(f"\r{say('puzzles.progress', found=found, all=of, matches=matches)}", end=end, file=sys.stderr)

    found = list(find(wish.name, wanted.number, wish.seats, agreed(wish.options), wanted.seed, tell_progress))
    if not wanted.out:
        print(written(found), end="")
        return 0
    try:
        Path(wanted.out).write_text(written(found), encoding="utf-8")
    except OSError as fault:
        raise BadInput("file.unwritable", path=wanted.out, why=fault.strerror or fault) from None
    grades = Counter(one.grade for one in found)
    listed = say.join([say("puzzles.of_grade", n=grades[grade], grade=grade) for grade in sorted(grades)])
    print(say("puzzles.found", n=len(found), matches=looked, path=wanted.out, grades=listed))
    return 0


def check(file: str, wanted: PuzzlesWanted, seconds: float, language: str) -> int:
    """Draw puzzles of a file and have a long search judge each; return the exit code: 1 if one does not survive.

    Raises:
        ToriteError: for a file that cannot be read, a puzzle that cannot be opened, and numbers that do not do.
    """
    from torite.study.puzzle_search import share, survives
    from torite.study.puzzles import MOST_BYTES, read

    if not 0.01 <= seconds <= MOST_SECONDS:
        raise BadInput("puzzles.seconds", given=seconds)
    if wanted.number < 1:
        raise BadOptions("error.one_puzzle", value=wanted.number)
    try:
        with Path(file).open("rb") as opened:
            text = opened.read(MOST_BYTES).decode("utf-8", "replace")
    except OSError as fault:
        raise BadInput("file.unreadable", path=file, why=fault.strerror or fault) from None
    say, known = sentences(language), read(text, file)
    drawn = random.Random(wanted.seed).sample(known, min(wanted.number, len(known)))
    survived = 0
    for at, one in enumerate(drawn):
        if survives(one, seconds, wanted.seed + at):
            survived += 1
        else:
            print(say("puzzles.fails", name=one.name, best=one.best), flush=True)
    told, low, high = (f"{100 * part:.0f}" for part in share(survived, len(drawn)))
    print(say("puzzles.checked", n=survived, all=len(drawn), share=told, low=low, high=high, seconds=f"{seconds:g}"))
    return 0 if survived == len(drawn) else 1


def solve(wish: Wish) -> int:
    """Ask the puzzles of a game until the person has had enough, today's first; return the exit code.

    Raises:
        ToriteError: for an unknown game, and one without puzzles.
    """
    game, variant = game_of(wish.name)
    say, answers = sentences(wish.language), solved.kept()
    try:
        for puzzle in _in_order(game, variant, answers):
            session = sit_down(puzzle, wish)
            if not run(session, puzzle):
                break
            for text in _rated(session, puzzle, answers):
                print(text)
            if line_of(say("puzzles.next")).strip().casefold() not in YES:
                break
    except (EOFError, KeyboardInterrupt) as stop:
        print()
        print(say("play.bye"))
        return INTERRUPTED if isinstance(stop, KeyboardInterrupt) else LEFT
    print(say("play.bye"))
    return LEFT


def _in_order(game: Game, variant: Variant, answers: Sequence[solved.Answer]) -> Iterator[Puzzle]:
    """Run through a variant's puzzles: today's, then one near the person's rating after the other."""
    from torite.study.puzzles import near, of_day

    puzzle = of_day(game, variant, date.today().isoformat())
    if puzzle is None:
        raise BadInput("puzzles.none", name=variant.name)
    while puzzle is not None:
        yield puzzle
        mine = solved.rated(answers, puzzle.variant)
        puzzle = near(game, variant, round(mine.now.rating), mine.solved)


def _rated(session: Session, puzzle: Puzzle, answers: list[solved.Answer]) -> Iterator[str]:
    """Keep an answer, and tell what the person is rated now."""
    say, answer = session.table.say, _answer(session, puzzle)
    if answer is None:
        return
    answers.append(solved.answer(puzzle, answer.code == puzzle.best, date.today()))
    mine = solved.rated(answers, puzzle.variant)
    change, now = round(mine.change), mine.now
    told = [say("puzzles.rating", rating=round(now.rating), error=round(half(now)))]
    if mine.change:
        told.append(say("puzzles.fell" if change < 0 else "puzzles.rose", change=abs(change)))
    yield " ".join(told)
    if len(mine.solved) == 1:
        yield say("puzzles.rating_means", rating=puzzle.rating)
    try:
        solved.keep(answers[-1])
    except OSError as fault:
        yield say("file.unwritable", path=solved.file(), why=fault.strerror or fault)


def sit_down(puzzle: Puzzle, wish: Wish) -> Session:
    """Lay the table for a puzzle: the person has its seat, and nothing is saved."""
    from torite.study.puzzles import standing

    called = names_of(puzzle.seats, wish.you, wish.language)
    names = [called[(seat - puzzle.seat) % puzzle.seats] for seat in range(puzzle.seats)]
    return unsaved(standing(puzzle, names, pause=True), puzzle.seat, wish, "puzzles.unsaved")


def run(session: Session, puzzle: Puzzle) -> bool:
    """Carry lines between the terminal and a puzzle; tell whether it was answered."""
    from torite.terminal.session import At

    for text in pose(session, puzzle):
        print(text, flush=True)
    while session.at is At.TURN:
        for text in feed(session, puzzle, line_of(session.prompt)):
            print(text, flush=True)
        if _answer(session, puzzle) is not None:
            return True
    return session.at is not At.LEFT


def pose(session: Session, puzzle: Puzzle) -> Iterator[str]:
    """Say what is asked, and lay the table out."""
    yield session.table.say("puzzles.offered" if puzzle.offered else "puzzles.asked", grade=puzzle.grade)
    yield from session.begin(resumed=True)


def feed(session: Session, puzzle: Puzzle, line: str) -> Iterator[str]:
    """Take a line that the person typed; once that is an answer, say what each choice is worth less."""
    answers = list(session.feed(line))
    answer = _answer(session, puzzle)
    if answer is None:
        yield from answers
    else:
        yield from told(session, puzzle, answer)


def _answer(session: Session, puzzle: Puzzle) -> Choice | None:
    from torite.study.puzzles import answered

    return answered(session.match, puzzle)


def told(session: Session, puzzle: Puzzle, answer: Choice) -> Iterator[str]:
    """Tell whether an answer was right, and what each choice costs."""
    from torite.study.puzzles import choices

    table, (best, *others) = session.table, choices(session.match, puzzle)
    named = _named(table, [best, *others])
    if answer == best:
        yield table.say("puzzles.right", best=named[best])
    else:
        cost = amount(table, puzzle.unit, answer.loss, answer.error)
        right, taken = _named(table, [best, answer]).values()
        yield table.say("puzzles.wrong", best=right, taken=taken, cost=cost)
    for one in others[: MOST_TOLD - 1]:
        cost = amount(table, puzzle.unit, one.loss, one.error)
        yield table.say("puzzles.choice", choice=named[one], cost=cost)
    yield table.say("puzzles.exact" if puzzle.exact else "puzzles.honest")


def _named(table: ScenePen, choices: Sequence[Choice]) -> dict[Choice, str]:
    from torite.study.puzzles import WAIT

    passing, codes = table.words("puzzles.wait"), [code for one in choices for code in one.codes]
    texts = dict(zip(codes, table.beside(codes), strict=True)) | {WAIT: passing}
    return {one: table.words.either([texts[code] for code in one.codes]) for one in choices}

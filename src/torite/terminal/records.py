"""`torite replay`, `verify` and `seal`: records read, walked through, checked and sealed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from torite import records
from torite.errors import BadRecord, ToriteError
from torite.scenes import lay_out
from torite.terminal import asked, saves, variations
from torite.terminal.saves import BadInput
from torite.terminal.wording import sentences

if TYPE_CHECKING:
    from torite.match import Match
    from torite.records import Study
    from torite.terminal.table import ScenePen

VERIFIED, WRONG, UNREADABLE, UNCHECKED = 0, 1, 2, 3
NO_RECORD = ("none", "newer", "long", "cut", "head", "number")  # faults of a text that is no whole record


def walk(study: Study, seat: int, hands: bool, table: ScenePen) -> Iterator[list[str]]:
    """Tell a match trick by trick; its comments and variations where hands are open.

    Args:
        study: the match, read from its record.
        seat: who looks on: a seat, or -1 for a spectator.
        hands: whether all hands are open.
        table: how it is written.

    Yields:
        The lines up to the end of the next trick.
    """
    from torite.scenes import wording

    match, said = study.match, study.comments if hands else {}
    words = match.game.words(table.language)
    other = match.at(0)
    lines = [table.tell(words(f"variant.{match.variant.name}.title"), "turn")]
    differing = [name for name in records.write(match).split("\n") if name.startswith("option ")]
    if differing:
        lines.append(table.say("replay.options", options=table.words.join([d[7:] for d in differing])))
    lines += variations.comment(said, 0, table)
    deals = 0
    for step, entry in enumerate(match.log.standing, 1):
        if entry.chance == "deal":
            deals += 1
            lines += ["", table.tell(table.words("replay.deal", number=deals), "accent")]
        other.log.follow(entry)
        seen = match.knowledge.seen(entry, entry.seat if hands else seat)
        told = wording.entry_sentences(match, seen, seat, words)
        lines.append(table.tell(wording.together(words, told)))
        if entry.chance == "deal":
            lines += _hands(other, range(match.seats) if hands else [seat] if seat >= 0 else [], table)
        lines += variations.comment(said, step, table)
        if any(note.line.key == "takes" for note in entry.notes):
            yield lines
            lines = []
    scene = lay_out(match, -1, table.language)
    lines += ["", asked.scores(table, scene)]
    lines.append(table.tell(scene.result.text, "strong") if scene.result else table.say("replay.open"))
    for one in study.variations if hands else ():
        lines += ["", variations.head(one, table), *variations.moves(study, one, table)]
    yield lines


def _hands(match: Match, seats: Iterable[int], table: ScenePen) -> list[str]:
    from torite.scenes import wording

    words = match.game.words(table.language)
    lines = []
    for holder in seats:
        held = [table.named(code) for code in match.cards(holder)]
        if held:
            name = wording.seat_name(match, holder, words)
            lines.append(table.say("replay.hands", name=name, cards=table.words.join(held)))
    return lines


def replay(file: str, seat: int | None, hands: bool, step: bool, table: Callable[[Match], ScenePen]) -> int:
    """Walk through a record; return the exit code. An ended match shows all hands, unless a seat is named.

    Raises:
        ToriteError: when it cannot be read, or has no such seat.
    """

    study = records.read_study(saves.read_text(Path(file)))
    match = study.match
    if seat is not None and not 0 <= seat < match.seats:
        raise BadInput("input.seat", given=seat, most=match.seats - 1)
    written = table(match)
    hands = hands or (seat is None and match.over)
    for lines in walk(study, -1 if seat is None else seat, hands, written):
        print("\n".join(lines), flush=True)
        if step and not _more(written):
            break
    return 0


def _more(table: ScenePen) -> bool:
    try:
        answer = input(table.words("replay.step"))
    except EOFError:
        print()
        return False
    if not sys.stdin.isatty():
        print()
    return not answer.strip().casefold().startswith("q")


def verify(files: list[str], language: str) -> int:
    """Check records; return the worst of their exit codes."""
    say, worst = sentences(language), VERIFIED
    for file in files:
        try:
            match = records.read(saves.read_text(Path(file)))
            right = records.verify(match)
        except ToriteError as fault:
            print(f"{file}: {fault.say(language)}", file=sys.stderr)
            worst = max(worst, _severity(fault))
            continue
        print(say("verify.right" if right else "verify.wrong", path=file))
        worst = max(worst, VERIFIED if right else WRONG)
    return worst


def _severity(fault: ToriteError) -> int:
    if fault.key in ("error.record_no_key", "error.record_arranged"):
        return UNCHECKED
    whole = isinstance(fault, BadRecord) and fault.key.removeprefix("error.record_") not in NO_RECORD
    return WRONG if whole else UNREADABLE


def seal(file: str, language: str) -> int:
    """Seal a record written by hand, in its place; return the exit code.

    Raises:
        ToriteError: with the line at fault.
    """
    path = Path(file)
    text = records.seal(saves.read_text(path))
    try:
        saves.write(path, text)
    except OSError as fault:
        raise BadInput("file.unwritable", path=path, why=fault.strerror or fault) from None
    print(sentences(language)("seal.right", path=file))
    return 0

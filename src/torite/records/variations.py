"""Variations: what might have been played, and what somebody says of it; they stand behind the seal of the match.

The match before them stays as it was, with its own seal; another seal ends the whole.

seal: 1c…
study 1
comment 7: Here it was lost.
variation 1: at 7
0: play H9
comment: The nine is enough.
1: play HQ
variation 2: at 8 of 1
1: play C2
seal: 9a…
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from torite.errors import BadRecord, ToriteError
from torite.match import Entry, Match
from torite.match.setup import is_shown
from torite.records.entering import bad, enter, on, saying
from torite.records.writing import BOT, MOST_LINES, line, seal_of, write

HEAD = "study 1"
MOST_STUDY = 1 << 18  #: bytes of what stands behind the seal of the match
MOST_VARIATIONS = 64
MOST_DEPTH = 8  #: of variations within one another
MOST_ENTRIES = 200  #: of a variation
MOST_COMMENT = 1000  #: letters

VARIATION = re.compile(r"variation ([1-9]\d{0,7}): at (\d{1,8})(?: of ([1-9]\d{0,7}))?", re.ASCII)
OF_MATCH = re.compile(r"comment (\d{1,8}):(?: (.*))?", re.ASCII)
OF_VARIATION = re.compile(r"comment:(?: (.*))?")


@dataclass(frozen=True)
class Variation:
    """What might have been played from a position.

    Attributes:
        number: counted from 1, as they stand in the record.
        step: where it begins: after so many entries, of those that stand.
        of: the variation, by its number, in which that is; 0 for the match.
        entries: what is played, numbered as if it stood in the match.
        comments: what is said of its positions, by step; the first is where it begins.
    """

    number: int
    step: int
    of: int
    entries: tuple[Entry, ...]
    comments: Mapping[int, str] = field(default_factory=dict)

    @property
    def end(self) -> int:
        """The step at which it ends."""
        return self.step + len(self.entries)


@dataclass(frozen=True)
class Study:
    """A match with what is said of it, and what might have been played.

    Attributes:
        match: the match.
        comments: what is said of its positions, by step.
        variations: what might have been played, each from the match or from one before it.
    """

    match: Match
    comments: Mapping[int, str] = field(default_factory=dict)
    variations: tuple[Variation, ...] = ()

    def at(self, step: int, of: int = 0) -> Match:
        """Return another match that stands at a position of the match, or of a variation.

        Raises:
            BadRecord: when there is none.
        """
        begins = 0 < of <= len(self.variations) and step == self.variations[of - 1].step
        if not begins and not self._has(step, of):
            bad(0, "variation")
        root, entries = self._path(of)
        other = self.match.at(min(step, root))
        for entry in entries[: max(0, step - root)]:
            other.log.follow(entry)
        return other

    def say(self, step: int, text: str) -> Study:
        """Return the study with a comment at a step of the match, in place of the one before; an empty one is none.

        Raises:
            BadRecord: when it is too long, cannot be shown, or there is no such step.
        """
        if not self._has(step, 0):
            bad(0, "variation")
        others = {at: one for at, one in self.comments.items() if at != step}
        return replace(self, comments=others | ({step: checked(text, 0)} if text else {}))

    def vary(self, step: int, lines: Sequence[str], of: int = 0, comments: Mapping[int, str] | None = None) -> Study:
        """Return the study with one more variation.

        Args:
            step: where it begins: after so many entries, of those that stand.
            lines: its entries, as a record has them: `0: play HQ`.
            of: the variation in which it begins; 0 for the match.
            comments: what is said of its positions, by step.

        Raises:
            BadRecord: when it breaks a rule, with the number of the line; or there is no such position.
        """
        said = {at: checked(text, 0) for at, text in (comments or {}).items() if text}
        if not all(step <= at <= step + len(lines) for at in said):
            bad(0, "variation")
        self._check(step, of, len(lines), 0)
        return self._with(self.at(step, of), of, enumerate(lines, 1), said)

    def _has(self, step: int, of: int) -> bool:
        if not of:
            return 0 <= step <= len(self.match.log.standing)
        return 0 < of <= len(self.variations) and self.variations[of - 1].step < step <= self.variations[of - 1].end

    def _path(self, of: int) -> tuple[int, list[Entry]]:
        """Tell at which step of the match the way to a variation leaves it, and what is played from there on."""
        if not of:
            return len(self.match.log.standing), []
        one = self.variations[of - 1]
        if not one.of:
            return one.step, list(one.entries)
        root, before = self._path(one.of)
        return root, [*before[: one.step - root], *one.entries]

    def _depth(self, of: int) -> int:
        return 1 + self._depth(self.variations[of - 1].of) if of else 0

    def _check(self, step: int, of: int, moves: int, head: int) -> None:
        """Check that a variation of so many moves may begin there; its head has the number of its line."""
        if len(self.variations) >= MOST_VARIATIONS:
            bad(head, "variations", most=MOST_VARIATIONS)
        if not self._has(step, of):
            bad(head, "variation")
        if self._depth(of) >= MOST_DEPTH:
            bad(head, "deep", most=MOST_DEPTH)
        if not 0 < moves <= MOST_ENTRIES:
            bad(head, "moves", most=MOST_ENTRIES)

    def _with(
        self,
        other: Match,
        of: int,
        moves: Iterable[tuple[int, str]],
        comments: Mapping[int, str],
        between: Callable[[], None] = on,
        wanted: Iterable[int] = (),
    ) -> Study:
        """Return the study with one more variation.

        Args:
            other: a match that stands where it begins, and is played on.
            of: the variation in which that is.
            moves: what is played, each with the number of its line.
            comments: what is said of its positions.
            between: called between two entries.
            wanted: steps of it at which others begin.
        """
        step = len(other.log)
        with other.log.in_place((), wanted):
            for number, text in moves:
                between()
                _enter(other, text, number)
        one = Variation(len(self.variations) + 1, step, of, tuple(other.log[step:]), comments)
        return replace(self, variations=(*self.variations, one))


def _enter(match: Match, text: str, number: int) -> None:
    if ": undo " in text or f" {BOT}: " in text:
        bad(number, "study")
    try:
        enter(match, text, number)
    except BadRecord:
        raise
    except ToriteError as fault:
        bad(number, "line", reason=saying(fault))


def checked(text: str, number: int) -> str:
    """Return a comment that is fit to be shown, line by line."""
    if not 0 < len(text.strip()) <= len(text) <= MOST_COMMENT or not all(map(is_shown, text.split("\n"))):
        bad(number, "comment", most=MOST_COMMENT)
    return _tidy(text)


def _tidy(text: str) -> str:
    return "\n".join(one.rstrip() for one in text.strip().split("\n"))


def enter_study(match: Match, lines: Sequence[str], first: int, between: Callable[[], None] = on) -> Study:
    """Enter the lines of a study, from its head to before its seal.

    Args:
        match: the match before them.
        lines: the lines.
        first: the number of the first of them in the record.
        between: called between two entries; what it raises gives the work up.

    Raises:
        BadRecord: with the line at fault.
    """
    if lines[0] != HEAD and lines[0].removeprefix("study ").isdecimal():
        bad(first, "newer", known=HEAD)
    if lines[0] != HEAD or len(lines) == 1:
        bad(first, "study")
    if len("\n".join(lines).encode()) > MOST_STUDY:
        bad(first, "study_long", most=MOST_STUDY)
    heads = [at for at, text in enumerate(lines) if text.startswith("variation ")]
    study = _said(Study(match), lines[1 : heads[0] if heads else None], first + 1)
    played, wanted = {0: match}, branches(lines)
    for begin, end in pairwise([*heads, len(lines)]):
        study = _varied(study, lines[begin:end], first + begin, between, played, wanted)
    return study


def branches(lines: Sequence[str]) -> dict[int, set[int]]:
    """List the steps at which variations begin, of the match (0) and of each variation."""
    found: dict[int, set[int]] = {}
    for head in filter(None, map(VARIATION.fullmatch, lines)):
        found.setdefault(int(head[3] or 0), set()).add(int(head[2]))
    return found


def _said(study: Study, lines: Sequence[str], first: int) -> Study:
    """Enter the comments of the match."""
    said: dict[int, str] = {}
    for number, text in enumerate(lines, first):
        found = OF_MATCH.fullmatch(text)
        if found is None:
            bad(number, "study")
        step = int(found[1])
        if step > len(study.match.log.standing):
            bad(number, "variation")
        _add(said, step, found[2], number)
    return replace(study, comments={step: _tidy(text) for step, text in said.items()})


def _varied(
    study: Study,
    lines: Sequence[str],
    first: int,
    between: Callable[[], None],
    played: dict[int, Match],
    wanted: Mapping[int, set[int]],
) -> Study:
    """Enter a variation: where it begins, its entries and comments.

    Args:
        study: what stands before it.
        lines: its lines.
        first: the number of the first of them.
        between: called between two entries.
        played: the match, and the variations in which others begin, as they were played to their ends.
        wanted: the steps at which others begin.
    """
    found = VARIATION.fullmatch(lines[0])
    if found is None or int(found[1]) != len(study.variations) + 1:
        bad(first, "study")
    step = int(found[2])
    moves: list[tuple[int, str]] = []
    said: dict[int, str] = {}
    for number, text in enumerate(lines[1:], first + 1):
        comment = OF_VARIATION.fullmatch(text)
        if comment is None:
            moves.append((number, text))
        else:
            _add(said, step + len(moves), comment[1], number)
    comments = {at: _tidy(text) for at, text in said.items()}
    of, number = int(found[3] or 0), len(study.variations) + 1
    study._check(step, of, len(moves), first)
    other = played[of].at(step)
    if number in wanted:
        played[number] = other
    return study._with(other, of, moves, comments, between, wanted.get(number, ()))


def _add(said: dict[int, str], step: int, text: str | None, number: int) -> None:
    """Add a line to the comment of a step."""
    said[step] = f"{said[step]}\n{text or ''}" if step in said else text or ""
    checked(said[step], number)


def write_study(study: Study, with_key: bool = False) -> str:
    """Write a match down with what is said of it and what might have been played.

    Args:
        study: the match with its comments and variations; without any it is written as the match alone.
        with_key: tell the key of a match that is still open.

    Raises:
        BadRecord: when it is too long to be read again with its comments and variations.
    """
    text = write(study.match, with_key)
    if not study.comments and not study.variations:
        return text
    own = study_lines(study)
    if len("\n".join(own).encode()) > MOST_STUDY:
        bad(0, "study_long", most=MOST_STUDY)
    text += "".join(f"{one}\n" for one in own)
    if text.count("\n") + 1 > MOST_LINES:
        bad(0, "lines", most=MOST_LINES)
    return f"{text}seal: {seal_of(text)}\n"


def study_lines(study: Study) -> list[str]:
    """Write the lines of a study, from its head to before its seal."""
    lines = [HEAD]
    for step, text in sorted(study.comments.items()):
        lines += _comment(f"comment {step}:", text)
    for one in study.variations:
        lines.append(f"variation {one.number}: at {one.step}" + (f" of {one.of}" if one.of else ""))
        lines += _comment("comment:", one.comments.get(one.step))
        for entry in one.entries:
            lines.append(line(study.match, entry))
            lines += _comment("comment:", one.comments.get(entry.number + 1))
    return lines


def _comment(head: str, text: str | None) -> Iterator[str]:
    for one in text.split("\n") if text else ():
        yield f"{head} {one}" if one else head

"""Entering lines of a record into a match: each is checked as if it were played."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from torite.errors import BadRecord, IllegalMove, ToriteError
from torite.kit.chances import DICE, NUMBER, SHUFFLE, Ask
from torite.match import Match
from torite.match.gestures import INCOMPLETE
from torite.match.marks import MARK, MARKS
from torite.records.writing import BOT


def on() -> None:
    """Go on, whatever happens."""


def bad(line: int, fault: str, **facts: Any) -> NoReturn:
    """Refuse a line."""
    raise BadRecord(f"error.record_{fault}", line=line, **facts)


def undone_in(lines: Sequence[str]) -> Iterator[int]:
    """Find the entries that are taken back somewhere."""
    for line in lines:
        seat, undo, target = line.partition(": undo ")
        if undo and is_number(seat, 3) and is_number(target, 8):
            yield int(target)


def standing(lines: Sequence[str]) -> list[int]:
    """Number the entries that stand in the end, as far as can be told without playing them."""
    live: list[int] = []
    entries = (line for line in lines if line and not line.startswith("#"))
    for number, line in enumerate(entries):
        undone = next(undone_in([line]), None)
        if undone is None:
            live.append(number)
        else:
            del live[bisect_left(live, undone) :]
    return live


def is_number(text: str, most: int) -> bool:
    """Tell whether a text is a number of so many digits at most."""
    return len(text) <= most and text.isascii() and text.isdigit()


def saying(fault: ToriteError) -> Callable[[Any], str]:
    """Return what says a fault in a language."""
    return lambda words: fault.say(words.language)


def numbers_in(text: str, line: int) -> int | list[int]:
    """Read a number, or a list of them."""
    try:
        numbers = [int(word) for word in text.split()]
    except ValueError:
        bad(line, "number", part=text[:40])
    return numbers if len(numbers) > 1 else numbers[0] if numbers else []


def enter(match: Match, text: str, line: int = 0) -> None:
    """Enter a line of a record into a match that leaves its chance to others (`manual`).

    Raises:
        ToriteError: when it does not fit.
    """
    name, _, rest = text.partition(": ")
    _enter(match, name, rest, line)


def enter_all(match: Match, lines: Sequence[str]) -> None:
    """Enter all lines of a log into a match that has just been made; after an error it is of no use.

    Raises:
        ToriteError: when one does not fit.
    """
    latest = range(len(lines) // MARK * MARK, 0, -MARK)[:MARKS]  # which those who play on soon look back to
    with match.log.in_place([*undone_in(lines), *latest]):
        for number, text in enumerate(lines, 1):
            enter(match, text, number)


def _enter(match: Match, name: str, rest: str, line: int) -> None:
    digits, _, mark = name.partition(" ")
    if is_number(digits, 3) and mark in ("", BOT):
        seat, (word, _, target) = int(digits), rest.partition(" ")
        if word == "undo" and not mark and is_number(target, 8):
            if not match.log.stands(int(target), seat):
                bad(line, "undo", number=target)
            match.gestures.revert(seat, int(target))
            return
        try:
            match.act(seat, rest, bot=bool(mark), whole=True)
        except IllegalMove as fault:
            if fault.key == INCOMPLETE:
                bad(line, "text")
            raise
        return
    ask = match.log.ask
    if ask is None or ask.name != name:
        bad(line, "unasked", name=name[:40])
    match.gestures.settle(name, _outcome(match, ask, rest, line))


def _outcome(match: Match, ask: Ask, text: str, line: int) -> list[int]:
    pack = match.game.pack
    if ask.what == SHUFFLE:
        listed, words = pack.listed(ask.pieces), text.split()
        if len(words) != len(listed) or not all(pack.knows(word) for word in words):
            bad(line, "outcome", name=ask.name)
        kinds = [pack.kind(word) for word in words]
        if Counter(kinds) != Counter(listed):
            bad(line, "outcome", name=ask.name)
        return kinds
    numbers = numbers_in(text, line)
    given = numbers if isinstance(numbers, list) else [numbers]
    least, most = (0, ask.n - 1) if ask.what == NUMBER else (1, ask.faces)
    wanted = ask.n if ask.what == DICE else 1
    if len(given) != wanted or not all(least <= number <= most for number in given):
        bad(line, "outcome", name=ask.name)
    return given

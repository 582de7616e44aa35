"""Reading a match back: every line is checked as if it were played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from torite.errors import BadRecord, IllegalMove, ToriteError
from torite.kernel.chance import KEY_BYTES, key_hash
from torite.kit.chances import DICE, NUMBER, SHUFFLE, Ask
from torite.match import Arrangement, Match
from torite.match.gestures import INCOMPLETE
from torite.match.marks import MARK, MARKS
from torite.match.setup import is_shown
from torite.records.writing import BOT, FORMAT, forms, seal_of, write

MOST_BYTES = 1 << 20
MOST_LINES = 30_000  #: as many as the longest match at a table of the service, with its comments; by usual rules 13,000
KEY_HASH = re.compile("[ -~]{1,64}")  #: 64 hexadecimal digits; `-` and the like where nothing was drawn from a key
SURROGATE = re.compile("[\ud800-\udfff]")  #: what is no letter by itself and cannot be written


@dataclass
class _Head:
    values: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    words: dict[int, str] = field(default_factory=dict)
    agreed: dict[str, int] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def line_of(self, fault: ToriteError) -> int:
        """Return the line that a fault of the head is about."""
        if fault.key == "error.names":
            wrong = (seat for seat, name in self.names.items() if not is_shown(name) or not 0 < len(name) <= 40)
            return self.lines[f"name {next(wrong, 0)}"]
        if fault.key == "error.added":
            return self.lines[f"words {next(iter(self.words))}"]
        name = fault.facts.get("name")
        about = {"error.game": "variant", "error.seats": "seats"}.get(fault.key, "seats")
        if fault.key.startswith("error.day"):
            about = "daily"
        for entry in (f"option {name}", f"given {name}", about):
            if entry in self.lines:
                return self.lines[entry]
        return 1


def on() -> None:
    """Go on, whatever happens."""


def read(text: str, between: Callable[[], None] = on) -> Match:
    """Read a record.

    Args:
        text: the record.
        between: called between two lines; what it raises gives the reading up.

    Raises:
        BadRecord: with the line at fault, when the record cannot be read, was cut or altered, or breaks a rule; or when
            it is too long.
    """
    text = _with_plain_ends(text)
    lines = _lines(text)
    if not lines[-1].startswith("seal: "):
        _bad(len(lines), "cut")
    body = "".join(line + "\n" for line in lines[:-1])
    broken = lines[-1] != f"seal: {seal_of(body)}" or text != body + lines[-1] + "\n"
    match = _replay(lines[:-1], between)
    if broken:
        _bad(len(lines), "seal")
    without, with_key = forms(match)
    if text not in (without, with_key):
        _bad(_first_difference(with_key, text), "text")
    return match


def seal(text: str) -> str:
    """Seal a record written by hand: check it, and write it in its own form with its seal.

    Raises:
        BadRecord: with the line at fault.
    """
    lines = [line for line in _lines(_with_plain_ends(text)) if not line.startswith("seal:")]
    if not any(line.startswith("key hash:") for line in lines):
        at = next((i for i, line in enumerate(lines) if line.startswith("seats:")), len(lines) - 1)
        lines.insert(at + 1, "key hash: -")
    if not any(line.startswith(("end:", "open:")) for line in lines):
        lines.append("open: -")
    return write(_replay(lines))


def verify(match: Match, between: Callable[[], None] = on) -> bool:
    """Check every outcome of a match against its key.

    Args:
        match: the match.
        between: called between two entries; what it raises gives the work up.

    Returns:
        True when each outcome is what the key draws; False when one is not.

    Raises:
        BadRecord: when the record does not tell the key, or was arranged.
    """
    if match.chance.key is None:
        _bad(0, "no_key")
    if match.chance.arranged:
        _bad(0, "arranged")
    again = Match(
        match.variant.name,
        match.seats,
        match.options.texts(),
        key=match.chance.key,
        names=match.names,
        entropy=match.chance.entropy,
        arranged=Arrangement(numbers=match.chance.agreed),
        manual=True,
    )
    with again.log.in_place(entry.undo for entry in match.log):
        for entry in match.log:
            between()
            if entry.undo >= 0:
                again.gestures.revert(entry.seat, entry.undo)
            elif entry.chance:
                if tuple(again.chance.draw(again.log)) != entry.outcome:
                    return False
                again.settle(entry.chance, entry.outcome)
            else:
                again.act(entry.seat, match.game.verbs.gesture_text(entry.actions), bot=entry.bot)
    return True


def _bad(line: int, fault: str, **facts: Any) -> NoReturn:
    raise BadRecord(f"error.record_{fault}", line=line, **facts)


def _with_plain_ends(text: str) -> str:
    """Return a record of which an editor or the mail has written every line's end as CR and LF as it was before."""
    every = isinstance(text, str) and len(text) <= 2 * MOST_BYTES and 0 < text.count("\r\n") == text.count("\n")
    return text.replace("\r\n", "\n") if every else text


def _lines(text: str) -> list[str]:
    if not isinstance(text, str) or SURROGATE.search(text, 0, MOST_BYTES):
        _bad(1, "none", known=FORMAT)
    if len(text) > MOST_BYTES or len(text.encode()) > MOST_BYTES:
        _bad(0, "long", most=MOST_BYTES)
    if text.count("\n") > MOST_LINES:
        _bad(0, "lines", most=MOST_LINES)
    lines = text.removesuffix("\n").split("\n")
    version = lines[0].strip()
    if version != FORMAT:
        if version.startswith("torite record ") and version[14:].isdigit():
            _bad(1, "newer", known=FORMAT)
        _bad(1, "none", known=FORMAT)
    return lines


def _replay(lines: list[str], between: Callable[[], None] = on) -> Match:
    head, first = _read_head(lines)
    match = _open(head)
    with match.log.in_place(_undone(lines)):
        for number in range(first, len(lines) + 1):
            line = lines[number - 1]
            between()
            if not line or line.startswith("#"):
                continue
            name, _, rest = line.partition(": ")
            try:
                if name in ("end", "open"):
                    _close(match, lines, number, name, rest)
                    break
                _enter(match, name, rest, number)
            except BadRecord:
                raise
            except ToriteError as fault:
                _bad(number, "line", reason=_saying(fault))
        else:
            _bad(len(lines), "cut")
    return match


def _undone(lines: Sequence[str]) -> Iterator[int]:
    """Find the entries that are taken back somewhere."""
    for line in lines:
        seat, undo, target = line.partition(": undo ")
        if undo and _is_number(seat, 3) and _is_number(target, 8):
            yield int(target)


def _is_number(text: str, most: int) -> bool:
    """Tell whether a text is a number of so many digits at most."""
    return len(text) <= most and text.isascii() and text.isdigit()


def _saying(fault: ToriteError) -> Callable[[Any], str]:
    return lambda words: fault.say(words.language)


def _read_head(lines: list[str]) -> tuple[_Head, int]:
    head = _Head()
    for at, line in enumerate(lines[1:], 2):
        name, colon, rest = line.partition(": ")
        if line.startswith("#") or not colon or name.isdigit() or name in ("end", "open"):
            return head, at
        head.lines[name] = at
        word, _, key = name.partition(" ")
        if name in ("game", "variant", "seats", "key hash", "daily", "arranged"):
            head.values[name] = rest
        elif word == "option" and key:
            head.options[key] = rest
        elif word in ("name", "words") and _is_number(key, 3):
            (head.names if word == "name" else head.words)[int(key)] = rest
        elif word == "agreed" and key:
            number = _numbers(rest, at)
            head.agreed[key] = number if isinstance(number, int) else -1
        elif word == "given" and key:
            head.given[key] = _numbers(rest, at)
        else:
            return head, at
    return head, len(lines) + 1


def _numbers(text: str, line: int) -> int | list[int]:
    try:
        numbers = [int(word) for word in text.split()]
    except ValueError:
        _bad(line, "number", part=text[:40])
    return numbers if len(numbers) > 1 else numbers[0] if numbers else []


def _open(head: _Head) -> Match:
    for name in ("game", "variant", "seats", "key hash"):
        if name not in head.values:
            _bad(1, "head", name=name)
    if not KEY_HASH.fullmatch(head.values["key hash"]):
        _bad(head.lines["key hash"], "head", name="key hash")
    seats, daily = head.values["seats"], head.values.get("daily")
    if not _is_number(seats, 9):
        _bad(head.lines["seats"], "head", name="seats")
    try:
        match = Match(
            head.values["variant"],
            int(seats),
            head.options,
            key_hash=None if daily else head.values["key hash"],
            names=[head.names[seat] for seat in sorted(head.names)],
            entropy=head.words,
            initial=head.given,
            arranged=Arrangement(numbers=head.agreed, elsewhere=head.values.get("arranged") == "yes"),
            daily=daily,
            manual=True,
        )
    except ToriteError as fault:
        _bad(head.line_of(fault), "line", reason=_saying(fault))
    if match.game.name != head.values["game"]:
        _bad(head.lines["game"], "head", name="game")
    if daily is not None and head.values["key hash"] not in ("-", match.chance.key_hash):
        _bad(head.lines["key hash"], "key")
    return match


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
    with match.log.in_place([*_undone(lines), *latest]):
        for number, text in enumerate(lines, 1):
            enter(match, text, number)


def _enter(match: Match, name: str, rest: str, line: int) -> None:
    digits, _, mark = name.partition(" ")
    if _is_number(digits, 3) and mark in ("", BOT):
        seat, (word, _, target) = int(digits), rest.partition(" ")
        if word == "undo" and not mark and _is_number(target, 8):
            if not match.log.stands(int(target), seat):
                _bad(line, "undo", number=target)
            match.gestures.revert(seat, int(target))
            return
        try:
            match.act(seat, rest, bot=bool(mark), whole=True)
        except IllegalMove as fault:
            if fault.key == INCOMPLETE:
                _bad(line, "text")
            raise
        return
    ask = match.log.ask
    if ask is None or ask.name != name:
        _bad(line, "unasked", name=name[:40])
    match.settle(name, _outcome(match, ask, rest, line))


def _outcome(match: Match, ask: Ask, text: str, line: int) -> list[int]:
    pack = match.game.pack
    if ask.what == SHUFFLE:
        listed, words = pack.listed(ask.pieces), text.split()
        if len(words) != len(listed) or not all(pack.knows(word) for word in words):
            _bad(line, "outcome", name=ask.name)
        kinds = [pack.kind(word) for word in words]
        if Counter(kinds) != Counter(listed):
            _bad(line, "outcome", name=ask.name)
        return kinds
    numbers = _numbers(text, line)
    given = numbers if isinstance(numbers, list) else [numbers]
    least, most = (0, ask.n - 1) if ask.what == NUMBER else (1, ask.faces)
    wanted = ask.n if ask.what == DICE else 1
    if len(given) != wanted or not all(least <= number <= most for number in given):
        _bad(line, "outcome", name=ask.name)
    return given


def _close(match: Match, lines: list[str], number: int, name: str, rest: str) -> None:
    if rest != "-" and (match.over is not (name == "end") or rest.split() != [str(s) for s in match.scores]):
        _bad(number, "end")
    for at, line in enumerate(lines[number:], number + 1):
        word, _, digits = line.partition(": ")
        if word != "key" or at != number + 1:
            _bad(at, "after")
        try:
            key = bytes.fromhex(digits)
        except ValueError:
            _bad(at, "key")
        if len(key) != KEY_BYTES or key_hash(key) != match.chance.key_hash:
            _bad(at, "key")
        match.chance.tell_key(key)
    match.chance.wait(manual=False)


def _first_difference(ours: str, theirs: str) -> int:
    pairs = zip(ours.split("\n"), theirs.split("\n"), strict=False)
    return next((number for number, (a, b) in enumerate(pairs, 1) if a != b), 0)

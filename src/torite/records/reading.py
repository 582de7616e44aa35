"""Reading a match back: every line is checked as if it were played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from torite.errors import BadRecord, ToriteError
from torite.kernel.chance import KEY_BYTES, key_hash
from torite.match import Arrangement, Match
from torite.match.setup import is_shown
from torite.records.entering import bad, enter, is_number, numbers_in, on, saying, standing, undone_in
from torite.records.variations import HEAD, Study, branches, enter_study, study_lines, write_study
from torite.records.writing import FORMAT, MOST_BYTES, MOST_LINES, forms, seal_of

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


def read(text: str, between: Callable[[], None] = on) -> Match:
    """Read a record; its comments and variations are checked, too (`read_study` returns them).

    Args:
        text: the record.
        between: called between two lines; what it raises gives the reading up.

    Raises:
        BadRecord: with the line at fault, when the record cannot be read, was cut or altered, or breaks a rule; or when
            it is too long.
    """
    return read_study(text, between).match


def read_study(text: str, between: Callable[[], None] = on) -> Study:
    """Read a record with its comments and variations, if there are any.

    Args:
        text: the record.
        between: called between two lines; what it raises gives the reading up.

    Raises:
        BadRecord: with the line at fault, when the record cannot be read, was cut or altered, or breaks a rule, or
            anything in its variations does.
    """
    text = _with_plain_ends(text)
    lines = _lines(text)
    if not lines[-1].startswith("seal: "):
        bad(len(lines), "cut")
    own = next((at for at in range(1, len(lines)) if _begins_study(lines, at)), len(lines))
    if own == len(lines):
        return Study(_read_match(lines, text, between))
    steps = branches(lines[own:]).get(0, set())
    match = _read_match(lines[:own], "".join(f"{line}\n" for line in lines[:own]), between, steps)
    study = enter_study(match, lines[own:-1], own + 1, between)
    body = "".join(f"{line}\n" for line in lines[:-1])
    if text != f"{body}seal: {seal_of(body)}\n":
        bad(len(lines), "seal")
    if study_lines(study) != lines[own:-1]:
        bad(own + _first_difference("\n".join(study_lines(study)), "\n".join(lines[own:-1])), "text")
    return study


def _begins_study(lines: Sequence[str], at: int) -> bool:
    return lines[at].startswith("study ") and lines[at - 1].startswith("seal: ")


def _read_match(lines: list[str], text: str, between: Callable[[], None], steps: Iterable[int] = ()) -> Match:
    body = "".join(line + "\n" for line in lines[:-1])
    broken = lines[-1] != f"seal: {seal_of(body)}" or text != body + lines[-1] + "\n"
    match = _replay(lines[:-1], between, steps)
    if broken:
        bad(len(lines), "seal")
    without, with_key = forms(match)
    if text not in (without, with_key):
        bad(_first_difference(with_key, text), "text")
    return match


def seal(text: str) -> str:
    """Seal a record written by hand, with its comments and variations: check it, and write it in its own form.

    Raises:
        BadRecord: with the line at fault.
    """
    lines = [line for line in _lines(_with_plain_ends(text)) if not line.startswith("seal:")]
    own = next((at for at, line in enumerate(lines) if line == HEAD), len(lines))
    lines, more = lines[:own], lines[own:]
    if not any(line.startswith("key hash:") for line in lines):
        at = next((i for i, line in enumerate(lines) if line.startswith("seats:")), len(lines) - 1)
        lines.insert(at + 1, "key hash: -")
    if not any(line.startswith(("end:", "open:")) for line in lines):
        lines.append("open: -")
    match = _replay(lines, steps=branches(more).get(0, ()))
    return write_study(enter_study(match, more, own + 1) if more else Study(match))


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
        bad(0, "no_key")
    if match.chance.arranged:
        bad(0, "arranged")
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
                again.gestures.settle(entry.chance, entry.outcome)
            else:
                again.act(entry.seat, match.game.verbs.gesture_text(entry.actions), bot=entry.bot)
    return True


def _with_plain_ends(text: str) -> str:
    """Return a record of which an editor or the mail has written every line's end as CR and LF as it was before."""
    every = isinstance(text, str) and len(text) <= 2 * MOST_BYTES and 0 < text.count("\r\n") == text.count("\n")
    return text.replace("\r\n", "\n") if every else text


def _lines(text: str) -> list[str]:
    if not isinstance(text, str) or SURROGATE.search(text, 0, MOST_BYTES):
        bad(1, "none", known=FORMAT)
    if len(text) > MOST_BYTES or len(text.encode()) > MOST_BYTES:
        bad(0, "long", most=MOST_BYTES)
    if text.count("\n") > MOST_LINES:
        bad(0, "lines", most=MOST_LINES)
    lines = text.removesuffix("\n").split("\n")
    version = lines[0].strip()
    if version != FORMAT:
        if version.startswith("torite record ") and version[14:].isdigit():
            bad(1, "newer", known=FORMAT)
        bad(1, "none", known=FORMAT)
    return lines


def _replay(lines: list[str], between: Callable[[], None] = on, steps: Iterable[int] = ()) -> Match:
    """Play all lines; the states at some steps are kept, as variations begin there."""
    head, first = _read_head(lines)
    match = _open(head)
    live = standing(lines[first - 1 :]) if steps else []
    with match.log.in_place(undone_in(lines), (live[step] for step in steps if step < len(live))):
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
                enter(match, line, number)
            except BadRecord:
                raise
            except ToriteError as fault:
                bad(number, "line", reason=saying(fault))
        else:
            bad(len(lines), "cut")
    return match


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
        elif word in ("name", "words") and is_number(key, 3):
            (head.names if word == "name" else head.words)[int(key)] = rest
        elif word == "agreed" and key:
            number = numbers_in(rest, at)
            head.agreed[key] = number if isinstance(number, int) else -1
        elif word == "given" and key:
            head.given[key] = numbers_in(rest, at)
        else:
            return head, at
    return head, len(lines) + 1


def _open(head: _Head) -> Match:
    for name in ("game", "variant", "seats", "key hash"):
        if name not in head.values:
            bad(1, "head", name=name)
    if not KEY_HASH.fullmatch(head.values["key hash"]):
        bad(head.lines["key hash"], "head", name="key hash")
    seats, daily = head.values["seats"], head.values.get("daily")
    if not is_number(seats, 9):
        bad(head.lines["seats"], "head", name="seats")
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
        bad(head.line_of(fault), "line", reason=saying(fault))
    if match.game.name != head.values["game"]:
        bad(head.lines["game"], "head", name="game")
    if daily is not None and head.values["key hash"] not in ("-", match.chance.key_hash):
        bad(head.lines["key hash"], "key")
    return match


def _close(match: Match, lines: list[str], number: int, name: str, rest: str) -> None:
    if rest != "-" and (match.over is not (name == "end") or rest.split() != [str(s) for s in match.scores]):
        bad(number, "end")
    for at, line in enumerate(lines[number:], number + 1):
        word, _, digits = line.partition(": ")
        if word != "key" or at != number + 1:
            bad(at, "after")
        try:
            key = bytes.fromhex(digits)
        except ValueError:
            bad(at, "key")
        if len(key) != KEY_BYTES or key_hash(key) != match.chance.key_hash:
            bad(at, "key")
        match.chance.tell_key(key)
    match.chance.wait(manual=False)


def _first_difference(ours: str, theirs: str) -> int:
    pairs = zip(ours.split("\n"), theirs.split("\n"), strict=False)
    return next((number for number, (a, b) in enumerate(pairs, 1) if a != b), 0)

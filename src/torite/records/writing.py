"""Writing a match down."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torite.kit.chances import SHUFFLE

if TYPE_CHECKING:
    from torite.match import Entry, Match

FORMAT = "torite record 1"
MOST_BYTES = 1 << 20  #: of a record that is read
MOST_LINES = 18_000  #: of one; the longest match at a table of the service has 17,000, by usual rules 13,000
BOT = "bot"  #: after the seat: a bot took the action for the person who sits there


def write(match: Match, with_key: bool = False) -> str:
    """Write a match down, ended or open.

    Args:
        match: the match.
        with_key: tell the key of a match that is still open.
    """
    return forms(match)[with_key]


def forms(match: Match) -> tuple[str, str]:
    """Write a match down without the key of one that is open, and with it."""
    lines = [*_head(match), *_body(match), f"{'end' if match.over else 'open'}: {' '.join(map(str, match.scores))}"]
    told = f"key: {match.chance.key.hex()}\n" if match.chance.key is not None else ""
    text = "\n".join(lines) + "\n"
    with_key = _sealed(text + told)
    return with_key if match.over or not told else _sealed(text), with_key


def _sealed(text: str) -> str:
    return f"{text}seal: {seal_of(text)}\n"


def seal_of(text: str) -> str:
    """Return the hash that seals a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def _head(match: Match) -> Iterator[str]:
    yield FORMAT
    yield f"game: {match.game.name}"
    yield f"variant: {match.variant.name}"
    usual = match.game.options(match.variant.name, {}, match.seats).texts() if _usual_fits(match) else {}
    for name, text in match.options.texts().items():
        if usual.get(name) != text:
            yield f"option {name}: {text}"
    yield f"seats: {match.seats}"
    for seat, name in enumerate(match.names):
        yield f"name {seat}: {name}"
    yield f"key hash: {match.chance.key_hash}"
    if match.chance.daily:
        yield f"daily: {match.chance.daily}"
    for seat, text in match.chance.entropy.items():
        yield f"words {seat}: {text}"
    for name, number in match.chance.agreed.items():
        yield f"agreed {name}: {number}"
    for name, value in match.log.setup.initial.items():
        yield f"given {name}: {' '.join(map(str, value)) if isinstance(value, (list, tuple)) else value}"
    if match.chance.arranged:
        yield "arranged: yes"


def _usual_fits(match: Match) -> bool:
    """Tell whether the variant's own options allow this number of seats; else every option is written."""
    from torite.errors import BadOptions

    try:
        match.game.options(match.variant.name, {}, match.seats)
    except BadOptions:
        return False
    return True


def _body(match: Match) -> Iterator[str]:
    deals = 0
    for entry in match.log:
        if entry.chance == "deal":
            deals += 1
            yield f"# deal {deals}"
        yield line(match, entry)
        for taker in (note.seat for note in entry.notes if note.line.key == "takes"):
            yield f"# {_name_of(match, taker)} takes the trick"


def _name_of(match: Match, chair: int) -> str:
    """Name a player, or a figure."""
    seats = match.game.layout.seats
    return match.names[chair] if chair < seats else match.game.figures[chair - seats]


def line(match: Match, entry: Entry) -> str:
    """Write an entry as a line."""
    if entry.undo >= 0:
        return f"{entry.seat}: undo {entry.undo}"
    if entry.chance:
        return f"{entry.chance}: {outcome_text(match, entry)}"
    who = f"{entry.seat} {BOT}" if entry.bot else f"{entry.seat}"
    return f"{who}: {match.game.verbs.gesture_text(entry.actions)}"


def outcome_text(match: Match, entry: Entry) -> str:
    """Write an outcome: pieces by their codes, numbers as they are."""
    if entry.what == SHUFFLE:
        return match.game.pack.text(entry.outcome)
    return " ".join(map(str, entry.outcome))

"""What a match is given from outside: names, what players add to its key, fields set before the first deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torite.errors import BadOptions
from torite.kernel.fields import See

MOST_ADDED = 80  #: letters that a player may add to the key
JOINERS = str.maketrans("", "", "\u200c\u200d")  #: parts of words and of emoji, which print nothing by themselves


def is_shown(text: str) -> bool:
    """Tell whether a text is fit to be shown on one line."""
    return text.translate(JOINERS).isprintable()


def read_names(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Check the players' names.

    Raises:
        BadOptions: for too many, or one that is not fit to be shown.
    """
    given = [str(name) for name in names or ()]
    if len(given) > seats or any(not is_shown(name) or not 0 < len(name) <= 40 for name in given):
        raise BadOptions("error.names", most=seats)
    return tuple(given + [f"Seat {i}" for i in range(len(given), seats)])


def read_entropy(entropy: Mapping[int, str] | None, seats: int) -> dict[int, str]:
    """Check what players add to the key.

    Raises:
        BadOptions: for a seat that does not exist, or words that are too long or not fit to be shown.
    """
    added = {seat: text for seat, text in sorted((entropy or {}).items()) if text}
    for seat in added:
        if type(seat) is not int or not 0 <= seat < seats:
            raise BadOptions("error.seat", seat=seat, most=seats - 1)
    if not all(isinstance(text, str) and is_shown(text) and len(text) <= MOST_ADDED for text in added.values()):
        raise BadOptions("error.added", most=MOST_ADDED)
    return added


def give(game: Any, state: Any, name: str, value: Any, seats: int) -> None:
    """Set a public field of the state.

    Raises:
        BadOptions: when there is no such field, or the value does not fit it.
    """
    field = game.layout.named.get(name)
    if (
        field is None
        or field.spec.see is not See.ALL
        or field.spec.holds != "number"
        or field.spec.beside
        or field.spec.constant
        or len(field.shape) > 1
    ):
        known = ", ".join(
            f.name
            for f in game.layout.fields
            if f.spec.see is See.ALL and f.spec.holds == "number" and not f.spec.beside and not f.spec.constant
        )
        raise BadOptions("error.given", name=name, known=known)
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    fits = len(values) <= seats if field.shape else not isinstance(value, (list, tuple))
    if not fits or not all(type(v) is int and abs(v) < 1 << 40 for v in values):
        raise BadOptions("error.given_value", name=name, value=str(value)[:60])
    if field.shape:
        getattr(state, name)[: len(values)] = values
    else:
        setattr(state, name, value)

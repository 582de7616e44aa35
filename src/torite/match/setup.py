"""What a match is made from: the game, who plays, under which options, and how the first deal begins."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from torite.errors import BadOptions
from torite.games import find
from torite.kernel.fields import See
from torite.kit.game import Game, Variant
from torite.kit.options import Options
from torite.match import arrange
from torite.match.arrange import Arrangement, FixedOutcomes

MOST_ADDED = 80  #: letters that a player may add to the key
JOINERS = str.maketrans("", "", "\u200c\u200d")  #: parts of words and of emoji, which print nothing by themselves


@dataclass(frozen=True)
class Setup:
    """What a match is made from.

    Attributes:
        game: the game.
        variant: its variant.
        seats: how many play.
        options: the options in force.
        names: the players' names, by seat.
        initial: public fields of the state that were set before the first deal, by name.
    """

    game: Game
    variant: Variant
    seats: int
    options: Options
    names: tuple[str, ...]
    initial: Mapping[str, Any]

    @cached_property
    def option_texts(self) -> dict[str, str]:
        """The options in force as texts, by name."""
        return self.options.texts()

    def renamed(self, names: Sequence[str]) -> Setup:
        """Return the same with other names.

        Raises:
            BadOptions: for a name that is not fit to be shown.
        """
        return dataclasses.replace(self, names=read_names(names, self.seats))

    def checked(self, seat: int) -> int:
        """Return a seat.

        Raises:
            BadOptions: when there is no such seat.
        """
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise BadOptions("error.seat", seat=seat, most=self.seats - 1)
        return seat

    def begin(self) -> Any:
        """Return the state before anything has happened.

        Raises:
            BadOptions: when what is to be set before the first deal does not fit.
        """
        state = self.game.state.at_table(self.seats, self.options)
        self.game.rules.start(state)
        for name, value in self.initial.items():
            give(self.game, state, name, value, self.seats)
        return state

    def is_sound(self, state: Any) -> bool:
        """Tell whether a state may have come of play: nothing was set but scores, and the game's promises hold."""
        return not self.initial or (
            set(self.initial) == {"score"} and all(p(state) for p in self.game.promises.values())
        )


#: What an argument of a match may be, where it is given.
KINDS: dict[str, tuple[type, ...]] = {
    "seats": (int,),
    "options": (Mapping,),
    "seed": (int, str),
    "key": (bytes,),
    "key_hash": (str,),
    "names": (Sequence,),
    "entropy": (Mapping,),
    "arranged": (Arrangement,),
    "initial": (Mapping,),
}


def check_kinds(**given: Any) -> None:
    """Check that arguments of a match are of the kinds that they may be of.

    Raises:
        BadOptions: for one that is not.
    """
    for name, value in given.items():
        fits = isinstance(value, KINDS[name]) and not isinstance(value, bool)
        if value is not None and not (fits and _is_written(value)):
            kinds = " / ".join(kind.__name__ for kind in KINDS[name])
            raise BadOptions("error.argument", name=name, value=ascii(value)[:60], kinds=kinds)


def _is_written(value: Any) -> bool:
    """Tell whether a text can be written down: half a pair of code units cannot."""
    return not isinstance(value, str) or not any("\ud800" <= letter <= "\udfff" for letter in value)


def read(
    name: str,
    seats: int | None,
    options: Mapping[str, Any] | None,
    names: Sequence[str] | None,
    initial: Mapping[str, Any] | None,
    arranged: Arrangement | None,
) -> tuple[Setup, FixedOutcomes]:
    """Check what a match is to be made from; return it, and what is arranged of its chance.

    Raises:
        UnknownName: for an unknown game.
        BadOptions: for options, names or an arrangement that are not allowed.
    """
    game, variant = find(name)
    count = variant.default_seats if seats is None else seats
    agreed = game.options(variant.name, options or {}, count)
    wanted = arrange.read(game, count, arranged or Arrangement())
    implied = arrange.implied(game, wanted)
    if implied:
        agreed = game.options(variant.name, {**(options or {}), **implied}, count)
    return Setup(game, variant, count, agreed, read_names(names, count), dict(initial or {})), wanted


def is_shown(text: str) -> bool:
    """Tell whether a text is fit to be shown on one line."""
    return text.translate(JOINERS).isprintable()


def read_names(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Check the players' names.

    Raises:
        BadOptions: for too many, or one that is not fit to be shown.
    """
    given = [] if names is None else names
    fits = isinstance(given, Sequence) and not isinstance(given, str) and len(given) <= seats
    if not fits or not all(isinstance(name, str) and is_shown(name) and 0 < len(name) <= 40 for name in given):
        raise BadOptions("error.names", most=seats)
    return (*given, *(seat_number(seat) for seat in range(len(given), seats)))


def seat_number(seat: int) -> str:
    """Name a player who gave no name; readers see it in their language."""
    return f"Seat {seat}"


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

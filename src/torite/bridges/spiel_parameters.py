"""What `pyspiel.load_game` may be told of a game of ours: names, defaults and types, in that library's manner.

A parameter has the type of its default, so whatever may be a word is one: options that are yes or no too. OpenSpiel
takes a text of digits for a number and a comma for the end of a value, so `S7=16,C7=15` is written `S7:16;C7:15`, and a
text that looks like a number stands between quotation marks. A number that may be none is 0 then.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from torite.bridges.spiel_context import Context, Terms
from torite.errors import BadOptions
from torite.games import find
from torite.kit.game import Game, Variant
from torite.kit.options import NONE, About, option_text
from torite.vector.env import UNITS
from torite.vector.tables import ProgramTable

YES_OR_NO = ("no", "yes")
USUAL = -1  #: a number, or "" a word, that leaves a thing as the variant has it
MOST_DESKS = 64  #: that are kept
NUMBER = re.compile(r"[-+.0-9]*")
TAKEN = "option_"  #: before the name of an option that a parameter has already
OTHERS: dict[str, int | str] = {
    "unit": "deal",
    "recall": 0,
    "offers": "yes",
    "zero_sum": "no",
    "shuffles": 0,
    "seed": 0,
}
SWAPPED = (("=", ":"), (",", ";"))


def spelled(text: str) -> str:
    """Write a value so that OpenSpiel reads it as a word, and as one."""
    for theirs, ours in SWAPPED:
        text = text.replace(theirs, ours)
    return f"'{text}'" if NUMBER.fullmatch(text) or text in ("True", "False", "true", "false") else text


@dataclass(frozen=True)
class Form:
    """What may be told of a game.

    Args:
        game: the game.
        variant: its variant; of a game as a whole, the one that is played if nobody says.
        whole: whether the variant may be chosen.
    """

    game: Game
    variant: Variant
    whole: bool

    @property
    def seats(self) -> tuple[int, int]:
        """The fewest and the most seats."""
        each = [one.seats for one in self.game.variants.values()] if self.whole else [self.variant.seats]
        return min(least for least, _ in each), max(most for _, most in each)

    @property
    def options(self) -> dict[str, str]:
        """The option that each parameter of its own sets."""
        reserved = {*OTHERS, "players", "variant", "name"}
        return {TAKEN + name if name in reserved else name: name for name in self.game.option_class.about()}

    @property
    def defaults(self) -> dict[str, int | str]:
        """Each parameter with its default, whose type is the type of all its values."""
        found: dict[str, int | str] = {**OTHERS}
        found["players"] = USUAL if self.whole else self.variant.default_seats
        if self.whole:
            found["variant"] = self.variant.name
        usual = self.game.options(self.variant.name, {}, self.variant.default_seats)
        for parameter, name in self.options.items():
            numeric = self._is_numeric(name)
            if self.whole:
                found[parameter] = USUAL if numeric else ""
            else:
                value = getattr(usual, name)
                found[parameter] = int(value) if numeric else spelled(option_text(value))
        return found

    def _is_numeric(self, name: str) -> bool:
        kind = self.game.option_class.types()[name]
        return isinstance(kind, type) and kind is not bool and not issubclass(kind, enum.IntEnum)

    def context(self, given: Mapping[str, Any]) -> tuple[Context, dict[str, Any]]:
        """Make what is played, and list the parameters that are not as by default.

        Args:
            given: every parameter.

        Raises:
            BadOptions, UnknownName: for what is not allowed.
        """
        defaults = self.defaults
        differs = {name: value for name, value in given.items() if value != defaults[name]}
        variant = self.variant
        if "variant" in differs:
            found, variant = find(str(differs["variant"]))
            if found is not self.game:
                known = ", ".join(self.game.variants)
                raise BadOptions("error.not_its_variant", name=variant.name, game=self.game.name, known=known)
        chosen = {name: self._read(name, differs[key]) for key, name in self.options.items() if key in differs}
        players = given["players"] if given["players"] != USUAL else variant.default_seats
        return context_of(variant.name, players, tuple(chosen.items()), given["recall"], terms(given)), differs

    def _read(self, name: str, value: Any) -> Any:
        about: About = self.game.option_class.about()[name]
        if isinstance(value, str):
            return next((text for text in self._texts(name) if spelled(text) == value), value.strip("'"))
        return "none" if about.optional and value == NONE else value

    def _texts(self, name: str) -> list[str]:
        return self.game.option_class.allowed(name)


@lru_cache(maxsize=MOST_DESKS)
def context_of(variant: str, players: int, chosen: tuple[tuple[str, Any], ...], recall: int, terms: Terms) -> Context:
    """Make what is played; games that are loaded again, as each state that is read does, share it."""
    return Context(ProgramTable(variant, players, dict(chosen), recall), terms)


def terms(given: Mapping[str, Any]) -> Terms:
    """Read how a table is played.

    Raises:
        BadOptions: for what is not allowed.
    """
    if given["unit"] not in UNITS:
        raise BadOptions("error.unit", name=given["unit"])
    for name in ("offers", "zero_sum"):
        if given[name] not in YES_OR_NO:
            raise BadOptions("error.yes_or_no", name=name, value=given[name])
    offers, zero_sum = (given[name] == "yes" for name in ("offers", "zero_sum"))
    return Terms(given["unit"] == "match", offers, zero_sum, given["shuffles"], given["seed"])

"""Sentences in the reader's language, from message files: the library's own and each game's.

A message file is TOML; tables nest, and a key is their path (`refusal.follow`). In a sentence, `{name}` is
filled in, `{n:card|cards}` chooses by the number one or many, `{piece:card}` draws a kind of the pack, and
`{points:half}` writes a number of half points: 83 is 41½. In scenes `{bettor:seat}` names a seat, and `{team:seats}`
several.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Any, Literal

LanguageCode = Literal["en", "ja"]
LANGUAGES: tuple[LanguageCode, ...] = ("en", "ja")
NUMBERS = (int, float)
HERE = Path(__file__).parent
PER_CENT = {"en": " %", "ja": "%"}  #: behind a number
BLANK = "…"  #: where a fact is left open
MINUS = "\N{MINUS SIGN}"  #: as long as a plus: for people, wherever a number is less than none


class NoSentence(KeyError):
    """A key for which no message file has a sentence."""

    def __init__(self, key: str, language: str) -> None:
        self.key, self.language = key, language
        super().__init__(f"words/{language}.toml has no sentence {key}")

    def __str__(self) -> str:
        return str(self.args[0])


class Words:
    """The sentences of one language.

    Args:
        language: "en" or "ja".
        tables: message tables, later ones before earlier ones.
        draw: writes a kind of the pack.
        name: names a seat.
    """

    def __init__(
        self,
        language: str,
        tables: Sequence[Mapping[str, str]],
        draw: Callable[[int], str] = str,
        name: Callable[[int], str] = str,
    ) -> None:
        self.language = language
        self._sentences = tables[0] if len(tables) == 1 else {k: text for table in tables for k, text in table.items()}
        self._draw = draw
        self._format = _Sentence(draw, name, language)

    def naming(self, name: Callable[[int], str]) -> Words:
        """Return the same sentences, with the names of a table's seats."""
        return Words(self.language, [self._sentences], self._draw, name)

    def knows(self, key: str) -> bool:
        """Tell whether there is a sentence of this key."""
        return key in self._sentences

    def keys(self, prefix: str) -> list[str]:
        """List the keys that begin so, in order."""
        return sorted(key for key in self._sentences if key.startswith(prefix))

    def asks(self, key: str) -> tuple[str, ...]:
        """List the facts that a sentence asks for by name."""
        return tuple(name for _, name, _, _ in self._format.parse(self._sentences[key]) if name)

    def outline(self, key: str) -> str:
        """Return a sentence whose facts are left open: `… is out with …`, for whoever lists what can be said."""
        parts = self._format.parse(self._sentences[key])
        return "".join(
            text + ("" if name is None else spec.partition("|")[2] if spec and "|" in spec else BLANK)
            for text, name, spec, _ in parts
        )

    def __call__(self, key: str, **facts: Any) -> str:
        """Return a sentence, filled in.

        Raises:
            NoSentence: when there is no such sentence.
        """
        sentence = self._sentences.get(key)
        if sentence is None:
            raise NoSentence(key, self.language)
        if ":" in sentence or any(type(fact) in NUMBERS and fact < 0 for fact in facts.values()):
            return self._format.vformat(sentence, (), facts)
        return sentence.format(**facts)

    def number(self, value: float, form: str = "") -> str:
        """Write a number as a format has it; shares, where it ends in `%`, as the language writes per cent."""
        text = numeral(value, form)
        return text[:-1] + PER_CENT[self.language] if form.endswith("%") else text

    def interval(self, value: float, half_width: float, form: str, signed: bool = False) -> str:
        """Write a number and the half-width of its interval, with their unit once: `25.0 ±0.6 %`."""
        text = self.number(value, f"{'+' if signed else ''}{form}")
        return f"{text.removesuffix(PER_CENT[self.language])} ±{self.number(half_width, form)}"

    def join(self, texts: Sequence[str]) -> str:
        """Join a list as the language does."""
        return _joined(self.language, texts)

    def either(self, texts: Sequence[str]) -> str:
        """Join what comes to the same as the language does: `♠7 or ♠8`."""
        return reduce(lambda one, other: self("either", one=one, other=other), texts)


def _joined(language: str, texts: Sequence[str]) -> str:
    return ("、" if language == "ja" else ", ").join(texts)


class _Sentence(string.Formatter):
    def __init__(self, draw: Callable[[int], str], name: Callable[[int], str], language: str) -> None:
        self._draw, self._name, self._language = draw, name, language

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return one if value == 1 else many
        if format_spec == "card":
            return self._draw(value)
        if format_spec == "half":
            return in_halves(value)
        if format_spec == "seat":
            return self._name(value)
        if format_spec == "seats":
            return _joined(self._language, [self._name(seat) for seat in value])
        return numeral(value) if type(value) in NUMBERS else str(value)


def numeral(value: float, form: str = "") -> str:
    """Write a number for people, as a format has it: `−916`, with `+d` `+12`."""
    return format(value, form).replace("-", MINUS)


def in_halves(halves: int) -> str:
    """Write a number of halves: 83 is `41½`, -1 is `−½`."""
    whole, odd = divmod(abs(halves), 2)
    return f"{MINUS if halves < 0 else ''}{whole if whole or not odd else ''}{'½' if odd else ''}"


@cache
def table(file: Path) -> Mapping[str, str]:
    """Read a message file into a flat table."""
    with file.open("rb") as source:
        return dict(_flat(tomllib.load(source), ""))


def _flat(tree: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    flat = []
    for key, value in tree.items():
        path = f"{prefix}{key}"
        flat += _flat(value, path + ".") if isinstance(value, dict) else [(path, str(value))]
    return flat

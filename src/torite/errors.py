"""The errors of the library, one small family, each with a stable code for the wire; and the words they are told in.

Every error carries its facts; its text is English, and `say` writes it in any language of the library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from torite.words import HERE, LANGUAGES, Words, table

LONGEST_FACT = 1500  #: letters of what a sentence repeats


def words(language: str, folders: Sequence[Path] = (), draw: Callable[[int], str] = str) -> Words:
    """Open the library's words in a language, and those of the folders given.

    A game from outside may leave a language for later: it then speaks English.

    Raises:
        UnknownName: when the language is not one of LANGUAGES.
    """
    if language not in LANGUAGES:
        raise UnknownName("error.language", name=language, known=", ".join(LANGUAGES))
    return Words(language, _tables(language, *folders), draw)


@cache
def _tables(language: str, *folders: Path) -> list[Mapping[str, str]]:
    files = [_file(folder, language) for folder in (HERE, *folders)]
    tables = [table(file) for file in files if file.exists()]
    return [{key: text for one in tables for key, text in one.items()}]


def _file(folder: Path, language: str) -> Path:
    own = folder / f"{language}.toml"
    return own if own.exists() else folder / "en.toml"


class ToriteError(ValueError):
    """Base of all errors of wrong input.

    Args:
        key: message key of the sentence.
        speak: opens the words that have the sentence, in a language.
        facts: what fills the sentence, and what a program may want to know; one that is a function gets the words.

    Attributes:
        code: stable name of the error for programs.
        passes: whether the same may go well a while later, though nobody has changed anything.
    """

    code = "error"
    passes = False

    def __init__(self, key: str, speak: Callable[[str], Words] = words, **facts: Any) -> None:
        self.key = key
        self.facts = facts
        self._speak = speak
        super().__init__(self.say("en"))

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it be sent from one process to another, with its facts; those that are functions as English words."""
        spoken = self._speak("en")
        facts = {name: fact(spoken) if callable(fact) else fact for name, fact in self.facts.items()}
        return _sent, (type(self), self.key, self._speak, facts)

    def say(self, language: str) -> str:
        """Write the sentence in a language."""
        spoken = self._speak(language)
        return spoken(self.key, **{k: _short(v(spoken) if callable(v) else v) for k, v in self.facts.items()})


def _sent(kind: type[ToriteError], key: str, speak: Callable[[str], Words], facts: dict[str, Any]) -> ToriteError:
    return kind(key, speak, **facts)


def _short(fact: Any) -> Any:
    """Cut a text that somebody sent: a sentence does not repeat a megabyte."""
    return f"{fact[:LONGEST_FACT]}…" if isinstance(fact, str) and len(fact) > LONGEST_FACT else fact


class UnknownName(ToriteError):
    """A game, variant, bot or language that does not exist."""

    code = "unknown-name"


class NotYourTurn(ToriteError):
    """A seat that may take nothing now."""

    code = "not-your-turn"


class IllegalMove(ToriteError):
    """An action that is not open now; carries the clause that forbids it, if one does."""

    code = "illegal-move"


class MatchOver(ToriteError):
    """An action after the end of the match."""

    code = "match-over"


class BadRecord(ToriteError):
    """A record that cannot be read, or that has been cut or altered; carries the line at fault."""

    code = "bad-record"


class NoCompiler(ToriteError):
    """Something is to be compiled, and there is neither a library of it nor a compiler."""

    code = "no-compiler"


class BadOptions(ToriteError):
    """Options, seats or an arranged deal that are not allowed, or that clash."""

    code = "bad-options"

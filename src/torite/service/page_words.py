"""The sentences of the page and of the service, in both languages: all files of `words/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from torite.words import LANGUAGES, Words, table, words

FOLDER = Path(__file__).parent / "words"


@cache
def page_words(language: str) -> Words:
    """Open the page's and the library's words in a language.

    Raises:
        UnknownName: when the language is not one of LANGUAGES.
    """
    words(language)
    return Words(language, [sentences(language)])


@cache
def sentences(language: str) -> Mapping[str, str]:
    """Return all sentences of the page by their keys."""
    found: dict[str, str] = {}
    for file in sorted(FOLDER.glob(f"*.{language}.toml")):
        found |= table(file)
    return found


__all__ = ["LANGUAGES", "page_words", "sentences"]

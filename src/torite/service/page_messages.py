"""The sentences of the page and of the service, in both languages: all files of `words/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from torite.errors import words
from torite.words import LANGUAGES, Words, table

FOLDER = Path(__file__).parent / "words"
OF_THE_HOST = ("admin", "backup", "database", "folder", "move", "think")  #: files of sentences that no page shows


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


@cache
def of_the_page(language: str) -> Mapping[str, str]:
    """Return the sentences that pages show, by their keys."""
    hosts = [table(FOLDER / f"{name}.{language}.toml") for name in OF_THE_HOST]
    return {key: say for key, say in sentences(language).items() if not any(key in host for host in hosts)}


def not_understood(why: str, language: str) -> str:
    """Say of what was sent why it is no message: of a text that is too long how long it may be."""
    found = re.fullmatch(r"Expected `str` of length <= (\d+) - at `\$\.?(.*)`", why)
    if found:
        return page_words(language)("service.long_part", part=found[2], most=found[1])
    return page_words(language)("service.message", why=why)


__all__ = ["LANGUAGES", "not_understood", "of_the_page", "page_words", "sentences"]

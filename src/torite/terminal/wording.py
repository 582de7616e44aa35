"""The terminal's own sentences, and the cards in sentences drawn in colour."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from torite.errors import words
from torite.terminal.text_layout import Fragment
from torite.words import LANGUAGES, Words

FOLDER = Path(__file__).parent / "words"
GLYPH = re.compile(r"[♣♠♥♦](?:10|[2-9AKQJC])|[★☆]")
RED = "♥♦★"


@cache
def sentences(language: str) -> Words:
    """Open the terminal's sentences in a language."""
    return words(language, (FOLDER,))


def language_of(environment: Mapping[str, str] | None = None) -> str:
    """Choose the language that the environment asks for; English if it is none of ours."""
    known = os.environ if environment is None else environment
    asked = known.get("LC_ALL") or known.get("LC_MESSAGES") or known.get("LANG") or ""
    return asked[:2] if asked[:2] in LANGUAGES else LANGUAGES[0]


def draw(text: str, style: str = "") -> Iterator[Fragment]:
    """Cut a sentence into fragments, its red cards red."""
    end = 0
    for found in GLYPH.finditer(text):
        yield text[end : found.start()], style
        yield found[0], card_style(found[0], style)
        end = found.end()
    yield text[end:], style


def card_style(glyph: str, style: str = "") -> str:
    """Return the style of a card within a style ("", "legal", "dim")."""
    if glyph[:1] not in RED:
        return style
    return f"{style} red" if style in ("legal", "dim") else "red"

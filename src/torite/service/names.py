"""Names and lines of talk, made fit to show: something is seen of each, and none reaches over its neighbours.

What is left out has no look of its own: controls, marks of direction, blanks that pass for letters, joiners and
selectors where they neither join nor select. What belongs together stays together: letters with their marks, emoji of
several parts, ideographs with their variants. That two names at
a table look alike is another question (`torite.service.lookalikes`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

LONGEST_NAME = 24
LONGEST_RULES = 40  #: letters of the name of rules, or of an experiment
MOST_MARKS = 4  #: over or under one letter
JOINER, NON_JOINER = "\u200d", "\u200c"
#: Letters and signs that print as nothing, and marks that do nothing.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159")
IDLE = frozenset("\u034f\u17b4\u17b5\U00016fe4")
SELECTORS = ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
TONES = (0x1F3FB, 0x1F3FF)
FLAGS = (0x1F1E6, 0x1F1FF)
#: Writing in which joiners between letters are spelling: Arabic to Sinhala, Myanmar, Khmer.
JOINED = ((0x0600, 0x0DFF), (0x1000, 0x109F), (0x1780, 0x17FF))


def cleaned(text: str, most: int = LONGEST_NAME) -> str:
    """Make a name or a line of talk fit to show: all of it seen, without blanks around it, not too long."""
    shown = ""
    for part in _parts(unicodedata.normalize("NFC", text)):
        if part == " " and (not shown or shown.endswith(" ")):
            continue
        if len(shown) + len(part) > most:
            break
        shown += part
    return shown.rstrip()


def _parts(text: str) -> Iterator[str]:
    """Cut a text into what is seen as one; a space for what is not seen."""
    part = " "
    for letter, following in zip(text, f"{text[1:]} ", strict=False):
        if letter in IDLE:
            continue
        if _belongs(letter, part, following):
            part += letter
        elif not _is_addition(letter):
            yield part
            seen = letter.isprintable() and letter not in BLANK
            part = letter if seen else " "
    yield part


def _is_addition(letter: str) -> bool:
    """Tell whether a letter only changes the one before it: alone it is left out."""
    return unicodedata.category(letter) in ("Mn", "Me") or _in(letter, *SELECTORS)


def _belongs(letter: str, part: str, following: str) -> bool:
    """Tell whether a letter is a part of what comes before it."""
    last = part[-1]
    if part == " ":
        return False
    if letter in (JOINER, NON_JOINER):
        spelling = _in(last, *JOINED) and _in(following, *JOINED)
        return spelling or (letter == JOINER and _is_picture(part) and _is_picture(following))
    if last in (JOINER, NON_JOINER):
        return True
    if _in(letter, *SELECTORS):
        return _selects(part) and not _in(last, *SELECTORS)
    if _is_addition(letter):
        return sum(map(_is_mark, part)) < MOST_MARKS
    if _in(letter, TONES):
        return _is_picture(part) and not _in(last, TONES)
    return _in(letter, FLAGS) and len(part) == 1 and _in(part, FLAGS)


def _selects(part: str) -> bool:
    """Tell whether a selector can say how something is drawn: signs, digits, ideographs; no alphabet's letters."""
    return unicodedata.category(part[0]) == "Lo" or unicodedata.category(part[0])[0] != "L"


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me") and not _in(letter, *SELECTORS)


def _is_picture(part: str) -> bool:
    return part[0] >= "\u2190" and unicodedata.category(part[0]) in ("So", "Sm")


def _in(letter: str, *ranges: tuple[int, int]) -> bool:
    return any(first <= ord(letter) <= last for first, last in ranges)

"""Text for a terminal: pieces of a line with their styles, wrapped to its width, with or without colour."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.cells import cell_len
from rich.cells import get_character_cell_size as _columns

Fragment = tuple[str, str]  #: a text and the name of its style; "" for plain ink

STYLES = {
    "red": "#d9513f",  # vermilion, readable on light and on dark
    "legal": "bold",
    "legal red": "bold #d9513f",
    "dim": "dim",
    "dim red": "dim #d9513f",
    "accent": "#6f93cf",  # indigo
    "moss": "#7d9b64",
    "strong": "bold",
    "turn": "bold #d9513f",
}
SUITS = "♣♠♥♦"
TIE = "\N{NO-BREAK SPACE}"  #: a blank at which no line ends
JOINER = "\N{WORD JOINER}"  #: takes no column, and no line ends at it
NOT_FIRST = frozenset(
    "、。，．・：；！？」』）】〕〉》％…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;!?)]}%" + TIE + JOINER
)
NOT_LAST = frozenset("「『（【〔〈《([{" + SUITS + TIE + JOINER)
LEAST_WIDTH = 20


def whole(text: str) -> str:
    """Keep a text on one line, if it fits there."""
    return JOINER.join(text.replace(" ", TIE))


def pad(text: str, width: int, right: bool = False) -> str:
    """Fill a text with blanks up to a width; cut it when it is longer."""
    while cell_len(text) > width:
        text = text[:-2] + "…" if len(text) > 1 else text[:-1]
    blanks = " " * (width - cell_len(text))
    return blanks + text if right else text + blanks


class Ink:
    """Writes styled lines.

    Args:
        width: columns of a line; the terminal's, asked anew each time, if not given.
        colours: the terminal's colours ("standard", "256", "truecolor"); empty for no styles at all.
        bare: keep bold and dim, but no colour.
    """

    def __init__(self, width: int = 0, colours: str = "", bare: bool = False) -> None:
        self._width = width
        self.colours = colours
        self.bare = bare

    @property
    def width(self) -> int:
        """Columns of a line."""
        return max(LEAST_WIDTH, self._width or shutil.get_terminal_size((80, 24)).columns - 1)

    def write(self, fragments: str | Iterable[Fragment], first: str = "", rest: str | None = None) -> str:
        """Write a paragraph, wrapped.

        Args:
            fragments: the text.
            first: what the first line begins with.
            rest: what the others begin with; blanks as wide as *first* if not given.
        """
        listed = [(fragments, "")] if isinstance(fragments, str) else list(fragments)
        rest = " " * cell_len(first) if rest is None else rest
        lines = _wrapped(listed, self.width - max(cell_len(first), cell_len(rest)))
        starts = [first] + [rest] * (len(lines) - 1)
        written = (s + "".join(self._paint(*part) for part in line) for s, line in zip(starts, lines, strict=True))
        return "\n".join(line.rstrip() for line in written)

    def row(self, fragments: Iterable[Fragment]) -> str:
        """Write a line as it is, without wrapping."""
        return "".join(self._paint(*part) for part in fragments).rstrip()

    def _paint(self, text: str, style: str) -> str:
        text = text.replace(TIE, " ").replace(JOINER, "")
        if not style or not self.colours or not text.strip():
            return text
        return _painted(text, STYLES[style], self.colours, self.bare)


def _painted(text: str, style: str, colours: str, bare: bool) -> str:
    from rich.color import ColorSystem
    from rich.style import Style

    parsed = Style.parse(style)
    return (parsed.without_color if bare else parsed).render(
        text, color_system=getattr(ColorSystem, {"256": "EIGHT_BIT"}.get(colours, colours.upper()))
    )


def terminal_ink(stream: Any = None) -> Ink:
    """Choose the ink for a stream: no styles where it is no terminal, a dumb one, or one that has no suits."""
    stream = stream or sys.stdout
    if not stream.isatty() or os.environ.get("TERM") in ("dumb", "unknown") or not _has_suits(stream):
        return Ink()
    from rich.console import Console

    return Ink(colours=Console(file=stream).color_system or "", bare=bool(os.environ.get("NO_COLOR")))


def _has_suits(stream: Any) -> bool:
    """Tell whether suits can be written in a stream's coding; where they cannot, cards are told in words."""
    try:
        SUITS.encode(stream.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _atoms(fragments: Iterable[Fragment]) -> Iterator[list[Fragment]]:
    """Cut a text where a line may end: at blanks, and between wide letters. A blank is an atom of its own."""
    atom: list[Fragment] = []
    last = ""
    for text, style in fragments:
        for char in text:
            if atom and _may_part(last, char):
                yield atom
                atom = []
            atom.append((char, style))
            last = char
    if atom:
        yield atom


def _may_part(before: str, after: str) -> bool:
    if before in " \n" or after in " \n":
        return True
    if after in NOT_FIRST or before in NOT_LAST:
        return False
    return _columns(before) == 2 or _columns(after) == 2


def _wrapped(fragments: Iterable[Fragment], width: int) -> list[list[Fragment]]:
    lines: list[list[Fragment]] = [[]]
    used = 0
    for atom in _atoms(fragments):
        blank = atom[0][0]
        size = sum(_columns(char) for char, _ in atom)
        if blank == "\n":
            lines.append([])
            used = 0
            continue
        if used and used + size > width:
            lines.append([])
            used = 0
        if blank == " " and not used and len(lines) > 1:
            continue
        for char, style in atom:  # an atom longer than a line is cut
            if used + _columns(char) > width:
                lines.append([])
                used = 0
            lines[-1].append((char, style))
            used += _columns(char)
    return [_joined(line) for line in lines]


def _joined(line: list[Fragment]) -> list[Fragment]:
    joined: list[Fragment] = []
    for text, style in line:
        if joined and joined[-1][1] == style:
            joined[-1] = (joined[-1][0] + text, style)
        else:
            joined.append((text, style))
    return joined


def columns(lines: Sequence[Sequence[str]], ink: Ink) -> str:
    """Write lines of cells in columns, the first of them the heads."""
    widths = [max(cell_len(line[column]) for line in lines) for column in range(len(lines[0]))]
    written = []
    for number, line in enumerate(lines):
        cells = [pad(text, width) for text, width in zip(line, widths, strict=True)]
        written.append(ink.row([("  ".join(cells), "" if number else "dim")]))
    return "\n".join(written)

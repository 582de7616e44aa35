"""Guides and clauses: the pages of a game's package, cut into sections, paragraphs, lists and cards."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile, takewhile
from pathlib import Path

from msgspec.structs import replace

from torite.kit.game import Game, Variant
from torite.pieces import Pack
from torite.scenes.guide_schema import (
    Block,
    GuideSection,
    Inline,
    ItemList,
    Paragraph,
    PieceInline,
    TextInline,
    TextTable,
)

HEADING = re.compile(r"(#+)\s+(.*?)(?:\s*\{#([\w-]+)\})?\s*$")
ITEM = re.compile(r"(-|\d+\.)\s+(.*)")
CITES = re.compile(r"\*(?:Clauses|条項)\s*[:：].*\*$")
INLINE = re.compile(r"\*\*(.+?)\*\*|\{([A-Z0-9:-]+)\}|(https://\S+?)(?=[.,)]?(?:\s|$))")
RULE = re.compile(r"\|?[\s:|-]+\|?$")


@dataclass(frozen=True)
class Section:
    """A part of a page: its heading, and the lines below it.

    Attributes:
        level: of the heading, from 1; 0 before the first.
        title: the heading.
        anchor: its name within the page; empty for none.
        cites: the line that names the clauses that it tells.
        lines: the text, without the line that names the clauses.
    """

    level: int
    title: str
    anchor: str
    cites: str
    lines: tuple[str, ...]

    @property
    def clauses(self) -> list[str]:
        """The clauses that it tells."""
        return re.findall(r"(?:EX-)?[A-Z_]+-[\d.]+", self.cites)


def sections(text: str) -> list[Section]:
    """Cut a page at its headings."""
    found: list[Section] = []
    level, title, anchor = 0, "", ""
    lines: list[str] = []
    for line in [*text.split("\n"), None]:
        heading = HEADING.match(line) if line is not None else None
        if line is not None and heading is None:
            lines.append(line)
            continue
        if title or any(lines):
            found.append(_section(level, title, anchor, lines))
        if heading:
            level, title, anchor, lines = len(heading[1]), heading[2], heading[3] or "", []
    return found


def _section(level: int, title: str, anchor: str, lines: list[str]) -> Section:
    cites = next((line.strip("*") for line in lines if CITES.match(line)), "")
    return Section(level, title, anchor, cites, tuple(line for line in lines if not CITES.match(line)))


def guide_file(game: Game, variant: Variant, language: str) -> Path:
    """Return where a variant's guide lies."""
    return game.folder / "guides" / f"{variant.guide or variant.name}.{language}.md"


def guide(game: Game, variant: Variant, language: str) -> list[Section]:
    """Read a variant's guide, its own section first, without those of its sisters; English where there is no other."""
    for tried in (language, "en"):
        file = guide_file(game, variant, tried)
        if file.exists():
            parts = sections(file.read_text(encoding="utf-8"))
            own = [part for part in parts if part.anchor == variant.name]
            sisters = {name for name in game.variants if name != variant.name}
            return own + [part for part in parts if part not in own and (not own or part.anchor not in sisters)]
    return []


def clauses(game: Game) -> list[Section]:
    """Read a game's page of clauses."""
    file = game.folder / "clauses.md"
    return sections(file.read_text(encoding="utf-8")) if file.exists() else []


def clause(game: Game, name: str) -> str:
    """Return the text of a clause without the mark of its source; empty when there is none of this name.

    What its table says follows line by line.
    """
    sought = f"- **{name.strip().upper()}**"
    lines = iter(line for part in clauses(game) for line in part.lines)
    for line in lines:
        if line.upper().startswith(sought):
            rows = takewhile(lambda row: row.startswith("|"), dropwhile(lambda row: not row.strip(), lines))
            cells = [[cell.strip() for cell in row.strip("| ").split("|")] for row in rows if not RULE.fullmatch(row)]
            text = re.sub(r"\*\* \[[^\]]*\]", "", line.removeprefix("- "))
            return "\n".join([text, *map(" · ".join, cells)]).replace("**", "").replace("`", "")
    return ""


# laid out, for a page


def laid_out(section: Section, number: int, pack: Pack) -> GuideSection:
    """Lay a section out: paragraphs, lists and tables of text and pieces."""
    return GuideSection(
        section.level,
        _plain(section.title, pack),
        name_of(section, number),
        section.clauses,
        list(_blocks(section.lines, pack)),
    )


def name_of(section: Section, number: int) -> str:
    """Name a section within its page: by its anchor, else by its place."""
    return section.anchor or f"section-{number}"


def _plain(text: str, pack: Pack) -> str:
    return INLINE.sub(lambda m: m[1] or (pack.glyph(pack.kind(m[2])) if m[2] and pack.knows(m[2]) else m[0]), text)


def _blocks(lines: tuple[str, ...], pack: Pack) -> Iterator[Block]:
    items: list[str] = []
    ordered = False
    for block in _paragraphs(lines):
        item = ITEM.match(block)
        if item and (not items or ordered == (item[1] != "-")):
            ordered = item[1] != "-"
            items.append(item[2])
            continue
        if items:
            yield ItemList(ordered, [_inlines(text, pack) for text in items])
            items = [item[2]] if item else []
            ordered = bool(item) and item[1] != "-"  # type: ignore[index]
        if item:
            continue
        if block.startswith("|"):
            yield _table(block.split("\n"), pack)
        else:
            yield Paragraph(_inlines(block, pack))
    if items:
        yield ItemList(ordered, [_inlines(text, pack) for text in items])


def _paragraphs(lines: tuple[str, ...]) -> Iterator[str]:
    """Join the lines of each paragraph, item and table."""
    block = ""
    for line in [*(line.strip() for line in lines), ""]:
        if block.startswith("|") and line.startswith("|"):
            block += "\n" + line
        elif not line or ITEM.match(line) or line.startswith("|"):
            if block:
                yield block
            block = line
        else:
            block = joined(block, line) if block else line


def joined(first: str, second: str) -> str:
    """Join two lines of one paragraph: Japanese needs no blank between them, but for cards."""
    cards = first[-1] == "}" or second[0] == "{"
    wide = any(unicodedata.east_asian_width(letter) in "WF" for letter in (first[-1], second[0]))
    return f"{first}{'' if wide and not cards else ' '}{second}"


def _table(lines: list[str], pack: Pack) -> TextTable:
    rows = [
        [_inlines(cell.strip(), pack) for cell in line.strip("|").split("|")] for line in lines if not RULE.match(line)
    ]
    return TextTable(rows[0], rows[1:])


def _inlines(text: str, pack: Pack) -> list[Inline]:
    found: list[Inline] = []
    at = 0
    for part in INLINE.finditer(text):
        if part[2] and not pack.knows(part[2]):
            continue
        if part.start() > at:
            found.append(TextInline(text[at : part.start()]))
        if part[1]:
            inner = _inlines(part[1], pack)
            found += [replace(one, strong=True) if isinstance(one, TextInline) else one for one in inner]
        elif part[2]:
            found.append(PieceInline(part[2]))
        else:
            found.append(TextInline(part[3], link=part[3]))
        at = part.end()
    if at < len(text):
        found.append(TextInline(text[at:]))
    return found

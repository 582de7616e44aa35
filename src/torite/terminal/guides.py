"""Guides, clauses and options in the terminal, from the files and declarations of the game's package."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import TYPE_CHECKING

from rich.cells import cell_len

from torite.kit.game import Game, Variant
from torite.scenes import guide_pages
from torite.scenes.guide_pages import ITEM, RULE, Section
from torite.terminal.saves import BadInput
from torite.terminal.text_layout import Fragment
from torite.terminal.wording import draw

if TYPE_CHECKING:
    from torite.terminal.table import ScenePen

CARD = re.compile(r"\{([A-Z0-9-]+)\}")
GAP = 2  # columns between those of a table
EMPHASIS = re.compile(r"\*([^*\s][^*]*)\*")
BOLD = re.compile(r"\*\*(.+?)\*\*")


def guide(table: ScenePen, variant: Variant, wanted: str = "") -> Iterator[str]:
    """Write a variant's guide, its own section first; or one section of it.

    Raises:
        BadInput: when there is no such section, or no guide.
    """
    from torite.study.habits_told import of_strong_players

    parts = guide_pages.guide(table.game, variant, table.language)
    if not parts:
        raise BadInput("input.no_guide", name=variant.name)
    parts = [*parts, *of_strong_players(table.game, variant, table.language)]
    for part in [_section(parts, wanted)] if wanted else parts:
        yield from written(table, part)


def _section(parts: Sequence[Section], wanted: str) -> Section:
    asked = wanted.strip().lstrip("#").casefold()
    for fits in (
        lambda part: asked in (part.anchor.casefold(), part.title.casefold()),
        lambda part: part.title.casefold().startswith(asked),
        lambda part: asked in part.title.casefold(),
    ):
        found = [part for part in parts if fits(part)]
        if found:
            return found[0]
    known = ", ".join(part.anchor or part.title for part in parts)
    raise BadInput("input.section", name=wanted[:40], known=known)


def clauses(table: ScenePen, wanted: str = "") -> Iterator[str]:
    """Write the game's page of clauses, or the one clause or part of it that is asked for."""
    if wanted and guide_pages.clause(table.game, wanted):
        yield clause(table, wanted)
        return
    parts = guide_pages.clauses(table.game)
    if not parts:
        raise BadInput("input.no_guide", name=table.game.name)
    for part in [_section(parts, wanted)] if wanted else parts:
        yield from written(table, part)


def clause(table: ScenePen, wanted: str) -> str:
    """Write a clause as text: without the signs that set words apart where it is written."""
    return table.tell(EMPHASIS.sub(r"\1", guide_pages.clause(table.game, wanted)))


def written(table: ScenePen, part: Section) -> Iterator[str]:
    """Write a section."""
    if part.title:
        yield "\n" + table.ink.write([(_spelt(table, part.title), "accent" if part.level > 1 else "turn")])
    if part.cites and not table.plain:
        yield table.ink.write([(part.cites, "dim")])
    block: list[str] = []
    rows: list[str] = []
    for line in [*part.lines, ""]:
        if line.startswith("|"):
            rows.append(line)
            line = ""
        elif rows:
            yield from _rows(table, rows)
            rows = []
        starts = ITEM.match(line.strip())
        if block and (not line.strip() or starts):
            yield from _block(table, block)
            block = []
        if line.strip():
            block.append(line.strip())


def _rows(table: ScenePen, lines: Sequence[str]) -> Iterator[str]:
    """Write a table: in columns where they fit, else a line for each row, that names its columns."""
    rows = [
        [_spelt(table, cell.strip()) for cell in line.strip().strip("|").split("|")]
        for line in lines
        if not RULE.match(line)
    ]
    heads, bare = rows[0], [[BOLD.sub(r"\1", cell) for cell in row] for row in rows]
    widths = [max(cell_len(row[at]) for row in bare if at < len(row)) for at in range(len(heads))]
    yield ""
    if table.plain or sum(widths) + GAP * len(widths) > table.ink.width:
        for row in rows[1:]:
            named = [f"{head} {cell}".strip() for head, cell in zip(heads, row, strict=False) if cell]
            yield table.ink.write(list(_inline(table, table.words.join(named))), "- ")
        return
    for number, row in enumerate(rows):
        fragments: list[Fragment] = [("  ", "")]
        for cell, plain, width in zip(row, bare[number], widths, strict=False):
            fragments += [(cell, "dim")] if number == 0 else _inline(table, cell)
            fragments.append((" " * (width - cell_len(plain) + GAP), ""))
        yield table.ink.row(fragments)


def _block(table: ScenePen, lines: list[str]) -> Iterator[str]:
    item = ITEM.match(lines[0])
    if item:
        lines = [item[2], *lines[1:]]
    text = reduce(guide_pages.joined, lines)
    first = ("- " if item and item[1] == "-" else f"{item[1]} ") if item else ""
    if not item:
        yield ""
    yield table.ink.write(list(_inline(table, text)), first)


def _inline(table: ScenePen, text: str) -> Iterator[Fragment]:
    """Style a paragraph: cards drawn or spelt out, what is bold bold."""
    for place, piece in enumerate(BOLD.split(_spelt(table, text))):
        style = "strong" if place % 2 else ""
        yield from [(piece, style)] if style else draw(piece)


def _spelt(table: ScenePen, text: str) -> str:
    pack = table.game.pack
    drawn = CARD.sub(lambda code: pack.glyph(pack.kind(code[1])) if pack.knows(code[1]) else code[0], text)
    return table.aloud(drawn) if table.plain else drawn


def options(table: ScenePen, variant: Variant) -> Iterator[str]:
    """Write all options: what may be chosen, what the variant has, what it means, and the clauses."""
    game = table.game
    usual = game.options(variant.name, {}, variant.default_seats).texts()
    kind = game.option_class
    for name, about in kind.about().items():
        text = table.spoken(f"option.{name}.text") if table.spoken.knows(f"option.{name}.text") else ""
        yield table.ink.write([(name, "accent"), (f" = {usual[name]}", "strong")])
        yield table.ink.write([*draw(text), (f" ({about.clause})", "dim")], "    ")
        named = isinstance(kind.types()[name], type) and issubclass(kind.types()[name], enum.IntEnum)
        if not named:
            yield table.ink.write([(table.words("rules.allowed", values=", ".join(kind.allowed(name))), "")], "    ")
        for value in kind.allowed(name) if named else ():
            key = f"option.{name}.value.{value}"
            meaning = table.spoken(key) if table.spoken.knows(key) else ""
            yield table.ink.write([(value, "strong"), *draw(f"  {meaning}")], "    ")


def title(game: Game, variant: Variant, language: str, what: str = "title") -> str:
    """Return a variant's title, or its `line`; its name where the game has no words for it."""
    words = game.words(language)
    key = f"variant.{variant.name}.{what}"
    return words(key) if words.knows(key) else variant.name if what == "title" else ""

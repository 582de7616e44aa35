"""Guides and clauses at the terminal: tables are laid out, not printed as they are written."""

from __future__ import annotations

import pytest

from tests.terminal.pictures import ANSI
from torite.games import catalogue
from torite.scenes import guide_pages
from torite.terminal import guides
from torite.terminal.table import ScenePen
from torite.terminal.text_layout import Ink
from torite.words import LANGUAGES

GUIDED = [name for name, (_, variant) in catalogue().items() if variant.guide in ("", name)]


def written(name: str, language: str, plain: bool, width: int = 79) -> tuple[str, ScenePen]:
    """A guide as it is printed."""
    game, variant = catalogue()[name]
    table = ScenePen(game, Ink(width, "" if plain else "256"), language, plain)
    return ANSI.sub("", "\n".join(guides.guide(table, variant))), table


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "picture"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GUIDED)
def test_no_table_is_printed_as_it_is_written(name: str, language: str, plain: bool) -> None:
    """No strokes between cells, no rule of dashes, no stars; every cell is there."""
    said, table = written(name, language, plain)
    assert not [line for line in said.split("\n") if line.startswith("|") or "---" in line or "**" in line]
    flat = "".join(said.split())
    for part in guide_pages.guide(*catalogue()[name], language):
        for line in part.lines:
            if line.startswith("|") and not guide_pages.RULE.match(line):
                for cell in line.strip("|").split("|"):
                    shown = guides.BOLD.sub(r"\1", guides._spelt(table, cell.strip()))
                    assert "".join(shown.split()) in flat


def test_a_table_has_columns_where_they_fit_and_lines_where_not() -> None:
    """What the clubs count in Ambition."""
    game = catalogue()["ambition"][0]
    rows = ["| cards | points each |", "|---|---|", "| {CK} | **11** |", "| all other clubs | 0 |"]
    wide = ScenePen(game, Ink(79, "256"), "en", False)
    assert ["", "  cards            points each", "  ♣K               11", "  all other clubs  0"] == [
        ANSI.sub("", line) for line in guides._rows(wide, rows)
    ]
    narrow = ScenePen(game, Ink(24, "256"), "en", False)
    assert ["", "- cards ♣K, points each", "  11", "- cards all other clubs,", "  points each 0"] == [
        line for told in guides._rows(narrow, rows) for line in ANSI.sub("", told).split("\n")
    ]
    spoken = ScenePen(game, Ink(79), "en", True)
    assert "- cards The king of clubs, points each 11" in list(guides._rows(spoken, rows))

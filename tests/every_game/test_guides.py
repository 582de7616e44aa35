"""The law of guides: a page for whoever never played, whole, of the pack's pieces, with clauses that can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.strategies import speaks
from tools.scaffold import to_be_written
from torite.errors import UnknownName
from torite.games import catalogue as variants
from torite.games import find, games
from torite.kit import Game
from torite.scenes import guide_pages
from torite.scenes.guide_schema import GuideSection, Inline, ItemList, Paragraph, PieceInline
from torite.service import catalogue
from torite.words import LANGUAGES

MARK_UP = re.compile(r"\*\*|\{[A-Z0-9]+\}|^\||\]\(")

every_guide = pytest.mark.parametrize("name", sorted(variants()))


def inlines(section: GuideSection) -> list[Inline]:
    """List all texts and pieces of a section."""
    found: list[Inline] = []
    for block in section.blocks:
        if isinstance(block, Paragraph):
            found += block.inlines
        elif isinstance(block, ItemList):
            found += [inline for item in block.items for inline in item]
        else:
            found += [inline for row in [block.head, *block.rows] for cell in row for inline in cell]
    return found


@every_guide
def test_every_variant_has_a_guide(name: str) -> None:
    """In every language that the game speaks; English never comes later."""
    game, variant = find(name)
    for language in speaks(game):
        file = guide_pages.guide_file(game, variant, language)
        assert file.exists(), f"the guide of {name} is not there: {file}"


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@every_guide
def test_guides_are_laid_out_whole(name: str, language: str) -> None:
    """No mark-up is left over in any text, every piece is one of the pack, every clause can be read, no name twice."""
    guide = catalogue.guide(name, language)
    anchors = [section.anchor for section in guide.sections]
    assert len(set(anchors)) == len(anchors)
    for section in guide.sections:
        where = f"guide of {name} in {language}, section {section.title!r}"
        assert section.title
        for inline in inlines(section):
            if isinstance(inline, PieceInline):
                assert inline.piece in guide.pieces, f"{where}: the pack has no {inline.piece}"
            else:
                assert not MARK_UP.search(inline.text), f"{where}: mark-up is left over: {inline.text}"
        assert not [f"{where}: {clause}" for clause in section.clauses if not can_be_read(name, clause)]
    assert any(isinstance(inline, PieceInline) for section in guide.sections for inline in inlines(section))


def can_be_read(name: str, clause: str) -> bool:
    """Tell whether a page finds the text of a clause that a guide cites."""
    try:
        return bool(catalogue.clause(name, clause).text)
    except UnknownName:
        return False


def written(game: Game) -> Iterator[tuple[str, str]]:
    """List the lines of a game's guides, words and clauses, each with where it stands."""
    for pattern in ("guides/*.md", "words/*.toml", "clauses.md"):
        for file in sorted(game.folder.glob(pattern)):
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                yield f"{file.relative_to(game.folder)}:{number}", line


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_nothing_of_the_scaffold_is_left(game: Game) -> None:
    """What `tools.scaffold` writes down to be replaced has been replaced."""
    asked = to_be_written()
    left = [f"{where}: {line}" for where, line in written(game) if any(text in line for text in asked)]
    if left:
        pytest.fail(f"{game.name} still says what is to be written:\n" + "\n".join(left), pytrace=False)


def test_what_the_scaffold_asks_for_is_known() -> None:
    """Of guides, words and clauses, in each language."""
    asked = " ".join(to_be_written())
    for part in (
        "Say what the cards count.",
        "カードの点数を書いてください。",
        "say here which rule",
        "Write which card takes",
    ):
        assert part in asked
    assert "Lead any card" not in asked

"""The law of clauses: each is named by a test, and each that is named or cited is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import clause_cover
from tests.clause_cover import Page, cited_in, named_in, pages, read_page, uncovered, unknown_citations, unknown_names
from torite.games import games
from torite.kit import Game

every_page = pytest.mark.parametrize("page", pages(), ids=lambda page: page.game)


@every_page
def test_every_clause_is_named_by_a_test(page: Page) -> None:
    """A clause without a test is a rule that nobody has checked: `python -m tests.clause_cover` lists them."""
    assert page.clauses
    assert not uncovered(page)


def test_every_named_clause_exists() -> None:
    """A test that names a clause names one of some game's page."""
    assert not unknown_names()


@every_page
def test_every_cited_clause_exists(page: Page) -> None:
    """Docstrings, comments, words and guides of a game cite clauses that are there."""
    assert not unknown_citations(page)


@every_page
def test_no_clause_stands_twice(page: Page) -> None:
    """An id means one clause."""
    assert not page.twice


def test_every_game_of_the_project_has_a_page() -> None:
    """What the catalogue finds has clauses, and no page is without its game."""
    found = {game.folder for game in games().values()}
    inside = {page.file.parent for page in pages() if "examples" not in page.file.parts}
    assert inside == {folder for folder in found if folder.is_relative_to(clause_cover.ROOT / "src")}


def declared(game: Game) -> Iterator[tuple[str, str]]:
    """What a game declares with a clause: options, sentences, variants and promises."""
    for name, about in game.option_class.about().items():
        yield from ((f"option {name}", clause) for clause in about.clause.split())
    for line in (*game.refusals.listed, *game.notes.listed):
        yield line.key, line.clause
    for variant in game.variants.values():
        yield from ((f"variant {variant.name}", clause) for clause in variant.clauses.split())
    for name in game.promises:
        yield f"promise {name}", name.split()[0]


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_every_declared_clause_exists(game: Game) -> None:
    """Options, refusals, notes, variants and promises rest on clauses, and say on which."""
    page = read_page(game.folder / "clauses.md")
    assert not [(what, clause) for what, clause in declared(game) if not page.has(clause)]


# the reading itself

PAGE = """# A game
## 1. Cards (TOY-1)
- **TOY-1.1** [seed] Cards.
- **TOY-1.2** [seed] More (see **TOY-1.1**).
## 9. Worked examples
- **EX-TOY-1** An example.
## 10. Invariants
1. Always.
2. Never.
## 11. After
1. Not one.
"""


def test_pages_are_read(tmp_path: Path) -> None:
    """Clauses, worked examples and invariants have ids; numbered lists elsewhere have none."""
    file = tmp_path / "clauses.md"
    file.write_text(PAGE, encoding="utf-8")
    page = read_page(file)
    assert list(page.clauses) == ["TOY-1.1", "TOY-1.2", "EX-TOY-1", "TOY-10.1", "TOY-10.2"]
    assert page.has("TOY-1")
    assert not page.has("TOY-2")


TOY_TEST = """
from tests.clauses import clause
BOTH = ("TOY-1.1", "TOY-1.2")

@clause(*BOTH)
def test_both(): ...

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=clause("EX-TOY-1"))])
def test_example(n): ...

@clause(f"TOY-{1}.1")
def test_unreadable(): ...

@clause("TOY-1.9")
def no_test(): ...
"""


def test_names_are_read(tmp_path: Path) -> None:
    """Decorators, marks of single cases and names for lists are read; what is not written out is told."""
    file = tmp_path / "test_toy.py"
    file.write_text(TOY_TEST, encoding="utf-8")
    expected = {
        ("test_both", "TOY-1.1"),
        ("test_both", "TOY-1.2"),
        ("test_unreadable", None),
        ("marks", "EX-TOY-1"),
    }
    assert expected == {(name.test, name.clause) for name in named_in(file)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TOY-1.2, 1.3: a rule", "TOY-1.2 TOY-1.3"),
        ("TOY-1.2 to 1.4, BIG_TOY-2.1", "TOY-1.2 TOY-1.4 BIG_TOY-2.1"),
        ("(TOY-4 to 6, EX-TOY-3)", "TOY-4 TOY-6 EX-TOY-3"),
        ("TOY-1.2, 3 cards each", "TOY-1.2"),
        ("TOY-1.2. 5 cards; 1.7", "TOY-1.2"),
    ],
)
def test_citations_are_read(text: str, expected: str) -> None:
    """A list of clauses leaves the beginning out; other numbers are none."""
    assert expected.split() == [cited.clause for cited in cited_in(Path(), text)]


def test_guides_name_their_clauses() -> None:
    """Guides cite clauses in a line of its own, so that pages can link them."""
    for page in pages():
        for guide in page.file.parent.glob("guides/*.md"):
            lines = re.findall(r"^\*(?:Clauses|条項)[:：] ?(.+)\*$", guide.read_text(encoding="utf-8"), re.MULTILINE)
            assert lines, guide

"""What the page tells of the games: the shelf, what may be agreed, guides and clauses, for every variant."""

from __future__ import annotations

import re

import pytest

import torite
from torite.errors import UnknownName
from torite.games import catalogue as variants
from torite.games import find
from torite.match import Match
from torite.scenes import guide_pages
from torite.scenes.schema import GuideSection, Inline, ItemList, Paragraph, PieceInline
from torite.service import catalogue
from torite.service.page_messages import sentences
from torite.words import LANGUAGES

FILLED = re.compile(r"\{(\w+)")


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_variant_stands_on_the_shelf_once(language: str) -> None:
    tiles = catalogue.tiles(language)
    shown = [variant["name"] for tile in tiles for variant in tile["variants"]]
    assert sorted(shown) == sorted(variants())
    for tile in tiles:
        game, _ = find(tile["variants"][0]["name"])
        assert tile["title"]
        assert tile["line"]
        assert all(game.pack.knows(code) for code in tile["pieces"])
        assert tile["seats"][0] <= tile["variants"][0]["usual"] <= tile["seats"][1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(variants()))
def test_what_may_be_agreed_can_be_agreed(name: str, language: str) -> None:
    """Every option is told with a sentence, a clause that exists and its usual value, which is one of those offered."""
    game, variant = find(name)
    for option in catalogue.setup(name, None, language)["options"]:
        assert option["text"] != option["name"], option["name"]
        for clause in option["clause"].split():
            assert guide_pages.clause(game, clause), clause
        game.rules.Options.read(option["name"], option["value"])
        if option["kind"] == "one":
            assert option["value"] in [value["value"] for value in option["values"]]
            assert all(value["text"] for value in option["values"])
        if option["kind"] == "number" and option["value"] != "none":
            assert option["least"] <= int(option["value"]) <= option["most"]
    assert variant.default_seats == catalogue.setup(name, None, language)["usual"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(variants()))
def test_guides_are_laid_out_whole(name: str, language: str) -> None:
    """No mark-up is left over in any text, every piece is one of the pack, every clause can be read, no name twice."""
    game, _ = find(name)
    guide = catalogue.guide(name, language)
    anchors = [section.anchor for section in guide["sections"]]
    assert len(set(anchors)) == len(anchors)
    for section in guide["sections"]:
        assert section.title
        for inline in inlines(section):
            if isinstance(inline, PieceInline):
                assert inline.piece in guide["pieces"]
            else:
                assert not re.search(r"\*\*|\{[A-Z0-9]+\}|^\||\]\(", inline.text), inline
        for clause in section.clauses:
            assert catalogue.clause(name, clause)["text"]
    assert any(isinstance(inline, PieceInline) for section in guide["sections"] for inline in inlines(section))
    assert game.folder


def test_a_clause_leads_to_the_section_that_tells_it() -> None:
    match = Match("agurk", seed=1)
    section = catalogue.section_of(match, "CUC-3.4", "en")
    told = next(part for part in catalogue.guide("agurk", "en")["sections"] if part.anchor == section)
    assert "CUC-3.4" in told.clauses
    assert catalogue.section_of(match, "CUC-0.0", "en") == ""


def test_what_differs_is_told_in_words() -> None:
    game, variant = find("agurk")
    told = catalogue.differing(game, variant, {"out_at": "30", "beat_reference": "highest", "may_duck": "yes"}, 4, "en")
    assert [(option["name"], option["value"]) for option in told] == [
        ("out_at", "30"),
        ("beat_reference", "the strongest card of the trick so far"),
    ]


def test_what_is_not_there_is_refused() -> None:
    for ask in (lambda: catalogue.guide("no-such", "en"), lambda: catalogue.clause("agurk", "CUC-99.9")):
        with pytest.raises(UnknownName):
            ask()
    with pytest.raises(torite.ToriteError):
        catalogue.setup("agurk", 99, "en")


def test_the_page_has_the_same_sentences_in_every_language() -> None:
    """The same keys, and the same facts filled in."""
    english = sentences("en")
    for language in LANGUAGES:
        other = sentences(language)
        assert sorted(other) == sorted(english)
        for key, sentence in english.items():
            assert set(FILLED.findall(sentence)) >= set(FILLED.findall(other[key])), key

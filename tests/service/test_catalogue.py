"""What the page tells of the games: the shelf, what may be agreed, guides and clauses, for every variant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import torite
from torite.errors import UnknownName
from torite.games import catalogue as variants
from torite.games import find, games
from torite.match import Match
from torite.scenes import guide_pages
from torite.service import catalogue
from torite.service.page_messages import sentences
from torite.words import LANGUAGES

OWN = Path(torite.__file__).parent
CLAUSE = re.compile(r"- \*\*([A-Z_]+-[\d.]+)\*\*")
ID = re.compile(r"\b[A-Z]+_[A-Z]+(?:-[\d.]+)?")  #: of a clause, or of a family of them, that has two words
FILLED = re.compile(r"\{(\w+)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_variant_stands_on_the_shelf_once(language: str) -> None:
    tiles = catalogue.tiles(language)
    shown = [variant.name for tile in tiles for variant in tile.variants]
    assert sorted(shown) == sorted(variants())
    for tile in tiles:
        game, _ = find(tile.variants[0].name)
        assert tile.title
        assert tile.line
        drawn = [one for group in tile.picture for row in group for one in row]
        assert all(game.pack.knows(code) for one in drawn for code in (one.code, one.stands) if code)
        assert tile.seats[0] <= tile.variants[0].usual <= tile.seats[1]


def test_every_tile_has_a_picture_of_its_own() -> None:
    """No two alike, and none is a mere fan of some cards, which would show nothing that is odd."""
    tiles = [tile for tile in catalogue.tiles("en") if find(tile.variants[0].name)[0].folder.is_relative_to(OWN)]
    pictures = [str([[[(one.what, one.how, one.number) for one in row] for row in group] for group in tile.picture])
                for tile in tiles]  # fmt: skip
    assert len(tiles) == len(set(map(str, (tile.picture for tile in tiles))))
    plain = str([[[("piece", "plain", "")] * 3]])
    assert plain not in pictures


def test_easy_games_stand_first_and_a_game_of_several_tiles_is_a_family() -> None:
    tiles = catalogue.tiles("en")
    assert tiles == sorted(tiles, key=lambda tile: (tile.difficulty, tile.minutes))
    for family in catalogue.families("en"):
        assert len([tile for tile in tiles if tile.game == family.game]) > 1
        assert family.title
        assert family.line
    assert "Cucumber" in [family.title for family in catalogue.families("en")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_is_found_by_its_names_in_every_language(language: str) -> None:
    by_guide = {tile.guide: tile.found_by for tile in catalogue.tiles(language)}
    assert {"アグルク", "Agurk", "きゅうり"} <= set(by_guide["agurk"])
    assert any("solitaire" in name for name in by_guide["emissary"])
    assert any("トリテ" in name for name in by_guide["emissary"])
    assert not any("トリテ" in name for name in by_guide["cribbage-dice"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_many_know_leads_to_ours_with_a_reason(language: str) -> None:
    """It is called the same by all that name it, and each reason is a sentence."""
    likes = [like for tile in catalogue.tiles(language) for like in tile.likes]
    assert len({like.name for like in likes}) == len({(like.name, like.title) for like in likes}) >= 10
    assert "ambition" in [like.variant for like in likes if like.name == "hearts"]
    assert all(like.why.endswith((".", "。")) for like in likes)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(variants()))
def test_what_may_be_agreed_can_be_agreed(name: str, language: str) -> None:
    """Every option is told with a sentence, a clause that exists and its usual value, which is one of those offered."""
    game, variant = find(name)
    for option in catalogue.setup(name, None, language, False).options:
        assert option.text != option.name, option.name
        for clause in option.clause.split():
            assert guide_pages.clause(game, clause), clause
        game.option_class.read(option.name, option.value)
        if option.kind == "one":
            assert option.value in [value.value for value in option.values]
            assert all(value.text for value in option.values)
        if option.kind == "number" and option.value != "none":
            assert option.least <= int(option.value) <= option.most
    assert variant.default_seats == catalogue.setup(name, None, language, False).usual


def test_no_clause_speaks_in_code() -> None:
    """Whoever presses a clause's number reads a rule, and no setting of a program; only clauses have such names."""
    for game in games().values():
        settings = [rf"\b{name} = " for name in game.option_class.about()]
        code = re.compile(
            "|".join(["`", r"\b\w+_\w+\b", r"\w=\w", r"[a-z]\(\w", r"\b(?:True|False|None)\b", *settings])
        )
        for part in guide_pages.clauses(game):
            lines = [line for line in part.lines if CLAUSE.match(line)]
            wrong = [line for line in ([part.title, *lines] if lines else []) if code.search(ID.sub("", line))]
            assert not wrong


def test_no_clause_ends_before_it_has_said_what_it_announces() -> None:
    """A table that follows is part of it."""
    for game in games().values():
        named = [found[1] for part in guide_pages.clauses(game) for line in part.lines if (found := CLAUSE.match(line))]
        assert named
        assert not [name for name in named if guide_pages.clause(game, name).endswith(":")]
    assert "\npair-run · " in guide_pages.clause(find("flashpoint")[0], "FLASH-5.1")


def test_a_clause_leads_to_the_section_that_tells_it() -> None:
    match = Match("agurk", seed=1)
    section = catalogue.section_of(match, "CUC-3.4", "en")
    told = next(part for part in catalogue.guide("agurk", "en").sections if part.anchor == section)
    assert "CUC-3.4" in told.clauses
    assert catalogue.section_of(match, "CUC-0.0", "en") == ""


def test_what_differs_is_told_in_words() -> None:
    game, variant = find("agurk")
    told = catalogue.differing(game, variant, {"out_at": "30", "beat_reference": "highest", "may_duck": "yes"}, 4, "en")
    assert [(option.name, option.value) for option in told] == [
        ("out_at", "30"),
        ("beat_reference", "the strongest card of the trick so far"),
    ]


def test_what_is_not_there_is_refused() -> None:
    for ask in (lambda: catalogue.guide("no-such", "en"), lambda: catalogue.clause("agurk", "CUC-99.9")):
        with pytest.raises(UnknownName):
            ask()
    with pytest.raises(torite.ToriteError):
        catalogue.setup("agurk", 99, "en", False)


def test_the_page_has_the_same_sentences_in_every_language() -> None:
    """The same keys, and the same facts filled in."""
    english = sentences("en")
    for language in LANGUAGES:
        other = sentences(language)
        assert sorted(other) == sorted(english)
        for key, sentence in english.items():
            assert set(FILLED.findall(sentence)) >= set(FILLED.findall(other[key])), key

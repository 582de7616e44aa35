"""What is drawn of a table: what a spectator sees, whole, and all pictures of a table of one size."""

from __future__ import annotations

import random
from pathlib import Path

import numpy
import pytest

from tests.conftest import Many
from tests.strategies import Table, play_on
from torite.bridges import pieces
from torite.bridges.picture import picture
from torite.bridges.pieces import Canvas, drawings, flattened, painted
from torite.bridges.scene_text import text
from torite.games import games
from torite.kit import Game
from torite.scenes.scene import lay_out
from torite.words import LANGUAGES, MINUS, numeral

ALL = sorted(games().values(), key=lambda game: game.name)


def scenes(table: Table, times: int, language: str = "en"):
    """Lay out some positions of a random match as a spectator sees them."""
    chooser, match = random.Random(str(table)), table.match(1)
    for _ in range(times):
        play_on(match, chooser, 5)
        yield lay_out(match, language=language)


@pytest.mark.long
def test_every_table_can_be_pictured_in_one_size(table: Table, many: Many) -> None:
    sizes, different = set(), set()
    for scene in scenes(table, many(8, 3)):
        drawn = picture(scene)
        assert drawn.dtype == numpy.uint8
        sizes.add(drawn.shape)
        different.add(drawn.tobytes())
    assert len(sizes) == 1
    assert len(different) > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_tells_who_sits_there_what_lies_open_and_whose_turn_it_is(language: str, usual: Table) -> None:
    for scene in scenes(usual, 3, language):
        written = text(scene)
        assert scene.title in written
        assert scene.prompt in written
        for seat, row in zip(scene.seats, written.splitlines()[1:], strict=False):
            assert seat.name in row
            assert row.startswith(">") == seat.acts
            assert numeral(seat.score) in row
        for zone in scene.zones:
            for piece in zone.pieces:
                assert piece is None or piece.glyph in written


def test_a_hand_that_is_held_is_counted_and_not_told(usual: Table) -> None:
    """What a spectator cannot see stands in no text: cards are named once where they lie open, and nowhere else."""
    for scene in scenes(usual, 3):
        seen = [piece.glyph for zone in scene.zones for piece in zone.pieces if piece]
        for zone in scene.zones:
            hidden = zone.pieces.count(None)
            assert not hidden or f"[{hidden}]" in text(scene)
        assert len(seen) <= sum(zone.count for zone in scene.zones)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_every_piece_has_a_drawing(game: Game) -> None:
    dice = game.pack.form in ("d6", "d12")
    for kind in game.pack.all:
        code = game.pack.codes[kind]
        assert (f"{game.pack.form}:{code}" if dice else code) in drawings()["faces"]
        assert len(painted(code, game.pack.form, 40).getcolors(10_000) or []) > 2
    assert painted(None, game.pack.form, 40).size == painted(code, game.pack.form, 40).size


def test_paths_become_lines() -> None:
    (curve,) = flattened("M0 0C0 10 10 10 10 0")
    assert curve[0] == (0, 0)
    assert curve[-1] == (10, 0)
    assert max(y for _, y in curve) == 7.5
    (arc,) = flattened("M0 0A5 5 0 0 1 10 0")
    assert min(y for _, y in arc) == pytest.approx(-5, abs=0.1)
    assert flattened("M1 1L2 2ZM3 3L4 4") == [[(1, 1), (2, 2), (1, 1)], [(3, 3), (4, 4)]]


def test_text_is_cut_to_its_room() -> None:
    pen = Canvas(100, 20, (0, 0, 0))
    assert pen.cut("♥Q", 12, 100) == "♥Q"
    cut = pen.cut("a sentence that is much too long", 12, 80)
    assert cut.endswith("…")
    assert pen.write(0, 0, cut, 12, (255, 255, 255)) <= 81
    assert pen.cut("word", 12, 0) == ""


def test_a_minus_is_drawn_with_what_the_font_has() -> None:
    drawn = []
    for score in (f"{MINUS}12½", "-12½"):
        pen = Canvas(100, 40, pieces.FELT)
        pen.write(4, 4, score, 17, pieces.LIGHT)
        drawn.append(pen.array().tobytes())
    assert drawn[0] == drawn[1] != Canvas(100, 40, pieces.FELT).array().tobytes()


def test_what_is_missing_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pieces, "FILE", tmp_path / "pieces.json")
    drawings.cache_clear()
    with pytest.raises(pieces.NoDrawings, match="make play"):
        drawings()
    drawings.cache_clear()

"""What README.md shows of the games, and the picture in it, is what the project makes today."""

import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT
from tools import pictures, readme

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_table_of_games_is_current() -> None:
    """If not: python -m tools.readme."""
    shown = TEXT.partition("<!-- games -->\n")[2].partition("\n<!-- /games -->")[0]
    assert readme.table() == shown


def test_picture_is_current() -> None:
    """If not: python -m tools.readme."""
    shown = TEXT.partition("<!-- table -->\n")[2].partition("\n<!-- /table -->")[0]
    assert readme.picture() == shown


@pytest.mark.long
def test_markers_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readme, "picture", str)
    with pytest.raises(ValueError, match="games"):
        readme.current("no markers")


@pytest.mark.parametrize("asked", [[], ["--pictures"]])
def test_pictures_are_taken_if_they_are_asked_for(
    asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever adds a game has its line in the table, and no pictures that changed by chance."""
    took: list[str] = []

    def take() -> bool:
        took.append("pictures")
        return True

    monkeypatch.setattr(readme, "README", tmp_path / "README.md")
    readme.README.write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr(readme, "current", str.upper)
    monkeypatch.setattr(pictures, "take", take)
    monkeypatch.setattr(sys, "argv", ["tools.readme", *asked])
    assert readme.main() == 0
    assert TEXT.upper() == readme.README.read_text(encoding="utf-8")
    assert took == ["pictures"] * len(asked)

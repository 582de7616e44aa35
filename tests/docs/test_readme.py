"""What README.md shows of the games, and the picture in it, is what the project makes today."""

import pytest

from tests.docs.pages import ROOT
from tools import readme

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_table_of_games_is_current() -> None:
    """If not: python -m tools.readme."""
    shown = TEXT.partition("<!-- games -->\n")[2].partition("\n<!-- /games -->")[0]
    assert readme.table() == shown


def test_picture_is_current() -> None:
    """If not: python -m tools.readme."""
    shown = TEXT.partition("<!-- table -->\n")[2].partition("\n<!-- /table -->")[0]
    assert readme.picture() == shown


def test_markers_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readme, "picture", str)
    with pytest.raises(ValueError, match="games"):
        readme.current("no markers")

"""The pictures in README.md and docs/ are there, small, told in words, and none lies there unused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.pictures import FOLDER, MOST, PICTURES

ROOT = Path(__file__).parents[2]
SHOWN = [
    (page, *found)
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    for found in re.findall(r"!\[([^\]]*)\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("page", "told", "where"), SHOWN, ids=[where for _, _, where in SHOWN])
def test_a_picture_is_there_small_and_told_in_words(page: Path, told: str, where: str) -> None:
    picture = (page.parent / where).resolve()
    assert picture.is_relative_to(ROOT), where
    assert picture.stat().st_size < MOST
    content = picture.read_bytes()
    assert (b"RIFF", b"WEBP") == (content[:4], content[8:12])
    assert len(told.split()) >= 5


def test_the_readme_shows_the_page_before_it_says_how_to_begin() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "docs/pictures/" in text.partition("## Begin")[0]


def test_every_picture_is_shown_somewhere_and_can_be_taken_anew() -> None:
    shown = {Path(where).stem for _, _, where in SHOWN}
    assert {*PICTURES} == {file.stem for file in FOLDER.iterdir()} == shown

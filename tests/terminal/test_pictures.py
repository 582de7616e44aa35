"""The screens are as they were looked at last."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tests.terminal.pictures import ANSI, FOLDER, picture, screens

REMAKE = "python -m tests.terminal.pictures"


@pytest.mark.parametrize("name", list(screens()))
def test_a_screen(name: str) -> None:
    """A picture that changed on purpose is made anew by one command, which shows the difference."""
    assert picture(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), f"changed on purpose? {REMAKE}"


def test_there_is_no_picture_too_many() -> None:
    """Every file is one of the screens."""
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(screens())


@pytest.mark.parametrize(("name", "columns"), [("agurk-40-ja", 39), ("agurk-80-en", 79), ("agurk-plain-ja", 79)])
def test_no_line_is_wider_than_the_screen(name: str, columns: int) -> None:
    """Wide letters count two columns."""
    said = ANSI.sub("", screens()[name]())
    assert max(cell_len(line) for line in said.split("\n") if not line.startswith(">")) <= columns

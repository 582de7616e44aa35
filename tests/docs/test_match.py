"""The face of a match: what its documentation shows, and nothing that is set from outside."""

from __future__ import annotations

import pytest

from tests.docs.pages import ROOT
from torite.match import Match

NAMES = [name for name in vars(Match) if not name.startswith("_")]
SET_UP = ("game", "variant", "seats", "options", "names", "initial")
PARTS = ("log", "chance", "gestures", "turns", "knowledge", "score_sheet")


def test_some_twenty_names() -> None:
    """Beside what it was made from and its parts."""
    assert len(set(NAMES) - {*SET_UP, *PARTS}) <= 22


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(SET_UP)))
def test_each_is_shown(name: str) -> None:
    assert f"match.{name}" in (ROOT / "docs" / "library.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(name for name in NAMES if isinstance(vars(Match)[name], property)))
def test_none_is_set(name: str) -> None:
    match = Match("agurk", seed=1)
    with pytest.raises(AttributeError):
        setattr(match, name, None)

"""The count of instructions: what is a loss, where it can be done, and that it comes out the same again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from benchmarks import instructions
from torite.games import games
from torite.kernel.library import library, platform_name


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What is kept of one game, and a machine that counts 104 instructions of each."""
    file = tmp_path / "instructions.json"
    file.write_text('{"bingo": 100.0}')
    monkeypatch.setattr(instructions, "KEPT", file)
    monkeypatch.setattr(instructions, "hindrance", lambda wanted: None)
    monkeypatch.setattr(instructions, "of_a_decision", lambda game: 104.0)
    return file


@pytest.mark.parametrize(("before", "status"), [(100.0, 1), (101.0, 0), (200.0, 0)])
def test_over_three_per_cent_more_is_a_loss(kept: Path, before: float, status: int) -> None:
    kept.write_text(json.dumps({"bingo": before}))
    assert status == instructions.main(["bingo"])
    assert {"bingo": before} == json.loads(kept.read_text())


def test_what_is_kept_is_no_loss(kept: Path) -> None:
    assert 0 == instructions.main(["bingo", "perlaggen", "--keep"])
    assert {"bingo": 104.0, "perlaggen": 104.0} == json.loads(kept.read_text())


def test_a_game_that_there_is_not_is_told_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        instructions.main(["chess"])
    assert "no such game: chess; there are: ambition, bingo" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("platform_name", lambda: "darwin-arm64", "not counted on darwin-arm64"),
        ("library", lambda sources: None, "python -m torite.vector.build bingo"),
    ],
    ids=["platform", "library"],
)
def test_where_it_cannot_be_done_a_line_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: object, why: str
) -> None:
    monkeypatch.setattr(instructions, "platform_name", lambda: instructions.PLATFORM)
    monkeypatch.setattr(instructions, "library", lambda sources: sources)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(instructions, name, value)
    assert 2 == instructions.main(["bingo"])
    assert why in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(
    platform_name() != instructions.PLATFORM or shutil.which("valgrind") is None, reason="nothing counts here"
)
def test_it_comes_out_the_same_again() -> None:
    """What Python does beside counts for nothing."""
    if library(games()["bingo"].binding.sources) is None:
        pytest.skip("bingo has no library: python -m torite.vector.build bingo")
    one, again = instructions.of_a_decision("bingo"), instructions.of_a_decision("bingo")
    assert one == pytest.approx(again, rel=0.002)

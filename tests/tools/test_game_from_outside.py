"""The laws over a game from outside: what it may leave for later, and how they say what it has forgotten."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools.test_scaffold import ROOT, run

LAWS = ROOT / "tests/every_game"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the game of Hearts, to be spoilt."""
    without = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "examples/hearts/torite_hearts", tmp_path / "torite_hearts", ignore=without)
    return tmp_path


def laws(folder: Path, *names: str) -> subprocess.CompletedProcess[str]:
    """Run some laws over the game in a folder."""
    asked = (
        "-q",
        "--assert=plain",
        "-p",
        "no:cacheprovider",
        "-n",
        "0",
        "--rootdir",
        str(ROOT),
        "--quick",
        "--every-game",
        "-k",
        "hearts",
    )
    return run(folder, "-m", "pytest", *asked, *[str(LAWS / f"test_{name}.py") for name in names], limit=500)


def spoil(file: Path, change: Callable[[str], str]) -> None:
    old = file.read_text(encoding="utf-8")
    assert change(old) != old
    file.write_text(change(old), encoding="utf-8")


@pytest.mark.long
def test_japanese_may_come_later(folder: Path) -> None:
    """Without words and a guide in Japanese a game speaks English there, and the laws hold."""
    for file in folder.rglob("*ja.*"):
        file.unlink()
    done = laws(folder, "words", "guides", "scenes", "bad_input")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    program = "import torite; print(torite.lay_out(torite.Match('hearts', seed=1), 0, 'ja').prompt)"
    assert run(folder, "-c", program).stdout.strip().isascii()


def test_english_never_comes_later(folder: Path) -> None:
    """A missing guide and missing sentences are told a line each, also where another law comes upon them."""
    (folder / "torite_hearts/guides/hearts.en.md").unlink()
    kept = ("lead =", "pass =", "play =")
    spoil(
        folder / "torite_hearts/words/en.toml",
        lambda text: "\n".join(line for line in text.splitlines() if not line.startswith(kept)),
    )
    done = laws(folder, "words", "guides", "scenes")
    assert "\nwords/en.toml of hearts has no sentence verb.play\n" in done.stdout, done.stdout[-3000:]
    assert re.search(r"^words/en\.toml has no sentence \w+\.pass \(test_scenes\w+\[hearts", done.stdout, re.M), (
        done.stdout[-3000:]
    )
    assert "the guide of hearts is not there: " in done.stdout
    assert "KeyError" not in done.stdout


def test_what_the_scaffold_left_is_found(folder: Path) -> None:
    """A sentence that says what to write is not a guide."""
    guide = folder / "torite_hearts/guides/hearts.en.md"
    spoil(guide, lambda text: f"{text}\nSay what the cards count.\n")
    done = laws(folder, "guides")
    assert "hearts still says what is to be written:\nguides/hearts.en.md:" in done.stdout, done.stdout[-3000:]
    assert "1 failed" in done.stdout

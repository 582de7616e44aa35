"""The mistakes that are planted in rules: where they are planted, and what they are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import mutants
from tests.conftest import EXAMPLE
from tests.mutants import kernels, mistakes
from torite.games import FOLDERS, games
from torite.kernel.compile import kernel
from torite.kit import Game, put


@kernel
def keep_low(row: list[int], kind: int) -> bool:
    """Keep a kind below three."""
    if kind < 3:
        put(row, kind)
        return True
    return False


def test_each_place_is_changed_once() -> None:
    """A comparison, a number, a verb left out, a truth; never the docstring."""
    found = [(mistake.old, mistake.new) for mistake in mistakes(keep_low)]
    assert sorted(found) == [
        ("3", "4"),
        ("False", "True"),
        ("True", "False"),
        ("kind < 3", "kind <= 3"),
        ("put(row, kind)", "..."),
    ]


def test_a_mistake_does_what_it_says() -> None:
    """Its code, put into the kernel, runs with the mistake in it; without, the kernel is as it was."""
    honest = keep_low.__code__
    by_change = {(mistake.old, mistake.new): mistake for mistake in mistakes(keep_low)}
    try:
        keep_low.__code__ = by_change["kind < 3", "kind <= 3"].code
        assert keep_low([0], 3)
        keep_low.__code__ = by_change["put(row, kind)", "..."].code
        row = [0]
        assert keep_low(row, 2)
        assert [0] == row
    finally:
        keep_low.__code__ = honest
    assert not keep_low([0], 3)


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_mistakes_are_planted_in_rules(game: Game) -> None:
    """In the kernels that the rules reach, of the game alone; none in what only bots ask."""
    found = kernels(game)
    package = game.state.__module__.rpartition(".")[0]
    assert {game.binding.slots[name] for name in ("legal", "act", "settle")} <= set(found)
    assert all(kernel.__module__.startswith(package) for kernel in found)
    assert game.binding.slots.get("thumb") not in found


@pytest.mark.long
def test_a_mistake_is_planted_and_counted() -> None:
    """From the command line to the table: the tests of a game run, and run again with the mistake in its rules."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants", "hearts", "--number", "1"],
        env={**settings, FOLDERS: str(EXAMPLE)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "hearts 1 of 1: " in done.stdout
    assert "| hearts | 1 | " in done.stdout


def test_tests_that_cannot_run_are_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing planted is not a share of 0 %: it is said, and the program fails."""
    monkeypatch.setattr(pytest, "main", lambda *how, **more: pytest.ExitCode.INTERNAL_ERROR)
    with pytest.raises(SystemExit, match="tests of hearts could not be run: INTERNAL_ERROR"):
        mutants.plant(games()["hearts"], 1, 1, 1)
